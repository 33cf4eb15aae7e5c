//! What becomes of nodes that fall silent or are unwell: their conditions turn unknown, taints say so, their pods stop counting as ready.
//! Upstream: `node-lifecycle-controller`. Removing pods is `taint_eviction`'s part.

mod plan;

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use api::Resource as _;
use api::coordination::v1::Lease;
use api::core::v1::{Node, Pod};
use async_trait::async_trait;
use client::{Client, Patch};
use informer::{Controller, Error, Informer, Inputs, Key, Next, Recorder, Reference, Severity};
use parking_lot::Mutex;
use runtime::Clock;
use serde_json::json;

use self::plan::{Health, Observed};
use crate::pods::node;
use crate::{Context, Work};

/// Where kubelets renew their leases.
const LEASES: &str = "kube-node-lease";

pub struct NodeLifecycle {
    client: Client,
    clock: Clock,
    recorder: Recorder,
    grace: Duration,
    startup_grace: Duration,
    nodes: Informer<Node>,
    leases: Informer<Lease>,
    pods: Informer<Pod>,
    /// When each node was last heard of, by this process's clock: a node's own clock may be wrong.
    heard: Mutex<HashMap<String, Heard>>,
}

struct Heard {
    sign: String,
    at: Duration,
}

/// Puts it together.
pub fn build(cx: &Context) -> Work {
    let pods: Informer<Pod> = cx.informers.of();
    pods.index("node", |pod| vec![node(pod).to_owned()]);
    Work::Reconciles(Arc::new(NodeLifecycle {
        client: cx.client.clone(),
        clock: cx.clock.clone(),
        recorder: cx.recorder("node-controller"),
        grace: cx.config.node_monitor_grace_period,
        startup_grace: cx.config.node_startup_grace_period,
        nodes: cx.informers.of(),
        leases: cx.informers.selected(LEASES, client::Select::default()),
        pods,
        heard: Mutex::default(),
    }))
}

impl NodeLifecycle {
    /// How long ago the node gave a sign of life.
    fn silence(&self, node: &Node) -> Duration {
        let lease = self.leases.get(LEASES, node.name());
        let renewed = lease.as_ref().and_then(|lease| lease.spec.as_ref()?.renew_time.as_ref());
        let sign = format!("{:?} {:?}", renewed.map(|time| time.0), plan::heartbeat(node));
        let now = self.clock.monotonic();
        let mut heard = self.heard.lock();
        let last =
            heard.entry(node.name().to_owned()).or_insert_with(|| Heard { sign: sign.clone(), at: now });
        if last.sign != sign {
            *last = Heard { sign, at: now };
        }
        now.saturating_sub(last.at)
    }

    async fn mark_pods(&self, node: &str) -> Result<(), Error> {
        for pod in self.pods.indexed("node", node) {
            let Some(patch) = plan::unready(&pod, self.clock.now()) else { continue };
            let message = "Node is not ready";
            self.recorder.event(&Reference::of(&*pod), Severity::Warning, "NodeNotReady", message);
            match self.client.within::<Pod>(pod.namespace()).patch_status(pod.name(), &patch).await {
                Ok(_) => {}
                Err(error) if error.is_not_found() => {}
                Err(error) => return Err(error.into()),
            }
        }
        Ok(())
    }
}

#[async_trait]
impl Controller for NodeLifecycle {
    fn name(&self) -> &'static str {
        "node-lifecycle-controller"
    }

    fn inputs(&self, inputs: &mut Inputs) {
        inputs.on(&self.nodes, |event| vec![Key::of(&**event.object())]);
        inputs.on(&self.leases, |event| vec![Key::new("", event.object().name())]);
        // A pod that claims to be ready on a node that is not: the node must be looked at again.
        inputs.on(&self.pods, |event| match event {
            informer::Event::Added(pod) => vec![Key::new("", node(pod))],
            _ => Vec::new(),
        });
    }

    async fn reconcile(&self, key: &Key) -> Result<Next, Error> {
        let Some(node) = self.nodes.get("", &key.name) else {
            self.heard.lock().remove(&key.name);
            return Ok(Next::Done);
        };
        let grace = if plan::has_reported(&node) { self.grace } else { self.startup_grace };
        let silence = self.silence(&node);
        let observed = Observed { node: &node, silent: silence >= grace, now: self.clock.now() };
        let api = self.client.all::<Node>();
        if let Some(status) = plan::conditions(&observed) {
            api.patch_status(&key.name, &Patch::Strategic(status)).await?;
            let message = format!("Node {} status is now: NodeNotReady", key.name);
            self.recorder.event(&Reference::of(&*node), Severity::Normal, "NodeNotReady", &message);
            // The change comes back as an event, and then taints and pods follow.
            return Ok(Next::Done);
        }
        if let Some(spec) = plan::taints(&observed) {
            let patch = json!({"metadata": {"resourceVersion": node.resource_version()}, "spec": spec});
            match api.patch(&key.name, &Patch::Merge(patch)).await {
                Ok(_) => return Ok(Next::Done),
                Err(error) if error.is_conflict() => return Err(error.into()),
                Err(error) => return Err(error.into()),
            }
        }
        if plan::health(&node) != Health::Ready {
            self.mark_pods(&key.name).await?;
        }
        Ok(if observed.silent { Next::Done } else { Next::After(grace.saturating_sub(silence)) })
    }
}
