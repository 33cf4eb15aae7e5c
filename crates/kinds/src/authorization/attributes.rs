//! What access reviews ask about: a resource or a path, and who would use it.

use meta::selector::{LabelSelectorOptions, LabelSelectorRequirement, validate_field_requirement};
use meta::{BadValue, ErrorList, Path, go, validate};
use resource::Object;
use serde_json::Value;

use crate::rules::object::{has, text};
use crate::rules::report::Report;

/// What is wrong with the question of a review.
pub fn validate(review: &Object) -> ErrorList {
    let mut errors = ErrorList::new();
    let path = Path::new("spec");
    let (resource, other) = (review.get("spec.resourceAttributes"), review.get("spec.nonResourceAttributes"));
    match (resource, other) {
        (Some(_), Some(other)) => {
            let detail = "cannot be specified in combination with resourceAttributes";
            errors.invalid(&path.child("nonResourceAttributes"), shown(other), detail);
        }
        (None, None) => {
            let detail = "exactly one of nonResourceAttributes or resourceAttributes must be specified";
            errors.invalid(&path.child("resourceAttributes"), BadValue::Null, detail);
        }
        _ => {}
    }
    errors
}

/// Somebody must be asked about.
pub fn subject_errors(review: &Object) -> ErrorList {
    let mut errors = ErrorList::new();
    let groups = review.get("spec.groups").and_then(Value::as_array).is_some_and(|groups| !groups.is_empty());
    if review.text("spec.user").is_empty() && !groups {
        errors.invalid(&Path::new("spec.user"), "", "at least one of user or group must be specified");
    }
    errors
}

/// What is wrong with the selectors that narrow a question down.
pub fn selector_errors(review: &Object) -> ErrorList {
    let mut errors = ErrorList::new();
    let path = Path::new("spec.resourceAttributes");
    let Some(attributes) = review.get("spec.resourceAttributes") else { return errors };
    for (field, is_label) in [("fieldSelector", false), ("labelSelector", true)] {
        if has(attributes, field) {
            one_selector(&attributes[field], is_label, &path.child(field), &mut errors);
        }
    }
    errors
}

fn one_selector(selector: &Value, is_label: bool, path: &Path<'_>, errors: &mut ErrorList) {
    let (raw, at) = (text(selector, "rawSelector"), path.child("requirements"));
    let requirements = selector["requirements"].as_array().cloned().unwrap_or_default();
    if !raw.is_empty() && !requirements.is_empty() {
        errors.invalid(&path.child("rawSelector"), raw, "may not specified at the same time as requirements");
    }
    if raw.is_empty() && requirements.is_empty() {
        errors.required(&at, &format!("when {path} is specified, requirements or rawSelector is required"));
    }
    let options = LabelSelectorOptions { allow_unknown_operator: true, ..Default::default() };
    for (i, one) in requirements.into_iter().enumerate() {
        let Ok(one) = serde_json::from_value::<LabelSelectorRequirement>(one) else { continue };
        let at = at.index(i);
        let found = validate_field_requirement(&one, options, &at);
        if !is_label {
            errors.append(found);
            continue;
        }
        errors.append(found.into_iter().filter(|error| error.field != at.child("key").to_string()));
        errors.append(validate::object_meta::label_name(&one.key, &at.child("key")));
        for (j, value) in one.values.iter().enumerate() {
            let list = at.child("values");
            errors.problems(&list.index(j), value, validate::label_value(value));
        }
    }
}

/// A review is not an object: it has no metadata of its own. `but` names what it may have.
pub fn metadata_errors(review: &Object, but: Option<&str>) -> ErrorList {
    let mut errors = ErrorList::new();
    let metadata = review.get("metadata").and_then(Value::as_object).cloned().unwrap_or_default();
    let allowed = |name: &str| name == "managedFields" || but == Some(name);
    if metadata.keys().any(|name| !allowed(name)) {
        let detail = match but {
            None => "must be empty".to_owned(),
            Some(but) => format!("must be empty except for {but}"),
        };
        let shown = serde_json::from_value::<meta::ObjectMeta>(Value::Object(metadata));
        let shown = shown.map_or(BadValue::Null, |metadata| BadValue::json(&metadata));
        errors.invalid(&Path::new("metadata"), shown, detail);
    }
    errors
}

/// With the names that the parts have inside a stock server.
pub fn shown(attributes: &Value) -> BadValue {
    let json = |name: &str| go::to_json(text(attributes, name)).unwrap_or_default();
    BadValue::Json(format!(r#"{{"Path":{},"Verb":{}}}"#, json("path"), json("verb")))
}
