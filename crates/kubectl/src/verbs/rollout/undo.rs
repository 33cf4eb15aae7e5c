//! `rollout undo`: back to an earlier revision.

use serde_json::{Value, json};

use crate::changes::{JSON_PATCH, STRATEGIC};
use crate::command::Verb;
use crate::cx::Cx;
use crate::describe;
use crate::error::{Result, bail, plain};
use crate::flags::{DRY_RUN, FILES, Flag, PRINT, SELECTOR};
use crate::history::{HASH, Revision, revisions, same_template, target};
use crate::print::Outcome;
use crate::resources::{Info, Select};
use crate::tree::{Tree as _, texts};

/// The verb.
pub const VERB: Verb = Verb {
    name: "undo",
    usage: "(TYPE NAME | TYPE/NAME) [flags]",
    about: "Undo a previous rollout",
    examples: &[("Roll back to the previous deployment", "kubectl rollout undo deployment/abc")],
    flags: &[FILES, PRINT, DRY_RUN, SELECTOR, OWN],
    run: Some(|cx| Box::pin(run(cx))),
    ..Verb::NONE
};

static OWN: &[Flag] =
    &[Flag::number("to-revision", "0", "The revision to rollback to. Default to 0 (last revision)")];

/// What is about one revision only, and stays with the deployment.
const KEPT: [&str; 6] = [
    "kubectl.kubernetes.io/last-applied-configuration",
    "deployment.kubernetes.io/revision",
    "deployment.kubernetes.io/revision-history",
    "deployment.kubernetes.io/desired-replicas",
    "deployment.kubernetes.io/max-replicas",
    "deprecated.deployment.rollback.to",
];

async fn run(cx: &Cx) -> Result {
    if cx.args.is_empty() && cx.flags.list("filename").is_empty() {
        bail!("required resource not specified");
    }
    let outcome = Outcome::of(cx)?;
    let selected = Select { latest: true, types_mean_all: true, ..Select::of(cx) }.find(cx).await?;
    selected.each(async |info| one(cx, &outcome, &info).await).await
}

async fn one(cx: &Cx, outcome: &Outcome, info: &Info) -> Result {
    let wanted = cx.flags.int("to-revision");
    let all = revisions(cx, info).await?;
    let deployment = info.object.kind() == "Deployment";
    if !deployment && wanted == 0 && all.len() <= 1 {
        bail!("no last revision to roll back to");
    }
    let found = target(&all, wanted).map_err(|error| match (deployment, wanted) {
        (true, 0) => {
            plain(format!("no rollout history found for deployment {}", meta::go::quote(&info.name)))
        }
        _ => error,
    })?;
    if outcome.is_client_only() {
        return outcome.say(cx, &info.object, &describe::pod_template(&found.template));
    }
    if deployment && info.object.truth("spec.paused") {
        bail!(
            "you cannot rollback a paused deployment; resume it first with 'kubectl rollout resume' and try again"
        );
    }
    if same_template(&found.template, info.object.at("spec.template")) {
        let done = format!("skipped rollback (current template already matches revision {wanted})");
        return outcome.say(cx, &info.object, &done);
    }
    let (content, patch) = if deployment {
        (JSON_PATCH, patch(&info.object, found))
    } else {
        (STRATEGIC, found.holder.at("data").clone())
    };
    let sent = info.patch(cx.server().await?, content, &patch, outcome.query(cx)).await;
    let after = sent.map_err(|error| plain(format!("failed restoring revision {wanted}: {error}")))?;
    outcome.say(cx, &after, "rolled back")
}

fn patch(deployment: &Value, found: &Revision) -> Value {
    let mut template = found.template.clone();
    if let Some(labels) = template.pointer_mut("/metadata/labels").and_then(Value::as_object_mut) {
        labels.remove(HASH);
    }
    let mut annotations = serde_json::Map::new();
    for (key, value) in
        texts(deployment.at("metadata.annotations")).into_iter().filter(|(key, _)| KEPT.contains(key))
    {
        annotations.insert(key.to_owned(), json!(value));
    }
    for (key, value) in
        texts(found.holder.at("metadata.annotations")).into_iter().filter(|(key, _)| !KEPT.contains(key))
    {
        annotations.insert(key.to_owned(), json!(value));
    }
    json!([
        {"op": "replace", "path": "/spec/template", "value": template},
        {"op": "replace", "path": "/metadata/annotations", "value": annotations},
    ])
}
