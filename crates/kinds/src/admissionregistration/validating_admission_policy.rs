//! `ValidatingAdmissionPolicy`: expressions that must hold for what is written.

use meta::{BadValue, ErrorList, Path, Time, validate};
use resource::{Context, Kind, Object, Part, Strategy};
use serde_json::{Value, json};

use super::{FAILURE_POLICIES, GROUP, expressions, match_rules};
use crate::describe;
use crate::printing::{UNSET, age, age_of, integer, name, text};
use crate::rules::conditions;
use crate::rules::object::{default_absent, has, keep, made, same, text as of};
use crate::rules::report::Report;
use crate::rules::seen::Seen;

const REASONS: [&str; 3] = ["Forbidden", "Invalid", "RequestEntityTooLarge"];
/// The most annotations of the audit log.
const MAX_ANNOTATIONS: usize = 20;
/// The longest expression of such an annotation, in bytes.
const MAX_ANNOTATION: usize = 5 * 1024;

/// The descriptor.
pub fn kind() -> Kind {
    let words = "Validations indicates the number of validation rules defined in this configuration";
    describe::cluster(GROUP, "v1", "ValidatingAdmissionPolicy", "validatingadmissionpolicies")
        .categories(&["api-extensions"])
        .status()
        .generation()
        .columns(vec![
            name(),
            integer("Validations", words),
            text("ParamKind", "ParamKind specifies the kind of resources used to parameterize this policy"),
            age(),
        ])
        .strategy_on_generic_metadata(Rules)
}

struct Rules;

impl Strategy for Rules {
    fn defaults(&self, object: &mut Object) {
        let spec = made(object.tree_mut(), "spec");
        default_absent(spec, "failurePolicy", "Fail");
        if let Some(resources) = spec.get_mut("matchConstraints") {
            match_rules::resources_defaults(resources);
        }
    }

    fn validate(&self, object: &Object, _cx: &Context<'_>) -> ErrorList {
        spec_errors(object, false)
    }

    fn prepare_update(&self, part: Part<'_>, new: &mut Object, old: &Object, _cx: &Context<'_>) {
        keep(new, old, if part == Part::Main { &["status"] } else { &["spec"] });
    }

    fn validate_update(&self, part: Part<'_>, new: &Object, old: &Object, _cx: &Context<'_>) -> ErrorList {
        match part {
            Part::Main => spec_errors(new, same_conditions(new, old)),
            Part::Status | Part::View(_) => status_errors(new),
        }
    }

    fn allow_unconditional_update(&self) -> bool {
        false
    }

    fn cells(&self, object: &Object, now: Time) -> Vec<Value> {
        let count = object.get("spec.validations").and_then(Value::as_array).map_or(0, Vec::len);
        vec![json!(count), param_kind(object).into(), age_of(object, now)]
    }
}

/// Conditions are not judged again if neither they nor the parameters that they may use changed.
pub(super) fn same_conditions(new: &Object, old: &Object) -> bool {
    ["spec.paramKind", "spec.matchConditions"].iter().all(|path| same(new.get(path), old.get(path)))
}

/// `v1/ConfigMap`
pub(super) fn param_kind(object: &Object) -> String {
    match object.get("spec.paramKind") {
        None => UNSET.to_owned(),
        Some(kind) => format!("{}/{}", of(kind, "apiVersion"), of(kind, "kind")),
    }
}

/// What policies of both kinds share, up to their variables.
pub(super) fn head_errors(spec: &Value, ignore_conditions: bool, is_mutating: bool) -> ErrorList {
    let (mut errors, path) = (ErrorList::new(), Path::new("spec"));
    let at = path.child("failurePolicy");
    match of(spec, "failurePolicy") {
        "" => errors.required(&at, ""),
        policy => errors.one_of(&at, policy, &FAILURE_POLICIES),
    }
    expressions::param_kind(&spec["paramKind"], &path.child("paramKind"), &mut errors);
    let (constraints, at) = (&spec["matchConstraints"], path.child("matchConstraints"));
    if constraints.is_object() {
        match_rules::resources(constraints, &at, &mut errors);
        if match_rules::each(constraints, "resourceRules").next().is_none() {
            errors.required(&at.child("resourceRules"), "");
        }
        if is_mutating {
            match_rules::mutable_operations(constraints, &at, &mut errors);
        }
    } else {
        errors.required(&at, "");
    }
    if !ignore_conditions {
        expressions::conditions(spec, &path.child("matchConditions"), &mut errors);
    }
    expressions::variables(spec, &path.child("variables"), &mut errors);
    errors
}

