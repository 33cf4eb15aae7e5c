//! Versions of a custom resource between which another program converts, over real TLS.

use std::convert::Infallible;
use std::sync::Arc;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use bytes::Bytes;
use http::{Request, Response};
use http_body_util::{BodyExt as _, Full};
use hyper::body::Incoming;
use hyper::service::service_fn;
use hyper_util::rt::TokioIo;
use runtime::Clock;
use serde_json::{Value, json};
use tokio::net::TcpListener;
use tokio::task::AbortHandle;

use crate::custom::{DEFINITIONS, WIDGETS, define, definition, until, version, widget};
use crate::harness::{Client, Server};

const SECOND: &str = "/apis/example.com/v2/namespaces/default/widgets";

/// Knows that `at: host:port` of the first version is `host` and `port` of the second.
struct Hook {
    port: u16,
    authority: String,
    task: AbortHandle,
}

impl Drop for Hook {
    fn drop(&mut self) {
        self.task.abort();
    }
}

impl Hook {
    async fn start(pki: &std::path::Path) -> Self {
        let clock = Clock::system();
        let pki = tls::Pki::open_or_create(pki, &clock).unwrap();
        let certificate = pki.serving_certificate("hook", &["127.0.0.1".to_owned()]).unwrap();
        let options = tls::ServerOptions::new(certificate, pki.client_authority().certificate());
        let acceptor = Arc::new(tls::Acceptor::build(&options, &clock).unwrap());
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let port = listener.local_addr().unwrap().port();
        let task = tokio::spawn(async move {
            loop {
                let (socket, _) = listener.accept().await.unwrap();
                let acceptor = acceptor.clone();
                tokio::spawn(async move {
                    let Ok((stream, _)) = acceptor.accept(socket).await else { return };
                    let service = service_fn(|request| async { Ok::<_, Infallible>(answer(request).await) });
                    let server = hyper::server::conn::http1::Builder::new();
                    server.serve_connection(TokioIo::new(stream), service).await.ok();
                });
            }
        });
        let authority = pki.server_authority().certificate().to_owned();
        Self { port, authority, task: task.abort_handle() }
    }
}

async fn answer(request: Request<Incoming>) -> Response<Full<Bytes>> {
    assert_eq!(request.uri().path(), "/convert");
    let body = request.into_body().collect().await.unwrap().to_bytes();
    let review: Value = serde_json::from_slice(&body).unwrap();
    let wanted = review["request"]["desiredAPIVersion"].as_str().unwrap();
    let objects = review["request"]["objects"].as_array().unwrap();
    let converted: Vec<Value> = objects.iter().map(|object| convert(object, wanted)).collect();
    let answer = json!({
        "apiVersion": review["apiVersion"], "kind": "ConversionReview",
        "response": {"uid": review["request"]["uid"], "convertedObjects": converted, "result": {"status": "Success"}},
    });
    Response::new(Full::new(answer.to_string().into()))
}

fn convert(object: &Value, wanted: &str) -> Value {
    let mut out = object.clone();
    assert_ne!(object["apiVersion"], wanted);
    out["apiVersion"] = wanted.into();
    let spec = &object["spec"];
    out["spec"] = if wanted.ends_with("v2") {
        let (host, port) = spec["at"].as_str().unwrap().split_once(':').unwrap();
        json!({"host": host, "port": port.parse::<u16>().unwrap()})
    } else {
        json!({"at": format!("{}:{}", spec["host"].as_str().unwrap(), spec["port"])})
    };
    out
}

fn two_versions(hook: &Hook) -> Value {
    let one = json!({"type": "object", "properties": {"at": {"type": "string"}}});
    let two = json!({"type": "object", "properties": {"host": {"type": "string"}, "port": {"type": "integer", "minimum": 10}}});
    let mut both =
        definition("widgets", "Widget", json!([version("v1", true, one), version("v2", false, two)]));
    both["spec"]["conversion"] = json!({"strategy": "Webhook", "webhook": {
        "conversionReviewVersions": ["v1"],
        "clientConfig": {
            "url": format!("https://127.0.0.1:{}/convert", hook.port),
            "caBundle": STANDARD.encode(&hook.authority),
        },
    }});
    both
}

