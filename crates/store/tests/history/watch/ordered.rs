//! Ordered: the revisions of a watch only rise, within an item and from item to item.

use super::{History, Model, Violation, broken};

pub fn check(history: &History, _: &Model) -> Result<(), Violation> {
    for watch in &history.watches {
        let mut last = 0;
        for (_, event) in watch.events() {
            let revision = event.revision().0;
            if revision < last {
                return Err(broken("ordered", watch, format!("event of {revision} after one of {last}")));
            }
            last = revision;
        }
    }
    Ok(())
}
