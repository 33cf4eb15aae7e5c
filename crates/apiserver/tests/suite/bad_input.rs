//! Input that is wrong in every way: each is answered with a status that says so, and nothing is stored.

use serde_json::{Value, json};

use crate::harness::{Client, MAPS, Reply, Server, config_map};

const JSON: &str = "application/json";
const PROTOBUF: &str = "application/vnd.kubernetes.protobuf";
const PODS: &str = "/api/v1/namespaces/default/pods";

/// The revision of the store: whatever was stored since has raised it.
async fn revision(client: &Client) -> String {
    client.get("/api/v1/nodes").await.json()["metadata"]["resourceVersion"].as_str().unwrap().to_owned()
}

/// What is wrong if the answer is not a status of this code with a message. Where the code is 500, a stock server's is.
fn wrong(reply: &Reply, code: u16, about: &str) -> Option<String> {
    let status: Value = serde_json::from_slice(&reply.body).unwrap_or_default();
    let told = status["message"].as_str().is_some_and(|message| !message.is_empty());
    let is_status = status["kind"] == "Status" && status["status"] == "Failure" && status["code"] == code;
    (reply.code != code || !told || !is_status)
        .then(|| format!("{about}: not {code} but {} {}\n", reply.code, String::from_utf8_lossy(&reply.body)))
}

/// The answer is a status of this code with a message.
fn refused(reply: &Reply, code: u16, about: &str) {
    assert_eq!(wrong(reply, code, about), None);
}

