//! Conditions in the status of objects.

use meta::validate::condition::{Condition, conditions};
use meta::{ErrorList, FieldError, Path};
use serde_json::Value;

/// What is wrong with the list of conditions at `path`.
pub fn validate(list: Option<&Value>, path: &Path<'_>) -> ErrorList {
    let Some(list) = list else { return ErrorList::new() };
    match serde_json::from_value::<Vec<Condition>>(list.clone()) {
        Ok(list) => conditions(&list, path),
        Err(error) => FieldError::internal(path, error).into(),
    }
}
