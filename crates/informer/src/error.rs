//! Why a reconciliation did not come to its end. It is tried again, so this only says what to log.

/// Why a key must be tried again.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// A call of the API failed.
    #[error("{0}")]
    Client(#[from] client::Error),
    /// Something else.
    #[error("{0}")]
    Other(Box<dyn std::error::Error + Send + Sync>),
}

impl Error {
    /// Something else, in words or as an error.
    pub fn other(error: impl Into<Box<dyn std::error::Error + Send + Sync>>) -> Self {
        Self::Other(error.into())
    }
}
