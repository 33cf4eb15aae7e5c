//! What classes of storage say to drivers: who provides, and with what parameters.

use std::collections::BTreeMap;

use meta::{ErrorList, FieldError, Path, validate};

use crate::rules::report::Report;

/// The most parameters.
const MAX_COUNT: usize = 512;
/// The most that parameters may hold together, in bytes.
const MAX_SIZE: usize = 256 * 1024;

/// The name of a driver.
pub fn provisioner(name: &str, path: &Path<'_>, errors: &mut ErrorList) {
    if name.is_empty() {
        return errors.required(path, "");
    }
    let lower = name.to_lowercase();
    errors.problems(path, &lower, validate::qualified_name(&lower));
}

/// What a class tells its driver.
pub fn validate(
    given: Option<&BTreeMap<String, String>>,
    may_be_empty: bool,
    path: &Path<'_>,
    errors: &mut ErrorList,
) {
    let none = BTreeMap::new();
    let given = given.unwrap_or(&none);
    if given.len() > MAX_COUNT {
        errors.push(FieldError::too_long(path, MAX_COUNT));
    }
    if given.contains_key("") {
        errors.invalid(path, "", "field can not be empty.");
    }
    if given.iter().map(|(key, value)| key.len() + value.len()).sum::<usize>() > MAX_SIZE {
        errors.push(FieldError::too_long(path, MAX_SIZE));
    }
    if !may_be_empty && given.is_empty() {
        errors.required(path, "must contain at least one key/value pair");
    }
}
