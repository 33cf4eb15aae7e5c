//! `set serviceaccount`.

use serde_json::json;

use super::{COMMON, each};
use crate::command::Verb;
use crate::cx::Cx;
use crate::error::{Result, bail};
use crate::tree::put;

/// The verb.
pub const VERB: Verb = Verb {
    name: "serviceaccount",
    aliases: &["sa"],
    usage: "(-f FILENAME | TYPE NAME) SERVICE_ACCOUNT",
    about: "Update the service account of a resource",
    examples: &[(
        "Set deployment nginx-deployment's service account to serviceaccount1",
        "kubectl set serviceaccount deployment nginx-deployment serviceaccount1",
    )],
    flags: &COMMON,
    run: Some(|cx| Box::pin(run(cx))),
    ..Verb::NONE
};

async fn run(cx: &Cx) -> Result {
    let Some((account, resources)) = cx.args.split_last() else {
        bail!("serviceaccount is required");
    };
    if resources.is_empty() && cx.flags.list("filename").is_empty() {
        bail!("one or more resources must be specified as <resource> <name> or <resource>/<name>");
    }
    each(cx, resources, "serviceaccount updated", "failed to patch ServiceAccountName", |spec| {
        put(spec, "serviceAccountName", json!(account));
        if spec.get("serviceAccount").is_some() {
            put(spec, "serviceAccount", json!(account));
        }
        Ok(())
    })
    .await
}
