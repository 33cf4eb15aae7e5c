//! Deployment: from one template to the next, with enough pods all the way.

use api::Resource as _;
use api::apps::v1::{Deployment, DeploymentCondition, ReplicaSet};
use serde_json::{Value, json};

use crate::cluster::{Cluster, template};

const LOOPS: &[&str] = &["deployment-controller", "replicaset-controller"];
const REVISION: &str = "deployment.kubernetes.io/revision";

fn deployment(replicas: i32, strategy: Value) -> Value {
    json!({
        "metadata": {"name": "web", "annotations": {"team": "a"}},
        "spec": {
            "replicas": replicas, "selector": {"matchLabels": {"app": "web"}}, "template": template("one"),
            "strategy": strategy, "revisionHistoryLimit": 1,
        },
    })
}

fn condition(deployment: &Deployment, type_: &str) -> Option<DeploymentCondition> {
    let conditions = deployment.status.as_ref()?.conditions.as_ref()?;
    conditions.iter().find(|condition| condition.type_ == type_).cloned()
}

/// As the kubelet: runs every pod that is there, until the deployment is as it should be.
async fn roll_out(cluster: &Cluster, image: &str, least: usize, most: usize) -> Deployment {
    let done = |deployment: &Deployment| {
        let status = deployment.status.clone().unwrap_or_default();
        let wanted = deployment.spec.as_ref().unwrap().replicas;
        status.observed_generation == deployment.meta().generation
            && status.updated_replicas == wanted
            && status.available_replicas == wanted
            && status.replicas == wanted
    };
    let rolling = async {
        loop {
            let pods: Vec<api::core::v1::Pod> = cluster.list("app=web").await;
            for gone in pods.iter().filter(|pod| pod.is_being_deleted()) {
                cluster.kill_pod(gone.name()).await;
            }
            let alive: Vec<_> = pods.iter().filter(|pod| !pod.is_being_deleted()).collect();
            let runs =
                |pod: &&&api::core::v1::Pod| pod.status.as_ref().unwrap().phase.as_deref() == Some("Running");
            let running = alive.iter().filter(runs).count();
            assert!(alive.len() <= most && running >= least, "{running} of {} run", alive.len());
            for pod in alive.iter().filter(|pod| !runs(pod)) {
                cluster.run_pod(pod.name(), true).await;
            }
            let now = cluster.get::<Deployment>("web").await;
            let new = now.spec.as_ref().unwrap().template.spec.as_ref().unwrap().containers[0].image.clone();
            if done(&now) && new.as_deref() == Some(image) {
                return now;
            }
            tokio::time::sleep(std::time::Duration::from_millis(5)).await;
        }
    };
    testing::until("the roll-out ends", rolling).await
}

async fn set_image(cluster: &Cluster, image: &str) {
    let containers = json!([{"name": "c", "image": image}]);
    cluster
        .patch::<Deployment>("web", json!({"spec": {"template": {"spec": {"containers": containers}}}}))
        .await;
}

#[tokio::test]
async fn a_rolling_update_keeps_pods_available_and_counts_revisions() {
    let cluster = Cluster::start(LOOPS).await;
    let strategy = json!({"rollingUpdate": {"maxSurge": 1, "maxUnavailable": 1}});
    cluster.make::<Deployment>(deployment(4, strategy)).await;
    let first = roll_out(&cluster, "one", 0, 4).await;
    assert_eq!(first.annotation(REVISION), Some("1"));
    let available = cluster.until("web", "it is available", |d: &Deployment| {
        condition(d, "Progressing").is_some_and(|one| one.reason.as_deref() == Some("NewReplicaSetAvailable"))
    });
    assert_eq!(condition(&available.await, "Available").unwrap().status, "True");
    let set = &cluster.list::<ReplicaSet>("app=web").await[0];
    assert_eq!(
        (set.annotation("team"), set.annotation("deployment.kubernetes.io/desired-replicas")),
        (Some("a"), Some("4"))
    );
    assert_eq!(set.name(), format!("web-{}", set.label("pod-template-hash")));

    set_image(&cluster, "two").await;
    let second = roll_out(&cluster, "two", 3, 5).await;
    assert_eq!(second.annotation(REVISION), Some("2"));
    let event = cluster.event("ScalingReplicaSet").await;
    assert!(event.message.unwrap().starts_with("Scaled up replica set web-"));

    // Back to the first template: its set is used again, with a new revision.
    set_image(&cluster, "one").await;
    let third = roll_out(&cluster, "one", 3, 5).await;
    assert_eq!(third.annotation(REVISION), Some("3"));
    assert_eq!(cluster.list::<ReplicaSet>("app=web").await.len(), 2);
    set_image(&cluster, "three").await;
    roll_out(&cluster, "three", 3, 5).await;
    testing::eventually("only one old set is kept", || async {
        (cluster.list::<ReplicaSet>("app=web").await.len() == 2).then_some(())
    })
    .await;
}

#[tokio::test]
async fn a_recreation_ends_all_before_it_begins() {
    let cluster = Cluster::start(LOOPS).await;
    cluster.make::<Deployment>(deployment(2, json!({"type": "Recreate"}))).await;
    roll_out(&cluster, "one", 0, 2).await;
    set_image(&cluster, "two").await;
    roll_out(&cluster, "two", 0, 2).await;
}

#[tokio::test]
async fn pausing_scaling_and_a_missed_deadline_show() {
    let cluster = Cluster::start(LOOPS).await;
    let mut tree = deployment(1, json!({"rollingUpdate": {"maxSurge": 1, "maxUnavailable": 0}}));
    tree["spec"]["progressDeadlineSeconds"] = json!(1);
    cluster.make::<Deployment>(tree).await;
    cluster.pods("app=web", 1).await;
    let reason = |wanted: &'static str| {
        move |d: &Deployment| {
            condition(d, "Progressing").is_some_and(|one| one.reason.as_deref() == Some(wanted))
        }
    };
    let late = cluster.until("web", "it is late", reason("ProgressDeadlineExceeded")).await;
    assert_eq!(condition(&late, "Available").unwrap().status, "False");
    cluster.patch::<Deployment>("web", json!({"spec": {"replicas": 3}})).await;
    roll_out(&cluster, "one", 0, 3).await;
    cluster.patch::<Deployment>("web", json!({"spec": {"paused": true}})).await;
    cluster.until("web", "it is paused", reason("DeploymentPaused")).await;
    set_image(&cluster, "two").await;
    cluster.patch::<Deployment>("web", json!({"spec": {"replicas": 2}})).await;
    cluster.pods("app=web", 2).await;
    assert_eq!(cluster.list::<ReplicaSet>("app=web").await.len(), 1, "a paused deployment rolls nothing out");
    cluster.patch::<Deployment>("web", json!({"spec": {"paused": null}})).await;
    roll_out(&cluster, "two", 2, 3).await;
}
