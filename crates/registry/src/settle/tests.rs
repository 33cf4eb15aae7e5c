//! Small cases, and the answers of a stock server: every object that it printed is as Go prints it, so nothing may change in it.

use std::path::{Path, PathBuf};

use schema::Type;
use serde_json::json;

use super::*;

fn settled(group: &str, version: &str, kind: &str, mut object: Value) -> Value {
    let definition = schema::builtin(group, version, kind).expect("a built-in kind");
    settle(&mut object, &Schema::of(Type::Ref(definition)));
    object
}

#[test]
fn structs_by_value_are_there_and_zeros_are_not() {
    let pod = json!({"metadata": {"name": "x", "labels": {}, "generation": 0}, "spec": {
        "containers": [{"name": "c", "image": "", "command": [], "bogus": 1, "tty": false}], "hostNetwork": false,
    }});
    let expected = json!({"metadata": {"name": "x"}, "spec": {"containers": [{"name": "c", "resources": {}}]},
        "status": {}});
    assert_eq!(settled("", "v1", "Pod", pod), expected);
}

#[test]
fn pointers_keep_their_zeros() {
    let deployment = json!({"metadata": {"name": "x"}, "spec": {"replicas": 0, "paused": false, "selector": {},
        "template": {"spec": {"containers": null}}}});
    let expected = json!({"metadata": {"name": "x"}, "spec": {"replicas": 0, "selector": {}, "strategy": {},
        "template": {"metadata": {}, "spec": {"containers": null}}}, "status": {}});
    assert_eq!(settled("apps", "v1", "Deployment", deployment), expected);
}

#[test]
fn settling_again_changes_nothing() {
    let once = settled("", "v1", "ConfigMap", json!({"metadata": {}, "data": {"a": ""}, "extra": 1}));
    assert_eq!(once, json!({"metadata": {}, "data": {"a": ""}}));
    assert_eq!(settled("", "v1", "ConfigMap", once.clone()), once);
}

/// The published data of the target version, which lives beside the repository and may be absent.
fn spec() -> Option<PathBuf> {
    let up = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().skip(3);
    let found = up.map(|up| up.join("shared/spec/v1.36")).find(|path| path.is_dir());
    if found.is_none() {
        assert!(std::env::var_os("CI").is_none_or(|ci| ci != "true"), "CI needs the spec data");
        println!("skipped: no spec data");
    }
    found
}

/// Collects every object of a built-in kind that a tree holds.
fn collect(tree: &Value, found: &mut Vec<(&'static Definition, Value)>) {
    let text = |name| tree.get(name).and_then(Value::as_str).unwrap_or_default();
    let (version, kind) = (text("apiVersion"), text("kind"));
    let (group, short) = version.split_once('/').unwrap_or(("", version));
    if let Some(definition) = schema::builtin(group, short, kind)
        && tree.get("metadata").is_some_and(|metadata| metadata.get("uid").is_some())
    {
        found.push((definition, tree.clone()));
    }
    match tree {
        Value::Object(members) => members.values().for_each(|member| collect(member, found)),
        Value::Array(items) => items.iter().for_each(|item| collect(item, found)),
        _ => {}
    }
}

#[test]
fn what_a_stock_server_printed_stays_as_it_is() {
    let Some(spec) = spec() else { return };
    let mut found = Vec::new();
    for entry in std::fs::read_dir(spec.join("behaviour")).unwrap() {
        let bytes = std::fs::read(entry.unwrap().path()).unwrap();
        let cases: Value = serde_json::from_slice(&bytes).unwrap();
        for case in cases.as_array().unwrap() {
            for step in case["steps"].as_array().unwrap() {
                collect(&step["response"], &mut found);
                collect(&step["events"], &mut found);
            }
        }
    }
    assert!(found.len() > 1000, "only {} objects", found.len());
    let mut wrong = Vec::new();
    for (definition, object) in &found {
        let mut settled = object.clone();
        settle(&mut settled, &Schema::of(Type::Ref(definition)));
        if settled != *object {
            wrong.push(format!("{}\n  {object}\n  {settled}", definition.name));
        }
    }
    wrong.sort_by_key(|text| text.split('\n').next().map(str::to_owned));
    wrong.dedup_by_key(|text| text.split('\n').next().map(str::to_owned));
    assert!(wrong.is_empty(), "{} of {} changed, such as\n{}", wrong.len(), found.len(), wrong.join("\n"));
}
