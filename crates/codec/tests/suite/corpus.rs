//! A stock server's recorded answers to bodies that cannot be decoded, or not strictly.

use codec::{json, yaml};
use serde_json::Value;

use super::spec;

/// Every recorded "cannot be handled as" of a JSON body is reproduced, text for text.
#[test]
fn decoding_errors_are_the_recorded_ones() {
    let mut checked = 0;
    for step in spec::behaviour("fieldvalidation").iter().chain(&spec::behaviour("validation")) {
        let message = step["response"]["message"].as_str().unwrap_or_default();
        let Some((head, expected)) = message.split_once(": ") else { continue };
        if !head.contains("cannot be handled as") || step["content_type"].is_string() {
            continue;
        }
        let body = match &step["body"] {
            Value::String(text) => text.clone().into_bytes(),
            // Reading the recording has rounded this one number.
            tree => String::from_utf8(json::to_vec(tree))
                .expect("UTF-8")
                .replace("100000000000000000000", "99999999999999999999")
                .into_bytes(),
        };
        let tree = json::decode(&body).expect("JSON").value;
        let meta = json::type_meta(&tree).expect("an object");
        let (group, version) = meta.api_version.split_once('/').unwrap_or(("", meta.api_version));
        let Some(definition) = schema::builtin(group, version, meta.kind) else { continue };
        // The recording is an object where the order of members is lost; compare findings as sets.
        let found = match json::decode_typed(&body, definition) {
            Err(error) => error.to_string(),
            Ok(decoded) => {
                let texts: Vec<_> = decoded.findings.iter().map(ToString::to_string).collect();
                format!("strict decoding error: {}", texts.join(", "))
            }
        };
        let sorted = |text: &str| {
            let text = text.replace("strict decoding error: ", "");
            let mut parts: Vec<_> = text.split(", ").map(str::to_owned).collect();
            parts.sort();
            parts
        };
        assert_eq!(sorted(&found), sorted(expected), "{}", meta.kind);
        checked += 1;
    }
    assert!(checked > 60 || spec::folder().is_none(), "only {checked} cases");
}

/// Bodies that are not JSON or YAML at all.
#[test]
fn syntax_errors_are_the_recorded_ones() {
    for step in spec::behaviour("errors") {
        let (Some(message), Some(body)) = (step["response"]["message"].as_str(), step["body"].as_str())
        else {
            continue;
        };
        if let Some((_, expected)) = message.split_once("json parse error: ") {
            let found = match json::decode(body.as_bytes()) {
                Err(error) => error.to_string(),
                Ok(decoded) => json::type_meta(&decoded.value).expect_err("refused").to_string(),
            };
            let summary = format!("{found} ({})", json::summarize(body.as_bytes(), 30));
            assert!(expected == found || expected == summary, "{expected} / {found}");
        } else if let Some((_, expected)) = message.split_once("yaml: ") {
            let found = yaml::decode(body.as_bytes()).expect_err("refused").to_string();
            assert!(format!("yaml: {expected}").starts_with(&found), "{expected} / {found}");
        }
    }
}

/// Golden objects hold nothing that strict decoding objects to.
#[test]
fn golden_objects_decode_strictly() {
    for golden in spec::objects() {
        let decoded = json::decode_typed(&golden.json, golden.definition);
        let decoded = decoded.unwrap_or_else(|error| panic!("{}: {error}", golden.name));
        assert!(decoded.findings.is_empty(), "{}: {:?}", golden.name, decoded.findings);
    }
}
