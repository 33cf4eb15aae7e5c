//! Does what the plan says about one object.

use bytes::Bytes;
use client::Error;
use http::Request;
use http::header::{ACCEPT, CONTENT_TYPE};
use serde_json::{Value, json};

use super::Collector;
use super::graph::{Node, Owner, Uid};
use super::plan::{Mode, ORPHAN, Step, plan};

const METADATA: &str = "application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v1,application/json";

/// Looks at one object, and does what must be done.
pub async fn look(collector: &Collector, uid: &Uid) -> Result<(), Error> {
    loop {
        let (node, step) = {
            let graph = collector.graph.lock();
            let Some(node) = graph.get(uid) else { return Ok(()) };
            (node.clone(), plan(&graph, node))
        };
        match step {
            Step::Nothing => return Ok(()),
            // With what was learned, the plan is made again.
            Step::Ask(owners) => {
                if !ask(collector, &node, &owners).await? {
                    return Ok(());
                }
            }
            Step::Delete(mode) => return delete(collector, &node, mode).await,
            Step::Disown(owners) => return disown(collector, &node, &owners).await,
            Step::DeleteDependents(dependents) => {
                dependents.into_iter().for_each(|uid| collector.queue.add(uid));
                return Ok(());
            }
            Step::RemoveFinalizer(finalizer) => return remove_finalizer(collector, &node, finalizer).await,
            Step::Orphan(dependents) => {
                for dependent in dependents {
                    let dependent = collector.graph.lock().get(&dependent).cloned();
                    if let Some(dependent) = dependent {
                        disown(collector, &dependent, std::slice::from_ref(uid)).await?;
                    }
                }
                return remove_finalizer(collector, &node, ORPHAN).await;
            }
        }
    }
}

/// Whether anything was learned: an owner that exists but was not seen yet tells of itself soon.
async fn ask(collector: &Collector, node: &Node, owners: &[Owner]) -> Result<bool, Error> {
    let mut learned = false;
    for owner in owners {
        let find = || path(collector, &owner.api_version, &owner.kind, &node.namespace, &owner.name);
        // The second look is for a kind that came just before the object was put aside.
        let aside = || {
            collector.waiting.lock().insert(node.uid.clone());
            find()
        };
        let Some(path) = find().or_else(aside) else { continue };
        let request = Request::get(path)
            .header(ACCEPT, METADATA)
            .body(Bytes::new())
            .expect("paths of objects are sound");
        let found = match collector.client.request(request).await {
            Ok(answer) => serde_json::from_slice(answer.body()).unwrap_or(Value::Null),
            Err(error) if error.is_not_found() => Value::Null,
            Err(error) => return Err(error),
        };
        // Another object of the same name is not the owner.
        if found["metadata"]["uid"].as_str() != Some(&owner.uid.0) {
            collector.graph.lock().mark_absent(&owner.uid);
            learned = true;
        }
    }
    Ok(learned)
}

fn path(collector: &Collector, api_version: &str, kind: &str, namespace: &str, name: &str) -> Option<String> {
    let resources = collector.resources.lock();
    let known = resources.get(&(api_version.to_owned(), kind.to_owned()));
    // An owner may be named by another version of its group.
    let group = api_version.split_once('/').map_or("", |(group, _)| group);
    let resource = known.or_else(|| resources.values().find(|one| one.group == group && one.kind == kind))?;
    let namespace = if resource.namespaced { namespace } else { "" };
    Some(format!("{}/{name}", resource.path(namespace)))
}

fn own_path(collector: &Collector, node: &Node) -> Option<String> {
    path(collector, &node.api_version, &node.kind, &node.namespace, &node.name)
}

async fn delete(collector: &Collector, node: &Node, mode: Mode) -> Result<(), Error> {
    let Some(path) = own_path(collector, node) else { return Ok(()) };
    let propagation = match mode {
        Mode::Background => "Background",
        Mode::Foreground => "Foreground",
        Mode::Orphan => "Orphan",
    };
    let options = json!({
        "kind": "DeleteOptions", "apiVersion": "v1", "propagationPolicy": propagation,
        // The version: an object that was adopted meanwhile must stay.
        "preconditions": {"uid": node.uid.0, "resourceVersion": node.resource_version},
    });
    let request =
        Request::delete(path).header(CONTENT_TYPE, "application/json").body(Bytes::from(options.to_string()));
    settle(collector, node, request.expect("paths of objects are sound")).await
}

/// Drops references to these owners. The version makes sure that none that was added meanwhile is lost.
async fn disown(collector: &Collector, node: &Node, owners: &[Uid]) -> Result<(), Error> {
    let left: Vec<&Value> =
        node.owners.iter().filter(|owner| !owners.contains(&owner.uid)).map(|owner| &owner.tree).collect();
    let references = if left.is_empty() { Value::Null } else { json!(left) };
    let metadata =
        json!({"resourceVersion": node.resource_version, "uid": node.uid.0, "ownerReferences": references});
    patch(collector, node, json!({ "metadata": metadata })).await
}

async fn remove_finalizer(collector: &Collector, node: &Node, finalizer: &str) -> Result<(), Error> {
    let left: Vec<&String> = node.finalizers.iter().filter(|one| *one != finalizer).collect();
    let metadata = json!({"resourceVersion": node.resource_version, "uid": node.uid.0, "finalizers": left});
    patch(collector, node, json!({ "metadata": metadata })).await
}

async fn patch(collector: &Collector, node: &Node, body: Value) -> Result<(), Error> {
    let Some(path) = own_path(collector, node) else { return Ok(()) };
    let request = Request::patch(path)
        .header(CONTENT_TYPE, "application/merge-patch+json")
        .header(ACCEPT, METADATA)
        .body(Bytes::from(body.to_string()));
    settle(collector, node, request.expect("paths of objects are sound")).await
}

/// Sends it. What is gone is gone, and what was changed meanwhile comes back as a change.
async fn settle(collector: &Collector, node: &Node, request: Request<Bytes>) -> Result<(), Error> {
    match collector.client.request(request).await {
        Ok(_) => Ok(()),
        Err(error) if error.is_not_found() => Ok(()),
        Err(error) if error.is_conflict() => {
            collector.queue.retry(node.uid.clone());
            Ok(())
        }
        Err(error) => Err(error),
    }
}
