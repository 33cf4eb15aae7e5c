//! What becomes of one object, by what is known of its owners and dependents. Pure.

use std::collections::HashSet;

use super::graph::{Graph, Node, Owner, Uid};

/// The finalizers of the two ways to wait.
pub const FOREGROUND: &str = "foregroundDeletion";
pub const ORPHAN: &str = "orphan";

/// How dependents of a deleted object go.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mode {
    Background,
    Foreground,
    Orphan,
}

/// What to do.
#[derive(Debug, PartialEq, Eq)]
pub enum Step {
    /// Nothing.
    Nothing,
    /// Ask whether these owners exist.
    Ask(Vec<Owner>),
    /// Nobody owns it any more.
    Delete(Mode),
    /// Some owners are gone, others are not: drop the references to those.
    Disown(Vec<Uid>),
    /// It waits for its dependents: delete these.
    DeleteDependents(Vec<Uid>),
    /// It waits no longer.
    RemoveFinalizer(&'static str),
    /// Its dependents are let free, then it waits no longer.
    Orphan(Vec<Uid>),
}

/// What to do about the object now.
pub fn plan(graph: &Graph, node: &Node) -> Step {
    if node.deleting && node.has(ORPHAN) {
        return Step::Orphan(graph.dependents(&node.uid).iter().map(|one| one.uid.clone()).collect());
    }
    if node.deleting && node.has(FOREGROUND) {
        return foreground(graph, node);
    }
    if node.deleting || node.owners.is_empty() {
        return Step::Nothing;
    }
    let unknown: Vec<Owner> = node
        .owners
        .iter()
        .filter(|owner| graph.get(&owner.uid).is_none() && !graph.is_absent(&owner.uid))
        .cloned()
        .collect();
    if !unknown.is_empty() {
        return Step::Ask(unknown);
    }
    let waiting =
        |owner: &Owner| graph.get(&owner.uid).is_some_and(|one| one.deleting && one.has(FOREGROUND));
    let solid = node.owners.iter().any(|owner| graph.get(&owner.uid).is_some() && !waiting(owner));
    let dangling: Vec<Uid> = node
        .owners
        .iter()
        .filter(|owner| graph.is_absent(&owner.uid))
        .map(|owner| owner.uid.clone())
        .collect();
    let awaited = node.owners.iter().filter(|owner| waiting(owner)).map(|owner| owner.uid.clone());
    if solid {
        let drop: Vec<Uid> = dangling.into_iter().chain(awaited).collect();
        return if drop.is_empty() { Step::Nothing } else { Step::Disown(drop) };
    }
    let has_dependents = !graph.dependents(&node.uid).is_empty();
    match node.owners.iter().any(waiting) {
        true if has_dependents => Step::Delete(Mode::Foreground),
        true => Step::Delete(Mode::Background),
        false if node.has(ORPHAN) => Step::Delete(Mode::Orphan),
        false if node.has(FOREGROUND) => Step::Delete(Mode::Foreground),
        false => Step::Delete(Mode::Background),
    }
}

fn foreground(graph: &Graph, node: &Node) -> Step {
    let dependents = graph.dependents(&node.uid);
    if !dependents.iter().any(|one| blocks(one, &node.uid) && !waits_for(graph, one, &node.uid)) {
        return Step::RemoveFinalizer(FOREGROUND);
    }
    let left = dependents.iter().filter(|one| !one.deleting).map(|one| one.uid.clone()).collect::<Vec<_>>();
    if left.is_empty() { Step::Nothing } else { Step::DeleteDependents(left) }
}

/// Whether an object keeps this owner from going.
fn blocks(node: &Node, owner: &Uid) -> bool {
    node.owners.iter().any(|one| one.uid == *owner && one.blocks)
}

/// Whether an object waits, through others that wait, for this one. If this one waits for it too, all of them would wait for ever.
fn waits_for(graph: &Graph, node: &Node, wanted: &Uid) -> bool {
    let (mut ahead, mut seen) = (vec![node], HashSet::from([&node.uid]));
    while let Some(node) = ahead.pop() {
        if !(node.deleting && node.has(FOREGROUND)) {
            continue;
        }
        for dependent in graph.dependents(&node.uid).into_iter().filter(|one| blocks(one, &node.uid)) {
            if dependent.uid == *wanted {
                return true;
            }
            if seen.insert(&dependent.uid) {
                ahead.push(dependent);
            }
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn node(uid: &str, owners: &[&str], finalizers: &[&str], deleting: bool) -> Node {
        let owners: Vec<_> = owners
            .iter()
            .map(|uid| json!({"apiVersion": "v1", "kind": "K", "name": uid, "uid": uid, "blockOwnerDeletion": true}))
            .collect();
        let mut metadata =
            json!({"name": uid, "uid": uid, "ownerReferences": owners, "finalizers": finalizers});
        if deleting {
            metadata["deletionTimestamp"] = json!("2026-01-01T00:00:00Z");
        }
        Node::read("v1", "K", &json!({"metadata": metadata}))
    }

    fn of(nodes: &[Node], absent: &[&str], uid: &str) -> Step {
        let mut graph = Graph::default();
        for node in nodes {
            graph.set(node.clone());
        }
        for uid in absent {
            graph.mark_absent(&Uid((*uid).to_owned()));
        }
        let node = graph.get(&Uid(uid.to_owned())).unwrap().clone();
        plan(&graph, &node)
    }

    #[test]
    fn objects_follow_their_owners() {
        let uid = |text: &str| Uid(text.to_owned());
        let child = || node("child", &["owner"], &[], false);
        let owner = |finalizers: &[&str], deleting| node("owner", &[], finalizers, deleting);
        assert!(matches!(of(&[child()], &[], "child"), Step::Ask(_)));
        assert_eq!(of(&[child()], &["owner"], "child"), Step::Delete(Mode::Background));
        assert_eq!(of(&[child(), owner(&[], false)], &[], "child"), Step::Nothing);
        let two = node("child", &["owner", "gone"], &[], false);
        assert_eq!(of(&[two, owner(&[], false)], &["gone"], "child"), Step::Disown(vec![uid("gone")]));
        let waiting = owner(&[FOREGROUND], true);
        assert_eq!(of(&[child(), waiting.clone()], &[], "owner"), Step::DeleteDependents(vec![uid("child")]));
        assert_eq!(of(&[child(), waiting.clone()], &[], "child"), Step::Delete(Mode::Background));
        assert_eq!(of(&[waiting], &[], "owner"), Step::RemoveFinalizer(FOREGROUND));
        assert_eq!(of(&[child(), owner(&[ORPHAN], true)], &[], "owner"), Step::Orphan(vec![uid("child")]));
    }
    #[test]
    fn objects_that_own_each_other_in_a_circle_do_not_wait_for_ever() {
        let in_circle = |third_goes: bool| {
            [
                node("a", &["c"], &[FOREGROUND], true),
                node("b", &["a"], &[FOREGROUND], true),
                node("c", &["b"], if third_goes { &[FOREGROUND] } else { &[] }, third_goes),
            ]
        };
        assert_eq!(of(&in_circle(false), &[], "a"), Step::Nothing);
        assert_eq!(of(&in_circle(false), &[], "c"), Step::Delete(Mode::Foreground));
        for uid in ["a", "b", "c"] {
            assert_eq!(of(&in_circle(true), &[], uid), Step::RemoveFinalizer(FOREGROUND), "{uid}");
        }
    }
}