fn second(name: &str, spec: Value) -> Value {
    let mut object = widget(name, spec);
    object["apiVersion"] = json!("example.com/v2");
    object
}

async fn specs(client: &Client, path: &str) -> Vec<Value> {
    let list = client.get(path).await;
    assert_eq!(list.code, 200, "{}", list.text());
    list.json()["items"].as_array().unwrap().iter().map(|one| one["spec"].clone()).collect()
}

#[tokio::test]
async fn a_webhook_converts() {
    let server = Server::start().await;
    let admin = server.admin();
    let hook = Hook::start(&server.dir.path().join("pki")).await;
    define(&admin, &two_versions(&hook)).await;
    assert_eq!(admin.post(WIDGETS, &widget("a", json!({"at": "x:80"}))).await.code, 201);
    let made = admin.post(SECOND, &second("b", json!({"host": "y", "port": 90}))).await;
    assert_eq!((made.code, &made.json()["spec"]), (201, &json!({"host": "y", "port": 90})));
    let refused = admin.post(SECOND, &second("c", json!({"host": "y", "port": 1}))).await;
    assert_eq!(refused.code, 422, "{}", refused.text());
    assert_eq!(admin.get(&format!("{WIDGETS}/b")).await.json()["spec"], json!({"at": "y:90"}));
    let both = [json!({"host": "x", "port": 80}), json!({"host": "y", "port": 90})];
    assert_eq!(specs(&admin, SECOND).await, both);
    let patched = admin
        .patch(&format!("{SECOND}/a"), "application/merge-patch+json", r#"{"spec": {"port": 81}}"#)
        .await;
    assert_eq!(patched.json()["spec"], json!({"host": "x", "port": 81}));
    let mut events = admin.watch(&format!("{SECOND}?watch=1"), &[]).await;
    assert_eq!(events.next().await.unwrap()["object"]["spec"], json!({"host": "x", "port": 81}));
    assert_eq!(events.next().await.unwrap()["object"]["spec"], json!({"host": "y", "port": 90}));
    assert_eq!(admin.delete(&format!("{WIDGETS}/b")).await.code, 200);
    let gone = events.next().await.unwrap();
    assert_eq!((&gone["type"], &gone["object"]["spec"]["port"]), (&json!("DELETED"), &json!(90)));

    // The other version is stored from now on; what is there is converted when it is asked for.
    let change = r#"[{"op": "replace", "path": "/spec/versions/0/storage", "value": false},
        {"op": "replace", "path": "/spec/versions/1/storage", "value": true}]"#;
    let path = format!("{DEFINITIONS}/widgets.example.com");
    assert_eq!(admin.patch(&path, "application/json-patch+json", change).await.code, 200);
    // Its watchers are cut off when the definition is served anew.
    while events.next().await.is_some() {}
    assert_eq!(admin.post(SECOND, &second("d", json!({"host": "z", "port": 99}))).await.code, 201);
    assert_eq!(specs(&admin, WIDGETS).await, [json!({"at": "x:81"}), json!({"at": "z:99"})]);
    assert_eq!(
        specs(&admin, SECOND).await,
        [json!({"host": "x", "port": 81}), json!({"host": "z", "port": 99})]
    );
    let stored = until(&admin, DEFINITIONS, "widgets.example.com", |one| one.is_some()).await;
    assert_eq!(stored["status"]["storedVersions"], json!(["v1", "v2"]));

    // Without the webhook, what needs no conversion still works.
    drop(hook);
    assert_eq!(admin.post(SECOND, &second("e", json!({"host": "z", "port": 98}))).await.code, 201);
    assert_eq!(admin.get(&format!("{SECOND}/e")).await.code, 200);
    let failed = admin.get(&format!("{WIDGETS}/e")).await;
    assert_eq!(failed.code, 500);
    assert!(
        failed.text().contains("conversion webhook for example.com, Kind=Widget failed"),
        "{}",
        failed.text()
    );
    server.finish().await;
}
