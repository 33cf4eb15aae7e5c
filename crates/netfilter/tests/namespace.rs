//! A network namespace for one test, gone with it.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicU32, Ordering};

use netfilter::netns;

static NEXT: AtomicU32 = AtomicU32::new(0);

/// A named network namespace with its loopback up.
pub struct Namespace {
    name: String,
    path: PathBuf,
}

impl Namespace {
    pub fn new() -> Self {
        let name = format!("nf-{}-{}", std::process::id(), NEXT.fetch_add(1, Ordering::Relaxed));
        ip(&["netns", "add", &name]);
        ip(&["-n", &name, "link", "set", "lo", "up"]);
        Self { path: Path::new("/run/netns").join(&name), name }
    }

    pub fn path(&self) -> Option<&Path> {
        Some(&self.path)
    }

    /// What a program prints when it runs in here.
    pub fn output(&self, program: &str, arguments: &[&str]) -> String {
        let output = netns::within(self.path(), || Command::new(program).args(arguments).output());
        let output = output.unwrap().unwrap_or_else(|error| panic!("{program}: {error}"));
        let (out, err) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
        assert!(output.status.success(), "{program} {arguments:?}: {err}");
        out.into_owned()
    }
}

impl Drop for Namespace {
    fn drop(&mut self) {
        ip(&["netns", "delete", &self.name]);
    }
}

fn ip(arguments: &[&str]) {
    let output = Command::new("ip").args(arguments).output().expect("iproute2 is installed");
    assert!(output.status.success(), "ip {arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
}
