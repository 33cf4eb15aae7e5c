//! Tables of selectors, what they match, and what refuses them.

use super::*;
use crate::field::Path;

fn labels(text: &str) -> BTreeMap<String, String> {
    text.split(',')
        .filter(|pair| !pair.is_empty())
        .map(|pair| pair.split_once('=').unwrap())
        .map(|(key, value)| (key.to_owned(), value.to_owned()))
        .collect()
}

#[test]
fn canonical_form() {
    let table = [
        ("", ""),
        (" ", ""),
        ("x=a,y=b,z=c", "x=a,y=b,z=c"),
        ("z=c , x == a,y != b", "x==a,y!=b,z=c"),
        ("x in (b,a), y notin (z)", "x in (a,b),y notin (z)"),
        ("x,!y", "x,!y"),
        ("x=", "x="),
        ("x=,z= ", "x=,z="),
        ("x in ()", "x in ()"),
        ("x in (,)", "x in ()"),
        ("x in (a,,b)", "x in (,a,b)"),
        ("x in (a,)", "x in (,a)"),
        ("x>1,y<2", "x>1,y<2"),
        ("in in (in),notin notin (notin)", "in in (in),notin notin (notin)"),
        ("a.b/c=d", "a.b/c=d"),
        ("x=in", "x=in"),
    ];
    for (text, want) in table {
        let selector: Selector = text.parse().unwrap_or_else(|error| panic!("{text:?}: {error}"));
        assert_eq!(selector.to_string(), want, "{text:?}");
    }
}

#[test]
fn refusals() {
    let table = [
        (",", "found ',', expected: !, identifier, or 'end of string'"),
        (
            "x=a||y=b",
            "unable to parse requirement: values[0][x]: Invalid value: \"a||y\": a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyValue',  or 'my_value',  or '12345', regex used for validation is '(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?')",
        ),
        ("a b=c", "unable to parse requirement: found 'b', expected: in, notin, =, ==, !=, gt, lt"),
        ("app in (x", "unable to parse requirement: found '', expected: ',' or ')'"),
        ("app=bad value", "found 'value', expected: ',' or 'end of string'"),
        (
            "tier>x",
            "unable to parse requirement: values[0]: Invalid value: \"x\": for 'Gt', 'Lt' operators, the value must be an integer",
        ),
        ("x,", "found '', expected: identifier after ','"),
        ("!", "unable to parse requirement: found '', expected: identifier"),
        ("x==(", "unable to parse requirement: found '(', expected: identifier"),
        ("x in a", "unable to parse requirement: found 'a' expected: '('"),
        ("x in (=)", "unable to parse requirement: found '=', expected: ',', ')' or identifier"),
        ("x in (a,=)", "unable to parse requirement: found '=', expected: ',', or identifier"),
        ("!x in (a)", "found 'in', expected: ',' or 'end of string'"),
        (
            "a/b/c=d",
            "unable to parse requirement: <nil>: Invalid value: \"a/b/c\": a valid label key must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]') with an optional DNS subdomain prefix and '/' (e.g. 'example.com/MyName')",
        ),
    ];
    for (text, want) in table {
        assert_eq!(text.parse::<Selector>().unwrap_err().to_string(), want, "{text:?}");
    }
}

#[test]
fn matching() {
    let table = [
        ("", "", true),
        ("x=y", "x=y", true),
        ("x=y", "", false),
        ("x=y", "x=z", false),
        ("x!=y", "", true),
        ("x!=y", "x=y", false),
        ("x in (a,b)", "x=b", true),
        ("x notin (a,b)", "x=b", false),
        ("x notin (a,b)", "", true),
        ("x", "x=", true),
        ("!x", "x=", false),
        ("x>1", "x=2", true),
        ("x>1", "x=1", false),
        ("x<1", "x=zzz", false),
        ("x<1", "x=-5", true),
        ("x<1,y", "x=0", false),
        ("x=", "x=", true),
        ("x in ()", "x=", true),
    ];
    for (selector, object, want) in table {
        let parsed: Selector = selector.parse().unwrap();
        assert_eq!(parsed.matches(&labels(object)), want, "{selector:?} on {object:?}");
    }
    assert!(!Selector::Nothing.matches(&labels("")));
    assert!(Selector::everything().is_everything() && !Selector::Nothing.is_everything());
}

