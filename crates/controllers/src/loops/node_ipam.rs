//! Each node gets a range of pod addresses out of the cluster's. Upstream: `node-ipam-controller`.

mod ranges;

use std::sync::Arc;

use api::Resource as _;
use api::core::v1::Node;
use async_trait::async_trait;
use client::{Client, Patch};
use informer::{Controller, Error, Event, Informer, Inputs, Key, Next, Recorder, Reference, Severity};
use serde_json::json;
use tokio::sync::Mutex;

use self::ranges::Ranges;
use crate::{Context, Work};

pub struct NodeIpam {
    client: Client,
    recorder: Recorder,
    nodes: Informer<Node>,
    /// One per family. What is taken is what nodes have, and what was handed out and not seen there yet.
    ranges: Mutex<Vec<Ranges>>,
}

/// Puts it together.
pub fn build(cx: &Context) -> Work {
    Work::Reconciles(Arc::new(NodeIpam {
        client: cx.client.clone(),
        recorder: cx.recorder("cidrAllocator"),
        nodes: cx.informers.of(),
        ranges: Mutex::new(cx.config.cluster_cidrs.iter().filter_map(|text| Ranges::parse(text)).collect()),
    }))
}

#[async_trait]
impl Controller for NodeIpam {
    fn name(&self) -> &'static str {
        "node-ipam-controller"
    }

    fn inputs(&self, inputs: &mut Inputs) {
        inputs.on(&self.nodes, |event| match event {
            Event::Added(node) | Event::Updated { new: node, .. } if cidrs(node).is_empty() => {
                vec![Key::of(&**node)]
            }
            Event::Deleted(node) => vec![Key::of(&**node)],
            _ => Vec::new(),
        });
    }

    /// One at a time: what one node is given, no other may get.
    fn workers(&self) -> usize {
        1
    }

    async fn reconcile(&self, key: &Key) -> Result<Next, Error> {
        let mut ranges = self.ranges.lock().await;
        for range in ranges.iter_mut() {
            range.reset(self.nodes.list().iter().flat_map(|node| cidrs(node).to_vec()));
        }
        let Some(node) = self.nodes.get("", &key.name) else { return Ok(Next::Done) };
        if !cidrs(&node).is_empty() || ranges.is_empty() {
            return Ok(Next::Done);
        }
        let Some(given) = ranges.iter_mut().map(Ranges::take).collect::<Option<Vec<String>>>() else {
            let message = format!("Node {} status is now: CIDRNotAvailable", key.name);
            self.recorder.event(&Reference::of(&*node), Severity::Normal, "CIDRNotAvailable", &message);
            return Err(Error::other(
                "no range of pod addresses is left for a node; is --cluster-cidr too small?",
            ));
        };
        // The version makes sure that nobody has given it one since.
        let patch = Patch::Merge(json!({
            "metadata": {"resourceVersion": node.resource_version()},
            "spec": {"podCIDR": given[0], "podCIDRs": given},
        }));
        self.client.all::<Node>().patch(&key.name, &patch).await?;
        // Held until the cache shows it: the next reconcile reads the cache.
        drop(ranges);
        self.wait_until_seen(&key.name).await;
        Ok(Next::Done)
    }
}

impl NodeIpam {
    /// The next allocation reads the cache, so it must show this one first.
    async fn wait_until_seen(&self, name: &str) {
        let mut events = self.nodes.subscribe();
        let seen = || self.nodes.get("", name).is_none_or(|node| !cidrs(&node).is_empty());
        while !seen() {
            if events.next().await.is_none() {
                return;
            }
        }
    }
}

fn cidrs(node: &Node) -> &[String] {
    node.spec.as_ref().and_then(|spec| spec.pod_cidrs.as_deref()).unwrap_or_default()
}
