//! What is done next for a stateful set, by tables.

use std::sync::Arc;
use std::time::UNIX_EPOCH;

use api::Resource as _;
use api::Typed as _;
use api::apps::v1::{ControllerRevision, StatefulSet};
use api::core::v1::Pod;
use serde_json::{Value, json};

use super::plan::{Observed, Step, plan};

/// A pod from `web-1:old`, with `!` when it is not ready, `x` when it is on its way out, `f` when it has failed.
fn pod(text: &str) -> Arc<Pod> {
    let (name, rest) = text.split_once(':').unwrap();
    let revision = rest.trim_end_matches(['!', 'x', 'f']);
    let flag = |flag: char| rest[revision.len()..].contains(flag);
    let ready = if flag('!') { "False" } else { "True" };
    let mut tree = json!({
        "metadata": {"name": name, "uid": name, "labels": {
            "controller-revision-hash": revision, "statefulset.kubernetes.io/pod-name": name}},
        "spec": {"containers": []},
        "status": {"phase": if flag('f') { "Failed" } else { "Running" }, "conditions": [
            {"type": "Ready", "status": ready, "lastTransitionTime": "1970-01-01T00:00:00Z"}]},
    });
    if flag('x') {
        tree["metadata"]["deletionTimestamp"] = json!("1970-01-01T00:00:00Z");
    }
    Arc::new(Pod::decode(&tree).unwrap())
}

fn revision(name: &str) -> ControllerRevision {
    let data =
        json!({"spec": {"template": {"metadata": {"labels": {"from": name}}, "spec": {"containers": []}}}});
    ControllerRevision::decode(&json!({"metadata": {"name": name}, "revision": 1, "data": data})).unwrap()
}

/// The steps as text, and the status's counts: all, ready, current, updated.
fn planned(spec: Value, pods: &str) -> (String, [i32; 4]) {
    let mut tree = json!({"metadata": {"name": "web", "uid": "u"}, "spec": {
        "replicas": 3, "serviceName": "web", "selector": {}, "template": {},
        "updateStrategy": {"type": "RollingUpdate", "rollingUpdate": {"partition": 0}}}});
    for (name, value) in spec.as_object().unwrap() {
        tree["spec"][name] = value.clone();
    }
    let set = StatefulSet::decode(&tree).unwrap();
    let pods: Vec<_> = pods.split_whitespace().map(pod).collect();
    let (current, update) = (revision("old"), revision("new"));
    let observed = Observed {
        set: &set,
        current: &current,
        update: &update,
        pods: &pods,
        claims: &|_| None,
        now: UNIX_EPOCH,
    };
    let plan = plan(&observed);
    let show = |step: &Step| match step {
        Step::Create(pod) => format!("+{}:{}", pod.name(), pod.label("controller-revision-hash")),
        Step::Delete(pod) => format!("-{}", pod.name()),
        Step::Provide(pod) => format!("?{}", pod.name()),
        Step::Repair(pod) => format!("~{}", pod.name()),
        Step::Own(claim) => format!("@{}", claim.name()),
        Step::Foreign(name) => format!("!{name}"),
    };
    let status = plan.status;
    let number = |count: Option<i32>| count.unwrap_or_default();
    let counts = [
        status.replicas,
        number(status.ready_replicas),
        number(status.current_replicas),
        number(status.updated_replicas),
    ];
    (plan.steps.iter().map(show).collect::<Vec<_>>().join(" "), counts)
}

fn steps(spec: Value, pods: &str) -> String {
    planned(spec, pods).0
}

#[test]
fn pods_come_and_go_in_order() {
    let plain = || json!({});
    assert_eq!(steps(plain(), ""), "+web-0:new");
    assert_eq!(steps(plain(), "web-0:new!"), "");
    assert_eq!(steps(plain(), "web-0:new"), "+web-1:new");
    assert_eq!(steps(plain(), "web-0:new web-2:new"), "+web-1:new");
    assert_eq!(steps(plain(), "web-0:new web-1:newx web-2:new"), "");
    assert_eq!(steps(plain(), "web-0:new web-1:newf web-2:new"), "-web-1");
    assert_eq!(steps(plain(), "web-0:new web-1:new web-2:new web-3:new web-4:new"), "-web-4");
    assert_eq!(steps(plain(), "web-0:new web-1:new web-2:new web-3:new! web-4:new!"), "");
    assert_eq!(steps(plain(), "web-0:new web-1:new web-2:new web-3:new web-4:new!"), "-web-4");
    assert_eq!(steps(plain(), "web-0:new web-1:new web-2:new web-3:new web-4:newx"), "");
}

#[test]
fn in_parallel_nobody_waits() {
    let parallel = || json!({"podManagementPolicy": "Parallel"});
    assert_eq!(steps(parallel(), ""), "+web-0:new +web-1:new +web-2:new");
    assert_eq!(steps(parallel(), "web-0:new! web-4:new web-3:newx"), "+web-1:new +web-2:new -web-4");
}

#[test]
fn numbers_may_begin_later() {
    let later = || json!({"ordinals": {"start": 5}, "replicas": 2});
    assert_eq!(steps(later(), "web-5:new"), "+web-6:new");
    assert_eq!(steps(later(), "web-5:new web-6:new web-0:new"), "-web-0");
}

#[test]
fn templates_roll_from_the_last() {
    let plain = || json!({});
    assert_eq!(planned(plain(), "web-0:old web-1:old web-2:old"), ("-web-2".to_owned(), [3, 3, 2, 0]));
    assert_eq!(steps(plain(), "web-0:old web-1:old web-2:new!"), "");
    assert_eq!(steps(plain(), "web-0:old web-1:old web-2:new"), "-web-1");
    assert_eq!(steps(plain(), "web-0:old! web-1:old web-2:new"), "");
    assert_eq!(planned(plain(), "web-0:new web-1:new web-2:new"), (String::new(), [3, 3, 3, 3]));
    let rolling =
        |rolling: Value| json!({"updateStrategy": {"type": "RollingUpdate", "rollingUpdate": rolling}});
    assert_eq!(steps(rolling(json!({"partition": 2})), "web-0:old web-1:old web-2:new"), "");
    assert_eq!(steps(rolling(json!({"partition": 2})), "web-1:old web-2:new"), "+web-0:old");
    let two = || rolling(json!({"maxUnavailable": 2}));
    assert_eq!(steps(two(), "web-0:old web-1:old web-2:old"), "-web-2 -web-1");
    let mut parallel = two();
    parallel["podManagementPolicy"] = json!("Parallel");
    assert_eq!(steps(parallel, "web-0:old web-1:old web-2:new!"), "-web-1");
    let on_delete = || json!({"updateStrategy": {"type": "OnDelete"}});
    assert_eq!(steps(on_delete(), "web-0:old web-1:old web-2:old"), "");
    assert_eq!(steps(on_delete(), "web-0:old web-1:old"), "+web-2:new");
}
