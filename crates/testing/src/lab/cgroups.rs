//! A cgroup per node in every hierarchy, which the node sees as the root.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, Result};

/// A mounted hierarchy.
#[derive(Debug, Clone)]
pub(super) struct Mount {
    /// Where it is mounted.
    pub(super) point: PathBuf,
    /// Where labs make their cgroups in it.
    pub(super) parent: PathBuf,
}

/// A node's cgroup in one hierarchy.
#[derive(Debug, Clone)]
pub(super) struct Cgroup {
    /// Where the hierarchy is mounted.
    pub(super) point: PathBuf,
    /// The node's directory, as the test sees it.
    pub(super) dir: PathBuf,
}

/// The mounted hierarchies. Labs live below the test's own cgroup where the hierarchy allows it (v1), else at the top (v2 lets a cgroup
/// with processes have no limited children).
pub(super) fn mounts() -> Vec<Mount> {
    let mounts = fs::read_to_string("/proc/self/mounts").unwrap_or_default();
    let own = fs::read_to_string("/proc/self/cgroup").unwrap_or_default();
    let mut found = Vec::new();
    for line in mounts.lines() {
        let fields: Vec<&str> = line.split(' ').collect();
        let [_, point, kind, options, ..] = fields[..] else { continue };
        let point = PathBuf::from(point);
        match kind {
            "cgroup2" => found.push(Mount { parent: point.clone(), point }),
            "cgroup" => {
                let path = own_path(&own, options).unwrap_or_default();
                let parent = point.join(path.trim_start_matches('/'));
                // Inside a container the path may not be below the mount.
                let parent = if parent.is_dir() { parent } else { point.clone() };
                found.push(Mount { point, parent });
            }
            _ => {}
        }
    }
    found
}

/// The path in `/proc/self/cgroup` of the hierarchy whose mount has these options.
fn own_path<'a>(own: &'a str, options: &str) -> Option<&'a str> {
    own.lines().find_map(|line| {
        let (_, rest) = line.split_once(':')?;
        let (controllers, path) = rest.split_once(":/")?;
        let first = controllers.split(',').next().filter(|first| !first.is_empty())?;
        options.split(',').any(|option| option == first).then_some(path)
    })
}

/// Makes a cgroup of that name in every hierarchy.
pub(super) fn make(name: &str) -> Result<Vec<Cgroup>> {
    let mut made = Vec::new();
    for mount in mounts() {
        let dir = mount.parent.join(name);
        fs::create_dir(&dir).with_context(|| format!("make cgroup {}", dir.display()))?;
        // Without these no process may enter.
        for file in ["cpuset.cpus", "cpuset.mems"] {
            if let Ok(value) = fs::read_to_string(mount.parent.join(file)) {
                let _ = fs::write(dir.join(file), value);
            }
        }
        made.push(Cgroup { point: mount.point, dir });
    }
    Ok(made)
}

/// Cgroups below a node's own.
pub(super) fn below(dir: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(dir).into_iter().flatten().flatten();
    entries.map(|entry| entry.path()).filter(|path| path.is_dir()).collect()
}

/// Removes a cgroup and all below. Processes that were killed a moment ago may still be counted, so it tries for a while.
pub(super) fn remove(dir: &Path) {
    for child in below(dir) {
        remove(&child);
    }
    for _ in 0..200 {
        match fs::remove_dir(dir) {
            Err(error) if error.kind() == std::io::ErrorKind::ResourceBusy => {
                std::thread::sleep(Duration::from_millis(5));
            }
            _ => return,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_own_path_is_found_by_controller() {
        let own = "9:name=systemd:/a\n4:memory:/process/1\n2:cpu,cpuacct:/c\n0::/u\n";
        for (options, path) in [
            ("rw,relatime,memory", Some("process/1")),
            ("rw,name=systemd", Some("a")),
            ("rw,cpu,cpuacct", Some("c")),
            ("rw,pids", None),
        ] {
            assert_eq!(own_path(own, options), path, "{options}");
        }
    }
}
