//! Who has to leave: the least important, the fewest.

use serde_json::json;

use super::*;
use crate::decide::decide;
use crate::decide::tests::{node, plugins, pod, snapshot, wants};

fn victims(pod: &PodInfo, nodes: Vec<Arc<NodeInfo>>) -> (Option<(String, Vec<String>)>, String) {
    let (plugins, snapshot) = (plugins(), snapshot(nodes));
    let mut unfit = decide(&plugins, pod, &snapshot).unwrap_err();
    let plan = plan(&plugins, pod, &snapshot, &[], &mut unfit);
    let names = plan.map(|plan| (plan.node, plan.victims.iter().map(|pod| pod.uid().to_owned()).collect()));
    (names, unfit.message())
}

#[test]
fn the_least_important_leave() {
    let (low, mid) = (wants("low", "1", 1), wants("mid", "1", 5));
    let nodes = vec![node("a", json!({}), &[&low, &mid])];
    let (found, _) = victims(&wants("p", "1", 10), nodes);
    assert_eq!(found, Some(("a".to_owned(), vec!["low".to_owned()])));
}

#[test]
fn nodes_with_lesser_victims_are_taken() {
    let (low, mid) = (wants("low", "2", 1), wants("mid", "2", 5));
    let nodes = vec![node("a", json!({}), &[&mid]), node("b", json!({}), &[&low])];
    let (found, _) = victims(&wants("p", "1", 10), nodes);
    assert_eq!(found, Some(("b".to_owned(), vec!["low".to_owned()])));
}

#[test]
fn equals_stay_and_some_pods_never_push() {
    let equal = wants("equal", "2", 10);
    let (found, message) = victims(&wants("p", "1", 10), vec![node("a", json!({}), &[&equal])]);
    assert_eq!(found, None);
    assert!(message.ends_with("1 No preemption victims found for incoming pod."), "{message}");
    let spec = json!({"priority": 99, "preemptionPolicy": "Never",
        "containers": [{"name": "c", "resources": {"requests": {"cpu": "1"}}}]});
    let (found, message) = victims(&pod("p", json!({}), spec), vec![node("a", json!({}), &[&equal])]);
    assert_eq!(found, None);
    assert!(message.contains("preemptionPolicy=Never"), "{message}");
}
