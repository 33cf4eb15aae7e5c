//! Children of the shim: the one place that forks.

use std::io;

use nix::sys::signal::{SigSet, SigmaskHow, sigprocmask};
use nix::unistd::{ForkResult, Pid};

/// Runs `work` in a child of its own, which ends with the number it gives. The child starts with no signal blocked.
pub fn fork(work: impl FnOnce() -> i32) -> io::Result<Pid> {
    #[expect(unsafe_code, reason = "the shim's children are forks")]
    // SAFETY: the shim has one thread, so the child has whole locks and a whole heap.
    match unsafe { nix::unistd::fork() }? {
        ForkResult::Parent { child } => Ok(child),
        ForkResult::Child => {
            let _ = sigprocmask(SigmaskHow::SIG_SETMASK, Some(&SigSet::empty()), None);
            let work = std::panic::AssertUnwindSafe(work);
            std::process::exit(std::panic::catch_unwind(work).unwrap_or(101));
        }
    }
}
