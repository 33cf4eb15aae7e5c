//! RFC 7386: laws.

use patch::merge;
use proptest::prelude::*;
use serde_json::{Map, Value};

use super::support::{any_json, object};

fn object_of(value: Value) -> Map<String, Value> {
    match value {
        Value::Object(members) => members,
        other => [("a".to_owned(), other)].into_iter().collect(),
    }
}

/// The value with something else for null.
fn without_null(value: Value) -> Value {
    match value {
        Value::Null => Value::from("null"),
        Value::Array(items) => items.into_iter().map(without_null).collect(),
        Value::Object(members) => {
            members.into_iter().map(|(name, value)| (name, without_null(value))).collect()
        }
        other => other,
    }
}

/// The value without nulls in lists. A list that replaces an object keeps the nulls in its items, any other does not:
/// upstream's habit, and the one case in which a patch must not be applied twice.
fn without_null_in_lists(value: Value) -> Value {
    match value {
        Value::Array(items) => items.into_iter().map(without_null).collect(),
        Value::Object(members) => {
            members.into_iter().map(|(name, value)| (name, without_null_in_lists(value))).collect()
        }
        other => other,
    }
}

proptest! {
    #[test]
    fn twice_is_once(mut target in any_json(), patch in any_json()) {
        let patch = without_null_in_lists(patch);
        merge::apply(&mut target, &patch);
        let once = target.clone();
        merge::apply(&mut target, &patch);
        prop_assert_eq!(target, once);
    }

    #[test]
    fn created_patch_leads_there(a in any_json(), b in any_json()) {
        let (a, b) = (object_of(a), object_of(without_null(b)));
        let patch = merge::create(&a, &b);
        let mut target = Value::Object(a);
        merge::apply(&mut target, &Value::Object(patch));
        prop_assert_eq!(target, Value::Object(b));
    }

    #[test]
    fn nothing_changes_nothing(a in any_json()) {
        let a = object_of(a);
        prop_assert!(merge::create(&a, &a).is_empty());
    }

    #[test]
    fn three_way_keeps_what_others_added(original in object(), modified in object(), theirs in object()) {
        let mut current = original.clone();
        merge::apply(&mut current, &serde_json::json!({"theirs": theirs}));
        if let Ok(patch) = merge::create_three_way(&original, &modified, &current) {
            let kept = current["theirs"].clone();
            merge::apply(&mut current, &patch);
            prop_assert_eq!(&current["theirs"], &kept);
            prop_assert_eq!(&current["spec"], &modified["spec"]);
        }
    }

    #[test]
    fn three_way_never_panics(a in any_json(), b in any_json(), c in any_json()) {
        let _ = merge::create_three_way(&a, &b, &c);
    }
}
