//! Lists that are sets or maps: no two items are the same, or have the same key.

use std::borrow::Cow;
use std::collections::HashMap;

use meta::{BadValue, ErrorList, FieldError, Path};
use schema::{ListType, Schema};
use serde_json::{Map, Value};

/// Items that occur twice, anywhere in a tree.
pub(super) fn errors(tree: &Value, schema: &Schema) -> ErrorList {
    let mut errors = ErrorList::new();
    members(tree, schema, &Path::nil(), &mut errors);
    errors
}

fn members(value: &Value, schema: &Schema, path: &Path<'_>, errors: &mut ErrorList) {
    let Value::Object(found) = value else { return };
    // What a built-in type describes (metadata) is checked elsewhere.
    let (None, Some(object)) = (schema.definition(), schema.object()) else { return };
    for (name, value) in found {
        match (object.field(name), schema.values()) {
            (Some(schema), _) => walk(value, schema, &path.child(name), errors),
            (None, Some(schema)) => walk(value, schema, &path.key(name), errors),
            (None, None) => {}
        }
    }
}

fn walk(value: &Value, schema: &Schema, path: &Path<'_>, errors: &mut ErrorList) {
    let Value::Array(items) = value else { return members(value, schema, path, errors) };
    match schema.list_type {
        ListType::Set => {
            let twice = repeated(items.iter());
            errors.append(twice.into_iter().map(|at| FieldError::duplicate(&path.index(at), &items[at])));
        }
        ListType::Map => map_errors(items, schema.list_map_keys(), path, errors),
        ListType::Unset | ListType::Atomic => {}
    }
    if let Some(schema) = schema.items() {
        for (at, item) in items.iter().enumerate() {
            walk(item, schema, &path.index(at), errors);
        }
    }
}

fn map_errors(items: &[Value], keys: &[Cow<'static, str>], path: &Path<'_>, errors: &mut ErrorList) {
    if let Some((at, odd)) = items.iter().enumerate().find(|(_, item)| !item.is_object() && !item.is_null()) {
        let detail = "must be an object for an array of list-type map";
        return errors.push(FieldError::invalid(&path.index(at), odd, detail));
    }
    let key = |item: &Value| -> Value {
        let found = keys.iter().filter_map(|key| Some((key.to_string(), item.get(&**key)?.clone())));
        Value::Object(found.collect::<Map<_, _>>())
    };
    let found: Vec<Value> = items.iter().map(key).collect();
    for at in repeated(found.iter()) {
        errors.push(FieldError::duplicate(&path.index(at), BadValue::json(&found[at])));
    }
}

/// The second of each group of equal values.
fn repeated<'v>(values: impl Iterator<Item = &'v Value>) -> Vec<usize> {
    let mut seen: HashMap<String, usize> = HashMap::new();
    let mut twice = Vec::new();
    for (at, value) in values.enumerate() {
        let times = seen.entry(value.to_string()).or_default();
        *times += 1;
        if *times == 2 {
            twice.push(at);
        }
    }
    twice
}
