//! The expressions of policies and webhooks, and the texts around them: conditions, variables, kinds of parameters.

use cel::admission::{Composition, Variables};
use cel::{Environment, RESERVED, Type};
use meta::{ErrorList, FieldError, Path, validate};
use serde_json::Value;

use super::match_rules::each;
use crate::rules::object::text;
use crate::rules::report::Report;
use crate::rules::seen::Seen;

/// The most conditions.
const MAX_CONDITIONS: usize = 64;

/// What is wrong with an expression that must be of one of these types; any will do when there are none. The expression is
/// compiled as it is given, and shown as `shown`.
pub fn compile(
    environment: &Environment,
    expression: &str,
    shown: &str,
    wanted: &[Type],
    path: &Path<'_>,
    errors: &mut ErrorList,
) -> Option<cel::Program> {
    let program = match environment.compile(expression) {
        Ok(program) => program,
        Err(error) => {
            errors.invalid(path, shown, format!("compilation failed: {error}"));
            return None;
        }
    };
    let found = program.output_type();
    if wanted.is_empty() || wanted.contains(found) {
        return Some(program);
    }
    let names: Vec<String> = wanted.iter().map(Type::full_name).collect();
    let wanted = if let [one] = &names[..] { one.clone() } else { format!("one of [{}]", names.join(" ")) };
    errors.invalid(path, shown, format!("must evaluate to {wanted} but got {}", found.full_name()));
    None
}

/// What is wrong with the conditions under `matchConditions` of a tree. Those of policies may use parameters.
pub fn conditions(tree: &Value, params: bool, path: &Path<'_>, errors: &mut ErrorList) {
    let mut environment = None;
    let count = tree["matchConditions"].as_array().map_or(0, Vec::len);
    if count > MAX_CONDITIONS {
        errors.push(FieldError::too_many(path, Some(count), MAX_CONDITIONS));
    }
    let mut seen = Seen::new();
    for (i, condition) in each(tree, "matchConditions") {
        let (at, name) = (path.index(i), text(condition, "name"));
        let expression = text(condition, "expression").trim();
        errors.need(&at.child("expression"), expression);
        if !expression.is_empty() {
            let variables = Variables { params, authorizer: true, patches: false };
            let environment = environment.get_or_insert_with(|| variables.environment());
            compile(environment, expression, expression, &[Type::Bool], &at.child("expression"), errors);
        }
        let at = at.child("name");
        if name.is_empty() {
            errors.required(&at, "");
            continue;
        }
        errors.problems(&at, name, validate::qualified_name(name));
        if seen.again(name) {
            errors.duplicate(&at, name);
        }
    }
}

/// What is wrong with the variables under `variables` of a spec. They become known to `composition`.
pub fn variables(spec: &Value, composition: &mut Composition, path: &Path<'_>, errors: &mut ErrorList) {
    for (i, variable) in each(spec, "variables") {
        let (at, name) = (path.index(i), text(variable, "name"));
        if name.trim().is_empty() {
            errors.required(&at.child("name"), "name is not specified");
        } else if !is_identifier(name) {
            errors.invalid(&at.child("name"), name, "must be a valid CEL identifier");
        }
        let (expression, at) = (text(variable, "expression"), at.child("expression"));
        if expression.trim().is_empty() {
            errors.required(&at, "expression is not specified");
        } else {
            let program = compile(&composition.without_patches(), expression, expression, &[], &at, errors);
            composition.add(name, program.as_ref());
        }
    }
}

fn is_identifier(name: &str) -> bool {
    let starts = name.starts_with(|c: char| c == '_' || c.is_ascii_alphabetic());
    starts && name.bytes().all(|b| b == b'_' || b.is_ascii_alphanumeric()) && !RESERVED.contains(&name)
}

/// What is wrong with the kind of a policy's parameters; an absent one is nothing to judge.
pub fn param_kind(tree: &Value, path: &Path<'_>, errors: &mut ErrorList) {
    if !tree.is_object() {
        return;
    }
    let (version, at) = (text(tree, "apiVersion"), path.child("apiVersion"));
    match version.split('/').collect::<Vec<_>>().as_slice() {
        [""] => errors.required(&at, ""),
        [_, _, _, ..] => errors.invalid(&at, version, format!("unexpected GroupVersion string: {version}")),
        parts => {
            let (group, name) = if let [group, name] = parts { (*group, *name) } else { ("", version) };
            if !group.is_empty() {
                joined(&at, group, validate::dns1123_subdomain(group), errors);
            }
            if name.is_empty() {
                errors.invalid(&at, version, "version must be specified");
            } else {
                joined(&at, name, validate::dns1035_label(name), errors);
            }
        }
    }
    let (kind, at) = (text(tree, "kind"), path.child("kind"));
    errors.need(&at, kind);
    let problems = if kind.is_empty() { Vec::new() } else { validate::dns1035_label(&kind.to_lowercase()) };
    if !problems.is_empty() {
        let detail = format!("may have mixed case, but should otherwise match: {}", problems.join(","));
        errors.invalid(&at, kind, detail);
    }
}

fn joined(path: &Path<'_>, value: &str, problems: validate::Messages, errors: &mut ErrorList) {
    if !problems.is_empty() {
        errors.invalid(path, value, problems.join(","));
    }
}
