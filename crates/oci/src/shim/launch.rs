//! How a shim comes to life: leaves its parent, prepares the sandbox, says that it is ready, and serves.

use std::collections::BTreeMap;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use cgroup::{Cgroups, Limits};
use node::Namespaces;
use serde::{Deserialize, Serialize};

use super::fork::fork;
use super::{sandbox, server};
use crate::disk;

/// What the agent tells a new shim, in `shim.json` of the sandbox's directory.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub struct ShimConfig {
    /// The sandbox.
    pub id: String,
    /// Its run directory.
    pub run: PathBuf,
    /// Where control groups are mounted.
    pub cgroup_root: PathBuf,
    /// The control group of shims.
    pub cgroup: String,
    /// Which namespaces it has.
    pub namespaces: Namespaces,
    /// Its host name.
    pub hostname: String,
    /// Kernel parameters of its namespaces.
    pub sysctls: BTreeMap<String, String>,
}

/// Runs a shim; the argument is the sandbox's directory. Returns in the parent, once the shim serves or could not. To be called
/// before anything starts a thread.
pub fn main(arguments: &[String]) -> ExitCode {
    match start(arguments) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            let _ = writeln!(io::stderr(), "{error}");
            ExitCode::FAILURE
        }
    }
}

fn start(arguments: &[String]) -> io::Result<()> {
    let [dir] = arguments else {
        return Err(io::Error::other("the sandbox's directory is the only argument"));
    };
    let path = Path::new(dir).join("shim.json");
    let config: ShimConfig =
        disk::load(&path)?.ok_or_else(|| io::Error::other(format!("{} is missing", path.display())))?;
    let (mut told, tell) = io::pipe()?;
    fork(|| {
        let result = become_shim(&config, tell);
        i32::from(result.is_err())
    })?;
    // The writing end is in the child alone now.
    let mut words = String::new();
    told.read_to_string(&mut words)?;
    if words == READY { Ok(()) } else { Err(io::Error::other(words)) }
}

const READY: &str = "ready";

/// The child: prepares, tells its parent how that went, and serves until it is sent away.
fn become_shim(config: &ShimConfig, mut tell: io::PipeWriter) -> io::Result<()> {
    let prepared = prepare(config).and_then(|()| {
        let pause = sandbox::prepare(config)?;
        server::Server::open(config, pause)
    });
    match prepared {
        Ok(mut server) => {
            tell.write_all(READY.as_bytes())?;
            drop(tell);
            server.serve()
        }
        Err(error) => {
            let _ = write!(tell, "{error}");
            sandbox::dismantle(config);
            Err(error)
        }
    }
}

/// Out of the parent's session, control group, streams and fate.
fn prepare(config: &ShimConfig) -> io::Result<()> {
    rustix::process::setsid()?;
    rustix::process::set_child_subreaper(Some(rustix::process::getpid()))?;
    rustix::process::chdir("/")?;
    rustix::process::umask(rustix::fs::Mode::from_raw_mode(0o022));
    let _ = rustix::thread::set_name(c"navarch-shim");
    let groups = Cgroups::detect(&config.cgroup_root).map_err(io::Error::other)?;
    groups.create(&config.cgroup, &Limits::default()).map_err(io::Error::other)?;
    groups.add_process(&config.cgroup, std::process::id()).map_err(io::Error::other)?;
    // A shim that is killed for want of memory takes its pod along: rather not. Needs a capability that a nested root may lack.
    let _ = std::fs::write("/proc/self/oom_score_adj", "-998");
    let null = std::fs::OpenOptions::new().read(true).write(true).open("/dev/null")?;
    rustix::stdio::dup2_stdin(&null)?;
    rustix::stdio::dup2_stdout(&null)?;
    rustix::stdio::dup2_stderr(&null)?;
    Ok(())
}
