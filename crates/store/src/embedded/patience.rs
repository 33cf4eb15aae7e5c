//! How long a commit waits for company. Pure; `committer.rs` decides, `desk.rs` waits.

use std::time::Duration;

/// How a commit waits for company.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Patience {
    /// So many requests are expected before long: the writers that have just been answered, and those that wait already.
    pub expected: usize,
    /// It waits for them no longer than this.
    pub at_most: Duration,
}

impl Patience {
    /// A sync that takes this long is worth waiting for company. Shorter waits than an eighth of it are not to be had.
    const SLOW: Duration = Duration::from_millis(1);

    /// After a commit that took `took`, with so many writers answered or waiting at its end. Writers tend to come back at once; without
    /// waiting for them on a slow disk they would form two groups that take turns, each commit with half of them.
    pub(crate) fn after(writers: usize, took: Duration) -> Self {
        if writers < 2 || took < Self::SLOW {
            return Self::default();
        }
        Self { expected: writers, at_most: took / 8 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_company_on_a_slow_disk_is_waited_for() {
        let millis = Duration::from_millis;
        for (writers, took, expected, at_most) in [
            (1, millis(8), 0, millis(0)),
            (64, Duration::from_micros(90), 0, millis(0)),
            (64, millis(8), 64, millis(1)),
        ] {
            let patience = Patience::after(writers, took);
            assert_eq!((patience.expected, patience.at_most), (expected, at_most), "{writers} in {took:?}");
        }
    }
}
