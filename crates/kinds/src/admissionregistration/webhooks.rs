//! What both kinds of webhook configurations share.

use meta::{BadValue, ErrorList, FieldError, Path, Time, validate};
use resource::{Column, Object};
use serde_json::{Value, json};

use super::{FAILURE_POLICIES, REINVOCATION_POLICIES, client, expressions, match_rules};
use crate::printing::{age, age_of, integer, name};
use crate::rules::object::{default, default_absent, has, items, same, text};
use crate::rules::report::Report;
use crate::rules::seen::{Seen, any_repeats};

/// The versions of `AdmissionReview` that are spoken.
const VERSIONS: [&str; 2] = ["v1", "v1beta1"];
const SIDE_EFFECTS: [&str; 4] = ["None", "NoneOnDryRun", "Some", "Unknown"];
/// Webhooks with these can be called in a dry run.
const NO_SIDE_EFFECTS: [&str; 2] = ["None", "NoneOnDryRun"];

/// The columns of a configuration.
pub fn columns() -> Vec<Column> {
    let words = "Webhooks indicates the number of webhooks registered in this configuration";
    vec![name(), integer("Webhooks", words), age()]
}

/// The cells of [`columns`].
pub fn cells(object: &Object, now: Time) -> Vec<Value> {
    let count = object.get("webhooks").and_then(Value::as_array).map_or(0, Vec::len);
    vec![json!(count), age_of(object, now)]
}

/// Fills in what webhooks leave out.
pub fn defaults(object: &mut Object, is_mutating: bool) {
    for hook in items(object.tree_mut(), "webhooks") {
        default_absent(hook, "failurePolicy", "Fail");
        match_rules::matching_defaults(hook);
        default(hook, "timeoutSeconds", 10);
        match_rules::rule_defaults(hook, "rules");
        if let Some(service) = hook.pointer_mut("/clientConfig/service") {
            default(service, "port", 443);
        }
        if is_mutating {
            default_absent(hook, "reinvocationPolicy", "Never");
        }
    }
}

/// What is let pass because the old object has it already.
#[derive(Default)]
struct Lenience {
    same_conditions: bool,
    side_effects: bool,
    unknown_versions: bool,
    repeated_names: bool,
    any_values: bool,
}

impl Lenience {
    fn of(old: Option<&Object>, new: &Object) -> Self {
        let Some(old) = old else { return Self::default() };
        let hooks =
            |object: &Object| object.get("webhooks").and_then(Value::as_array).cloned().unwrap_or_default();
        let (new, old) = (hooks(new), hooks(old));
        let conditions = |hook: &Value| hook.get("matchConditions").cloned();
        let unknown = |hook: &Value| {
            let versions = match_rules::texts(hook, "admissionReviewVersions");
            !versions.is_empty() && !versions.iter().any(|version| VERSIONS.contains(version))
        };
        let wrong = |hook: &Value| {
            let mut errors = ErrorList::new();
            for field in ["namespaceSelector", "objectSelector"].iter().filter(|field| has(hook, field)) {
                match_rules::selector(&hook[*field], false, &Path::nil(), &mut errors);
            }
            !errors.is_empty()
        };
        Self {
            same_conditions: new.len() == old.len()
                && new.iter().zip(&old).all(|(n, o)| same(conditions(n).as_ref(), conditions(o).as_ref())),
            side_effects: old.iter().any(|hook| !NO_SIDE_EFFECTS.contains(&text(hook, "sideEffects"))),
            unknown_versions: old.iter().any(unknown),
            repeated_names: any_repeats(old.iter().map(|hook| text(hook, "name"))),
            any_values: old.iter().any(wrong),
        }
    }
}

/// What is wrong with the webhooks of a configuration that may replace `old`.
pub fn validate(new: &Object, old: Option<&Object>) -> ErrorList {
    let (mut errors, path) = (ErrorList::new(), Path::new("webhooks"));
    let lenience = Lenience::of(old, new);
    let mut seen = Seen::new();
    for (i, hook) in match_rules::each(new.tree(), "webhooks") {
        let (at, name) = (path.index(i), text(hook, "name"));
        hook_errors(hook, &lenience, &at, &mut errors);
        version_errors(hook, &lenience, &at.child("admissionReviewVersions"), &mut errors);
        if !lenience.repeated_names && !name.is_empty() && seen.again(name) {
            errors.duplicate(&at.child("name"), name);
        }
    }
    errors
}

fn hook_errors(hook: &Value, lenience: &Lenience, path: &Path<'_>, errors: &mut ErrorList) {
    errors.append(validate::fully_qualified_name(&path.child("name"), text(hook, "name")));
    let at = path.child("rules");
    for (i, rule) in match_rules::each(hook, "rules") {
        match_rules::rule(rule, &at.index(i), errors);
    }
    let one_of = |field: &str, supported: &[&str], errors: &mut ErrorList| {
        if has(hook, field) {
            errors.one_of(&path.child(field), text(hook, field), supported);
        }
    };
    one_of("failurePolicy", &FAILURE_POLICIES, errors);
    one_of("matchPolicy", &["Equivalent", "Exact"], errors);
    let allowed: &[&str] = if lenience.side_effects { &SIDE_EFFECTS } else { &NO_SIDE_EFFECTS };
    if !has(hook, "sideEffects") {
        let detail = format!("must specify one of {}", allowed.join(", "));
        errors.required(&path.child("sideEffects"), &detail);
    }
    one_of("sideEffects", allowed, errors);
    if let Some(seconds) = hook["timeoutSeconds"].as_i64().filter(|seconds| !(1..=30).contains(seconds)) {
        let detail = "the timeout value must be between 1 and 30 seconds";
        errors.invalid(&path.child("timeoutSeconds"), seconds, detail);
    }
    for field in ["namespaceSelector", "objectSelector"].iter().filter(|field| has(hook, field)) {
        match_rules::selector(&hook[*field], lenience.any_values, &path.child(field), errors);
    }
    one_of("reinvocationPolicy", &REINVOCATION_POLICIES, errors);
    client::validate(&hook["clientConfig"], &path.child("clientConfig"), errors);
    if !lenience.same_conditions {
        expressions::conditions(hook, false, &path.child("matchConditions"), errors);
    }
}

fn version_errors(hook: &Value, lenience: &Lenience, path: &Path<'_>, errors: &mut ErrorList) {
    let versions = match_rules::texts(hook, "admissionReviewVersions");
    if versions.is_empty() {
        let detail = format!("must specify one of {}", VERSIONS.join(", "));
        return errors.push(FieldError::required(path, detail));
    }
    let mut seen = Seen::new();
    for (i, version) in versions.iter().enumerate() {
        if seen.again(version) {
            errors.invalid(&path.index(i), *version, "duplicate version");
            continue;
        }
        errors.problems(&path.index(i), version, validate::dns1035_label(version));
    }
    if !lenience.unknown_versions && !versions.iter().any(|version| VERSIONS.contains(version)) {
        let detail = format!("must include at least one of {}", VERSIONS.join(", "));
        errors.invalid(path, BadValue::json(&versions), detail);
    }
}