fn spec_errors(object: &Object, ignore_conditions: bool) -> ErrorList {
    let spec = object.get("spec").unwrap_or(&Value::Null);
    let mut errors = head_errors(spec, ignore_conditions, false);
    let path = Path::new("spec");
    let (validations, annotations) = (path.child("validations"), path.child("auditAnnotations"));
    let is_empty = |name: &str| match_rules::each(spec, name).next().is_none();
    if is_empty("validations") && is_empty("auditAnnotations") {
        let detail = "validations or auditAnnotations must contain at least one item";
        errors.required(&validations, detail);
        errors.required(&annotations, detail);
        return errors;
    }
    for (i, validation) in match_rules::each(spec, "validations") {
        validation_errors(validation, &validations.index(i), &mut errors);
    }
    annotation_errors(object.name(), spec, &annotations, &mut errors);
    errors
}

fn validation_errors(validation: &Value, path: &Path<'_>, errors: &mut ErrorList) {
    if of(validation, "expression").trim().is_empty() {
        errors.required(&path.child("expression"), "expression is not specified");
    }
    for field in ["messageExpression", "message"] {
        let given = of(validation, field);
        if !given.is_empty() && given.trim().is_empty() {
            errors.invalid(&path.child(field), given, "must be non-empty if specified");
        } else if field == "message" && given.trim().contains(['\n', '\r']) {
            errors.invalid(&path.child(field), given, "must not contain line breaks");
        }
    }
    if has(validation, "reason") {
        errors.one_of(&path.child("reason"), of(validation, "reason"), &REASONS);
    }
}

fn annotation_errors(policy: &str, spec: &Value, path: &Path<'_>, errors: &mut ErrorList) {
    let count = match_rules::each(spec, "auditAnnotations").count();
    if count > MAX_ANNOTATIONS {
        let detail = format!("must not have more than {MAX_ANNOTATIONS} auditAnnotations");
        errors.invalid(path, BadValue::json(&spec["auditAnnotations"]), detail);
    }
    let mut seen = Seen::new();
    for (i, annotation) in match_rules::each(spec, "auditAnnotations") {
        let (at, key) = (path.index(i), of(annotation, "key"));
        if policy.is_empty() {
            errors.invalid(&at.child("key"), key, "requires metadata.name be non-empty");
        } else {
            let full = format!("{policy}/{key}");
            errors.problems(&at.child("key"), &full, validate::qualified_name(&full));
        }
        let (value, at_value) = (of(annotation, "valueExpression").trim(), at.child("valueExpression"));
        if value.is_empty() {
            errors.required(&at_value, "valueExpression is not specified");
        } else if value.len() > MAX_ANNOTATION {
            errors.required(&at_value, &format!("must not exceed {MAX_ANNOTATION} bytes in length"));
        }
        if seen.again(key) {
            errors.duplicate(&at.child("key"), key);
        }
    }
}

fn status_errors(object: &Object) -> ErrorList {
    let mut errors = ErrorList::new();
    let path = Path::new("status.typeChecking.expressionWarnings");
    let checking = object.get("status.typeChecking").unwrap_or(&Value::Null);
    for (i, warning) in match_rules::each(checking, "expressionWarnings") {
        let at = path.index(i);
        errors.need(&at.child("warning"), of(warning, "warning"));
        errors.need(&at.child("fieldRef"), of(warning, "fieldRef").trim());
    }
    errors.append(conditions::validate(object.get("status.conditions"), &Path::new("status.conditions")));
    errors
}
