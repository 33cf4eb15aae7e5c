//! The node in the API: its object, its status, its lease.
//!
//! The lease says every ten seconds that the node is there; the status is written when something changed, and every five minutes.

use std::sync::Arc;
use std::time::Duration;

use api::Typed as _;
use api::coordination::v1::{Lease, LeaseSpec};
use api::core::v1::{Node, NodeStatus};
use api::meta::{MicroTime, ObjectMeta, OwnerReference};
use client::{Client, Patch, Select};
use informer::{Informers, Reference, Severity, Subscription};
use serde_json::{Value, json};

use crate::node_status::{self, Known};
use crate::shared::Shared;

/// The namespace of nodes' leases.
const LEASES: &str = "kube-node-lease";
/// Until what failed is tried again.
const RETRY: Duration = Duration::from_secs(1);
/// How often a node that is not ready is looked at.
const UNREADY: Duration = Duration::from_millis(100);

/// Registers the node and keeps its status until told to stop.
pub async fn run(shared: Arc<Shared>, client: Client, port: u16) {
    let work = async {
        let node = register(&shared, &client).await;
        if let Some(recorder) = &shared.recorder {
            let about = about(&node);
            recorder.event(&about, Severity::Normal, "Starting", "Starting kubelet.");
        }
        tokio::join!(keep_status(&shared, &client, port), keep_lease(&shared, &client, &node));
    };
    tokio::select! {
        () = work => {}
        () = shared.shutdown.wait() => {}
    }
}

/// The node in events: by name, as upstream refers to it.
fn about(node: &Node) -> Reference {
    let mut reference = Reference::of(node);
    reference.0.uid = node.metadata.name.clone();
    reference.0.resource_version = None;
    reference
}

/// Sees that the node object is there, with the labels it must have.
async fn register(shared: &Shared, client: &Client) -> Node {
    let nodes = client.all::<Node>();
    let wanted = node_status::new_node(&shared.config, &shared.machine);
    let name = &shared.config.node_name;
    loop {
        let outcome = match nodes.find(name).await {
            Ok(Some(found)) => relabel(shared, client, found).await,
            Ok(None) if shared.config.register_node => nodes.create(&wanted).await,
            Ok(None) => {
                Err(client::Error::Upgrade("the node is not there, and is not to be registered".into()))
            }
            Err(error) => Err(error),
        };
        match outcome {
            Ok(node) => {
                tracing::info!(node = name, "registered");
                return node;
            }
            Err(error) => tracing::warn!(node = name, %error, "the node can't be registered yet"),
        }
        shared.clock.sleep(RETRY).await;
    }
}

/// A node that was there before gets the labels that only the kubelet knows.
async fn relabel(shared: &Shared, client: &Client, found: Node) -> Result<Node, client::Error> {
    let wanted = node_status::labels(&shared.config, &shared.machine);
    let have = found.metadata.labels.clone().unwrap_or_default();
    let missing: serde_json::Map<String, Value> = wanted
        .into_iter()
        .filter(|(key, value)| have.get(key) != Some(value))
        .map(|(key, value)| (key, Value::String(value)))
        .collect();
    if missing.is_empty() {
        return Ok(found);
    }
    let patch = Patch::Merge(json!({"metadata": {"labels": missing}}));
    client.all::<Node>().patch(&shared.config.node_name, &patch).await
}

/// What was written last: the status, when, and the version of the node that had it.
type Written = (NodeStatus, Duration, u64);

async fn keep_status(shared: &Shared, client: &Client, port: u16) {
    let nodes = client.all::<Node>();
    let informers = Informers::new(client.clone(), shared.clock.clone(), shared.shutdown.clone());
    let own = Select::fields(format!("metadata.name={}", shared.config.node_name));
    let mut told = informers.selected::<Node>("", own).subscribe();
    let mut written: Option<Written> = None;
    loop {
        let known = look(shared, port).await;
        let old = match &written {
            Some((status, _, _)) => status.clone(),
            None => nodes
                .find(&shared.config.node_name)
                .await
                .ok()
                .flatten()
                .and_then(|node| node.status)
                .unwrap_or_default(),
        };
        let status = node_status::render(&shared.config, &shared.machine, &known, &old, shared.now());
        let now = shared.clock.monotonic();
        let due = written.as_ref().is_none_or(|(last, at, _)| {
            node_status::differs(last, &status) || now - *at >= shared.config.node_status_report_frequency
        });
        let pause = match due {
            true => match nodes.patch_status(&shared.config.node_name, &patch(&status)).await {
                Ok(node) => {
                    tell_change(shared, &old, &status);
                    let pause = pause(shared, &status);
                    written = Some((status, now, version(&node)));
                    pause
                }
                Err(error) => {
                    tracing::warn!(%error, "the node's status can't be written");
                    RETRY
                }
            },
            false => pause(shared, &status),
        };
        tokio::select! {
            () = shared.clock.sleep(pause) => {}
            theirs = overruled(&mut told, written.as_ref()) => {
                if let Some((status, _, _)) = &mut written {
                    *status = theirs;
                }
            }
        }
    }
}

