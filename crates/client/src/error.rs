//! What can go wrong between a call and its answer, and the questions that callers ask of it.

use meta::status::Response;
use meta::{StatusError, StatusReason};

/// Whatever a library below reports.
pub(crate) type Cause = Box<dyn std::error::Error + Send + Sync>;

/// Why a call failed.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The server refused.
    #[error("{0}")]
    Status(StatusError),
    /// The server was not reached, or the connection broke.
    #[error("cannot reach the server: {0}")]
    Transport(Cause),
    /// The answer is not of the kind asked for.
    #[error("cannot read the answer as {0}")]
    Decode(#[from] api::DecodeError),
    /// The answer is not JSON.
    #[error("cannot read the answer: {0}")]
    Json(#[from] serde_json::Error),
    /// The call cannot be put into a request.
    #[error("cannot make the request: {0}")]
    Request(#[from] http::Error),
    /// The connection cannot be upgraded.
    #[error("cannot upgrade the connection: {0}")]
    Upgrade(String),
}

impl Error {
    /// From an answer with an error code.
    pub(crate) fn answered(code: u16, verb: &str, body: &[u8]) -> Self {
        let status = StatusError::from_json(body).unwrap_or_else(|| {
            let message = String::from_utf8_lossy(body);
            StatusError::from_response(&Response {
                code,
                verb,
                message: message.trim(),
                ..Response::default()
            })
        });
        Self::Status(status)
    }

    /// What the server said, if it did.
    pub fn status(&self) -> Option<&StatusError> {
        match self {
            Self::Status(status) => Some(status),
            _ => None,
        }
    }

    /// The HTTP code of a refusal.
    pub fn code(&self) -> Option<u16> {
        self.status().map(StatusError::code)
    }

    /// The reason of a refusal.
    pub fn reason(&self) -> Option<&StatusReason> {
        self.status().map(StatusError::reason)
    }

    /// Whether the object is not there.
    pub fn is_not_found(&self) -> bool {
        self.status().is_some_and(StatusError::is_not_found)
    }

    /// Whether the object changed in the meantime.
    pub fn is_conflict(&self) -> bool {
        self.status().is_some_and(StatusError::is_conflict)
    }

    /// Whether the object is there already.
    pub fn is_already_exists(&self) -> bool {
        self.status().is_some_and(StatusError::is_already_exists)
    }

    /// Whether a version is older than what the server keeps.
    pub fn is_gone(&self) -> bool {
        self.status().is_some_and(|status| status.is_gone() || status.is_expired())
    }

    /// Whether the user may not do this.
    pub fn is_forbidden(&self) -> bool {
        self.status().is_some_and(StatusError::is_forbidden)
    }

    /// Whether the object is not valid.
    pub fn is_invalid(&self) -> bool {
        self.status().is_some_and(StatusError::is_invalid)
    }

    /// Whether nothing can be created because the namespace is going away.
    pub fn is_namespace_terminating(&self) -> bool {
        self.status().is_some_and(|status| status.cause("NamespaceTerminating").is_some())
    }

    /// Whether the client was asked to slow down.
    pub fn is_too_many_requests(&self) -> bool {
        self.status().is_some_and(StatusError::is_too_many_requests)
    }
}
