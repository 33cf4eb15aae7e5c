//! Why a volume can't be had, in the words that users see in events.

use std::path::PathBuf;

/// Why a volume can't be had.
#[derive(Debug, thiserror::Error)]
pub enum VolumeError {
    /// An object that the volume is made of is not there.
    #[error("{kind} \"{name}\" not found")]
    ObjectNotFound {
        /// `configmap`, `secret`.
        kind: &'static str,
        /// Its name.
        name: String,
    },
    /// An object could not be read.
    #[error("failed to fetch {kind} {namespace}/{name}: {reason}")]
    Fetch {
        /// `configmap`, `secret`, `token`.
        kind: &'static str,
        /// Where.
        namespace: String,
        /// Which.
        name: String,
        /// Why not.
        reason: String,
    },
    /// The object has no such key.
    #[error("references non-existent {kind} key: {key}")]
    NoSuchKey {
        /// `config`, `secret`.
        kind: &'static str,
        /// Which.
        key: String,
    },
    /// A host path is not what its type says.
    #[error("hostPath type check failed: {path} is not {expected}")]
    HostPathType {
        /// Where.
        path: String,
        /// `a directory`, `a file`, …
        expected: &'static str,
    },
    /// A path that would lead out of the volume.
    #[error("{0}")]
    UnsafePath(String),
    /// A field or resource that can't be shown.
    #[error("{0}")]
    Field(String),
    /// No plugin knows this volume.
    #[error("no volume plugin matched")]
    NoPlugin,
    /// The node's file system.
    #[error("{action} {path}: {source}")]
    Io {
        /// What was tried.
        action: &'static str,
        /// On what.
        path: PathBuf,
        /// Why it failed.
        source: std::io::Error,
    },
}

impl VolumeError {
    /// For `map_err`: an I/O error with what was tried on what.
    pub(crate) fn io(
        action: &'static str,
        path: &std::path::Path,
    ) -> impl FnOnce(std::io::Error) -> Self + use<> {
        let path = path.to_owned();
        move |source| Self::Io { action, path, source }
    }
}
