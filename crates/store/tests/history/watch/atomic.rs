//! Atomic: the changes of one revision come in one item, and all that the watch covers.

use std::collections::HashSet;

use store::WatchItem;

use super::{History, Model, Violation, broken, expected};

pub fn check(history: &History, model: &Model) -> Result<(), Violation> {
    for watch in &history.watches {
        let mut whole = HashSet::new();
        for (_, item) in &watch.items {
            let WatchItem::Events(events) = item else { continue };
            let revisions: HashSet<u64> = events.iter().map(|event| event.revision().0).collect();
            for revision in revisions {
                let got = events.iter().filter(|event| event.revision().0 == revision).count();
                let due = expected(watch, model, revision).len();
                if !whole.insert(revision) || got < due {
                    let what = format!("{got} of {due} events of revision {revision} in one item");
                    return Err(broken("atomic", watch, what));
                }
            }
        }
    }
    Ok(())
}
