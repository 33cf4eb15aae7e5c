//! What goes, and what stays, when a manager stops applying it.

use patch::apply::{Cx, apply, track_update};
use serde_json::{Value, json};

use super::support::{sample_schema, schema_of};

const VERSION: &str = "example.com/v1";

fn config(spec: Value) -> Value {
    json!({"apiVersion": VERSION, "kind": "Sample", "metadata": {"name": "x"}, "spec": spec})
}

fn cx<'a>(schema: &'a schema::Schema, manager: &'a str, now: &'a str) -> Cx<'a> {
    Cx::new(schema, VERSION, "Sample", manager, now)
}

fn managers(object: &Value) -> Vec<&str> {
    let entries = object["metadata"]["managedFields"].as_array().into_iter().flatten();
    entries.filter_map(|entry| entry["manager"].as_str()).collect()
}

/// Runs writes in order: apply by managers, update by controllers.
fn run(schema: &schema::Schema, writes: &[(&str, Value)]) -> Value {
    let mut live: Option<Value> = None;
    for (at, (manager, spec)) in writes.iter().enumerate() {
        let now = at.to_string();
        let cx = cx(schema, manager, &now);
        let mut next = match manager.strip_prefix("controller") {
            None => apply(live.as_ref(), &config(spec.clone()), &cx).expect("nobody conflicts").object,
            Some(_) => {
                let mut next = live.clone().expect("an object to update");
                next["spec"] = spec.clone();
                track_update(live.as_ref(), &mut next, &cx);
                next
            }
        };
        next["metadata"]["uid"] = json!("u");
        live = Some(next);
    }
    live.expect("at least one write")
}

#[test]
fn what_others_own_inside_an_item_keeps_the_item() {
    let schema = sample_schema();
    let item = |n: Value| config(json!({"list": [n]}));
    let live = apply(None, &item(json!({"name": "a", "n": 1})), &cx(&schema, "me", "1")).unwrap().object;
    let labels = item(json!({"name": "a", "labels": {"k": "v"}}));
    let live = apply(Some(&live), &labels, &cx(&schema, "you", "2")).unwrap().object;
    let result = apply(Some(&live), &config(json!({"text": "x"})), &cx(&schema, "me", "3")).unwrap().object;
    assert_eq!(result["spec"], json!({"list": [{"name": "a", "labels": {"k": "v"}}], "text": "x"}));
    let result = apply(Some(&result), &config(json!({"n": 1})), &cx(&schema, "you", "4")).unwrap().object;
    assert_eq!(result["spec"], json!({"n": 1, "text": "x"}));
}

#[test]
fn what_an_update_added_inside_an_item_goes_with_the_item() {
    let schema = sample_schema();
    let config_a = config(json!({"list": [{"name": "a"}, {"name": "b"}]}));
    let mut live = apply(None, &config_a, &cx(&schema, "me", "1")).unwrap().object;
    live["metadata"]["uid"] = json!("u");
    let mut updated = live.clone();
    updated["spec"]["list"][0]["n"] = json!(7);
    updated["spec"]["list"][0]["labels"] = json!({"k": "v"});
    track_update(Some(&live), &mut updated, &cx(&schema, "updater", "2"));
    let shorter = config(json!({"list": [{"name": "b"}]}));
    let result = apply(Some(&updated), &shorter, &cx(&schema, "me", "3")).unwrap().object;
    // The updater owns fields of the item, not the item: that does not keep it alive.
    let names: Vec<_> = result["spec"]["list"].as_array().unwrap().iter().map(|item| &item["name"]).collect();
    assert_eq!(names, ["b"]);
    assert_eq!(managers(&result), ["me"]);
}

#[test]
fn a_shared_item_keeps_what_a_controller_put_into_it() {
    let item = |name: &str, inner: &[&str]| {
        let inner: Vec<_> = inner.iter().map(|name| json!({"name": name})).collect();
        json!({"name": name, "inner": inner})
    };
    let result = run(
        &sample_schema(),
        &[
            ("one", json!({"list": [{"name": "a"}, item("b", &["c"])]})),
            ("two", json!({"list": [item("b", &["d"])]})),
            ("controller", json!({"list": [{"name": "a"}, item("b", &["c", "d", "e"])]})),
            ("one", json!({"list": [{"name": "a"}]})),
        ],
    );
    assert_eq!(result["spec"], json!({"list": [{"name": "a"}, item("b", &["d", "e"])]}));
    assert_eq!(managers(&result), ["two", "one", "controller"]);
}

#[test]
fn maps_of_maps_go_as_deep_as_they_were_applied() {
    let schema = schema_of(&json!({"type": "object", "properties": {
        "spec": {"type": "object", "x-kubernetes-preserve-unknown-fields": true}}}));
    let result = run(
        &schema,
        &[
            ("one", json!({"a": {"b": {}}, "c": {"d": {}}})),
            ("two", json!({"a": {}, "c": {"d": {}}})),
            ("controller-one", json!({"a": {"b": {"c": {}}}, "c": {"d": {"e": {}}}})),
            ("controller-two", json!({"a": {"b": {"c": {"d": {}}}}, "c": {"d": {"e": {"f": {}}}}})),
            ("one", json!({})),
        ],
    );
    assert_eq!(result["spec"], json!({"a": {}, "c": {"d": {"e": {"f": {}}}}}));
    assert_eq!(managers(&result), ["two", "one", "controller-one", "controller-two"]);
}

#[test]
fn what_a_controller_took_over_stays() {
    let schema = sample_schema();
    let result = run(
        &schema,
        &[
            ("one", json!({"choice": {"a": 1}})),
            ("controller", json!({"choice": {"a": 2, "b": 1}})),
            ("one", json!({"choice": {}})),
        ],
    );
    assert_eq!(result["spec"], json!({"choice": {"a": 2, "b": 1}}));
    let result = run(&schema, &[("one", json!({"choice": {"a": 1}})), ("one", json!({"text": "x"}))]);
    assert_eq!(result["spec"], json!({"text": "x"}));
}
