//! What bindings of both kinds of policies share: which policy, with which parameters, for which resources.

use meta::{ErrorList, FieldError, Path, Time, names, validate};
use resource::{Column, Object};
use serde_json::Value;

use super::match_rules;
use crate::printing::{UNSET, age, age_of, name, text};
use crate::rules::object::{has, text as of};
use crate::rules::report::Report;

/// The columns of a binding.
pub fn columns() -> Vec<Column> {
    vec![
        name(),
        text("PolicyName", "PolicyName indicates the policy definition which the policy binding binded to"),
        text("ParamRef", "ParamRef indicates the param resource which sets the configuration param"),
        age(),
    ]
}

/// The cells of [`columns`].
pub fn cells(object: &Object, now: Time) -> Vec<Value> {
    let (name, namespace) = (object.text("spec.paramRef.name"), object.text("spec.paramRef.namespace"));
    let params = match (name, namespace) {
        ("", _) => UNSET.to_owned(),
        (name, "") => format!("*/{name}"),
        (name, namespace) => format!("{namespace}/{name}"),
    };
    vec![object.text("spec.policyName").into(), params.into(), age_of(object, now)]
}

/// Fills in how requests are matched.
pub fn defaults(object: &mut Object) {
    if let Some(resources) = object.tree_mut().pointer_mut("/spec/matchResources") {
        match_rules::resources_defaults(resources);
    }
}

/// What is wrong with what bindings share.
pub fn validate(object: &Object) -> ErrorList {
    let (mut errors, path) = (ErrorList::new(), Path::new("spec"));
    let (policy, at) = (object.text("spec.policyName"), path.child("policyName"));
    if policy.is_empty() {
        errors.required(&at, "");
    } else {
        errors.problems(&at, policy, names::dns_subdomain(policy, false));
    }
    if let Some(reference) = object.get("spec.paramRef") {
        reference_errors(reference, &path.child("paramRef"), &mut errors);
    }
    let resources = object.get("spec.matchResources").unwrap_or(&Value::Null);
    match_rules::resources(resources, &path.child("matchResources"), &mut errors);
    errors
}

fn reference_errors(reference: &Value, path: &Path<'_>, errors: &mut ErrorList) {
    let (name, selects) = (of(reference, "name"), has(reference, "selector"));
    let both = "name and selector are mutually exclusive";
    if !name.is_empty() {
        errors.problems(&path.child("name"), name, validate::path_segment_name(name));
        if selects {
            errors.forbidden(&path.child("name"), both);
        }
    }
    if selects {
        match_rules::selector(&reference["selector"], false, &path.child("selector"), errors);
        if !name.is_empty() {
            errors.forbidden(&path.child("selector"), both);
        }
    }
    if name.is_empty() && !selects {
        errors.required(path, "one of name or selector must be specified");
    }
    let at = path.child("parameterNotFoundAction");
    match of(reference, "parameterNotFoundAction") {
        "" => errors.required(&at, ""),
        "Allow" | "Deny" => {}
        other => errors.push(FieldError::not_supported(&at, other, &["Deny", "Allow"])),
    }
}
