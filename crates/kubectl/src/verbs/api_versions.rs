//! `api-versions`: groups and versions that the server serves.

use crate::command::{Section, Verb};
use crate::cx::Cx;
use crate::error::Result;
use crate::io::out;

/// The verb.
pub const VERB: Verb = Verb {
    name: "api-versions",
    section: Section::Other,
    about: "Print the supported API versions on the server, in the form of \"group/version\"",
    examples: &[("Print the supported API versions", "kubectl api-versions")],
    run: Some(|cx| Box::pin(run(cx))),
    ..Verb::NONE
};

async fn run(cx: &Cx) -> Result {
    let discovery = cx.server().await?.discovery().await?;
    let name = |one: &crate::discovery::GroupVersion| {
        if one.group.is_empty() { one.version.clone() } else { format!("{}/{}", one.group, one.version) }
    };
    let mut names: Vec<String> = discovery.versions.iter().map(name).collect();
    names.sort();
    for name in names {
        out!(cx, "{name}");
    }
    Ok(())
}
