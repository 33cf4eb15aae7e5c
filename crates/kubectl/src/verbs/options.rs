//! `options`: the flags of every verb.

use crate::command::{Section, Verb, options};
use crate::cx::Cx;
use crate::error::Result;
use crate::flags::GLOBAL;

/// The verb.
pub const VERB: Verb = Verb {
    name: "options",
    section: Section::Other,
    about: "Print the list of flags inherited by all commands",
    run: Some(|cx| Box::pin(run(cx))),
    ..Verb::NONE
};

async fn run(cx: &Cx) -> Result {
    cx.io.out(format!("The following options can be passed to any command:\n\n{}", options(&[GLOBAL])));
    Ok(())
}
