//! Query strings and what becomes of them.

use super::*;

#[test]
fn queries_decode_like_gos() {
    let query = Query::parse("a=1&a=2&b=x%20y+z&c&&bad=%zz&d;e=1&=v&f=%F0%9F%98%80&g=%ff");
    assert_eq!(query.get("a"), Some("1"));
    assert_eq!(query.all("a").collect::<Vec<_>>(), ["1", "2"]);
    assert_eq!(query.get("b"), Some("x y z"));
    assert_eq!(query.get("c"), Some(""));
    assert_eq!(query.get("bad"), None);
    assert_eq!(query.get("e"), None);
    assert_eq!(query.get(""), Some("v"));
    assert_eq!(query.get("f"), Some("😀"));
    assert_eq!(query.get("g"), Some("\u{fffd}"));
    assert_eq!(query.iter().count(), 7);
}

#[test]
fn booleans_are_true_unless_they_say_otherwise() {
    for (text, want) in
        [("watch=0", false), ("watch=FALSE", false), ("watch=no", true), ("watch", true), ("", false)]
    {
        assert_eq!(ListOptions::from_query(&Query::parse(text)).unwrap().watch, want, "{text}");
    }
}

#[test]
fn list_options_refuse_what_upstream_refuses() {
    let table = [
        ("limit=x", r#"strconv.ParseInt: parsing "x": invalid syntax"#),
        ("timeoutSeconds=", r#"strconv.ParseInt: parsing "": invalid syntax"#),
        ("labelSelector=%2C", "found ',', expected: !, identifier, or 'end of string'"),
        ("fieldSelector=a", "invalid selector: 'a'; can't understand 'a'"),
    ];
    for (query, want) in table {
        let error = ListOptions::from_query(&Query::parse(query)).unwrap_err();
        assert_eq!(StatusError::from(error).to_string(), want);
    }
}

#[test]
fn list_options_that_do_not_go_together() {
    let errors = |text: &str| ListOptions::from_query(&Query::parse(text)).unwrap().errors().to_string();
    assert_eq!(
        errors("resourceVersionMatch=Exact&resourceVersion=0"),
        r#"resourceVersionMatch: Forbidden: resourceVersionMatch "exact" is forbidden for resourceVersion "0""#
    );
    assert_eq!(
        errors("resourceVersionMatch=Exact&resourceVersion=1&continue=x"),
        "resourceVersionMatch: Forbidden: resourceVersionMatch is forbidden when continue is provided"
    );
    assert_eq!(errors("watch=1&sendInitialEvents=1&resourceVersionMatch=NotOlderThan"), "");
}

#[test]
fn delete_options() {
    let query =
        Query::parse("gracePeriodSeconds=5&propagationPolicy=Orphan&uid=u&dryRun=All&orphanDependents=true");
    let options = DeleteOptions::from_query(&query).unwrap();
    assert_eq!(options.grace_period_seconds, Some(5));
    assert_eq!(options.propagation(), Some(PropagationPolicy::Orphan));
    assert_eq!(options.preconditions.as_ref().and_then(|p| p.uid.as_deref()), Some("u"));
    assert_eq!(
        options.errors().to_string(),
        r#"propagationPolicy: Invalid value: "Orphan": orphanDependents and deletionPropagation cannot be both set"#
    );
    let body = r#"{"kind":"DeleteOptions","apiVersion":"v1","ignoreStoreReadErrorWithClusterBreakingPotential":true,"gracePeriodSeconds":1}"#;
    let options: DeleteOptions = serde_json::from_str(body).unwrap();
    assert_eq!(
        options.errors().to_string(),
        "ignoreStoreReadErrorWithClusterBreakingPotential: Invalid value: true: cannot be set together with .gracePeriodSeconds"
    );
}

#[test]
fn write_options() {
    let options = PatchOptions::from_query(&Query::parse("dryRun=Some&fieldValidation=Bogus"));
    assert_eq!(
        options.validate(PatchKind::Apply).unwrap_err().to_string(),
        "PatchOptions.meta.k8s.io \"\" is invalid: [fieldManager: Required value: is required for apply patch, \
         dryRun: Unsupported value: [\"Some\"]: supported values: \"All\", fieldValidation: Unsupported value: \
         \"Bogus\": supported values: \"\", \"Ignore\", \"Strict\", \"Warn\"]"
    );
    assert_eq!(FieldValidation::from_options(""), FieldValidation::Warn);
    assert_eq!(DryRun::from_options(&["All".to_owned()]), DryRun::All);
}

#[test]
fn table_options() {
    assert_eq!(TableOptions::default().include(), IncludeObject::Metadata);
    let options = TableOptions::from_query(&Query::parse("includeObject=All"));
    assert_eq!(
        options.errors().to_string(),
        r#"includeObject: Invalid value: "All": must be 'Metadata', 'Object', 'None', or empty"#
    );
}
