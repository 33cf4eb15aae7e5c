//! Lists and names that the kinds of this group have in common.

use meta::{ErrorList, FieldError, Path, validate};
use serde_json::Value;

use crate::rules::object::text;
use crate::rules::report::Report;
use crate::rules::volumes::sources::csi_driver_name;

/// The longest name of an attribute or capacity, without its domain.
const MAX_IDENTIFIER: usize = 32;
/// The longest expression of a selector, in bytes.
const MAX_EXPRESSION: usize = 10 * 1024;
/// The longest parameters of a driver, in bytes.
const MAX_PARAMETERS: usize = 10 * 1024;
const MAX_SELECTORS: usize = 32;

/// The items of a list under a name.
pub fn each<'a>(tree: &'a Value, name: &str) -> Vec<&'a Value> {
    tree[name].as_array().into_iter().flatten().collect()
}

/// Judges the items of a list under a name, unless there are too many; `key` tells them apart, if they must differ.
pub fn validate(
    tree: &Value,
    name: &str,
    most: usize,
    path: &Path<'_>,
    errors: &mut ErrorList,
    key: Option<fn(&Value) -> &str>,
    judge: impl Fn(&Value, &Path<'_>, &mut ErrorList),
) {
    let (items, at) = (each(tree, name), path.child(name));
    if items.len() > most {
        return errors.push(FieldError::too_many(&at, Some(items.len()), most));
    }
    for (i, item) in items.iter().enumerate() {
        judge(item, &at.index(i), errors);
    }
    let Some(key) = key else { return };
    for (i, item) in items.iter().enumerate() {
        if items[..i].iter().any(|other| key(other) == key(item)) {
            errors.duplicate(&at.index(i), key(item));
        }
    }
}

/// What sets items with names apart.
pub fn by_name(item: &Value) -> &str {
    text(item, "name")
}

/// What sets texts apart.
pub fn by_itself(item: &Value) -> &str {
    item.as_str().unwrap_or_default()
}

/// What is wrong with the selectors of a class or request.
pub fn selectors(tree: &Value, path: &Path<'_>, errors: &mut ErrorList) {
    validate(tree, "selectors", MAX_SELECTORS, path, errors, None, |selector, at, errors| {
        let at = at.child("cel");
        if !selector["cel"].is_object() {
            return errors.required(&at, "");
        }
        let (expression, at) = (text(&selector["cel"], "expression"), at.child("expression"));
        if expression.len() > MAX_EXPRESSION {
            return errors.push(FieldError::too_long(&at, MAX_EXPRESSION));
        }
        match cel::devices::compile(&cel::devices::environment(), expression) {
            Err(detail) => errors.invalid(&at, expression, detail),
            Ok(program) if program.max_cost() > cel::devices::MAX_COST => {
                errors.forbidden(&at, "too complex, exceeds cost limit");
            }
            Ok(_) => {}
        }
    });
}

/// What is wrong with what a driver is told.
pub fn configuration(config: &Value, path: &Path<'_>, errors: &mut ErrorList) {
    let (opaque, at) = (&config["opaque"], path.child("opaque"));
    if !opaque.is_object() {
        return errors.required(&at, "");
    }
    csi_driver_name(text(opaque, "driver"), &at.child("driver"), errors);
    let at = at.child("parameters");
    match &opaque["parameters"] {
        Value::Null => errors.required(&at, ""),
        given if given.to_string().len() > MAX_PARAMETERS => {
            errors.push(FieldError::too_long(&at, MAX_PARAMETERS))
        }
        Value::Object(_) => {}
        _ => errors.invalid(&at, "<value omitted>", "must be a valid JSON object"),
    }
}

/// The name of an attribute or capacity, with its domain or without.
pub fn qualified_name(name: &str, path: &Path<'_>, errors: &mut ErrorList) {
    match name.split('/').collect::<Vec<_>>().as_slice() {
        [identifier] => self::identifier(identifier, path, errors),
        [domain, identifier] => {
            match *domain {
                "" => errors.invalid(path, "", "the domain must not be empty"),
                domain => csi_driver_name(domain, path, errors),
            }
            match *identifier {
                "" => errors.invalid(path, "", "the name must not be empty"),
                identifier => self::identifier(identifier, path, errors),
            }
        }
        _ => {}
    }
}

/// The name of an attribute with its domain.
pub fn full_name(name: &str, path: &Path<'_>, errors: &mut ErrorList) {
    qualified_name(name, path, errors);
    if !name.contains('/') {
        errors.invalid(path, name, "a fully qualified name must be a domain and a name separated by a slash");
    }
}

fn identifier(name: &str, path: &Path<'_>, errors: &mut ErrorList) {
    if name.len() > MAX_IDENTIFIER {
        errors.push(FieldError::too_long(path, MAX_IDENTIFIER));
    }
    errors.problems(path, name, validate::c_identifier(name));
}
