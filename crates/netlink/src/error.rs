//! Why a call failed.

use std::io;
use std::path::PathBuf;

/// A refusal of the kernel, or an answer that makes no sense.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The kernel refused; it may have said why.
    #[error("{what}: {}{}", io::Error::from_raw_os_error(*.code), said(.message))]
    Refused {
        /// What was asked.
        what: String,
        /// The error number, positive.
        code: i32,
        /// The kernel's own words, often empty.
        message: String,
    },
    /// The socket failed.
    #[error("{what}: {source}")]
    Io {
        /// What was tried.
        what: &'static str,
        /// Why it failed.
        source: io::Error,
    },
    /// A namespace can't be opened or made.
    #[error("network namespace {path}: {source}", path = path.display())]
    Namespace {
        /// Its file.
        path: PathBuf,
        /// Why not.
        source: io::Error,
    },
    /// An answer that can't be read.
    #[error("the kernel's answer to {0} is malformed")]
    Malformed(String),
}

fn said(message: &str) -> String {
    if message.is_empty() { String::new() } else { format!(" ({message})") }
}

impl Error {
    /// Whether the thing is there already.
    pub fn is_exists(&self) -> bool {
        self.code() == Some(libc::EEXIST)
    }

    /// Whether the thing is not there.
    pub fn is_missing(&self) -> bool {
        matches!(
            self.code(),
            Some(libc::ENODEV | libc::ENOENT | libc::ESRCH | libc::EADDRNOTAVAIL | libc::ENXIO)
        )
    }

    /// The kernel's error number.
    pub fn code(&self) -> Option<i32> {
        match self {
            Self::Refused { code, .. } => Some(*code),
            Self::Io { source, .. } | Self::Namespace { source, .. } => source.raw_os_error(),
            Self::Malformed(_) => None,
        }
    }
}
