//! What every namespace has, and how a namespace goes.

use api::Typed as _;
use api::core::v1::{ConfigMap, Namespace, ServiceAccount};
use client::DeleteOptions;
use controllers::Settings;
use serde_json::json;
use testing::eventually;

use crate::cluster::Cluster;

#[tokio::test(flavor = "multi_thread")]
async fn a_namespace_gets_its_account_and_authority_and_goes_with_all_it_holds() {
    let settings = Settings { root_ca: "the authority".to_owned(), ..Settings::default() };
    let loops =
        ["serviceaccount-controller", "root-ca-certificate-publisher-controller", "namespace-controller"];
    let cluster = Cluster::start_with(&loops, settings).await;
    let (spaces, name) = (cluster.client.all::<Namespace>(), "short-lived");
    spaces.create(&Namespace::decode(&json!({"metadata": {"name": name}})).unwrap()).await.unwrap();
    let accounts = cluster.client.within::<ServiceAccount>(name);
    let maps = cluster.client.within::<ConfigMap>(name);
    eventually("the default account", || async { accounts.find("default").await.unwrap() }).await;
    let map = eventually("the authority", || async { maps.find("kube-root-ca.crt").await.unwrap() }).await;
    assert_eq!(map.data.unwrap()["ca.crt"], "the authority");
    maps.delete("kube-root-ca.crt", &DeleteOptions::default()).await.unwrap();
    eventually("the authority again", || async { maps.find("kube-root-ca.crt").await.unwrap() }).await;

    spaces.delete(name, &DeleteOptions::default()).await.unwrap();
    eventually("the namespace is gone", || async {
        spaces.find(name).await.unwrap().is_none().then_some(())
    })
    .await;
    assert!(maps.find("kube-root-ca.crt").await.unwrap().is_none(), "and so is what was in it");
}
