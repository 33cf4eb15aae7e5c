//! Why the network failed.

use std::io;
use std::path::PathBuf;

use node::NetworkError;

/// What can go wrong on this node.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The kernel refused.
    #[error(transparent)]
    Netlink(#[from] netlink::Error),
    /// Rules could not be put in.
    #[error("packet filter: {0}")]
    Filter(String),
    /// Leases can't be kept.
    #[error("{path}: {source}", path = path.display())]
    Disk {
        /// Where.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// Nothing of this node is known that leads out.
    #[error("no link of this node has an address that others know")]
    NoUplink,
    /// Something that was just made is not there.
    #[error("{0} is gone")]
    Gone(String),
}

impl From<Error> for NetworkError {
    fn from(error: Error) -> Self {
        Self::Other(error.to_string())
    }
}
