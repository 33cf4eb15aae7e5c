//! StatefulSet: pods with names and storage that stay theirs.

use api::Resource as _;
use api::apps::v1::{ControllerRevision, StatefulSet, StatefulSetStatus};
use api::core::v1::{PersistentVolumeClaim, Pod};
use serde_json::{Value, json};

use crate::cluster::{Cluster, template};

const LOOPS: &[&str] = &["statefulset-controller"];

fn set(more: Value) -> Value {
    let mut tree = json!({
        "metadata": {"name": "db"},
        "spec": {
            "replicas": 3, "serviceName": "db", "selector": {"matchLabels": {"app": "web"}}, "template": template("one"),
            "revisionHistoryLimit": 1,
        },
    });
    for (name, value) in more.as_object().unwrap() {
        tree["spec"][name] = value.clone();
    }
    tree
}

fn storage() -> Value {
    let spec = json!({"accessModes": ["ReadWriteOnce"], "resources": {"requests": {"storage": "1Gi"}}});
    json!([{"metadata": {"name": "data"}, "spec": spec}])
}

fn status(set: &StatefulSet) -> StatefulSetStatus {
    set.status.clone().unwrap_or_default()
}

async fn is_ready(cluster: &Cluster, name: &str) {
    cluster.until::<Pod>(name, "it is there", |pod| !pod.is_being_deleted()).await;
    cluster.run_pod(name, true).await;
}

async fn set_image(cluster: &Cluster, image: &str) {
    let containers = json!([{"name": "c", "image": image}]);
    let patch = json!({"spec": {"template": {"spec": {"containers": containers}}}});
    cluster.patch::<StatefulSet>("db", patch).await;
}

fn image(pod: &Pod) -> &str {
    pod.spec.as_ref().unwrap().containers[0].image.as_deref().unwrap()
}

#[tokio::test]
async fn pods_come_in_order_with_names_and_claims_and_go_in_reverse() {
    let cluster = Cluster::start(LOOPS).await;
    cluster.make::<StatefulSet>(set(json!({"volumeClaimTemplates": storage()}))).await;
    cluster.until::<Pod>("db-0", "it is made", |_| true).await;
    let seen = |set: &StatefulSet| status(set).replicas == 1;
    cluster.until("db", "one is counted", seen).await;
    assert_eq!(cluster.pods("app=web", 1).await.len(), 1, "the second waits for the first");
    for name in ["db-0", "db-1", "db-2"] {
        is_ready(&cluster, name).await;
    }
    let whole = |set: &StatefulSet| status(set).available_replicas == Some(3);
    let now = cluster.until("db", "all are available", whole).await;
    let now = status(&now);
    assert_eq!(
        (now.replicas, now.ready_replicas, now.current_replicas, now.updated_replicas),
        (3, Some(3), Some(3), Some(3))
    );
    assert_eq!(now.current_revision, now.update_revision);
    let pod = cluster.get::<Pod>("db-1").await;
    let spec = pod.spec.as_ref().unwrap();
    assert_eq!((spec.hostname.as_deref(), spec.subdomain.as_deref()), (Some("db-1"), Some("db")));
    assert_eq!(pod.label("statefulset.kubernetes.io/pod-name"), "db-1");
    assert_eq!(pod.label("apps.kubernetes.io/pod-index"), "1");
    assert_eq!(Some(pod.label("controller-revision-hash")), now.current_revision.as_deref());
    let volumes = spec.volumes.as_ref().unwrap();
    assert_eq!(volumes[0].persistent_volume_claim.as_ref().unwrap().claim_name, "data-db-1");
    assert_eq!(cluster.list::<PersistentVolumeClaim>("app=web").await.len(), 3);
    cluster.event("SuccessfulCreate").await;

    // Who is removed comes back as who it was.
    let before = cluster.get::<Pod>("db-1").await;
    cluster.kill_pod("db-1").await;
    cluster.until::<Pod>("db-1", "it is back", |pod| pod.uid() != before.uid()).await;
    is_ready(&cluster, "db-1").await;
    cluster.until("db", "all are available", whole).await;
    cluster.patch::<StatefulSet>("db", json!({"spec": {"replicas": 1}})).await;
    cluster.gone::<Pod>("db-2").await;
    cluster.gone::<Pod>("db-1").await;
    assert_eq!(cluster.list::<PersistentVolumeClaim>("app=web").await.len(), 3, "claims stay");
}

