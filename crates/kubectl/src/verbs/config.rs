//! `config`: kubeconfig files.

mod contexts;
mod entries;
mod view;

use crate::command::{Section, Verb};

/// The verb.
pub const VERB: Verb = Verb {
    name: "config",
    section: Section::Settings,
    usage: "SUBCOMMAND",
    about: "Modify kubeconfig files",
    below: &[
        contexts::CURRENT,
        entries::DELETE_CLUSTER,
        entries::DELETE_CONTEXT,
        entries::DELETE_USER,
        entries::GET_CLUSTERS,
        contexts::GET,
        entries::GET_USERS,
        contexts::RENAME,
        entries::SET_CLUSTER,
        entries::SET_CONTEXT,
        entries::SET_CREDENTIALS,
        contexts::USE,
        view::VERB,
    ],
    ..Verb::NONE
};
