//! `create namespace`.

use serde_json::json;

use super::COMMON;
use crate::command::Verb;
use crate::cx::Cx;
use crate::error::Result;
use crate::generate::make;

/// The verb.
pub const VERB: Verb = Verb {
    name: "namespace",
    aliases: &["ns"],
    usage: "NAME [--dry-run=server|client|none]",
    about: "Create a namespace with the specified name",
    examples: &[("Create a new namespace named my-namespace", "kubectl create namespace my-namespace")],
    flags: &COMMON,
    run: Some(|cx| Box::pin(run(cx))),
    ..Verb::NONE
};

async fn run(cx: &Cx) -> Result {
    let object = json!({"apiVersion": "v1", "kind": "Namespace", "metadata": {"name": cx.one_name()?}});
    make(cx, object, false, "").await
}
