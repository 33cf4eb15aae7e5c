//! `create serviceaccount`.

use serde_json::json;

use super::COMMON;
use crate::command::Verb;
use crate::cx::Cx;
use crate::error::Result;
use crate::generate::make;

/// The verb.
pub const VERB: Verb = Verb {
    name: "serviceaccount",
    aliases: &["sa"],
    usage: "NAME [--dry-run=server|client|none]",
    about: "Create a service account with the specified name",
    examples: &[(
        "Create a new service account named my-service-account",
        "kubectl create serviceaccount my-service-account",
    )],
    flags: &COMMON,
    run: Some(|cx| Box::pin(run(cx))),
    ..Verb::NONE
};

async fn run(cx: &Cx) -> Result {
    let object = json!({"apiVersion": "v1", "kind": "ServiceAccount", "metadata": {"name": cx.one_name()?}});
    make(cx, object, true, "failed to create serviceaccount:").await
}
