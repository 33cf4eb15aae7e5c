//! Create, get, update: what is stored, and what is said when it is not.

use meta::options::{CreateOptions, GetOptions};
use serde_json::json;

use super::support::*;

#[tokio::test]
async fn a_created_object_has_an_identity_and_can_be_read() {
    let lab = Lab::new().await;
    let written =
        lab.create(&lab.maps(), json!({"metadata": {"name": "a"}, "data": {"k": "v"}})).await.unwrap();
    assert!(written.created && written.warnings.is_empty());
    let object = lab.get("configmaps", "a").await.unwrap();
    assert_eq!((object.name(), object.namespace()), ("a", "ns"));
    assert_eq!(object.uid().len(), 36);
    assert!(object.get("metadata.creationTimestamp").is_some());
    assert_eq!(object.text("metadata.resourceVersion"), written.stored.revision.to_string());
    assert_eq!(object.get("metadata.managedFields").unwrap()[0]["manager"], "test");
    assert_eq!(object.get("metadata.managedFields").unwrap()[0]["fieldsV1"]["f:data"]["f:k"], json!({}));
}

#[tokio::test]
async fn names_and_namespaces_are_checked_in_upstreams_words() {
    let lab = Lab::new().await;
    lab.map("a", json!({})).await;
    for (tree, code, message) in [
        (json!({"metadata": {"name": "a"}}), 409, "configmaps \"a\" already exists"),
        (
            json!({"metadata": {}}),
            422,
            "ConfigMap \"\" is invalid: metadata.name: Required value: name or generateName is required",
        ),
        (
            json!({"metadata": {"name": "b", "namespace": "other"}}),
            400,
            "the namespace of the provided object does not match the namespace sent on the request",
        ),
        (
            json!({"metadata": {"name": "b", "resourceVersion": "7"}}),
            500,
            "resourceVersion should not be set on objects to be created",
        ),
    ] {
        let error = lab.create(&lab.maps(), tree).await.unwrap_err();
        assert_eq!((error.code(), error.to_string().as_str()), (code, message));
    }
    let error = lab.create(&lab.maps(), json!({"metadata": {"name": "B_"}})).await.unwrap_err();
    assert!(
        error.to_string().starts_with("ConfigMap \"B_\" is invalid: metadata.name: Invalid value: \"B_\""),
        "{error}"
    );
}

#[tokio::test]
async fn names_are_generated() {
    let lab = Lab::new().await;
    let written = lab.create(&lab.maps(), json!({"metadata": {"generateName": "web-"}})).await.unwrap();
    assert!(written.stored.head.name.starts_with("web-") && written.stored.head.name.len() == 9);
}

#[tokio::test]
async fn dry_runs_store_nothing() {
    let lab = Lab::new().await;
    let before = lab.registry.store().revision().await.unwrap();
    let dry = CreateOptions { dry_run: vec!["All".into()], ..CreateOptions::default() };
    let tree = object(json!({"metadata": {"name": "a"}}));
    let written = lab.registry.create(&lab.maps(), &caller(), tree, &dry).await.unwrap();
    assert_eq!(written.stored.revision.0, 0);
    assert_eq!(lab.get("configmaps", "a").await.unwrap_err().code(), 404);
    assert_eq!(lab.registry.store().revision().await.unwrap(), before);
}

#[tokio::test]
async fn updates_go_onto_what_was_seen() {
    let lab = Lab::new().await;
    let first = lab.map("a", json!({})).await;
    let target = lab.target("configmaps", "ns", "a");
    let seen = first.revision.to_string();
    let tree = |version: &str, data: &str| json!({"metadata": {"name": "a", "resourceVersion": version}, "data": {"n": data}});
    let second = lab.update(&target, tree(&seen, "1")).await.unwrap().stored;
    assert!(second.revision > first.revision);
    let error = lab.update(&target, tree(&seen, "2")).await.unwrap_err();
    assert_eq!(error.code(), 409);
    assert_eq!(
        error.to_string(),
        "Operation cannot be fulfilled on configmaps \"a\": the object has been modified; please apply your changes to the latest \
         version and try again"
    );
    let third = lab.update(&target, tree("", "3")).await.unwrap().stored;
    assert!(third.revision > second.revision);
    let object = lab.get("configmaps", "a").await.unwrap();
    assert_eq!((object.text("data.n"), object.uid()), ("3", &*first.head.uid));
}

