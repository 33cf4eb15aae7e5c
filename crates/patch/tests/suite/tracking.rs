//! Tracking and apply: the rules that need a table, not a law.

use patch::apply::{self, ApplyError, Cx, FieldSet, PathElement, apply, scale, track_update};
use serde_json::{Value, json};

use super::support::{sample_schema, schema_of};

const VERSION: &str = "example.com/v1";

fn sample(spec: Value) -> Value {
    json!({"apiVersion": VERSION, "kind": "Sample", "metadata": {"name": "x", "uid": "u"}, "spec": spec})
}

fn config(spec: Value) -> Value {
    json!({"apiVersion": VERSION, "kind": "Sample", "metadata": {"name": "x"}, "spec": spec})
}

fn cx<'a>(schema: &'a schema::Schema, manager: &'a str, now: &'a str) -> Cx<'a> {
    Cx::new(schema, VERSION, "Sample", manager, now)
}

fn managers(object: &Value) -> Vec<(String, String, Value)> {
    let text = |entry: &Value, name: &str| entry[name].as_str().unwrap_or_default().to_owned();
    object["metadata"]["managedFields"]
        .as_array()
        .into_iter()
        .flatten()
        .map(|entry| (text(entry, "manager"), text(entry, "time"), entry["fieldsV1"].clone()))
        .collect()
}

#[test]
fn create_update_and_reset() {
    let schema = sample_schema();
    let mut first = sample(json!({"text": "a", "map": {"k": "v"}}));
    track_update(None, &mut first, &cx(&schema, "", "1"));
    let all = json!({"f:spec": {".": {}, "f:text": {}, "f:map": {".": {}, "f:k": {}}}});
    assert_eq!(managers(&first), [("unknown".into(), "1".into(), all)]);

    let mut second = first.clone();
    second["spec"]["text"] = json!("b");
    track_update(Some(&first), &mut second, &cx(&schema, "two", "2"));
    let rest = json!({"f:spec": {".": {}, "f:map": {".": {}, "f:k": {}}}});
    let text = json!({"f:spec": {"f:text": {}}});
    assert_eq!(managers(&second), [("unknown".into(), "1".into(), rest), ("two".into(), "2".into(), text)]);

    for reset in [json!([]), json!([{}])] {
        let mut third = second.clone();
        third["metadata"]["managedFields"] = reset;
        track_update(Some(&second), &mut third, &cx(&schema, "two", "3"));
        assert_eq!(third["metadata"].get("managedFields"), None);
        // Once ended, tracking begins again with the next apply.
        let mut fourth = third.clone();
        fourth["spec"]["n"] = json!(1);
        track_update(Some(&third), &mut fourth, &cx(&schema, "two", "4"));
        assert_eq!(managers(&fourth), []);
        let applied = apply(Some(&fourth), &config(json!({"n": 1})), &cx(&schema, "me", "5")).unwrap();
        let names: Vec<_> =
            managers(&applied.object).into_iter().map(|(name, time, _)| (name, time)).collect();
        assert_eq!(names, [("me".into(), String::new()), ("before-first-apply".into(), "5".into())]);
    }
}

#[test]
fn a_status_write_cannot_touch_the_record() {
    let schema = sample_schema();
    let mut old = sample(json!({"n": 1}));
    track_update(None, &mut old, &cx(&schema, "one", "1"));
    let mut new = old.clone();
    new["metadata"]["managedFields"] = json!([]);
    new["spec"]["n"] = json!(2);
    let reset = FieldSet::of_fields([&["spec"][..]]);
    let status = Cx { subresource: "status", reset_fields: Some(&reset), ..cx(&schema, "two", "2") };
    track_update(Some(&old), &mut new, &status);
    assert_eq!(managers(&new), managers(&old));
}

#[test]
fn old_updates_are_folded() {
    let schema = sample_schema();
    let mut object = sample(json!({"map": {}}));
    track_update(None, &mut object, &cx(&schema, "m00", "00"));
    for number in 1..12 {
        let (manager, now) = (format!("m{number:02}"), format!("{number:02}"));
        let mut next = object.clone();
        next["spec"]["map"][&manager] = json!("v");
        track_update(Some(&object), &mut next, &cx(&schema, &manager, &now));
        object = next;
    }
    let managers = managers(&object);
    assert_eq!(managers.len(), 10);
    assert_eq!((managers[0].0.as_str(), managers[0].1.as_str()), ("ancient-changes", "02"));
    assert!(managers[0].2["f:spec"]["f:map"].get("f:m02").is_some());
    assert_eq!(managers[1].0, "m03");
}

