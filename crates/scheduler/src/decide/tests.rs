//! Decisions by tables: a pod, some nodes with pods on them, and where it may go.

use std::sync::Arc;

use api::Typed as _;
use api::core::v1::{Node, Pod};
use serde_json::{Value, json};

use super::*;

/// A pod from its spec; containers are filled in.
pub(crate) fn pod(name: &str, labels: Value, mut spec: Value) -> Arc<PodInfo> {
    if spec.get("containers").is_none() {
        spec["containers"] = json!([{"name": "c"}]);
    }
    let metadata = json!({"name": name, "namespace": "default", "uid": name, "labels": labels});
    let tree = json!({"metadata": metadata, "spec": spec});
    Arc::new(PodInfo::new(Arc::new(Pod::decode(&tree).unwrap())))
}

/// A pod that wants this much processor.
pub(crate) fn wants(name: &str, cpu: &str, priority: i32) -> Arc<PodInfo> {
    let resources = json!({"requests": {"cpu": cpu}});
    pod(name, json!({}), json!({"priority": priority, "containers": [{"name": "c", "resources": resources}]}))
}

/// A node with two processors in the zone `z-<name>`, and pods on it.
pub(crate) fn node(name: &str, spec: Value, pods: &[&Arc<PodInfo>]) -> Arc<NodeInfo> {
    let labels = json!({"kubernetes.io/hostname": name, "zone": format!("z-{name}"), "disk": "ssd"});
    let status = json!({"allocatable": {"cpu": "2", "memory": "4Gi", "pods": "10"}});
    let tree = json!({"metadata": {"name": name, "labels": labels}, "spec": spec, "status": status});
    let mut info = NodeInfo::new(Arc::new(Node::decode(&tree).unwrap()));
    for pod in pods {
        info.add((*pod).clone());
    }
    Arc::new(info)
}

pub(crate) fn snapshot(nodes: Vec<Arc<NodeInfo>>) -> Snapshot {
    Snapshot { nodes, ..Snapshot::default() }
}

pub(crate) fn plugins() -> Plugins {
    Plugins::of(&Profile::default()).unwrap()
}

fn place(pod: &PodInfo, nodes: Vec<Arc<NodeInfo>>) -> Result<String, String> {
    decide(&plugins(), pod, &snapshot(nodes))
        .map(|node| node.name().to_owned())
        .map_err(|unfit| unfit.message())
}

#[test]
fn filters_say_where_and_why_not() {
    let heavy = wants("heavy", "1900m", 0);
    let port = |name: &str| {
        pod(
            name,
            json!({}),
            json!({"containers": [{"name": "c", "ports": [{"containerPort": 1, "hostPort": 80}]}]}),
        )
    };
    let other = port("other");
    let affinity = |operator: &str| {
        let terms = json!([{"matchExpressions": [{"key": "disk", "operator": operator, "values": ["ssd"]}]}]);
        let required = json!({"nodeSelectorTerms": terms});
        json!({"affinity": {"nodeAffinity": {"requiredDuringSchedulingIgnoredDuringExecution": required}}})
    };
    let tainted = json!({"taints": [{"key": "k", "effect": "NoSchedule"}]});
    let tolerant = json!({"tolerations": [{"key": "k", "operator": "Exists"}]});
    let a = |spec: Value| node("a", spec, &[]);
    let cases: Vec<(&str, Arc<PodInfo>, Vec<Arc<NodeInfo>>, Result<&str, &str>)> = vec![
        ("no nodes", wants("p", "1", 0), vec![], Err("no nodes available to schedule pods")),
        (
            "room",
            wants("p", "1", 0),
            vec![node("a", json!({}), &[&heavy]), node("b", json!({}), &[])],
            Ok("b"),
        ),
        (
            "no room",
            wants("p", "3", 0),
            vec![a(json!({}))],
            Err("0/1 nodes are available: 1 Insufficient cpu."),
        ),
        (
            "cordoned",
            wants("p", "1", 0),
            vec![a(json!({"unschedulable": true}))],
            Err("0/1 nodes are available: 1 node(s) were unschedulable."),
        ),
        (
            "taint",
            wants("p", "1", 0),
            vec![a(tainted.clone())],
            Err("0/1 nodes are available: 1 node(s) had untolerated taint(s)."),
        ),
        ("toleration", pod("p", json!({}), tolerant), vec![a(tainted)], Ok("a")),
        ("affinity", pod("p", json!({}), affinity("In")), vec![a(json!({}))], Ok("a")),
        (
            "affinity elsewhere",
            pod("p", json!({}), affinity("NotIn")),
            vec![a(json!({}))],
            Err("0/1 nodes are available: 1 node(s) didn't match Pod's node affinity/selector."),
        ),
        (
            "port taken",
            port("p"),
            vec![node("a", json!({}), &[&other])],
            Err("0/1 nodes are available: 1 node(s) didn't have free ports for the requested pod ports."),
        ),
    ];
    for (name, pod, nodes, expected) in cases {
        let found = place(&pod, nodes);
        assert_eq!(found.as_ref().map(String::as_str).map_err(String::as_str), expected, "{name}");
    }
}

#[test]
fn pods_go_beside_or_away_from_others() {
    let term = json!([{"labelSelector": {"matchLabels": {"app": "db"}}, "topologyKey": "zone"}]);
    let rule =
        |kind: &str| json!({"affinity": {kind: {"requiredDuringSchedulingIgnoredDuringExecution": term}}});
    let db = pod("db", json!({"app": "db"}), json!({}));
    let nodes = || vec![node("a", json!({}), &[&db]), node("b", json!({}), &[])];
    assert_eq!(place(&pod("p", json!({}), rule("podAffinity")), nodes()).unwrap(), "a");
    assert_eq!(place(&pod("p", json!({}), rule("podAntiAffinity")), nodes()).unwrap(), "b");
    let guard = pod("guard", json!({}), rule("podAntiAffinity"));
    let guarded = vec![node("a", json!({}), &[&guard])];
    let refused = place(&pod("p", json!({"app": "db"}), json!({})), guarded).unwrap_err();
    assert!(refused.contains("didn't satisfy existing pods anti-affinity rules"), "{refused}");
    let first = pod("p", json!({"app": "db"}), rule("podAffinity"));
    assert_eq!(
        place(&first, vec![node("a", json!({}), &[])]).unwrap(),
        "a",
        "the first of its kind may go anywhere"
    );
}

#[test]
fn spread_keeps_within_the_skew() {
    let constraint = |when: &str| {
        json!({"topologySpreadConstraints": [{"maxSkew": 1, "topologyKey": "zone", "whenUnsatisfiable": when,
            "labelSelector": {"matchLabels": {"app": "web"}}}]})
    };
    let web = |name: &str| pod(name, json!({"app": "web"}), json!({}));
    let (one, two) = (web("1"), web("2"));
    let nodes = || vec![node("a", json!({}), &[&one, &two]), node("b", json!({}), &[])];
    for when in ["DoNotSchedule", "ScheduleAnyway"] {
        assert_eq!(
            place(&pod("p", json!({"app": "web"}), constraint(when)), nodes()).unwrap(),
            "b",
            "{when}"
        );
    }
}

#[test]
fn emptier_nodes_are_better() {
    let some = wants("some", "1", 0);
    let nodes = vec![node("a", json!({}), &[&some]), node("b", json!({}), &[])];
    assert_eq!(place(&wants("p", "100m", 0), nodes).unwrap(), "b");
}
