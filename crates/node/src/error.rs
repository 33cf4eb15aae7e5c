//! What a runtime may answer instead of doing it.

/// Why a runtime did not do what it was asked for.
#[derive(Debug, thiserror::Error)]
pub enum RuntimeError {
    /// There is no such sandbox, container or image.
    #[error("{0} not found")]
    NotFound(String),
    /// The name is taken.
    #[error("{0} already exists")]
    Exists(String),
    /// It is not in the state that this needs.
    #[error("{0}")]
    State(String),
    /// The image can't be had: the reason as users see it in events.
    #[error("{0}")]
    Image(String),
    /// The image is not there and must not be pulled, the name can't be parsed, …
    #[error("{0}")]
    Invalid(String),
    /// It took too long.
    #[error("{0} timed out")]
    Timeout(String),
    /// This runtime has no such thing.
    #[error("{0} is not supported by this runtime")]
    Unsupported(String),
    /// Anything else, in the runtime's own words.
    #[error("{0}")]
    Other(String),
}

impl RuntimeError {
    /// Whether what was asked about does not exist (any more).
    pub const fn is_not_found(&self) -> bool {
        matches!(self, Self::NotFound(_))
    }
}
