//! What a watch promises, one checker for each promise, each given the record and what really happened.

mod atomic;
mod bookmarks;
mod faithful;
mod filtered;
mod fresh;
mod not_early;
mod ordered;
mod previous;
mod reliable;
mod resumable;
mod unique;
mod versions;

use std::collections::HashMap;

use store::Event;

use super::explain::Model;
use super::op::{History, Watching};
use super::{Violation, violation};

/// A checker.
pub type Checker = fn(&History, &Model) -> Result<(), Violation>;

/// Every promise by name. The file of each has the same name.
pub const CHECKERS: &[(&str, Checker)] = &[
    ("atomic", atomic::check),
    ("bookmarks", bookmarks::check),
    ("faithful", faithful::check),
    ("filtered", filtered::check),
    ("fresh", fresh::check),
    ("not_early", not_early::check),
    ("ordered", ordered::check),
    ("previous", previous::check),
    ("reliable", reliable::check),
    ("resumable", resumable::check),
    ("unique", unique::check),
    ("versions", versions::check),
];

/// The revision after which this watch must deliver everything, and the one up to which it must deliver nothing. They differ
/// only for a watch from now on, whose start lies somewhere between call and answer.
fn start(history: &History, model: &Model, watch: &Watching) -> (u64, u64) {
    if let Some(after) = watch.request.after {
        return (after.0, after.0);
    }
    let sightings = history.sightings();
    let before = sightings.iter().take_while(|(tick, _)| *tick < watch.invoked).map(|(_, r)| *r);
    let nothing = before.max().unwrap_or(0).max(history.base);
    let revisions = history.base + 1..=model.last();
    let asked = |r: &u64| model.at(*r).is_some_and(|made| made.asked.is_some_and(|t| t < watch.started));
    let mut possible = revisions.rev().find(asked).unwrap_or(0).max(nothing);
    // Nobody asks for an expiry, so it may be as old as the last write that could be.
    while model.at(possible + 1).is_some_and(|made| made.asked.is_none()) {
        possible += 1;
    }
    (possible, nothing)
}

/// What this watch must show of `revision`.
fn expected<'a>(watch: &Watching, model: &'a Model, revision: u64) -> Vec<&'a Event> {
    let events = model.at(revision).map_or(&[][..], |made| &made.events);
    events.iter().filter(|event| watch.request.keys.contains(event.key())).collect()
}

/// The true event that a delivered one must equal.
fn truth<'a>(model: &'a Model, event: &Event) -> Option<&'a Event> {
    model.at(event.revision().0)?.events.iter().find(|true_event| true_event.key() == event.key())
}

/// The watches of each watcher, in their order.
fn by_watcher(history: &History) -> HashMap<usize, Vec<&Watching>> {
    let mut watchers: HashMap<usize, Vec<&Watching>> = HashMap::new();
    for watch in &history.watches {
        watchers.entry(watch.watcher).or_default().push(watch);
    }
    for watches in watchers.values_mut() {
        watches.sort_by_key(|watch| watch.invoked);
    }
    watchers
}

/// A violation of a watch promise, with who saw it.
fn broken(rule: &'static str, watch: &Watching, what: impl std::fmt::Display) -> Violation {
    let Watching { watcher, request, .. } = watch;
    violation(rule, format!("watcher {watcher} of {:?} after {:?}: {what}", request.keys, request.after))
}

#[test]
fn table_and_folder_agree() {
    crate::table::agrees_with_folder("tests/history/watch", CHECKERS.iter().map(|(name, _)| *name));
}
