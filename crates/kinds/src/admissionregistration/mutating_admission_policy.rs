//! `MutatingAdmissionPolicy`: expressions that change what is written.

use cel::Type;
use meta::{ErrorList, Path, Time};
use resource::{Context, Kind, Object, Part, Strategy};
use serde_json::{Value, json};

use super::validating_admission_policy::{Names, head_errors, param_kind, same_conditions};
use super::{GROUP, REINVOCATION_POLICIES, expressions, match_rules};
use crate::describe;
use crate::printing::{age, age_of, integer, name, text};
use crate::rules::object::{default_absent, has, made, text as of};
use crate::rules::report::Report;

const PATCH_TYPES: [(&str, &str); 2] =
    [("ApplyConfiguration", "applyConfiguration"), ("JSONPatch", "jsonPatch")];

/// The descriptor.
pub fn kind() -> Kind {
    let words = "Mutation indicates the number of mutations rules defined in this configuration";
    describe::cluster(GROUP, "v1", "MutatingAdmissionPolicy", "mutatingadmissionpolicies")
        .categories(&["api-extensions"])
        .generation()
        .columns(vec![
            name(),
            integer("Mutations", words),
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

    fn validate_update(&self, _part: Part<'_>, new: &Object, old: &Object, _cx: &Context<'_>) -> ErrorList {
        spec_errors(new, same_conditions(new, old))
    }

    fn allow_unconditional_update(&self) -> bool {
        false
    }

    fn cells(&self, object: &Object, now: Time) -> Vec<Value> {
        let count = object.get("spec.mutations").and_then(Value::as_array).map_or(0, Vec::len);
        vec![json!(count), param_kind(object).into(), age_of(object, now)]
    }
}

fn spec_errors(object: &Object, ignore_conditions: bool) -> ErrorList {
    let spec = object.get("spec").unwrap_or(&Value::Null);
    let mut names = Names::of(spec, true);
    let mut errors = head_errors(spec, ignore_conditions, true, &mut names);
    let path = Path::new("spec");
    let at = path.child("mutations");
    if match_rules::each(spec, "mutations").next().is_none() {
        errors.required(&at, "mutations must contain at least one item");
    }
    for (i, mutation) in match_rules::each(spec, "mutations") {
        mutation_errors(mutation, &names, &at.index(i), &mut errors);
    }
    let at = path.child("reinvocationPolicy");
    match of(spec, "reinvocationPolicy") {
        "" => errors.required(&at, ""),
        policy => errors.one_of(&at, policy, &REINVOCATION_POLICIES),
    }
    errors
}

fn mutation_errors(mutation: &Value, names: &Names, path: &Path<'_>, errors: &mut ErrorList) {
    let given = of(mutation, "patchType");
    if given.is_empty() {
        return errors.required(&path.child("patchType"), "");
    }
    let Some((_, field)) = PATCH_TYPES.iter().find(|(kind, _)| *kind == given) else {
        return errors.one_of(&path.child("patchType"), given, &PATCH_TYPES.map(|(kind, _)| kind));
    };
    let at = path.child(field);
    if has(mutation, field) {
        let (expression, at) = (of(&mutation[*field], "expression").trim(), at.child("expression"));
        errors.need(&at, expression);
        if !expression.is_empty() {
            let wanted = match *field {
                "applyConfiguration" => Type::object("Object"),
                _ => Type::list(Type::object("JSONPatch")),
            };
            let environment = names.variables.environment();
            expressions::compile(&environment, expression, expression, &[wanted], &at, errors);
        }
    } else {
        errors.required(&at, &format!("must be specified when patchType is {given}"));
    }
    for (_, other) in PATCH_TYPES.iter().filter(|(_, other)| other != field && has(mutation, other)) {
        let detail = format!("must not be specified when patchType is {given}");
        errors.invalid(&path.child(other), format!("{{{other}}}"), detail);
    }
}
