//! The four kinds of patches, and who owns what after them.

use meta::StatusError;
use meta::options::PatchOptions;
use registry::{Patch, PatchKind, Written};
use serde_json::{Value, json};

use super::support::*;

impl Lab {
    async fn patch(
        &self,
        plural: &str,
        name: &str,
        kind: PatchKind,
        body: Value,
        query: &str,
    ) -> Result<Written, StatusError> {
        let options = PatchOptions::from_query(&meta::options::Query::parse(query));
        let patch = Patch { kind, body: body.to_string().into() };
        self.registry.patch(&self.target(plural, "ns", name), &caller(), &patch, &options).await
    }
}

#[tokio::test]
async fn patches_of_three_kinds_change_what_they_say() {
    let lab = Lab::new().await;
    lab.map("a", json!({"l": "1"})).await;
    lab.patch("configmaps", "a", PatchKind::Merge, json!({"data": {"m": "1", "n": null}}), "").await.unwrap();
    let ops = json!([{"op": "test", "path": "/data/m", "value": "1"}, {"op": "add", "path": "/data/j", "value": "2"}]);
    lab.patch("configmaps", "a", PatchKind::Json, ops, "").await.unwrap();
    lab.patch("configmaps", "a", PatchKind::Strategic, json!({"data": {"s": "3"}}), "").await.unwrap();
    let object = lab.get("configmaps", "a").await.unwrap();
    assert_eq!(object.get("data"), Some(&json!({"m": "1", "j": "2", "s": "3"})));
    let pod = json!({"metadata": {"name": "p"}, "spec": {"containers": [{"name": "a", "image": "1"}, {"name": "b", "image": "2"}]}});
    lab.create(&lab.target("pods", "ns", ""), pod).await.unwrap();
    let body = json!({"spec": {"containers": [{"name": "b", "image": "3"}]}});
    let written = lab.patch("pods", "p", PatchKind::Strategic, body, "").await.unwrap();
    let containers = written.stored.object().unwrap().get("spec.containers").unwrap().clone();
    assert_eq!((&containers[0]["image"], &containers[1]["image"]), (&json!("1"), &json!("3")));
}

#[tokio::test]
async fn patches_that_fail_say_why() {
    let lab = Lab::new().await;
    lab.map("a", json!({})).await;
    let test = json!([{"op": "test", "path": "/data/n", "value": "9"}]);
    let version = json!({"metadata": {"resourceVersion": "999"}});
    for (kind, name, body, code, message) in [
        (PatchKind::Json, "a", test, 422, "the server rejected our request due to an error in our request"),
        (PatchKind::Merge, "z", json!({}), 404, "configmaps \"z\" not found"),
        (
            PatchKind::Merge,
            "a",
            json!([1]),
            400,
            "error decoding patch: json: cannot unmarshal array into Go value of type map[string]interface {}",
        ),
        (
            PatchKind::Merge,
            "a",
            json!({"metadata": {"name": "b"}}),
            400,
            "the name of the object (b) does not match the name on the URL (a)",
        ),
        (
            PatchKind::Merge,
            "a",
            version,
            409,
            "Operation cannot be fulfilled on configmaps \"a\": the object has been modified; please apply your changes to the latest version and try again",
        ),
    ] {
        let error = lab.patch("configmaps", name, kind, body, "").await.unwrap_err();
        assert_eq!((error.code(), error.to_string().as_str()), (code, message));
    }
    let error =
        lab.patch("configmaps", "a", PatchKind::Strategic, json!({"data": "x"}), "").await.unwrap_err();
    assert_eq!(error.code(), 422, "{error}");
    let error = lab.patch("configmaps", "a", PatchKind::Merge, json!({"data": "x"}), "").await.unwrap_err();
    assert!(
        error.to_string().ends_with(
            "json: cannot unmarshal string into Go struct field ConfigMap.data of type map[string]string"
        ),
        "{error}"
    );
}

#[tokio::test]
async fn unknown_fields_are_refused_warned_of_or_passed_over() {
    let lab = Lab::new().await;
    lab.map("a", json!({})).await;
    let body = || json!({"zz": "1"});
    let error = lab
        .patch("configmaps", "a", PatchKind::Strategic, body(), "fieldValidation=Strict")
        .await
        .unwrap_err();
    let expected =
        " \"\" is invalid: patch: Invalid value: \"map[zz:1]\": strict decoding error: unknown field \"zz\"";
    assert_eq!((error.code(), error.to_string().as_str()), (422, expected));
    let written = lab.patch("configmaps", "a", PatchKind::Merge, body(), "").await.unwrap();
    assert_eq!(written.warnings, ["unknown field \"zz\""]);
    let written =
        lab.patch("configmaps", "a", PatchKind::Merge, body(), "fieldValidation=Ignore").await.unwrap();
    assert!(written.warnings.is_empty());
    assert!(lab.get("configmaps", "a").await.unwrap().get("zz").is_none());
}

