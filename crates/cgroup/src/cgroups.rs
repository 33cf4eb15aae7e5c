//! The handle: does what `v1` and `v2` decide.

use std::fs;
use std::io::{ErrorKind, Write as _};
use std::path::{Path, PathBuf};
use std::time::Duration;

use rustix::process::{Pid, Signal};

use crate::layout::{Layout, Version};
use crate::limits::{Limits, Write};
use crate::stats::{Stats, keyed};
use crate::{v1, v2};

/// How long and how often a group is tried to be removed while its last processes leave. The kernel has no event for it in v1.
const LEAVING: (u32, Duration) = (400, Duration::from_millis(5));

/// Why a group could not be made, limited, read or removed.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// Nothing is mounted there.
    #[error("no control groups are mounted at {0}")]
    NotMounted(PathBuf),
    /// The path leads out of the hierarchy.
    #[error("{0:?} is no path of a control group")]
    Path(String),
    /// The kernel refused.
    #[error("{path}: {source}")]
    Io {
        /// The file or folder.
        path: PathBuf,
        /// What it said.
        source: std::io::Error,
    },
}

fn failed(path: &Path) -> impl FnOnce(std::io::Error) -> Error {
    let path = path.to_owned();
    move |source| Error::Io { path, source }
}

/// The machine's control groups.
#[derive(Debug, Clone)]
pub struct Cgroups {
    layout: Layout,
}

impl Cgroups {
    /// Finds what is mounted at or below `root`, usually `/sys/fs/cgroup`.
    pub fn detect(root: &Path) -> Result<Self, Error> {
        let mountinfo = Path::new("/proc/self/mountinfo");
        let text = fs::read_to_string(mountinfo).map_err(failed(mountinfo))?;
        let layout = Layout::parse(&text, root);
        if layout.mounts().is_empty() {
            return Err(Error::NotMounted(root.to_owned()));
        }
        Ok(Self { layout })
    }

    /// Which interface limits go through.
    pub fn version(&self) -> Version {
        self.layout.version()
    }

    /// Makes a group with all above it, and limits it. Fine when it is there.
    pub fn create(&self, path: &str, limits: &Limits) -> Result<(), Error> {
        let path = relative(path)?;
        for mount in self.layout.mounts() {
            let folder = mount.join(path);
            fs::create_dir_all(&folder).map_err(failed(&folder))?;
        }
        match self.version() {
            Version::V1 => self.inherit_cpuset(path),
            Version::V2 => self.enable_controllers(path),
        }
        self.apply(path, limits)
    }

    /// Changes limits.
    pub fn update(&self, path: &str, limits: &Limits) -> Result<(), Error> {
        self.apply(relative(path)?, limits)
    }

    /// Where the group is in each of v1's hierarchies: the name of the mount point, and the folder. Empty with v2; an empty v2 beside v1 is
    /// none of them, since who sees one mounted takes it for the interface of limits.
    pub fn folders(&self, path: &str) -> Vec<(String, PathBuf)> {
        let Ok(path) = relative(path) else { return Vec::new() };
        if self.version() == Version::V2 {
            return Vec::new();
        }
        let named = |mount: &&Path| Some((mount.file_name()?.to_str()?.to_owned(), mount.join(path)));
        let mounts = self.layout.mounts();
        mounts
            .iter()
            .filter(|mount| Some(**mount) != self.layout.unified.as_deref())
            .filter_map(named)
            .collect()
    }

    /// Whether it is there.
    pub fn exists(&self, path: &str) -> bool {
        relative(path).is_ok_and(|path| self.layout.mounts().iter().any(|mount| mount.join(path).is_dir()))
    }

    /// Moves a process into the group.
    pub fn add_process(&self, path: &str, pid: u32) -> Result<(), Error> {
        let path = relative(path)?;
        for mount in self.layout.mounts() {
            write(&mount.join(path).join("cgroup.procs"), &pid.to_string())?;
        }
        Ok(())
    }

    /// The processes in it and in all groups below.
    pub fn processes(&self, path: &str) -> Result<Vec<u32>, Error> {
        let path = relative(path)?;
        let mut found = Vec::new();
        for mount in self.layout.mounts() {
            for folder in below(&mount.join(path)) {
                let text = fs::read_to_string(folder.join("cgroup.procs")).unwrap_or_default();
                found.extend(text.lines().filter_map(|line| line.parse::<u32>().ok()));
            }
        }
        found.sort_unstable();
        found.dedup();
        Ok(found)
    }

    /// The names of the groups directly below.
    pub fn children(&self, path: &str) -> Result<Vec<String>, Error> {
        let path = relative(path)?;
        let mut names: Vec<String> = (self.layout.mounts().iter())
            .filter_map(|mount| fs::read_dir(mount.join(path)).ok())
            .flatten()
            .flatten()
            .filter(|entry| entry.file_type().is_ok_and(|kind| kind.is_dir()))
            .filter_map(|entry| entry.file_name().into_string().ok())
            .collect();
        names.sort_unstable();
        names.dedup();
        Ok(names)
    }

    /// What it uses.
    pub fn stats(&self, path: &str) -> Result<Stats, Error> {
        let path = relative(path)?;
        Ok(match self.version() {
            Version::V1 => v1::stats(|controller, file| self.read(controller, path, file)),
            Version::V2 => v2::stats(|file| self.read("", path, file)),
        })
    }

    /// How many of its processes were killed for want of memory.
    pub fn oom_kills(&self, path: &str) -> u64 {
        let Ok(path) = relative(path) else { return 0 };
        let file = match self.version() {
            Version::V1 => "memory.oom_control",
            Version::V2 => "memory.events",
        };
        keyed(&self.read("memory", path, file), "oom_kill")
    }

