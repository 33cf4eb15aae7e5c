//! Faithful: an event shows a change that really happened, with its value; also one that was shown just before a crash.

use store::Event;

use super::{History, Model, Violation, broken, truth};

pub fn check(history: &History, model: &Model) -> Result<(), Violation> {
    for watch in &history.watches {
        for (_, event) in watch.events() {
            if event.revision().0 <= model.base {
                continue;
            }
            let same = match (event, truth(model, event)) {
                (Event::Put { kv, .. }, Some(Event::Put { kv: true_kv, .. })) => kv.value == true_kv.value,
                (Event::Delete { .. }, Some(Event::Delete { .. })) => true,
                _ => false,
            };
            if !same {
                return Err(broken("faithful", watch, format!("{event:?} did not happen")));
            }
        }
    }
    Ok(())
}
