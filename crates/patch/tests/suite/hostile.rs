//! Patches that nobody means well with: disturbed trees of every kind of patch, and those that cost out of proportion. Errors are
//! fine; panics, endless nesting and endless work are not. `fuzz/` holds the same properties for as long as one likes.

use patch::apply::{self, Cx, FieldSet};
use patch::json_patch::{self, JsonPatch};
use patch::{merge, strategic};
use proptest::prelude::any;
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};
use schema::{Schema, Type};
use serde_json::{Map, Value, json};

/// A small generator of numbers, so that one seed makes one case.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % sides.max(1)
    }

    fn pick<'a, T>(&mut self, from: &'a [T]) -> &'a T {
        &from[self.roll(from.len())]
    }
}

const NAMES: [&str; 22] = [
    "metadata",
    "spec",
    "status",
    "containers",
    "name",
    "ports",
    "containerPort",
    "protocol",
    "labels",
    "finalizers",
    "managedFields",
    "fieldsV1",
    "volumes",
    "emptyDir",
    "tolerations",
    "$patch",
    "$retainKeys",
    "$setElementOrder/containers",
    "$deleteFromPrimitiveList/finalizers",
    "f:spec",
    "k:{\"name\":\"c\"}",
    "",
];

fn scalar(dice: &mut Dice) -> Value {
    let all = [
        json!(null),
        json!(true),
        json!(0),
        json!(-1),
        json!(i64::MAX),
        json!(1e300),
        json!("a"),
        json!(""),
        json!("c"),
        json!("delete"),
        json!("replace"),
        json!("merge"),
        json!("8080"),
        json!("/spec/containers/0"),
        json!("v:\"a\""),
        json!("é\u{0}"),
    ];
    dice.pick(&all).clone()
}

fn tree(dice: &mut Dice, depth: usize) -> Value {
    match dice.roll(if depth == 0 { 1 } else { 4 }) {
        0 => scalar(dice),
        1 => (0..dice.roll(4)).map(|_| tree(dice, depth - 1)).collect(),
        _ => {
            let names: Vec<_> = (0..dice.roll(4)).map(|_| (*dice.pick(&NAMES)).to_owned()).collect();
            Value::Object(names.into_iter().map(|name| (name, tree(dice, depth - 1))).collect())
        }
    }
}

/// Changes something somewhere.
fn disturb(value: &mut Value, dice: &mut Dice) {
    match value {
        Value::Object(members) if !members.is_empty() && dice.roll(4) > 0 => {
            let name = members.keys().nth(dice.roll(members.len())).cloned().unwrap_or_default();
            match dice.roll(6) {
                0 => drop(members.remove(&name)),
                1 => drop(members.insert((*dice.pick(&NAMES)).to_owned(), tree(dice, 2))),
                _ => members.get_mut(&name).into_iter().for_each(|member| disturb(member, dice)),
            }
        }
        Value::Array(items) if !items.is_empty() && dice.roll(4) > 0 => {
            let at = dice.roll(items.len());
            match dice.roll(6) {
                0 => drop(items.remove(at)),
                1 => items.insert(at, tree(dice, 2)),
                2 => items.push(items[at].clone()),
                _ => disturb(&mut items[at], dice),
            }
        }
        other => *other = tree(dice, 3),
    }
}

fn pod() -> Value {
    json!({
        "apiVersion": "v1", "kind": "Pod",
        "metadata": {"name": "p", "uid": "u", "labels": {"a": "b"}, "finalizers": ["a", "c"],
            "managedFields": [{"manager": "m", "operation": "Apply", "apiVersion": "v1", "time": "2026-01-01T00:00:00Z",
                "fieldsType": "FieldsV1", "fieldsV1": {"f:spec": {"f:containers": {"k:{\"name\":\"c\"}": {".": {}, "f:name": {}}}}}}]},
        "spec": {"containers": [{"name": "c", "image": "i", "ports": [{"containerPort": 80, "protocol": "TCP"}]}],
            "volumes": [{"name": "v", "emptyDir": {}}], "tolerations": [{"key": "k"}]}
    })
}

/// One of each kind of patch that fits the pod.
fn operations() -> Value {
    json!([
        {"op": "test", "path": "/metadata/name", "value": "p"},
        {"op": "add", "path": "/spec/containers/-", "value": {"name": "d"}},
        {"op": "move", "from": "/spec/containers/0", "path": "/spec/volumes/0"},
        {"op": "copy", "from": "/spec", "path": "/spec/inner"},
        {"op": "replace", "path": "/metadata/labels/a", "value": "c"},
        {"op": "remove", "path": "/metadata/finalizers/-1"}
    ])
}

fn overlay() -> Value {
    json!({
        "apiVersion": "v1", "kind": "Pod",
        "metadata": {"name": "p", "labels": {"a": null, "c": "d"}, "$deleteFromPrimitiveList/finalizers": ["a"]},
        "spec": {"$setElementOrder/containers": [{"name": "d"}, {"name": "c"}],
            "containers": [{"name": "c", "$patch": "delete"}, {"name": "d", "ports": [{"containerPort": 1, "$patch": "replace"}]}],
            "volumes": [{"name": "v", "$retainKeys": ["name", "hostPath"], "hostPath": {"path": "/"}}]}
    })
}

