//! Work in another network namespace: on a thread that enters it and ends with the work.
//!
//! A socket keeps the namespace it was made in, and a child process that of the thread which made it. So only the making of
//! either runs here; the process's other threads never change their namespace.

use std::fs::File;
use std::path::{Path, PathBuf};

use nix::sched::{CloneFlags, setns};

/// A namespace that cannot be entered.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The file that stands for the namespace does not open.
    #[error("network namespace {}: {source}", path.display())]
    Open {
        /// Where it was looked for.
        path: PathBuf,
        /// What the system said.
        source: std::io::Error,
    },
    /// The kernel does not let this thread in, or no thread can be made.
    #[error("entering network namespace {}: {source}", path.display())]
    Enter {
        /// The namespace.
        path: PathBuf,
        /// What the system said.
        source: std::io::Error,
    },
}

/// Runs `work` in the namespace at `path` (as in `/run/netns/…` or `/proc/PID/ns/net`), or right here when there is none.
pub fn within<T: Send>(path: Option<&Path>, work: impl FnOnce() -> T + Send) -> Result<T, Error> {
    let Some(path) = path else { return Ok(work()) };
    let namespace = File::open(path).map_err(|source| Error::Open { path: path.to_owned(), source })?;
    let failed = |source| Error::Enter { path: path.to_owned(), source };
    std::thread::scope(|scope| {
        let inside = std::thread::Builder::new().name("netns".to_owned()).spawn_scoped(scope, || {
            setns(&namespace, CloneFlags::CLONE_NEWNET).map_err(std::io::Error::from)?;
            Ok(work())
        });
        match inside.map_err(failed)?.join() {
            Ok(outcome) => outcome.map_err(failed),
            Err(panic) => std::panic::resume_unwind(panic),
        }
    })
}