/// Waits until somebody else has changed a condition that is this node's to say: who took it for dead, while it could not be heard.
/// Gives the status as they left it.
async fn overruled(told: &mut Subscription<Node>, written: Option<&Written>) -> NodeStatus {
    while let Some(event) = told.next().await {
        let node = event.object();
        let (Some((last, _, at)), Some(theirs)) = (written, &node.status) else { continue };
        let ours = |kind: &str| last.conditions.iter().flatten().find(|one| one.type_ == kind);
        let mut conditions = theirs.conditions.iter().flatten();
        let is_other = conditions.any(|one| ours(&one.type_).is_some_and(|ours| ours.status != one.status));
        if version(node) > *at && is_other {
            return theirs.clone();
        }
    }
    std::future::pending().await
}

/// The version of an object; versions of one server can be compared.
fn version(node: &Node) -> u64 {
    node.metadata.resource_version.as_deref().and_then(|text| text.parse().ok()).unwrap_or(0)
}

/// How long until the node is looked at again: a runtime or network that is about to come up can't tell, so while the node is not
/// ready it is asked often.
fn pause(shared: &Shared, status: &NodeStatus) -> Duration {
    let usual = shared.config.node_status_update_frequency;
    let ready = status.conditions.iter().flatten().any(|one| one.type_ == "Ready" && one.status == "True");
    if ready { usual } else { usual.min(UNREADY) }
}

async fn look(shared: &Shared, port: u16) -> Known {
    Known {
        version: shared.runtime.version().await.unwrap_or_default(),
        runtime: shared.runtime.status().await.ok(),
        images: shared.runtime.list_images().await.unwrap_or_default(),
        port,
    }
}

/// Tells users when the node became ready, or stopped being so.
fn tell_change(shared: &Shared, old: &NodeStatus, new: &NodeStatus) {
    let ready = |status: &NodeStatus| {
        let found = status.conditions.iter().flatten().find(|condition| condition.type_ == "Ready");
        found.map(|condition| condition.status == "True")
    };
    let Some(recorder) = shared.recorder.as_ref().filter(|_| ready(old) != ready(new)) else { return };
    let reason = if ready(new) == Some(true) { "NodeReady" } else { "NodeNotReady" };
    let name = &shared.config.node_name;
    let node = Node {
        metadata: ObjectMeta { name: Some(name.clone()), ..ObjectMeta::default() },
        ..Node::default()
    };
    recorder.event(&about(&node), Severity::Normal, reason, format!("Node {name} status is now: {reason}"));
}

fn patch(status: &NodeStatus) -> Patch {
    let node = Node { status: Some(status.clone()), ..Node::default() };
    let mut tree = node.encode()["status"].take();
    // Two addresses may be of one type, which is the key that a merge would go by.
    if let Some(list) = tree["addresses"].as_array_mut() {
        list.insert(0, json!({"$patch": "replace"}));
    }
    Patch::Strategic(json!({"status": tree}))
}

/// Renews the lease at a quarter of its duration.
async fn keep_lease(shared: &Shared, client: &Client, node: &Node) {
    let leases = client.within::<Lease>(LEASES);
    let name = &shared.config.node_name;
    let mut current: Option<Lease> = None;
    loop {
        let outcome = match current.take() {
            Some(lease) => leases.update(&renewed(shared, lease)).await,
            None => match leases.find(name).await {
                Ok(Some(lease)) => leases.update(&renewed(shared, lease)).await,
                Ok(None) => leases.create(&renewed(shared, new_lease(shared, node))).await,
                Err(error) => Err(error),
            },
        };
        let pause = match outcome {
            Ok(lease) => {
                current = Some(lease);
                shared.config.node_lease_duration / 4
            }
            Err(error) => {
                tracing::warn!(%error, "the node's lease can't be renewed");
                RETRY
            }
        };
        shared.clock.sleep(pause).await;
    }
}

fn new_lease(shared: &Shared, node: &Node) -> Lease {
    let name = shared.config.node_name.clone();
    let owner = OwnerReference {
        api_version: "v1".into(),
        kind: "Node".into(),
        name: name.clone(),
        uid: node.metadata.uid.clone().unwrap_or_default(),
        ..OwnerReference::default()
    };
    let metadata = ObjectMeta {
        name: Some(name.clone()),
        namespace: Some(LEASES.into()),
        owner_references: Some(vec![owner]),
        ..ObjectMeta::default()
    };
    let seconds = i32::try_from(shared.config.node_lease_duration.as_secs()).ok();
    let spec =
        LeaseSpec { holder_identity: Some(name), lease_duration_seconds: seconds, ..LeaseSpec::default() };
    Lease { metadata, spec: Some(spec) }
}

fn renewed(shared: &Shared, mut lease: Lease) -> Lease {
    let micros = shared.now() / 1000;
    let now = jiff::Timestamp::from_microsecond(micros).unwrap_or_default();
    lease.spec.get_or_insert_default().renew_time = Some(MicroTime(now));
    lease
}
