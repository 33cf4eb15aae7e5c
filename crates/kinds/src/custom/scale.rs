//! The numbers of replicas of a custom resource that can be scaled, and its selector: where they are, and whether they are sound.

use meta::{ErrorList, FieldError, Path};
use serde_json::Value;

use crate::rules::object::text;

/// A path such as `.spec.replicas`, as its author wrote it.
pub(super) struct At(String);

impl At {
    /// Without the dot before it.
    pub(super) fn path(&self) -> &str {
        self.0.strip_prefix('.').unwrap_or(&self.0)
    }
}

/// Where a version keeps its numbers.
pub(super) struct Scale {
    pub spec: At,
    pub status: At,
    pub selector: Option<At>,
}

impl Scale {
    pub(super) fn read(declared: &Value) -> Self {
        let at = |name: &str| At(text(declared, name).to_owned());
        let selector = Some(at("labelSelectorPath")).filter(|at| !at.0.is_empty());
        Self { spec: at("specReplicasPath"), status: at("statusReplicasPath"), selector }
    }

    /// What is wrong with the wanted number.
    pub(super) fn spec_errors(&self, tree: &Value) -> ErrorList {
        number_error(tree, &self.spec).into_iter().collect()
    }

    /// What is wrong with the present number and the selector.
    pub(super) fn status_errors(&self, tree: &Value) -> ErrorList {
        let mut errors: ErrorList = number_error(tree, &self.status).into_iter().collect();
        if let Some(at) = &self.selector
            && let Err(problem) = find(tree, at.path(), "string", Value::is_string)
        {
            errors.push(FieldError::invalid(&Path::new(&at.0), "", problem));
        }
        errors
    }
}

fn number_error(tree: &Value, at: &At) -> Option<FieldError> {
    let path = Path::new(&at.0);
    match find(tree, at.path(), "int64", Value::is_i64) {
        Err(problem) => Some(FieldError::invalid(&path, 0, problem)),
        Ok(found) => match found.and_then(Value::as_i64).unwrap_or(0) {
            number if number < 0 => {
                Some(FieldError::invalid(&path, number, "should be a non-negative integer"))
            }
            number if number > i64::from(i32::MAX) => {
                let detail = format!("should be less than or equal to {}", i32::MAX);
                Some(FieldError::invalid(&path, number, detail))
            }
            _ => None,
        },
    }
}

/// What stands at a path, if it is of the type; the texts are those of Go's accessors of nested fields.
fn find<'v>(
    tree: &'v Value,
    path: &str,
    wanted: &str,
    is: impl Fn(&Value) -> bool,
) -> Result<Option<&'v Value>, String> {
    let say = |path: &str, found: &Value, wanted: &str| {
        format!(
            ".{path} accessor error: {} is of the type {}, expected {wanted}",
            jsonpath::go_value(found),
            go_type(found)
        )
    };
    let (mut at, mut passed) = (tree, String::new());
    for name in path.split('.') {
        let Value::Object(members) = at else {
            return Err(say(&passed, at, "map[string]interface{}"));
        };
        if !passed.is_empty() {
            passed.push('.');
        }
        passed.push_str(name);
        match members.get(name) {
            None => return Ok(None),
            Some(next) => at = next,
        }
    }
    if is(at) { Ok(Some(at)) } else { Err(say(path, at, wanted)) }
}

fn go_type(value: &Value) -> &'static str {
    match value {
        Value::Null => "<nil>",
        Value::Bool(_) => "bool",
        Value::Number(number) if number.is_i64() => "int64",
        Value::Number(_) => "float64",
        Value::String(_) => "string",
        Value::Array(_) => "[]interface {}",
        Value::Object(_) => "map[string]interface {}",
    }
}
