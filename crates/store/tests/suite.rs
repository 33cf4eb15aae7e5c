//! The behaviour that every back end must show, as small cases, each in its own part of the key space.
//!
//! One file for each area, one line of its table for each case. `suite/on.rs` runs them against each back end.
//! `NAVARCH_TEST_CASE=<text>` runs only the cases whose name contains the text.

pub mod case;
mod compaction;
mod delete;
mod keys;
mod limits;
mod on;
mod put;
mod range;
mod revisions;
mod stop;
mod transaction;
mod ttl;
mod watch;
mod watch_progress;
mod watch_resume;

use std::pin::Pin;

pub use case::Case;

/// A case, ready to run.
pub type Run = fn(Case) -> Pin<Box<dyn Future<Output = ()> + Send>>;

/// The cases of one area.
pub type Cases = &'static [(&'static str, Run)];

/// All areas.
pub const AREAS: &[(&str, Cases)] = &[
    ("compaction", compaction::CASES),
    ("delete", delete::CASES),
    ("keys", keys::CASES),
    ("limits", limits::CASES),
    ("put", put::CASES),
    ("range", range::CASES),
    ("revisions", revisions::CASES),
    ("stop", stop::CASES),
    ("transaction", transaction::CASES),
    ("ttl", ttl::CASES),
    ("watch", watch::CASES),
    ("watch_progress", watch_progress::CASES),
    ("watch_resume", watch_resume::CASES),
];

#[test]
fn table_and_folder_agree() {
    // Two files hold no cases: what a case is given, and what runs them.
    let names = AREAS.iter().map(|(name, _)| *name).chain(["case", "on"]);
    crate::table::agrees_with_folder("tests/suite", names);
}

#[test]
fn names_are_unique() {
    let mut names: Vec<_> = AREAS.iter().flat_map(|(_, cases)| cases.iter().map(|(name, _)| name)).collect();
    let all = names.len();
    names.sort();
    names.dedup();
    assert_eq!(names.len(), all);
}
