//! The names of a custom kind.

use meta::{ErrorList, Path, validate};
use serde_json::Value;

use crate::rules::object::text;
use crate::rules::report::Report;

/// What is wrong with names at `path`; those that are absent are nothing to judge.
pub fn validate(names: &Value, path: &Path<'_>, errors: &mut ErrorList) {
    for field in ["plural", "singular"] {
        label(text(names, field), &path.child(field), errors);
    }
    for field in ["kind", "listKind"] {
        let given = text(names, field);
        let problems = validate::dns1035_label(&given.to_lowercase());
        if !given.is_empty() && !problems.is_empty() {
            let detail = format!("may have mixed case, but should otherwise match: {}", problems.join(","));
            errors.invalid(&path.child(field), given, detail);
        }
    }
    list(names, "shortNames", path, errors);
    let (kind, list_kind) = (text(names, "kind"), text(names, "listKind"));
    if !kind.is_empty() && kind == list_kind {
        errors.invalid(&path.child("listKind"), list_kind, "kind and listKind may not be the same");
    }
    list(names, "categories", path, errors);
}

fn list(names: &Value, field: &str, path: &Path<'_>, errors: &mut ErrorList) {
    let at = path.child(field);
    for (i, name) in names[field].as_array().into_iter().flatten().enumerate() {
        let name = name.as_str().unwrap_or_default();
        let problems = validate::dns1035_label(name);
        if !problems.is_empty() {
            errors.invalid(&at.index(i), name, problems.join(","));
        }
    }
}

fn label(name: &str, path: &Path<'_>, errors: &mut ErrorList) {
    let problems = validate::dns1035_label(name);
    if !name.is_empty() && !problems.is_empty() {
        errors.invalid(path, name, problems.join(","));
    }
}