#[test]
fn looking_inside() {
    let selector: Selector = "a=1,b in (2),c in (3,4)".parse().unwrap();
    assert_eq!(selector.exact_match("a"), Some("1"));
    assert_eq!(selector.exact_match("b"), Some("2"));
    assert_eq!(selector.exact_match("c"), None);
    assert_eq!(selector.requirements().unwrap()[2].values(), ["3", "4"]);
    assert!(!selector.is_equality_based());
    assert_eq!(Selector::from_labels(&labels("b=2,a=1")).to_string(), "a=1,b=2");
}

#[test]
fn field_selectors() {
    let table = [
        ("", ""),
        ("a=b", "a=b"),
        ("b==c,a!=d", "a!=d,b=c"),
        (r"a=x\,y\=z\\", r"a=x\,y\=z\\"),
        (",,a=b,", "a=b"),
        ("=", "="),
    ];
    for (text, want) in table {
        assert_eq!(text.parse::<FieldSelector>().unwrap().to_string(), want, "{text:?}");
    }
    let refused = [
        (
            "metadata.name in (a)",
            "invalid selector: 'metadata.name in (a)'; can't understand 'metadata.name in (a)'",
        ),
        (r"a=\x", r"invalid field selector: invalid escape sequence: \x"),
        (r"a=b\", r"invalid field selector: invalid escape sequence: \"),
        ("a=b=c", "invalid field selector: unescaped character in value: 61"),
    ];
    for (text, want) in refused {
        assert_eq!(text.parse::<FieldSelector>().unwrap_err().to_string(), want, "{text:?}");
    }
    let selector: FieldSelector = "a=1,b!=2".parse().unwrap();
    assert!(selector.matches(&[("a", "1")][..]));
    assert!(!selector.matches(&[("a", "1"), ("b", "2")][..]));
    assert_eq!(selector.exact_match("a"), Some("1"));
    assert_eq!(selector.exact_match("b"), None);
    let dropped = selector.transform(|f, v| Ok::<_, ()>(if f == "a" { Default::default() } else { (f, v) }));
    assert_eq!(dropped.unwrap().to_string(), "b!=2");
}

#[test]
fn label_selector_objects() {
    let json = r#"{"matchLabels":{"app":"a"},"matchExpressions":[{"key":"t","operator":"In","values":["x","y"]},{"key":"z","operator":"Exists"}]}"#;
    let object: LabelSelector = serde_json::from_str(json).unwrap();
    assert_eq!(serde_json::to_string(&object).unwrap(), json);
    assert_eq!(object.to_selector().unwrap().to_string(), "app=a,t in (x,y),z");
    assert_eq!(LabelSelector::describe(Some(&object)), "app=a,t in (x,y),z");
    assert_eq!(LabelSelector::describe(None), "<none>");
    assert_eq!(LabelSelector::to_selector_or_nothing(None).unwrap(), Selector::Nothing);
    assert!(LabelSelector::default().to_selector().unwrap().is_everything());
    assert_eq!(
        object.as_map().unwrap_err().to_string(),
        "operator \"In\" without a single value cannot be converted into the old label selector format"
    );
    let parsed = LabelSelector::parse("app=a,t in (y,x),z").unwrap();
    assert_eq!(parsed, object);
    assert_eq!(
        LabelSelector::parse("a>1").unwrap_err().to_string(),
        "\"gt\" isn't supported in label selectors"
    );
}

#[test]
fn label_selector_validation() {
    let check = |json: &str| {
        let selector: LabelSelector = serde_json::from_str(json).unwrap();
        validate_label_selector(&selector, LabelSelectorOptions::default(), &Path::new("spec.selector"))
            .to_string()
    };
    assert_eq!(
        check(r#"{"matchExpressions":[{"key":"app","operator":"In"}]}"#),
        "spec.selector.matchExpressions[0].values: Required value: must be specified when `operator` is 'In' or 'NotIn'"
    );
    assert_eq!(
        check(r#"{"matchExpressions":[{"key":"app","operator":"Near","values":["a"]}]}"#),
        "spec.selector.matchExpressions[0].operator: Invalid value: \"Near\": not a valid selector operator"
    );
    assert_eq!(
        check(r#"{"matchExpressions":[{"key":"app","operator":"Exists","values":["a"]}]}"#),
        "spec.selector.matchExpressions[0].values: Forbidden: may not be specified when `operator` is 'Exists' or 'DoesNotExist'"
    );
}
