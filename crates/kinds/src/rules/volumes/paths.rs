//! Paths inside volumes and on nodes, and file modes.

use meta::{ErrorList, Path};

use crate::rules::report::Report;

/// Said of file modes out of range.
const MODE: &str = "must be a number between 0 and 0777 (octal), both inclusive";

/// A path without a step back.
pub fn no_backsteps(target: &str, path: &Path<'_>, errors: &mut ErrorList) {
    if target.split('/').any(|part| part == "..") {
        errors.invalid(path, target, "must not contain '..'");
    }
}

/// A relative path without a step back.
pub fn descending(target: &str, path: &Path<'_>, errors: &mut ErrorList) {
    if target.starts_with('/') {
        errors.invalid(path, target, "must be a relative path");
    }
    no_backsteps(target, path, errors);
}

/// A relative path that stays inside its volume and off the names that the system uses there.
pub fn local(target: &str, path: &Path<'_>, errors: &mut ErrorList) {
    descending(target, path, errors);
    if target.starts_with("..") && !target.starts_with("../") {
        errors.invalid(path, target, "must not start with '..'");
    }
}

/// The permission bits of a file.
pub fn mode(mode: Option<i32>, path: &Path<'_>, errors: &mut ErrorList) {
    if let Some(mode) = mode.filter(|mode| !(0..=0o777).contains(mode)) {
        errors.invalid(path, mode, MODE);
    }
}
