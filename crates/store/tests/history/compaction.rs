//! History is forgotten when asked, and only then.

use store::{Error, Range, Revision, WatchItem};

use super::op::{Answer, Call, History, Op, Tick};
use super::{Violation, violation};

/// Checks every answer about compacted revisions.
pub fn check(history: &History) -> Result<(), Violation> {
    reads(history)?;
    watches(history)
}

/// Compactions to a revision above `revision`: called before `before`, or done before `before`.
fn compacted(history: &History, revision: Revision, before: Tick, done: bool) -> bool {
    history.ops.iter().any(|op| match (&op.call, &op.answer) {
        (Call::Compact(to), Answer::Compacted) if done => *to > revision && op.returned < before,
        (Call::Compact(to), _) if !done => *to > revision && op.invoked < before,
        _ => false,
    })
}

/// Whether another compaction to at least `to` may have come before this one: it was called before this one ended.
fn overtaken(history: &History, op: &Op, to: Revision) -> bool {
    history.ops.iter().any(|other| match &other.call {
        Call::Compact(other_to) => *other_to >= to && other.invoked < op.returned && !std::ptr::eq(other, op),
        _ => false,
    })
}

fn reads(history: &History) -> Result<(), Violation> {
    for op in &history.ops {
        match (&op.call, &op.answer) {
            (Call::Range(Range { revision: Some(at), .. }), Answer::Read(_))
                if compacted(history, *at, op.invoked, true) =>
            {
                return Err(violation("compacted is gone", format!("a read at {at} after its compaction")));
            }
            (Call::Range(Range { revision, .. }), Answer::Failed(Error::Compacted { requested, .. }))
                if Some(*requested) != *revision
                    || !history.forgetful && !compacted(history, *requested, op.returned, false) =>
            {
                let what = format!("a read at {revision:?} was told that {requested} is compacted");
                return Err(violation("kept until compacted", what));
            }
            (Call::Compact(to), Answer::Failed(Error::Compacted { .. }))
                if !history.forgetful && !overtaken(history, op, *to) =>
            {
                return Err(violation("kept until compacted", format!("compaction to {to} came too late")));
            }
            _ => {}
        }
    }
    Ok(())
}

fn watches(history: &History) -> Result<(), Violation> {
    for watch in &history.watches {
        let Some(after) = watch.request.after else { continue };
        let delivered = watch.items.iter().any(|(_, item)| matches!(item, WatchItem::Events(_)));
        if delivered && compacted(history, after, watch.invoked, true) {
            let what = format!("a watch after {after} delivered events though that was compacted before");
            return Err(violation("compacted is gone", what));
        }
        if let Some((tick, Error::Compacted { .. })) = &watch.end
            && !history.forgetful
            && !compacted(history, after, *tick, false)
        {
            let what = format!("a watch after {after} was told that it is compacted");
            return Err(violation("kept until compacted", what));
        }
    }
    Ok(())
}
