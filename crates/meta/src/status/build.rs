//! One constructor for each way a request can fail.

use super::{FAILURE, Status, StatusCause, StatusDetails, StatusError, StatusReason};
use crate::field::ErrorList;
use crate::go::quote;
use crate::gvk::{GroupKind, GroupResource};
use std::fmt;

fn failure(code: u16, reason: StatusReason, message: impl Into<String>) -> Status {
    Status { code, reason, message: message.into(), ..Status::empty(FAILURE) }
}

fn about(group: &str, kind: &str, name: &str) -> StatusDetails {
    let (name, group, kind) = (name.to_owned(), group.to_owned(), kind.to_owned());
    StatusDetails { name, group, kind, ..StatusDetails::default() }
}

impl From<(Status, StatusDetails)> for StatusError {
    fn from((status, details): (Status, StatusDetails)) -> Self {
        Self(Box::new(Status { details: Some(Box::new(details)), ..status }))
    }
}

fn on(resource: &GroupResource, name: &str) -> StatusDetails {
    about(&resource.group, &resource.resource, name)
}

impl StatusError {
    /// The object is not there.
    pub fn not_found(resource: &GroupResource, name: &str) -> Self {
        let message = format!("{resource} {} not found", quote(name));
        (failure(404, StatusReason::NotFound, message), on(resource, name)).into()
    }

    /// The object is there already.
    pub fn already_exists(resource: &GroupResource, name: &str) -> Self {
        let message = format!("{resource} {} already exists", quote(name));
        (failure(409, StatusReason::AlreadyExists, message), on(resource, name)).into()
    }

    /// Every name tried for a `generateName` was taken.
    pub fn generate_name_conflict(resource: &GroupResource, name: &str, retry_after_seconds: i32) -> Self {
        let message = format!(
            "{resource} {} already exists, the server was not able to generate a unique name for the object",
            quote(name)
        );
        let details = StatusDetails { retry_after_seconds, ..on(resource, name) };
        (failure(409, StatusReason::AlreadyExists, message), details).into()
    }

    /// Who asks is not known.
    pub fn unauthorized(message: &str) -> Self {
        let message = if message.is_empty() { "not authorized" } else { message };
        failure(401, StatusReason::Unauthorized, message).into()
    }

    /// Who asks may not do this, or an admission plugin refuses it.
    pub fn forbidden(resource: &GroupResource, name: &str, why: impl fmt::Display) -> Self {
        let message = match (resource.is_empty(), name) {
            (true, _) => format!("forbidden: {why}"),
            (false, "") => format!("{resource} is forbidden: {why}"),
            (false, name) => format!("{resource} {} is forbidden: {why}", quote(name)),
        };
        (failure(403, StatusReason::Forbidden, message), on(resource, name)).into()
    }

    /// The object changed in the meantime, or a precondition does not hold.
    pub fn conflict(resource: &GroupResource, name: &str, why: impl fmt::Display) -> Self {
        let message = format!("Operation cannot be fulfilled on {resource} {}: {why}", quote(name));
        (failure(409, StatusReason::Conflict, message), on(resource, name)).into()
    }

    /// The object was written since the version that the update is based on.
    pub fn modified(resource: &GroupResource, name: &str) -> Self {
        let why =
            "the object has been modified; please apply your changes to the latest version and try again";
        Self::conflict(resource, name, why)
    }

    /// An apply that would take fields from other managers.
    pub fn apply_conflict(causes: Vec<StatusCause>, message: impl Into<String>) -> Self {
        let details = StatusDetails { causes, ..StatusDetails::default() };
        (failure(409, StatusReason::Conflict, message), details).into()
    }

    /// The thing is gone for good.
    pub fn gone(message: impl Into<String>) -> Self {
        failure(410, StatusReason::Gone, message).into()
    }

    /// A version or token older than what the server keeps.
    pub fn expired(message: impl Into<String>) -> Self {
        failure(410, StatusReason::Expired, message).into()
    }

    /// A watch from a version the server no longer has.
    pub fn too_old(requested: u64, oldest: u64) -> Self {
        Self::expired(format!("too old resource version: {requested} ({oldest})"))
    }

    /// A list at an exact version the server no longer has.
    pub fn list_version_expired() -> Self {
        Self::expired("The resourceVersion for the provided list is too old.")
    }

    /// A watch from a version that the store has compacted.
    pub fn watch_version_expired() -> Self {
        Self::expired("The resourceVersion for the provided watch is too old.")
    }

    /// A continue token whose snapshot is gone; `continue_token` lets the client finish the list inconsistently.
    pub fn continue_expired(continue_token: Option<String>) -> Self {
        let Some(token) = continue_token else {
            return Self::expired(
                "The provided continue parameter is too old to display a consistent list result. You must start a \
                 new list without the continue parameter.",
            );
        };
        let mut error = Self::expired(
            "The provided continue parameter is too old to display a consistent list result. You can start a new \
             list without the continue parameter, or use the continue token in this response to retrieve the \
             remainder of the results. Continuing with the provided token results in an inconsistent list - objects \
             that were created, modified, or deleted between the time the first chunk was returned and now may show \
             up in the list.",
        );
        error.0.metadata.continue_token = token;
        error
    }

