//! Custom resources: definitions come and go while the server runs, and what they define is served like anything else.

use serde_json::{Value, json};

use crate::harness::{Client, Server};

pub const DEFINITIONS: &str = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";
pub const WIDGETS: &str = "/apis/example.com/v1/namespaces/default/widgets";

/// A definition of widgets with these versions.
pub fn definition(plural: &str, kind: &str, versions: Value) -> Value {
    json!({
        "apiVersion": "apiextensions.k8s.io/v1",
        "kind": "CustomResourceDefinition",
        "metadata": {"name": format!("{plural}.example.com")},
        "spec": {
            "group": "example.com",
            "scope": "Namespaced",
            "names": {"plural": plural, "kind": kind, "shortNames": [&plural[..2]], "categories": ["all"]},
            "versions": versions,
        },
    })
}

/// A version with the schema of a spec, and with all subresources.
pub fn version(name: &str, storage: bool, spec: Value) -> Value {
    json!({
        "name": name, "served": true, "storage": storage,
        "schema": {"openAPIV3Schema": {"type": "object", "description": "A widget.", "properties": {
            "spec": spec,
            "status": {"type": "object", "properties": {"replicas": {"type": "integer"}, "selector": {"type": "string"}}},
        }}},
        "subresources": {
            "status": {},
            "scale": {"specReplicasPath": ".spec.size", "statusReplicasPath": ".status.replicas", "labelSelectorPath": ".status.selector"},
        },
    })
}

pub fn sized() -> Value {
    json!({"type": "object", "properties": {
        "size": {"type": "integer", "minimum": 0, "description": "How large it is."},
        "mode": {"type": "string", "default": "plain"},
    }})
}

pub fn widget(name: &str, spec: Value) -> Value {
    json!({"apiVersion": "example.com/v1", "kind": "Widget", "metadata": {"name": name}, "spec": spec})
}

/// The condition of a definition as it is shown.
fn condition(definition: &Value, kind: &str) -> String {
    let all = definition["status"]["conditions"].as_array().into_iter().flatten();
    let found = all.into_iter().find(|one| one["type"] == kind).cloned().unwrap_or_default();
    format!("{} {}", found["status"].as_str().unwrap_or("-"), found["reason"].as_str().unwrap_or("-"))
}

/// Waits until an object is as wanted, told by a watch.
pub async fn until(
    client: &Client,
    collection: &str,
    name: &str,
    is: impl Fn(Option<&Value>) -> bool,
) -> Value {
    let path = format!("{collection}?watch=1&fieldSelector=metadata.name%3D{name}");
    let mut events = client.watch(&path, &[]).await;
    // What has gone before the watch began is not told by it.
    if client.get(&format!("{collection}/{name}")).await.code == 404 && is(None) {
        return Value::Null;
    }
    loop {
        let event = events.next().await.expect("the watch goes on");
        let there = (event["type"] != "DELETED").then_some(&event["object"]);
        if is(there) {
            return event["object"].clone();
        }
    }
}

/// Makes a definition and waits until it is established.
pub async fn define(client: &Client, definition: &Value) -> Value {
    let made = client.post(DEFINITIONS, definition).await;
    assert_eq!(made.code, 201, "{}", made.text());
    let name = definition["metadata"]["name"].as_str().unwrap();
    let established =
        |one: Option<&Value>| one.is_some_and(|one| condition(one, "Established").starts_with("True"));
    until(client, DEFINITIONS, name, established).await
}

fn widgets() -> Value {
    definition("widgets", "Widget", json!([version("v1", true, sized())]))
}

