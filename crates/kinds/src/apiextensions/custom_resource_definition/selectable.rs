//! Fields of a custom kind that field selectors may name.

use meta::{ErrorList, FieldError, Path};
use serde_json::Value;

use crate::rules::object::text;
use crate::rules::report::Report;

/// The most such fields.
const MAX_FIELDS: usize = 8;

/// What is wrong with the fields under `selectableFields`, given the schema that they point into.
pub fn validate(tree: &Value, schema: &Value, path: &Path<'_>, errors: &mut ErrorList) {
    let at = path.child("selectableFields");
    let mut seen: Vec<&str> = Vec::new();
    for (i, field) in tree["selectableFields"].as_array().into_iter().flatten().enumerate() {
        let (at, given) = (at.index(i), text(field, "jsonPath"));
        let at = at.child("jsonPath");
        if given.is_empty() {
            errors.required(&at, "");
            continue;
        }
        let found = match find(given, schema) {
            Ok(found) => found,
            Err(problem) => {
                errors.invalid(&at, given, format!("is an invalid path: {problem}"));
                continue;
            }
        };
        if given == ".metadata" || given.starts_with(".metadata.") {
            errors.invalid(&at, given, "must not point to fields in metadata");
        }
        if !["string", "boolean", "integer"].contains(&text(found, "type")) {
            let detail = "must point to a field of type string, boolean or integer. Enum string fields and strings with \
                          formats are allowed.";
            errors.invalid(&at, given, detail);
        }
        if seen.contains(&given) {
            errors.duplicate(&at, given);
        } else {
            seen.push(given);
        }
    }
    if seen.len() > MAX_FIELDS {
        errors.push(FieldError::too_many(&at, Some(seen.len()), MAX_FIELDS));
    }
}

/// The schema of the field at `.spec.x`.
fn find<'s>(given: &str, schema: &'s Value) -> Result<&'s Value, String> {
    let missing = || "does not refer to a valid field".to_owned();
    let Some(names) = given.strip_prefix('.') else {
        let first = given.split(['.', '[', ']']).next().unwrap_or_default();
        return Err(match given.starts_with('[') {
            true => "array notation is not allowed".to_owned(),
            false => format!("expected [ or . but got: {first}"),
        });
    };
    names.split('.').try_fold(schema, |schema, name| {
        if name.is_empty() {
            return Err("unexpected end of JSON path".to_owned());
        }
        if name.contains('[') {
            return Err("array notation is not allowed".to_owned());
        }
        match &schema["properties"] {
            Value::Object(properties) => properties.get(name).ok_or_else(missing),
            _ if schema["additionalProperties"].is_object() => Ok(&schema["additionalProperties"]),
            _ => Err(missing()),
        }
    })
}