#[tokio::test]
async fn apply_creates_owns_and_conflicts() {
    let lab = Lab::new().await;
    let config = |data: Value| json!({"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": "a"}, "data": data});
    let apply = |data: Value, query: &'static str| {
        lab.patch("configmaps", "a", PatchKind::Apply, config(data), query)
    };
    let first = apply(json!({"x": "1", "y": "1"}), "fieldManager=alice").await.unwrap();
    assert!(first.created);
    let again = apply(json!({"x": "1", "y": "1"}), "fieldManager=alice").await.unwrap();
    assert_eq!((again.created, again.stored.revision), (false, first.stored.revision));
    let error = apply(json!({"x": "2"}), "fieldManager=bob").await.unwrap_err();
    assert_eq!(
        (error.code(), error.to_string().as_str()),
        (409, "Apply failed with 1 conflict: conflict with \"alice\": .data.x")
    );
    assert_eq!(
        (error.causes()[0].reason.as_str(), error.causes()[0].field.as_str()),
        ("FieldManagerConflict", ".data.x")
    );
    apply(json!({"x": "2"}), "fieldManager=bob&force=true").await.unwrap();
    // What alice no longer applies and nobody else owns goes.
    apply(json!({}), "fieldManager=alice").await.unwrap();
    assert_eq!(lab.get("configmaps", "a").await.unwrap().get("data"), Some(&json!({"x": "2"})));
    let error = apply(json!({}), "").await.unwrap_err();
    assert_eq!(error.code(), 422);
}

#[tokio::test]
async fn writes_by_others_take_fields_over() {
    let lab = Lab::new().await;
    lab.map("a", json!({})).await;
    lab.patch("configmaps", "a", PatchKind::Merge, json!({"data": {"n": "5"}}), "fieldManager=m")
        .await
        .unwrap();
    let object = lab.get("configmaps", "a").await.unwrap();
    let managers: Vec<_> = object
        .get("metadata.managedFields")
        .unwrap()
        .as_array()
        .unwrap()
        .iter()
        .map(|entry| entry["manager"].clone())
        .collect();
    assert_eq!(managers, ["m", "test"]);
}

#[tokio::test]
async fn scales_are_read_replaced_and_patched() {
    let lab = Lab::new().await;
    let set = json!({"metadata": {"name": "r"}, "spec": {"replicas": 1, "selector": {"matchLabels": {"app": "a"}},
        "template": {"metadata": {"labels": {"app": "a"}}, "spec": {"containers": [{"name": "c", "image": "i"}]}}}});
    lab.create(&lab.target("replicasets", "ns", ""), set).await.unwrap();
    let mut target = lab.target("replicasets", "ns", "r");
    target.subresource = "scale".into();
    let scale = lab.registry.scale(&target, &meta::options::GetOptions::default()).await.unwrap();
    assert_eq!(
        (scale.int("spec.replicas"), scale.text("status.selector"), scale.text("kind")),
        (Some(1), "app=a", "Scale")
    );
    let wanted = |replicas: i64| {
        object(json!({"metadata": {"name": "r", "namespace": "ns"}, "spec": {"replicas": replicas}}))
    };
    let options = meta::options::CreateOptions::default();
    let (scale, _) = lab.registry.update_scale(&target, &caller(), wanted(3), &options).await.unwrap();
    assert_eq!(scale.int("spec.replicas"), Some(3));
    let parent = lab.get("replicasets", "r").await.unwrap();
    assert_eq!((parent.int("spec.replicas"), parent.generation()), (Some(3), 2));
    let record = parent.get("metadata.managedFields").unwrap().to_string();
    assert!(record.contains(r#""subresource":"scale""#), "{record}");
    let patch = Patch { kind: PatchKind::Merge, body: json!({"spec": {"replicas": 4}}).to_string().into() };
    let (scale, _) =
        lab.registry.patch_scale(&target, &caller(), &patch, &PatchOptions::default()).await.unwrap();
    assert_eq!(scale.int("spec.replicas"), Some(4));
    let error = lab.registry.update_scale(&target, &caller(), wanted(-1), &options).await.unwrap_err();
    assert_eq!(
        error.to_string(),
        "Scale.autoscaling \"r\" is invalid: spec.replicas: Invalid value: -1: must be greater than or equal to 0"
    );
    let mut stale = wanted(5);
    stale.set("metadata.resourceVersion", "1");
    assert_eq!(lab.registry.update_scale(&target, &caller(), stale, &options).await.unwrap_err().code(), 409);
}
