//! Bookmarks: after a progress mark comes no event up to it, all events up to it came before, and marks never fall.

use std::collections::HashSet;

use store::WatchItem;

use super::{History, Model, Violation, broken, expected, start};

pub fn check(history: &History, model: &Model) -> Result<(), Violation> {
    for watch in &history.watches {
        let (mut checked, _) = start(history, model, watch);
        let (mut mark, mut seen) = (0, HashSet::new());
        for (_, item) in &watch.items {
            match item {
                WatchItem::Events(events) => {
                    if let Some(late) = events.iter().find(|event| event.revision().0 <= mark) {
                        return Err(broken("bookmarks", watch, format!("{late:?} after progress {mark}")));
                    }
                    seen.extend(events.iter().map(|event| (event.revision(), event.key())));
                }
                WatchItem::Progress(to) => {
                    if to.0 < mark {
                        return Err(broken("bookmarks", watch, format!("progress {to} after {mark}")));
                    }
                    mark = to.0;
                    for revision in checked + 1..=mark {
                        let due = expected(watch, model, revision);
                        if let Some(missing) = due.iter().find(|e| !seen.contains(&(e.revision(), e.key()))) {
                            let what = format!("progress {mark} before {missing:?}");
                            return Err(broken("bookmarks", watch, what));
                        }
                    }
                    checked = checked.max(mark);
                }
            }
        }
    }
    Ok(())
}
