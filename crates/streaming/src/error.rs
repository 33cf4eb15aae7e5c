//! What can go wrong between two ends.

/// Why a session could not be set up or went on no longer.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The other side has left.
    #[error("the connection was closed")]
    Closed,
    /// The other side does not want the stream.
    #[error("the stream was refused")]
    Refused,
    /// The other side took too long.
    #[error("timed out waiting for streams")]
    Timeout,
    /// The answer is none that switches protocols; its body may say more.
    #[error("unable to upgrade connection: {0}")]
    NotUpgraded(String),
    /// The answer names a protocol that was not offered.
    #[error("unable to negotiate protocol: the server chose {0:?}")]
    Protocol(String),
    /// The HTTP connection failed.
    #[error("{0}")]
    Http(#[from] hyper::Error),
    /// The socket failed.
    #[error("{0}")]
    Io(#[from] std::io::Error),
}
