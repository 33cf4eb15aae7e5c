//! Who owns whom, by UID, as far as has been seen. Pure.

use std::collections::{HashMap, HashSet};

use serde_json::Value;

/// The unique id of an object.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct Uid(pub String);

/// One reference to an owner.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Owner {
    pub api_version: String,
    pub kind: String,
    pub name: String,
    pub uid: Uid,
    pub blocks: bool,
    /// As it is written.
    pub tree: Value,
}

/// An object, as far as it matters here.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Node {
    pub api_version: String,
    pub kind: String,
    pub namespace: String,
    pub name: String,
    pub uid: Uid,
    pub resource_version: String,
    pub owners: Vec<Owner>,
    pub finalizers: Vec<String>,
    pub deleting: bool,
}

impl Node {
    /// From the metadata of an object of this kind.
    pub fn read(api_version: &str, kind: &str, tree: &Value) -> Self {
        let metadata = &tree["metadata"];
        let text = |tree: &Value, field: &str| tree[field].as_str().unwrap_or_default().to_owned();
        let owners = metadata["ownerReferences"].as_array().into_iter().flatten();
        let finalizers = metadata["finalizers"].as_array().into_iter().flatten();
        Self {
            api_version: api_version.to_owned(),
            kind: kind.to_owned(),
            namespace: text(metadata, "namespace"),
            name: text(metadata, "name"),
            uid: Uid(text(metadata, "uid")),
            resource_version: text(metadata, "resourceVersion"),
            owners: owners
                .map(|owner| Owner {
                    api_version: text(owner, "apiVersion"),
                    kind: text(owner, "kind"),
                    name: text(owner, "name"),
                    uid: Uid(text(owner, "uid")),
                    blocks: owner["blockOwnerDeletion"] == true,
                    tree: owner.clone(),
                })
                .collect(),
            finalizers: finalizers.filter_map(|one| Some(one.as_str()?.to_owned())).collect(),
            deleting: metadata["deletionTimestamp"].is_string(),
        }
    }

    pub fn has(&self, finalizer: &str) -> bool {
        self.finalizers.iter().any(|one| one == finalizer)
    }
}

/// All objects seen, and who depends on whom.
#[derive(Debug, Default)]
pub struct Graph {
    nodes: HashMap<Uid, Node>,
    dependents: HashMap<Uid, HashSet<Uid>>,
    /// Owners of which it is known that they are gone.
    absent: HashSet<Uid>,
}

impl Graph {
    pub fn get(&self, uid: &Uid) -> Option<&Node> {
        self.nodes.get(uid)
    }

    pub fn dependents(&self, uid: &Uid) -> Vec<&Node> {
        self.dependents.get(uid).into_iter().flatten().filter_map(|uid| self.nodes.get(uid)).collect()
    }

    pub fn is_absent(&self, uid: &Uid) -> bool {
        self.absent.contains(uid)
    }

    /// It was asked for, and is not there.
    pub fn mark_absent(&mut self, uid: &Uid) {
        self.absent.insert(uid.clone());
    }

    /// An object came or changed. Who has to be looked at.
    pub fn set(&mut self, node: Node) -> Vec<Uid> {
        let uid = node.uid.clone();
        self.absent.remove(&uid);
        let old = self.nodes.get(&uid).cloned();
        for owner in old.iter().flat_map(|old| &old.owners) {
            if let Some(all) = self.dependents.get_mut(&owner.uid) {
                all.remove(&uid);
            }
        }
        let mut look = Vec::new();
        for owner in &node.owners {
            self.dependents.entry(owner.uid.clone()).or_default().insert(uid.clone());
            if !self.nodes.contains_key(&owner.uid) {
                look.push(uid.clone());
            }
        }
        // An owner that waits for this one may go on when it no longer blocks.
        for owner in old.iter().flat_map(|old| &old.owners) {
            if self.nodes.get(&owner.uid).is_some_and(|owner| owner.deleting) {
                look.push(owner.uid.clone());
            }
        }
        let waits = node.deleting && (node.has(super::plan::FOREGROUND) || node.has(super::plan::ORPHAN));
        if waits
            || node.owners.iter().any(|owner| self.nodes.get(&owner.uid).is_some_and(|owner| owner.deleting))
        {
            look.push(uid.clone());
        }
        self.nodes.insert(uid, node);
        look.sort();
        look.dedup();
        look
    }

    /// An object is gone. Who has to be looked at.
    pub fn remove(&mut self, uid: &Uid) -> Vec<Uid> {
        let Some(node) = self.nodes.remove(uid) else { return Vec::new() };
        let mut look: Vec<Uid> = Vec::new();
        for owner in &node.owners {
            if let Some(all) = self.dependents.get_mut(&owner.uid) {
                all.remove(uid);
                if all.is_empty() {
                    self.dependents.remove(&owner.uid);
                }
            }
            if self.nodes.get(&owner.uid).is_some_and(|owner| owner.deleting) {
                look.push(owner.uid.clone());
            }
        }
        if let Some(dependents) = self.dependents.get(uid) {
            self.absent.insert(uid.clone());
            look.extend(dependents.iter().cloned());
        }
        look
    }

    /// Objects of this kind that are not among `seen`; they went while nobody watched.
    pub fn vanished(&self, api_version: &str, kind: &str, seen: &HashSet<Uid>) -> Vec<Uid> {
        let of_kind =
            |node: &&Node| node.kind == kind && node.api_version == api_version && !seen.contains(&node.uid);
        self.nodes.values().filter(of_kind).map(|node| node.uid.clone()).collect()
    }

    /// The kind is no longer served.
    pub fn forget_resource(&mut self, group: &str, kind: &str) {
        let of_group = |version: &str| version.split_once('/').map_or("", |(group, _)| group) == group;
        let gone: Vec<Uid> = self
            .nodes
            .values()
            .filter(|node| node.kind == kind && of_group(&node.api_version))
            .map(|node| node.uid.clone())
            .collect();
        for uid in gone {
            self.remove(&uid);
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn node(name: &str, owners: &[&str]) -> Node {
        let owners: Vec<_> = owners
            .iter()
            .map(|uid| json!({"apiVersion": "v1", "kind": "K", "name": uid, "uid": uid}))
            .collect();
        Node::read("v1", "K", &json!({"metadata": {"name": name, "uid": name, "ownerReferences": owners}}))
    }

    #[test]
    fn dependents_are_looked_at_when_an_owner_goes() {
        let mut graph = Graph::default();
        assert!(graph.set(node("owner", &[])).is_empty());
        assert!(graph.set(node("child", &["owner"])).is_empty());
        assert_eq!(graph.set(node("stray", &["nobody"])), [Uid("stray".into())]);
        assert_eq!(graph.remove(&Uid("owner".into())), [Uid("child".into())]);
        assert!(graph.is_absent(&Uid("owner".into())));
    }

    #[test]
    fn what_went_unseen_is_found() {
        let mut graph = Graph::default();
        graph.set(node("a", &[]));
        graph.set(node("b", &[]));
        let seen = HashSet::from([Uid("a".into())]);
        assert_eq!(graph.vanished("v1", "K", &seen), [Uid("b".into())]);
    }
}
