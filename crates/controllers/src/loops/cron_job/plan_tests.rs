//! What is done for a cron job, by tables.

use std::sync::Arc;
use std::time::Duration;

use api::batch::v1::{CronJob, Job};
use api::{Resource as _, Typed as _, time};
use serde_json::{Value, json};

use super::plan::{Observed, Steps, plan};

const NOW: &str = "2026-11-15T08:00:30Z";

fn job(name: &str, end: Option<&str>, started: &str) -> Arc<Job> {
    let conditions = end.map(|end| json!([{"type": end, "status": "True"}]));
    let tree = json!({
        "metadata": {"name": name, "uid": name},
        "spec": {"template": {}},
        "status": {"startTime": started, "completionTime": end.map(|_| started), "conditions": conditions},
    });
    Arc::new(Job::decode(&tree).unwrap())
}

fn planned(spec: Value, status: Value, jobs: &[Arc<Job>]) -> Steps {
    let mut tree = json!({
        "metadata": {"name": "c", "namespace": "n", "uid": "u", "creationTimestamp": "2026-11-15T07:00:00Z"},
        "spec": {"schedule": "*/10 * * * *", "jobTemplate": {"metadata": {"labels": {"a": "b"}}, "spec": {"template": {}}}},
        "status": status,
    });
    for (name, value) in spec.as_object().unwrap() {
        tree["spec"][name] = value.clone();
    }
    let cron = CronJob::decode(&tree).unwrap();
    plan(&Observed { cron: &cron, jobs, now: time::system(&time::parse(NOW).unwrap()) })
}

fn reasons(steps: &Steps) -> Vec<&str> {
    steps.events.iter().map(|(_, reason, _)| *reason).collect()
}

fn last(at: &str) -> Value {
    json!({"lastScheduleTime": at})
}

fn active(names: &[&str]) -> Value {
    let list: Vec<_> =
        names.iter().map(|name| json!({"name": name, "uid": name, "namespace": "n"})).collect();
    json!({"lastScheduleTime": "2026-11-15T07:50:00Z", "active": list})
}

#[test]
fn a_job_is_made_for_the_latest_time_that_was_missed() {
    let steps = planned(json!({"timeZone": "Europe/Berlin"}), last("2026-11-15T07:20:00Z"), &[]);
    let (job, at) = steps.create.as_ref().unwrap();
    assert_eq!(*at, time::system(&time::parse("2026-11-15T08:00:00Z").unwrap()));
    assert_eq!(job.name(), "c-29912160");
    assert_eq!(
        job.annotation("batch.kubernetes.io/cronjob-scheduled-timestamp"),
        Some("2026-11-15T09:00:00+01:00")
    );
    assert_eq!((job.label("a"), job.controller().unwrap().uid.as_str()), ("b", "u"));
    assert_eq!(steps.after, Some(Duration::from_millis(570_100)));
}

#[test]
fn nothing_is_made_twice_too_late_or_while_suspended() {
    let none = json!({});
    assert!(planned(none.clone(), last("2026-11-15T08:00:00Z"), &[]).create.is_none());
    let suspended = planned(json!({"suspend": true}), last("2026-11-15T07:20:00Z"), &[]);
    assert!(suspended.create.is_none() && suspended.after.is_none());
    let late = planned(json!({"startingDeadlineSeconds": 10}), last("2026-11-15T07:50:00Z"), &[]);
    assert!(late.create.is_none() && late.after.is_some());
    let many = planned(json!({"schedule": "* * * * *"}), last("2026-11-14T07:20:00Z"), &[]);
    assert!(many.create.is_some());
    assert_eq!(reasons(&many), ["TooManyMissedTimes"]);
    let unknown = planned(json!({"timeZone": "Mars/Base"}), none, &[]);
    assert_eq!(reasons(&unknown), ["UnknownTimeZone"]);
}

#[test]
fn policies_say_what_becomes_of_running_jobs() {
    let running = [job("one", None, "2026-11-15T07:50:00Z")];
    let allow = planned(json!({}), active(&["one"]), &running);
    assert!(allow.create.is_some() && allow.delete.is_empty());
    let forbid = planned(json!({"concurrencyPolicy": "Forbid"}), active(&["one"]), &running);
    assert!(forbid.create.is_none());
    assert_eq!(reasons(&forbid), ["JobAlreadyActive"]);
    let replace = planned(json!({"concurrencyPolicy": "Replace"}), active(&["one"]), &running);
    assert!(replace.create.is_some() && replace.status.active.is_none());
    assert_eq!(replace.delete.len(), 1);
}

#[test]
fn jobs_that_ended_are_noted_and_old_ones_go() {
    let jobs = [
        job("a", Some("Complete"), "2026-11-15T07:10:00Z"),
        job("b", Some("Complete"), "2026-11-15T07:20:00Z"),
        job("c", Some("Failed"), "2026-11-15T07:30:00Z"),
    ];
    let spec = json!({"suspend": true, "successfulJobsHistoryLimit": 1, "failedJobsHistoryLimit": 1});
    let steps = planned(spec, active(&["a", "b", "lost"]), &jobs);
    assert_eq!(steps.delete.iter().map(|job| job.name()).collect::<Vec<_>>(), ["a"]);
    assert_eq!(reasons(&steps), ["SawCompletedJob", "SawCompletedJob", "MissingJob"]);
    assert_eq!(steps.status.active, None);
    assert_eq!(steps.status.last_successful_time, time::parse("2026-11-15T07:20:00Z"));
}
