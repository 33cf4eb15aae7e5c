//! What is done for a job, by tables.

use std::sync::Arc;

use api::batch::v1::Job;
use api::core::v1::Pod;
use api::{Resource as _, Typed as _, time};
use serde_json::{Value, json};

use super::conditions;
use super::plan::{Observed, Steps, plan};

const NOW: &str = "2026-11-15T08:00:00Z";

/// `name:phase`, with `#` and an index, `~` and the failures before, `-` for one on its way out, `@` for one that ended just now.
fn pod(text: &str) -> Arc<Pod> {
    let (name, rest) = text.split_once(':').unwrap();
    let part = |mark: char| {
        let found = rest.split_once(mark)?.1;
        Some(found.split(['#', '~', '-', '@']).next().unwrap_or_default().to_owned())
    };
    let phase = rest.split(['#', '~', '-', '@']).next().unwrap_or_default();
    let mut annotations = json!({});
    if let Some(index) = part('#') {
        annotations["batch.kubernetes.io/job-completion-index"] = index.into();
    }
    if let Some(failures) = part('~') {
        annotations["batch.kubernetes.io/job-index-failure-count"] = failures.into();
    }
    let mut meta = json!({
        "name": name, "uid": name, "annotations": annotations, "finalizers": ["batch.kubernetes.io/job-tracking"],
        "creationTimestamp": if rest.contains('@') { NOW } else { "2026-11-15T07:00:00Z" },
    });
    if rest.contains('-') {
        meta["deletionTimestamp"] = json!("2026-11-15T07:00:00Z");
    }
    Arc::new(
        Pod::decode(&json!({"metadata": meta, "spec": {"containers": []}, "status": {"phase": phase}}))
            .unwrap(),
    )
}

fn planned(spec: Value, pods: &str) -> Steps {
    let mut tree = json!({
        "metadata": {"name": "work", "uid": "u"},
        "spec": {"template": {"spec": {"containers": [], "restartPolicy": "Never"}}, "backoffLimit": 6, "parallelism": 1, "completions": 1},
        "status": {"startTime": "2026-11-15T07:00:00Z"},
    });
    for (name, value) in spec.as_object().unwrap() {
        tree["spec"][name] = value.clone();
    }
    let job = Job::decode(&tree).unwrap();
    let pods: Vec<_> = pods.split_whitespace().map(pod).collect();
    plan(&Observed { job: &job, pods: &pods, now: time::system(&time::parse(NOW).unwrap()) })
}

fn names(pods: &[Arc<Pod>]) -> String {
    let mut names: Vec<_> = pods.iter().map(|pod| pod.name()).collect();
    names.sort_unstable();
    names.join(" ")
}

/// The reason why the job ends.
fn end(steps: &Steps) -> String {
    let found = conditions::find(&steps.status, conditions::FAILURE)
        .or(conditions::find(&steps.status, conditions::SUCCESS));
    found.and_then(|one| one.reason.clone()).unwrap_or_default()
}

/// The indexes of the pods that are made.
fn made(steps: &Steps) -> Vec<i32> {
    steps.create.iter().filter_map(|one| one.index).collect()
}

fn indexed(more: Value) -> Value {
    let mut spec = json!({"completionMode": "Indexed", "completions": 4, "parallelism": 4});
    spec.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    spec
}

#[test]
fn pods_are_made_until_enough_have_succeeded() {
    let spec = || json!({"completions": 3, "parallelism": 2});
    assert_eq!(planned(spec(), "").create.len(), 2);
    assert_eq!(planned(spec(), "a:Succeeded b:Succeeded c:Running").create.len(), 0);
    assert_eq!(names(&planned(spec(), "a:Succeeded b:Running c:Running d:Running").delete).len(), 1);
    assert_eq!(end(&planned(spec(), "a:Succeeded b:Succeeded c:Succeeded")), "CompletionsReached");
}

#[test]
fn a_job_that_fails_counts_what_it_removes() {
    let steps = planned(json!({"backoffLimit": 0, "completions": 2, "parallelism": 2}), "a:Failed b:Running");
    assert_eq!(end(&steps), "BackoffLimitExceeded");
    assert!(steps.counted);
    assert_eq!((names(&steps.delete), names(&steps.strip)), ("b".to_owned(), "a b".to_owned()));
    assert_eq!(steps.status.uncounted_terminated_pods.unwrap().failed.unwrap(), ["a", "b"]);
}

