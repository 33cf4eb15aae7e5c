//! `metav1.Condition`: the type and its validation. Called by the kinds whose status holds conditions.

use super::message::{Messages, regex_error};
use super::object_meta::label_name;
use crate::field::{BadValue, ErrorList, FieldError, Path};
use crate::time::Time;
use serde::{Deserialize, Serialize};
use std::collections::HashSet;

/// One aspect of an object's state.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Condition {
    /// Which aspect.
    #[serde(default)]
    pub r#type: String,
    /// `True`, `False` or `Unknown`.
    #[serde(default)]
    pub status: String,
    /// The generation the condition was set for.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub observed_generation: i64,
    /// When the status last changed.
    pub last_transition_time: Option<Time>,
    /// Why, in one CamelCase word.
    #[serde(default)]
    pub reason: String,
    /// Why, in a sentence.
    #[serde(default)]
    pub message: String,
}

#[allow(clippy::trivially_copy_pass_by_ref)]
fn is_zero(value: &i64) -> bool {
    *value == 0
}

const REASON_MAX: usize = 1024;
const MESSAGE_MAX: usize = 32 * 1024;

/// Every condition valid, and no type twice.
pub fn conditions(list: &[Condition], path: &Path<'_>) -> ErrorList {
    let (mut errors, mut seen) = (ErrorList::new(), HashSet::new());
    for (at, one) in list.iter().enumerate() {
        let path = path.index(at);
        if !seen.insert(one.r#type.as_str()) {
            errors.push(FieldError::duplicate(&path.child("type"), &one.r#type));
        }
        errors.append(condition(one, &path));
    }
    errors
}

/// One condition.
pub fn condition(one: &Condition, path: &Path<'_>) -> ErrorList {
    let mut errors = label_name(&one.r#type, &path.child("type"));
    if !["True", "False", "Unknown"].contains(&one.status.as_str()) {
        let value = BadValue::json(&one.status);
        errors.push(FieldError::not_in_set(&path.child("status"), value, &["True", "False", "Unknown"]));
    }
    if one.observed_generation < 0 {
        let detail = "must be greater than or equal to zero";
        errors.push(FieldError::invalid(&path.child("observedGeneration"), one.observed_generation, detail));
    }
    if one.last_transition_time.is_none_or(Time::is_zero) {
        errors.push(FieldError::required(&path.child("lastTransitionTime"), ""));
    }
    let reason = path.child("reason");
    if one.reason.is_empty() {
        errors.push(FieldError::required(&reason, ""));
    } else {
        errors.append(
            condition_reason(&one.reason).into_iter().map(|m| FieldError::invalid(&reason, &one.reason, m)),
        );
        if one.reason.len() > REASON_MAX {
            errors.push(FieldError::too_long(&reason, REASON_MAX));
        }
    }
    if one.message.len() > MESSAGE_MAX {
        errors.push(FieldError::too_long(&path.child("message"), MESSAGE_MAX));
    }
    errors
}

/// The reason of a condition.
pub fn condition_reason(value: &str) -> Messages {
    let word = |b: u8| b.is_ascii_alphanumeric() || b == b'_';
    let bytes = value.as_bytes();
    let valid = bytes.first().is_some_and(u8::is_ascii_alphabetic)
        && bytes.last().is_some_and(|b| word(*b))
        && bytes.iter().all(|b| word(*b) || matches!(b, b',' | b':'));
    if valid {
        return Messages::new();
    }
    let message = regex_error(
        "a condition reason must start with alphabetic character, optionally followed by a string of alphanumeric \
         characters or '_,:', and must end with an alphanumeric character or '_'",
        "[A-Za-z]([A-Za-z0-9_,:]*[A-Za-z0-9_])?",
        &["my_name", "MY_NAME", "MyName", "ReasonA,ReasonB", "ReasonA:ReasonB"],
    );
    vec![message.into()]
}
