//! JSON: Go's syntax errors word for word, numbers, strings, duplicates.

use codec::json::{self, decode};
use serde_json::{Value, json};

#[test]
fn syntax_errors_read_as_gos() {
    let cases = [
        ("", "unexpected end of JSON input"),
        ("{\"a\":", "unexpected end of JSON input"),
        ("{\"a", "unexpected end of JSON input"),
        ("[1,", "unexpected end of JSON input"),
        ("tru", "unexpected end of JSON input"),
        ("{bad", "invalid character 'b' looking for beginning of object key string"),
        ("{,", "invalid character ',' looking for beginning of object key string"),
        ("{\"a\":1,}", "invalid character '}' looking for beginning of object key string"),
        ("x", "invalid character 'x' looking for beginning of value"),
        ("[1,]", "invalid character ']' looking for beginning of value"),
        ("'a'", "invalid character '\\'' looking for beginning of value"),
        ("{\"a\" 1}", "invalid character '1' after object key"),
        ("{\"a\":1 \"b\"}", "invalid character '\"' after object key:value pair"),
        ("[1 2]", "invalid character '2' after array element"),
        ("{} x", "invalid character 'x' after top-level value"),
        ("01", "invalid character '1' after top-level value"),
        ("\"a\nb\"", "invalid character '\\n' in string literal"),
        ("\"\\x\"", "invalid character 'x' in string escape code"),
        ("\"\\u12g4\"", "invalid character 'g' in \\u hexadecimal character escape"),
        ("-x", "invalid character 'x' in numeric literal"),
        ("1.x", "invalid character 'x' after decimal point in numeric literal"),
        ("1ex", "invalid character 'x' in exponent of numeric literal"),
        ("trxe", "invalid character 'x' in literal true (expecting 'u')"),
        ("nul1", "invalid character '1' in literal null (expecting 'l')"),
        ("\u{1}", "invalid character '\\x01' looking for beginning of value"),
        ("\\", "invalid character '\\\\' looking for beginning of value"),
    ];
    for (text, expected) in cases {
        let error = decode(text.as_bytes()).expect_err(text);
        assert_eq!(error.to_string(), expected, "{text:?}");
    }
}

