//! Job: so many pods that end well, each counted once.

use api::Resource as _;
use api::batch::v1::Job;
use api::core::v1::Pod;
use serde_json::{Value, json};

use crate::cluster::{Cluster, template};

const LOOPS: &[&str] = &["job-controller", "ttl-after-finished-controller"];

fn job(spec: Value) -> Value {
    let mut template = template("i");
    template["spec"]["restartPolicy"] = json!("Never");
    let mut tree = json!({"metadata": {"name": "work"}, "spec": {"template": template}});
    for (name, value) in spec.as_object().unwrap() {
        tree["spec"][name] = value.clone();
    }
    tree
}

fn reason(job: &Job, type_: &str) -> Option<String> {
    let mut conditions = job.status.as_ref()?.conditions.as_ref()?.iter();
    conditions.find(|one| one.type_ == type_ && one.status == "True")?.reason.clone()
}

fn is(type_: &'static str) -> impl Fn(&Job) -> bool {
    move |job| reason(job, type_).is_some()
}

#[tokio::test]
async fn completions_are_counted_once_each() {
    let cluster = Cluster::start(LOOPS).await;
    cluster.make::<Job>(job(json!({"completions": 5, "parallelism": 2}))).await;
    for done in 1..=5 {
        let pods = cluster.pods("app=web", 2.min(6 - done)).await;
        assert!(
            pods[0]
                .meta()
                .finalizers
                .as_ref()
                .unwrap()
                .contains(&"batch.kubernetes.io/job-tracking".to_owned())
        );
        cluster.end_pod(pods[0].name(), "Succeeded", 0).await;
        let counted = |job: &Job| job.status.as_ref().unwrap().succeeded == i32::try_from(done).ok();
        cluster.until("work", "one more is counted", counted).await;
    }
    let job = cluster.until("work", "it is complete", is("Complete")).await;
    let status = job.status.as_ref().unwrap();
    assert_eq!((status.succeeded, status.failed, status.active), (Some(5), None, None));
    assert_eq!(reason(&job, "Complete").as_deref(), Some("CompletionsReached"));
    assert!(status.completion_time.is_some() && status.start_time.is_some());
    let pods = cluster.list::<Pod>("app=web").await;
    assert_eq!(pods.len(), 5);
    assert!(pods.iter().all(|pod| pod.meta().finalizers.is_none()), "all are counted");
    cluster.event("Completed").await;
}

#[tokio::test]
async fn failures_end_a_job_at_its_limit() {
    let cluster = Cluster::start(LOOPS).await;
    cluster.make::<Job>(job(json!({"backoffLimit": 0, "parallelism": 2, "completions": 2}))).await;
    let pods = cluster.pods("app=web", 2).await;
    cluster.run_pod(pods[1].name(), true).await;
    cluster.end_pod(pods[0].name(), "Failed", 1).await;
    let job = cluster.until("work", "it has failed", is("Failed")).await;
    assert_eq!(reason(&job, "Failed").as_deref(), Some("BackoffLimitExceeded"));
    assert_eq!(job.status.as_ref().unwrap().failed, Some(2), "the one that was removed has failed too");
    cluster.pods("app=web", 0).await;
}

#[tokio::test]
async fn a_failure_policy_decides_what_a_failure_means() {
    let cluster = Cluster::start(LOOPS).await;
    let rules = json!([
        {"action": "Ignore", "onExitCodes": {"operator": "In", "values": [7]}},
        {"action": "FailJob", "onExitCodes": {"operator": "In", "values": [42]}},
    ]);
    cluster.make::<Job>(job(json!({"podFailurePolicy": {"rules": rules}}))).await;
    let first = cluster.pods("app=web", 1).await.remove(0);
    cluster.end_pod(first.name(), "Failed", 7).await;
    let second = cluster.pods("app=web", 1).await.remove(0);
    cluster.end_pod(second.name(), "Failed", 42).await;
    let job = cluster.until("work", "it has failed", is("Failed")).await;
    assert_eq!(reason(&job, "Failed").as_deref(), Some("PodFailurePolicy"));
    assert_eq!(job.status.as_ref().unwrap().failed, Some(1));
}

