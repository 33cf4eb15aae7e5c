//! `rollout restart`, `rollout pause` and `rollout resume`: small changes of a workload.

use serde_json::{Value, json};

use crate::changes;
use crate::command::Verb;
use crate::cx::Cx;
use crate::error::{Result, bail, plain};
use crate::flags::{FILES, MANAGER_ROLLOUT, PRINT, SELECTOR};
use crate::print::Outcome;
use crate::resources::{Info, Select};
use crate::tree::{Tree as _, object_at, put};

/// When a workload was restarted.
const RESTARTED: &str = "kubectl.kubernetes.io/restartedAt";

/// `rollout restart`.
pub const RESTART: Verb = Verb {
    name: "restart",
    usage: "RESOURCE",
    about: "Restart a resource",
    examples: &[("Restart a deployment", "kubectl rollout restart deployment/nginx")],
    flags: &[FILES, PRINT, SELECTOR, MANAGER_ROLLOUT],
    run: Some(|cx| Box::pin(run(cx, "restarted", restart))),
    ..Verb::NONE
};

/// `rollout pause`.
pub const PAUSE: Verb = Verb {
    name: "pause",
    usage: "RESOURCE",
    about: "Mark the provided resource as paused",
    examples: &[("Mark the nginx deployment as paused", "kubectl rollout pause deployment/nginx")],
    flags: &[FILES, PRINT, SELECTOR, MANAGER_ROLLOUT],
    run: Some(|cx| Box::pin(run(cx, "paused", |_, object| pausing(object, true)))),
    ..Verb::NONE
};

/// `rollout resume`.
pub const RESUME: Verb = Verb {
    name: "resume",
    usage: "RESOURCE",
    about: "Resume a paused resource",
    examples: &[("Resume an already paused deployment", "kubectl rollout resume deployment/nginx")],
    flags: &[FILES, PRINT, SELECTOR, MANAGER_ROLLOUT],
    run: Some(|cx| Box::pin(run(cx, "resumed", |_, object| pausing(object, false)))),
    ..Verb::NONE
};

async fn run(cx: &Cx, done: &str, change: fn(&Cx, &mut Value) -> Result) -> Result {
    if cx.args.is_empty() && cx.flags.list("filename").is_empty() {
        bail!("required resource not specified");
    }
    let outcome = Outcome::of(cx)?;
    let selected = Select { latest: true, types_mean_all: true, ..Select::of(cx) }.find(cx).await?;
    selected.each(async |info| one(cx, &outcome, &info, done, change).await).await
}

async fn one(
    cx: &Cx,
    outcome: &Outcome,
    info: &Info,
    done: &str,
    change: fn(&Cx, &mut Value) -> Result,
) -> Result {
    let mut after = info.object.clone();
    change(cx, &mut after).map_err(|error| {
        let (plural, name) = (&info.resource.full_name(), meta::go::quote(&info.name));
        let kind = plural.clone();
        plain(format!("{kind} {name} {error}"))
    })?;
    let (after, _) = changes::send(cx, outcome, info, after, false).await?;
    outcome.say(cx, &after, done)
}

fn restart(cx: &Cx, object: &mut Value) -> Result {
    match object.kind() {
        "Deployment" if object.truth("spec.paused") => {
            bail!("can't restart paused deployment (run rollout resume first)")
        }
        "Deployment" | "DaemonSet" | "StatefulSet" => {}
        _ => bail!("restarting is not supported"),
    }
    let now = meta::Time::from_unix(cx.now()).to_string();
    object_at(object, "spec.template.metadata.annotations").insert(RESTARTED.to_owned(), json!(now));
    Ok(())
}

fn pausing(object: &mut Value, pause: bool) -> Result {
    if object.kind() != "Deployment" {
        bail!("{} is not supported", if pause { "pausing" } else { "resuming" });
    }
    match (object.truth("spec.paused"), pause) {
        (true, true) => bail!("is already paused"),
        (false, false) => bail!("is not paused"),
        _ => put(object, "spec.paused", json!(pause)),
    }
    Ok(())
}