#[tokio::test]
async fn templates_roll_from_the_last_and_the_history_is_kept() {
    let cluster = Cluster::start(LOOPS).await;
    cluster.make::<StatefulSet>(set(json!({"podManagementPolicy": "Parallel"}))).await;
    let roll = async |wanted: &'static str, partition: usize| {
        let rolling = async {
            loop {
                let pods = cluster.list::<Pod>("app=web").await;
                for pod in &pods {
                    match pod.is_being_deleted() {
                        true => cluster.kill_pod(pod.name()).await,
                        false => cluster.run_pod(pod.name(), true).await,
                    }
                }
                let new = pods.iter().filter(|pod| !pod.is_being_deleted() && image(pod) == wanted).count();
                let now = status(&cluster.get::<StatefulSet>("db").await);
                if pods.len() == 3 && new == 3 - partition && now.updated_replicas == i32::try_from(new).ok()
                {
                    return;
                }
                tokio::time::sleep(std::time::Duration::from_millis(5)).await;
            }
        };
        testing::until("the roll-out ends", rolling).await;
    };
    roll("one", 0).await;
    let partition = |count: i32| json!({"spec": {"updateStrategy": {"rollingUpdate": {"partition": count}}}});
    cluster.patch::<StatefulSet>("db", partition(2)).await;
    set_image(&cluster, "two").await;
    roll("two", 2).await;
    assert_eq!(image(&cluster.get::<Pod>("db-2").await), "two");
    assert_eq!(image(&cluster.get::<Pod>("db-0").await), "one");
    let both = status(&cluster.get::<StatefulSet>("db").await);
    assert_ne!(both.current_revision, both.update_revision);
    cluster.patch::<StatefulSet>("db", partition(0)).await;
    roll("two", 0).await;
    set_image(&cluster, "three").await;
    roll("three", 0).await;
    let done = |set: &StatefulSet| status(set).current_revision == status(set).update_revision;
    cluster.until("db", "the new template is the current one", done).await;
    testing::eventually("one old revision is kept", || async {
        let mut revisions = cluster.list::<ControllerRevision>("app=web").await;
        revisions.sort_by_key(|one| one.revision);
        (revisions.iter().map(|one| one.revision).collect::<Vec<_>>() == [2, 3]).then_some(())
    })
    .await;
}

#[tokio::test]
async fn claims_go_as_the_policy_says() {
    let cluster = Cluster::start(&[
        "statefulset-controller",
        "garbage-collector-controller",
        "persistentvolumeclaim-protection-controller",
    ])
    .await;
    let policy = json!({"whenDeleted": "Delete", "whenScaled": "Delete"});
    let more = json!({
        "volumeClaimTemplates": storage(), "persistentVolumeClaimRetentionPolicy": policy, "replicas": 2,
        "ordinals": {"start": 4}, "podManagementPolicy": "Parallel",
    });
    cluster.make::<StatefulSet>(set(more)).await;
    is_ready(&cluster, "db-4").await;
    is_ready(&cluster, "db-5").await;
    let owned =
        |claim: &PersistentVolumeClaim| claim.controller().is_some_and(|owner| owner.kind == "StatefulSet");
    cluster.until("data-db-4", "it goes with the set", owned).await;
    cluster.until("data-db-5", "it goes with the set", owned).await;
    cluster.patch::<StatefulSet>("db", json!({"spec": {"replicas": 1}})).await;
    cluster.gone::<Pod>("db-5").await;
    cluster.gone::<PersistentVolumeClaim>("data-db-5").await;
    assert!(!cluster.get::<PersistentVolumeClaim>("data-db-4").await.is_being_deleted());
    cluster
        .client
        .within::<StatefulSet>("default")
        .delete("db", &client::DeleteOptions::default())
        .await
        .unwrap();
    cluster.gone::<PersistentVolumeClaim>("data-db-4").await;
}

#[tokio::test]
async fn on_delete_waits_and_failed_pods_are_replaced() {
    let cluster = Cluster::start(LOOPS).await;
    cluster.make::<StatefulSet>(set(json!({"replicas": 1, "updateStrategy": {"type": "OnDelete"}}))).await;
    is_ready(&cluster, "db-0").await;
    set_image(&cluster, "two").await;
    let seen = |set: &StatefulSet| status(set).observed_generation == Some(2) && status(set).replicas == 1;
    cluster.until("db", "the change is seen", seen).await;
    assert_eq!(image(&cluster.get::<Pod>("db-0").await), "one");
    cluster.end_pod("db-0", "Failed", 1).await;
    cluster.until::<Pod>("db-0", "a new one has the new template", |pod| image(pod) == "two").await;
}