fn runner(cases: u32) -> TestRunner {
    let config = Config { cases, failure_persistence: None, ..Config::default() };
    TestRunner::new_with_rng(config, TestRng::deterministic_rng(RngAlgorithm::ChaCha))
}

fn depth(value: &Value) -> usize {
    match value {
        Value::Array(items) => 1 + items.iter().map(depth).max().unwrap_or(0),
        Value::Object(members) => 1 + members.values().map(depth).max().unwrap_or(0),
        _ => 0,
    }
}

#[test]
fn disturbed_patches_do_not_panic() {
    let definition = schema::builtin("", "v1", "Pod").expect("a built-in kind");
    let schema = Schema::of(Type::Ref(definition));
    let check = |seed: u64| {
        let mut dice = Dice(seed);
        let (mut live, mut operations, mut overlay) = (pod(), operations(), overlay());
        for _ in 0..dice.roll(3) {
            disturb(&mut live, &mut dice);
        }
        for _ in 0..=dice.roll(4) {
            disturb(&mut operations, &mut dice);
            disturb(&mut overlay, &mut dice);
        }
        if let Ok(patched) = json_patch::apply(live.clone(), &operations) {
            assert!(depth(&patched) <= json_patch::MAX_DEPTH);
        }
        let mut merged = live.clone();
        merge::apply(&mut merged, &overlay);
        let _ = strategic::apply(live.clone(), &overlay, &schema);
        let _ = strategic::create_two_way(&live, &overlay, &schema);
        let cx =
            Cx { force: dice.roll(2) == 0, ..Cx::new(&schema, "v1", "Pod", "me", "2026-01-01T00:00:00Z") };
        if let Ok(applied) = apply::apply(Some(&live), &overlay, &cx) {
            let again = apply::apply(Some(&applied.object), &overlay, &cx);
            assert!(again.is_ok(), "what was applied can be applied again: {again:?}");
        }
        let _ = apply::apply(None, &overlay, &cx);
        let mut written = overlay.clone();
        apply::track_update(Some(&live), &mut written, &cx);
        let _ = FieldSet::from_json(&overlay);
        Ok(())
    };
    runner(4000).run(&any::<u64>(), check).expect("never panics");
}

#[test]
fn a_document_cannot_be_copied_into_itself_without_end() {
    let copies: Vec<Value> =
        (0..600).map(|_| json!({"op": "copy", "from": "/spec", "path": "/spec/x"})).collect();
    assert_eq!(
        json_patch::apply(json!({"spec": {"x": {}}}), &Value::Array(copies)),
        Err(json_patch::Error::Depth)
    );
    let deep = (0..600).fold(json!({}), |inner, _| json!({ "a": inner }));
    let add = json!([{"op": "add", "path": "/a", "value": deep}]);
    assert_eq!(json_patch::apply(json!({}), &add), Err(json_patch::Error::Depth));
}

#[test]
fn long_lists_cost_no_more_than_they_are_long() {
    // What goes in and out at the head of a long list moves all of it.
    let mut shuffles = vec![json!({"op": "add", "path": "/list", "value": vec![0; 200_000]})];
    shuffles.extend((0..9_999).map(|_| json!({"op": "move", "from": "/list/0", "path": "/list/-"})));
    assert_eq!(json_patch::apply(json!({}), &Value::Array(shuffles)), Err(json_patch::Error::TooMuch));

    let named = |from: usize, to: usize, more: &Map<String, Value>| -> Vec<Value> {
        let item = |at: usize| {
            let mut item = more.clone();
            item.insert("name".to_owned(), format!("n{at}").into());
            Value::Object(item)
        };
        (from..to).map(item).collect()
    };
    const MANY: usize = 40_000;
    let definition = schema::builtin("", "v1", "Pod").expect("a built-in kind");
    let schema = Schema::of(Type::Ref(definition));
    let live = json!({"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "p"},
        "spec": {"containers": named(0, MANY, &Map::new())}});
    let delete: Map<String, Value> = [("$patch".to_owned(), "delete".into())].into_iter().collect();
    let patch = json!({"spec": {"containers": named(1, MANY, &delete)}});
    let left = strategic::apply(live.clone(), &patch, &schema).expect("it applies");
    assert_eq!(left["spec"]["containers"], json!([{"name": "n0"}]));

    let cx = Cx::new(&schema, "v1", "Pod", "me", "2026-01-01T00:00:00Z");
    let applied = apply::apply(Some(&live), &live, &cx).expect("it applies").object;
    assert_eq!(applied["spec"]["containers"].as_array().map(Vec::len), Some(MANY));
    let mut written = applied.clone();
    written["metadata"]["managedFields"] = (0..MANY)
        .map(|at| json!({"manager": format!("m{at}"), "operation": "Update", "apiVersion": "v1", "fieldsType": "FieldsV1", "fieldsV1": {}}))
        .collect();
    apply::track_update(Some(&applied), &mut written, &cx);
    assert!(JsonPatch::read(&json!([])).is_ok_and(|patch| patch.is_empty()));
}
