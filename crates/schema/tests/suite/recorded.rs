//! What a stock server said about unknown, duplicate and mistyped fields of recorded requests, said again by `strict`.

use std::fs;

use schema::strict::{Findings, check};
use serde::Deserialize;
use serde_json::Value;
use serde_json::value::RawValue;

use super::spec;

#[derive(Deserialize)]
struct Case {
    name: String,
    steps: Vec<Step>,
}

#[derive(Deserialize)]
struct Step {
    method: String,
    body: Option<Box<RawValue>>,
    content_type: Option<String>,
    #[serde(default)]
    query: Value,
    status: Option<u16>,
    #[serde(default)]
    response: Value,
    #[serde(default)]
    warnings: Vec<String>,
}

#[derive(Default)]
struct Seen {
    rejected: usize,
    warned: usize,
    mistyped: usize,
    clean: usize,
}

#[test]
fn strict_findings_equal_the_recorded_ones() {
    let Some(folder) = spec::folder() else { return };
    let mut seen = Seen::default();
    for entry in fs::read_dir(folder.join("behaviour")).unwrap() {
        let cases: Vec<Case> =
            serde_json::from_str(&fs::read_to_string(entry.unwrap().path()).unwrap()).unwrap();
        for case in &cases {
            for step in &case.steps {
                if let Some((text, findings)) = findings(step) {
                    compare(&case.name, step, &text, &findings, &mut seen);
                }
            }
        }
    }
    println!(
        "{} rejected, {} warned, {} mistyped, {} clean",
        seen.rejected, seen.warned, seen.mistyped, seen.clean
    );
    assert!(seen.rejected > 40 && seen.warned > 3 && seen.mistyped > 40 && seen.clean > 500);
}

/// The body's text and findings, when it is JSON of a built-in kind that the server decodes as a whole.
fn findings(step: &Step) -> Option<(String, Findings)> {
    let json = step.content_type.as_deref().is_none_or(|kind| kind == "application/json");
    if !json || !matches!(step.method.as_str(), "POST" | "PUT") {
        return None;
    }
    let raw = step.body.as_ref()?.get();
    let text: String = serde_json::from_str(raw).unwrap_or_else(|_| raw.to_owned());
    let body: Value = serde_json::from_str(&text).ok()?;
    let (group, version) = match body["apiVersion"].as_str()?.split_once('/') {
        Some(parts) => parts,
        None => ("", body["apiVersion"].as_str()?),
    };
    let definition = schema::builtin(group, version, body["kind"].as_str()?)?;
    let findings = check(&text, definition);
    Some((text, findings))
}

fn compare(case: &str, step: &Step, text: &str, findings: &Findings, seen: &mut Seen) {
    let message = step.response["message"].as_str().unwrap_or_default();
    let fields: Vec<String> = findings.fields.iter().map(ToString::to_string).collect();
    let refused = message.split_once(" cannot be handled as a ").and_then(|(_, rest)| rest.split_once(": "));
    if let Some((_, strict)) = message.split_once("strict decoding error: ") {
        assert_eq!(fields.join(", "), strict, "{case}\n{text}");
        seen.rejected += 1;
    } else if let Some((_, problem)) = refused {
        if problem.starts_with("json: cannot") || problem.starts_with("illegal base64") {
            assert_eq!(findings.decode.as_ref().unwrap().to_string(), problem, "{case}\n{text}");
            seen.mistyped += 1;
        }
    } else if step.status.is_some_and(|status| status < 300) {
        assert_eq!(findings.decode, None, "{case}\n{text}");
        let said = step
            .warnings
            .iter()
            .filter(|text| text.contains("unknown field") || text.contains("duplicate field"));
        let said: Vec<String> = said.map(|text| warning(text)).collect();
        if step.query["fieldValidation"] != "Ignore" {
            assert_eq!(fields, said, "{case}\n{text}");
            *if said.is_empty() { &mut seen.clean } else { &mut seen.warned } += 1;
        }
    }
}

/// `299 - "text"` without its frame.
fn warning(header: &str) -> String {
    let text = header.strip_prefix("299 - \"").and_then(|text| text.strip_suffix('"')).unwrap_or(header);
    text.replace("\\\"", "\"")
}
