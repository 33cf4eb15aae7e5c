//! `ConfigMap`: configuration as keys and values.

use std::collections::BTreeMap;

use api::core::v1::ConfigMap;
use meta::{ErrorList, FieldError, Path, Time, validate};
use resource::{Context, Kind, Object, Part, Strategy};
use serde_json::Value;

use crate::describe;
use crate::printing::{age, age_of, name, text};
use crate::rules::object::{typed, typed_update};

/// The most that keys of a config map or secret may hold together, in bytes.
pub(super) const MAX_SIZE: usize = 1024 * 1024;
/// What is said of a change that `immutable: true` forbids.
pub(super) const IMMUTABLE: &str = "field is immutable when `immutable` is set";

/// The descriptor.
pub fn kind() -> Kind {
    describe::namespaced("", "v1", "ConfigMap", "configmaps")
        .short(&["cm"])
        .columns(vec![name(), text("Data", "io.k8s.api.core.v1.ConfigMap#data"), age()])
        .strategy(Rules)
}

struct Rules;

impl Strategy for Rules {
    fn validate(&self, object: &Object, _cx: &Context<'_>) -> ErrorList {
        typed(object, validate)
    }

    fn validate_update(&self, _part: Part<'_>, new: &Object, old: &Object, _cx: &Context<'_>) -> ErrorList {
        typed_update(new, old, validate_update)
    }

    fn cells(&self, object: &Object, now: Time) -> Vec<Value> {
        let count = |path| object.get(path).and_then(Value::as_object).map_or(0, |members| members.len());
        vec![(count("data") + count("binaryData")).into(), age_of(object, now)]
    }
}

fn validate(map: &ConfigMap) -> ErrorList {
    let mut errors = ErrorList::new();
    let (empty_text, empty_bytes) = (BTreeMap::new(), BTreeMap::new());
    let (data, binary) =
        (map.data.as_ref().unwrap_or(&empty_text), map.binary_data.as_ref().unwrap_or(&empty_bytes));
    let mut total = 0;
    let (at_data, at_binary) = (Path::new("data"), Path::new("binaryData"));
    for (key, value) in data {
        key_errors(key, &at_data, &mut errors);
        if binary.contains_key(key) {
            let detail = "duplicate of key present in binaryData";
            errors.push(FieldError::invalid(&at_data.key(key), key, detail));
        }
        total += value.len();
    }
    for (key, value) in binary {
        key_errors(key, &at_binary, &mut errors);
        total += value.0.len();
    }
    if total > MAX_SIZE {
        errors.push(FieldError::too_long(&Path::new(""), MAX_SIZE));
    }
    errors
}

fn validate_update(new: &ConfigMap, old: &ConfigMap) -> ErrorList {
    let mut errors = ErrorList::new();
    if old.immutable == Some(true) {
        let changes = [
            ("immutable", new.immutable != Some(true)),
            ("data", new.data != old.data),
            ("binaryData", new.binary_data != old.binary_data),
        ];
        for (field, _) in changes.iter().filter(|(_, changed)| *changed) {
            errors.push(FieldError::forbidden(&Path::new(field), IMMUTABLE));
        }
    }
    errors.append(validate(new));
    errors
}

pub(super) fn key_errors(key: &str, path: &Path<'_>, errors: &mut ErrorList) {
    for problem in validate::config_map_key(key) {
        errors.push(FieldError::invalid(&path.key(key), key, problem));
    }
}
