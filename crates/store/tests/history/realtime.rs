//! The order of revisions agrees with real time: what was answered before a call is in the past of that call.

use super::op::{Call, History};
use super::{Violation, violation};

/// Reads are never stale, and a write comes after all that was seen before it was asked for.
pub fn check(history: &History) -> Result<(), Violation> {
    let sightings = history.sightings();
    let mut newest = Vec::with_capacity(sightings.len());
    let mut max = history.base;
    for (tick, revision) in &sightings {
        max = max.max(*revision);
        newest.push((*tick, max));
    }
    let known_before = |tick| {
        let end = newest.partition_point(|(t, _)| *t < tick);
        end.checked_sub(1).map_or(history.base, |last| newest[last].1)
    };
    for op in &history.ops {
        let known = known_before(op.invoked);
        if let Some(made) = op.made()
            && made <= known
        {
            let what = format!("revision {known} had been seen when the write that got {made} was called");
            return Err(violation("writes are after what was seen before", what));
        }
        if let Some(newest) = op.newest()
            && newest < known
        {
            let what = format!("{} saw {newest} after {known} had been seen", name(&op.call));
            return Err(violation("reads are not stale", what));
        }
    }
    Ok(())
}

fn name(call: &Call) -> &'static str {
    match call {
        Call::Write(_) => "a write",
        Call::Range(_) => "a read",
        Call::Revision => "a question for the revision",
        Call::Compact(_) => "a compaction",
    }
}
