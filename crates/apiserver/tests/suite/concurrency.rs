//! Many clients over real sockets: no update is lost, a watcher that comes back anywhere sees each change once, and one that does not
//! read holds up nobody.

use std::collections::BTreeMap;

use serde_json::Value;

use crate::harness::{Client, MAPS, Server, config_map};

fn number(map: &Value) -> u64 {
    map["data"]["n"].as_str().unwrap().parse().unwrap()
}

fn revision(object: &Value) -> String {
    object["metadata"]["resourceVersion"].as_str().unwrap().to_owned()
}

/// Adds one, as a client does that reads before it writes.
async fn increment(client: &Client, path: &str) {
    loop {
        let mut map = client.get(path).await.json();
        map["data"]["n"] = (number(&map) + 1).to_string().into();
        match client.put(path, &map).await {
            done if done.code == 200 => return,
            lost => assert!(lost.status().starts_with("409 Conflict"), "{}", lost.status()),
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn thirty_two_writers_of_one_object() {
    const WRITERS: u64 = 32;
    let server = Server::start().await;
    let path = format!("{MAPS}/one");
    let made = server.admin().post(MAPS, &config_map("one", &[("n", "0")])).await.json();
    let watched = format!("{MAPS}?watch=1&resourceVersion={}", revision(&made));
    let mut watch = server.admin().watch(&watched, &[]).await;
    let mut writers = tokio::task::JoinSet::new();
    for _ in 0..WRITERS {
        let (client, path) = (server.admin(), path.clone());
        writers.spawn(async move { increment(&client, &path).await });
    }
    while let Some(done) = writers.join_next().await {
        done.unwrap();
    }
    assert_eq!(number(&server.admin().get(&path).await.json()), WRITERS);
    for n in 1..=WRITERS {
        assert_eq!(number(&watch.next().await.unwrap()["object"]), n, "every update was seen, in order");
    }
    server.finish().await;
}

/// A deletion marks the object before it goes, also when somebody changes it in between.
#[tokio::test(flavor = "multi_thread")]
async fn a_deletion_beside_changes_is_marked() {
    const PODS: &str = "/api/v1/namespaces/default/pods";
    let server = Server::start().await;
    let client = server.admin();
    let spec = serde_json::json!({"containers": [{"name": "c", "image": "i"}]});
    for number in 0..40 {
        let (name, path) = (format!("p{number}"), format!("{PODS}/p{number}"));
        let pod = serde_json::json!({"metadata": {"name": name}, "spec": spec});
        assert_eq!(client.post(PODS, &pod).await.code, 201);
        let changing = tokio::spawn({
            let (client, path) = (server.admin(), path.clone());
            async move {
                for label in 0.. {
                    let patch = format!("{{\"metadata\": {{\"labels\": {{\"n\": \"{label}\"}}}}}}");
                    if client.patch(&path, "application/merge-patch+json", &patch).await.code == 404 {
                        break;
                    }
                }
            }
        });
        let gone = client.delete(&path).await.json();
        assert_eq!(gone["metadata"]["generation"], 2, "{gone}");
        changing.await.unwrap();
    }
    server.finish().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_watcher_that_comes_back_anywhere() {
    const CHANGES: u64 = 120;
    let server = Server::start().await;
    let path = format!("{MAPS}/one");
    let made = server.admin().post(MAPS, &config_map("one", &[("n", "0")])).await.json();
    let writer = tokio::spawn({
        let (client, path) = (server.admin(), path.clone());
        async move {
            for n in 1..=CHANGES {
                let body = format!(r#"{{"data":{{"n":"{n}"}}}}"#);
                assert_eq!(client.patch(&path, "application/merge-patch+json", &body).await.code, 200);
            }
        }
    });
    let (mut at, mut seen, mut steps) = (revision(&made), Vec::new(), 1);
    while seen.len() < CHANGES as usize {
        let client = if steps % 2 == 0 { server.admin() } else { server.admin_h2() };
        let mut watch = client.watch(&format!("{MAPS}?watch=1&resourceVersion={at}"), &[]).await;
        for _ in 0..steps.min(CHANGES as usize - seen.len()) {
            let event = watch.next().await.unwrap();
            assert_eq!(event["type"], "MODIFIED", "{event}");
            at = revision(&event["object"]);
            seen.push(number(&event["object"]));
        }
        steps = steps % 7 + 1;
    }
    writer.await.unwrap();
    assert_eq!(seen, (1..=CHANGES).collect::<Vec<_>>());
    server.finish().await;
}

/// The watcher opens its stream and reads nothing. All writes go through all the same; what it finds when it reads at last is in
/// order and without gaps up to where it was cut off, and from there a new watch has the rest.
#[tokio::test(flavor = "multi_thread")]
async fn a_watcher_that_does_not_read() {
    const CHANGES: u64 = 1300;
    let server = Server::start().await;
    let client = server.admin();
    let path = format!("{MAPS}/one");
    let filler = "x".repeat(60_000);
    let made = client.post(MAPS, &config_map("one", &[("n", "0"), ("filler", &filler)])).await.json();
    let mut slow = client.watch(&format!("{MAPS}?watch=1&resourceVersion={}", revision(&made)), &[]).await;
    // The writer is within the process, so that the test is about the server and not about handshakes.
    let admin = resource::User { groups: vec!["system:masters".into()], ..resource::User::default() };
    let local = server.api().local(admin);
    for n in 1..=CHANGES {
        let body = format!(r#"{{"data":{{"n":"{n}"}}}}"#);
        let request = http::Request::patch(&path).header("content-type", "application/merge-patch+json");
        let answer = local.call(request.body(apiserver::request_body(body)).unwrap()).await;
        assert_eq!(answer.status(), 200);
    }
    let (mut at, mut seen) = (revision(&made), BTreeMap::new());
    while let Some(event) = slow.next().await {
        if event["type"] == "ERROR" {
            assert_eq!(event["object"]["code"], 410, "{event}");
            continue;
        }
        at = revision(&event["object"]);
        assert_eq!(seen.insert(number(&event["object"]), ()), None, "once");
        if seen.len() == CHANGES as usize {
            break;
        }
    }
    assert!((seen.len() as u64) < CHANGES, "it was cut off");
    let mut rest = client.watch(&format!("{MAPS}?watch=1&resourceVersion={at}"), &[]).await;
    while (seen.len() as u64) < CHANGES {
        let event = rest.next().await.unwrap();
        assert_eq!(seen.insert(number(&event["object"]), ()), None, "once: {}", event["type"]);
    }
    assert!(seen.keys().copied().eq(1..=CHANGES));
    drop(local);
    server.finish().await;
}
