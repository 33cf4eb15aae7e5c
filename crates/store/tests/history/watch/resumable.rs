//! Resumable: a watch after a revision shows nothing of that revision or before, so that a watcher can go on where it was; and a
//! watch of a revision that is still to come waits for it.

use super::{History, Model, Violation, broken, start};

pub fn check(history: &History, model: &Model) -> Result<(), Violation> {
    for watch in &history.watches {
        let (_, nothing) = start(history, model, watch);
        if let Some((_, event)) = watch.events().find(|(_, event)| event.revision().0 <= nothing) {
            return Err(broken("resumable", watch, format!("{event:?} is not after {nothing}")));
        }
    }
    Ok(())
}
