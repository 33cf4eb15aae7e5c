//! kube-rs itself, as operators written in Rust use it, over HTTPS: typed and dynamic objects, every patch, subresources, metadata
//! alone, discovery, and a watch that is taken up again wherever it broke off.

use std::collections::BTreeMap;

use api::Resource as _;
use api::apps::v1::Deployment;
use api::core::v1::{ConfigMap, Namespace, Pod, ServiceAccount};
use futures_util::{StreamExt as _, TryStreamExt as _};
use kube::Api;
use kube::api::{
    ApiResource, DeleteParams, DynamicObject, EvictParams, ListParams, Patch, PatchParams, PostParams,
    WatchEvent, WatchParams,
};
use kube::config::{KubeConfigOptions, Kubeconfig};
use serde_json::{Value, json};
use testing::{ApiServer, until};

async fn connect(server: &ApiServer) -> kube::Client {
    let file = Kubeconfig::read_from(server.kubeconfig()).unwrap();
    let config = kube::Config::from_custom_kubeconfig(file, &KubeConfigOptions::default()).await.unwrap();
    kube::Client::try_from(config).unwrap()
}

fn config_map(name: &str, value: &str) -> ConfigMap {
    let mut map = ConfigMap::default();
    map.meta_mut().name = Some(name.to_owned());
    map.meta_mut().labels = Some([("app".to_owned(), "test".to_owned())].into());
    map.data = Some([("n".to_owned(), value.to_owned())].into());
    map
}

fn data(map: &ConfigMap) -> &BTreeMap<String, String> {
    map.data.as_ref().unwrap()
}

