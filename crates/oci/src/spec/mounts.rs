//! What is mounted in a container: the kernel's file systems, the pod's files, the volumes. Pure.

use std::path::Path;

use node::{Mount, NamespaceMode, Propagation};
use serde_json::{Value, json};

use super::Input;

/// All mounts, those of outer paths first.
pub fn build(input: &Input<'_>) -> Vec<Value> {
    let security = &input.container.security;
    let volumes = &input.container.mounts;
    let taken = |path: &str| volumes.iter().any(|mount| Path::new(&mount.container_path) == Path::new(path));
    let mut all: Vec<Value> = kernel(security.privileged, input.sandbox.security.namespaces.network)
        .into_iter()
        .chain(control_groups(input))
        .filter(|mount| !taken(mount["destination"].as_str().unwrap_or_default()))
        .collect();
    if !taken("/dev/shm") {
        let host_ipc = input.sandbox.security.namespaces.ipc == NamespaceMode::Node;
        let source = if host_ipc { "/dev/shm".into() } else { input.run.join("shm") };
        all.push(json!({ "destination": "/dev/shm", "type": "bind", "source": source, "options": ["rbind", "rprivate", "rw", "nosuid", "nodev", "noexec"] }));
    }
    let access = if security.read_only_root { "ro" } else { "rw" };
    for (path, file) in [("/etc/resolv.conf", "resolv.conf"), ("/etc/hostname", "hostname")] {
        if !taken(path) {
            let source = input.sandbox_dir.join(file);
            all.push(json!({ "destination": path, "type": "bind", "source": source, "options": ["rbind", "rprivate", access] }));
        }
    }
    let mut ordered: Vec<(usize, &Mount)> = volumes.iter().enumerate().collect();
    ordered.sort_by_key(|(_, mount)| Path::new(&mount.container_path).components().count());
    all.extend(ordered.into_iter().map(|(number, mount)| volume(input, number, mount)));
    all
}

fn kernel(privileged: bool, network: NamespaceMode) -> Vec<Value> {
    let access = if privileged { "rw" } else { "ro" };
    let mut all = vec![
        json!({ "destination": "/proc", "type": "proc", "source": "proc", "options": ["nosuid", "noexec", "nodev"] }),
        json!({ "destination": "/dev", "type": "tmpfs", "source": "tmpfs", "options": ["nosuid", "strictatime", "mode=755", "size=65536k"] }),
        json!({ "destination": "/dev/pts", "type": "devpts", "source": "devpts",
            "options": ["nosuid", "noexec", "newinstance", "ptmxmode=0666", "mode=0620", "gid=5"] }),
        json!({ "destination": "/dev/mqueue", "type": "mqueue", "source": "mqueue", "options": ["nosuid", "noexec", "nodev"] }),
    ];
    // sysfs shows the network namespace of whoever mounts it, and only its owner may: the node's own is bound instead.
    all.push(if network == NamespaceMode::Node {
        json!({ "destination": "/sys", "type": "bind", "source": "/sys", "options": ["rbind", "rslave", "nosuid", "noexec", "nodev", access] })
    } else {
        json!({ "destination": "/sys", "type": "sysfs", "source": "sysfs", "options": ["nosuid", "noexec", "nodev", access] })
    });
    all
}

/// The container's own control groups. v1's are bound one by one: libcontainer's way looks itself up by a number of another namespace when
/// processes are shared. With the node's network the node's `/sys` is there with all of it.
fn control_groups(input: &Input<'_>) -> Vec<Value> {
    let access = if input.container.security.privileged { "rw" } else { "ro" };
    if input.sandbox.security.namespaces.network == NamespaceMode::Node {
        return Vec::new();
    }
    if input.unified {
        return vec![json!({ "destination": "/sys/fs/cgroup", "type": "cgroup", "source": "cgroup",
            "options": ["nosuid", "noexec", "nodev", "relatime", access] })];
    }
    let mut all = vec![json!({ "destination": "/sys/fs/cgroup", "type": "tmpfs", "source": "tmpfs",
        "options": ["nosuid", "noexec", "nodev", "mode=755"] })];
    all.extend(input.hierarchies.iter().map(|(name, folder)| {
        json!({ "destination": format!("/sys/fs/cgroup/{name}"), "type": "bind", "source": folder,
            "options": ["rbind", "rprivate", "nosuid", "noexec", "nodev", access] })
    }));
    all
}

fn volume(input: &Input<'_>, number: usize, mount: &Mount) -> Value {
    let image = input.image_mounts.iter().find(|(of, _)| *of == number).map(|(_, path)| path);
    let source = match image {
        Some(path) => path.join(mount.image_sub_path.trim_start_matches('/')),
        None => Path::new(&mount.host_path).to_owned(),
    };
    let mut options = vec!["rbind"];
    options.push(match mount.propagation {
        Propagation::Private => "rprivate",
        Propagation::HostToContainer => "rslave",
        Propagation::Bidirectional => "rshared",
    });
    options.push(match (mount.read_only || image.is_some(), mount.recursive_read_only) {
        (_, true) => "rro",
        (true, false) => "ro",
        (false, false) => "rw",
    });
    json!({ "destination": mount.container_path, "type": "bind", "source": source, "options": options })
}

/// What the root must be for the volumes' mounts to spread as they should.
pub fn root_propagation(mounts: &[Mount]) -> &'static str {
    if mounts.iter().any(|mount| mount.propagation == Propagation::Bidirectional) {
        "shared"
    } else {
        "slave"
    }
}