fn nested(depth: usize, inner: &str) -> String {
    format!("{}{inner}{}", r#"{"a":"#.repeat(depth), "}".repeat(depth))
}

#[tokio::test(flavor = "multi_thread")]
async fn bodies_of_new_objects() {
    let server = Server::start().await;
    let client = server.admin();
    let before = revision(&client).await;
    let map = |inside: &str| {
        format!(r#"{{"apiVersion":"v1","kind":"ConfigMap","metadata":{{"name":"x"}}{inside}}}"#)
    };
    let cases: Vec<(u16, &str, String)> = vec![
        (400, JSON, String::new()),
        (400, JSON, "null".into()),
        (400, JSON, "[]".into()),
        (400, JSON, "\"text\"".into()),
        (400, JSON, "{".into()),
        (400, JSON, "{}}".into()),
        (400, JSON, "\u{feff}{}".into()),
        (400, JSON, map(",")),
        (400, JSON, map(r#","data":{"a":1}"#)),
        (400, JSON, map(r#","data":["a"]"#)),
        (400, JSON, map(r#","data":{"a":1e99999}"#)),
        (400, JSON, map(r#","immutable":"yes""#)),
        (400, JSON, map(r#","binaryData":{"a":"***"}"#)),
        (400, JSON, map(&format!(r#","bogus":{}"#, nested(50_000, "1")))),
        (400, JSON, map(&format!(r#","data":{}"#, nested(400, "1")))),
        (400, JSON, map(&format!(r#","immutable":{}"#, "9".repeat(100_000)))),
        (400, JSON, r#"{"apiVersion":"v2","kind":"ConfigMap"}"#.into()),
        (400, JSON, r#"{"apiVersion":"v1","kind":"Pod"}"#.into()),
        (400, JSON, r#"{"apiVersion":1,"kind":"ConfigMap"}"#.into()),
        (422, JSON, r#"{"apiVersion":"v1","kind":"ConfigMap"}"#.into()),
        (422, JSON, r#"{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"Upper"}}"#.into()),
        (422, JSON, r#"{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"a/b"}}"#.into()),
        (422, JSON, r#"{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":".."}}"#.into()),
        (422, JSON, config_map(&"x".repeat(254), &[]).to_string()),
        (
            422,
            JSON,
            r#"{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"x","labels":{"a b":"c"}}}"#.into(),
        ),
        (
            400,
            JSON,
            r#"{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"x","namespace":"other"}}"#.into(),
        ),
        (
            500,
            JSON,
            r#"{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"x","resourceVersion":"1"}}"#.into(),
        ),
        (400, "application/yaml", "a: [".into()),
        (400, "application/yaml", "a: &a [*a, *a]\nb: *c\n".into()),
        (400, "application/yaml", format!("{}1", "[".repeat(50_000))),
        (415, "text/plain", map("")),
        (400, PROTOBUF, "k8s".into()),
        (400, PROTOBUF, "k8s\0\u{1}\u{2}\u{3}".into()),
        (400, PROTOBUF, map("")),
    ];
    let mut problems = String::new();
    for (code, kind, body) in cases {
        let about: String = format!("{kind}: {}", body.chars().take(120).collect::<String>());
        let reply = client.send("POST", MAPS, &[("content-type", kind)], body).await;
        problems.extend(wrong(&reply, code, &about));
    }
    assert!(problems.is_empty(), "{problems}");
    let bytes: &[u8] = b"{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\",\"metadata\":{\"name\":\"\xff\xfe\"}}";
    let reply = client.send("POST", MAPS, &[("content-type", JSON)], bytes).await;
    refused(&reply, 422, "what is no text is no name");
    assert_eq!(revision(&client).await, before, "nothing was stored");
    server.finish().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn unknown_and_repeated_fields() {
    let server = Server::start().await;
    let client = server.admin();
    let body = r#"{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"x","bogus":1},"data":{"a":"1","a":"2"},"data":{}}"#;
    let before = revision(&client).await;
    let strict =
        client.send("POST", &format!("{MAPS}?fieldValidation=Strict"), &[("content-type", JSON)], body).await;
    refused(&strict, 400, "strict");
    let message = strict.json()["message"].as_str().unwrap().to_owned();
    for field in
        [r#"unknown field "metadata.bogus""#, r#"duplicate field "data.a""#, r#"duplicate field "data""#]
    {
        assert!(message.contains(field), "{message}");
    }
    refused(
        &client.send("POST", &format!("{MAPS}?fieldValidation=Bogus"), &[("content-type", JSON)], body).await,
        422,
        "a validation that there is not",
    );
    assert_eq!(revision(&client).await, before, "nothing was stored");
    let warned = client.send("POST", MAPS, &[("content-type", JSON)], body).await;
    assert_eq!((warned.code, warned.headers.get_all("warning").iter().count()), (201, 3));
    // More to warn of than a head can hold.
    let yaml = format!(
        "apiVersion: v1\nkind: ConfigMap\nmetadata: {{name: many}}\ndata:\n{}",
        "  a: b\n".repeat(50_000)
    );
    let warned = client.send("POST", MAPS, &[("content-type", "application/yaml")], yaml).await;
    assert_eq!(warned.code, 201, "{}", warned.text());
    let told = warned.headers.get_all("warning").iter().count();
    assert!((1..=64).contains(&told), "{told}");
    server.finish().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn changes_that_make_no_sense() {
    let server = Server::start().await;
    let client = server.admin();
    let one = format!("{MAPS}/one");
    let made = client.post(MAPS, &config_map("one", &[("a", "b")])).await.json();
    let stale = client.patch(&one, "application/merge-patch+json", r#"{"data":{"a":"c"}}"#).await.json();
    let before = revision(&client).await;
    let (mut old, mut other, mut named) = (made.clone(), stale.clone(), stale.clone());
    old["data"]["a"] = "d".into();
    other["metadata"]["uid"] = "00000000-0000-0000-0000-000000000000".into();
    named["metadata"]["name"] = "two".into();
    for (code, body, about) in
        [(409, old, "a stale version"), (409, other, "another object"), (400, named, "another name")]
    {
        refused(&client.put(&one, &body).await, code, about);
    }
    let mut odd = stale.clone();
    odd["metadata"]["resourceVersion"] = "x".into();
    refused(&client.put(&one, &odd).await, 500, "a version that is none");
    refused(&client.put(&format!("{MAPS}/none"), &config_map("none", &[])).await, 404, "what is not there");
    let (merge, strategic, json, apply) = (
        "application/merge-patch+json",
        "application/strategic-merge-patch+json",
        "application/json-patch+json",
        "application/apply-patch+yaml",
    );
    let far = format!(r#"[{{"op":"add","path":"{}","value":1}}]"#, "/a".repeat(200_000));
    let deep = nested(50_000, "1");
    let mut problems = String::new();
    for (code, kind, body) in [
        (400, merge, "["),
        (400, merge, "[]"),
        (400, merge, deep.as_str()),
        (422, merge, r#"{"data":{"a":{"b":"c"}}}"#),
        (409, merge, r#"{"metadata":{"resourceVersion":"1"}}"#),
        (400, merge, r#"{"metadata":{"name":"two"}}"#),
        (400, strategic, "x"),
        (500, strategic, r#"{"$patch":"bogus"}"#),
        (400, json, "{}"),
        (400, json, r#"[{"op":"bogus"}"#),
        (422, json, r#"[{"op":"bogus","path":"/a"}]"#),
        (422, json, r#"[{"op":"test","path":"/data/a","value":"z"}]"#),
        (422, json, r#"[{"op":"remove","path":"/data/z"}]"#),
        (422, json, far.as_str()),
        (400, apply, "a: ["),
        (400, apply, "{}"),
        (415, "application/bogus", "{}"),
    ] {
        let path = if kind == apply { format!("{one}?fieldManager=me") } else { one.clone() };
        let reply = client.patch(&path, kind, body).await;
        problems.extend(wrong(&reply, code, &format!("{kind} {}", &body[..body.len().min(60)])));
    }
    assert!(problems.is_empty(), "{problems}");
    refused(&client.patch(&one, apply, "{}").await, 422, "an apply by nobody");
    let uid = json!({"preconditions": {"uid": "other"}}).to_string();
    refused(
        &client.send("DELETE", &one, &[("content-type", JSON)], uid).await,
        409,
        "the wrong object to delete",
    );
    let bad =
        client.send("DELETE", &one, &[("content-type", JSON)], r#"{"gracePeriodSeconds":"soon"}"#).await;
    refused(&bad, 400, "options of the wrong type");
    assert_eq!(revision(&client).await, before, "nothing was stored");
    server.finish().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn questions_that_make_no_sense() {
    let server = Server::start().await;
    let client = server.admin();
    let mut problems = String::new();
    for (code, query) in [
        (400, "labelSelector=a%20b"),
        (400, "labelSelector=a%20in%20()%20b"),
        (400, "labelSelector=%3D%3D"),
        (400, "fieldSelector=a"),
        (400, "fieldSelector=spec.bogus%3Da"),
        (400, "limit=many"),
        (400, "continue=bogus"),
        (400, "resourceVersion=x"),
        (422, "resourceVersionMatch=Exact"),
        (422, "resourceVersion=1&resourceVersionMatch=Bogus"),
        (422, "watch=1&sendInitialEvents=true"),
        (500, "watch=1&resourceVersion=-1"),
        (400, "timeout=soon"),
    ] {
        problems.extend(wrong(&client.get(&format!("{PODS}?{query}")).await, code, query));
    }
    assert!(problems.is_empty(), "{problems}");
    let early = client.get(&format!("{PODS}?resourceVersion=999999999")).await;
    assert!(early.status().contains("Too large resource version"), "{}", early.status());
    // The old spelling of a watch is for reading only.
    client.post(MAPS, &config_map("kept", &[])).await;
    for method in ["DELETE", "POST", "PUT", "PATCH"] {
        let path = "/api/v1/watch/namespaces/default/configmaps";
        refused(&client.send(method, path, &[("content-type", JSON)], "{}").await, 405, method);
    }
    assert_eq!(client.get(&format!("{MAPS}/kept")).await.code, 200);
    server.finish().await;
}