#[tokio::test]
async fn a_definition_brings_a_kind_and_takes_it_away() {
    let server = Server::start().await;
    let admin = server.admin();
    assert_eq!(admin.get(WIDGETS).await.code, 404);
    let defined = define(&admin, &widgets()).await;
    assert_eq!(condition(&defined, "NamesAccepted"), "True NoConflicts");
    assert_eq!(condition(&defined, "Established"), "True InitialNamesAccepted");
    assert_eq!(defined["status"]["acceptedNames"]["listKind"], "WidgetList");
    assert_eq!(defined["status"]["storedVersions"], json!(["v1"]));

    let resources = admin.get("/apis/example.com/v1").await.json();
    let shown: Vec<(&str, &str)> = resources["resources"]
        .as_array()
        .unwrap()
        .iter()
        .map(|one| (one["name"].as_str().unwrap(), one["kind"].as_str().unwrap()))
        .collect();
    assert_eq!(shown, [("widgets", "Widget"), ("widgets/scale", "Scale"), ("widgets/status", "Widget")]);
    assert_eq!(resources["resources"][0]["shortNames"], json!(["wi"]));
    assert_eq!(resources["resources"][0]["categories"], json!(["all"]));
    let groups = admin.get("/apis").await.json();
    assert!(groups["groups"].as_array().unwrap().iter().any(|group| group["name"] == "example.com"));
    let aggregated = "application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList";
    let all = admin.send("GET", "/apis", &[("accept", aggregated)], "").await.json();
    assert!(all["items"].as_array().unwrap().iter().any(|group| group["metadata"]["name"] == "example.com"));
    let services = "/apis/apiregistration.k8s.io/v1/apiservices";
    until(&admin, services, "v1.example.com", |one| one.is_some()).await;

    let schemas = admin.get("/openapi/v3/apis/example.com/v1").await.json();
    let published = &schemas["components"]["schemas"]["com.example.v1.Widget"];
    assert_eq!(published["description"], "A widget.");
    assert_eq!(published["properties"]["spec"]["properties"]["size"]["description"], "How large it is.");
    assert_eq!(
        published["x-kubernetes-group-version-kind"],
        json!([{"group": "example.com", "version": "v1", "kind": "Widget"}])
    );
    assert!(schemas["components"]["schemas"]["com.example.v1.WidgetList"].is_object());
    assert!(schemas["paths"]["/apis/example.com/v1/namespaces/{namespace}/widgets/{name}/scale"].is_object());
    let second = admin.get("/openapi/v2").await.json();
    assert!(second["definitions"]["com.example.v1.Widget"]["properties"]["spec"].is_object());
    assert!(second["definitions"]["com.example.v1.WidgetList"].is_object());

    let mut held = widget("held", json!({}));
    held["metadata"]["finalizers"] = json!(["example.com/wait"]);
    assert_eq!(admin.post(WIDGETS, &held).await.code, 201);
    assert_eq!(admin.post(WIDGETS, &widget("free", json!({}))).await.code, 201);
    let mut watch = admin.watch(&format!("{WIDGETS}?watch=1"), &[]).await;
    let path = format!("{DEFINITIONS}/widgets.example.com");
    let going = admin.delete(&path).await;
    assert_eq!(
        (going.code, condition(&going.json(), "Terminating").as_str()),
        (200, "True InstanceDeletionPending")
    );
    until(&admin, WIDGETS, "held", |one| {
        one.is_some_and(|one| one["metadata"]["deletionTimestamp"].is_string())
    })
    .await;
    let refused = admin.post(WIDGETS, &widget("late", json!({}))).await;
    assert_eq!(
        refused.status(),
        "403 Forbidden: widgets.example.com \"late\" is forbidden: create not allowed while custom resource definition is \
         terminating"
    );
    assert_eq!(admin.get(&path).await.code, 200);
    let free = r#"{"metadata": {"finalizers": null}}"#;
    let path = format!("{WIDGETS}/held");
    assert_eq!(admin.patch(&path, "application/merge-patch+json", free).await.code, 200);
    until(&admin, services, "v1.example.com", |one| one.is_none()).await;
    while watch.next().await.is_some() {}
    assert_eq!(admin.get(WIDGETS).await.code, 404);
    assert_eq!(admin.get("/apis/example.com").await.code, 404);
    assert_eq!(admin.get("/openapi/v3/apis/example.com/v1").await.code, 404);
    server.finish().await;
}

#[tokio::test]
async fn a_name_that_is_taken_is_given_when_it_is_free() {
    let server = Server::start().await;
    let admin = server.admin();
    define(&admin, &widgets()).await;
    let gadgets = definition("gadgets", "Widget", json!([version("v1", true, sized())]));
    assert_eq!(admin.post(DEFINITIONS, &gadgets).await.code, 201);
    let name = "gadgets.example.com";
    let refused = until(&admin, DEFINITIONS, name, |one| {
        one.is_some_and(|one| condition(one, "NamesAccepted") != "- -")
    });
    let refused = refused.await;
    assert_eq!(condition(&refused, "NamesAccepted"), "False ListKindConflict");
    assert_eq!(condition(&refused, "Established"), "False NotAccepted");
    assert_eq!(admin.get("/apis/example.com/v1/gadgets").await.code, 404);
    assert_eq!(admin.delete(&format!("{DEFINITIONS}/widgets.example.com")).await.code, 200);
    let accepted = until(&admin, DEFINITIONS, name, |one| {
        one.is_some_and(|one| condition(one, "Established") != "False NotAccepted")
    });
    assert_eq!(condition(&accepted.await, "NamesAccepted"), "True NoConflicts");
    assert_eq!(admin.get("/apis/example.com/v1/gadgets").await.code, 200);
    server.finish().await;
}

#[tokio::test]
async fn definitions_survive_a_restart() {
    let server = Server::start().await;
    let admin = server.admin();
    define(&admin, &widgets()).await;
    assert_eq!(admin.post(WIDGETS, &widget("a", json!({"size": 3}))).await.code, 201);
    let server = Server::start_in(server.finish().await).await;
    let found = server.admin().get(&format!("{WIDGETS}/a")).await;
    assert_eq!((found.code, &found.json()["spec"]), (200, &json!({"mode": "plain", "size": 3})));
    server.finish().await;
}

