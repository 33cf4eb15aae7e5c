//! Deletion: at once, with grace, with finalizers.

use registry::Deleted;
use serde_json::json;

use super::support::*;

#[tokio::test]
async fn what_is_deleted_is_gone_and_a_status_says_so() {
    let lab = Lab::new().await;
    let stored = lab.map("a", json!({})).await;
    let Deleted::Status(status) = lab.delete("configmaps", "a", json!({})).await.unwrap() else {
        panic!("a status")
    };
    let details = status.details.unwrap();
    assert_eq!(
        (details.name.as_str(), details.kind.as_str(), details.uid.as_str()),
        ("a", "configmaps", &*stored.head.uid)
    );
    assert_eq!(lab.get("configmaps", "a").await.unwrap_err().code(), 404);
    assert_eq!(
        lab.delete("configmaps", "a", json!({})).await.unwrap_err().to_string(),
        "configmaps \"a\" not found"
    );
}

#[tokio::test]
async fn preconditions_must_hold() {
    let lab = Lab::new().await;
    let stored = lab.map("a", json!({})).await;
    let error = lab.delete("configmaps", "a", json!({"preconditions": {"uid": "x"}})).await.unwrap_err();
    let expected = format!(
        "Operation cannot be fulfilled on ConfigMap \"a\": the UID in the precondition (x) does not match the UID in record ({}). \
         The object might have been deleted and then recreated",
        stored.head.uid
    );
    assert_eq!((error.code(), error.to_string()), (409, expected));
    let error = lab
        .delete("configmaps", "a", json!({"preconditions": {"resourceVersion": "999"}}))
        .await
        .unwrap_err();
    assert!(
        error.to_string().contains("the ResourceVersion in the precondition (999) does not match"),
        "{error}"
    );
    let both =
        json!({"preconditions": {"uid": &*stored.head.uid, "resourceVersion": stored.revision.to_string()}});
    lab.delete("configmaps", "a", both).await.unwrap();
}

#[tokio::test]
async fn finalizers_keep_an_object_until_the_last_is_gone() {
    let lab = Lab::new().await;
    lab.create(&lab.maps(), json!({"metadata": {"name": "a", "finalizers": ["x.io/f"]}})).await.unwrap();
    let Deleted::Object { stored, gone: false } = lab.delete("configmaps", "a", json!({})).await.unwrap()
    else {
        panic!()
    };
    let marked = stored.object().unwrap();
    assert!(marked.is_terminating());
    assert_eq!(marked.int("metadata.deletionGracePeriodSeconds"), Some(0));
    // Asking again changes nothing.
    let Deleted::Object { stored: again, .. } = lab.delete("configmaps", "a", json!({})).await.unwrap()
    else {
        panic!()
    };
    assert_eq!(again.revision, stored.revision);
    let error = lab
        .change("configmaps", "a", |map| map.set("metadata.finalizers", json!(["x.io/f", "x.io/g"])))
        .await
        .unwrap_err();
    assert_eq!(
        error.to_string(),
        "ConfigMap \"a\" is invalid: metadata.finalizers: Forbidden: no new finalizers can be added if the object is being deleted, \
         found new finalizers []string{\"x.io/g\"}"
    );
    let error = lab.create(&lab.maps(), json!({"metadata": {"name": "a"}})).await.unwrap_err();
    assert_eq!(error.to_string(), "object is being deleted: configmaps \"a\" already exists");
    lab.change("configmaps", "a", |map| drop(map.remove("metadata.finalizers"))).await.unwrap();
    assert_eq!(lab.get("configmaps", "a").await.unwrap_err().code(), 404);
}

#[tokio::test]
async fn propagation_becomes_a_finalizer() {
    let lab = Lab::new().await;
    for (policy, finalizer) in [("Foreground", "foregroundDeletion"), ("Orphan", "orphan")] {
        lab.map("a", json!({})).await;
        let deleted = lab.delete("configmaps", "a", json!({"propagationPolicy": policy})).await.unwrap();
        let Deleted::Object { stored, gone: false } = deleted else {
            panic!("it waits for the garbage collector")
        };
        assert_eq!(stored.object().unwrap().finalizers().collect::<Vec<_>>(), [finalizer]);
        lab.change("configmaps", "a", |map| drop(map.remove("metadata.finalizers"))).await.unwrap();
    }
    let error = lab.delete("configmaps", "a", json!({"propagationPolicy": "Nope"})).await.unwrap_err();
    assert_eq!(error.code(), 422);
}

#[tokio::test]
async fn grace_periods_can_only_get_shorter() {
    let lab = Lab::new().await;
    let pod = json!({"metadata": {"name": "p"}, "spec": {"nodeName": "n", "containers": [{"name": "c"}]}});
    lab.create(&lab.target("pods", "ns", ""), pod).await.unwrap();
    let deleted = |grace: serde_json::Value| async {
        match lab.delete("pods", "p", grace).await.unwrap() {
            Deleted::Object { stored, gone } => (stored, gone),
            Deleted::Status(_) => panic!("pods are shown"),
        }
    };
    let (first, gone) = deleted(json!({})).await;
    let marked = first.object().unwrap();
    assert_eq!(
        (gone, marked.int("metadata.deletionGracePeriodSeconds"), marked.generation()),
        (false, Some(30), 2)
    );
    let (longer, _) = deleted(json!({"gracePeriodSeconds": 60})).await;
    assert_eq!(longer.revision, first.revision);
    let (shorter, gone) = deleted(json!({"gracePeriodSeconds": 5})).await;
    assert_eq!(
        (gone, shorter.object().unwrap().int("metadata.deletionGracePeriodSeconds")),
        (false, Some(5))
    );
    let (_, gone) = deleted(json!({"gracePeriodSeconds": 0})).await;
    assert!(gone);
    assert_eq!(lab.get("pods", "p").await.unwrap_err().code(), 404);
}

#[tokio::test]
async fn a_dry_deletion_deletes_nothing() {
    let lab = Lab::new().await;
    let stored = lab.map("a", json!({})).await;
    assert!(matches!(
        lab.delete("configmaps", "a", json!({"dryRun": ["All"]})).await.unwrap(),
        Deleted::Status(_)
    ));
    lab.delete("configmaps", "a", json!({"dryRun": ["All"], "propagationPolicy": "Orphan"})).await.unwrap();
    let object = lab.get("configmaps", "a").await.unwrap();
    assert_eq!(object.text("metadata.resourceVersion"), stored.revision.to_string());
}

#[tokio::test]
async fn a_collection_goes_by_its_selector() {
    let lab = Lab::new().await;
    for n in 0..40 {
        lab.map(&format!("m{n}"), json!({"even": (n % 2 == 0).to_string()})).await;
    }
    let (options, select) = (meta::options::DeleteOptions::default(), options("labelSelector=even%3Dtrue"));
    let page = lab.registry.delete_collection(&lab.maps(), &caller(), &options, &select).await.unwrap();
    assert_eq!(page.items.len(), 20);
    assert_eq!(lab.list(&lab.maps(), "").await.unwrap().items.len(), 20);
}
