//! Previous values: each event shows what the key held before, if the watch asked for it, and nothing if it did not.

use store::{Event, KeyValue};

use super::{History, Model, Violation, broken, truth};

pub fn check(history: &History, model: &Model) -> Result<(), Violation> {
    for watch in &history.watches {
        for (_, event) in watch.events() {
            let Some(true_event) = truth(model, event) else { continue };
            let due = if watch.request.previous { previous(true_event) } else { &None };
            if previous(event) != due {
                let what = format!("{event:?} says {:?}, was {due:?}", previous(event));
                return Err(broken("previous", watch, what));
            }
        }
    }
    Ok(())
}

fn previous(event: &Event) -> &Option<KeyValue> {
    match event {
        Event::Put { previous, .. } | Event::Delete { previous, .. } => previous,
    }
}
