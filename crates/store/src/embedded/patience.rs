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
    /// A sync that takes this long is always worth waiting for company. Shorter waits than an eighth of it are not to be had.
    const SLOW: Duration = Duration::from_millis(1);
    /// So many writers have enough work of their own to do while a fast disk is written to; half of them are company enough.
    const MANY: usize = 32;

    /// After a commit that took `took`, with so many writers answered or waiting at its end. Writers tend to come back at once; without
    /// waiting for them they would form two groups that take turns, each commit with half of them. On a slow disk that halves the rate. On
    /// a fast one it does so for a few writers; for many it is better that one group does its own work while the other's is written, which
    /// shows in that they don't come back in time: then there is no `hope`.
    pub(crate) fn after(writers: usize, took: Duration, hope: bool) -> Self {
        match writers {
            0 | 1 => Self::default(),
            _ if took >= Self::SLOW => Self { expected: writers, at_most: took / 8 },
            _ if hope && writers < Self::MANY => Self { expected: writers, at_most: took / 2 },
            _ => Self::default(),
        }
    }
}

/// Whether waiting for company on a fast disk is worth a try: after one in vain, not for a while.
#[derive(Debug, Default)]
pub(crate) struct Hope {
    commits_without: u32,
}

impl Hope {
    const PAUSE: u32 = 64;

    /// At the end of each commit.
    pub(crate) fn next(&mut self) -> bool {
        self.commits_without = self.commits_without.saturating_sub(1);
        self.commits_without == 0
    }

    /// They did not all come.
    pub(crate) fn lose(&mut self) {
        self.commits_without = Self::PAUSE;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn company_is_waited_for_on_a_slow_disk_or_in_hope() {
        let (millis, micros) = (Duration::from_millis, Duration::from_micros);
        for (writers, took, hope, expected, at_most) in [
            (1, millis(8), true, 0, millis(0)),
            (64, micros(90), false, 0, millis(0)),
            (16, micros(90), true, 16, micros(45)),
            (64, micros(90), true, 0, millis(0)),
            (64, millis(8), false, 64, millis(1)),
        ] {
            let patience = Patience::after(writers, took, hope);
            assert_eq!((patience.expected, patience.at_most), (expected, at_most), "{writers} in {took:?}");
        }
    }

    #[test]
    fn hope_comes_back_after_a_while() {
        let mut hope = Hope::default();
        assert!(hope.next() && hope.next());
        hope.lose();
        assert_eq!((1..).find(|_| hope.next()), Some(Hope::PAUSE));
    }
}