fn code<T: std::fmt::Debug>(outcome: kube::Result<T>) -> (u16, String) {
    match outcome.unwrap_err() {
        kube::Error::Api(status) => (status.code, status.reason),
        other => panic!("no status: {other}"),
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn objects_typed() {
    let server = ApiServer::start().await;
    let client = connect(&server).await;
    let maps: Api<ConfigMap> = Api::namespaced(client.clone(), "default");
    let post = PostParams::default();
    let made = maps.create(&post, &config_map("one", "1")).await.unwrap();
    assert_eq!(code(maps.create(&post, &config_map("one", "1")).await), (409, "AlreadyExists".into()));
    assert_eq!(code(maps.get("two").await), (404, "NotFound".into()));
    assert_eq!(maps.get_opt("two").await.unwrap(), None);
    let dry = PostParams { dry_run: true, ..PostParams::default() };
    maps.create(&dry, &config_map("dry", "1")).await.unwrap();
    assert_eq!(maps.get_opt("dry").await.unwrap(), None);
    let mut changed = made.clone();
    changed.data = Some([("n".to_owned(), "2".to_owned())].into());
    assert_eq!(data(&maps.replace("one", &post, &changed).await.unwrap())["n"], "2");
    assert_eq!(code(maps.replace("one", &post, &changed).await), (409, "Conflict".into()));

    let plain = PatchParams::default();
    let merged = maps.patch("one", &plain, &Patch::Merge(json!({"data": {"m": "1"}}))).await.unwrap();
    assert_eq!(data(&merged).len(), 2);
    let strategic = Patch::Strategic(json!({"metadata": {"labels": {"x": "y"}}}));
    assert_eq!(
        maps.patch("one", &plain, &strategic).await.unwrap().meta().labels.as_ref().unwrap()["x"],
        "y"
    );
    let tree = |value: &str| json!({"apiVersion": "v1", "kind": "ConfigMap", "data": {"a": value}});
    let (me, other) = (PatchParams::apply("me"), PatchParams::apply("other"));
    assert_eq!(data(&maps.patch("one", &me, &Patch::Apply(tree("1"))).await.unwrap())["a"], "1");
    assert_eq!(code(maps.patch("one", &other, &Patch::Apply(tree("2"))).await), (409, "Conflict".into()));
    let forced = maps.patch("one", &other.clone().force(), &Patch::Apply(tree("2"))).await.unwrap();
    assert_eq!(data(&forced)["a"], "2");

    for at in 0..5 {
        maps.create(&post, &config_map(&format!("m{at}"), "0")).await.unwrap();
    }
    let (mut names, mut page) = (Vec::new(), ListParams::default().labels("app=test").limit(2));
    loop {
        let list = maps.list(&page).await.unwrap();
        names.extend(list.items.iter().map(|map| map.name().to_owned()));
        match list.metadata.continue_.filter(|token| !token.is_empty()) {
            Some(token) => page = page.continue_token(&token),
            None => break,
        }
    }
    assert_eq!(names, ["m0", "m1", "m2", "m3", "m4", "one"]);
    let bare = maps.list_metadata(&ListParams::default().fields("metadata.name=one")).await.unwrap();
    assert_eq!(bare.items.len(), 1);
    maps.delete("one", &DeleteParams::default()).await.unwrap();
    maps.delete_collection(&DeleteParams::default(), &ListParams::default().labels("app=test"))
        .await
        .unwrap();
    assert!(maps.list(&ListParams::default()).await.unwrap().items.is_empty());
    assert!(Api::<Namespace>::all(client).get("default").await.is_ok());
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn subresources_and_dynamic_objects() {
    let server = ApiServer::start().await;
    let client = connect(&server).await;
    let kind = ApiResource::erase::<Deployment>(&());
    let dynamic: Api<DynamicObject> = Api::namespaced_with(client.clone(), "default", &kind);
    let spec = json!({"replicas": 1, "selector": {"matchLabels": {"a": "b"}}, "template": {
        "metadata": {"labels": {"a": "b"}}, "spec": {"containers": [{"name": "c", "image": "i"}]}}});
    let object = DynamicObject::new("web", &kind).data(json!({ "spec": spec }));
    dynamic.create(&PostParams::default(), &object).await.unwrap();
    let deployments: Api<Deployment> = Api::namespaced(client.clone(), "default");
    let three = Patch::Merge(json!({"spec": {"replicas": 3}}));
    let scale = deployments.patch_scale("web", &PatchParams::default(), &three).await.unwrap();
    assert_eq!(scale.spec.unwrap().replicas, Some(3));
    assert_eq!(deployments.get_scale("web").await.unwrap().spec.unwrap().replicas, Some(3));
    let status = Patch::Merge(json!({"status": {"replicas": 2}}));
    let patched = deployments.patch_status("web", &PatchParams::default(), &status).await.unwrap();
    assert_eq!(patched.status.unwrap().replicas, Some(2));
    deployments.restart("web").await.unwrap();
    let found = kube::discovery::Discovery::new(client.clone()).run().await.unwrap();
    let groups: Vec<&str> = found.groups().map(|group| group.name()).collect();
    assert!(groups.contains(&"apps") && groups.contains(&"rbac.authorization.k8s.io"), "{groups:?}");

    let pods: Api<Pod> = Api::namespaced(client.clone(), "default");
    let pod: Value =
        json!({"metadata": {"name": "p"}, "spec": {"containers": [{"name": "c", "image": "i"}]}});
    pods.create(&PostParams::default(), &serde_json::from_value(pod).unwrap()).await.unwrap();
    pods.evict("p", &EvictParams::default()).await.unwrap();
    let accounts: Api<ServiceAccount> = Api::namespaced(client, "default");
    let asked = serde_json::from_value(json!({"spec": {"audiences": []}})).unwrap();
    let token = accounts.create_token_request("default", &PostParams::default(), &asked).await.unwrap();
    assert_eq!(token.status.unwrap().token.unwrap().split('.').count(), 3);
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_watch_is_taken_up_where_it_broke_off() {
    const CHANGES: usize = 60;
    let server = ApiServer::start().await;
    let client = connect(&server).await;
    let maps: Api<ConfigMap> = Api::namespaced(client, "default");
    let made = maps.create(&PostParams::default(), &config_map("one", "0")).await.unwrap();
    let writer = tokio::spawn({
        let maps = maps.clone();
        async move {
            for n in 1..=CHANGES {
                let patch = Patch::Merge(json!({"data": {"n": n.to_string()}}));
                maps.patch("one", &PatchParams::default(), &patch).await.unwrap();
            }
        }
    });
    let (mut at, mut seen, mut steps) = (made.resource_version().to_owned(), Vec::new(), 1);
    while seen.len() < CHANGES {
        let watch = maps.watch(&WatchParams::default(), &at).await.unwrap().boxed();
        let events: Vec<WatchEvent<ConfigMap>> =
            until("events come", watch.take(steps.min(CHANGES - seen.len())).try_collect()).await.unwrap();
        for event in events {
            let WatchEvent::Modified(map) = event else { panic!("{event:?}") };
            at = map.resource_version().to_owned();
            seen.push(data(&map)["n"].parse::<usize>().unwrap());
        }
        steps = steps % 5 + 1;
    }
    writer.await.unwrap();
    assert_eq!(seen, (1..=CHANGES).collect::<Vec<_>>());
    server.stop().await;
}
