//! DaemonSet: one pod on every node that it is meant for, of the newest template in the end.

use api::Resource as _;
use api::apps::v1::{ControllerRevision, DaemonSet};
use api::core::v1::{Node, Pod};
use client::Patch;
use serde_json::{Value, json};

use crate::cluster::{Cluster, template};

const LOOPS: &[&str] = &["daemonset-controller"];

async fn make_node(cluster: &Cluster, name: &str, taints: Value) {
    let tree = json!({"metadata": {"name": name, "labels": {"disk": "ssd"}}, "spec": {"taints": taints}});
    let node = <Node as api::Typed>::decode(&tree).unwrap();
    let mut node = cluster.client.all::<Node>().create(&node).await.unwrap();
    // A new node has a taint until it reports; here it has.
    if let Some(taints) = node.spec.as_mut().and_then(|spec| spec.taints.as_mut()) {
        taints.retain(|taint| taint.key != api::well_known::taint::NOT_READY);
    }
    cluster.client.all::<Node>().update(&node).await.unwrap();
}

fn set(strategy: Value) -> Value {
    json!({
        "metadata": {"name": "agent"},
        "spec": {
            "selector": {"matchLabels": {"app": "web"}}, "template": template("one"), "updateStrategy": strategy,
            "revisionHistoryLimit": 1,
        },
    })
}

fn place(pod: &Pod) -> String {
    let tree = api::Typed::encode(pod);
    let terms = &tree["spec"]["affinity"]["nodeAffinity"]["requiredDuringSchedulingIgnoredDuringExecution"];
    terms["nodeSelectorTerms"][0]["matchFields"][0]["values"][0].as_str().unwrap_or_default().to_owned()
}

fn image(pod: &Pod) -> &str {
    pod.spec.as_ref().unwrap().containers[0].image.as_deref().unwrap()
}

/// As scheduler and kubelet: pods are bound, run, and go when told, until all daemons are of this image and available.
async fn roll_out(cluster: &Cluster, wanted: &str, nodes: usize, least: usize, most: usize) {
    let rolling = async {
        loop {
            let pods = cluster.list::<Pod>("app=web").await;
            for gone in pods.iter().filter(|pod| pod.is_being_deleted()) {
                cluster.kill_pod(gone.name()).await;
            }
            let alive: Vec<_> = pods.iter().filter(|pod| !pod.is_being_deleted()).collect();
            let ready = |pod: &&&Pod| pod.status.as_ref().unwrap().phase.as_deref() == Some("Running");
            let running = alive.iter().filter(ready).count();
            assert!(alive.len() <= most && running >= least, "{running} of {} run", alive.len());
            for pod in alive.iter().filter(|pod| !ready(pod)) {
                let target = json!({"kind": "Node", "name": place(pod)});
                let binding = json!({"apiVersion": "v1", "kind": "Binding", "metadata": {"name": pod.name()}, "target": target});
                if cluster
                    .client
                    .within::<Pod>("default")
                    .subresource(pod.name(), "binding", binding)
                    .await
                    .is_ok()
                {
                    cluster.run_pod(pod.name(), true).await;
                }
            }
            let status = cluster.get::<DaemonSet>("agent").await.status.unwrap_or_default();
            let count = i32::try_from(nodes).unwrap();
            let done =
                status.number_available == Some(count) && status.updated_number_scheduled == Some(count);
            if done && alive.len() == nodes && alive.iter().all(|pod| image(pod) == wanted) {
                return;
            }
            tokio::time::sleep(std::time::Duration::from_millis(5)).await;
        }
    };
    testing::until("the roll-out ends", rolling).await;
}

async fn set_image(cluster: &Cluster, image: &str) {
    let containers = json!([{"name": "c", "image": image}]);
    cluster
        .patch::<DaemonSet>("agent", json!({"spec": {"template": {"spec": {"containers": containers}}}}))
        .await;
}

#[tokio::test]
async fn every_fitting_node_has_one_and_templates_roll() {
    let cluster = Cluster::start(LOOPS).await;
    for name in ["a", "b", "c"] {
        make_node(&cluster, name, json!([])).await;
    }
    make_node(&cluster, "tainted", json!([{"key": "only", "value": "gpu", "effect": "NoSchedule"}])).await;
    cluster.make::<DaemonSet>(set(json!({"rollingUpdate": {"maxUnavailable": 1}}))).await;
    roll_out(&cluster, "one", 3, 0, 3).await;
    let pods = cluster.list::<Pod>("app=web").await;
    let mut places: Vec<_> = pods.iter().map(place).collect();
    places.sort();
    assert_eq!(places, ["a", "b", "c"]);
    let tolerations = pods[0].spec.as_ref().unwrap().tolerations.as_ref().unwrap();
    assert!(tolerations.iter().any(|one| one.key.as_deref() == Some("node.kubernetes.io/unreachable")));

    make_node(&cluster, "d", json!([])).await;
    roll_out(&cluster, "one", 4, 3, 4).await;
    set_image(&cluster, "two").await;
    roll_out(&cluster, "two", 4, 3, 4).await;
    set_image(&cluster, "three").await;
    roll_out(&cluster, "three", 4, 3, 4).await;
    testing::eventually("one old revision is kept", || async {
        let mut revisions = cluster.list::<ControllerRevision>("app=web").await;
        revisions.sort_by_key(|one| one.revision);
        (revisions.iter().map(|one| one.revision).collect::<Vec<_>>() == [2, 3]).then_some(())
    })
    .await;

    let evict = json!({"spec": {"taints": [{"key": "out", "effect": "NoExecute"}]}});
    cluster.client.all::<Node>().patch("d", &Patch::Merge(evict)).await.unwrap();
    roll_out(&cluster, "three", 3, 3, 4).await;
}

#[tokio::test]
async fn a_surge_starts_the_new_before_the_old_ends() {
    let cluster = Cluster::start(LOOPS).await;
    for name in ["a", "b"] {
        make_node(&cluster, name, json!([])).await;
    }
    cluster.make::<DaemonSet>(set(json!({"rollingUpdate": {"maxUnavailable": 0, "maxSurge": 1}}))).await;
    roll_out(&cluster, "one", 2, 0, 2).await;
    set_image(&cluster, "two").await;
    roll_out(&cluster, "two", 2, 2, 3).await;
}

#[tokio::test]
async fn on_delete_waits_and_failed_daemons_are_replaced() {
    let cluster = Cluster::start(LOOPS).await;
    make_node(&cluster, "a", json!([])).await;
    cluster.make::<DaemonSet>(set(json!({"type": "OnDelete"}))).await;
    roll_out(&cluster, "one", 1, 0, 1).await;
    set_image(&cluster, "two").await;
    let observed = |set: &DaemonSet| set.status.as_ref().unwrap().observed_generation == Some(2);
    cluster.until("agent", "the change is seen", observed).await;
    let pod = cluster.pods("app=web", 1).await.remove(0);
    assert_eq!(image(&pod), "one");
    cluster.end_pod(pod.name(), "Failed", 1).await;
    cluster.event("FailedDaemonPod").await;
    roll_out(&cluster, "two", 1, 0, 1).await;
}
