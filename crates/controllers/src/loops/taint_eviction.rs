//! Removes pods from nodes with `NoExecute` taints that they don't tolerate, or no longer. Upstream: `taint-eviction-controller`.

mod plan;

use std::sync::Arc;

use api::Resource as _;
use api::core::v1::{Node, Pod};
use async_trait::async_trait;
use client::{Client, DeleteOptions, Patch};
use informer::{Controller, Error, Event, Informer, Inputs, Key, Next, Recorder, Reference, Severity};
use runtime::Clock;
use serde_json::json;

use self::plan::{Verdict, verdict};
use crate::pods::node;
use crate::{Context, Work};

pub struct TaintEviction {
    client: Client,
    clock: Clock,
    recorder: Recorder,
    pods: Informer<Pod>,
    nodes: Informer<Node>,
}

/// Puts it together.
pub fn build(cx: &Context) -> Work {
    let pods: Informer<Pod> = cx.informers.of();
    pods.index("node", |pod| vec![node(pod).to_owned()]);
    Work::Reconciles(Arc::new(TaintEviction {
        client: cx.client.clone(),
        clock: cx.clock.clone(),
        recorder: cx.recorder("taint-eviction-controller"),
        pods,
        nodes: cx.informers.of(),
    }))
}

#[async_trait]
impl Controller for TaintEviction {
    fn name(&self) -> &'static str {
        "taint-eviction-controller"
    }

    fn inputs(&self, inputs: &mut Inputs) {
        let pods = self.pods.clone();
        inputs.on(&self.nodes, move |event| match event {
            Event::Added(node) | Event::Updated { new: node, .. } if plan::expels(node) => {
                pods.indexed("node", node.name()).iter().map(|pod| Key::of(&**pod)).collect()
            }
            _ => Vec::new(),
        });
        let nodes = self.nodes.clone();
        inputs.on(&self.pods, move |event| match event {
            Event::Added(pod) | Event::Updated { new: pod, .. }
                if nodes.get("", node(pod)).is_some_and(|node| plan::expels(&node)) =>
            {
                vec![Key::of(&**pod)]
            }
            _ => Vec::new(),
        });
    }

    async fn reconcile(&self, key: &Key) -> Result<Next, Error> {
        let Some(pod) = self.pods.get(&key.namespace, &key.name) else { return Ok(Next::Done) };
        let Some(node) = self.nodes.get("", node(&pod)) else { return Ok(Next::Done) };
        match verdict(&pod, &node, self.clock.now()) {
            Verdict::Stays => Ok(Next::Done),
            Verdict::StaysFor(time) => Ok(Next::After(time)),
            Verdict::Goes => {
                let reference = Reference::of(&*pod);
                let message = format!("Marking for deletion Pod {}/{}", key.namespace, key.name);
                self.recorder.event(&reference, Severity::Normal, "TaintManagerEviction", &message);
                let api = self.client.within::<Pod>(&key.namespace);
                let condition = json!({
                    "type": "DisruptionTarget", "status": "True", "reason": "DeletionByTaintManager",
                    "message": "Taint manager: deleting due to NoExecute taint",
                });
                let patch = Patch::Strategic(json!({"status": {"conditions": [condition]}}));
                let result = match api.patch_status(&key.name, &patch).await {
                    Ok(_) => api.delete(&key.name, &DeleteOptions::of_uid(pod.uid())).await,
                    Err(error) => Err(error),
                };
                match result {
                    Ok(()) => Ok(Next::Done),
                    Err(error) if error.is_not_found() || error.is_conflict() => Ok(Next::Done),
                    Err(error) => Err(error.into()),
                }
            }
        }
    }
}
