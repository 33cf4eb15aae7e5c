//! Pods that nobody else will remove: those of nodes that are gone, those that ended long ago when there are too many, those that go and never
//! had a node. Upstream: `pod-garbage-collector-controller`.

mod plan;

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use api::Resource as _;
use api::core::v1::{Node, Pod};
use async_trait::async_trait;
use client::{Client, DeleteOptions, Patch};
use informer::{Controller, Error, Event, Informer, Inputs, Key, Next};
use parking_lot::Mutex;
use runtime::Clock;
use serde_json::json;

use self::plan::{Reason, plan};
use crate::{Context, Work};

/// A node may be registered again under its name: its pods are left alone this long.
const QUARANTINE: Duration = Duration::from_secs(40);

pub struct PodGc {
    client: Client,
    clock: Clock,
    threshold: usize,
    pods: Informer<Pod>,
    nodes: Informer<Node>,
    /// Nodes that pods name and that are not there, and since when.
    missing: Mutex<HashMap<String, Duration>>,
}

/// Puts it together.
pub fn build(cx: &Context) -> Work {
    let pods: Informer<Pod> = cx.informers.of();
    pods.index("node", |pod| vec![crate::pods::node(pod).to_owned()]);
    Work::Reconciles(Arc::new(PodGc {
        client: cx.client.clone(),
        clock: cx.clock.clone(),
        threshold: cx.config.terminated_pod_gc_threshold,
        pods,
        nodes: cx.informers.of(),
        missing: Mutex::default(),
    }))
}

impl PodGc {
    /// How long the pods of a node that is missing are left alone yet.
    fn quarantine(&self, node: &str, gone: bool) -> Option<Duration> {
        let mut missing = self.missing.lock();
        if !gone {
            missing.remove(node);
            return None;
        }
        let now = self.clock.monotonic();
        let since = *missing.entry(node.to_owned()).or_insert(now);
        let left = (since + QUARANTINE).saturating_sub(now);
        (!left.is_zero()).then_some(left)
    }

    async fn remove(&self, pod: &Pod, reason: Reason) -> Result<(), Error> {
        let api = self.client.within::<Pod>(pod.namespace());
        let mut status = json!({});
        if !crate::pods::is_terminal(pod) {
            status["phase"] = json!("Failed");
        }
        if reason == Reason::NodeGone {
            status["conditions"] = json!([{
                "type": "DisruptionTarget", "status": "True", "reason": "DeletionByPodGC",
                "message": "PodGC: node no longer exists",
            }]);
        }
        if status != json!({}) {
            match api.patch_status(pod.name(), &Patch::Strategic(json!({"status": status}))).await {
                Ok(_) => {}
                Err(error) if error.is_not_found() => return Ok(()),
                Err(error) => return Err(error.into()),
            }
        }
        let options = DeleteOptions { grace_seconds: Some(0), ..DeleteOptions::of_uid(pod.uid()) };
        match api.delete(pod.name(), &options).await {
            Ok(()) => Ok(()),
            Err(error) if error.is_not_found() || error.is_conflict() => Ok(()),
            Err(error) => Err(error.into()),
        }
    }
}

#[async_trait]
impl Controller for PodGc {
    fn name(&self) -> &'static str {
        "pod-garbage-collector-controller"
    }

    fn inputs(&self, inputs: &mut Inputs) {
        // Keyed by node: what happens to a node or one of its pods makes all of that node's pods be looked at.
        inputs.on(&self.nodes, |event| match event {
            Event::Deleted(node) => vec![Key::of(&**node)],
            Event::Added(_) | Event::Updated { .. } => Vec::new(),
        });
        let nodes = self.nodes.clone();
        inputs.on(&self.pods, move |event| match event {
            Event::Added(pod) | Event::Updated { new: pod, .. } => {
                let node = crate::pods::node(pod);
                let matters = crate::pods::is_terminal(pod)
                    || pod.metadata.deletion_timestamp.is_some()
                    || nodes.get("", node).is_none() && !node.is_empty();
                if matters { vec![Key::new("", node)] } else { Vec::new() }
            }
            Event::Deleted(_) => Vec::new(),
        });
    }

    async fn reconcile(&self, key: &Key) -> Result<Next, Error> {
        let node = self.nodes.get("", &key.name);
        let pods = self.pods.indexed("node", &key.name);
        let ended = self.pods.list().iter().filter(|pod| crate::pods::is_terminal(pod)).count();
        let gone = node.is_none() && !key.name.is_empty() && !pods.is_empty();
        let wait = self.quarantine(&key.name, gone);
        // The caches of nodes and pods run apart: ask before a node counts as gone.
        let gone = gone && wait.is_none() && self.client.all::<Node>().find(&key.name).await?.is_none();
        for (pod, reason) in plan(&pods, node.as_deref(), gone, ended.saturating_sub(self.threshold)) {
            self.remove(&pod, reason).await?;
        }
        Ok(wait.map_or(Next::Done, Next::After))
    }
}
