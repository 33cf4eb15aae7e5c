//! Strategic merge patch: laws, directives and texts.

use patch::strategic::{self, Class};
use proptest::prelude::*;
use serde_json::json;

use super::support::{any_json, object, sample_schema};

proptest! {
    #[test]
    fn two_way_patch_leads_there(a in object(), b in object()) {
        let schema = sample_schema();
        let patch = strategic::create_two_way(&a, &b, &schema).unwrap();
        let result = strategic::apply(a, &patch, &schema).unwrap();
        prop_assert_eq!(result, b, "{}", patch);
    }

    #[test]
    fn same_object_empty_patch(a in object()) {
        prop_assert_eq!(strategic::create_two_way(&a, &a, &sample_schema()).unwrap(), json!({}));
    }

    /// When nobody else touched the object, three ways are two.
    #[test]
    fn three_way_without_others_leads_there(a in object(), b in object()) {
        let schema = sample_schema();
        let patch = strategic::create_three_way(&a, &b, &a, &schema, true).unwrap();
        prop_assert_eq!(strategic::apply(a, &patch, &schema).unwrap(), b, "{}", patch);
    }

    /// Everything the configuration says is so afterwards.
    #[test]
    fn three_way_has_its_way(a in object(), b in object(), current in object()) {
        let schema = sample_schema();
        if let Ok(patch) = strategic::create_three_way(&a, &b, &current, &schema, true) {
            let result = strategic::apply(current, &patch, &schema).unwrap();
            for scalar in ["text", "n", "atoms"] {
                if let Some(value) = b["spec"].get(scalar) {
                    prop_assert_eq!(&result["spec"][scalar], value, "{}", patch);
                }
            }
            for item in b["spec"]["list"].as_array().into_iter().flatten() {
                let names: Vec<_> = result["spec"]["list"].as_array().into_iter().flatten().map(|i| &i["name"]).collect();
                prop_assert!(names.contains(&&item["name"]));
            }
        }
    }

    #[test]
    fn never_panics(a in any_json(), b in any_json(), c in any_json()) {
        let schema = sample_schema();
        let _ = strategic::apply(a.clone(), &b, &schema);
        let _ = strategic::apply(json!({"spec": a.clone()}), &json!({"spec": b.clone()}), &schema);
        let _ = strategic::create_two_way(&json!({"spec": a.clone()}), &json!({"spec": b.clone()}), &schema);
        let _ = strategic::create_three_way(
            &json!({"spec": a}), &json!({"spec": b}), &json!({"spec": c}), &schema, false);
    }
}

#[test]
fn directives_and_order() {
    let live = json!({"spec": {
        "list": [{"name": "a", "n": 1}, {"name": "b", "n": 2}, {"name": "c", "n": 3}],
        "set": ["x", "y", "z"], "choice": {"a": 1}, "map": {"k": "v"}}});
    let cases = [
        (
            json!({"list": [{"name": "b", "$patch": "delete"}]}),
            "list",
            json!([{"name": "a", "n": 1}, {"name": "c", "n": 3}]),
        ),
        (json!({"list": [{"$patch": "replace"}, {"name": "q"}]}), "list", json!([{"name": "q"}])),
        (
            json!({"list": [{"name": "new", "n": 9}, {"name": "b", "n": 8}]}),
            "list",
            json!([{"name": "new", "n": 9}, {"name": "a", "n": 1}, {"name": "b", "n": 8}, {"name": "c", "n": 3}]),
        ),
        (
            json!({"$setElementOrder/list": [{"name": "c"}, {"name": "a"}]}),
            "list",
            json!([{"name": "b", "n": 2}, {"name": "c", "n": 3}, {"name": "a", "n": 1}]),
        ),
        (json!({"$deleteFromPrimitiveList/set": ["y"], "set": ["w"]}), "set", json!(["w", "x", "z"])),
        (json!({"set": ["y", "x"]}), "set", json!(["y", "x", "z"])),
        (json!({"choice": {"$retainKeys": ["b"], "b": 2}}), "choice", json!({"b": 2})),
        (json!({"map": {"$patch": "replace", "z": "1"}}), "map", json!({"z": "1"})),
        (json!({"map": {"$patch": "delete"}}), "map", json!({})),
        (json!({"map": {"k": null, "j": null}}), "map", json!({})),
        (json!({"text": {"$patch": "delete"}}), "text", json!(null)),
    ];
    for (patch, field, expected) in cases {
        let result = strategic::apply(live.clone(), &json!({"spec": patch}), &sample_schema()).unwrap();
        assert_eq!(result["spec"][field], expected, "{patch}");
    }
}

#[test]
fn errors() {
    let live = json!({"spec": {"list": [{"name": "a"}], "choice": {"a": 1}, "set": ["x"], "atoms": [1]}});
    let cases = [
        (
            json!({"list": [{"n": 1}]}),
            "map: map[n:1] does not contain declared merge key: name",
            Class::Internal,
        ),
        (
            json!({"list": [{"n": 1, "$patch": "delete"}]}),
            "map: map[$patch:delete n:1] does not contain declared merge key: name",
            Class::Internal,
        ),
        (
            json!({"list": [{"name": "a", "$patch": "explode"}]}),
            "unknown patch type: explode in map: map[$patch:explode name:a]",
            Class::Internal,
        ),
        (
            json!({"list": [{"name": "a", "$patch": "merge"}]}),
            "merging lists cannot yet be specified in the patch",
            Class::Internal,
        ),
        (
            json!({"list": ["a"]}),
            "list element types are not identical: [[map[name:a]] [a]]",
            Class::Internal,
        ),
        (json!({"set": [["a"]]}), "list element types are not identical: [[x] [[a]]]", Class::Internal),
        (
            json!({"choice": {"$retainKeys": ["a"], "b": 2}}),
            "invalid patch format of retainKeys",
            Class::BadRequest,
        ),
        (
            json!({"$deleteFromPrimitiveList": ["x"]}),
            "invalid patch format of primitive list",
            Class::BadRequest,
        ),
        (
            json!({"$setElementOrder": ["x"]}),
            "invalid patch format of setElementOrder list",
            Class::BadRequest,
        ),
        (
            json!({"$setElementOrder/list": "x"}),
            "expected a []interface {}, but received a string",
            Class::Internal,
        ),
        (
            json!({"$setElementOrder/list": [{"name": "z"}], "list": [{"name": "a"}]}),
            "The order in patch list:\n[map[name:a]]\n doesn't match $setElementOrder list:\n[map[name:z]]\n",
            Class::Internal,
        ),
    ];
    for (patch, expected, class) in cases {
        let error = strategic::apply(live.clone(), &json!({"spec": patch}), &sample_schema()).unwrap_err();
        assert_eq!(error.to_string(), expected, "{patch}");
        assert_eq!(error.class(), class, "{patch}");
    }
}

#[test]
fn conflicting_changes_are_told() {
    let (original, modified, current) =
        (json!({"spec": {"n": 1}}), json!({"spec": {"n": 2}}), json!({"spec": {"n": 3}}));
    let schema = sample_schema();
    let three = |overwrite| strategic::create_three_way(&original, &modified, &current, &schema, overwrite);
    assert_eq!(three(true).unwrap(), json!({"spec": {"n": 2}}));
    assert!(matches!(three(false), Err(strategic::Error::Conflict(..))));
}
