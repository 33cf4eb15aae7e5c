//! From single results to a verdict: so many of the same kind in a row. Pure.

use crate::pod::state::ProbeKind;

/// What one question gave.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Answer {
    /// Well.
    Success,
    /// Well, but something is odd.
    Warning(String),
    /// Not well: why.
    Failure(String),
    /// It could not be asked: why.
    Unknown(String),
}

/// Counts results of one probe.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Count {
    success_threshold: u32,
    failure_threshold: u32,
    in_a_row: u32,
    last: Option<bool>,
    verdict: Option<bool>,
}

impl Count {
    /// Nothing counted; alive until proven otherwise. Of the others nothing is known: also that they are not well is news.
    pub fn new(kind: ProbeKind, success_threshold: i32, failure_threshold: i32) -> Self {
        let verdict = match kind {
            ProbeKind::Liveness => Some(true),
            ProbeKind::Readiness | ProbeKind::Startup => None,
        };
        let positive = |given: i32, default: u32| match u32::try_from(given) {
            Ok(0) | Err(_) => default,
            Ok(given) => given,
        };
        let success_threshold = positive(success_threshold, 1);
        let failure_threshold = positive(failure_threshold, 3);
        Self { success_threshold, failure_threshold, in_a_row: 0, last: None, verdict }
    }

    /// Counts a result; gives the verdict if it is a new one.
    pub fn add(&mut self, well: bool) -> Option<bool> {
        self.in_a_row = if self.last == Some(well) { self.in_a_row + 1 } else { 1 };
        self.last = Some(well);
        let needed = if well { self.success_threshold } else { self.failure_threshold };
        if self.in_a_row < needed || self.verdict == Some(well) {
            return None;
        }
        self.verdict = Some(well);
        self.verdict
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mind_changes_after_enough_of_the_same() {
        for (kind, success, failure, results, expected) in [
            (ProbeKind::Readiness, 1, 3, "+", "+"),
            (ProbeKind::Readiness, 2, 3, "+++", ".+."),
            (ProbeKind::Readiness, 2, 3, "+-++", "...+"),
            (ProbeKind::Readiness, 1, 3, "----+---", "..-.+..-"),
            (ProbeKind::Liveness, 1, 3, "++---", "....-"),
            (ProbeKind::Liveness, 1, 3, "--+--+", "......"),
            (ProbeKind::Startup, 1, 2, "-+", ".+"),
            (ProbeKind::Startup, 1, 2, "--", ".-"),
        ] {
            let mut count = Count::new(kind, success, failure);
            let verdicts: String = results
                .chars()
                .map(|result| count.add(result == '+').map_or('.', |well| if well { '+' } else { '-' }))
                .collect();
            assert_eq!(verdicts, expected, "{kind:?} {results}");
        }
    }
}
