//! A control plane for one measurement: started from this very program on an empty directory, stopped and removed afterwards.

use std::io::{BufRead as _, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use anyhow::{Context as _, Result, bail};
use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;
use runtime::Clock;

/// A running server.
pub struct OwnServer {
    child: Child,
    directory: PathBuf,
    /// The administrator's kubeconfig.
    pub kubeconfig: PathBuf,
    /// How long it took from its start until it said that it was ready.
    pub ready_after: Duration,
}

impl OwnServer {
    /// Starts one and waits until it is ready.
    pub fn start(work_dir: Option<&Path>, flags: &[String], clock: &Clock) -> Result<Self> {
        let base = work_dir.map_or_else(std::env::temp_dir, Path::to_owned);
        let directory = base.join(format!("navarch-bench-{}", std::process::id()));
        std::fs::create_dir_all(&directory).with_context(|| directory.display().to_string())?;
        let started = clock.monotonic();
        let child = Command::new(std::env::current_exe()?)
            .args(["--log", "warn", "--data-dir"])
            .arg(&directory)
            .args(["server", "--bind-address", "127.0.0.1"])
            .args(["--secure-port", "0"])
            .args(flags)
            .stdout(Stdio::piped())
            .spawn()
            .context("the server cannot be started")?;
        let kubeconfig = directory.join("admin.kubeconfig");
        let mut server = Self { child, directory, kubeconfig, ready_after: Duration::ZERO };
        let output = server.child.stdout.take().context("the server has no output")?;
        let mut line = String::new();
        BufReader::new(output).read_line(&mut line)?;
        if !line.starts_with("ready ") {
            bail!("the server ended before it was ready");
        }
        server.ready_after = clock.monotonic().saturating_sub(started);
        Ok(server)
    }

    /// Its process.
    pub fn pid(&self) -> u32 {
        self.child.id()
    }
}

impl Drop for OwnServer {
    fn drop(&mut self) {
        let pid = i32::try_from(self.child.id()).map(Pid::from_raw);
        let told = pid.is_ok_and(|pid| kill(pid, Signal::SIGTERM).is_ok());
        if !told {
            let _ = self.child.kill();
        }
        let _ = self.child.wait();
        let _ = std::fs::remove_dir_all(&self.directory);
    }
}
