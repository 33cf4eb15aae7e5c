//! Where pods come from that are not in the API: a directory and a URL. (Those of the API come by an informer, see `manager`.)

mod directory;
mod manifest;
mod url;

pub use directory::run as run_directory;
pub use url::run as run_url;

use std::sync::Arc;

use api::core::v1::Pod;

/// Which of them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Source {
    /// A directory, or a file.
    File,
    /// A URL.
    Http,
}

impl Source {
    /// As annotations name it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::File => "file",
            Self::Http => "http",
        }
    }
}

/// All pods of one source.
pub type Pods = (Source, Vec<Arc<Pod>>);