#[tokio::test]
async fn indexed_jobs_have_a_pod_per_number_and_can_succeed_early() {
    let cluster = Cluster::start(LOOPS).await;
    let policy = json!({"rules": [{"succeededIndexes": "0-1"}]});
    let spec =
        json!({"completions": 4, "parallelism": 4, "completionMode": "Indexed", "successPolicy": policy});
    cluster.make::<Job>(job(spec)).await;
    let label = "batch.kubernetes.io/job-completion-index";
    let mut pods = cluster.pods("app=web", 4).await;
    pods.sort_by_key(|pod| pod.label(label).to_owned());
    let numbers: Vec<_> = pods.iter().map(|pod| pod.label(label)).collect();
    assert_eq!(numbers, ["0", "1", "2", "3"]);
    assert!(pods[2].name().starts_with("work-2-"));
    assert_eq!(pods[2].spec.as_ref().unwrap().hostname.as_deref(), Some("work-2"));
    for pod in &pods[..2] {
        cluster.end_pod(pod.name(), "Succeeded", 0).await;
    }
    let job = cluster.until("work", "it is complete", is("Complete")).await;
    assert_eq!(reason(&job, "Complete").as_deref(), Some("SuccessPolicy"));
    assert_eq!(job.status.as_ref().unwrap().completed_indexes.as_deref(), Some("0,1"));
    cluster.pods("app=web", 0).await;
}

#[tokio::test]
async fn jobs_are_suspended_resumed_and_removed_in_time() {
    let cluster = Cluster::start(LOOPS).await;
    cluster.make::<Job>(job(json!({"suspend": true, "ttlSecondsAfterFinished": 0}))).await;
    cluster.until("work", "it waits", is("Suspended")).await;
    assert!(cluster.list::<Pod>("app=web").await.is_empty());
    cluster.patch::<Job>("work", json!({"spec": {"suspend": false}})).await;
    let pod = cluster.pods("app=web", 1).await.remove(0);
    cluster.patch::<Job>("work", json!({"spec": {"suspend": true}})).await;
    cluster.gone::<Pod>(pod.name()).await;
    cluster.patch::<Job>("work", json!({"spec": {"suspend": false}})).await;
    let pod = cluster.pods("app=web", 1).await.remove(0);
    cluster.end_pod(pod.name(), "Succeeded", 0).await;
    cluster.until("work", "it goes", |job: &Job| job.is_being_deleted()).await;
}

#[tokio::test]
async fn a_job_that_takes_too_long_ends() {
    let cluster = Cluster::start(LOOPS).await;
    cluster.make::<Job>(job(json!({"activeDeadlineSeconds": 1}))).await;
    let job = cluster.until("work", "it has failed", is("Failed")).await;
    assert_eq!(reason(&job, "Failed").as_deref(), Some("DeadlineExceeded"));
}

#[tokio::test]
async fn each_index_fails_on_its_own() {
    let cluster = Cluster::start(LOOPS).await;
    let spec = json!({
        "completions": 2, "parallelism": 2, "completionMode": "Indexed", "backoffLimitPerIndex": 0,
    });
    cluster.make::<Job>(job(spec)).await;
    let mut pods = cluster.pods("app=web", 2).await;
    pods.sort_by_key(|pod| pod.label("batch.kubernetes.io/job-completion-index").to_owned());
    assert_eq!(pods[0].annotation("batch.kubernetes.io/job-index-failure-count"), Some("0"));
    cluster.end_pod(pods[0].name(), "Failed", 1).await;
    let failed = |job: &Job| job.status.as_ref().unwrap().failed_indexes.as_deref() == Some("0");
    let job = cluster.until("work", "the first index has failed", failed).await;
    assert_eq!(reason(&job, "Failed"), None, "the other goes on");
    cluster.end_pod(pods[1].name(), "Succeeded", 0).await;
    let job = cluster.until("work", "it has failed", is("Failed")).await;
    assert_eq!(reason(&job, "Failed").as_deref(), Some("FailedIndexes"));
    assert_eq!(job.status.as_ref().unwrap().completed_indexes.as_deref(), Some("1"));
}
