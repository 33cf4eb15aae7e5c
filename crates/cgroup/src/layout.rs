//! Which hierarchies this machine has, and where they are mounted.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// Which interface the controllers have.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Version {
    /// One hierarchy per controller, perhaps with an empty v2 beside them ("hybrid").
    V1,
    /// One hierarchy for all.
    V2,
}

/// The mounted hierarchies.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Layout {
    /// v1's controllers (`name=systemd` among them) by name.
    pub controllers: BTreeMap<String, PathBuf>,
    /// v2, if it is mounted.
    pub unified: Option<PathBuf>,
}

impl Layout {
    /// Reads the text of `/proc/self/mountinfo` for hierarchies mounted at or below `root`. One mounted several times counts once.
    pub fn parse(mountinfo: &str, root: &Path) -> Self {
        let mut layout = Self { controllers: BTreeMap::new(), unified: None };
        for line in mountinfo.lines() {
            let Some((before, after)) = line.split_once(" - ") else { continue };
            let Some(place) = before.split(' ').nth(4).map(Path::new) else { continue };
            if !place.starts_with(root) {
                continue;
            }
            let mut after = after.split(' ');
            let (kind, options) = (after.next(), after.nth(1).unwrap_or_default());
            match kind {
                Some("cgroup2") => {
                    layout.unified.get_or_insert_with(|| place.to_owned());
                }
                Some("cgroup") => {
                    for name in options
                        .split(',')
                        .filter(|name| !["rw", "ro", "xattr", "clone_children"].contains(name))
                    {
                        layout.controllers.entry(name.to_owned()).or_insert_with(|| place.to_owned());
                    }
                }
                _ => {}
            }
        }
        layout
    }

    /// Which interface limits go through.
    pub fn version(&self) -> Version {
        if self.controllers.contains_key("memory")
            || self.controllers.contains_key("cpu")
            || self.unified.is_none()
        {
            Version::V1
        } else {
            Version::V2
        }
    }

    /// Every mount point once.
    pub fn mounts(&self) -> Vec<&Path> {
        let mut mounts: Vec<&Path> =
            self.controllers.values().chain(&self.unified).map(PathBuf::as_path).collect();
        mounts.sort_unstable();
        mounts.dedup();
        mounts
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const HYBRID: &str = "31 23 0:28 / /sys/fs/cgroup rw,relatime - tmpfs tmpfs rw,mode=755\n\
        32 31 0:29 / /sys/fs/cgroup/cpu,cpuacct rw,relatime - cgroup cgroup rw,cpu,cpuacct\n\
        35 31 0:32 / /sys/fs/cgroup/memory rw,relatime shared:5 - cgroup cgroup rw,memory\n\
        40 31 0:37 / /sys/fs/cgroup/systemd rw,relatime - cgroup cgroup rw,name=systemd\n\
        41 31 0:38 / /sys/fs/cgroup/unified rw,relatime - cgroup2 cgroup2 rw\n";

    #[test]
    fn hybrid_and_unified_are_told_apart() {
        let hybrid = Layout::parse(HYBRID, Path::new("/sys/fs/cgroup"));
        assert_eq!(hybrid.version(), Version::V1);
        assert_eq!(hybrid.controllers["cpuacct"], Path::new("/sys/fs/cgroup/cpu,cpuacct"));
        assert_eq!(hybrid.mounts().len(), 4);
        let unified = "25 20 0:22 / /sys/fs/cgroup rw,nosuid - cgroup2 cgroup2 rw,nsdelegate\n";
        let unified = Layout::parse(unified, Path::new("/sys/fs/cgroup"));
        assert_eq!((unified.version(), unified.mounts().len()), (Version::V2, 1));
        assert_eq!(Layout::parse(HYBRID, Path::new("/elsewhere")).mounts().len(), 0);
    }
}