    /// The object is not valid: each field error becomes a cause.
    pub fn invalid(kind: &GroupKind, name: &str, errors: &ErrorList) -> Self {
        let cause = |error: &crate::FieldError| StatusCause {
            reason: error.kind.reason().to_owned(),
            message: error.body(),
            field: error.field.clone(),
        };
        let mut message = format!("{kind} {} is invalid", quote(name));
        if !errors.is_empty() {
            message = format!("{message}: {errors}");
        }
        let causes = errors.iter().map(cause).collect();
        let details = StatusDetails { causes, ..about(&kind.group, &kind.kind, name) };
        (failure(422, StatusReason::Invalid, message), details).into()
    }

    /// The request makes no sense.
    pub fn bad_request(message: impl Into<String>) -> Self {
        failure(400, StatusReason::BadRequest, message).into()
    }

    /// The client must slow down and try again after so many seconds.
    pub fn too_many_requests(message: impl Into<String>, retry_after_seconds: i32) -> Self {
        let details = StatusDetails { retry_after_seconds, ..StatusDetails::default() };
        (failure(429, StatusReason::TooManyRequests, message), details).into()
    }

    /// The server is overloaded.
    pub fn overloaded(message: &str) -> Self {
        failure(429, StatusReason::TooManyRequests, format!("Too many requests: {message}")).into()
    }

    /// The server cannot serve now.
    pub fn service_unavailable(message: impl Into<String>) -> Self {
        failure(503, StatusReason::ServiceUnavailable, message).into()
    }

    /// The verb is not offered on this resource.
    pub fn method_not_supported(resource: &GroupResource, action: &str) -> Self {
        let message =
            format!("{action} is not supported on resources of kind {}", quote(&resource.to_string()));
        (failure(405, StatusReason::MethodNotAllowed, message), on(resource, "")).into()
    }

    /// The server could not finish in time.
    pub fn server_timeout(resource: &GroupResource, operation: &str, retry_after_seconds: i32) -> Self {
        let message = format!(
            "The {operation} operation against {resource} could not be completed at this time, please try again."
        );
        let details = StatusDetails { retry_after_seconds, ..on(resource, operation) };
        (failure(500, StatusReason::ServerTimeout, message), details).into()
    }

    /// The request's time ran out.
    pub fn timeout(message: &str, retry_after_seconds: i32) -> Self {
        let details = StatusDetails { retry_after_seconds, ..StatusDetails::default() };
        (failure(504, StatusReason::Timeout, format!("Timeout: {message}")), details).into()
    }

    /// A read at a version that the server has not seen yet.
    pub fn too_large_resource_version(wanted: u64, current: u64, retry_after_seconds: i32) -> Self {
        let message = format!("Too large resource version: {wanted}, current: {current}");
        let mut error = Self::timeout(&message, retry_after_seconds);
        if let Some(details) = &mut error.0.details {
            details.causes.push(StatusCause {
                reason: "ResourceVersionTooLarge".to_owned(),
                message: "Too large resource version".to_owned(),
                field: String::new(),
            });
        }
        error
    }

    /// The server failed.
    pub fn internal(error: impl fmt::Display) -> Self {
        let message = error.to_string();
        let text = format!("Internal error occurred: {message}");
        let causes = vec![StatusCause { message, ..StatusCause::default() }];
        let details = StatusDetails { causes, ..StatusDetails::default() };
        (failure(500, StatusReason::InternalError, text), details).into()
    }

    /// An error without a reason of its own, answered as upstream answers any plain error.
    pub fn unknown(message: impl Into<String>) -> Self {
        failure(500, StatusReason::Unknown, message).into()
    }

    /// Objects are in the store but cannot be read back; one cause each.
    pub fn storage_read_error(resource: &GroupResource, causes: Vec<StatusCause>) -> Self {
        let message = format!("failed to read one or more {resource} from the storage");
        let details = StatusDetails { causes, ..on(resource, "") };
        (failure(500, StatusReason::StorageReadError, message), details).into()
    }

    /// The body is too large.
    pub fn request_entity_too_large(message: &str) -> Self {
        let message = format!("Request entity too large: {message}");
        failure(413, StatusReason::RequestEntityTooLarge, message).into()
    }

    /// None of the representations that the client accepts is offered.
    pub fn not_acceptable(offered: &[&str]) -> Self {
        let message = format!("only the following media types are accepted: {}", offered.join(", "));
        failure(406, StatusReason::NotAcceptable, message).into()
    }

    /// The body's form is not understood.
    pub fn unsupported_media_type(accepted: &[&str]) -> Self {
        let message = format!(
            "the body of the request was in an unknown format - accepted media types include: {}",
            accepted.join(", ")
        );
        failure(415, StatusReason::UnsupportedMediaType, message).into()
    }
}
