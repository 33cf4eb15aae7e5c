//! Range reads: one consistent revision, read in pieces so that the lock is never held for long.

use crate::{Error, KeyRange, Range, RangeResult, Result, Revision};

use super::pins::Pin;
use super::shared::Shared;
use super::state::State;

/// So many keys are read or counted before the lock is given to others.
const STEP: usize = 2048;

/// Reads a range.
pub(crate) async fn range(shared: &Shared, range: Range) -> Result<RangeResult> {
    shared.check()?;
    let mut reading;
    let pin: Pin;
    {
        let state = shared.state.read();
        let revision = readable(&state, range.revision)?;
        reading = Reading::new(range, revision);
        if reading.step(&state) {
            return Ok(reading.result);
        }
        // The rest is read later: until then nothing of this revision may be dropped.
        pin = shared.pins.pin(revision);
    }
    loop {
        tokio::task::yield_now().await;
        shared.check()?;
        if reading.step(&shared.state.read()) {
            drop(pin);
            return Ok(reading.result);
        }
    }
}

/// The revision to read at, if it is there.
fn readable(state: &State, requested: Option<Revision>) -> Result<Revision> {
    let Some(requested) = requested else { return Ok(state.revision) };
    if requested > state.revision {
        Err(Error::FutureRevision { requested, current: state.revision })
    } else if requested < state.compacted {
        Err(Error::Compacted { requested, compacted: state.compacted })
    } else {
        Ok(requested)
    }
}

/// A read under way.
struct Reading {
    /// What is left to read.
    keys: KeyRange,
    limit: usize,
    result: RangeResult,
}

impl Reading {
    fn new(range: Range, revision: Revision) -> Self {
        let limit = match range.limit {
            _ if range.count_only => 0,
            0 => usize::MAX,
            limit => limit,
        };
        Self {
            keys: range.keys,
            limit,
            result: RangeResult { revision, kvs: Vec::new(), count: 0, more: false },
        }
    }

    /// Reads on. Whether that was all.
    fn step(&mut self, state: &State) -> bool {
        let mut resume = None;
        let result = &mut self.result;
        for (looked, (key, chain)) in state.chains_in(&self.keys).enumerate() {
            if looked == STEP {
                resume = Some(key.clone());
                break;
            }
            let Some(item) = chain.at(result.revision) else { continue };
            result.count += 1;
            if result.kvs.len() < self.limit {
                result.kvs.push(item.kv.clone());
            } else {
                result.more = self.limit > 0;
            }
        }
        match resume {
            Some(key) => {
                self.keys.start = key;
                false
            }
            None => true,
        }
    }
}
