//! Metadata and quantities of recorded objects: read and written back, and validated as the stock server did.

use super::spec;
use meta::validate::object_meta::{self, Scope};
use meta::validate::{Messages, Unit, dns1123_label_in, dns1123_subdomain_in};
use meta::{ObjectMeta, Path, Quantity, names};
use serde_json::Value;
use std::collections::BTreeSet;

fn with_times(value: &Value) -> Value {
    let text = value.to_string().replace("\"<time>\"", "\"2024-01-01T00:00:00Z\"");
    serde_json::from_str(&text).unwrap()
}

#[test]
fn recorded_metadata_survives_a_round_trip() {
    let mut count = 0;
    for (case, step) in spec::steps() {
        spec::objects(&step["response"], &mut |map| {
            let Some(meta) = map.get("metadata").filter(|m| m.get("uid").is_some()).map(with_times) else {
                return;
            };
            let typed: ObjectMeta =
                serde_json::from_value(meta.clone()).unwrap_or_else(|e| panic!("{case}: {e}: {meta}"));
            assert_eq!(serde_json::to_value(&typed).unwrap(), meta, "{case}");
            count += 1;
        });
    }
    println!("{count} objects");
}

#[test]
fn metadata_of_sample_objects_survives_a_round_trip() {
    let Some(folder) = spec::folder() else { return };
    for file in std::fs::read_dir(folder.join("api-objects")).unwrap().map(|f| f.unwrap().path()) {
        if file.extension().is_none_or(|e| e != "json") {
            continue;
        }
        let object: Value = serde_json::from_slice(&std::fs::read(&file).unwrap()).unwrap();
        let Some(meta) = object.get("metadata").filter(|meta| meta.get("uid").is_some()) else { continue };
        let typed: ObjectMeta = serde_json::from_value(meta.clone()).unwrap();
        assert_eq!(serde_json::to_value(&typed).unwrap(), *meta, "{}", file.display());
    }
}

/// Field and message of each cause on the parts of metadata that follow the same rule for every kind.
fn causes(response: &Value) -> BTreeSet<(String, String)> {
    let shared = [
        "metadata.labels",
        "metadata.annotations",
        "metadata.finalizers",
        "metadata.ownerReferences",
        "metadata.managedFields",
    ];
    let causes = response["details"]["causes"].as_array().into_iter().flatten();
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    causes
        .map(|cause| (text(&cause["field"]), text(&cause["message"])))
        .filter(|(field, _)| shared.iter().any(|prefix| field.starts_with(prefix)))
        // Objects that must carry a label equal to their own name get an error of their own kind there.
        .filter(|(_, message)| !message.contains("Bad_Name!") && !message.contains("aaaaaaaaaa"))
        .collect()
}

#[test]
fn recorded_metadata_errors_are_found() {
    let mut count = 0;
    for (case, step) in spec::steps() {
        let want = causes(&step["response"]);
        let Some(meta) =
            step["body"].get("metadata").filter(|_| step["method"] == "POST" && !want.is_empty())
        else {
            continue;
        };
        let meta: ObjectMeta = serde_json::from_value(with_times(meta)).unwrap();
        let errors =
            object_meta::create(&meta, Scope::Cluster, |_, _| Messages::new(), &Path::new("metadata"));
        let found: BTreeSet<(String, String)> = errors
            .iter()
            .filter(|error| !matches!(error.field.as_str(), "metadata.namespace" | "metadata.name"))
            .map(|error| (error.field.clone(), error.body()))
            .collect();
        assert_eq!(found, want, "{case}");
        count += want.len();
    }
    println!("{count} causes");
}

/// Every rule that a kind can have for names, as the message of each.
fn name_messages(name: &str) -> Vec<String> {
    let rules: [fn(&str) -> Messages; 6] = [
        |name| names::dns_subdomain(name, false),
        |name| names::dns_label(name, false),
        |name| names::dns1035_label(name, false),
        |name| names::path_segment(name, false),
        |name| dns1123_subdomain_in(name, Unit::Bytes),
        |name| dns1123_label_in(name, Unit::Bytes),
    ];
    rules.into_iter().flat_map(|rule| rule(name)).map(|m| format!("Invalid value: {name:?}: {m}")).collect()
}

#[test]
fn recorded_name_errors_come_from_a_rule() {
    let own_rule = [
        "must be spec.names",
        "must be `spec.version",
        "no more than 52",
        "immutable",
        "must match",
        "must be '",
    ];
    let mut count = 0;
    for (case, step) in spec::steps() {
        for cause in step["response"]["details"]["causes"].as_array().into_iter().flatten() {
            let message = cause["message"].as_str().unwrap_or_default();
            let name = step["body"]["metadata"]["name"].as_str().unwrap_or_default();
            let relevant = cause["field"] == "metadata.name"
                && message.starts_with("Invalid value: \"")
                && !name.contains('$');
            if !relevant || own_rule.iter().any(|part| message.contains(part)) {
                continue;
            }
            assert!(name_messages(name).iter().any(|m| m == message), "{case}: {name:?} got {message}");
            count += 1;
        }
    }
    println!("{count} names");
}

fn compare_quantities(sent: &Value, got: &Value, inside: bool, case: &str, count: &mut usize) {
    match (sent, got) {
        (Value::Object(sent), Value::Object(got)) => {
            for (key, value) in sent {
                let resources =
                    matches!(key.as_str(), "limits" | "requests" | "hard" | "capacity" | "overhead");
                if let Some(got) = got.get(key) {
                    compare_quantities(value, got, inside || resources, case, count);
                }
            }
        }
        (Value::Array(sent), Value::Array(got)) => {
            sent.iter().zip(got).for_each(|(s, g)| compare_quantities(s, g, inside, case, count));
        }
        (sent, Value::String(got)) if inside => {
            let Ok(quantity) = serde_json::from_value::<Quantity>(sent.clone()) else { return };
            assert_eq!(quantity.to_string(), *got, "{case}: {sent}");
            *count += 1;
        }
        _ => {}
    }
}

#[test]
fn recorded_quantities_are_printed_alike() {
    let mut count = 0;
    for (case, step) in spec::steps() {
        if matches!(step["status"].as_u64(), Some(200 | 201)) {
            compare_quantities(&step["body"], &step["response"], false, &case, &mut count);
        }
    }
    println!("{count} quantities");
}