#[test]
fn failures_since_the_last_success_delay_the_next_pod() {
    let spec = || json!({"completions": 5});
    let waits = planned(spec(), "a:Failed@");
    assert!(waits.create.is_empty());
    assert_eq!(waits.after.unwrap().as_secs(), 10);
    assert_eq!(planned(spec(), "a:Failed@ b:Failed@").after.unwrap().as_secs(), 20);
    assert_eq!(planned(spec(), "a:Failed b:Succeeded@").create.len(), 1);
    assert_eq!(planned(spec(), "a:Failed").create.len(), 1);
}

#[test]
fn each_index_has_its_own_limit() {
    let spec = || indexed(json!({"backoffLimitPerIndex": 1}));
    // The first failure is kept until it is replaced, and the next pod knows of it.
    let first = planned(spec(), "a:Failed#0~0 b:Running#1 c:Running#2 d:Running#3");
    assert_eq!((made(&first), names(&first.strip)), (vec![0], String::new()));
    assert_eq!(first.create[0].replaced.as_ref().unwrap().name(), "a");
    let replaced = planned(spec(), "a:Failed#0~0 e:Running#0~1 b:Running#1 c:Running#2 d:Running#3");
    assert_eq!((made(&replaced), names(&replaced.strip)), (vec![], "a".to_owned()));
    // The second is the last.
    let second = planned(spec(), "e:Failed#0~1 b:Running#1 c:Running#2 d:Running#3");
    assert_eq!(second.status.failed_indexes.as_deref(), Some("0"));
    assert_eq!((made(&second), end(&second)), (vec![], String::new()));
    let over = planned(spec(), "e:Failed#0~1 b:Succeeded#1 c:Succeeded#2 d:Succeeded#3");
    assert_eq!(end(&over), "FailedIndexes");
    let most = indexed(json!({"backoffLimitPerIndex": 0, "maxFailedIndexes": 1}));
    assert_eq!(end(&planned(most.clone(), "a:Failed#0~0 b:Running#1")), "");
    assert_eq!(end(&planned(most, "a:Failed#0~0 b:Failed#1~0")), "MaxFailedIndexesExceeded");
    // Only the index that failed just now waits.
    let some = planned(spec(), "a:Failed#0~0@ b:Running#1 c:Running#2");
    assert_eq!((made(&some), some.after.unwrap().as_secs()), (vec![3], 10));
}

#[test]
fn indexes_come_once_and_only_while_asked_for() {
    assert_eq!(made(&planned(indexed(json!({})), "a:Running#1 b:Succeeded#2")), [0, 3]);
    let double = planned(indexed(json!({})), "a:Pending#1 b:Running#1");
    assert_eq!((names(&double.delete), made(&double)), ("a".to_owned(), vec![]));
    let shrunk = planned(indexed(json!({"completions": 1})), "a:Running#0 b:Running#3");
    assert_eq!(names(&shrunk.delete), "b");
    let policy = json!({"podReplacementPolicy": "Failed"});
    assert_eq!(made(&planned(indexed(policy), "a:Running#0-")), [1, 2, 3]);
    assert_eq!(made(&planned(indexed(json!({})), "a:Running#0-")), [0, 1, 2, 3]);
}

#[test]
fn policies_end_jobs_and_indexes() {
    let rules =
        |action: &str| json!([{"action": action, "onPodConditions": [{"type": "Bad", "status": "True"}]}]);
    let bad = |name: &str, index: &str| {
        let mut one = (*pod(&format!("{name}:Failed#{index}~0"))).clone();
        let condition = json!({"metadata": {}, "status": {"phase": "Failed", "conditions": [{"type": "Bad", "status": "True"}]}});
        one.status = Pod::decode(&condition).unwrap().status;
        Arc::new(one)
    };
    let decide = |action: &str| {
        let spec = indexed(json!({"backoffLimitPerIndex": 5, "podFailurePolicy": {"rules": rules(action)}}));
        let mut tree = json!({"metadata": {"name": "work", "uid": "u"}, "spec": {"template": {}, "backoffLimit": 6}, "status": {}});
        tree["spec"].as_object_mut().unwrap().extend(spec.as_object().unwrap().clone());
        let job = Job::decode(&tree).unwrap();
        plan(&Observed { job: &job, pods: &[bad("a", "0")], now: time::system(&time::parse(NOW).unwrap()) })
    };
    assert_eq!(end(&decide("FailJob")), "PodFailurePolicy");
    assert_eq!(decide("FailIndex").status.failed_indexes.as_deref(), Some("0"));
    assert_eq!(decide("Ignore").status.failed_indexes.as_deref(), Some(""));
}