#[tokio::test]
async fn a_custom_resource_has_all_verbs() {
    let server = Server::start().await;
    let admin = server.admin();
    define(&admin, &widgets()).await;
    let (path, status) = (format!("{WIDGETS}/a"), format!("{WIDGETS}/a/status"));
    let made = admin.post(WIDGETS, &widget("a", json!({"size": 1}))).await.json();
    assert_eq!(
        (&made["metadata"]["generation"], &made["spec"]),
        (&json!(1), &json!({"mode": "plain", "size": 1}))
    );

    // A status counts for nothing outside of its own path, and a spec for nothing inside of it.
    let merge = "application/merge-patch+json";
    let both = r#"{"spec": {"size": 2}, "status": {"replicas": 9}}"#;
    let spec = admin.patch(&path, merge, both).await.json();
    assert_eq!((&spec["metadata"]["generation"], spec.get("status")), (&json!(2), None));
    let told = admin
        .patch(&status, merge, r#"{"spec": {"size": 7}, "status": {"replicas": 9, "selector": "a=b"}}"#)
        .await
        .json();
    assert_eq!((&told["metadata"]["generation"], &told["spec"]["size"]), (&json!(2), &json!(2)));
    assert_eq!(told["status"]["replicas"], 9);
    let wrong = admin.patch(&status, merge, r#"{"status": {"replicas": "x"}}"#).await;
    assert_eq!(
        wrong.json()["details"]["causes"][0]["message"],
        "Invalid value: \"string\": replicas in body must be of type integer: \"string\""
    );
    assert_eq!(wrong.json()["details"]["causes"][0]["field"], "status.replicas");

    let scale = admin.get(&format!("{path}/scale")).await.json();
    assert_eq!(
        (&scale["spec"]["replicas"], &scale["status"]),
        (&json!(2), &json!({"replicas": 9, "selector": "a=b"}))
    );
    let scaled = admin.patch(&format!("{path}/scale"), merge, r#"{"spec": {"replicas": 5}}"#).await;
    assert_eq!(scaled.json()["spec"]["replicas"], 5);

    let patched = admin
        .patch(
            &path,
            "application/json-patch+json",
            r#"[{"op": "replace", "path": "/spec/size", "value": 6}]"#,
        )
        .await;
    assert_eq!(patched.json()["spec"]["size"], 6);
    let strategic = admin.patch(&path, "application/strategic-merge-patch+json", "{}").await;
    assert_eq!(strategic.code, 415);
    let config = widget("a", json!({"mode": "fancy"})).to_string();
    let applied = admin
        .patch(&format!("{path}?fieldManager=me&force=true"), "application/apply-patch+yaml", &config)
        .await;
    assert_eq!((applied.code, &applied.json()["spec"]), (200, &json!({"mode": "fancy", "size": 6})));

    let mut put = admin.get(&path).await.json();
    put["spec"]["size"] = json!(8);
    assert_eq!(admin.put(&path, &put).await.json()["spec"]["size"], 8);
    put["metadata"].as_object_mut().unwrap().remove("resourceVersion");
    let blind = admin.put(&path, &put).await;
    assert_eq!(
        blind.status(),
        "422 Invalid: widgets.example.com \"a\" is invalid: metadata.resourceVersion: Invalid value: 0: must be specified for an update"
    );
    assert_eq!(admin.delete(WIDGETS).await.code, 200);
    assert_eq!(admin.get(&path).await.code, 404);
    server.finish().await;
}

#[tokio::test]
async fn authorization_sees_custom_kinds_like_any_other() {
    let server = Server::start().await;
    let admin = server.admin();
    define(&admin, &widgets()).await;
    let pki = tls::Pki::open_or_create(&server.dir.path().join("pki"), &runtime::Clock::system()).unwrap();
    let certified = pki.client_certificate("eve", "eve", &["people"]).unwrap();
    let eve = Client::with(&server, Some(certified), tls::Protocol::Http1);
    assert_eq!(eve.get(WIDGETS).await.code, 403);
    let roles = "/apis/rbac.authorization.k8s.io/v1/namespaces/default";
    let role = json!({"metadata": {"name": "w"}, "rules": [{"apiGroups": ["example.com"], "resources": ["widgets"], "verbs": ["list"]}]});
    assert_eq!(admin.post(&format!("{roles}/roles"), &role).await.code, 201);
    let binding = json!({
        "metadata": {"name": "w"},
        "roleRef": {"apiGroup": "rbac.authorization.k8s.io", "kind": "Role", "name": "w"},
        "subjects": [{"apiGroup": "rbac.authorization.k8s.io", "kind": "User", "name": "eve"}],
    });
    assert_eq!(admin.post(&format!("{roles}/rolebindings"), &binding).await.code, 201);
    // Whoever decides hears of the binding a moment later.
    let allowed = async {
        while eve.get(WIDGETS).await.code != 200 {
            tokio::task::yield_now().await;
        }
    };
    tokio::time::timeout(crate::harness::PATIENCE, allowed).await.expect("eve may list");
    assert_eq!(eve.post(WIDGETS, &widget("a", json!({}))).await.code, 403);
    server.finish().await;
}