    /// Kills every process in it and below.
    pub fn kill(&self, path: &str) -> Result<(), Error> {
        if let (Some(unified), Ok(path)) = (&self.layout.unified, relative(path)) {
            // The kernel's own way leaves no window in which a process can fork and get away.
            let _ = fs::write(unified.join(path).join("cgroup.kill"), "1");
        }
        for _ in 0..LEAVING.0 {
            let left = self.processes(path)?;
            if left.is_empty() {
                return Ok(());
            }
            for pid in left.into_iter().filter_map(|pid| Pid::from_raw(i32::try_from(pid).ok()?)) {
                let _ = rustix::process::kill_process(pid, Signal::KILL);
            }
            std::thread::sleep(LEAVING.1);
        }
        Ok(())
    }

    /// Removes it with all below; waits a moment for processes that are about to leave. Fine when it is gone.
    pub fn remove(&self, path: &str) -> Result<(), Error> {
        let path = relative(path)?;
        for mount in self.layout.mounts() {
            for folder in below(&mount.join(path)) {
                remove_folder(&folder)?;
            }
        }
        Ok(())
    }

    /// v1's cpuset takes no process before it has processors and memory: what the group above has.
    fn inherit_cpuset(&self, path: &Path) {
        let Some(mount) = self.layout.controllers.get("cpuset") else { return };
        let mut above = mount.clone();
        for part in path.components() {
            let folder = above.join(part);
            for file in ["cpuset.cpus", "cpuset.mems"] {
                let empty = fs::read_to_string(folder.join(file)).is_ok_and(|text| text.trim().is_empty());
                if let (true, Ok(value)) = (empty, fs::read_to_string(above.join(file))) {
                    let _ = fs::write(folder.join(file), value.trim());
                }
            }
            above = folder;
        }
    }

    /// v2's controllers reach a group only if every group above hands them down.
    fn enable_controllers(&self, path: &Path) {
        let Some(mut above) = self.layout.unified.clone() else { return };
        for part in path.components() {
            let there = fs::read_to_string(above.join("cgroup.controllers")).unwrap_or_default();
            for name in there.split_whitespace() {
                if let Err(error) = fs::write(above.join("cgroup.subtree_control"), format!("+{name}")) {
                    tracing::debug!(group = %above.display(), %name, %error, "a controller can't be handed down");
                }
            }
            above.push(part);
        }
    }

    fn apply(&self, path: &Path, limits: &Limits) -> Result<(), Error> {
        let mut writes = match self.version() {
            Version::V1 => v1::plan(limits),
            Version::V2 => v2::plan(limits),
        };
        // v1 wants swap's limit never below memory's: which one goes first depends on the direction.
        let memory = |write: &Write| write.file == "memory.limit_in_bytes";
        if let Some(at) = writes.iter().position(memory)
            && at + 1 < writes.len()
            && writes[at + 1].file == "memory.memsw.limit_in_bytes"
            && self.write(path, &writes[at]).is_err()
        {
            writes.swap(at, at + 1);
        }
        writes.iter().try_for_each(|one| self.write(path, one))
    }

    /// A controller that this kernel does not have is told, not an error: limits there are what can't be.
    fn write(&self, path: &Path, one: &Write) -> Result<(), Error> {
        let Some(folder) = self.folder(one.controller, path) else {
            tracing::warn!(controller = one.controller, file = %one.file, "no such controller here; the limit is not set");
            return Ok(());
        };
        let file = folder.join(&one.file);
        if !file.exists() && folder.is_dir() {
            tracing::warn!(file = %file.display(), value = %one.value, "no such limit here; it is not set");
            return Ok(());
        }
        write(&file, &one.value)
    }

    fn folder(&self, controller: &str, path: &Path) -> Option<PathBuf> {
        let mount = match self.version() {
            Version::V1 => self.layout.controllers.get(controller),
            Version::V2 => self.layout.unified.as_ref(),
        };
        mount.map(|mount| mount.join(path))
    }

    fn read(&self, controller: &str, path: &Path, file: &str) -> String {
        self.folder(controller, path)
            .and_then(|folder| fs::read_to_string(folder.join(file)).ok())
            .unwrap_or_default()
    }
}

fn write(file: &Path, value: &str) -> Result<(), Error> {
    // One write call, and no creation: a missing file must not appear on some other file system.
    let opened = fs::OpenOptions::new().write(true).open(file);
    opened.and_then(|mut opened| opened.write_all(value.as_bytes())).map_err(failed(file))
}

/// A path of ours as one below a mount point; never the root itself, never out of it.
fn relative(path: &str) -> Result<&Path, Error> {
    let below = Path::new(path.trim_matches('/'));
    let plain = below.components().all(|part| matches!(part, std::path::Component::Normal(_)));
    if below.as_os_str().is_empty() || !plain {
        return Err(Error::Path(path.to_owned()));
    }
    Ok(below)
}

/// The folder and all below it, deepest first.
fn below(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let Ok(entries) = fs::read_dir(folder) else { return found };
    for entry in entries.flatten().filter(|entry| entry.file_type().is_ok_and(|kind| kind.is_dir())) {
        found.extend(below(&entry.path()));
    }
    found.push(folder.to_owned());
    found
}

fn remove_folder(folder: &Path) -> Result<(), Error> {
    for _ in 0..LEAVING.0 {
        match fs::remove_dir(folder) {
            Ok(()) => return Ok(()),
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(()),
            Err(error) if error.kind() == ErrorKind::ResourceBusy => std::thread::sleep(LEAVING.1),
            Err(error) => return Err(failed(folder)(error)),
        }
    }
    fs::remove_dir(folder).map_err(failed(folder))
}
