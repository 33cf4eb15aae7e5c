//! What the server tells of objects, as changes of the graph.

use std::collections::HashSet;

use serde_json::Value;

use super::Collector;
use super::graph::{Node, Uid};
use crate::discovery::Found;
use crate::metadata::Sink;

impl Sink for Collector {
    fn all(&self, resource: &Found, items: &[Value]) {
        let mut seen = HashSet::new();
        for item in items {
            let node = Node::read(&resource.api_version(), &resource.kind, item);
            seen.insert(node.uid.clone());
            self.add(node);
        }
        let gone = self.graph.lock().vanished(&resource.api_version(), &resource.kind, &seen);
        for uid in gone {
            self.remove(&uid);
        }
    }

    fn set(&self, resource: &Found, object: &Value) {
        self.add(Node::read(&resource.api_version(), &resource.kind, object));
    }

    fn gone(&self, resource: &Found, object: &Value) {
        self.remove(&Node::read(&resource.api_version(), &resource.kind, object).uid);
    }
}

impl Collector {
    fn add(&self, node: Node) {
        let look = self.graph.lock().set(node);
        look.into_iter().for_each(|uid| self.queue.add(uid));
    }

    pub(super) fn remove(&self, uid: &Uid) {
        let look = self.graph.lock().remove(uid);
        look.into_iter().for_each(|uid| self.queue.add(uid));
    }
}
