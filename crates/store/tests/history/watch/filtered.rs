//! Filtered: a watch shows only the keys it was asked for.

use super::{History, Model, Violation, broken};

pub fn check(history: &History, _: &Model) -> Result<(), Violation> {
    for watch in &history.watches {
        if let Some((_, event)) = watch.events().find(|(_, e)| !watch.request.keys.contains(e.key())) {
            return Err(broken("filtered", watch, format!("{event:?} is outside")));
        }
    }
    Ok(())
}
