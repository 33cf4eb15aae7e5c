//! How objects change between the versions of a custom kind.

use meta::{BadValue, ErrorList, Path, validate};
use serde_json::Value;

use super::one_of;
use crate::admissionregistration::client;
use crate::rules::object::{has, text};
use crate::rules::report::Report;
use crate::rules::seen::Seen;

/// The versions of `ConversionReview` that are spoken.
const VERSIONS: [&str; 2] = ["v1", "v1beta1"];

/// What is wrong with the conversion at `path`.
pub fn validate(conversion: &Value, path: &Path<'_>, errors: &mut ErrorList) {
    let strategy = text(conversion, "strategy");
    one_of(strategy, &["None", "Webhook"], &path.child("strategy"), errors);
    let (webhook, at) = (&conversion["webhook"], path.child("webhookClientConfig"));
    let versions: Vec<&str> = webhook["conversionReviewVersions"]
        .as_array()
        .into_iter()
        .flatten()
        .filter_map(Value::as_str)
        .collect();
    if strategy == "Webhook" {
        match has(webhook, "clientConfig") {
            true => client::validate(&webhook["clientConfig"], &at, errors),
            false => errors.required(&at, "required when strategy is set to Webhook"),
        }
        version_errors(&versions, &path.child("conversionReviewVersions"), errors);
        return;
    }
    let detail = "should not be set when strategy is not set to Webhook";
    if has(webhook, "clientConfig") {
        errors.forbidden(&at, detail);
    }
    if !versions.is_empty() {
        errors.forbidden(&path.child("conversionReviewVersions"), detail);
    }
}

fn version_errors(versions: &[&str], path: &Path<'_>, errors: &mut ErrorList) {
    if versions.is_empty() {
        return errors.required(path, "");
    }
    let mut seen = Seen::new();
    for (i, version) in versions.iter().enumerate() {
        if seen.again(version) {
            errors.invalid(&path.index(i), *version, "duplicate version");
            continue;
        }
        errors.problems(&path.index(i), version, validate::dns1035_label(version));
    }
    if !versions.iter().any(|version| VERSIONS.contains(version)) {
        let detail = format!("must include at least one of {}", VERSIONS.join(", "));
        errors.invalid(path, BadValue::json(versions), detail);
    }
}
