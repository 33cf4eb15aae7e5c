//! A node with the pods on it and what they use together.

use std::sync::Arc;

use api::Resource as _;
use api::core::v1::{Node, Taint};

use crate::pod::PodInfo;
use crate::resources::Resources;
use crate::selectors::Labels;

/// What decisions look at.
#[derive(Debug, Clone)]
pub struct NodeInfo {
    pub node: Arc<Node>,
    pub pods: Vec<Arc<PodInfo>>,
    /// What the pods asked for.
    pub requested: Resources,
    /// The same, with small amounts for those who asked for nothing.
    pub assumed: Resources,
    /// What there is for pods.
    pub allocatable: Resources,
    pub allowed_pods: usize,
    /// Pods with required anti-affinity, which others must respect.
    pub guarded: usize,
    labels: Labels,
}

impl NodeInfo {
    pub fn new(node: Arc<Node>) -> Self {
        let mut info = Self {
            labels: node.metadata.labels.clone().unwrap_or_default(),
            allocatable: Resources::default(),
            allowed_pods: 0,
            pods: Vec::new(),
            requested: Resources::default(),
            assumed: Resources::default(),
            guarded: 0,
            node: node.clone(),
        };
        info.set_node(node);
        info
    }

    /// The node has changed.
    pub fn set_node(&mut self, node: Arc<Node>) {
        let allocatable = node.status.as_ref().and_then(|status| status.allocatable.as_ref());
        self.allocatable = Resources::of(allocatable);
        let pods = allocatable.and_then(|list| list.get("pods")).and_then(|quantity| quantity.0.parse().ok());
        self.allowed_pods = pods.map_or(0, |quantity: meta::Quantity| quantity.value().max(0) as usize);
        self.labels = node.metadata.labels.clone().unwrap_or_default();
        self.node = node;
    }

    pub fn add(&mut self, pod: Arc<PodInfo>) {
        self.requested.add(&pod.requests);
        self.assumed.add(&pod.assumed);
        self.guarded += usize::from(!pod.anti_affinity.is_empty());
        self.pods.push(pod);
    }

    /// Removes the pod with this UID, if it is here.
    pub fn remove(&mut self, uid: &str) -> Option<Arc<PodInfo>> {
        let at = self.pods.iter().position(|pod| pod.uid() == uid)?;
        let pod = self.pods.swap_remove(at);
        self.requested.subtract(&pod.requests);
        self.assumed.subtract(&pod.assumed);
        self.guarded -= usize::from(!pod.anti_affinity.is_empty());
        Some(pod)
    }

    pub fn name(&self) -> &str {
        self.node.name()
    }

    pub fn labels(&self) -> &Labels {
        &self.labels
    }

    pub fn taints(&self) -> &[Taint] {
        self.node.spec.as_ref().and_then(|spec| spec.taints.as_deref()).unwrap_or_default()
    }
}
