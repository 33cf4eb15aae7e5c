//! The algebra of field sets, and their JSON form.

use patch::apply::{FieldSet, PathElement};
use proptest::prelude::*;
use serde_json::{Value, json};

fn element() -> impl Strategy<Value = PathElement> {
    let name = prop::sample::select(vec!["a", "b", "c"]);
    prop_oneof![
        4 => name.clone().prop_map(PathElement::field),
        1 => (name.clone(), 0..3i64).prop_map(|(a, n)| PathElement::key(vec![
            ("name".into(), json!(a)), ("id".into(), json!(n))])),
        1 => name.prop_map(|text| PathElement::Value(json!(text))),
        1 => (0..3i64).prop_map(|n| PathElement::Value(json!(n))),
        1 => (0..3i64).prop_map(PathElement::Index),
    ]
}

fn set() -> impl Strategy<Value = FieldSet> {
    prop::collection::vec(prop::collection::vec(element(), 1..4), 0..12).prop_map(|paths| {
        let mut set = FieldSet::new();
        paths.iter().for_each(|path| set.insert(path));
        set
    })
}

proptest! {
    #[test]
    fn union_is_the_least_upper_bound(a in set(), b in set(), c in set()) {
        prop_assert_eq!(a.union(&b), b.union(&a));
        prop_assert_eq!(a.union(&b).union(&c), a.union(&b.union(&c)));
        prop_assert_eq!(a.union(&a), a.clone());
        prop_assert!(a.is_subset(&a.union(&b)));
        for path in a.union(&b).paths() {
            prop_assert!(a.has(&path) || b.has(&path));
        }
    }

    #[test]
    fn intersection_and_difference_split_a_set(a in set(), b in set()) {
        let (both, only) = (a.intersection(&b), a.difference(&b));
        prop_assert_eq!(both.union(&only), a.clone());
        prop_assert!(both.intersection(&only).is_empty());
        prop_assert_eq!(both.len() + only.len(), a.len());
        prop_assert_eq!(&both, &b.intersection(&a));
        prop_assert_eq!(a.is_subset(&b), only.is_empty());
        let mut left = a.clone();
        prop_assert_eq!(left.subtract(&b), !both.is_empty());
        prop_assert_eq!(left, only);
    }

    #[test]
    fn recursive_difference_drops_what_is_below(a in set(), b in set()) {
        let left = a.recursive_difference(&b);
        prop_assert!(left.is_subset(&a.difference(&b)));
        for path in a.paths() {
            let covered = (1..=path.len()).any(|end| b.has(&path[..end]));
            prop_assert_eq!(left.has(&path), !covered);
        }
    }

    #[test]
    fn leaves_have_nothing_below(a in set()) {
        let leaves = a.leaves();
        prop_assert!(leaves.is_subset(&a));
        for path in a.paths() {
            let below = a.paths().iter().any(|other| other.len() > path.len() && other.starts_with(&path));
            prop_assert_eq!(leaves.has(&path), !below);
        }
    }

    #[test]
    fn json_form_is_faithful(a in set()) {
        prop_assert_eq!(FieldSet::from_json(&a.to_json()).unwrap(), a);
    }

    #[test]
    fn reading_anything_never_panics(json in super::support::any_json()) {
        if let Ok(set) = FieldSet::from_json(&json) {
            prop_assert_eq!(FieldSet::from_json(&set.to_json()).unwrap(), set);
        }
    }
}

#[test]
fn json_form_is_the_published_one() {
    let json = json!({"f:spec": {"f:list": {
        ".": {}, "k:{\"id\":1,\"name\":\"x\"}": {".": {}, "f:n": {}}, "v:\"s\"": {}, "i:0": {}}}});
    let set = FieldSet::from_json(&json).unwrap();
    assert_eq!(set.to_json(), json);
    assert_eq!(set.len(), 5);
    assert_eq!(
        format!("{set:?}"),
        r#"{".spec.list", ".spec.list[id=1,name=\"x\"]", ".spec.list[=\"s\"]", ".spec.list[0]", ".spec.list[id=1,name=\"x\"].n"}"#
            .replace(r#"\""#, r#"\\\""#).replace(r#"\\\""#, "\\\"")
    );
    assert_eq!(FieldSet::from_json(&json!({"x:future": {}})).unwrap(), FieldSet::new());
    assert_eq!(
        FieldSet::from_json(&json!({"f": {}})).unwrap_err().to_string(),
        "key must be 2 characters long:"
    );
    assert_eq!(FieldSet::from_json(&json!({"fa": {}})).unwrap_err().to_string(), "missing colon: fa");
    assert_eq!(FieldSet::new().to_json(), Value::Object(serde_json::Map::new()));
}
