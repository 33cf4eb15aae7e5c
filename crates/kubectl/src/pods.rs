//! From a word on the command line to a pod and a container in it. Mirrors upstream's `polymorphichelpers` and `podcmd`.

use std::time::Duration;

use meta::selector::LabelSelector;
use serde_json::Value;

use crate::cx::Cx;
use crate::error::{Result, bail, plain};
use crate::io::err;
use crate::resources::{Info, Select};
use crate::server::Ask;
use crate::tree::{Tree as _, texts};
use crate::waiting::Lines;

/// Names the container to take when none is said.
const DEFAULT: &str = "kubectl.kubernetes.io/default-container";

/// The object that `pod`, `TYPE/NAME` or a bare name means.
pub async fn object(cx: &Cx, word: &str) -> Result<Info> {
    let args =
        if word.contains('/') { vec![word.to_owned()] } else { vec!["pods".to_owned(), word.to_owned()] };
    let mut infos = Select { files: Vec::new(), ..Select::of(cx) }.args(args).find(cx).await?.sound()?;
    infos.pop().ok_or_else(|| plain(format!("{word} is not there")))
}

/// A pod that belongs to an object, or the pod itself; how many there are.
pub async fn of(cx: &Cx, info: &Info, timeout: Duration) -> Result<(Value, usize)> {
    if info.object.kind() == "Pod" {
        return Ok((info.object.clone(), 1));
    }
    let selector = selector(&info.object)?;
    let mut pods = matching(cx, &info.namespace, &selector, Some(timeout)).await?;
    pods.sort_by_key(rank);
    let count = pods.len();
    Ok((pods.swap_remove(0), count))
}

/// The pods that a selector selects; with a limit, waits until there is one.
pub async fn matching(
    cx: &Cx,
    namespace: &str,
    selector: &str,
    limit: Option<Duration>,
) -> Result<Vec<Value>> {
    let server = cx.server().await?;
    let path = server.discovery().await?.of_kind("v1", "Pod")?.path(namespace);
    let query = vec![("labelSelector", selector.to_owned())];
    let list = server.call(Ask::get(&path).query(query.clone())).await?;
    let typed = |pod: &Value| {
        let mut pod = pod.clone();
        pod["apiVersion"] = Value::from("v1");
        pod["kind"] = Value::from("Pod");
        pod
    };
    let Some(limit) = limit.filter(|_| list.items("items").is_empty()) else {
        return Ok(list.items("items").iter().map(typed).collect());
    };
    let mut query = query;
    query.push(("watch", "true".to_owned()));
    query.push(("resourceVersion", list.text("metadata.resourceVersion").to_owned()));
    let mut lines = Lines::new(server.send(Ask::get(&path).query(query)).await?.into_body());
    match tokio::time::timeout(limit, lines.next()).await {
        Ok(Some(line)) => Ok(vec![typed(serde_json::from_slice::<Value>(&line?)?.at("object"))]),
        _ => Err(plain("timed out waiting for the condition")),
    }
}

/// Pods that can answer come first: assigned, running, ready, older.
fn rank(pod: &Value) -> (bool, u8, bool, String) {
    let phase = match pod.text("status.phase") {
        "Running" => 0,
        "Unknown" => 1,
        "Pending" => 2,
        _ => 3,
    };
    (
        pod.text("spec.nodeName").is_empty(),
        phase,
        !is_ready(pod),
        pod.text("metadata.creationTimestamp").to_owned(),
    )
}

/// Whether a pod says that it is ready.
pub fn is_ready(pod: &Value) -> bool {
    condition(pod, "Ready").is_some_and(|found| found.text("status") == "True")
}

/// A condition of an object.
pub fn condition<'a>(object: &'a Value, kind: &str) -> Option<&'a Value> {
    object.items("status.conditions").iter().find(|one| one.text("type") == kind)
}

/// The selector of an object's pods.
pub fn selector(object: &Value) -> Result<String> {
    match object.kind() {
        "Service" | "ReplicationController" => {
            let pairs: Vec<String> = texts(object.at("spec.selector"))
                .iter()
                .map(|(key, value)| format!("{key}={value}"))
                .collect();
            if pairs.is_empty() {
                bail!("invalid service '{}': Service is defined without a selector", object.name());
            }
            Ok(pairs.join(","))
        }
        "Deployment" | "ReplicaSet" | "StatefulSet" | "DaemonSet" | "Job" => {
            label_selector(object.at("spec.selector"))
        }
        other => bail!("selector for {other} not implemented"),
    }
}

/// A label selector of the API as text.
pub fn label_selector(tree: &Value) -> Result<String> {
    let selector: LabelSelector =
        serde_json::from_value(if tree.is_null() { serde_json::json!({}) } else { tree.clone() })?;
    let selector =
        selector.to_selector().map_err(|error| plain(format!("invalid label selector: {error}")))?;
    Ok(selector.to_string())
}

/// All containers of a pod: their names, and what is said of those that are not ordinary.
pub fn containers(pod: &Value) -> Vec<(&str, &'static str)> {
    let mut all = Vec::new();
    for (list, note) in
        [("containers", ""), ("ephemeralContainers", " (ephem)"), ("initContainers", " (init)")]
    {
        all.extend(pod.at("spec").items(list).iter().map(|container| (container.text("name"), note)));
    }
    all
}

fn names(pod: &Value) -> String {
    containers(pod).iter().map(|(name, note)| format!("{name}{note}")).collect::<Vec<_>>().join(", ")
}

/// The container to work with: the one that is asked for, or the pod's default, which the user is told of unless `quiet`.
pub fn container(cx: &Cx, pod: &Value, wanted: &str, quiet: bool) -> Result<String> {
    if !wanted.is_empty() {
        if containers(pod).iter().any(|(name, _)| *name == wanted) {
            return Ok(wanted.to_owned());
        }
        bail!("container {wanted} is not valid for pod {} out of: {}", pod.name(), names(pod));
    }
    let annotated =
        pod.at("metadata.annotations").get(DEFAULT).and_then(Value::as_str).filter(|name| !name.is_empty());
    if let Some(name) = annotated {
        if containers(pod).iter().any(|(known, _)| *known == name) {
            return Ok(name.to_owned());
        }
        err!(cx, "Default container name {} not found in pod {}", meta::go::quote(name), pod.name());
    }
    let Some((first, _)) = containers(pod).first().copied() else {
        bail!("pod {} has no containers", pod.name())
    };
    if containers(pod).len() > 1 && !quiet {
        err!(cx, "Defaulted container {} out of: {}", meta::go::quote(first), names(pod));
    }
    Ok(first.to_owned())
}
