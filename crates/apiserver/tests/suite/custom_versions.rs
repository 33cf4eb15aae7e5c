//! Custom resources in several versions, and under a definition that changes.

use serde_json::{Value, json};

use crate::custom::{DEFINITIONS, WIDGETS, define, definition, until, version, widget};
use crate::harness::{Client, Server};

const SECOND: &str = "/apis/example.com/v2/namespaces/default/widgets";
const MERGE: &str = "application/merge-patch+json";

/// Changes a definition and waits until what it defines is served as it says now.
async fn redefine(client: &Client, change: impl Fn(&mut Value), served: impl Fn(&Value) -> bool) {
    let path = format!("{DEFINITIONS}/widgets.example.com");
    let mut now = client.get(&path).await.json();
    change(&mut now);
    let put = client.put(&path, &now).await;
    assert_eq!(put.code, 200, "{}", put.text());
    // The server is told of the change by its own watch, as everybody is; who is told afterwards sees it served.
    let generation = put.json()["metadata"]["generation"].clone();
    until(client, DEFINITIONS, "widgets.example.com", |one| {
        one.is_some_and(|one| one["metadata"]["generation"] == generation)
    })
    .await;
    for _ in 0..1000 {
        if served(&client.get("/openapi/v3/apis/example.com/v1").await.json()) {
            return;
        }
        tokio::task::yield_now().await;
    }
    panic!("the change is not served");
}

#[tokio::test]
async fn versions_differ_in_what_they_know() {
    let server = Server::start().await;
    let admin = server.admin();
    let one =
        json!({"type": "object", "properties": {"size": {"type": "integer"}, "old": {"type": "string"}}});
    let two = json!({"type": "object", "properties": {
        "size": {"type": "integer", "maximum": 5}, "old": {"type": "string"}, "new": {"type": "string", "default": "n"},
    }});
    let mut first = version("v1", false, one);
    first["deprecated"] = json!(true);
    first["additionalPrinterColumns"] = json!([{"name": "Old", "type": "string", "jsonPath": ".spec.old"}]);
    first["selectableFields"] = json!([{"jsonPath": ".spec.old"}]);
    let mut second = version("v2", true, two);
    second["additionalPrinterColumns"] =
        json!([{"name": "Size", "type": "integer", "jsonPath": ".spec.size"}]);
    define(&admin, &definition("widgets", "Widget", json!([first, second]))).await;

    // Judged by the version that the client speaks, stored in another.
    let made = admin.post(WIDGETS, &widget("a", json!({"size": 9, "old": "o"}))).await;
    assert_eq!(made.code, 201, "{}", made.text());
    assert_eq!(
        made.header("warning"),
        "299 - \"example.com/v1 Widget is deprecated; use example.com/v2 Widget\""
    );
    assert_eq!(made.json()["spec"], json!({"size": 9, "old": "o"}));
    let read = admin.get(&format!("{SECOND}/a")).await.json();
    assert_eq!(
        (&read["apiVersion"], &read["spec"]),
        (&json!("example.com/v2"), &json!({"size": 9, "old": "o", "new": "n"}))
    );
    let mut big = widget("b", json!({"size": 9}));
    big["apiVersion"] = json!("example.com/v2");
    assert_eq!(admin.post(SECOND, &big).await.code, 422);

    let table = [("accept", "application/json;as=Table;v=v1;g=meta.k8s.io")];
    for (path, column, cell) in [(WIDGETS, "Old", json!("o")), (SECOND, "Size", json!(9))] {
        let shown = admin.send("GET", path, &table, "").await.json();
        assert_eq!(shown["columnDefinitions"][1]["name"], column);
        assert_eq!(shown["rows"][0]["cells"], json!(["a", cell]));
    }
    let found = admin.get(&format!("{WIDGETS}?fieldSelector=spec.old%3Do")).await.json();
    assert_eq!(found["items"].as_array().unwrap().len(), 1);
    assert_eq!(admin.get(&format!("{SECOND}?fieldSelector=spec.old%3Do")).await.code, 400);
    let resources = admin.get("/apis/example.com").await.json();
    assert_eq!(resources["preferredVersion"]["version"], "v2");
    server.finish().await;
}

#[tokio::test]
async fn a_version_that_is_only_stored_is_not_served() {
    let server = Server::start().await;
    let admin = server.admin();
    let plain = json!({"type": "object", "properties": {"size": {"type": "integer"}}});
    let mut hidden = version("v2", true, plain.clone());
    hidden["served"] = json!(false);
    define(&admin, &definition("widgets", "Widget", json!([version("v1", false, plain), hidden]))).await;
    assert_eq!(admin.post(WIDGETS, &widget("a", json!({"size": 1}))).await.code, 201);
    assert_eq!(admin.get(SECOND).await.code, 404);
    assert_eq!(admin.get("/apis/example.com/v2").await.code, 404);
    assert_eq!(admin.get(WIDGETS).await.json()["items"][0]["apiVersion"], "example.com/v1");
    server.finish().await;
}

#[tokio::test]
async fn stored_objects_are_read_by_the_definition_of_today() {
    let server = Server::start().await;
    let admin = server.admin();
    let before =
        json!({"type": "object", "properties": {"size": {"type": "integer"}, "gone": {"type": "string"}}});
    define(&admin, &definition("widgets", "Widget", json!([version("v1", true, before)]))).await;
    assert_eq!(admin.post(WIDGETS, &widget("a", json!({"size": 1, "gone": "x"}))).await.code, 201);
    let after = json!({"type": "object", "properties": {
        "size": {"type": "integer", "minimum": 5}, "level": {"type": "integer", "default": 3},
    }});
    let spec = "/spec/versions/0/schema/openAPIV3Schema/properties/spec";
    let change = |one: &mut Value| *one.pointer_mut(spec).unwrap() = after.clone();
    let place = "/components/schemas/com.example.v1.Widget/properties/spec/properties/level";
    redefine(&admin, change, |schemas| schemas.pointer(place).is_some()).await;
    let path = format!("{WIDGETS}/a");
    let read = admin.get(&path).await.json();
    assert_eq!(read["spec"], json!({"size": 1, "level": 3}));
    // What was sound when it was written may stay as it is while something else changes.
    let other = admin.patch(&path, MERGE, r#"{"spec": {"level": 4}}"#).await;
    assert_eq!(other.code, 200, "{}", other.text());
    let worse = admin.patch(&path, MERGE, r#"{"spec": {"size": 2}}"#).await;
    assert_eq!(
        worse.status(),
        "422 Invalid: Widget.example.com \"a\" is invalid: spec.size: Invalid value: 2: spec.size in body should be greater than or \
         equal to 5"
    );
    server.finish().await;
}
