//! Which system calls a container may make: profiles to kernel filters.
//!
//! libcontainer ignores profiles unless it is linked with libseccomp, and the crate `seccompiler` switches set-uid programs off
//! whenever it loads a filter. So the few hundred lines that are needed are here: [`profile`] is the OCI form, [`default`] our own
//! profile, [`compile`] the way to the kernel's filter (pure), and [`apply`] the one step that is not.

mod compile;
mod default;
mod profile;
mod syscalls;

pub use compile::{Instruction, compile};
pub use default::profile as default_profile;
pub use profile::Profile;

/// Why there is no filter.
#[derive(Debug, thiserror::Error)]
pub enum SeccompError {
    /// The profile is not one.
    #[error("the seccomp profile can't be read: {0}")]
    Profile(String),
    /// It asks for something that is not supported: listening on system calls.
    #[error("the seccomp profile asks for {0}, which is not supported")]
    Unsupported(String),
    /// It has more rules than the kernel takes.
    #[error("the seccomp profile has too many rules")]
    TooLong,
    /// The kernel refused.
    #[error("the seccomp filter can't be loaded: {0}")]
    Kernel(std::io::Error),
}

/// Loads a filter for this process and its children; needs CAP_SYS_ADMIN unless new privileges are ruled out already.
pub fn apply(program: &[Instruction]) -> Result<(), SeccompError> {
    let mut filter: Vec<libc::sock_filter> =
        program.iter().map(|one| libc::sock_filter { code: one.0, jt: one.1, jf: one.2, k: one.3 }).collect();
    let length = libc::c_ushort::try_from(filter.len()).map_err(|_| SeccompError::TooLong)?;
    let program = libc::sock_fprog { len: length, filter: filter.as_mut_ptr() };
    #[expect(unsafe_code, reason = "there is no safe call for loading a filter")]
    // SAFETY: `program` points to `filter`, which lives until the call has copied it.
    let answer = unsafe {
        libc::syscall(libc::SYS_seccomp, libc::SECCOMP_SET_MODE_FILTER, 0, std::ptr::from_ref(&program))
    };
    if answer == 0 { Ok(()) } else { Err(SeccompError::Kernel(std::io::Error::last_os_error())) }
}
