//! `scale`: how many replicas.

use http::Method;
use serde_json::{Value, json};

use crate::changes::MERGE;
use crate::command::{Section, Verb};
use crate::cx::Cx;
use crate::error::{Error, Result, bail};
use crate::flags::{ALL, DRY_RUN, FILES, Flag, PRINT, SELECTOR};
use crate::print::{DryRun, Outcome};
use crate::resources::{Info, Select, Selected};
use crate::server::Ask;
use crate::tree::{Tree as _, put};
use crate::waiting::{Waited, until};

/// The verb.
pub const VERB: Verb = Verb {
    name: "scale",
    section: Section::Deploy,
    usage: "[--resource-version=version] [--current-replicas=count] --replicas=COUNT (-f FILENAME | TYPE NAME)",
    about: "Set a new size for a deployment, replica set, or replication controller",
    examples: &[("Scale a replica set named 'foo' to 3", "kubectl scale --replicas=3 rs/foo")],
    flags: &[FILES, PRINT, DRY_RUN, SELECTOR, ALL, OWN],
    required: &["replicas"],
    run: Some(|cx| Box::pin(run(cx))),
    ..Verb::NONE
};

static OWN: &[Flag] = &[
    Flag::number("replicas", "0", "The new desired number of replicas. Required"),
    Flag::number("current-replicas", "-1", "Precondition for current size"),
    Flag::text("resource-version", "", "Precondition for resource version"),
    Flag::duration(
        "timeout",
        "0s",
        "The length of time to wait before giving up on a scale operation, zero means don't wait",
    ),
];

async fn run(cx: &Cx) -> Result {
    let replicas = cx.flags.int("replicas");
    if replicas < 0 {
        bail!("The --replicas=COUNT flag is required, and COUNT must be greater than or equal to 0");
    }
    if cx.flags.int("current-replicas") < -1 {
        bail!("The --current-replicas must specify an integer of -1 or greater");
    }
    let outcome = Outcome::of(cx)?;
    let select = Select { types_mean_all: cx.flags.on("all"), all: false, ..Select::of(cx) };
    let Selected { infos, errors, .. } = select.find(cx).await?;
    if cx.flags.some("resource-version").is_some() && infos.len() > 1 {
        bail!("cannot use --resource-version with multiple resources");
    }
    if infos.is_empty() {
        Error::all(errors)?;
        bail!("no objects passed to scale");
    }
    for info in infos {
        scale(cx, &outcome, info, replicas).await?;
    }
    Error::all(errors)
}

async fn scale(cx: &Cx, outcome: &Outcome, mut info: Info, replicas: i64) -> Result {
    let shown = |mut object: Value| {
        if matches!(info.resource.group.as_str(), "apps" | "") {
            put(&mut object, "spec.replicas", json!(replicas));
        }
        object
    };
    if outcome.is_client_only() {
        return outcome.say(cx, &shown(info.object.clone()), "scaled");
    }
    let server = cx.server().await?;
    let path = format!("{}/scale", info.path());
    let query = outcome.dry_run.query();
    let (current, version) = (cx.flags.int("current-replicas"), cx.flags.text("resource-version"));
    if current != -1 || !version.is_empty() {
        let mut now = server.get(&path).await?;
        let (actual, at) = (now.int("spec.replicas"), now.text("metadata.resourceVersion").to_owned());
        if current != -1 && actual != current {
            bail!("Expected replicas to be {current}, was {actual}");
        }
        if !version.is_empty() && at != version {
            bail!("Expected resource version to be {version}, was {at}");
        }
        put(&mut now, "spec.replicas", json!(replicas));
        server.call(Ask::new(Method::PUT, &path).query(query).body(&now)).await?;
    } else {
        let body = serde_json::to_vec(&json!({"spec": {"replicas": replicas}}))?;
        server.call(Ask::new(Method::PATCH, &path).query(query).bytes(MERGE, body)).await?;
    }
    info.object = shown(info.object.clone());
    let limit = cx.flags.duration("timeout");
    if !limit.is_zero() && outcome.dry_run == DryRun::None {
        let there = |object: &Value| Ok(object.int("status.replicas") == replicas);
        if until(server, &info, Some(limit), there).await? != Waited::Done {
            bail!("timed out waiting for {} to be synced", meta::go::quote(&info.name));
        }
    }
    outcome.say(cx, &info.object, "scaled")
}
