//! The past of a workload: the revisions that a deployment's replica sets, or controller revisions, hold.

use serde_json::Value;

use crate::cx::Cx;
use crate::error::{Result, bail, plain};
use crate::pods;
use crate::resources::Info;
use crate::server::Ask;
use crate::tree::Tree as _;

/// Why a revision came to be.
pub const CHANGE_CAUSE: &str = "kubernetes.io/change-cause";
/// Which revision a replica set is.
const REVISION: &str = "deployment.kubernetes.io/revision";
/// What a deployment's controller adds to the labels of a replica set.
pub const HASH: &str = "pod-template-hash";

/// A revision.
#[derive(Clone, Debug)]
pub struct Revision {
    /// Its number.
    pub number: i64,
    /// Why it came to be; empty if nobody said.
    pub cause: String,
    /// The pod template.
    pub template: Value,
    /// The replica set or controller revision.
    pub holder: Value,
}

fn annotation<'a>(object: &'a Value, name: &str) -> &'a str {
    object.at("metadata.annotations").get(name).and_then(Value::as_str).unwrap_or_default()
}

/// The number of the revision that a deployment is at.
pub fn number(deployment: &Value) -> Option<i64> {
    annotation(deployment, REVISION).parse().ok()
}

/// The revisions of a workload, oldest first.
pub async fn revisions(cx: &Cx, info: &Info) -> Result<Vec<Revision>> {
    let (api_version, kind) = match info.object.kind() {
        "Deployment" => ("apps/v1", "ReplicaSet"),
        "DaemonSet" | "StatefulSet" => ("apps/v1", "ControllerRevision"),
        other => bail!(
            "no history viewer has been implemented for {}",
            meta::go::quote(&crate::discovery::label(&info.resource.group, other, "").replace('/', ""))
        ),
    };
    let server = cx.server().await?;
    let resource = server.discovery().await?.of_kind(api_version, kind)?;
    let query = vec![("labelSelector", pods::label_selector(info.object.at("spec.selector"))?)];
    let list = server.call(Ask::get(resource.path(&info.namespace)).query(query)).await?;
    let uid = info.object.text("metadata.uid");
    let owned = |object: &&Value| {
        object
            .items("metadata.ownerReferences")
            .iter()
            .any(|owner| owner.text("uid") == uid && owner.truth("controller"))
    };
    let mut all: Vec<Revision> = list
        .items("items")
        .iter()
        .filter(owned)
        .filter_map(|object| revision(kind, &info.object, object))
        .collect();
    all.sort_by_key(|one| one.number);
    Ok(all)
}

fn revision(kind: &str, workload: &Value, object: &Value) -> Option<Revision> {
    let cause = annotation(object, CHANGE_CAUSE).to_owned();
    if kind == "ReplicaSet" {
        let number = annotation(object, REVISION).parse().ok()?;
        return Some(Revision {
            number,
            cause,
            template: object.at("spec.template").clone(),
            holder: object.clone(),
        });
    }
    let definition = schema::builtin("apps", "v1", workload.kind())?;
    let then = patch::strategic::apply(workload.clone(), object.at("data"), &definition.schema).ok()?;
    let template = then.at("spec.template").clone();
    Some(Revision { number: object.int("revision"), cause, template, holder: object.clone() })
}

/// The revision to go back to: the one that is asked for, or the one before the last.
pub fn target(all: &[Revision], wanted: i64) -> Result<&Revision> {
    if wanted < 0 {
        bail!("unable to find specified revision {wanted} in history");
    }
    if wanted > 0 {
        let found = all.iter().find(|one| one.number == wanted);
        return found.ok_or_else(|| plain(format!("unable to find specified revision {wanted} in history")));
    }
    match all {
        [.., before, _] => Ok(before),
        _ => bail!("no rollout history found for deployment"),
    }
}

/// Whether two templates are the same but for what the controller adds.
pub fn same_template(left: &Value, right: &Value) -> bool {
    let bare = |template: &Value| {
        let mut template = template.clone();
        if let Some(labels) = template.pointer_mut("/metadata/labels").and_then(Value::as_object_mut) {
            labels.remove(HASH);
        }
        template
    };
    bare(left) == bare(right)
}
