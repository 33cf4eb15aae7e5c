//! What the runtime is told when it is opened.

use std::path::PathBuf;
use std::sync::Arc;

use node::PodNetwork;
use runtime::Clock;

/// Where the runtime keeps its things, and what it is wired to.
#[derive(Clone)]
pub struct Config {
    /// Images, writable layers, records: survives a reboot.
    pub state_dir: PathBuf,
    /// Sockets and mount points, in a short path (sockets' names end at 108 bytes): made anew after a reboot.
    pub run_dir: PathBuf,
    /// The program and first arguments that run [`crate::shim::main`]: `["/proc/self/exe", "oci-shim"]`.
    pub shim: Vec<String>,
    /// Who gives pods their addresses.
    pub network: Arc<dyn PodNetwork>,
    /// Time.
    pub clock: Clock,
    /// Where control groups are mounted: `/sys/fs/cgroup`.
    pub cgroup_root: PathBuf,
    /// The control group of the runtime itself: shims live in `<prefix>/shims`, outside the service's own group, and so do pods whose
    /// sandbox names no parent.
    pub cgroup_prefix: String,
    /// Registries that speak plain HTTP, besides those on this machine.
    pub insecure_registries: Vec<String>,
    /// Where profiles of the kind `Localhost` are, if they are named by a relative path.
    pub seccomp_dir: PathBuf,
}

impl Config {
    /// The usual places below one directory, run as the hidden command `oci-shim` of this very program.
    pub fn new(dir: &std::path::Path, network: Arc<dyn PodNetwork>, clock: Clock) -> Self {
        Self {
            state_dir: dir.join("oci"),
            run_dir: dir.join("run/oci"),
            shim: vec!["/proc/self/exe".to_owned(), "oci-shim".to_owned()],
            network,
            clock,
            cgroup_root: PathBuf::from("/sys/fs/cgroup"),
            cgroup_prefix: "/navarch".to_owned(),
            insecure_registries: Vec::new(),
            seccomp_dir: PathBuf::from("/var/lib/kubelet/seccomp"),
        }
    }
}
