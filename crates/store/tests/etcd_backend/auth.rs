//! etcd's own users and passwords.

use store::etcd::{Config, Credentials, Etcd};
use store::{Backend, Error, Expect, KeyRange, WatchItem, WatchRequest, Write};

use crate::fixture::etcd::Cluster;

fn put(value: &'static str) -> Write {
    Write::Put { key: "a".into(), value: value.into(), expect: Expect::Any, ttl: None }
}

fn with(cluster: &Cluster, password: &str) -> Config {
    let credentials = Credentials { username: "root".into(), password: password.into() };
    Config { credentials: Some(credentials), ..cluster.config() }
}

#[tokio::test]
async fn a_login_is_made_and_made_again_when_the_server_has_forgotten_it() {
    let mut cluster = Cluster::single().await;
    cluster.gateway("/v3/auth/user/add", r#"{"name":"root","password":"secret"}"#).await;
    cluster.gateway("/v3/auth/role/add", r#"{"name":"root"}"#).await;
    cluster.gateway("/v3/auth/user/grant", r#"{"user":"root","role":"root"}"#).await;
    cluster.gateway("/v3/auth/enable", "{}").await;

    let etcd = Etcd::connect(with(&cluster, "secret")).await.unwrap();
    let mut watch = etcd.watch(WatchRequest::from_now(KeyRange::all())).await.unwrap();
    etcd.write(vec![put("1")]).await.unwrap();
    // Tokens live in the server's memory.
    cluster.kill(0);
    cluster.restart(0).await;
    let second = loop {
        match etcd.write(vec![put("2")]).await {
            Ok(result) => break result.revision,
            Err(error) => assert!(error.is_transient(), "{error}"),
        }
    };
    let mut seen = store::Revision::ZERO;
    while seen < second {
        if let WatchItem::Events(events) = watch.next().await.unwrap().unwrap() {
            seen = events.last().unwrap().revision();
        }
    }

    let wrong = Etcd::connect(with(&cluster, "guess")).await.err().expect("the password is wrong");
    assert!(matches!(&wrong, Error::Unavailable(why) if why.contains("authentication failed")), "{wrong}");
    let stranger = Etcd::connect(cluster.config()).await;
    if let Ok(stranger) = stranger {
        let error = stranger.write(vec![put("3")]).await.unwrap_err();
        assert!(matches!(&error, Error::Unavailable(why) if why.contains("user name is empty")), "{error}");
    }
}
