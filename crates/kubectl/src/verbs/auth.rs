//! `auth`: who one is, and what one may do.

mod can_i;
mod whoami;

use crate::command::{Section, Verb};

/// The verb.
pub const VERB: Verb = Verb {
    name: "auth",
    section: Section::Cluster,
    usage: "SUBCOMMAND",
    about: "Inspect authorization",
    below: &[can_i::VERB, whoami::VERB],
    ..Verb::NONE
};
