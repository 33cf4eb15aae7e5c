//! Nodes with their pods, kept up to date by what informers tell and by the scheduler's own decisions before those are confirmed.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use api::Resource as _;
use api::core::v1::{Namespace, Node};

use crate::node::NodeInfo;
use crate::pod::PodInfo;
use crate::selectors::Labels;
use crate::snapshot::Snapshot;

struct Placed {
    node: String,
    pod: Arc<PodInfo>,
    /// Decided here, not confirmed yet.
    assumed: bool,
}

/// The state that decisions are made on.
#[derive(Default)]
pub struct Cache {
    nodes: BTreeMap<String, Arc<NodeInfo>>,
    placed: HashMap<String, Placed>,
    /// Pods that wait for a place being made on a node: by UID.
    nominated: HashMap<String, (String, Arc<PodInfo>)>,
    namespaces: Arc<HashMap<String, Labels>>,
}

impl Cache {
    /// The node is new or has changed.
    pub fn set_node(&mut self, node: Arc<Node>) {
        let name = node.name().to_owned();
        if let Some(known) = self.nodes.get_mut(&name) {
            Arc::make_mut(known).set_node(node);
            return;
        }
        let mut info = NodeInfo::new(node);
        for placed in self.placed.values().filter(|placed| placed.node == name) {
            info.add(placed.pod.clone());
        }
        self.nodes.insert(name, Arc::new(info));
    }

    pub fn remove_node(&mut self, name: &str) {
        self.nodes.remove(name);
    }

    /// The pod is on this node, as the API says.
    pub fn set_pod(&mut self, pod: Arc<PodInfo>, node: &str) {
        self.place(pod, node, false);
    }

    /// The pod will be on this node.
    pub fn assume(&mut self, pod: Arc<PodInfo>, node: &str) {
        self.place(pod, node, true);
    }

    /// The pod won't be there after all; does nothing once the API has confirmed it.
    pub fn forget(&mut self, uid: &str) {
        if self.placed.get(uid).is_some_and(|placed| placed.assumed) {
            self.remove_pod(uid);
        }
    }

    /// Whether the pod has a place, confirmed or not.
    pub fn is_placed(&self, uid: &str) -> bool {
        self.placed.contains_key(uid)
    }

    fn place(&mut self, pod: Arc<PodInfo>, node: &str, assumed: bool) {
        self.remove_pod(pod.uid());
        self.nominated.remove(pod.uid());
        if let Some(info) = self.nodes.get_mut(node) {
            Arc::make_mut(info).add(pod.clone());
        }
        let uid = pod.uid().to_owned();
        self.placed.insert(uid, Placed { node: node.to_owned(), pod, assumed });
    }

    /// The pod is gone or has ended.
    pub fn remove_pod(&mut self, uid: &str) {
        self.nominated.remove(uid);
        let Some(placed) = self.placed.remove(uid) else { return };
        if let Some(info) = self.nodes.get_mut(&placed.node) {
            Arc::make_mut(info).remove(uid);
        }
    }

    /// A place is being made for the pod on this node.
    pub fn nominate(&mut self, pod: Arc<PodInfo>, node: &str) {
        self.nominated.insert(pod.uid().to_owned(), (node.to_owned(), pod));
    }

    /// No place is being made for it any more.
    pub fn dismiss(&mut self, uid: &str) {
        self.nominated.remove(uid);
    }

    pub fn set_namespace(&mut self, namespace: &Namespace) {
        let labels = namespace.metadata.labels.clone().unwrap_or_default();
        Arc::make_mut(&mut self.namespaces).insert(namespace.name().to_owned(), labels);
    }

    pub fn remove_namespace(&mut self, name: &str) {
        Arc::make_mut(&mut self.namespaces).remove(name);
    }

    /// The cluster as a decision about this pod sees it: places that are being made for equals or betters are taken.
    pub fn snapshot(&self, pod: &PodInfo) -> Snapshot {
        let mut snapshot =
            Snapshot { nodes: self.nodes.values().cloned().collect(), namespaces: self.namespaces.clone() };
        for (node, other) in self.nominated.values() {
            if other.uid() == pod.uid() || other.priority < pod.priority {
                continue;
            }
            if let Some(info) = self.nodes.get(node) {
                let mut taken = (**info).clone();
                taken.add(other.clone());
                snapshot = snapshot.with_node(Arc::new(taken));
            }
        }
        snapshot
    }
}