#[test]
fn values_decode() {
    let cases = [
        (" {\"a\" : [ 1 , -2 , true ] }\n", json!({"a": [1, -2, true]})),
        ("-0", json!(0)),
        ("9223372036854775807", json!(i64::MAX)),
        ("99999999999999999999", json!(1e20)),
        ("1.0", json!(1.0)),
        ("1e3", json!(1000.0)),
        (r#""a\u00e9\n\/\"\\\t""#, json!("aé\n/\"\\\t")),
        (r#""\ud83d\ude00""#, json!("😀")),
        (r#""\ud83d""#, json!("\u{fffd}")),
        (r#""\ud83dx""#, json!("\u{fffd}x")),
        (r#""\ud83d\u0041""#, json!("\u{fffd}A")),
        (r#""\ude00""#, json!("\u{fffd}")),
        ("null", Value::Null),
        ("{}", json!({})),
        ("[]", json!([])),
    ];
    for (text, expected) in cases {
        assert_eq!(decode(text.as_bytes()).expect(text).value, expected, "{text}");
    }
    let broken = decode(b"\"a\xff\xfeb\"").expect("invalid UTF-8 is replaced");
    assert_eq!(broken.value, json!("a\u{fffd}\u{fffd}b"));
    let error = decode(b"1e999").expect_err("too large");
    assert_eq!(error.to_string(), "json: cannot unmarshal number 1e999 into Go value of type float64");
}

#[test]
fn duplicates_are_found_with_their_paths() {
    let text = r#"{"a":{"b":1,"b":2},"l":[{"c":1},{"c":1,"c":3}],"a":{"z":1},"l":[]}"#;
    let decoded = decode(text.as_bytes()).expect("valid");
    assert_eq!(decoded.value, json!({"a": {"z": 1}, "l": []}));
    let findings: Vec<_> = decoded.findings.iter().map(ToString::to_string).collect();
    assert_eq!(
        findings,
        [
            "duplicate field \"a.b\"",
            "duplicate field \"l[1].c\"",
            "duplicate field \"a\"",
            "duplicate field \"l\"",
        ]
    );
}

#[test]
fn typed_duplicates_merge_as_in_go() {
    let definition = schema::builtin("", "v1", "ConfigMap").expect("a built-in kind");
    let text = r#"{"metadata":{"name":"x"},"metadata":{"namespace":"y"},"data":{"a":"1"},"data":{"b":"2"}}"#;
    let decoded = json::decode_typed(text.as_bytes(), definition).expect("valid");
    assert_eq!(
        decoded.value,
        json!({"metadata": {"name": "x", "namespace": "y"}, "data": {"a": "1", "b": "2"}})
    );
    assert_eq!(decoded.findings.len(), 2);
}

#[test]
fn nesting_is_bounded() {
    let deep = "[".repeat(100_000);
    assert_eq!(decode(deep.as_bytes()).expect_err("too deep"), json::SyntaxError::Depth);
    let fine = format!("{}{}", "[".repeat(json::MAX_DEPTH), "]".repeat(json::MAX_DEPTH));
    assert!(decode(fine.as_bytes()).is_ok());
}

#[test]
fn texts_of_special_types_are_checked() {
    let pod = schema::builtin("", "v1", "Pod").expect("a built-in kind");
    let cases = [
        (
            json!({"metadata": {"creationTimestamp": "yesterday"}}),
            r#"parsing time "yesterday" as "2006-01-02T15:04:05Z07:00": cannot parse "yesterday" as "2006""#,
        ),
        (
            json!({"spec": {"containers": [{"name": "c", "resources": {"limits": {"cpu": "1mm"}}}]}}),
            "unable to parse quantity's suffix",
        ),
        (
            json!({"spec": {"overhead": {"cpu": true}}}),
            "quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'",
        ),
        (
            json!({"spec": {"ports": [], "priority": 1.5}}),
            "json: cannot unmarshal number 1.5 into Go struct field PodSpec.spec.priority of type int32",
        ),
    ];
    for (tree, expected) in cases {
        let error = codec::check::check(&tree, pod).expect_err("not valid");
        assert_eq!(error.to_string(), expected);
    }
    let fine = json!({"metadata": {"creationTimestamp": null}, "spec": {"overhead": {"cpu": 1}}});
    assert_eq!(codec::check::check(&fine, pod), Ok(()));
    let unknown = codec::check::check_strictly(&json!({"spec": {"x": 1}, "a": 2}), pod).expect("types fit");
    let unknown: Vec<_> = unknown.iter().map(ToString::to_string).collect();
    assert_eq!(unknown, ["unknown field \"a\"", "unknown field \"spec.x\""]);
}

#[test]
fn trees_are_written_as_go_writes_them() {
    let tree = json!({"f": 1.0, "g": 0.5, "h": 1e21, "i": 1e-7, "s": "<&>", "l": [], "m": {}});
    assert_eq!(
        String::from_utf8(json::to_vec(&tree)).expect("UTF-8"),
        r#"{"f":1,"g":0.5,"h":1e+21,"i":1e-7,"l":[],"m":{},"s":"<&>"}"#
    );
    let pretty = String::from_utf8(json::to_vec_pretty(&json!({"a": [1], "b": {}}))).expect("UTF-8");
    assert_eq!(pretty, "{\n  \"a\": [\n    1\n  ],\n  \"b\": {}\n}");
}

#[test]
fn bodies_are_summarized() {
    assert_eq!(json::summarize(b"", 30), "<empty>");
    assert_eq!(json::summarize(b"{\"a\":", 30), "{\"a\":");
    assert_eq!(json::summarize(b"[1]", 30), "5b315d");
    assert_eq!(json::summarize(b"{\"abc\"", 3), "{\"a ...");
}
