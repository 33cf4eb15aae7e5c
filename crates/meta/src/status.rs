//! `metav1.Status`: the one form in which errors cross the API, and the answer to some deletes.
//!
//! [`StatusError`] is the error type of everything between a request and its answer. Constructors carry upstream's texts;
//! the JSON is a stock server's, field for field. Callers: the registry, admission, the API server, and clients reading
//! answers back.

mod build;
mod client;
mod predicates;
mod reason;

pub use client::Response;
pub use reason::StatusReason;

use crate::object_meta::{ListMeta, null_default};
use serde::{Deserialize, Serialize};
use std::fmt;

/// `status` of an answer that is an error.
pub const FAILURE: &str = "Failure";
/// `status` of an answer that is none.
pub const SUCCESS: &str = "Success";

/// The outcome of a request.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Status {
    /// Always `Status`.
    #[serde(default = "Status::kind")]
    kind: String,
    /// Always `v1`.
    #[serde(default = "Status::api_version")]
    api_version: String,
    /// List metadata: carries the continue token of an expired list.
    #[serde(default, deserialize_with = "null_default")]
    pub metadata: ListMeta,
    /// [`SUCCESS`] or [`FAILURE`].
    #[serde(default, deserialize_with = "null_default", skip_serializing_if = "String::is_empty")]
    pub status: String,
    /// For people.
    #[serde(default, deserialize_with = "null_default", skip_serializing_if = "String::is_empty")]
    pub message: String,
    /// For programs.
    #[serde(default, deserialize_with = "null_default", skip_serializing_if = "StatusReason::is_unknown")]
    pub reason: StatusReason,
    /// What the outcome is about.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub details: Option<Box<StatusDetails>>,
    /// The HTTP code; 0 when not set.
    #[serde(default, deserialize_with = "null_default", skip_serializing_if = "is_zero")]
    pub code: u16,
}

/// What an outcome is about.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct StatusDetails {
    /// The object's name, or the name of the operation for a server timeout.
    #[serde(default, deserialize_with = "null_default", skip_serializing_if = "String::is_empty")]
    pub name: String,
    /// The API group.
    #[serde(default, deserialize_with = "null_default", skip_serializing_if = "String::is_empty")]
    pub group: String,
    /// The kind, or on most errors the resource.
    #[serde(default, deserialize_with = "null_default", skip_serializing_if = "String::is_empty")]
    pub kind: String,
    /// The object's UID.
    #[serde(default, deserialize_with = "null_default", skip_serializing_if = "String::is_empty")]
    pub uid: String,
    /// One entry for each thing that is wrong.
    #[serde(default, deserialize_with = "null_default", skip_serializing_if = "Vec::is_empty")]
    pub causes: Vec<StatusCause>,
    /// After how many seconds to try again; 0 when not set.
    #[serde(default, deserialize_with = "null_default", skip_serializing_if = "is_zero")]
    pub retry_after_seconds: i32,
}

/// One thing that is wrong.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct StatusCause {
    /// For programs: the reason of a field error, or another of upstream's cause types.
    #[serde(default, deserialize_with = "null_default", skip_serializing_if = "String::is_empty")]
    pub reason: String,
    /// For people.
    #[serde(default, deserialize_with = "null_default", skip_serializing_if = "String::is_empty")]
    pub message: String,
    /// The path of the field at fault.
    #[serde(default, deserialize_with = "null_default", skip_serializing_if = "String::is_empty")]
    pub field: String,
}

#[allow(clippy::trivially_copy_pass_by_ref)]
fn is_zero<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

impl Status {
    fn kind() -> String {
        "Status".to_owned()
    }

    fn api_version() -> String {
        "v1".to_owned()
    }

    fn empty(status: &str) -> Self {
        Self {
            kind: Self::kind(),
            api_version: Self::api_version(),
            metadata: ListMeta::default(),
            status: status.to_owned(),
            message: String::new(),
            reason: StatusReason::Unknown,
            details: None,
            code: 0,
        }
    }

    /// A success, as a binding or an eviction is answered.
    pub fn success(code: u16) -> Self {
        Self { code, ..Self::empty(SUCCESS) }
    }

    /// The success of a delete that removed the object at once.
    pub fn deleted(group: &str, resource: &str, name: &str, uid: &str) -> Self {
        let details = StatusDetails {
            name: name.to_owned(),
            group: group.to_owned(),
            kind: resource.to_owned(),
            uid: uid.to_owned(),
            ..StatusDetails::default()
        };
        Self { details: Some(Box::new(details)), ..Self::empty(SUCCESS) }
    }

    /// Whether this says that the request failed.
    pub fn is_failure(&self) -> bool {
        self.status == FAILURE
    }
}

/// A failure on its way to the client.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StatusError(Box<Status>);

impl StatusError {
    /// From an answer that is a `Status`; `None` when its kind or version says that it is something else.
    pub fn from_json(body: &[u8]) -> Option<Self> {
        let status: Status = serde_json::from_slice(body).ok()?;
        let known = status.kind == "Status" && matches!(status.api_version.as_str(), "v1" | "meta.k8s.io/v1");
        known.then(|| Self(Box::new(status)))
    }

    /// The `Status` to answer with.
    pub fn status(&self) -> &Status {
        &self.0
    }

    /// The `Status`, to change what a constructor left open.
    pub fn status_mut(&mut self) -> &mut Status {
        &mut self.0
    }

    /// The `Status` itself.
    pub fn into_status(self) -> Status {
        *self.0
    }

    /// The reason.
    pub fn reason(&self) -> &StatusReason {
        &self.0.reason
    }

    /// The HTTP code to answer with.
    pub fn code(&self) -> u16 {
        if self.0.code == 0 { 500 } else { self.0.code }
    }

    /// The causes, if there are any.
    pub fn causes(&self) -> &[StatusCause] {
        self.0.details.as_ref().map_or(&[], |details| &details.causes)
    }
}

impl From<Status> for StatusError {
    fn from(status: Status) -> Self {
        Self(Box::new(status))
    }
}

impl fmt::Display for StatusError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.message)
    }
}

impl std::error::Error for StatusError {}

#[cfg(test)]
mod tests;
