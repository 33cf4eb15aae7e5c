//! What `kubectl get pods` shows: how the pod fares, in a word.

use meta::Time;
use resource::Object;
use serde_json::Value;

use crate::printing::{NONE, age_of, human_duration};

/// What is found while the containers are looked at.
struct Summary {
    reason: String,
    ready: usize,
    total: usize,
    restarts: i64,
    last_restart: Option<Time>,
}

/// The cells after the name.
pub fn cells(pod: &Object, now: Time) -> Vec<Value> {
    let summary = summarize(pod);
    let restarts = match summary.last_restart.filter(|_| summary.restarts != 0) {
        Some(last) => format!("{} ({} ago)", summary.restarts, human_duration(now.unix() - last.unix())),
        None => summary.restarts.to_string(),
    };
    let or_none = |text: &str| if text.is_empty() { Value::from(NONE) } else { text.into() };
    let ip = pod.get("status.podIPs").and_then(|ips| ips.get(0)).and_then(|ip| ip["ip"].as_str());
    vec![
        format!("{}/{}", summary.ready, summary.total).into(),
        summary.reason.into(),
        restarts.into(),
        age_of(pod, now),
        or_none(ip.unwrap_or_default()),
        or_none(pod.text("spec.nodeName")),
        or_none(pod.text("status.nominatedNodeName")),
        gates(pod),
    ]
}

fn items<'a>(pod: &'a Object, path: &str) -> Vec<&'a Value> {
    pod.get(path).and_then(Value::as_array).into_iter().flatten().collect()
}

fn gates(pod: &Object) -> Value {
    let gates = items(pod, "spec.readinessGates");
    if gates.is_empty() {
        return NONE.into();
    }
    let holds = |gate: &&&Value| {
        let conditions = items(pod, "status.conditions");
        let found = conditions.into_iter().find(|condition| condition["type"] == gate["conditionType"]);
        found.is_some_and(|condition| condition["status"] == "True")
    };
    format!("{}/{}", gates.iter().filter(holds).count(), gates.len()).into()
}

fn is_sidecar(pod: &Object, name: &Value) -> bool {
    let init = items(pod, "spec.initContainers");
    init.into_iter().any(|container| container["name"] == *name && container["restartPolicy"] == "Always")
}

fn has_condition(pod: &Object, kind: &str) -> bool {
    let conditions = items(pod, "status.conditions");
    conditions.into_iter().find(|condition| condition["type"] == kind).is_some_and(|c| c["status"] == "True")
}

fn finished_at(status: &Value) -> Option<Time> {
    status.pointer("/lastState/terminated/finishedAt")?.as_str()?.parse().ok()
}

fn summarize(pod: &Object) -> Summary {
    let mut reason = pod.text("status.phase").to_owned();
    if !pod.text("status.reason").is_empty() {
        reason = pod.text("status.reason").to_owned();
    }
    let gated = |c: &&Value| c["type"] == "PodScheduled" && c["reason"] == "SchedulingGated";
    if items(pod, "status.conditions").iter().any(gated) {
        reason = "SchedulingGated".to_owned();
    }
    let init = items(pod, "spec.initContainers");
    let sidecars = init.iter().filter(|container| container["restartPolicy"] == "Always").count();
    let total = items(pod, "spec.containers").len() + sidecars;
    let mut summary = Summary { reason, ready: 0, total, restarts: 0, last_restart: None };
    let (initializing, of_sidecars) = look_at_init(pod, init.len(), &mut summary);
    if !initializing || has_condition(pod, "Initialized") {
        (summary.restarts, summary.last_restart) = of_sidecars;
        look_at_regular(pod, &mut summary);
    }
    let ended = ["Failed", "Succeeded"].contains(&pod.text("status.phase"));
    if pod.is_terminating() && pod.text("status.reason") == "NodeLost" {
        summary.reason = "Unknown".to_owned();
    } else if pod.is_terminating() && !ended {
        summary.reason = "Terminating".to_owned();
    }
    summary
}

/// Whether the pod is still initializing; and restarts of its sidecars with the time of the last.
fn look_at_init(pod: &Object, count: usize, summary: &mut Summary) -> (bool, (i64, Option<Time>)) {
    let mut of_sidecars = (0, None);
    for (index, status) in items(pod, "status.initContainerStatuses").into_iter().enumerate() {
        let sidecar = is_sidecar(pod, &status["name"]);
        let restarts = status["restartCount"].as_i64().unwrap_or(0);
        summary.restarts += restarts;
        summary.last_restart = summary.last_restart.max(finished_at(status));
        if sidecar {
            of_sidecars = (of_sidecars.0 + restarts, of_sidecars.1.max(finished_at(status)));
        }
        let ended = status.pointer("/state/terminated").filter(|state| state.is_object());
        let waiting = status.pointer("/state/waiting/reason").and_then(Value::as_str).unwrap_or_default();
        if ended.is_some_and(|state| state["exitCode"] == 0) {
            continue;
        }
        if sidecar && status["started"] == true {
            summary.ready += usize::from(status["ready"] == true);
            continue;
        }
        summary.reason = match ended {
            Some(state) => format!("Init:{}", end_reason(state)),
            None if !waiting.is_empty() && waiting != "PodInitializing" => format!("Init:{waiting}"),
            None => format!("Init:{index}/{count}"),
        };
        return (true, of_sidecars);
    }
    (false, of_sidecars)
}

