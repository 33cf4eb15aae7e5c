//! The machine's own control groups: limits arrive in the kernel, processes are counted, killed and gone.

use std::path::Path;
use std::process::{Child, Command, Stdio};

use cgroup::{Cgroups, Error, Limits, Version};

/// A group of this test's own, removed whatever happens.
struct Group(Cgroups, String);

impl Group {
    fn new(name: &str) -> Self {
        let groups = Cgroups::detect(Path::new("/sys/fs/cgroup")).expect("control groups are mounted");
        Self(groups, format!("/navarch-test-{name}-{}", std::process::id()))
    }
}

impl Drop for Group {
    fn drop(&mut self) {
        let _ = self.0.kill(&self.1);
        let _ = self.0.remove(&self.1);
    }
}

fn sleeper() -> Child {
    Command::new("sleep").arg("1000").stdout(Stdio::null()).spawn().expect("sleep starts")
}

#[test]
fn limits_arrive_and_change() {
    let Group(groups, path) = &Group::new("limits");
    let limits = Limits {
        cpu_shares: Some(512),
        cpu_quota: Some(50_000),
        memory: Some(64 << 20),
        pids: Some(20),
        ..Limits::default()
    };
    groups.create(&format!("{path}/inner"), &limits).unwrap();
    groups.create(&format!("{path}/inner"), &limits).unwrap();
    let (memory, pids) = match groups.version() {
        Version::V1 => ("memory/", "pids/"),
        Version::V2 => ("", ""),
    };
    let file = if memory.is_empty() { "memory.max" } else { "memory.limit_in_bytes" };
    let read = |folder: &str, file: &str| {
        std::fs::read_to_string(format!("/sys/fs/cgroup/{folder}{path}/inner/{file}"))
            .unwrap()
            .trim()
            .to_owned()
    };
    assert_eq!(read(memory, file), (64 << 20).to_string());
    assert_eq!(read(pids, "pids.max"), "20");
    // Up and down again, with swap: the order of the two writes differs.
    for size in [128 << 20, 32 << 20] {
        let limits = Limits { memory: Some(size), memory_swap: Some(size), ..Limits::default() };
        groups.update(&format!("{path}/inner"), &limits).unwrap();
        assert_eq!(read(memory, file), size.to_string());
    }
    assert_eq!(groups.children(path).unwrap(), ["inner"]);
    // v1's own hierarchies are shown, not the empty v2 beside them.
    for (name, folder) in groups.folders(path) {
        assert!(folder.join("tasks").exists(), "{name} is not of v1");
    }
}

#[test]
fn processes_are_counted_killed_and_gone() {
    let Group(groups, path) = &Group::new("kill");
    let inner = format!("{path}/inner");
    groups.create(&inner, &Limits::default()).unwrap();
    let mut child = sleeper();
    groups.add_process(&inner, child.id()).unwrap();
    assert_eq!(groups.processes(path).unwrap(), [child.id()]);
    assert!(groups.stats(&inner).unwrap().pids >= 1);
    groups.kill(path).unwrap();
    assert!(!child.wait().unwrap().success());
    groups.remove(path).unwrap();
    assert!(!groups.exists(path));
    groups.remove(path).unwrap();
}

#[test]
fn the_root_and_paths_out_of_it_are_refused() {
    let groups = Cgroups::detect(Path::new("/sys/fs/cgroup")).unwrap();
    for path in ["/", "", "/a/../../b", "/.."] {
        assert!(matches!(groups.remove(path), Err(Error::Path(_))), "{path:?}");
    }
    assert!(matches!(Cgroups::detect(Path::new("/nowhere")), Err(Error::NotMounted(_))));
}
