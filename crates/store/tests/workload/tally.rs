//! How much happened in a run, so that a run in which nothing happened does not pass.

use std::collections::BTreeMap;

use store::{Error, WatchItem};

use crate::history::{Answer, Call, History};

/// Counts of a run.
#[derive(Debug, Default)]
pub struct Tally {
    pub writes: usize,
    pub conflicts: usize,
    pub reads: usize,
    pub past_reads: usize,
    pub compactions: usize,
    pub unknown: usize,
    pub events: usize,
    pub watches: usize,
    pub progress: usize,
    /// Failures of other kinds, by text.
    pub failures: BTreeMap<String, usize>,
}

impl Tally {
    /// Counts.
    pub fn of(history: &History) -> Self {
        let mut tally = Self::default();
        for op in &history.ops {
            match (&op.call, &op.answer) {
                (_, Answer::Wrote(_)) => tally.writes += 1,
                (Call::Range(range), Answer::Read(_)) if range.revision.is_some() => tally.past_reads += 1,
                (_, Answer::Read(_) | Answer::Newest(_)) => tally.reads += 1,
                (_, Answer::Compacted) => tally.compactions += 1,
                (_, Answer::Failed(Error::Conflict(_))) => tally.conflicts += 1,
                (_, Answer::Failed(Error::Unknown(_))) => tally.unknown += 1,
                (_, Answer::Failed(error)) => {
                    *tally.failures.entry(error.to_string()).or_default() += 1;
                }
            }
        }
        for watch in &history.watches {
            tally.watches += 1;
            tally.events += watch.events().count();
            tally.progress +=
                watch.items.iter().filter(|(_, item)| matches!(item, WatchItem::Progress(_))).count();
        }
        tally
    }

    /// Panics unless the run was as busy as a run of this plan is.
    pub fn assert_busy(&self, operations: usize) {
        self.busy(operations).unwrap_or_else(|why| panic!("{why}"));
    }

    /// Why the run was not as busy as a run of this plan is.
    pub fn busy(&self, operations: usize) -> Result<(), String> {
        let enough = [
            ("writes", self.writes, operations / 4),
            ("conflicts", self.conflicts, operations / 50),
            ("reads", self.reads, operations / 10),
            ("reads of the past", self.past_reads, operations / 100),
            ("events", self.events, operations / 2),
            ("watches", self.watches, 8),
        ];
        match enough.into_iter().find(|(_, count, least)| count < least) {
            Some((what, count, least)) => {
                Err(format!("only {count} {what}, at least {least} are due: {self:?}"))
            }
            None => Ok(()),
        }
    }
}
