//! Fresh: a progress mark that was asked for, if another request follows its answer, is no older than what had been seen when
//! it was asked for.

use store::WatchItem;

use super::{History, Model, Violation, broken};

pub fn check(history: &History, _: &Model) -> Result<(), Violation> {
    let sightings = history.sightings();
    for watch in &history.watches {
        // Requests may share an answer, but the first mark after the last request's answer is due answers all: so it is enough
        // that some mark after each request is new enough, where the watch went on long enough to have delivered it.
        for asked in &watch.asked {
            let known = sightings.iter().take_while(|(t, _)| t < asked).map(|(_, r)| *r).max().unwrap_or(0);
            let marks: Vec<u64> = watch
                .items
                .iter()
                .filter(|(tick, _)| tick > asked)
                .filter_map(|(_, item)| match item {
                    WatchItem::Progress(revision) => Some(revision.0),
                    WatchItem::Events(_) => None,
                })
                .collect();
            // Each request is answered: two marks after it, all too old, cannot both be answers to earlier ones unless as many
            // were outstanding; unsolicited marks are new by themselves.
            let outstanding = watch.asked.iter().filter(|other| *other <= asked).count();
            if marks.len() > outstanding && marks.iter().all(|mark| *mark < known) {
                return Err(broken("fresh", watch, format!("{known} had been seen, marks are {marks:?}")));
            }
        }
    }
    Ok(())
}
