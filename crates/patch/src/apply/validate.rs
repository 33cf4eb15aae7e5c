//! Whether an applied configuration fits the schema, with upstream's texts. Types and declared fields only: values are the
//! business of the kind's own validation.

use schema::Schema;
use serde_json::Value;

use super::PathElement;
use super::list_key::element_of;
use super::place::{Atom, List, ListKind, Members, Place, Scalar};
use crate::go_text::{plain, syntax, type_name};

/// Everything that does not fit, as one text; lists that are sets or maps may not repeat an item.
pub(super) fn check(object: &Value, schema: &Schema) -> Result<(), String> {
    let mut problems = Vec::new();
    visit(Place::root(schema), object, &mut Vec::new(), &mut problems);
    match problems.as_slice() {
        [] => Ok(()),
        [only] => Err(only.clone()),
        several => Err(format!("errors:\n  {}", several.join("\n  "))),
    }
}

fn report(path: &[PathElement], text: &str, problems: &mut Vec<String>) {
    let path: String = path.iter().map(ToString::to_string).collect();
    problems.push(if path.is_empty() { text.to_owned() } else { format!("{path}: {text}") });
}

fn visit(place: Place<'_>, value: &Value, path: &mut Vec<PathElement>, problems: &mut Vec<String>) {
    if value.is_null() {
        return;
    }
    match place.atom(Some(value)) {
        Atom::Scalar(scalar) => {
            if let Some(text) = scalar_problem(scalar, value) {
                report(path, &text, problems);
            }
        }
        Atom::List(list) => match value {
            Value::Array(items) => visit_items(&list, items, path, problems),
            other => report(path, &format!("expected list, got &{{{}}}", plain(other)), problems),
        },
        Atom::Map(members) => match value {
            Value::Object(_) => visit_members(&members, value, path, problems),
            other => report(path, &format!("expected map, got &{{{}}}", plain(other)), problems),
        },
    }
}

fn scalar_problem(scalar: Scalar, value: &Value) -> Option<String> {
    match scalar {
        Scalar::Numeric if !value.is_number() => {
            Some(format!("expected numeric (int or float), got {}", type_name(value)))
        }
        Scalar::String if !value.is_string() => {
            Some(format!("expected string, got &value.valueUnstructured{{Value:{}}}", syntax(value)))
        }
        Scalar::Boolean if !value.is_boolean() => {
            Some(format!("expected boolean, got &{{{}}}", plain(value)))
        }
        Scalar::Any if value.is_object() || value.is_array() => {
            Some(format!("expected any scalar, got &{{{}}}", plain(value)))
        }
        _ => None,
    }
}

fn visit_members(
    members: &Members<'_>,
    value: &Value,
    path: &mut Vec<PathElement>,
    problems: &mut Vec<String>,
) {
    for (name, value) in value.as_object().into_iter().flatten() {
        let place = members.member(name);
        path.push(PathElement::field(name));
        let undeclared = place.is_undeclared();
        if undeclared {
            report(path, "field not declared in schema", problems);
        } else {
            visit(place, value, path, problems);
        }
        path.pop();
        if undeclared {
            return;
        }
    }
}

fn visit_items(list: &List<'_>, items: &[Value], path: &mut Vec<PathElement>, problems: &mut Vec<String>) {
    let mut seen = std::collections::BTreeSet::new();
    for (at, item) in items.iter().enumerate() {
        let element = if matches!(list.kind, ListKind::Atomic) {
            PathElement::Index(i64::try_from(at).unwrap_or(i64::MAX))
        } else {
            match element_of(list, item) {
                Ok(element) => element,
                Err(text) => return report(path, &format!("element {at}: {text}"), problems),
            }
        };
        if seen.contains(&element) {
            report(path, &format!("duplicate entries for key {element}"), problems);
        }
        seen.insert(element.clone());
        path.push(element);
        visit(list.items, item, path, problems);
        path.pop();
    }
}
