//! CronJob: jobs at set times. The test moves the clock.

use std::time::{Duration, UNIX_EPOCH};

use api::Resource as _;
use api::batch::v1::{CronJob, Job};
use runtime::ManualTime;
use serde_json::{Value, json};

use crate::cluster::{Cluster, template};

const LOOPS: &[&str] = &["cronjob-controller"];

fn cron(more: Value) -> Value {
    let mut pod = template("i");
    pod["spec"]["restartPolicy"] = json!("Never");
    let mut tree = json!({
        "metadata": {"name": "tick"},
        "spec": {
            "schedule": "*/5 * * * *", "successfulJobsHistoryLimit": 1,
            "jobTemplate": {"metadata": {"labels": {"from": "tick"}}, "spec": {"template": pod}},
        },
    });
    for (name, value) in more.as_object().unwrap() {
        tree["spec"][name] = value.clone();
    }
    tree
}

async fn jobs(cluster: &Cluster, count: usize) -> Vec<Job> {
    testing::eventually(&format!("{count} jobs"), || async {
        let mut jobs = cluster.list::<Job>("from=tick").await;
        jobs.retain(|job| !job.is_being_deleted());
        jobs.sort_by_key(|job| job.name().to_owned());
        (jobs.len() == count).then_some(jobs)
    })
    .await
}

/// Lets the loops' time run fast until something has come about.
async fn ticking<T>(time: &ManualTime, wait: impl Future<Output = T>) -> T {
    let tick = async {
        loop {
            time.advance(Duration::from_secs(5));
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    };
    tokio::select! {
        found = wait => found,
        () = tick => unreachable!("time runs on"),
    }
}

async fn complete(cluster: &Cluster, name: &str) {
    let now = "2026-11-15T08:00:00Z";
    let conditions: Vec<_> = ["SuccessCriteriaMet", "Complete"]
        .iter()
        .map(
            |type_| json!({"type": type_, "status": "True", "lastTransitionTime": now, "lastProbeTime": now}),
        )
        .collect();
    let status = json!({"status": {
        "startTime": now, "completionTime": now, "succeeded": 1, "conditions": conditions,
        "uncountedTerminatedPods": {},
    }});
    cluster.client.within::<Job>("default").patch_status(name, &client::Patch::Merge(status)).await.unwrap();
}

#[tokio::test]
async fn jobs_are_made_in_time_followed_and_forgotten() {
    let (cluster, time) =
        Cluster::at(LOOPS, UNIX_EPOCH + Duration::from_secs(4_000_000_000 / 300 * 300 + 60)).await;
    let mut given = cron(json!({"concurrencyPolicy": "Forbid"}));
    given["spec"]["timeZone"] = json!("Europe/Berlin");
    cluster.make::<CronJob>(given).await;
    // It is as old as the server's clock says, which is long ago: the latest time that has passed is made up for.
    let first = jobs(&cluster, 1).await.remove(0);
    assert!(first.annotation("batch.kubernetes.io/cronjob-scheduled-timestamp").is_some());
    let (_, minutes) = first.name().rsplit_once('-').unwrap();
    assert_eq!(minutes.parse::<u64>().unwrap() % 5, 0, "{}", first.name());
    let active = |cron: &CronJob| {
        cron.status.as_ref().is_some_and(|status| status.active.as_ref().is_some_and(|jobs| jobs.len() == 1))
    };
    let noted = cluster.until("tick", "it is noted", active).await;
    assert!(noted.status.as_ref().unwrap().last_schedule_time.is_some());
    ticking(&time, cluster.event("JobAlreadyActive")).await;
    jobs(&cluster, 1).await;
    complete(&cluster, first.name()).await;
    ticking(&time, cluster.event("SawCompletedJob")).await;
    let done =
        |cron: &CronJob| cron.status.as_ref().is_some_and(|status| status.last_successful_time.is_some());
    cluster.until("tick", "its success is noted", done).await;
    // Now there is room for the one that was put off.
    let second = ticking(&time, jobs(&cluster, 2)).await.remove(1);
    complete(&cluster, second.name()).await;
    ticking(&time, cluster.gone::<Job>(first.name())).await;
}

#[tokio::test]
async fn suspended_ones_wait_and_replacing_ones_replace() {
    let (cluster, time) =
        Cluster::at(LOOPS, UNIX_EPOCH + Duration::from_secs(4_000_000_000 / 300 * 300 + 60)).await;
    cluster.make::<CronJob>(cron(json!({"suspend": true, "concurrencyPolicy": "Replace"}))).await;
    time.advance(Duration::from_secs(600));
    cluster.patch::<CronJob>("tick", json!({"spec": {"suspend": false}})).await;
    let first = jobs(&cluster, 1).await.remove(0);
    let noted = |cron: &CronJob| cron.status.as_ref().is_some_and(|status| status.active.is_some());
    cluster.until("tick", "it is noted", noted).await;
    let another = testing::eventually("another takes its place", || async {
        let jobs = cluster.list::<Job>("from=tick").await;
        jobs.iter().find(|job| !job.is_being_deleted() && job.name() != first.name()).map(|_| ())
    });
    ticking(&time, another).await;
}
