//! Reliable: no change is left out between the start of a watch and the last thing it showed.

use std::collections::HashSet;

use super::{History, Model, Violation, broken, expected, start};

pub fn check(history: &History, model: &Model) -> Result<(), Violation> {
    for watch in &history.watches {
        let (after, _) = start(history, model, watch);
        let seen: HashSet<_> = watch.events().map(|(_, e)| (e.revision(), e.key())).collect();
        // A progress mark is a promise of its own (`bookmarks`); here only the events count.
        let last = watch.events().map(|(_, event)| event.revision().0).max().unwrap_or(0);
        for revision in after + 1..=last {
            if let Some(missing) =
                expected(watch, model, revision).iter().find(|e| !seen.contains(&(e.revision(), e.key())))
            {
                return Err(broken("reliable", watch, format!("{missing:?} is missing, {last} was shown")));
            }
        }
    }
    Ok(())
}
