//! Claims, volumes, ingresses, nodes: what they are given, and when claims may grow.

use serde_json::{Value, json};

use crate::support::{Cluster, admin};

fn claim(name: &str, spec: Value) -> Value {
    let mut tree = json!({"metadata": {"name": name}, "spec": {"accessModes": ["ReadWriteOnce"],
        "resources": {"requests": {"storage": "1Gi"}}}});
    for (key, value) in spec.as_object().unwrap() {
        tree["spec"][key] = value.clone();
    }
    tree
}

#[tokio::test]
async fn claims_get_a_class_and_stay_while_they_are_used() {
    let cluster = Cluster::new().await;
    let class = |name: &str, default: &str| {
        json!({"metadata": {"name": name, "annotations": {"storageclass.kubernetes.io/is-default-class": default}},
            "provisioner": "p", "allowVolumeExpansion": true})
    };
    cluster.create("storageclasses.storage.k8s.io", "", class("b", "true")).await.unwrap();
    cluster.create("storageclasses.storage.k8s.io", "", class("c", "false")).await.unwrap();
    let made = cluster.create("persistentvolumeclaims", "ns", claim("a", json!({}))).await.unwrap();
    assert_eq!(made.text("spec.storageClassName"), "b");
    assert_eq!(made.finalizers().collect::<Vec<_>>(), ["kubernetes.io/pvc-protection"]);
    let none = claim("n", json!({"storageClassName": ""}));
    let none = cluster.create("persistentvolumeclaims", "ns", none).await.unwrap();
    assert_eq!(none.get("spec.storageClassName"), Some(&json!("")));

    let grow = |object: &mut registry::Object| object.set("spec.resources.requests.storage", "2Gi");
    let (admin, claims) = (admin(), "persistentvolumeclaims");
    let change = || cluster.change(&admin, claims, "ns", "a", grow);
    assert!(change().await.is_err(), "nothing that is not bound grows");
    cluster.set(claims, "ns", "a", "status.phase", json!("Bound")).await;
    change().await.unwrap();
    cluster.finish().await;
}

#[tokio::test]
async fn nodes_come_tainted_and_ingresses_get_a_class() {
    let cluster = Cluster::new().await;
    let node = cluster.create("nodes", "", json!({"metadata": {"name": "n"}})).await.unwrap();
    let taint = json!([{"key": "node.kubernetes.io/not-ready", "effect": "NoSchedule"}]);
    assert_eq!(node.get("spec.taints"), Some(&taint));
    let class = json!({"metadata": {"name": "web", "annotations": {"ingressclass.kubernetes.io/is-default-class": "true"}},
        "spec": {"controller": "example.com/c"}});
    cluster.create("ingressclasses.networking.k8s.io", "", class).await.unwrap();
    let ingress = json!({"metadata": {"name": "i"}, "spec": {"defaultBackend": {"service": {"name": "s", "port": {"number": 80}}}}});
    let ingress = cluster.create("ingresses.networking.k8s.io", "ns", ingress).await.unwrap();
    assert_eq!(ingress.text("spec.ingressClassName"), "web");
    cluster.finish().await;
}

#[tokio::test]
async fn services_get_no_external_addresses_where_that_is_wanted() {
    let cluster = Cluster::with(&["DenyServiceExternalIPs"]).await;
    let service = json!({"metadata": {"name": "s"}, "spec": {"clusterIP": "None", "externalIPs": ["192.0.2.1"], "ports": [{"port": 1}]}});
    let refused = cluster.create("services", "ns", service).await.unwrap_err();
    assert!(refused.ends_with("Use of external IPs is denied by admission control"), "{refused}");
    cluster.finish().await;
}
