//! Recorded requests whose options a stock server refused are refused here with the same answer.

use super::spec;
use meta::StatusError;
use meta::options::{CreateOptions, DeleteOptions, ListOptions, PatchKind, PatchOptions, Query};
use serde_json::{Map, Value};

fn outcome(method: &str, single: bool, query: &Query<'_>, content_type: &str) -> Result<(), StatusError> {
    match method {
        "GET" if single => Ok(()),
        "GET" => ListOptions::from_query(query)?.validate(),
        "POST" => CreateOptions::from_query(query).validate_create(),
        "PUT" => CreateOptions::from_query(query).validate_update(),
        "DELETE" => {
            if !single {
                ListOptions::from_query(query)?.validate()?;
            }
            let options =
                DeleteOptions::from_query(query).map_err(|e| StatusError::bad_request(e.to_string()))?;
            options.validate()
        }
        "PATCH" => {
            let apply = content_type.contains("apply-patch");
            PatchOptions::from_query(query).validate(if apply { PatchKind::Apply } else { PatchKind::Other })
        }
        other => panic!("method {other}"),
    }
}

fn pairs(query: &Map<String, Value>) -> Vec<(&str, &str)> {
    let mut pairs = Vec::new();
    for (key, value) in query {
        match value {
            Value::String(text) => pairs.push((key.as_str(), text.as_str())),
            Value::Array(items) => {
                pairs.extend(items.iter().filter_map(|i| Some((key.as_str(), i.as_str()?))))
            }
            other => panic!("parameter {key} is {other}"),
        }
    }
    pairs
}

/// A path that names one object: an odd number of segments follows the version, a namespace not counted.
fn is_single(path: &str) -> bool {
    let mut segments: Vec<&str> = path.split('/').filter(|s| !s.is_empty()).collect();
    segments.drain(..if path.starts_with("/api/") { 2 } else { 3 });
    if segments.first() == Some(&"namespaces") && segments.len() > 2 {
        segments.drain(..2);
    }
    segments.len() > 1
}

#[test]
fn refused_options() {
    let (mut refused, mut accepted) = (0, 0);
    for (case, step) in spec::steps() {
        // Placeholders of the recording are no valid label values, but what they stood for were.
        let step: Value =
            serde_json::from_str(&step.to_string().replace("$id", "id").replace("$ns", "ns")).unwrap();
        let (Some(method), Some(path)) = (step["method"].as_str(), step["path"].as_str()) else { continue };
        let Some(query) = step["query"].as_object().filter(|_| path.starts_with("/api")) else { continue };
        let query: Query<'_> = pairs(query).into_iter().collect();
        let content_type = step["content_type"].as_str().unwrap_or("");
        match outcome(method, is_single(path), &query, content_type) {
            Ok(()) => {
                let message = step["response"]["message"].as_str().unwrap_or("");
                assert!(!message.contains("Options.meta.k8s.io"), "{case}: accepted, but {message}");
                assert!(
                    !message.starts_with("unable to parse requirement"),
                    "{case}: accepted, but {message}"
                );
                accepted += 1;
            }
            Err(error) => {
                assert_eq!(serde_json::to_value(error.status()).unwrap(), step["response"], "{case}");
                refused += 1;
            }
        }
    }
    println!("{refused} refused, {accepted} accepted");
}
