//! Conditions and statuses of containers, case by case.

use std::sync::Arc;

use api::Typed as _;
use api::core::v1::Pod;
use serde_json::{Value, json};

use super::*;
use crate::pod::state::{Attempt, Launch, Observation, SandboxSeen, Waiting};

fn attempt(name: &str, number: u32, state: node::ContainerState, exit_code: i32) -> Attempt {
    Attempt {
        id: format!("{name}{number}"),
        sandbox_id: "s".into(),
        name: name.into(),
        attempt: number,
        state,
        started_at: 5 * SECOND,
        finished_at: if state == node::ContainerState::Exited { 9 * SECOND } else { 0 },
        exit_code,
        reason: String::new(),
        message: "bye".into(),
        image: "img".into(),
        image_id: "img@sha256:x".into(),
        hash: String::new(),
        user: None,
    }
}

fn rendered(spec: Value, attempts: Vec<Attempt>, launch: Option<Waiting>) -> Value {
    let pod = json!({"metadata": {"name": "p", "namespace": "n", "uid": "u", "generation": 3}, "spec": spec,
        "status": {"conditions": [{"type": "gate", "status": "False"}]}});
    let mut state = State::new(Arc::new(Pod::decode(&pod).unwrap()));
    let sandbox = SandboxSeen { id: "s".into(), attempt: 0, ready: true, ips: vec!["10.1.0.2".into()] };
    state.seen = Observation { sandboxes: vec![sandbox], attempts, ..Observation::default() };
    if let Some(waiting) = launch {
        state.launches.insert("a".into(), Launch { waiting: Some(waiting), ..Launch::default() });
    }
    let host = Host { ips: vec!["10.0.0.1".into()], runtime: "test".into() };
    let status = render(&state, &host, 20 * SECOND);
    Pod { status: Some(status), ..Pod::default() }.encode()["status"].clone()
}

#[test]
fn a_running_pod() {
    let running = attempt("a", 0, node::ContainerState::Running, 0);
    let got = rendered(json!({"containers": [{"name": "a", "image": "img"}]}), vec![running], None);
    assert_eq!(got["phase"], "Running");
    assert_eq!(
        (&got["podIP"], &got["hostIP"], &got["qosClass"]),
        (&json!("10.1.0.2"), &json!("10.0.0.1"), &json!("BestEffort"))
    );
    assert_eq!(got["startTime"], "1970-01-01T00:00:20Z");
    assert_eq!(got["observedGeneration"], 3);
    let kinds: Vec<String> = got["conditions"]
        .as_array()
        .unwrap()
        .iter()
        .map(|condition| {
            format!("{}={}", condition["type"].as_str().unwrap(), condition["status"].as_str().unwrap())
        })
        .collect();
    assert_eq!(
        kinds,
        [
            "gate=False",
            "PodReadyToStartContainers=True",
            "Initialized=True",
            "Ready=True",
            "ContainersReady=True",
            "PodScheduled=True"
        ]
    );
    let container = &got["containerStatuses"][0];
    assert_eq!(container["containerID"], "test://a0");
    assert_eq!(container["state"], json!({"running": {"startedAt": "1970-01-01T00:00:05Z"}}));
    assert_eq!(
        (&container["ready"], &container["started"], &container["restartCount"]),
        (&json!(true), &json!(true), &json!(0))
    );
}

#[test]
fn a_crash_is_remembered_while_it_waits() {
    let ended = attempt("a", 1, node::ContainerState::Exited, 1);
    let waiting = Waiting { reason: "CrashLoopBackOff".into(), message: "back-off".into() };
    let got = rendered(json!({"containers": [{"name": "a", "image": "img"}]}), vec![ended], Some(waiting));
    let container = &got["containerStatuses"][0];
    assert_eq!(container["state"], json!({"waiting": {"reason": "CrashLoopBackOff", "message": "back-off"}}));
    assert_eq!(container["lastState"]["terminated"]["exitCode"], 1);
    assert_eq!(container["lastState"]["terminated"]["message"], "bye");
    assert_eq!(container["restartCount"], 1);
    let ready =
        got["conditions"].as_array().unwrap().iter().find(|condition| condition["type"] == "Ready").unwrap();
    assert_eq!(ready["reason"], "ContainersNotReady");
    assert_eq!(ready["message"], "containers with unready status: [a]");
}

#[test]
fn gates_and_init_containers_hold_it_back() {
    let gated = json!({"readinessGates": [{"conditionType": "gate"}, {"conditionType": "none"}], "containers": [{"name": "a"}]});
    let got = rendered(gated, vec![attempt("a", 0, node::ContainerState::Running, 0)], None);
    let ready = got["conditions"]
        .as_array()
        .unwrap()
        .iter()
        .find(|condition| condition["type"] == "Ready")
        .unwrap()
        .clone();
    assert_eq!(ready["reason"], "ReadinessGatesNotReady");
    assert_eq!(
        ready["message"],
        "the status of pod readiness gate \"gate\" is not \"True\", but False, corresponding condition of pod readiness gate \"none\" does not exist."
    );
    let init = json!({"initContainers": [{"name": "i"}, {"name": "j"}], "containers": [{"name": "a"}]});
    let got = rendered(init, vec![attempt("i", 0, node::ContainerState::Exited, 0)], None);
    let initialized = got["conditions"]
        .as_array()
        .unwrap()
        .iter()
        .find(|condition| condition["type"] == "Initialized")
        .unwrap()
        .clone();
    assert_eq!(initialized["message"], "containers with incomplete status: [j]");
    assert_eq!(got["phase"], "Pending");
    assert_eq!(got["containerStatuses"][0]["state"]["waiting"]["reason"], "PodInitializing");
    assert_eq!(got["initContainerStatuses"][0]["state"]["terminated"]["reason"], "Completed");
    // One that is made but not started yet is no further.
    let init = json!({"initContainers": [{"name": "i"}, {"name": "j"}], "containers": [{"name": "a"}]});
    let got = rendered(init, vec![attempt("j", 0, node::ContainerState::Created, 0)], None);
    assert_eq!(got["initContainerStatuses"][1]["state"]["waiting"]["reason"], "PodInitializing");
    let alone = rendered(
        json!({"containers": [{"name": "a"}]}),
        vec![attempt("a", 0, node::ContainerState::Created, 0)],
        None,
    );
    assert_eq!(alone["containerStatuses"][0]["state"]["waiting"]["reason"], "ContainerCreating");
}
