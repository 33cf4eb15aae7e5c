//! RFC 6902: operations and upstream's texts.

use patch::json_patch::{self, Class, JsonPatch};
use proptest::prelude::*;
use serde_json::{Value, json};

use super::support::any_json;

fn document() -> Value {
    json!({"a": {"b": 1, "n": null}, "l": [1, 2, 3], "s": "x", "k/~": 1})
}

#[test]
fn operations() {
    let cases = [
        (json!([{"op": "add", "path": "/c", "value": 2}]), "/c", json!(2)),
        (json!([{"op": "add", "path": "/l/1", "value": 9}]), "/l", json!([1, 9, 2, 3])),
        (json!([{"op": "add", "path": "/l/-", "value": 9}]), "/l", json!([1, 2, 3, 9])),
        (json!([{"op": "add", "path": "/l/-1", "value": 9}]), "/l", json!([1, 2, 3, 9])),
        (json!([{"op": "remove", "path": "/l/0"}]), "/l", json!([2, 3])),
        (json!([{"op": "remove", "path": "/l/-1"}]), "/l", json!([1, 2])),
        (json!([{"op": "replace", "path": "/l/2", "value": 0}]), "/l", json!([1, 2, 0])),
        (json!([{"op": "replace", "path": "/absent", "value": 0}]), "/absent", json!(0)),
        (json!([{"op": "replace", "path": "/k~1~0", "value": 0}]), "/k~1~0", json!(0)),
        (json!([{"op": "move", "from": "/a/b", "path": "/m"}]), "/m", json!(1)),
        (json!([{"op": "copy", "from": "/a", "path": "/m"}]), "/m", json!({"b": 1, "n": null})),
        (json!([{"op": "copy", "from": "/absent", "path": "/m"}]), "/m", json!(null)),
        (json!([{"op": "test", "path": "/absent", "value": null}]), "/s", json!("x")),
        (json!([{"op": "test", "path": "/a/n"}]), "/s", json!("x")),
        (json!([{"op": "replace", "path": "", "value": {"z": 1}}]), "/z", json!(1)),
        (json!([{"op": "add", "path": "ignored/c", "value": 2}]), "/c", json!(2)),
        (json!(null), "/s", json!("x")),
    ];
    for (patch, pointer, expected) in cases {
        let result = json_patch::apply(document(), &patch).unwrap();
        assert_eq!(result.pointer(pointer), Some(&expected), "{patch}");
    }
}

#[test]
fn errors() {
    let cases = [
        (
            json!([{"op": "add", "path": "/x/y", "value": 1}]),
            "add operation does not apply: doc is missing path: \"/x/y\": missing value",
        ),
        (json!([{"op": "add", "value": 1}]), "add operation failed to decode path: missing value"),
        (
            json!([{"op": "remove", "path": "/a/zz"}]),
            "error in remove for path: '/a/zz': Unable to remove nonexistent key: zz: missing value",
        ),
        (
            json!([{"op": "remove", "path": "/x/y"}]),
            "remove operation does not apply: doc is missing path: \"/x/y\": missing value",
        ),
        (
            json!([{"op": "replace", "path": "/l/7", "value": 1}]),
            "replace operation does not apply: doc is missing key: /l/7: missing value",
        ),
        (
            json!([{"op": "replace", "path": "/x/y", "value": 1}]),
            "replace operation does not apply: doc is missing path: /x/y: missing value",
        ),
        (json!([{"op": "test", "path": "/a/b", "value": 2}]), "testing value /a/b failed: test failed"),
        (json!([{"op": "test", "path": "/a/b"}]), "testing value /a/b failed: test failed"),
        (
            json!([{"op": "test", "path": "/x/y", "value": 2}]),
            "test operation does not apply: is missing path: /x/y: missing value",
        ),
        (
            json!([{"op": "add", "path": "/l/9", "value": 1}]),
            "error in add for path: '/l/9': Unable to access invalid index: 9: invalid index referenced",
        ),
        (
            json!([{"op": "add", "path": "/l/x", "value": 1}]),
            "error in add for path: '/l/x': value was not a proper array index: 'x': strconv.Atoi: parsing \"x\": invalid syntax",
        ),
        (
            json!([{"op": "move", "from": "/zz", "path": "/m"}]),
            "error in move for path: 'zz': Unable to remove nonexistent key: zz: missing value",
        ),
        (
            json!([{"op": "copy", "path": "/m"}]),
            "copy operation failed to decode from: operation, missing from field: missing value",
        ),
        (json!([{"op": "explode", "path": "/a"}]), "Unexpected kind: explode"),
        (json!([{"path": "/a"}]), "Unexpected kind: unknown"),
        (json!({"op": "add"}), "json: cannot unmarshal object into Go value of type jsonpatch.Patch"),
        (json!(["x"]), "json: cannot unmarshal string into Go value of type jsonpatch.Operation"),
    ];
    for (patch, expected) in cases {
        let error = json_patch::apply(document(), &patch).unwrap_err();
        assert_eq!(error.to_string(), expected, "{patch}");
        let class =
            if patch.is_array() && patch[0].is_object() { Class::Unprocessable } else { Class::BadRequest };
        assert_eq!(error.class(), class);
    }
}

#[test]
fn limits() {
    let one = json!({"op": "test", "path": "/s", "value": "x"});
    let many = Value::Array(vec![one; json_patch::MAX_OPERATIONS + 1]);
    let error = JsonPatch::read(&many).unwrap_err();
    assert_eq!(error.to_string(), "The allowed maximum operations in a JSON patch is 10000, got 10001");
    assert_eq!(error.class(), Class::TooLarge);
    let copies =
        json!([{"op": "copy", "from": "/s", "path": "/t"}, {"op": "copy", "from": "/s", "path": "/u"}]);
    let error = JsonPatch::read(&copies).unwrap().run_within(&mut document(), 5).unwrap_err();
    assert_eq!(
        error.to_string(),
        "Unable to complete the copy, the accumulated size increase of copy is 6, exceeding the limit 5"
    );
}

proptest! {
    #[test]
    fn never_panics(document in any_json(), patch in any_json()) {
        let _ = json_patch::apply(document.clone(), &patch);
        let _ = json_patch::apply(document, &Value::Array(vec![patch]));
    }

    #[test]
    fn what_was_added_is_found(document in any_json(), value in any_json()) {
        let added = json_patch::apply(json!({"document": document}), &json!([
            {"op": "add", "path": "/new", "value": value}, {"op": "test", "path": "/new", "value": value}]));
        prop_assert_eq!(&added.unwrap()["new"], &value);
    }
}
