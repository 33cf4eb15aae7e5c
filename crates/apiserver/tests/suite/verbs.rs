//! Every verb, over both versions of HTTP.

use serde_json::{Value, json};

use crate::harness::{MAPS, Server, config_map};

#[tokio::test(flavor = "multi_thread")]
async fn an_object_from_birth_to_death() {
    let server = Server::start().await;
    for client in [server.admin(), server.admin_h2()] {
        let one = format!("{MAPS}/one");
        let made = client.post(MAPS, &config_map("one", &[("a", "1")])).await;
        assert_eq!(made.code, 201, "{}", made.text());
        assert_eq!(made.json()["kind"], "ConfigMap");
        assert!(!made.header("audit-id").is_empty());
        assert_eq!(made.header("cache-control"), "no-cache, private");
        let again = client.post(MAPS, &config_map("one", &[])).await;
        assert_eq!(again.status(), "409 AlreadyExists: configmaps \"one\" already exists");

        let got = client.get(&one).await.json();
        assert_eq!(got["metadata"]["uid"], made.json()["metadata"]["uid"]);
        let mut changed = got.clone();
        changed["data"]["b"] = "2".into();
        let put = client.put(&one, &changed).await;
        assert_eq!(put.code, 200);
        let stale = client.put(&one, &changed).await;
        assert!(
            stale.status().starts_with("409 Conflict: Operation cannot be fulfilled"),
            "{}",
            stale.status()
        );

        let merge = client.patch(&one, "application/merge-patch+json", r#"{"data":{"a":null}}"#).await;
        assert_eq!(merge.json()["data"], json!({"b": "2"}));
        let steps = r#"[{"op":"add","path":"/data/c","value":"3"}]"#;
        let json = client.patch(&one, "application/json-patch+json", steps).await;
        assert_eq!(json.json()["data"], json!({"b": "2", "c": "3"}));
        let strategic = client.patch(
            &one,
            "application/strategic-merge-patch+json",
            r#"{"metadata":{"labels":{"x":"y"}}}"#,
        );
        assert_eq!(strategic.await.json()["metadata"]["labels"]["x"], "y");
        let applied = r#"{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"one"},"data":{"d":"4"}}"#;
        let apply =
            client.patch(&format!("{one}?fieldManager=me"), "application/apply-patch+yaml", applied).await;
        assert_eq!(apply.json()["data"]["d"], "4", "{}", apply.text());

        let listed = client.get(&format!("{MAPS}?labelSelector=x%3Dy")).await.json();
        assert_eq!(
            (&listed["kind"], listed["items"].as_array().unwrap().len()),
            (&"ConfigMapList".into(), 1)
        );
        let gone = client.delete(&one).await;
        assert_eq!((gone.code, &gone.json()["status"]), (200, &"Success".into()));
        assert_eq!(client.get(&one).await.status(), "404 NotFound: configmaps \"one\" not found");
    }
    server.finish().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn lists_come_in_pages_and_go_together() {
    let server = Server::start().await;
    let client = server.admin();
    for at in 0..7 {
        client.post(MAPS, &config_map(&format!("m{at}"), &[])).await;
    }
    let (mut names, mut next) = (Vec::new(), String::new());
    loop {
        let page = client.get(&format!("{MAPS}?limit=3&continue={next}")).await.json();
        names.extend(page["items"].as_array().unwrap().iter().map(|item| item["metadata"]["name"].clone()));
        next = page["metadata"]["continue"].as_str().unwrap_or_default().to_owned();
        if next.is_empty() {
            break;
        }
    }
    assert_eq!(names, (0..7).map(|at| Value::from(format!("m{at}"))).collect::<Vec<_>>());
    let gone = client.delete(&format!("{MAPS}?fieldSelector=metadata.name!%3Dm3")).await;
    assert_eq!(gone.code, 200, "{}", gone.text());
    let left = client.get(MAPS).await.json();
    let left: Vec<_> =
        left["items"].as_array().unwrap().iter().map(|item| &item["metadata"]["name"]).collect();
    assert_eq!(left, ["m3"]);
    server.finish().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn writers_of_one_object_lose_nothing() {
    let server = Server::start().await;
    let one = format!("{MAPS}/one");
    server.admin().post(MAPS, &config_map("one", &[])).await;
    let mut writers = tokio::task::JoinSet::new();
    for at in 0..16 {
        let (client, one) = (server.admin(), one.clone());
        writers.spawn(async move {
            let body = format!(r#"{{"data":{{"k{at}":"v"}}}}"#);
            assert_eq!(client.patch(&one, "application/merge-patch+json", &body).await.code, 200);
        });
    }
    while let Some(done) = writers.join_next().await {
        done.unwrap();
    }
    assert_eq!(server.admin().get(&one).await.json()["data"].as_object().unwrap().len(), 16);
    server.finish().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn dry_runs_and_field_managers() {
    let server = Server::start().await;
    let client = server.admin();
    let tried = client.post(&format!("{MAPS}?dryRun=All"), &config_map("one", &[("a", "b")])).await;
    assert_eq!(tried.code, 201);
    assert_eq!(client.get(&format!("{MAPS}/one")).await.code, 404);
    let headers = [("content-type", "application/json"), ("user-agent", "tool/1.0 (linux)")];
    let made = client.send("POST", MAPS, &headers, config_map("one", &[("a", "b")]).to_string()).await;
    assert_eq!(made.json()["metadata"]["managedFields"][0]["manager"], "tool");
    server.finish().await;
}
