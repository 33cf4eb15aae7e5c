//! Not early: no event, and no progress mark, shows a revision before anybody had asked for the write that made it.

use store::WatchItem;

use super::{History, Model, Violation, broken};

pub fn check(history: &History, model: &Model) -> Result<(), Violation> {
    for watch in &history.watches {
        for (tick, item) in &watch.items {
            let revision = match item {
                WatchItem::Events(events) => events.iter().map(|event| event.revision().0).max().unwrap_or(0),
                // Up to the revision after which the watch was asked to start there is nothing to deliver, ever.
                WatchItem::Progress(revision) if Some(*revision) <= watch.request.after => continue,
                WatchItem::Progress(revision) => revision.0,
            };
            if revision > model.last()
                || model.at(revision).is_some_and(|made| made.asked.is_some_and(|asked| asked > *tick))
            {
                return Err(broken("not_early", watch, format!("revision {revision} was shown too early")));
            }
        }
    }
    Ok(())
}
