//! What can go wrong, as callers must tell it apart.

use crate::{Conflict, Revision};

/// The result of a store operation.
pub type Result<T, E = Error> = std::result::Result<T, E>;

/// Why an operation did not take place, or why nobody can tell whether it did.
#[derive(Debug, Clone, thiserror::Error)]
pub enum Error {
    /// A condition of the write did not hold; nothing was changed.
    #[error("{0}")]
    Conflict(Box<Conflict>),

    /// The revision asked for is no longer kept. A list must start anew; a watcher must list and watch from there.
    #[error("revision {requested} has been compacted; the oldest kept is {compacted}")]
    Compacted {
        /// What was asked for.
        requested: Revision,
        /// Reads at this revision and watches after it still work.
        compacted: Revision,
    },

    /// A read asked for a revision that does not exist yet.
    #[error("revision {requested} is in the future; the current one is {current}")]
    FutureRevision {
        /// What was asked for.
        requested: Revision,
        /// The newest there is.
        current: Revision,
    },

    /// The request breaks a limit or a rule of the contract, and would do so again; nothing was changed.
    #[error("{0}")]
    Invalid(String),

    /// The write may or may not have happened: the connection broke, or the process is stopping, before the answer.
    #[error("the outcome of the write is unknown: {0}")]
    Unknown(String),

    /// The back end can't be reached or has stopped; nothing was changed by this call.
    #[error("the store is not available: {0}")]
    Unavailable(String),

    /// The data on disk is damaged, in use by another process, or of a version this program can't read.
    #[error("{0}")]
    Data(String),
}

impl Error {
    /// Whether the same call may succeed later without any change by the caller.
    pub fn is_transient(&self) -> bool {
        matches!(self, Self::Unavailable(_) | Self::Unknown(_))
    }
}
