//! Endpoints in both forms follow the pods of a service; hand-made ones are mirrored.

use api::Resource as _;
use api::core::v1::{Endpoints, Pod, Service};
use api::discovery::v1::EndpointSlice;
use client::DeleteOptions;
use serde_json::json;

use crate::cluster::{Cluster, NAMESPACE, template};

/// Addresses of all slices of the service with whether they are ready, sorted.
async fn shown(cluster: &Cluster) -> Vec<(String, bool)> {
    let slices = cluster.list::<EndpointSlice>("kubernetes.io/service-name=web").await;
    let endpoints = slices.iter().flat_map(|slice| slice.endpoints.iter().flatten());
    let ready = |one: &api::discovery::v1::Endpoint| one.conditions.as_ref().unwrap().ready.unwrap();
    let mut shown: Vec<_> = endpoints.map(|one| (one.addresses[0].clone(), ready(one))).collect();
    shown.sort();
    shown
}

async fn until_shown(cluster: &Cluster, expected: &[(&str, bool)]) {
    let expected: Vec<_> = expected.iter().map(|(ip, ready)| ((*ip).to_owned(), *ready)).collect();
    testing::eventually(&format!("slices show {expected:?}"), || async {
        (shown(cluster).await == expected).then_some(())
    })
    .await;
}

fn addresses(endpoints: &Endpoints) -> (usize, usize) {
    let subsets = endpoints.subsets.as_deref().unwrap_or_default();
    let count = |list: &Option<Vec<api::core::v1::EndpointAddress>>| list.as_ref().map_or(0, Vec::len);
    (
        subsets.iter().map(|one| count(&one.addresses)).sum(),
        subsets.iter().map(|one| count(&one.not_ready_addresses)).sum(),
    )
}

#[tokio::test]
async fn endpoints_follow_the_pods() {
    let cluster = Cluster::start(&["endpointslice-controller", "endpoints-controller"]).await;
    let spec = json!({"selector": {"app": "web"}, "ports": [{"port": 80, "targetPort": 8080}]});
    cluster
        .make::<Service>(json!({"metadata": {"name": "web", "labels": {"team": "a"}}, "spec": spec}))
        .await;
    let mut pod = template("i");
    pod["metadata"]["name"] = json!("one");
    cluster.make::<Pod>(pod).await;
    until_shown(&cluster, &[]).await;
    cluster.run_pod("one", false).await;
    until_shown(&cluster, &[("10.0.0.1", false)]).await;
    cluster.until("web", "an address waits", |one: &Endpoints| addresses(one) == (0, 1)).await;
    cluster.run_pod("one", true).await;
    until_shown(&cluster, &[("10.0.0.1", true)]).await;
    let endpoints =
        cluster.until("web", "an address is ready", |one: &Endpoints| addresses(one) == (1, 0)).await;
    assert_eq!(endpoints.subsets.as_ref().unwrap()[0].ports.as_ref().unwrap()[0].port, 8080);
    let slices = cluster.list::<EndpointSlice>("team=a").await;
    assert_eq!((slices.len(), slices[0].controller().unwrap().name.as_str()), (1, "web"));
    assert!(slices[0].name().starts_with("web-"));
    assert_eq!(slices[0].ports.as_ref().unwrap()[0].port, Some(8080));

    cluster.patch::<Pod>("one", json!({"metadata": {"labels": {"app": "other"}}})).await;
    until_shown(&cluster, &[]).await;
    cluster.client.within::<Service>(NAMESPACE).delete("web", &DeleteOptions::default()).await.unwrap();
    cluster.gone::<Endpoints>("web").await;
    testing::eventually("no slice is left", || async {
        cluster.list::<EndpointSlice>("kubernetes.io/service-name=web").await.is_empty().then_some(())
    })
    .await;
}

#[tokio::test]
async fn hand_made_endpoints_are_mirrored() {
    let cluster = Cluster::start(&["endpointslice-mirroring-controller", "endpointslice-controller"]).await;
    cluster.make::<Service>(json!({"metadata": {"name": "web"}, "spec": {"ports": [{"port": 80}]}})).await;
    let subsets =
        json!([{"addresses": [{"ip": "192.0.2.1"}, {"ip": "192.0.2.2"}], "ports": [{"port": 8080}]}]);
    cluster.make::<Endpoints>(json!({"metadata": {"name": "web"}, "subsets": subsets})).await;
    until_shown(&cluster, &[("192.0.2.1", true), ("192.0.2.2", true)]).await;
    let subsets = json!([{"addresses": [{"ip": "192.0.2.2"}], "ports": [{"port": 8080}]}]);
    cluster.patch::<Endpoints>("web", json!({"subsets": subsets})).await;
    until_shown(&cluster, &[("192.0.2.2", true)]).await;
    cluster.client.within::<Endpoints>(NAMESPACE).delete("web", &DeleteOptions::default()).await.unwrap();
    until_shown(&cluster, &[]).await;
}
