//! etcd's own users and passwords.

use std::sync::Arc;

use store::etcd::{Config, Credentials, Etcd};
use store::{Backend, Error, Expect, KeyRange, Range, WatchItem, WatchRequest, Write};

use crate::fixture::etcd::Cluster;

fn put(value: &'static str) -> Write {
    Write::Put { key: "a".into(), value: value.into(), expect: Expect::Any, ttl: None }
}

fn with(cluster: &Cluster, username: &str, password: &str) -> Config {
    let credentials = Credentials { username: username.into(), password: password.into() };
    Config { credentials: Some(credentials), ..cluster.config() }
}

/// Adds `root`, who may do anything, and `limited`, who may use the keys of the fixture's prefix, and asks everybody to log in.
async fn enable(cluster: &Cluster) {
    // The gateway takes keys in base64: from /fixture up to /fixturf.
    let permission = r#"{"permType":"READWRITE","key":"L2ZpeHR1cmU=","range_end":"L2ZpeHR1cmY="}"#;
    for (path, body) in [
        ("user/add", r#"{"name":"root","password":"secret"}"#),
        ("role/add", r#"{"name":"root"}"#),
        ("user/grant", r#"{"user":"root","role":"root"}"#),
        ("user/add", r#"{"name":"limited","password":"hush"}"#),
        ("role/add", r#"{"name":"cluster"}"#),
        ("role/grant", &format!(r#"{{"name":"cluster","perm":{permission}}}"#)),
        ("user/grant", r#"{"user":"limited","role":"cluster"}"#),
        ("enable", "{}"),
    ] {
        let answer = cluster.gateway(&format!("/v3/auth/{path}"), body).await;
        assert!(answer.contains("header"), "{path}: {answer}");
    }
}

#[tokio::test]
async fn a_user_needs_no_more_than_the_prefix() {
    let cluster = Cluster::single().await;
    enable(&cluster).await;
    let etcd = Etcd::connect(with(&cluster, "limited", "hush")).await.unwrap();
    let mut watch = etcd.watch(WatchRequest::from_now(KeyRange::all())).await.unwrap();
    let first = etcd.write(vec![put("1")]).await.unwrap().revision;
    let second = etcd.write(vec![put("2")]).await.unwrap().revision;
    assert!(matches!(watch.next().await.unwrap().unwrap(), WatchItem::Events(_)));
    assert_eq!(etcd.range(Range::new(KeyRange::all())).await.unwrap().count, 1);
    etcd.compact(second).await.unwrap();
    let error = etcd.range(Range::new(KeyRange::all()).at(first)).await.unwrap_err();
    assert!(matches!(error, Error::Compacted { compacted, .. } if compacted == second), "{error}");

    let elsewhere = Config { prefix: "/elsewhere".into(), ..with(&cluster, "limited", "hush") };
    let elsewhere = Etcd::connect(elsewhere).await.unwrap();
    let error = elsewhere.write(vec![put("1")]).await.unwrap_err();
    assert!(matches!(&error, Error::Unavailable(why) if why.contains("permission denied")), "{error}");
    let mut refused = elsewhere.watch(WatchRequest::after(KeyRange::all(), second)).await.unwrap();
    let item = refused.next().await.unwrap();
    assert!(matches!(&item, Err(Error::Unavailable(_))), "{item:?}");
}

#[tokio::test]
async fn a_login_is_made_and_made_again_when_the_server_has_forgotten_it() {
    let mut cluster = Cluster::single().await;
    enable(&cluster).await;

    let etcd = Etcd::connect(with(&cluster, "root", "secret")).await.unwrap();
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

    let wrong = Etcd::connect(with(&cluster, "root", "guess")).await.err().expect("the password is wrong");
    assert!(matches!(&wrong, Error::Unavailable(why) if why.contains("authentication failed")), "{wrong}");
    let stranger = Etcd::connect(cluster.config()).await;
    if let Ok(stranger) = stranger {
        let error = stranger.write(vec![put("3")]).await.unwrap_err();
        assert!(matches!(&error, Error::Unavailable(why) if why.contains("user name is empty")), "{error}");
    }
}

/// Makes the server forget all logins of `limited`, as it does when a password is changed.
async fn forget_logins(cluster: &Cluster) {
    let login = r#"{"name":"root","password":"secret"}"#;
    let answer = cluster.gateway("/v3/auth/authenticate", login).await;
    let token: serde_json::Value = serde_json::from_str(&answer).unwrap();
    let token = token["token"].as_str().unwrap();
    let body = r#"{"name":"limited","password":"hush"}"#;
    let answer = cluster.gateway_as(token, "/v3/auth/user/changepw", body).await;
    assert!(answer.contains("header"), "{answer}");
}

#[tokio::test]
async fn calls_with_a_login_that_the_server_has_forgotten_log_in_again() {
    let cluster = Cluster::single().await;
    enable(&cluster).await;
    let etcd = Arc::new(Etcd::connect(with(&cluster, "limited", "hush")).await.unwrap());
    for _ in 0..3 {
        forget_logins(&cluster).await;
        // All of them are refused, and only one can be the first to notice.
        let mut calls = tokio::task::JoinSet::new();
        for _ in 0..20 {
            let etcd = etcd.clone();
            calls.spawn(async move { etcd.write(vec![put("1")]).await });
        }
        for result in calls.join_all().await {
            result.unwrap();
        }
    }
}

/// A watch that comes back first, with nobody else to notice that the login is void.
#[tokio::test]
async fn a_watch_with_a_login_that_the_server_has_forgotten_logs_in_again() {
    let mut cluster = Cluster::single().await;
    enable(&cluster).await;
    let watching = Etcd::connect(with(&cluster, "limited", "hush")).await.unwrap();
    let mut watch = watching.watch(WatchRequest::from_now(KeyRange::all())).await.unwrap();
    for value in ["1", "2"] {
        forget_logins(&cluster).await;
        cluster.kill(0);
        cluster.restart(0).await;
        let other = Etcd::connect(with(&cluster, "root", "secret")).await.unwrap();
        let written = other.write(vec![put(value)]).await.unwrap().revision;
        let mut seen = store::Revision::ZERO;
        while seen < written {
            if let WatchItem::Events(events) = watch.next().await.unwrap().unwrap() {
                seen = events.last().unwrap().revision();
            }
        }
    }
}
