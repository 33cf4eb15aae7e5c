//! Names and conditions of definitions, as a table.

use serde_json::json;

use super::*;

fn definition(names: Value, status: Value) -> Object {
    let tree =
        json!({"metadata": {"name": "a"}, "spec": {"group": "g.io", "names": names}, "status": status});
    Object::new(tree).unwrap()
}

fn names(plural: &str, kind: &str, short: &[&str]) -> Value {
    json!({"plural": plural, "singular": kind.to_lowercase(), "kind": kind, "listKind": format!("{kind}List"), "shortNames": short})
}

fn shown(definition: &Object, kind: &str) -> String {
    let found = condition::find(definition, kind).cloned().unwrap_or_default();
    let text = |name: &str| found[name].as_str().unwrap_or_default().to_owned();
    format!("{} {}: {}", text("status"), text("reason"), text("message"))
}

#[test]
fn names_that_nobody_has_are_accepted() {
    let mut one =
        definition(names("foos", "Foo", &["f"]), json!({"acceptedNames": {"plural": "", "kind": ""}}));
    settle(&mut one, &Claimed::default(), Time::from_unix(7));
    assert_eq!(one.get("status.acceptedNames"), one.get("spec.names"));
    assert_eq!(shown(&one, NAMES), "True NoConflicts: no conflicts found");
    assert_eq!(shown(&one, ESTABLISHED), "True InitialNamesAccepted: the initial names have been accepted");
    let before = one.clone();
    settle(&mut one, &Claimed::of([Arc::new(before.clone())].iter(), "g.io"), Time::from_unix(8));
    assert_eq!(one, before, "nothing changes when nothing has changed");
}

#[test]
fn a_name_that_another_definition_has_is_refused() {
    let other = definition(json!({}), json!({"acceptedNames": names("bars", "Bar", &["f", "g"])}));
    let claimed = Claimed::of([Arc::new(other)].iter(), "g.io");
    for (wanted, expected) in [
        (names("bars", "Foo", &[]), "False PluralConflict: \"bars\" is already in use"),
        (names("foos", "Foo", &["f"]), "False ShortNamesConflict: \"f\" is already in use"),
        (
            names("foos", "Foo", &["f", "g"]),
            "False ShortNamesConflict: [\"f\" is already in use, \"g\" is already in use]",
        ),
        (names("foos", "BarList", &[]), "False KindConflict: \"BarList\" is already in use"),
    ] {
        let mut one = definition(wanted, json!({}));
        settle(&mut one, &claimed, Time::from_unix(7));
        assert_eq!(shown(&one, NAMES), expected);
        assert_eq!(shown(&one, ESTABLISHED), "False NotAccepted: not all names are accepted");
    }
}

#[test]
fn what_was_established_stays_so_with_the_names_it_had() {
    let mut one = definition(names("foos", "Foo", &["f"]), json!({}));
    settle(&mut one, &Claimed::default(), Time::from_unix(7));
    let other = definition(json!({}), json!({"acceptedNames": names("bars", "Bar", &["b"])}));
    one.set("spec.names.shortNames", json!(["b"]));
    settle(&mut one, &Claimed::of([Arc::new(other)].iter(), "g.io"), Time::from_unix(8));
    assert_eq!(shown(&one, NAMES), "False ShortNamesConflict: \"b\" is already in use");
    assert!(condition::holds(&one, ESTABLISHED));
    assert_eq!(one.get("status.acceptedNames.shortNames"), Some(&json!(["f"])));
}

#[test]
fn groups_of_the_community_show_their_approval() {
    for (given, expected) in [
        (
            "https://github.com/kubernetes/kubernetes/pull/1",
            "True ApprovedAnnotation: approved in https://github.com/kubernetes/kubernetes/pull/1",
        ),
        ("unapproved, a trial", "False UnapprovedAnnotation: not approved: \"unapproved, a trial\""),
    ] {
        let mut one = definition(names("foos", "Foo", &[]), json!({}));
        one.set("spec.group", "x.k8s.io");
        one.set("metadata.annotations", json!({APPROVAL: given}));
        settle(&mut one, &Claimed::default(), Time::from_unix(7));
        assert_eq!(shown(&one, APPROVED), expected);
    }
}
