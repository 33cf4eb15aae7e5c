//! Objects within objects (`x-kubernetes-embedded-resource`): each says what it is, and has sound metadata.

use meta::validate::object_meta::{self, Scope};
use meta::{ErrorList, ObjectMeta, Path, validate};
use schema::{Flags, Schema};
use serde_json::{Map, Value};

use crate::rules::report::Report;

/// What is wrong with the objects inside of a tree; the tree itself is judged elsewhere.
pub(super) fn errors(tree: &Value, schema: &Schema) -> ErrorList {
    let mut errors = ErrorList::new();
    below(tree, schema, &Path::nil(), &mut errors);
    errors
}

fn walk(value: &Value, schema: &Schema, path: &Path<'_>, errors: &mut ErrorList) {
    if let Value::Object(members) = value
        && schema.has(Flags::EMBEDDED_RESOURCE)
    {
        judge(members, path, errors);
    }
    below(value, schema, path, errors);
}

fn below(value: &Value, schema: &Schema, path: &Path<'_>, errors: &mut ErrorList) {
    match value {
        Value::Object(members) => {
            let (None, Some(object)) = (schema.definition(), schema.object()) else { return };
            for (name, value) in members {
                match (object.field(name), schema.values()) {
                    (Some(schema), _) => walk(value, schema, &path.child(name), errors),
                    (None, Some(schema)) => walk(value, schema, &path.key(name), errors),
                    (None, None) => {}
                }
            }
        }
        Value::Array(items) => {
            let Some(schema) = schema.items() else { return };
            for (at, item) in items.iter().enumerate() {
                walk(item, schema, &path.index(at), errors);
            }
        }
        _ => {}
    }
}

fn judge(members: &Map<String, Value>, path: &Path<'_>, errors: &mut ErrorList) {
    for name in ["apiVersion", "kind"] {
        if !members.contains_key(name) {
            errors.required(&path.child(name), "");
        }
    }
    for (name, value) in members {
        let at = path.child(name);
        match (name.as_str(), value) {
            ("apiVersion" | "kind", Value::String(text)) if text.is_empty() => {
                errors.invalid(&at, text.as_str(), "must not be empty");
            }
            ("apiVersion", Value::String(text)) if text.matches('/').count() > 1 => {
                let detail = format!("unexpected GroupVersion string: {text}");
                errors.invalid(&at, text.as_str(), detail);
            }
            ("kind", Value::String(text)) => {
                let problems = validate::dns1035_label(&text.to_lowercase());
                if !problems.is_empty() {
                    let detail =
                        format!("may have mixed case, but should otherwise match: {}", problems.join(","));
                    errors.invalid(&at, text.as_str(), detail);
                }
            }
            ("apiVersion", Value::String(_)) => {}
            ("apiVersion" | "kind", other) => errors.invalid(&at, other, "must be a string"),
            ("metadata", value) => metadata(value, &at, errors),
            _ => {}
        }
    }
}

fn metadata(value: &Value, path: &Path<'_>, errors: &mut ErrorList) {
    let mut metadata = match serde_json::from_value::<ObjectMeta>(value.clone()) {
        Ok(metadata) => metadata,
        Err(problem) => return errors.invalid(path, value, problem.to_string()),
    };
    if metadata.name.is_empty() {
        // A name is no must, but the rule for whole objects would ask for one.
        metadata.name = "fakename".to_owned();
    }
    let scope = if metadata.namespace.is_empty() { Scope::Cluster } else { Scope::Namespaced };
    errors.append(object_meta::create(&metadata, scope, meta::names::path_segment, path));
}
