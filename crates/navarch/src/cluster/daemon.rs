//! Who runs in a data directory, and running in the background.

use std::fs;
use std::io;
use std::path::Path;
use std::time::Duration;

use anyhow::{Context, Result, bail};
use nix::errno::Errno;
use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;

/// A process, told apart from a later one with the same number by when it started.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Running {
    pub pid: u32,
    started: u64,
}

impl Running {
    /// The process with this number.
    pub fn of(pid: u32) -> Result<Self> {
        let started = started(pid).with_context(|| format!("process {pid} is gone"))?;
        Ok(Self { pid, started })
    }

    /// This very process.
    pub fn myself() -> Result<Self> {
        Self::of(std::process::id())
    }

    /// The process that a file names, if it still runs.
    pub fn read(file: &Path) -> Option<Self> {
        let text = fs::read_to_string(file).ok()?;
        let (pid, started) = text.trim().split_once(' ')?;
        let named = Self { pid: pid.parse().ok()?, started: started.parse().ok()? };
        (Self::of(named.pid).ok()? == named).then_some(named)
    }

    /// Names it in a file.
    pub fn write(self, file: &Path) -> Result<Self> {
        fs::write(file, format!("{} {}\n", self.pid, self.started))
            .with_context(|| format!("writing {}", file.display()))?;
        Ok(self)
    }

    /// Whether it still runs.
    pub fn is_alive(&self) -> bool {
        Self::of(self.pid).is_ok_and(|now| now == *self)
    }

    /// Asks it to end, and kills it if it takes long.
    pub fn stop(&self) -> Result<()> {
        const PATIENCE: Duration = Duration::from_secs(30);
        const STEP: Duration = Duration::from_millis(20);
        self.signal(Signal::SIGTERM)?;
        let mut waited = Duration::ZERO;
        while self.is_alive() {
            if waited >= PATIENCE {
                self.signal(Signal::SIGKILL)?;
            }
            // A process that is not our child can't be waited for otherwise without a further file descriptor.
            std::thread::sleep(STEP);
            waited += STEP;
        }
        Ok(())
    }

    fn signal(&self, signal: Signal) -> Result<()> {
        match kill(Pid::from_raw(i32::try_from(self.pid)?), signal) {
            Ok(()) | Err(Errno::ESRCH) => Ok(()),
            Err(error) => bail!("stopping process {}: {error}", self.pid),
        }
    }
}

/// When a process started, in the kernel's ticks; `None` if it is gone or only waits to be reaped.
fn started(pid: u32) -> io::Result<u64> {
    let stat = fs::read_to_string(format!("/proc/{pid}/stat"))?;
    // The name is in parentheses and may hold anything.
    let rest = stat.rsplit_once(") ").map_or("", |(_, rest)| rest);
    let mut fields = rest.split(' ');
    if fields.next() == Some("Z") {
        return Err(io::ErrorKind::NotFound.into());
    }
    fields.nth(18).and_then(|ticks| ticks.parse().ok()).ok_or_else(|| io::ErrorKind::InvalidData.into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_process_is_known_again_by_its_file_until_it_ends() {
        let directory = tempfile::tempdir().unwrap();
        let file = directory.path().join("pid");
        assert_eq!(Running::read(&file), None);
        let mut child = std::process::Command::new("sleep").arg("600").spawn().unwrap();
        let running = Running::of(child.id()).unwrap().write(&file).unwrap();
        assert_eq!(Running::read(&file), Some(running.clone()));
        running.stop().unwrap();
        child.wait().unwrap();
        assert_eq!(Running::read(&file), None);
        fs::write(&file, format!("{} 1", std::process::id())).unwrap();
        assert_eq!(Running::read(&file), None, "another process with the same number");
    }
}