#[test]
fn key_defaults_tell_items_apart() {
    let schema = schema_of(
        &json!({"type": "object", "properties": {"spec": {"type": "object", "properties": {
        "ports": {"type": "array", "x-kubernetes-list-type": "map",
            "x-kubernetes-list-map-keys": ["port", "protocol"],
            "items": {"type": "object", "properties": {"port": {"type": "integer"}, "name": {"type": "string"},
                "protocol": {"type": "string", "default": "TCP"}}}}}}}}),
    );
    let ports = json!({"ports": [{"port": 53}, {"port": 53, "protocol": "UDP"}]});
    let live = apply(None, &config(ports), &cx(&schema, "me", "1")).unwrap().object;
    let named = json!({"ports": [{"port": 53, "protocol": "TCP", "name": "dns"}]});
    let result = apply(Some(&live), &config(named), &cx(&schema, "you", "2")).unwrap().object;
    let expected = json!([{"port": 53, "protocol": "TCP", "name": "dns"}, {"port": 53, "protocol": "UDP"}]);
    assert_eq!(result["spec"]["ports"], expected);
    assert!(managers(&live)[0].2["f:spec"]["f:ports"].get("k:{\"port\":53,\"protocol\":\"TCP\"}").is_some());
    let nothing = config(json!({"ports": [{"name": "x"}, {"name": "y"}]}));
    let error = apply(None, &nothing, &cx(&schema, "me", "1")).unwrap_err().to_string();
    assert!(error.contains(".spec.ports: duplicate entries for key [protocol=\"TCP\"]"), "{error}");
}

#[test]
fn kubectl_takes_over_from_client_side_apply() {
    let schema = sample_schema();
    let last = r#"{"apiVersion":"example.com/v1","kind":"Sample","metadata":{"name":"x"},"spec":{"n":1,"text":"a"}}"#;
    let mut live = sample(json!({"n": 1, "text": "changed"}));
    let annotation = "kubectl.kubernetes.io/last-applied-configuration";
    live["metadata"]["annotations"] = json!({annotation: last});
    track_update(None, &mut live, &cx(&schema, "kubectl-client-side-apply", "1"));

    // n is as client-side apply left it; text is not.
    let both = config(json!({"n": 2, "text": "b<"}));
    let error = apply(Some(&live), &both, &cx(&schema, "kubectl", "2")).unwrap_err();
    assert_eq!(
        error.to_string(),
        "Apply failed with 1 conflict: conflict with \"kubectl-client-side-apply\" using example.com/v1: .spec.text"
    );
    let one = config(json!({"n": 2}));
    let applied = apply(Some(&live), &one, &cx(&schema, "kubectl", "2")).unwrap().object;
    assert_eq!(applied["spec"], json!({"n": 2, "text": "changed"}));
    assert_eq!(applied["metadata"]["annotations"][annotation], json!(format!("{one}\n")));
    // Another manager gets no such favour.
    assert!(matches!(apply(Some(&live), &one, &cx(&schema, "x", "2")), Err(ApplyError::Conflicts(_))));
    let forced = Cx { force: true, ..cx(&schema, "kubectl", "2") };
    let applied = apply(Some(&live), &both, &forced).unwrap().object;
    assert!(applied["metadata"]["annotations"][annotation].as_str().unwrap().contains("b\\u003c"));
}

#[test]
fn a_place_that_became_atomic_is_owned_whole() {
    let granular = sample_schema();
    let atomic = schema_of(
        &json!({"type": "object", "properties": {"spec": {"type": "object", "properties": {
        "n": {"type": "integer"},
        "map": {"type": "object", "x-kubernetes-map-type": "atomic", "additionalProperties": {"type": "string"}}}}}}),
    );
    let mut old = sample(json!({"map": {"a": "1", "b": "2"}}));
    track_update(None, &mut old, &cx(&granular, "one", "1"));
    let mut new = old.clone();
    new["spec"]["n"] = json!(1);
    track_update(Some(&old), &mut new, &cx(&atomic, "two", "2"));
    assert_eq!(managers(&new)[0].2, json!({"f:spec": {".": {}, "f:map": {}}}));
}