fn end_reason(state: &Value) -> String {
    match (state["reason"].as_str().unwrap_or_default(), state["signal"].as_i64().unwrap_or(0)) {
        ("", 0) => format!("ExitCode:{}", state["exitCode"].as_i64().unwrap_or(0)),
        ("", signal) => format!("Signal:{signal}"),
        (reason, _) => reason.to_owned(),
    }
}

fn look_at_regular(pod: &Object, summary: &mut Summary) {
    let (mut running, mut failed) = (false, String::new());
    for status in items(pod, "status.containerStatuses").into_iter().rev() {
        summary.restarts += status["restartCount"].as_i64().unwrap_or(0);
        summary.last_restart = summary.last_restart.max(finished_at(status));
        let waiting = status.pointer("/state/waiting/reason").and_then(Value::as_str).unwrap_or_default();
        if !waiting.is_empty() {
            summary.reason = waiting.to_owned();
        } else if let Some(state) = status.pointer("/state/terminated").filter(|state| state.is_object()) {
            summary.reason = end_reason(state);
            if state["exitCode"] != 0 {
                failed.clone_from(&summary.reason);
            }
        } else if status["ready"] == true && status.pointer("/state/running").is_some_and(Value::is_object) {
            running = true;
            summary.ready += 1;
        }
    }
    if summary.reason == "Completed" {
        if running && has_condition(pod, "Ready") {
            summary.reason = "Running".to_owned();
        } else if !failed.is_empty() {
            summary.reason = failed;
        } else if running {
            summary.reason = "NotReady".to_owned();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn shown(spec: Value, status: Value, deleted: bool) -> (String, String, String) {
        let mut tree = json!({"metadata": {"name": "x"}, "spec": spec, "status": status});
        if deleted {
            tree["metadata"]["deletionTimestamp"] = "2026-01-01T00:00:00Z".into();
        }
        let cells = cells(&Object::new(tree).unwrap(), Time::from_unix(1_767_225_660));
        let text = |at: usize| cells[at].as_str().unwrap().to_owned();
        (text(0), text(1), text(2))
    }

    #[test]
    fn how_a_pod_fares_in_a_word() {
        let two = json!({"containers": [{"name": "a"}, {"name": "b"}]});
        let sidecar = json!({"initContainers": [{"name": "s", "restartPolicy": "Always"}, {"name": "i"}], "containers": [{"name": "a"}]});
        let running = json!({"name": "a", "ready": true, "state": {"running": {}}});
        let restarted = json!({"name": "b", "restartCount": 2, "state": {"waiting": {"reason": "CrashLoopBackOff"}},
            "lastState": {"terminated": {"finishedAt": "2026-01-01T00:00:00Z"}}});
        let done = json!({"name": "b", "state": {"terminated": {"exitCode": 0, "reason": "Completed"}}});
        let killed = json!({"name": "b", "state": {"terminated": {"exitCode": 137, "signal": 9}}});
        let started = json!({"name": "s", "started": true, "ready": true, "state": {"running": {}}});
        let table = [
            (&two, json!({"phase": "Pending"}), false, ["0/2", "Pending", "0"]),
            (&two, json!({"phase": "Failed", "reason": "Evicted"}), false, ["0/2", "Evicted", "0"]),
            (
                &two,
                json!({"phase": "Running", "containerStatuses": [running, restarted]}),
                false,
                ["1/2", "CrashLoopBackOff", "2 (60s ago)"],
            ),
            (
                &two,
                json!({"phase": "Running", "containerStatuses": [running, done]}),
                false,
                ["1/2", "NotReady", "0"],
            ),
            (
                &two,
                json!({"phase": "Running", "containerStatuses": [killed]}),
                false,
                ["0/2", "Signal:9", "0"],
            ),
            (&two, json!({"phase": "Running"}), true, ["0/2", "Terminating", "0"]),
            (&two, json!({"phase": "Succeeded"}), true, ["0/2", "Succeeded", "0"]),
            (
                &sidecar,
                json!({"phase": "Pending", "initContainerStatuses": [started, {"name": "i", "state": {"running": {}}}]}),
                false,
                ["1/2", "Init:1/2", "0"],
            ),
            (
                &sidecar,
                json!({"phase": "Pending", "initContainerStatuses": [{"name": "s", "state": {"terminated": {"exitCode": 1}}}]}),
                false,
                ["0/2", "Init:ExitCode:1", "0"],
            ),
        ];
        for (spec, status, deleted, want) in table {
            let (ready, reason, restarts) = shown(spec.clone(), status.clone(), deleted);
            assert_eq!([ready.as_str(), reason.as_str(), restarts.as_str()], want, "{status}");
        }
    }
}
