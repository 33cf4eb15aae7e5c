//! `set`: single features of what runs, without writing it out. What the verbs below share is here.

mod env;
mod image;
mod resources;
mod selector;
mod serviceaccount;

use serde_json::{Map, Value};

use crate::changes;
use crate::command::{Section, Verb};
use crate::cx::Cx;
use crate::error::{Error, Result, plain};
use crate::flags::{ALL, DRY_RUN, FILES, Flag, LOCAL, MANAGER_SET, PRINT, SELECTOR};
use crate::print::Outcome;
use crate::resources::{Info, Select};

/// The verb.
pub const VERB: Verb = Verb {
    name: "set",
    section: Section::Beginner,
    usage: "SUBCOMMAND",
    about: "Set specific features on objects",
    below: &[env::VERB, image::VERB, resources::VERB, selector::VERB, serviceaccount::VERB],
    ..Verb::NONE
};

/// The flags of every verb below.
const COMMON: [&[Flag]; 7] = [FILES, PRINT, DRY_RUN, SELECTOR, ALL, LOCAL, MANAGER_SET];

/// Where the pod specification of a kind is.
fn pod_spec(object: &mut Value) -> Option<&mut Value> {
    let path = match object.get("kind").and_then(Value::as_str)? {
        "Pod" => "/spec",
        "CronJob" => "/spec/jobTemplate/spec/template/spec",
        "Deployment" | "DaemonSet" | "ReplicaSet" | "StatefulSet" | "Job" | "ReplicationController" => {
            "/spec/template/spec"
        }
        _ => return None,
    };
    object.pointer_mut(path)
}

/// The containers of a pod specification, initial ones first.
fn containers(spec: &mut Value) -> Vec<&mut Map<String, Value>> {
    let Some(spec) = spec.as_object_mut() else { return Vec::new() };
    let (mut first, mut rest) = (Vec::new(), Vec::new());
    for (name, list) in spec.iter_mut() {
        let list = list.as_array_mut().into_iter().flatten().filter_map(Value::as_object_mut);
        match name.as_str() {
            "initContainers" => first.extend(list),
            "containers" => rest.extend(list),
            _ => {}
        }
    }
    first.extend(rest);
    first
}

/// What is selected.
fn select(cx: &Cx, resources: &[String]) -> Select {
    let local = cx.flags.on("local");
    Select { types_mean_all: cx.flags.on("all"), all: false, latest: !local, ..Select::of(cx) }
        .args(resources.iter().cloned())
}

/// Changes each object that is selected, by `change` of its pod specification.
async fn each(
    cx: &Cx,
    resources: &[String],
    done: &str,
    failed: &str,
    mut change: impl FnMut(&mut Value) -> Result,
) -> Result {
    let outcome = Outcome::of(cx)?;
    let selected = select(cx, resources).find(cx).await?;
    let mut errors = selected.errors;
    for info in selected.infos {
        let mut after = info.object.clone();
        let changed = match pod_spec(&mut after) {
            Some(spec) => change(spec),
            None => Err(plain(format!(
                "error: {} the object is not a pod or does not have a pod template: {}\n",
                info.label(),
                info.resource.kind
            ))),
        };
        if let Err(error) = changed {
            errors.push(error);
            continue;
        }
        if let Err(error) = send(cx, &outcome, &info, after, done, failed).await {
            errors.push(error);
        }
    }
    Error::all(errors)
}

async fn send(cx: &Cx, outcome: &Outcome, info: &Info, after: Value, done: &str, failed: &str) -> Result {
    let local = cx.flags.on("local");
    let (after, changed) = match changes::send(cx, outcome, info, after, local).await {
        Err(error @ Error::Status(_)) if !failed.is_empty() => {
            return Err(plain(format!("{failed}: {error}")));
        }
        other => other?,
    };
    if changed || local { outcome.say(cx, &after, done) } else { Ok(()) }
}
