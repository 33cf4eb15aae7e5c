//! Unique: a watcher sees each change once, over all its resumptions.

use std::collections::HashSet;

use super::{History, Model, Violation, broken, by_watcher};

pub fn check(history: &History, _: &Model) -> Result<(), Violation> {
    for watches in by_watcher(history).into_values() {
        let mut seen = HashSet::new();
        for watch in watches {
            for (_, event) in watch.events() {
                if !seen.insert((event.revision(), event.key())) {
                    return Err(broken("unique", watch, format!("{event:?} came twice")));
                }
            }
        }
    }
    Ok(())
}
