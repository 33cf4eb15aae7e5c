//! Every verb, within the process and over HTTPS.

use api::Resource as _;
use api::core::v1::{ConfigMap, Namespace, Pod};
use client::{Client, DeleteOptions, Patch, Select, WatchEvent};
use futures_util::StreamExt as _;
use serde_json::json;
use testing::{ApiServer, until};

fn config_map(name: &str, value: &str) -> ConfigMap {
    let mut map = ConfigMap::default();
    map.meta_mut().name = Some(name.to_owned());
    map.meta_mut().labels = Some([("app".to_owned(), "test".to_owned())].into());
    map.data = Some([("key".to_owned(), value.to_owned())].into());
    map
}

#[tokio::test]
async fn all_verbs_within_the_process() {
    let server = ApiServer::start().await;
    all_verbs(&server.admin()).await;
    server.stop().await;
}

#[tokio::test]
async fn all_verbs_over_https() {
    let server = ApiServer::start().await;
    let client = Client::from_kubeconfig(&server.kubeconfig()).await.unwrap();
    all_verbs(&client).await;
    server.stop().await;
}

async fn all_verbs(client: &Client) {
    let maps = client.within::<ConfigMap>("default");
    let made = maps.create(&config_map("one", "1")).await.unwrap();
    assert_eq!((made.namespace(), made.uid().len()), ("default", 36));
    assert!(maps.create(&config_map("one", "1")).await.unwrap_err().is_already_exists());
    assert_eq!(maps.get("one").await.unwrap(), made);
    assert_eq!(maps.find("two").await.unwrap(), None);
    assert!(maps.get("two").await.unwrap_err().is_not_found());

    let mut changed = made.clone();
    changed.data = Some([("key".to_owned(), "2".to_owned())].into());
    let changed = maps.update(&changed).await.unwrap();
    assert!(maps.update(&made).await.unwrap_err().is_conflict());
    let patched = maps.patch("one", &Patch::Merge(json!({"data": {"more": "3"}}))).await.unwrap();
    assert_eq!(patched.data.as_ref().unwrap().len(), 2);
    let tree = json!({"apiVersion": "v1", "kind": "ConfigMap", "data": {"applied": "4"}});
    let apply = Patch::Apply { manager: "test".to_owned(), force: false, tree };
    assert_eq!(maps.patch("one", &apply).await.unwrap().data.unwrap().len(), 3);

    let trimmed = maps.clone().trimmed().get("one").await.unwrap();
    assert_eq!(trimmed.meta().managed_fields, None);
    maps.update(&trimmed).await.unwrap();
    assert!(maps.get("one").await.unwrap().meta().managed_fields.is_some(), "the server keeps them");

    let list = client.all::<ConfigMap>().list(&Select::labels("app=test")).await.unwrap();
    assert_eq!((list.items.len(), list.items[0].name()), (1, "one"));
    let watch = maps.watch(&Select::default(), changed.resource_version()).await.unwrap();
    maps.delete("one", &DeleteOptions::of_uid("other")).await.unwrap_err();
    maps.delete("one", &DeleteOptions::of_uid(made.uid())).await.unwrap();
    let ends = |event: &Result<WatchEvent<ConfigMap>, _>| matches!(event, Ok(WatchEvent::Deleted(_)));
    let events = watch.take_while(|event| std::future::ready(!ends(event))).collect::<Vec<_>>();
    let events = until("the deletion is seen", events).await;
    assert_eq!(events.len(), 2, "a patch and an apply; the update changed nothing: {events:?}");
    statuses(client).await;
}

async fn statuses(client: &Client) {
    let tree = json!({
        "metadata": {"name": "web"}, "spec": {"containers": [{"name": "c", "image": "i"}]}
    });
    let pod = <Pod as api::Typed>::decode(&tree).unwrap();
    let pods = client.within::<Pod>("default");
    let mut pod = pods.create(&pod).await.unwrap();
    pod.status.get_or_insert_default().phase = Some("Running".to_owned());
    let pod = pods.update_status(&pod).await.unwrap();
    assert_eq!(pod.status.as_ref().unwrap().phase.as_deref(), Some("Running"));
    let patch = Patch::Strategic(json!({"status": {"phase": "Failed"}}));
    let pod = pods.patch_status("web", &patch).await.unwrap();
    assert_eq!(pod.status.as_ref().unwrap().phase.as_deref(), Some("Failed"));
    let metadata = json!({"name": "web"});
    let binding = json!({"apiVersion": "v1", "kind": "Binding", "metadata": metadata, "target": {"kind": "Node", "name": "n"}});
    pods.subresource("web", "binding", binding).await.unwrap();
    assert_eq!(pods.get("web").await.unwrap().spec.unwrap().node_name.as_deref(), Some("n"));
    let now = DeleteOptions { grace_seconds: Some(0), ..DeleteOptions::default() };
    pods.delete_collection(&now, &Select::default()).await.unwrap();
    assert!(pods.list(&Select::default()).await.unwrap().items.is_empty());
    assert!(client.all::<Namespace>().get("default").await.is_ok());
}
