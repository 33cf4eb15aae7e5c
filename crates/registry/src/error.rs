//! What the store's errors become on their way to a client, and the texts that several verbs share.

use meta::field::{FieldError, Path};
use meta::{StatusError, go};
use store::{Error, Revision};

use crate::{Object, Target};

/// The answer to a store error that no verb has a better word for.
pub(crate) fn of_store(error: Error) -> StatusError {
    match error {
        Error::Compacted { .. } => StatusError::list_version_expired(),
        Error::FutureRevision { requested, current } => {
            StatusError::too_large_resource_version(requested.0, current.0, 1)
        }
        Error::Invalid(text) => StatusError::request_entity_too_large(&text),
        Error::Unavailable(text) => StatusError::service_unavailable(text),
        Error::Conflict(conflict) => StatusError::internal(conflict),
        Error::Unknown(_) | Error::Data(_) => StatusError::internal(error),
    }
}

/// There is no such object.
pub(crate) fn not_found(target: &Target) -> StatusError {
    let resource = match target.kind.strategy.missing_as() {
        Some(name) => meta::GroupResource::new(&*target.version().group, name),
        None => target.group_resource(),
    };
    StatusError::not_found(&resource, &target.name)
}

/// The kind is not served: its definition has gone while the request was under way.
pub(crate) fn not_served() -> StatusError {
    let mut error = StatusError::not_found(&meta::GroupResource::new("", ""), "");
    error.status_mut().message = "the server could not find the requested resource".into();
    error
}

/// A stored object that is no JSON.
pub(crate) fn unreadable(target: &Target, error: &serde_json::Error) -> StatusError {
    let cause = meta::status::StatusCause {
        reason: "UnexpectedServerResponse".into(),
        message: error.to_string(),
        field: target.key(),
    };
    StatusError::storage_read_error(&target.group_resource(), vec![cause])
}

/// Reads a resource version; empty is `None`. The error is upstream's text, to which verbs add what they add.
pub(crate) fn parse_version(text: &str) -> Result<Option<Revision>, String> {
    if text.is_empty() {
        return Ok(None);
    }
    match go::parse_uint(text) {
        Ok(version) => Ok(Some(Revision(version))),
        Err(error) => {
            Err(FieldError::invalid(&Path::new("resourceVersion"), text, error.to_string()).to_string())
        }
    }
}

/// The resource version in an object's metadata; 0 if there is none.
pub(crate) fn version_of(object: &Object) -> Result<u64, StatusError> {
    match object.text("metadata.resourceVersion") {
        "" => Ok(0),
        text => go::parse_uint(text).map_err(|error| StatusError::unknown(error.to_string())),
    }
}
