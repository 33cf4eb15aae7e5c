//! Server-side apply: laws over random objects.

use patch::apply::{self, Cx, FieldSet, apply, fields_of, track_update};
use proptest::prelude::*;
use serde_json::{Value, json};

use super::support::{any_json, object, sample_schema};

fn cx<'a>(schema: &'a schema::Schema, manager: &'a str, now: &'a str) -> Cx<'a> {
    Cx::new(schema, "example.com/v1", "Sample", manager, now)
}

proptest! {
    #[test]
    fn applying_twice_is_applying_once(live in object(), config in object()) {
        let schema = sample_schema();
        let mut live = live;
        live["metadata"]["uid"] = json!("u");
        track_update(None, &mut live, &cx(&schema, "creator", "1"));
        let forced = Cx { force: true, ..cx(&schema, "me", "2") };
        let once = apply(Some(&live), &config, &forced).unwrap().object;
        let again = apply(Some(&once), &config, &cx(&schema, "me", "3")).unwrap();
        prop_assert!(!again.changed);
        prop_assert_eq!(again.object, once);
    }

    #[test]
    fn what_is_applied_is_there(live in object(), config in object()) {
        let schema = sample_schema();
        let forced = Cx { force: true, ..cx(&schema, "me", "2") };
        let result = apply(Some(&live), &config, &forced).unwrap().object;
        let comparison = apply::compare(&config, &result, &schema);
        prop_assert!(comparison.removed.is_empty(), "{comparison:?}");
        prop_assert!(comparison.modified.is_empty(), "{comparison:?}");
    }

    /// Apply a, then b with the same manager: nothing but b is left.
    #[test]
    fn what_is_no_longer_applied_goes(a in object(), b in object()) {
        let schema = sample_schema();
        let first = apply(None, &a, &cx(&schema, "me", "1")).unwrap().object;
        let mut second = apply(Some(&first), &b, &cx(&schema, "me", "2")).unwrap().object;
        let strip = |object: &mut Value| object["metadata"].as_object_mut().unwrap().remove("managedFields");
        strip(&mut second);
        prop_assert_eq!(fields_of(&second, &schema), fields_of(&b, &schema));
    }

    /// Two managers: what the other applied survives, or conflicts.
    #[test]
    fn others_keep_theirs(a in object(), b in object()) {
        let schema = sample_schema();
        let first = apply(None, &a, &cx(&schema, "one", "1")).unwrap().object;
        match apply(Some(&first), &b, &cx(&schema, "two", "2")) {
            Ok(second) => {
                let comparison = apply::compare(&a, &second.object, &schema);
                prop_assert!(comparison.removed.is_empty() && comparison.modified.is_empty(), "{comparison:?}");
            }
            Err(apply::ApplyError::Conflicts(conflicts)) => prop_assert!(!conflicts.0.is_empty()),
            Err(other) => return Err(TestCaseError::fail(other.to_string())),
        }
    }

    /// After an update, its manager owns all that differs and no one else does.
    #[test]
    fn an_update_takes_what_it_changes(a in object(), b in object()) {
        let schema = sample_schema();
        let mut old = a;
        old["metadata"]["uid"] = json!("u");
        track_update(None, &mut old, &cx(&schema, "one", "1"));
        let mut new = b;
        new["metadata"]["uid"] = json!("u");
        track_update(Some(&old), &mut new, &cx(&schema, "two", "2"));
        let comparison = apply::compare(&old, &new, &schema);
        let changed = comparison.modified.union(&comparison.added);
        for entry in new["metadata"]["managedFields"].as_array().into_iter().flatten() {
            let set = FieldSet::from_json(&entry["fieldsV1"]).unwrap();
            if entry["manager"] == "two" {
                prop_assert_eq!(&set, &changed);
            } else {
                prop_assert!(set.intersection(&changed.union(&comparison.removed)).is_empty());
            }
        }
        // And a second, equal update changes nothing, not even times.
        let mut again = new.clone();
        track_update(Some(&new), &mut again, &cx(&schema, "three", "3"));
        prop_assert_eq!(again, new);
    }

    #[test]
    fn compare_agrees_with_fields(a in object(), b in object()) {
        let schema = sample_schema();
        let comparison = apply::compare(&a, &b, &schema);
        let (of_a, of_b) = (fields_of(&a, &schema), fields_of(&b, &schema));
        // An empty struct counts as a field, but filling it adds no more than what it is filled with.
        let mut gained = of_b.difference(&of_a);
        gained.subtract(&FieldSet::of_fields([&["spec"][..]]));
        prop_assert!(gained.is_subset(&comparison.added));
        prop_assert!(comparison.modified.is_subset(&of_a.intersection(&of_b)));
        prop_assert!(apply::compare(&a, &a, &schema).is_same());
        let back = apply::compare(&b, &a, &schema);
        prop_assert_eq!((back.added, back.removed, back.modified),
            (comparison.removed, comparison.added, comparison.modified));
    }

    #[test]
    fn never_panics(a in any_json(), b in any_json(), c in any_json()) {
        let schema = sample_schema();
        let cx = cx(&schema, "kubectl", "1");
        let whole = |spec: &Value, meta: &Value| json!({
            "apiVersion": "example.com/v1", "kind": "Sample", "metadata": meta, "spec": spec});
        let _ = apply(Some(&a), &b, &cx);
        let _ = apply(Some(&whole(&a, &c)), &whole(&b, &json!({})), &cx);
        let mut new = whole(&b, &c);
        track_update(Some(&whole(&a, &c)), &mut new, &cx);
        let mut new = c.clone();
        track_update(Some(&a), &mut new, &cx);
        apply::keep_timestamps(&a, &mut new);
    }
}