#[tokio::test]
async fn an_update_that_changes_nothing_writes_nothing() {
    let lab = Lab::new().await;
    let first = lab.map("a", json!({"x": "y"})).await;
    let same = lab.change("configmaps", "a", |_| {}).await.unwrap();
    assert_eq!(same.stored.revision, first.revision);
    let bare = json!({"metadata": {"name": "a", "labels": {"x": "y"}}, "data": {"n": "0"}});
    let same = lab.update(&lab.target("configmaps", "ns", "a"), bare).await.unwrap();
    assert_eq!(same.stored.revision, first.revision);
}

#[tokio::test]
async fn bad_updates_are_refused() {
    let lab = Lab::new().await;
    lab.map("a", json!({})).await;
    let target = lab.target("configmaps", "ns", "a");
    let error = lab.update(&target, json!({"metadata": {"name": "b"}})).await.unwrap_err();
    assert_eq!(error.to_string(), "the name of the object (b) does not match the name on the URL (a)");
    let error = lab
        .update(&lab.target("configmaps", "ns", "z"), json!({"metadata": {"name": "z"}}))
        .await
        .unwrap_err();
    assert_eq!(error.to_string(), "configmaps \"z\" not found");
    let error =
        lab.update(&target, json!({"metadata": {"name": "a", "resourceVersion": "abc"}})).await.unwrap_err();
    assert_eq!(
        (error.code(), error.to_string().as_str()),
        (500, "strconv.ParseUint: parsing \"abc\": invalid syntax")
    );
    let error = lab.update(&target, json!({"metadata": {"name": "a", "uid": "other"}})).await.unwrap_err();
    assert_eq!(error.code(), 409);
    assert!(
        error.to_string().contains("Precondition failed: UID in precondition: other, UID in object meta: "),
        "{error}"
    );
}

#[tokio::test]
async fn generation_counts_what_is_wanted_and_status_is_apart() {
    let lab = Lab::new().await;
    let target = lab.target("pods", "ns", "");
    let pod = json!({"metadata": {"name": "p"}, "spec": {"containers": [{"name": "c"}]}, "status": {"phase": "Running"}});
    lab.create(&target, pod).await.unwrap();
    let object = lab.get("pods", "p").await.unwrap();
    assert_eq!((object.generation(), object.text("status.phase")), (1, ""));
    lab.change("pods", "p", |pod| pod.set("status.phase", "Failed")).await.unwrap();
    assert_eq!(lab.get("pods", "p").await.unwrap().text("status.phase"), "");
    lab.change("pods", "p", |pod| pod.set("spec.nodeName", "n")).await.unwrap();
    assert_eq!(lab.get("pods", "p").await.unwrap().generation(), 2);
    let mut status = lab.target("pods", "ns", "p");
    status.subresource = "status".into();
    let mut pod = lab.get("pods", "p").await.unwrap();
    pod.set("status.phase", "Running");
    pod.set("spec.nodeName", "other");
    lab.update(&status, pod.into_tree()).await.unwrap();
    let object = lab.get("pods", "p").await.unwrap();
    assert_eq!(
        (object.generation(), object.text("status.phase"), object.text("spec.nodeName")),
        (2, "Running", "n")
    );
}

#[tokio::test]
async fn reads_know_about_versions() {
    let lab = Lab::with(registry::Config {
        patience: std::time::Duration::from_millis(5),
        ..registry::Config::default()
    })
    .await;
    let stored = lab.map("a", json!({})).await;
    let target = lab.target("configmaps", "ns", "a");
    let at = |version: &str| GetOptions { resource_version: version.into() };
    assert!(lab.registry.get(&target, &at(&stored.revision.to_string())).await.is_ok());
    let error = lab.registry.get(&target, &at("100000")).await.unwrap_err();
    assert_eq!(error.code(), 504);
    assert!(
        error.to_string().starts_with("Timeout: Too large resource version: 100000, current: "),
        "{error}"
    );
    let error = lab.registry.get(&target, &at("x")).await.unwrap_err();
    assert_eq!(
        error.to_string(),
        "resourceVersion: Invalid value: \"x\": strconv.ParseUint: parsing \"x\": invalid syntax"
    );
}

#[tokio::test]
async fn a_restart_finds_everything() {
    let lab = Lab::new().await;
    let stored = lab.map("a", json!({})).await;
    let Lab { registry, store, dir } = lab;
    drop(registry);
    store.close().await;
    drop(store);
    let lab = Lab::at(dir, registry::Config::default()).await;
    let object = lab.get("configmaps", "a").await.unwrap();
    assert_eq!(object.uid(), &*stored.head.uid);
    assert_eq!(object.text("metadata.resourceVersion"), stored.revision.to_string());
}
