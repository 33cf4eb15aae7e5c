//! Finds the one order of writes that explains every answer, or says which answer none can explain.
//!
//! Every acknowledged write carries its revision, so the order is given; what must be found is which writes of unknown outcome
//! happened, and where. A revision that nobody was acknowledged for is explained by such a write (each at most once), by keys
//! whose time was up, or not at all. What watches and reads show narrows the choice; where several remain, all are tried.

mod choice;
mod index;

use std::collections::HashSet;

use bytes::Bytes;
use store::{Error, Event, Write};

use super::op::{Answer, Call, History, Op, Tick};
use super::state::{State, show};
use super::{Violation, violation};
use index::Index;

/// Attempts before the search gives up; a correct history needs about one for each revision.
const BUDGET: usize = 200_000;

/// What really happened at each revision.
pub struct Model {
    pub base: u64,
    made: Vec<Made>,
}

/// One revision.
#[derive(Debug, Clone)]
pub struct Made {
    /// Its changes with previous values, in key order.
    pub events: Vec<Event>,
    /// When it was asked for; `None` if a key's time was up.
    pub asked: Option<Tick>,
}

impl Model {
    /// What happened at `revision`, if it exists.
    pub fn at(&self, revision: u64) -> Option<&Made> {
        self.made.get(usize::try_from(revision.checked_sub(self.base + 1)?).ok()?)
    }

    /// The newest revision.
    pub fn last(&self) -> u64 {
        self.base + self.made.len() as u64
    }
}

/// One way to explain a revision.
#[derive(Debug, Clone)]
enum Choice {
    /// The operation with this index did it.
    Op(usize),
    /// The time of these keys was up.
    Expiry(Vec<Bytes>),
}

/// A point to return to when the choice made there turns out wrong.
struct Fork {
    state: State,
    used: HashSet<usize>,
    made: usize,
    rest: Vec<Choice>,
}

struct Search<'a> {
    history: &'a History,
    index: Index,
    state: State,
    used: HashSet<usize>,
    made: Vec<Made>,
    forks: Vec<Fork>,
}

/// The model that explains the history.
pub fn explain(history: &History) -> Result<Model, Violation> {
    let index = Index::new(history)?;
    let state = State::new(&history.initial);
    let (made, used, forks) = (vec![], HashSet::new(), vec![]);
    let mut search = Search { history, index, state, used, made, forks };
    search.confirm(history.base)?;
    // The furthest failure is the one worth telling: earlier ones were wrong turns.
    let mut worst: Option<(u64, Violation)> = None;
    for _ in 0..BUDGET {
        let revision = history.base + search.made.len() as u64 + 1;
        if revision > search.index.last {
            return Ok(Model { base: history.base, made: search.made });
        }
        let step = search.step(revision);
        let Err(failure) = step else { continue };
        if worst.as_ref().is_none_or(|(at, _)| *at <= revision) {
            worst = Some((revision, failure));
        }
        if !search.turn_back() {
            break;
        }
    }
    let (_, violation) = worst.unwrap_or((0, violation("explained", "the search gave up")));
    Err(violation)
}

impl Search<'_> {
    /// Explains one more revision by the first choice there is, and remembers the others.
    fn step(&mut self, revision: u64) -> Result<(), Violation> {
        let mut choices = choice::choices(self.history, &self.index, &self.state, &self.used, revision)?;
        choices.reverse();
        let first = choices.pop().expect("no choice is a violation");
        if !choices.is_empty() {
            let fork = (self.state.clone(), self.used.clone());
            self.forks.push(Fork { state: fork.0, used: fork.1, made: self.made.len(), rest: choices });
        }
        self.take(first, revision)
    }

    fn turn_back(&mut self) -> bool {
        while let Some(mut fork) = self.forks.pop() {
            self.state = fork.state.clone();
            self.used = fork.used.clone();
            self.made.truncate(fork.made);
            let Some(choice) = fork.rest.pop() else { continue };
            let revision = self.history.base + fork.made as u64 + 1;
            if !fork.rest.is_empty() {
                self.forks.push(fork);
            }
            if self.take(choice, revision).is_ok() {
                return true;
            }
        }
        false
    }

    fn take(&mut self, choice: Choice, revision: u64) -> Result<(), Violation> {
        let made = match choice {
            Choice::Op(index) => {
                self.used.insert(index);
                let op = &self.history.ops[index];
                Made { events: self.perform(op, revision)?, asked: Some(op.invoked) }
            }
            Choice::Expiry(keys) => {
                let events = keys.iter().filter_map(|key| self.state.delete(key, revision)).collect();
                Made { events, asked: None }
            }
        };
        self.made.push(made);
        self.confirm(revision)
    }

    fn perform(&mut self, op: &Op, revision: u64) -> Result<Vec<Event>, Violation> {
        let Call::Write(writes) = &op.call else { unreachable!("only writes make revisions") };
        let applied = self.state.apply(writes, revision, op.clock).map_err(|index| {
            let what = format!("revision {revision} ({}): requirement {index} did not hold", show(writes));
            violation("conditions", what)
        })?;
        if let Answer::Wrote(result) = &op.answer {
            let told: Vec<_> = result.written.iter().map(|w| w.previous.clone()).collect();
            if told != applied.previous {
                let what = format!(
                    "revision {revision} ({}): told {told:?}, was {:?}",
                    show(writes),
                    applied.previous
                );
                return Err(violation("previous values of writes", what));
            }
        }
        Ok(applied.events)
    }

    /// Checks all answers that show the state at `revision`.
    fn confirm(&self, revision: u64) -> Result<(), Violation> {
        self.index.shown(revision).iter().try_for_each(|&op| self.agrees(&self.history.ops[op], revision))
    }

    fn agrees(&self, op: &Op, revision: u64) -> Result<(), Violation> {
        match (&op.call, &op.answer) {
            (Call::Range(range), Answer::Read(result)) => {
                let (kvs, count, more) = self.state.range(range);
                if (&kvs, count, more) != (&result.kvs, result.count, result.more) {
                    let what = format!(
                        "{:?} at {revision} by client {}: told {:?} ({}, more: {}), was {kvs:?} ({count}, more: {more})",
                        range.keys, op.client, result.kvs, result.count, result.more
                    );
                    return Err(violation("reads", what));
                }
            }
            (Call::Write(writes), Answer::Failed(Error::Conflict(conflict))) => {
                let index = self.state.refused(writes);
                let current = self.state.get(&conflict.key).cloned();
                if index != Some(conflict.index) || current != conflict.current {
                    let what = format!(
                        "{} at {revision}: told {conflict:?}, was {index:?} {current:?}",
                        show(writes)
                    );
                    return Err(violation("conflicts", what));
                }
            }
            (Call::Write(writes), Answer::Wrote(result)) => self.changed_nothing(writes, result, revision)?,
            _ => {}
        }
        Ok(())
    }

    /// A transaction that was acknowledged without change must have had nothing to change.
    fn changed_nothing(
        &self,
        writes: &[Write],
        result: &store::WriteResult,
        revision: u64,
    ) -> Result<(), Violation> {
        let previous: Vec<_> = writes.iter().map(|w| self.state.get(w.key()).cloned()).collect();
        let told: Vec<_> = result.written.iter().map(|w| w.previous.clone()).collect();
        if self.state.refused(writes).is_some() || previous != told {
            let what = format!("{} at {revision}: told {told:?}, was {previous:?}", show(writes));
            return Err(violation("previous values of writes", what));
        }
        Ok(())
    }
}
