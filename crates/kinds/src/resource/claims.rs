//! What a claim asks for: devices, constraints between them, and what their drivers are told.

use meta::{ErrorList, FieldError, Path, validate};
use serde_json::{Value, json};

use super::lists::{self, by_itself, by_name, each};
use crate::rules::object::{default, has, items, text};
use crate::rules::report::Report;

const MAX_REQUESTS: usize = 32;
const MAX_ALTERNATIVES: usize = 8;
const MAX_CONSTRAINTS: usize = 32;
const MAX_CONFIGS: usize = 32;

/// Fills in what the requests of a spec leave out.
pub fn defaults(spec: &mut Value) {
    let Some(devices) = spec.get_mut("devices") else { return };
    for request in items(devices, "requests") {
        if let Some(exactly) = request.get_mut("exactly").filter(|exactly| exactly.is_object()) {
            request_defaults(exactly);
        }
        items(request, "firstAvailable").for_each(request_defaults);
    }
}

fn request_defaults(request: &mut Value) {
    default(request, "allocationMode", "ExactCount");
    if request["allocationMode"] == "ExactCount" && request["count"].as_i64().unwrap_or(0) == 0 {
        request["count"] = json!(1);
    }
}

/// What is wrong with a spec at `path`.
pub fn validate(spec: &Value, path: &Path<'_>, errors: &mut ErrorList) {
    let (devices, at) = (&spec["devices"], path.child("devices"));
    lists::validate(devices, "requests", MAX_REQUESTS, &at, errors, Some(by_name), request_errors);
    lists::validate(devices, "constraints", MAX_CONSTRAINTS, &at, errors, None, |constraint, at, errors| {
        references(constraint, devices, at, errors);
        match (constraint["matchAttribute"].as_str(), constraint["distinctAttribute"].as_str()) {
            (Some(name), _) => lists::full_name(name, &at.child("matchAttribute"), errors),
            (None, Some(name)) => lists::full_name(name, &at.child("distinctAttribute"), errors),
            (None, None) => {
                let detail = r#"exactly one of "matchAttribute" or "distinctAttribute" is required, but multiple fields are set"#;
                errors.required(at, detail);
            }
        }
    });
    lists::validate(devices, "config", MAX_CONFIGS, &at, errors, None, |config, at, errors| {
        references(config, devices, at, errors);
        lists::configuration(config, at, errors);
    });
}

fn request_errors(request: &Value, path: &Path<'_>, errors: &mut ErrorList) {
    let name = text(request, "name");
    errors.problems(&path.child("name"), name, validate::dns1123_label(name));
    match (has(request, "exactly"), !each(request, "firstAvailable").is_empty()) {
        (false, false) => errors.required(path, "exactly one of `exactly` or `firstAvailable` is required"),
        (true, true) => {
            let detail =
                "exactly one of `exactly` or `firstAvailable` is required, but multiple fields are set";
            errors.invalid(path, meta::BadValue::Null, detail);
        }
        (true, false) => wish_errors(&request["exactly"], &path.child("exactly"), errors),
        (false, true) => {
            let judge = |wish: &Value, at: &Path<'_>, errors: &mut ErrorList| {
                let name = text(wish, "name");
                errors.problems(&at.child("name"), name, validate::dns1123_label(name));
                wish_errors(wish, at, errors);
            };
            lists::validate(request, "firstAvailable", MAX_ALTERNATIVES, path, errors, Some(by_name), judge);
        }
    }
}

fn wish_errors(wish: &Value, path: &Path<'_>, errors: &mut ErrorList) {
    let (class, at) = (text(wish, "deviceClassName"), path.child("deviceClassName"));
    if class.is_empty() {
        errors.required(&at, "");
    } else {
        errors.problems(&at, class, validate::dns1123_subdomain(class));
    }
    lists::selectors(wish, path, errors);
    let (count, at) = (wish["count"].as_i64().unwrap_or(0), path.child("count"));
    match text(wish, "allocationMode") {
        "All" if count != 0 => {
            errors.invalid(&at, count, "must not be specified when allocationMode is 'All'")
        }
        "All" => {}
        "ExactCount" if count <= 0 => errors.invalid(&at, count, "must be greater than zero"),
        "ExactCount" => {}
        other => {
            let at = path.child("allocationMode");
            errors.push(FieldError::not_supported(&at, other, &["All", "ExactCount"]));
        }
    }
    let at = path.child("tolerations");
    for (i, toleration) in each(wish, "tolerations").into_iter().enumerate() {
        toleration_errors(toleration, &at.index(i), errors);
    }
}

fn toleration_errors(toleration: &Value, path: &Path<'_>, errors: &mut ErrorList) {
    let (key, operator, value) =
        (text(toleration, "key"), text(toleration, "operator"), text(toleration, "value"));
    if !key.is_empty() {
        errors.append(validate::object_meta::label_name(key, &path.child("key")));
    }
    match operator {
        "Exists" if !value.is_empty() => {
            errors.invalid(&path.child("value"), value, "must be empty for operator `Exists`");
        }
        "Exists" => {}
        "Equal" => errors.problems(&path.child("value"), value, validate::label_value(value)),
        "" => errors.required(&path.child("operator"), ""),
        other => errors.push(FieldError::not_supported(&path.child("operator"), other, &["Equal", "Exists"])),
    }
    let effect = text(toleration, "effect");
    if !["", "NoExecute", "NoSchedule", "None"].contains(&effect) {
        errors.one_of(&path.child("effect"), effect, &["NoExecute", "NoSchedule", "None"]);
    }
}

/// What constraints and configurations are about: requests of the claim, or one alternative of a request.
fn references(tree: &Value, devices: &Value, path: &Path<'_>, errors: &mut ErrorList) {
    let judge = |name: &Value, at: &Path<'_>, errors: &mut ErrorList| {
        let name = name.as_str().unwrap_or_default();
        let detail = "must be the name of a request in the claim or the name of a request and a subrequest separated by '/'";
        let parts: Vec<&str> = name.split('/').collect();
        if parts.len() > 2 {
            return errors.invalid(at, name, detail);
        }
        for part in &parts {
            errors.problems(at, part, validate::dns1123_label(part));
        }
        let request = each(devices, "requests").into_iter().find(|request| text(request, "name") == parts[0]);
        let known = request.is_some_and(|request| {
            parts
                .get(1)
                .is_none_or(|part| each(request, "firstAvailable").iter().any(|one| by_name(one) == *part))
        });
        if !known {
            errors.invalid(at, name, detail);
        }
    };
    lists::validate(tree, "requests", MAX_REQUESTS, path, errors, Some(by_itself), judge);
}
