//! YAML: golden objects byte for byte, the corners of YAML 1.1, and upstream's error texts.

use codec::yaml;
use serde_json::{Value, json};

use super::spec;

#[test]
fn golden_objects_print_byte_for_byte() {
    for golden in spec::objects() {
        let printed = yaml::to_string(&golden.tree());
        assert_eq!(printed.as_bytes(), golden.yaml, "{}", golden.name);
    }
}

#[test]
fn golden_objects_read_as_their_json() {
    for golden in spec::objects() {
        let read = yaml::decode(&golden.yaml).expect("golden YAML parses");
        assert_eq!(read.value, golden.tree(), "{}", golden.name);
        assert!(read.duplicates.is_empty());
    }
}

#[test]
fn scalars_resolve_as_in_yaml_1_1() {
    let cases = [
        ("yes", json!(true)),
        ("No", json!(false)),
        ("on", json!(true)),
        ("y", json!(true)),
        ("yEs", json!("yEs")),
        ("~", Value::Null),
        ("", Value::Null),
        ("null", Value::Null),
        ("0644", json!(420)),
        ("0o17", json!(15)),
        ("0x1F", json!(31)),
        ("0b101", json!(5)),
        ("-0b101", json!(-5)),
        ("08", json!(8)),
        ("1_000", json!(1000)),
        ("+12", json!(12)),
        ("1.5", json!(1.5)),
        (".5", json!(0.5)),
        ("1e3", json!(1000)),
        ("1.", json!(1)),
        ("1.2.3", json!("1.2.3")),
        ("18446744073709551615", json!(18_446_744_073_709_551_615_u64)),
        ("2001-01-01", json!("2001-01-01")),
        ("1:30", json!("1:30")),
        ("'1'", json!("1")),
        ("\"yes\"", json!("yes")),
        ("!!str 12", json!("12")),
        ("!!float 1", json!(1)),
        ("!!binary aGk=", json!("hi")),
        ("100m", json!("100m")),
        ("-", json!([null])),
        ("-a", json!("-a")),
        ("<<", json!("<<")),
        ("\u{feff}a: 1", json!({"a": 1})),
        ("{\"a\":\t[1, \"x\\u00e9\"]}", json!({"a": [1, "xé"]})),
        ("a: >-\n  x\n  y\n", json!({"a": "x y"})),
        ("# only a comment", Value::Null),
        ("a: 1\n---\nb: 2\n", json!({"a": 1})),
    ];
    for (text, expected) in cases {
        let read = yaml::decode(text.as_bytes()).unwrap_or_else(|error| panic!("{text:?}: {error}"));
        assert_eq!(read.value, expected, "{text:?}");
    }
}

#[test]
fn keys_become_strings_and_merge_keys_expand() {
    let text =
        "base: &b {a: 1, b: 2}\nx:\n  <<: *b\n  b: 3\nz:\n  <<: [{a: 5}, *b]\n1: one\ntrue: t\n1.5: f\n";
    let expected = json!({
        "base": {"a": 1, "b": 2}, "x": {"a": 1, "b": 3}, "z": {"a": 5, "b": 2}, "1": "one", "true": "t", "1.5": "f",
    });
    assert_eq!(yaml::decode(text.as_bytes()).expect("parses").value, expected);
}

#[test]
fn duplicate_keys_are_named_with_their_lines() {
    let text = "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: x\nbogus: 1\ndata:\n  a: b\n  a: c\n";
    let read = yaml::decode(text.as_bytes()).expect("parses");
    assert_eq!(read.value["data"]["a"], "c");
    assert_eq!(read.duplicates, ["line 8: key \"a\" already set in map"]);
    assert_eq!(
        read.strict_error().as_deref(),
        Some("yaml: unmarshal errors:\n  line 8: key \"a\" already set in map")
    );
}

