//! Config maps and secrets, in environments and volumes.

use api::Typed as _;
use api::core::v1::Secret;
use serde_json::json;
use testing::eventually;

use crate::harness::{Lab, is_ready, waiting};

#[tokio::test(flavor = "multi_thread")]
async fn files_follow_their_object() {
    let lab = Lab::start().await;
    lab.config_map("cm", json!({"key": "one"})).await;
    let spec = json!({
        "volumes": [{"name": "v", "configMap": {"name": "cm"}}],
        "containers": [{"name": "a", "image": "img:1", "volumeMounts": [
            {"name": "v", "mountPath": "/cfg"}, {"name": "v", "mountPath": "/one", "subPath": "key"}]}],
    });
    lab.create("web", spec).await;
    lab.when("web", "is ready", is_ready).await;
    let config = lab.runtime.config("a");
    let path =
        |at: &str| config.mounts.iter().find(|mount| mount.container_path == at).unwrap().host_path.clone();
    let file = format!("{}/key", path("/cfg"));
    assert_eq!(std::fs::read_to_string(&file).unwrap(), "one");
    assert_eq!(std::fs::read_to_string(path("/one")).unwrap(), "one");
    lab.config_map("cm", json!({"key": "two"})).await;
    eventually("the file has changed", || async {
        (std::fs::read_to_string(&file).ok()? == "two").then_some(())
    })
    .await;
    lab.delete("web").await;
    lab.gone("web").await;
    eventually("the directory is gone", || async { (!std::path::Path::new(&file).exists()).then_some(()) })
        .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_container_waits_for_its_environment() {
    let lab = Lab::start().await;
    let env = json!([{"name": "X", "valueFrom": {"configMapKeyRef": {"name": "late", "key": "k"}}},
        {"name": "N", "valueFrom": {"fieldRef": {"fieldPath": "metadata.name"}}}]);
    let spec = json!({"containers": [{"name": "a", "image": "img:1", "env": env, "args": ["$(X)"]}]});
    lab.create("web", spec).await;
    lab.when("web", "waits", |status| waiting(status) == "CreateContainerConfigError").await;
    lab.event("Failed: Error: configmap \"late\" not found").await;
    lab.config_map("late", json!({"k": "v"})).await;
    lab.when("web", "is ready", is_ready).await;
    let config = lab.runtime.config("a");
    let value = |name: &str| config.env.iter().find(|(key, _)| key == name).unwrap().1.clone();
    assert_eq!((value("X"), value("N"), config.args), ("v".into(), "web".into(), vec!["v".to_owned()]));
    assert!(config.env.iter().any(|(key, _)| key == "KUBERNETES_SERVICE_HOST"));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_volume_that_is_missing_is_told_of_and_waited_for() {
    let lab = Lab::start().await;
    let spec = json!({"volumes": [{"name": "v", "configMap": {"name": "late"}}],
        "containers": [{"name": "a", "image": "img:1", "volumeMounts": [{"name": "v", "mountPath": "/cfg"}]}]});
    lab.create("web", spec).await;
    lab.event("FailedMount: MountVolume.SetUp failed for volume \"v\" : configmap \"late\" not found").await;
    lab.config_map("late", json!({"k": "v"})).await;
    lab.when("web", "is ready", is_ready).await;
    lab.delete("web").await;
    lab.gone("web").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn secrets_open_registries() {
    let lab = Lab::start().await;
    let auths = json!({"auths": {"registry.example": {"username": "me", "password": "pw"}}}).to_string();
    let tree = json!({"apiVersion": "v1", "kind": "Secret", "metadata": {"name": "pull"},
        "type": "kubernetes.io/dockerconfigjson", "stringData": {".dockerconfigjson": auths}});
    let secret = Secret::decode(&tree).unwrap();
    lab.client.within::<Secret>("default").create(&secret).await.unwrap();
    let spec = json!({"imagePullSecrets": [{"name": "pull"}], "containers": [{"name": "a", "image": "registry.example/x:1"}]});
    lab.create("web", spec).await;
    lab.when("web", "is ready", is_ready).await;
    assert!(lab.runtime.record().contains(&"pull registry.example/x:1 me".to_owned()));
}