#[test]
fn only_newer_times_are_no_change() {
    let old = json!({"metadata": {"resourceVersion": "1", "managedFields": [{"manager": "m", "time": "1"}]}, "a": 1});
    let mut new = json!({"metadata": {"managedFields": [{"manager": "m", "time": "2"}], "resourceVersion": "1"}, "a": 1});
    assert!(apply::keep_timestamps(&old, &mut new));
    assert_eq!(new, old);
    let mut new = old.clone();
    new["metadata"]["managedFields"][0]["time"] = json!("2");
    new["a"] = json!(2);
    let before = new.clone();
    assert!(!apply::keep_timestamps(&old, &mut new));
    assert_eq!(new, before);
}

#[test]
fn versions_that_are_gone_lose_their_entries() {
    let schema = sample_schema();
    let mut old = sample(json!({"n": 1}));
    track_update(None, &mut old, &cx(&schema, "one", "1"));
    old["metadata"]["managedFields"][0]["apiVersion"] = json!("example.com/v0");
    let mut new = old.clone();
    new["spec"]["n"] = json!(2);
    let gone = Cx { convert: |_, _, _| None, ..cx(&schema, "two", "2") };
    track_update(Some(&old), &mut new, &gone);
    let names: Vec<_> = managers(&new).into_iter().map(|(name, ..)| name).collect();
    assert_eq!(names, ["two"]);
}

#[test]
fn scale_shows_and_returns_ownership() {
    let replicas = vec![PathElement::field("spec"), PathElement::field("replicas")];
    let paths = [("apps/v1".to_owned(), Some(replicas))].into_iter().collect();
    let entry = |manager: &str, version: &str, fields: Value| {
        json!({"manager": manager, "operation": "Apply", "apiVersion": version, "time": "1",
            "fieldsType": "FieldsV1", "fieldsV1": fields})
    };
    let parent = json!([
        entry("a", "apps/v1", json!({"f:spec": {"f:replicas": {}, "f:x": {}}})),
        entry("b", "apps/v1", json!({"f:spec": {"f:y": {}}}))
    ]);
    let shown = scale::record_of_scale(Some(&parent), &paths).unwrap().unwrap();
    assert_eq!(shown, json!([entry("a", "autoscaling/v1", json!({"f:spec": {"f:replicas": {}}}))]));
    assert_eq!(
        scale::record_of_parent(Some(&parent), Some(&shown), "apps/v1", &paths).unwrap(),
        Some(parent.clone())
    );
    let written = json!([{"manager": "s", "operation": "Update", "apiVersion": "autoscaling/v1", "time": "2",
        "subresource": "scale", "fieldsType": "FieldsV1", "fieldsV1": {"f:spec": {"f:replicas": {}}}}]);
    let back = scale::record_of_parent(Some(&parent), Some(&written), "apps/v1", &paths).unwrap().unwrap();
    assert_eq!(
        back,
        json!([
            entry("a", "apps/v1", json!({"f:spec": {"f:x": {}}})),
            entry("b", "apps/v1", json!({"f:spec": {"f:y": {}}})),
            {"manager": "s", "operation": "Update", "apiVersion": "apps/v1", "subresource": "scale",
             "fieldsType": "FieldsV1", "fieldsV1": {"f:spec": {"f:replicas": {}}}}
        ])
    );
}

#[test]
fn without_a_schema_maps_are_granular_and_lists_are_not() {
    let schema =
        schema_of(&json!({"type": "object", "x-kubernetes-preserve-unknown-fields": true, "properties": {
        "spec": {"type": "object", "properties": {"known": {"type": "integer"}}}}}));
    let spec = json!({"known": 1, "deep": {"list": [{"name": "a"}], "map": {"k": 1, "e": {}}}, "null": null});
    let live = apply(None, &config(spec), &cx(&schema, "me", "1")).unwrap().object;
    let deep = json!({".": {}, "f:list": {}, "f:map": {".": {}, "f:k": {}, "f:e": {}}});
    assert_eq!(managers(&live)[0].2, json!({"f:spec": {"f:known": {}, "f:deep": deep, "f:null": {}}}));

    let theirs = config(json!({"deep": {"list": [{"name": "b"}], "map": {"j": 2}}}));
    let error = apply(Some(&live), &theirs, &cx(&schema, "you", "2")).unwrap_err();
    assert_eq!(error.to_string(), "Apply failed with 1 conflict: conflict with \"me\": .spec.deep.list");
    // A scalar where a map was: the place itself is in conflict.
    let scalar = config(json!({"deep": {"map": 1}}));
    let error = apply(Some(&live), &scalar, &cx(&schema, "you", "2")).unwrap_err().to_string();
    assert!(error.contains("\n- .spec.deep.map\n") || error.contains(": .spec.deep.map"), "{error}");
}

