//! What labs leave whose process was killed: directories and cgroups, found by the process id in their names.

use std::fs;
use std::path::Path;

use crate::lab::cgroups;

/// Names of labs begin so; a process id and a number follow.
pub(super) const PREFIX: &str = "navarch-lab-";

/// Where labs have their directories: short, because sockets are in them.
pub(super) const DIRECTORY: &str = "/tmp";

/// Removes what belongs to dead processes. Best effort: two labs may sweep at once.
pub(super) fn sweep() {
    for name in names(Path::new(DIRECTORY)).filter(|name| is_dead(name)) {
        let _ = fs::remove_dir_all(Path::new(DIRECTORY).join(name));
    }
    for mount in cgroups::mounts() {
        for name in names(&mount.parent).filter(|name| is_dead(name)) {
            cgroups::remove(&mount.parent.join(name));
        }
    }
}

fn names(dir: &Path) -> impl Iterator<Item = String> {
    let entries = fs::read_dir(dir).into_iter().flatten().flatten();
    entries.filter_map(|entry| entry.file_name().into_string().ok())
}

fn is_dead(name: &str) -> bool {
    let pid = name
        .strip_prefix(PREFIX)
        .and_then(|rest| rest.split('-').next())
        .and_then(|pid| pid.parse::<u32>().ok());
    pid.is_some_and(|pid| !Path::new("/proc").join(pid.to_string()).exists())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_labs_of_dead_processes_are_swept() {
        for (name, dead) in [
            (format!("{PREFIX}{}-0", std::process::id()), false),
            (format!("{PREFIX}4194305-0-a"), true),
            (format!("{PREFIX}x-0"), false),
            ("other-4194305-0".to_owned(), false),
        ] {
            assert_eq!(is_dead(&name), dead, "{name}");
        }
    }
}
