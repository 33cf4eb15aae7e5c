//! The last steps inside a new container: the filter of system calls, the capabilities, `exec`.
//!
//! libcontainer knows no filter, and calls this only after it has set capabilities; but loading a filter needs CAP_SYS_ADMIN unless
//! new privileges are ruled out. So libcontainer is given a few capabilities more ([`raise`]), and they are dropped here.

use std::ffi::{CString, OsStr};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::sync::Arc;

use caps::{CapSet, Capability, CapsHashSet};
use libcontainer::oci_spec::runtime::Spec;
use libcontainer::workload::{Executor, ExecutorError, ExecutorValidationError};
use nix::sys::signal::{SigHandler, SigSet, SigmaskHow, Signal, signal, sigprocmask};
use serde_json::{Value, json};

use crate::seccomp::{self, Instruction};

/// What loading a filter and dropping capabilities need.
const NEEDED: [&str; 2] = ["CAP_SYS_ADMIN", "CAP_SETPCAP"];

/// Runs a container's process.
#[derive(Clone)]
pub struct Runner {
    /// The capabilities that it is to have.
    pub capabilities: Vec<String>,
    /// Its filter.
    pub seccomp: Option<Vec<Instruction>>,
    /// Whether new privileges are ruled out.
    pub no_new_privileges: bool,
    /// Where to complain; closed by `exec`.
    pub complain: Arc<std::io::PipeWriter>,
}

/// Adds to a process's capabilities what [`Runner`] needs and drops again.
pub fn raise(process: &mut Value) {
    for set in ["bounding", "effective", "permitted"] {
        let Some(names) = process["capabilities"][set].as_array_mut() else { continue };
        for needed in NEEDED {
            if !names.iter().any(|name| name == needed) {
                names.push(json!(needed));
            }
        }
    }
}

impl Executor for Runner {
    fn exec(&self, spec: &Spec) -> Result<(), ExecutorError> {
        let failed = match self.run(spec) {
            Ok(never) => match never {},
            Err(words) => words,
        };
        let _ = (&*self.complain).write_all(failed.as_bytes());
        Err(ExecutorError::Other(failed))
    }

    fn validate(&self, spec: &Spec) -> Result<(), ExecutorValidationError> {
        let (program, _, path) = command(spec);
        find(program, path).map(drop).map_err(ExecutorValidationError::ArgValidationError)
    }
}

impl Runner {
    fn run(&self, spec: &Spec) -> Result<std::convert::Infallible, String> {
        let words = |error: &dyn std::fmt::Display| error.to_string();
        if self.no_new_privileges {
            self.drop_capabilities().map_err(|error| words(&error))?;
            self.filter()?;
        } else {
            self.filter()?;
            self.drop_capabilities().map_err(|error| words(&error))?;
        }
        let (program, arguments, path) = command(spec);
        let found = find(program, path)?;
        let text = |text: &str| CString::new(text).map_err(|error| error.to_string());
        let arguments = arguments.iter().map(|one| text(one)).collect::<Result<Vec<_>, _>>()?;
        let env: Vec<CString> =
            std::env::vars_os().filter_map(|(name, value)| variable(&name, &value)).collect();
        let file =
            CString::new(found.into_os_string().into_encoded_bytes()).map_err(|error| error.to_string())?;
        restore_signals();
        // Not `execvp`: that takes what the kernel does not know for a shell's script.
        let Err(error) = nix::unistd::execve(&file, &arguments, &env);
        Err(format!("exec {program}: {}", describe(error)))
    }

    fn filter(&self) -> Result<(), String> {
        self.seccomp
            .as_deref()
            .map_or(Ok(()), |program| seccomp::apply(program).map_err(|error| error.to_string()))
    }

    fn drop_capabilities(&self) -> Result<(), caps::errors::CapsError> {
        let keep: CapsHashSet =
            self.capabilities.iter().filter_map(|name| Capability::from_str(name).ok()).collect();
        for cap in caps::read(None, CapSet::Bounding)?.difference(&keep) {
            caps::drop(None, CapSet::Bounding, *cap)?;
        }
        let held = caps::read(None, CapSet::Permitted)?;
        let keep: CapsHashSet = keep.intersection(&held).copied().collect();
        caps::set(None, CapSet::Effective, &keep)?;
        caps::set(None, CapSet::Permitted, &keep)
    }
}