#[test]
fn errors_read_as_upstream() {
    let cases = [
        ("a: b: c", "yaml: mapping values are not allowed in this context"),
        ("a:\n\t- b", "yaml: line 2: found character that cannot start any token"),
        ("{", "yaml: line 1: did not find expected node content"),
        ("a: [1,\n", "yaml: line 1: did not find expected node content"),
        ("a: [1", "yaml: line 1: did not find expected ',' or ']'"),
        ("a: {b", "yaml: line 1: did not find expected ',' or '}'"),
        ("a: 'x", "yaml: found unexpected end of stream"),
        ("a: *b", "yaml: unknown anchor 'b' referenced"),
        ("a: @x", "yaml: found character that cannot start any token"),
        ("a: 1\n b: 2", "yaml: line 2: mapping values are not allowed in this context"),
        ("a:\n- b\nc", "yaml: line 4: could not find expected ':'"),
        ("a: \"\\q\"", "yaml: found unknown escape character"),
        ("a: \u{1}", "yaml: control characters are not allowed"),
        ("<<: 1", "yaml: map merge requires map or sequence of maps as the value"),
    ];
    let mut wrong = Vec::new();
    for (text, expected) in cases {
        match yaml::decode(text.as_bytes()) {
            Ok(read) => wrong.push(format!("{text:?}: read as {}", read.value)),
            Err(error) if error.to_string() == expected => {}
            Err(error) => wrong.push(format!("{text:?}: {error} / {expected}")),
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn strings_are_quoted_where_go_yaml_quotes_them() {
    let long = "word ".repeat(30);
    let cases = [
        ("plain", "plain"),
        ("", "\"\""),
        ("yes", "\"yes\""),
        ("1", "\"1\""),
        ("1.5", "\"1.5\""),
        ("null", "\"null\""),
        ("~", "\"~\""),
        ("2001-01-01", "\"2001-01-01\""),
        ("2020-01-01T00:00:00Z", "\"2020-01-01T00:00:00Z\""),
        ("1:30", "\"1:30\""),
        ("a: b", "'a: b'"),
        ("a:b", "a:b"),
        ("a #b", "'a #b'"),
        ("- a", "'- a'"),
        ("-a", "-a"),
        ("--- x", "'--- x'"),
        ("@x", "'@x'"),
        ("*x", "'*x'"),
        ("it's", "it's"),
        ("'x", "'''x'"),
        ("[x]", "'[x]'"),
        ("{x}", "'{x}'"),
        ("x]", "x]"),
        (" x", "' x'"),
        ("x ", "'x '"),
        ("a\tb", "\"a\\tb\""),
        ("a\u{1f600}", "\"a\\U0001F600\""),
        ("é", "é"),
        ("a\nb", "|-\n  a\n  b"),
        ("a\nb\n", "|\n  a\n  b"),
        ("a\n\n", "|+\n  a\n"),
        (" a\nb", "|2-\n   a\n  b"),
        ("a \nb", "\"a \\nb\""),
        ("<<", "<<"),
        ("=", "="),
        ("100m", "100m"),
        ("0644", "\"0644\""),
        ("08", "\"08\""),
        ("1e3", "\"1e3\""),
        ("%", "'%'"),
        ("a%", "a%"),
        ("!x", "'!x'"),
        ("?", "'?'"),
        ("?x", "?x"),
        (":x", ":x"),
        ("x:", "'x:'"),
    ];
    for (text, expected) in cases {
        let printed = yaml::to_string(&json!({"k": text}));
        assert_eq!(printed, format!("k: {expected}\n"), "{text:?}");
        assert_eq!(yaml::decode(printed.as_bytes()).expect("prints YAML").value, json!({"k": text}));
    }
    let printed = yaml::to_string(&json!({"k": long.trim_end()}));
    let head = "word ".repeat(16);
    assert_eq!(printed, format!("k: {}\n  {}\n", head.trim_end(), "word ".repeat(14).trim_end()));
}

#[test]
fn collections_are_laid_out_as_by_kubectl() {
    let tree = json!({
        "b": [], "a": {}, "l": [1, {"x": 1, "y": [2]}, [3, [4]]], "n": null, "f": 0.5, "i": 3.0, "big": 1e20,
        "a10": 1, "a9": 2, "a-b": 3, "m": {"k": {"z": true}},
    });
    let expected = "a: {}\na-b: 3\na9: 2\na10: 1\nb: []\nbig: 1e+20\nf: 0.5\ni: 3\nl:\n- 1\n- x: 1\n  \"y\":\n  - 2\n- - 3\n  - - 4\nm:\n  k:\n    z: true\n\"n\": null\n";
    assert_eq!(yaml::to_string(&tree), expected);
    let key = "k".repeat(130);
    let printed = yaml::to_string(&json!({&key: {"a": [1]}, "z": 1}));
    assert_eq!(printed, format!("? {key}\n: a:\n  - 1\nz: 1\n"));
}

#[test]
fn streams_split_at_separators() {
    let text = "---\n# only a comment\n---\na: 1\n--- # more\nb: |\n  ---x\n---\n";
    let documents: Vec<_> = yaml::documents(text).collect();
    assert_eq!(documents, ["a: 1\n", "b: |\n  ---x\n"]);
    assert_eq!(yaml::documents("").count(), 0);
}

#[test]
fn aliases_cannot_explode() {
    let mut text = String::from("a0: &a0 [x,x,x,x,x,x,x,x,x,x]\n");
    for level in 1..10 {
        let refs = vec![format!("*a{}", level - 1); 10].join(",");
        text.push_str(&format!("a{level}: &a{level} [{refs}]\n"));
    }
    let error = yaml::decode(text.as_bytes()).expect_err("too much");
    assert_eq!(error.to_string(), "yaml: document contains excessive aliasing");
}

#[test]
fn comments_are_passed_over_wherever_they_stand() {
    let text = "# first\nkind: ConfigMap # beside\n# between\ndata:\n  # within\n  a: b\n  # after\nlist:\n- 1 # one\n# last\n- 2\n";
    let read = yaml::decode(text.as_bytes()).expect("parses");
    assert_eq!(read.value, json!({"kind": "ConfigMap", "data": {"a": "b"}, "list": [1, 2]}));
}
