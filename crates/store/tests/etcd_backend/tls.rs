//! Mutual TLS, and errors that say what is wrong with it.

use store::etcd::{Config, Etcd};
use store::{Backend, Expect, Write};

use crate::fixture::etcd::{Cluster, Options, Pki};

async fn error(config: Config) -> String {
    match Etcd::connect(config).await {
        Ok(_) => panic!("connected"),
        Err(error) => error.to_string(),
    }
}

#[tokio::test]
async fn both_sides_show_certificates_and_strangers_are_refused() {
    let pki = Pki::new();
    let cluster = Cluster::start(Options { pki: Some(pki.clone()), ..Options::default() }).await;
    let etcd = cluster.connect().await;
    let put = Write::Put { key: "a".into(), value: "1".into(), expect: Expect::Absent, ttl: None };
    etcd.write(vec![put]).await.unwrap();

    let mut named = cluster.config();
    named.tls.as_mut().unwrap().server_name = Some("etcd.test".into());
    Etcd::connect(named).await.expect("the certificate holds this name too");

    let mut stranger = cluster.config();
    stranger.tls.as_mut().unwrap().ca = Pki::new().ca.into();
    let said = error(stranger).await;
    assert!(said.contains("certificate") && said.contains("127.0.0.1"), "{said}");

    let mut wrong_name = cluster.config();
    wrong_name.tls.as_mut().unwrap().server_name = Some("elsewhere.test".into());
    let said = error(wrong_name).await;
    assert!(said.contains("certificate") && said.contains("elsewhere.test"), "{said}");

    let mut anonymous = cluster.config();
    anonymous.tls.as_mut().unwrap().identity = None;
    let said = error(anonymous).await;
    assert!(said.contains("no client certificate is given"), "{said}");

    let mut plain = cluster.config();
    plain.tls = None;
    let said = error(plain).await;
    assert!(said.contains("needs a CA certificate"), "{said}");

    let mut broken = cluster.config();
    broken.tls.as_mut().unwrap().ca = b"-----BEGIN CERTIFICATE-----\nx\n-----END CERTIFICATE-----".to_vec();
    assert!(!error(broken).await.is_empty());
}