/// The program, all arguments, and where to look for it.
fn command(spec: &Spec) -> (&str, &[String], &str) {
    let process = spec.process().as_ref();
    let arguments = process.and_then(|process| process.args().as_deref()).unwrap_or_default();
    let env = process.and_then(|process| process.env().as_deref()).unwrap_or_default();
    let path = env.iter().find_map(|one| one.strip_prefix("PATH=")).unwrap_or_default();
    (arguments.first().map_or("", String::as_str), arguments, path)
}

fn variable(name: &OsStr, value: &OsStr) -> Option<CString> {
    let mut text = name.as_encoded_bytes().to_vec();
    text.push(b'=');
    text.extend_from_slice(value.as_encoded_bytes());
    CString::new(text).ok()
}

/// A program gets back the signals that this one ignores or blocks: Rust ignores SIGPIPE.
fn restore_signals() {
    let _ = sigprocmask(SigmaskHow::SIG_SETMASK, Some(&SigSet::empty()), None);
    #[expect(unsafe_code, reason = "a signal's handling is the process's own")]
    // SAFETY: the default handling runs no code of ours.
    let _ = unsafe { signal(Signal::SIGPIPE, SigHandler::SigDfl) };
}

fn describe(error: nix::errno::Errno) -> String {
    match error {
        nix::errno::Errno::ENOEXEC => "exec format error".to_owned(),
        nix::errno::Errno::ENOENT => "no such file or directory".to_owned(),
        nix::errno::Errno::EACCES => "permission denied".to_owned(),
        other => other.desc().to_owned(),
    }
}

/// Looks for the program; also before the start, to be able to say that it is not there while somebody listens.
fn find(program: &str, path: &str) -> Result<PathBuf, String> {
    let quoted = format!("{program:?}");
    if program.contains('/') {
        return match Path::new(program).metadata() {
            Ok(meta) if meta.is_dir() => Err(format!("exec: {quoted}: is a directory")),
            Ok(meta) if !executable(&meta) => Err(format!("exec: {quoted}: permission denied")),
            Ok(_) => Ok(PathBuf::from(program)),
            Err(_) => Err(format!("exec: {quoted}: stat {program}: no such file or directory")),
        };
    }
    let places = path
        .split(':')
        .filter(|dir| !dir.is_empty() && !program.is_empty())
        .map(|dir| Path::new(dir).join(program));
    let found =
        places.into_iter().find(|at| at.metadata().is_ok_and(|meta| meta.is_file() && executable(&meta)));
    found.ok_or_else(|| format!("exec: {quoted}: executable file not found in $PATH"))
}

fn executable(meta: &std::fs::Metadata) -> bool {
    std::os::unix::fs::PermissionsExt::mode(&meta.permissions()) & 0o111 != 0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn programs_are_found_or_missed_in_runc_s_words() {
        for (program, expected) in [
            ("sh", Ok("/bin/sh")),
            ("/bin/sh", Ok("/bin/sh")),
            ("no-such", Err(r#"exec: "no-such": executable file not found in $PATH"#)),
            ("/no/such", Err(r#"exec: "/no/such": stat /no/such: no such file or directory"#)),
            ("/etc", Err(r#"exec: "/etc": is a directory"#)),
            ("/etc/passwd", Err(r#"exec: "/etc/passwd": permission denied"#)),
        ] {
            assert_eq!(
                find(program, "/nowhere:/bin"),
                expected.map(PathBuf::from).map_err(str::to_owned),
                "{program}"
            );
        }
    }

    #[test]
    fn only_what_is_missing_is_added() {
        let mut process = json!({ "capabilities": { "bounding": ["CAP_SETPCAP"], "permitted": [] } });
        raise(&mut process);
        assert_eq!(process["capabilities"]["bounding"], json!(["CAP_SETPCAP", "CAP_SYS_ADMIN"]));
        assert_eq!(process["capabilities"]["permitted"], json!(NEEDED));
    }
}