#[test]
fn bad_requests() {
    let schema = sample_schema();
    let cx = cx(&schema, "me", "1");
    let fail = |config: Value| apply(None, &config, &cx).unwrap_err();
    let other = json!({"apiVersion": "apps/v1", "kind": "Other"});
    assert_eq!(fail(other), ApplyError::BadRequest("invalid object type: apps/v1, Kind=Other".into()));
    assert_eq!(fail(json!({})), ApplyError::BadRequest("invalid object type: /, Kind=".into()));
    let mut own = config(json!({}));
    own["metadata"]["managedFields"] = json!([]);
    assert_eq!(fail(own), ApplyError::BadRequest("metadata.managedFields must be nil".into()));
    let wrong = config(json!({"n": "x", "set": ["a", "a"], "list": [{"n": 1}], "map": 1, "bogus": 1}));
    let expected = "failed to create typed patch object (/x; example.com/v1, Kind=Sample): errors:\n  \
        .spec.bogus: field not declared in schema";
    assert_eq!(fail(wrong), ApplyError::Invalid(expected.replace("errors:\n  ", "")));
    let wrong = config(json!({"n": "x", "set": ["a", "a"], "list": [{"n": 1}], "map": 1}));
    let expected = "failed to create typed patch object (/x; example.com/v1, Kind=Sample): errors:\n  \
        .spec.list: element 0: associative list with keys has an element that omits all key fields [\"name\"] (and \
        doesn't have default values for any key fields)\n  .spec.map: expected map, got &{1}\n  \
        .spec.n: expected numeric (int or float), got string\n  \
        .spec.set: duplicate entries for key [=\"a\"]";
    assert_eq!(fail(wrong), ApplyError::Invalid(expected.into()));
    let mut live = sample(json!({}));
    live["metadata"]["managedFields"] = json!([{"manager": "m", "operation": "Explode"}]);
    let error = apply(Some(&live), &config(json!({})), &cx).unwrap_err().to_string();
    assert_eq!(error, "failed to decode managed fields: operation must be `Apply` or `Update`");
}

#[test]
fn order_of_merged_lists() {
    let cases = [
        ("abc", "ab", "abc"),
        ("ab", "abc", "abc"),
        ("abc", "", "abc"),
        ("", "abc", "abc"),
        ("ab", "ba", "ba"),
        ("abc", "def", "abcdef"),
        ("abc", "cdef", "abcdef"),
        ("abcgf", "cdef", "abcgdef"),
        ("cdef", "ace", "acdef"),
        ("abcxyz", "def", "abcxyzdef"),
        ("abcxyz", "defxyz", "abcdefxyz"),
        ("cagf", "cfag", "cfag"),
        ("abcd", "defa", "bcdefa"),
        ("cdefghij", "2h3e4kl", "cdfg2hij3e4kl"),
        ("abcdefghij", "1b2h3e4kl", "a1bcdfg2hij3e4kl"),
        // Items that the live object has twice.
        ("abb", "c", "abbc"),
        ("abb", "b", "ab"),
        ("abb", "a", "abb"),
        ("abcdec", "1b2ed", "a1bc2ecd"),
        ("abcdec", "1b2ced", "a1b2ced"),
        ("aabb", "bcd", "aabcd"),
        ("aabb", "", "aabb"),
        ("cagfca", "cfag", "cfag"),
    ];
    let schema = sample_schema();
    let set = |letters: &str| json!({"set": letters.chars().map(String::from).collect::<Vec<_>>()});
    for (live, applied, expected) in cases {
        let forced = Cx { force: true, ..cx(&schema, "me", "1") };
        let result = apply(Some(&sample(set(live))), &config(set(applied)), &forced).unwrap().object;
        assert_eq!(result["spec"], set(expected), "{live} + {applied}");
    }
}
