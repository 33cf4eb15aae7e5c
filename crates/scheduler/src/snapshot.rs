//! The cluster as one decision sees it: immutable, cheap to take.

use std::collections::HashMap;
use std::sync::Arc;

use crate::node::NodeInfo;
use crate::selectors::Labels;

/// All nodes, and the labels of namespaces.
#[derive(Debug, Clone, Default)]
pub struct Snapshot {
    pub nodes: Vec<Arc<NodeInfo>>,
    pub namespaces: Arc<HashMap<String, Labels>>,
}

impl Snapshot {
    /// The labels of a namespace.
    pub fn namespace(&self, name: &str) -> &Labels {
        static NONE: Labels = Labels::new();
        self.namespaces.get(name).unwrap_or(&NONE)
    }

    /// The same cluster with another state of one node.
    pub fn with_node(&self, node: Arc<NodeInfo>) -> Self {
        let mut nodes = self.nodes.clone();
        for slot in &mut nodes {
            if slot.name() == node.name() {
                *slot = node;
                break;
            }
        }
        Self { nodes, namespaces: self.namespaces.clone() }
    }
}
