//! `rollout`: how a change of a workload goes on, its past, and going back.

mod history;
mod restart;
mod status;
mod undo;

use crate::command::{Section, Verb};

/// The verb.
pub const VERB: Verb = Verb {
    name: "rollout",
    section: Section::Deploy,
    usage: "SUBCOMMAND",
    about: "Manage the rollout of a resource",
    examples: &[
        ("Rollback to the previous deployment", "kubectl rollout undo deployment/abc"),
        ("Check the rollout status of a daemonset", "kubectl rollout status daemonset/foo"),
    ],
    below: &[history::VERB, restart::PAUSE, restart::RESTART, restart::RESUME, status::VERB, undo::VERB],
    ..Verb::NONE
};
