//! Versions: an event shows the right revision of creation, revision of change and number of writes.

use store::Event;

use super::{History, Model, Violation, broken, truth};

pub fn check(history: &History, model: &Model) -> Result<(), Violation> {
    for watch in &history.watches {
        for (_, event) in watch.events() {
            let (Event::Put { kv, .. }, Some(Event::Put { kv: due, .. })) = (event, truth(model, event))
            else {
                continue;
            };
            let told = (kv.create_revision, kv.mod_revision, kv.version);
            if told != (due.create_revision, due.mod_revision, due.version) {
                return Err(broken("versions", watch, format!("told {kv:?}, was {due:?}")));
            }
        }
    }
    Ok(())
}
