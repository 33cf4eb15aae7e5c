//! Pods of the API: they start, crash, are probed, end.

use api::coordination::v1::Lease;
use api::core::v1::Node;
use serde_json::json;
use testing::eventually;

use crate::harness::{Lab, is_ready, waiting};

#[tokio::test(flavor = "multi_thread")]
async fn a_pod_runs_and_goes() {
    let lab = Lab::start().await;
    let spec = json!({"initContainers": [{"name": "i", "image": "img:1"}], "containers": [{"name": "a", "image": "img:1"}]});
    lab.create("web", spec).await;
    eventually("the init container runs", || async {
        lab.runtime.record().contains(&"start i 0".to_owned()).then_some(())
    })
    .await;
    lab.runtime.exit("i", 0);
    let status = lab.when("web", "is ready", is_ready).await;
    assert_eq!(status.phase.as_deref(), Some("Running"));
    assert_eq!(status.pod_ip.as_deref(), Some("127.0.1.1"));
    assert_eq!(status.host_ip.as_deref(), Some("127.0.0.1"));
    let container = &status.container_statuses.as_ref().unwrap()[0];
    assert!(container.container_id.as_ref().unwrap().starts_with("pretend://c"));
    lab.event("Started: Container started").await;
    lab.event("Pulling: Pulling image \"img:1\"").await;
    lab.runtime.record();
    lab.delete("web").await;
    lab.gone("web").await;
    eventually("nothing is left", || async { lab.runtime.is_empty().then_some(()) }).await;
    assert_eq!(lab.runtime.record(), ["stop a 30", "stop sandbox"]);
    let pods = lab.directory.path().join("kubelet/pods");
    eventually("its directory is gone", || async {
        (std::fs::read_dir(&pods).unwrap().count() == 0).then_some(())
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_node_is_there_and_ready() {
    let lab = Lab::start().await;
    let node = eventually("the node is ready", || async {
        let node = lab.client.all::<Node>().find("n1").await.unwrap()?;
        let ready = node
            .status
            .as_ref()?
            .conditions
            .iter()
            .flatten()
            .any(|condition| condition.type_ == "Ready" && condition.status == "True");
        ready.then_some(node)
    })
    .await;
    let status = node.status.unwrap();
    assert_eq!(status.capacity.as_ref().unwrap()["pods"].0, "110");
    assert_eq!(status.addresses.as_ref().unwrap()[0].address, "127.0.0.1");
    assert_eq!(status.node_info.unwrap().container_runtime_version, "pretend://1");
    assert_eq!(node.metadata.labels.unwrap()["kubernetes.io/hostname"], "n1");
    eventually("the lease is there", || async {
        lab.client.within::<Lease>("kube-node-lease").find("n1").await.unwrap()?.spec?.renew_time
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_crashes_is_started_again_after_a_while() {
    let lab = Lab::start().await;
    lab.create("web", json!({"containers": [{"name": "a", "image": "img:1"}]})).await;
    lab.when("web", "is ready", is_ready).await;
    lab.runtime.exit("a", 1);
    lab.when("web", "was restarted", |status| {
        is_ready(status) && status.container_statuses.as_ref().unwrap()[0].restart_count == 1
    })
    .await;
    lab.runtime.exit("a", 3);
    let status = lab.when("web", "waits", |status| waiting(status) == "CrashLoopBackOff").await;
    let container = &status.container_statuses.as_ref().unwrap()[0];
    assert_eq!(container.last_state.as_ref().unwrap().terminated.as_ref().unwrap().exit_code, 3);
    assert_eq!(status.phase.as_deref(), Some("Running"));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_pod_that_has_done_its_work_stays_to_be_looked_at() {
    let lab = Lab::start().await;
    lab.create("job", json!({"restartPolicy": "Never", "containers": [{"name": "a", "image": "img:1"}]}))
        .await;
    lab.when("job", "is ready", is_ready).await;
    std::fs::write(
        &lab.runtime
            .config("a")
            .mounts
            .iter()
            .find(|mount| mount.container_path == "/dev/termination-log")
            .unwrap()
            .host_path,
        "last words",
    )
    .unwrap();
    lab.runtime.exit("a", 2);
    let status = lab.when("job", "has failed", |status| status.phase.as_deref() == Some("Failed")).await;
    let ended = status.container_statuses.unwrap()[0].state.clone().unwrap().terminated.unwrap();
    assert_eq!((ended.exit_code, ended.message.as_deref()), (2, Some("last words")));
}

#[tokio::test(flavor = "multi_thread")]
async fn probes_decide_who_is_ready_and_who_lives() {
    let lab = Lab::start().await;
    let probe =
        |period: i32| json!({"exec": {"command": ["true"]}, "periodSeconds": period, "failureThreshold": 1});
    lab.runtime.fail_commands("r", true);
    let containers = json!([
        {"name": "r", "image": "img:1", "readinessProbe": probe(1)},
        {"name": "l", "image": "img:1", "livenessProbe": probe(1), "startupProbe": probe(1)},
    ]);
    lab.create("web", json!({"terminationGracePeriodSeconds": 1, "containers": containers})).await;
    lab.when("web", "runs", |status| status.phase.as_deref() == Some("Running") && !is_ready(status)).await;
    lab.event("Unhealthy: Readiness probe failed: true").await;
    lab.runtime.fail_commands("r", false);
    lab.when("web", "is ready", is_ready).await;
    lab.runtime.fail_commands("l", true);
    lab.event("Killing: Container l failed liveness probe, will be restarted").await;
    lab.runtime.fail_commands("l", false);
    lab.when("web", "was started again", |status| {
        status.container_statuses.as_ref().unwrap()[0].restart_count >= 1
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn images_that_can_not_be_had_are_told_of() {
    let lab = Lab::start().await;
    lab.runtime.refuse_image("bad:1", true);
    lab.create("web", json!({"containers": [{"name": "a", "image": "bad:1"}]})).await;
    lab.when("web", "complains", |status| waiting(status) == "ErrImagePull").await;
    let status = lab.when("web", "waits", |status| waiting(status) == "ImagePullBackOff").await;
    let state = status.container_statuses.unwrap()[0].state.clone().unwrap().waiting.unwrap();
    assert_eq!(
        state.message.as_deref(),
        Some("Back-off pulling image \"bad:1\": ErrImagePull: bad:1: no such image")
    );
    lab.event("Failed: Failed to pull image \"bad:1\": bad:1: no such image").await;
    lab.delete("web").await;
    lab.gone("web").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_new_kubelet_takes_over_and_ends_what_nobody_wants() {
    let mut lab = Lab::start().await;
    for name in ["stays", "goes"] {
        lab.create(name, json!({"containers": [{"name": name, "image": "img:1"}]})).await;
        lab.when(name, "is ready", is_ready).await;
    }
    lab.stop_kubelet().await;
    lab.runtime.record();
    let now = client::DeleteOptions { grace_seconds: Some(0), ..client::DeleteOptions::default() };
    lab.client.within::<api::core::v1::Pod>("default").delete("goes", &now).await.unwrap();
    lab.start_kubelet(|_| {}).await;
    let mut seen = Vec::new();
    eventually("the orphan ends", || {
        seen.extend(lab.runtime.record());
        let done = seen.contains(&"stop sandbox".to_owned());
        async move { done.then_some(()) }
    })
    .await;
    assert_eq!(seen, ["stop goes 30", "stop sandbox"], "and nothing else is touched");
    lab.runtime.exit("stays", 1);
    lab.when("stays", "was restarted", |status| {
        status.container_statuses.as_ref().unwrap()[0].restart_count == 1
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_pod_that_does_not_fit_is_refused() {
    let lab = Lab::start().await;
    let resources = json!({"requests": {"cpu": "100000"}});
    lab.create("huge", json!({"containers": [{"name": "a", "image": "img:1", "resources": resources}]}))
        .await;
    let status = lab.when("huge", "is refused", |status| status.phase.as_deref() == Some("Failed")).await;
    assert_eq!(status.reason.as_deref(), Some("OutOfcpu"));
    assert!(lab.runtime.is_empty());
}
