//! The error of an answer that is no `Status`, worded from its HTTP code. The API server's router answers this way too,
//! when no handler is reached.

use super::{FAILURE, Status, StatusCause, StatusDetails, StatusError, StatusReason};
use crate::go::quote;
use crate::gvk::GroupResource;

/// What is known of an answer that carries no `Status`.
#[derive(Debug, Clone, Copy, Default)]
pub struct Response<'a> {
    /// The HTTP code.
    pub code: u16,
    /// The HTTP verb.
    pub verb: &'a str,
    /// The resource's group; empty for the core group.
    pub group: &'a str,
    /// The resource that was asked for; empty when unknown.
    pub resource: &'a str,
    /// The object that was asked for; empty when unknown.
    pub name: &'a str,
    /// The body.
    pub message: &'a str,
    /// The `Retry-After` header.
    pub retry_after_seconds: i32,
    /// Whether a client got this where it expected an object.
    pub unexpected: bool,
}

fn reason_and_message(r: &Response<'_>) -> (StatusReason, String) {
    use StatusReason as R;
    let (reason, message) = match r.code {
        409 if r.verb == "POST" => (R::AlreadyExists, "the server reported a conflict"),
        409 => (R::Conflict, "the server reported a conflict"),
        404 => (R::NotFound, "the server could not find the requested resource"),
        400 => (R::BadRequest, "the server rejected our request for an unknown reason"),
        401 => (R::Unauthorized, "the server has asked for the client to provide credentials"),
        403 => (R::Forbidden, r.message),
        406 if matches!(r.message, "" | "unknown") => (
            R::NotAcceptable,
            "the server was unable to respond with a content type that the client supports",
        ),
        406 => (R::NotAcceptable, r.message),
        415 => (R::UnsupportedMediaType, r.message),
        405 => (R::MethodNotAllowed, "the server does not allow this method on the requested resource"),
        422 => (R::Invalid, "the server rejected our request due to an error in our request"),
        503 => (R::ServiceUnavailable, "the server is currently unable to handle the request"),
        504 => (
            R::Timeout,
            "the server was unable to return a response in the time allotted, but may still be processing the request",
        ),
        429 => (
            R::TooManyRequests,
            "the server has received too many requests and has asked us to try again later",
        ),
        500.. => {
            let text = format!(
                "an error on the server ({}) has prevented the request from succeeding",
                quote(r.message)
            );
            return (R::InternalError, text);
        }
        code => {
            let text = format!(
                "the server responded with the status code {code} but did not return more information"
            );
            return (R::Unknown, text);
        }
    };
    (reason, message.to_owned())
}

impl StatusError {
    /// The error that an answer without a `Status` stands for.
    pub fn from_response(response: &Response<'_>) -> Self {
        let (reason, mut message) = reason_and_message(response);
        let resource = GroupResource::new(response.group, response.resource);
        if !resource.is_empty() {
            let name = if response.name.is_empty() { String::new() } else { format!(" {}", response.name) };
            message = format!("{message} ({} {resource}{name})", response.verb.to_lowercase());
        }
        let cause = response.unexpected.then(|| StatusCause {
            reason: "UnexpectedServerResponse".to_owned(),
            message: response.message.to_owned(),
            field: String::new(),
        });
        let details = StatusDetails {
            name: response.name.to_owned(),
            group: resource.group,
            kind: resource.resource,
            causes: cause.into_iter().collect(),
            retry_after_seconds: response.retry_after_seconds,
            ..StatusDetails::default()
        };
        let status = Status { code: response.code, reason, message, ..Status::empty(FAILURE) };
        (status, details).into()
    }
}
