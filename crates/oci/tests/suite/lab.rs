//! A runtime to try things on: own directories, own control group, an image, a network that only pretends. Leaves nothing behind.

use std::path::Path;

use node::{ContainerConfig, ContainerRuntime as _, ContainerStatus, SandboxConfig, SandboxFilter};
use oci::{Config, Runtime};
use sha2::Digest;

pub use super::parts::{config, pod, shell};

/// A lab.
pub struct Lab {
    dir: tempfile::TempDir,
    pub runtime: Runtime,
    pub config: Config,
}

impl Lab {
    pub async fn new() -> Self {
        let lab = Self::empty().await;
        let file = lab.dir().join("busybox.tar");
        std::fs::write(&file, busybox()).unwrap();
        lab.runtime.import(&file).await.unwrap();
        lab
    }

    pub async fn empty() -> Self {
        let dir = tempfile::Builder::new().prefix("nvoci").tempdir().unwrap();
        let config = config(dir.path(), env!("CARGO_BIN_EXE_oci-test-shim"));
        let runtime = Runtime::open(config.clone()).await.unwrap();
        Self { dir, runtime, config }
    }

    pub fn dir(&self) -> &Path {
        self.dir.path()
    }

    pub async fn run_pod(&self, config: &SandboxConfig) -> String {
        self.runtime.run_sandbox(config, "").await.unwrap()
    }

    /// Makes and starts a container.
    pub async fn start(&self, sandbox: &str, config: &ContainerConfig) -> String {
        let id = self.runtime.create_container(sandbox, config, &SandboxConfig::default()).await.unwrap();
        self.runtime.start_container(&id).await.unwrap_or_else(|error| panic!("{}: {error}", config.name));
        id
    }

    /// Runs a container in a pod of its own to its end; gives how it ended and what it wrote.
    pub async fn run(&self, config: &ContainerConfig) -> (ContainerStatus, String) {
        let pod = pod(self.dir(), &config.name);
        let sandbox = self.run_pod(&pod).await;
        let id = self.start(&sandbox, config).await;
        let status = self.ended(&id).await;
        let log = self.log(&pod.name, &config.name);
        self.runtime.remove_sandbox(&sandbox).await.unwrap();
        (status, log)
    }

    /// Runs a script likewise and gives what it wrote, which must not have failed.
    pub async fn script(&self, config: &ContainerConfig) -> String {
        let (status, log) = self.run(config).await;
        assert_eq!(status.exit_code, 0, "{}: {} {} {log}", config.name, status.reason, status.message);
        log
    }

    /// Waits for the end of a container by the runtime's events.
    pub async fn ended(&self, id: &str) -> ContainerStatus {
        let mut events = self.runtime.events().await.unwrap().unwrap();
        loop {
            let status = self.runtime.container_status(id).await.unwrap();
            if status.finished_at > 0 {
                return status;
            }
            tokio::time::timeout(std::time::Duration::from_secs(60), events.recv()).await.unwrap().unwrap();
        }
    }

    /// The text of a log, without times and tags.
    pub fn log(&self, pod: &str, container: &str) -> String {
        let path = self.dir().join("logs").join(pod).join(format!("{container}.log"));
        let text = std::fs::read_to_string(path).unwrap_or_default();
        text.lines().filter_map(|line| line.splitn(4, ' ').nth(3)).collect::<Vec<_>>().join("\n")
    }

    /// Waits until a log has a line.
    pub async fn logged(&self, pod: &str, container: &str, line: &str) {
        until(|| self.log(pod, container).lines().any(|there| there.trim_end() == line)).await;
    }

    /// Removes everything and looks for what is left.
    pub async fn finish(self) {
        for sandbox in self.runtime.list_sandboxes(&SandboxFilter::default()).await.unwrap() {
            self.runtime.remove_sandbox(&sandbox.id).await.unwrap();
        }
        self.assert_clean();
    }

    fn assert_clean(&self) {
        let dir = self.dir().display().to_string();
        let mounts = std::fs::read_to_string("/proc/self/mountinfo").unwrap();
        assert!(!mounts.contains(&dir), "mounts are left: {mounts}");
        for process in std::fs::read_dir("/proc").unwrap().flatten() {
            let line = std::fs::read(process.path().join("cmdline")).unwrap_or_default();
            let line = String::from_utf8_lossy(&line).into_owned();
            assert!(!(line.contains(&dir) && line.contains("shim")), "a process is left: {line}");
        }
        let groups = cgroup::Cgroups::detect(&self.config.cgroup_root).unwrap();
        let prefix = &self.config.cgroup_prefix;
        let left = groups.children(prefix).unwrap();
        assert!(left.iter().all(|name| name == "pods"), "control groups are left: {left:?}");
        assert_eq!(groups.children(&format!("{prefix}/pods")).unwrap(), Vec::<String>::new());
        groups.remove(prefix).unwrap();
        for folder in ["run", "state/sandboxes", "state/containers"] {
            let left = std::fs::read_dir(self.dir().join(folder)).unwrap().count();
            assert_eq!(left, 0, "{folder} is not empty");
        }
    }
}

impl Drop for Lab {
    /// A test that failed must not leave its containers behind.
    fn drop(&mut self) {
        let Ok(groups) = cgroup::Cgroups::detect(&self.config.cgroup_root) else { return };
        let _ = groups.kill(&self.config.cgroup_prefix);
        let mounts = std::fs::read_to_string("/proc/self/mountinfo").unwrap_or_default();
        let places: Vec<_> = mounts.lines().filter_map(|line| line.split(' ').nth(4)).collect();
        for place in places.into_iter().rev().filter(|place| Path::new(place).starts_with(self.dir())) {
            let _ = rustix::mount::unmount(place, rustix::mount::UnmountFlags::DETACH);
        }
        let _ = groups.remove(&self.config.cgroup_prefix);
    }
}

/// Waits for something that nobody tells.
pub async fn until(holds: impl Fn() -> bool) {
    for _ in 0..3000 {
        if holds() {
            return;
        }
        tokio::time::sleep(std::time::Duration::from_millis(10)).await;
    }
    panic!("it did not come true");
}

pub fn digest(bytes: &[u8]) -> String {
    sha2::Sha256::digest(bytes).iter().fold("sha256:".to_owned(), |text, byte| text + &format!("{byte:02x}"))
}

/// The layer of the image: busybox under the names that are needed, and users.
pub fn layer() -> Vec<u8> {
    let mut builder = tar::Builder::new(Vec::new());
    let add = |builder: &mut tar::Builder<Vec<u8>>, path: &str, mode: u32, content: &[u8]| {
        let mut header = tar::Header::new_gnu();
        header.set_mode(mode);
        header.set_size(content.len() as u64);
        builder.append_data(&mut header, path, content).unwrap();
    };
    let program = std::fs::read("/bin/busybox").expect("busybox-static is installed");
    add(&mut builder, "bin/busybox", 0o755, &program);
    add(&mut builder, "bin/broken", 0o755, b"\x7fELF nonsense");
    add(&mut builder, "etc/passwd", 0o644, b"root:x:0:0::/root:/bin/sh\nweb:x:100:101::/:/bin/sh\n");
    add(&mut builder, "etc/group", 0o644, b"root:x:0:\nwww:x:101:\nextra:x:7:web\n");
    let mut tmp = tar::Header::new_gnu();
    tmp.set_entry_type(tar::EntryType::Directory);
    tmp.set_mode(0o1777);
    tmp.set_size(0);
    builder.append_data(&mut tmp, "tmp/", std::io::empty()).unwrap();
    for name in [
        "sh", "ls", "cat", "echo", "sleep", "id", "hostname", "mount", "umount", "grep", "head", "dd", "tty",
        "stty", "nc", "ip", "touch", "kill", "true", "false", "env", "pwd", "chroot", "unshare", "mknod",
        "tail", "wc", "ps", "rm", "ulimit", "test", "nproc", "httpd", "mkdir", "date", "printf", "readlink",
        "chmod", "yes", "tr", "sysctl", "ipcs", "df", "seq", "sort",
    ] {
        let mut header = tar::Header::new_gnu();
        header.set_entry_type(tar::EntryType::Symlink);
        header.set_size(0);
        builder.append_link(&mut header, format!("bin/{name}"), "busybox").unwrap();
    }
    builder.into_inner().unwrap()
}

/// The configuration of an image of these layers (unpacked digests).
pub fn image_config(diff_ids: &[String]) -> Vec<u8> {
    serde_json::to_vec(&serde_json::json!({
        "architecture": "amd64", "os": "linux",
        "config": { "Env": ["PATH=/bin", "IMAGE=yes"], "Cmd": ["sh"], "WorkingDir": "/tmp" },
        "rootfs": { "type": "layers", "diff_ids": diff_ids },
    }))
    .unwrap()
}

/// The image as `docker save` writes it.
pub fn busybox() -> Vec<u8> {
    let layer = layer();
    let config = image_config(&[digest(&layer)]);
    let manifest = serde_json::json!([{ "Config": "config.json", "RepoTags": ["busybox:latest"], "Layers": ["layer.tar"] }]);
    archive(&[
        ("layer.tar", &layer),
        ("config.json", &config),
        ("manifest.json", manifest.to_string().as_bytes()),
    ])
}

/// An archive of files.
pub fn archive(files: &[(&str, &[u8])]) -> Vec<u8> {
    let mut builder = tar::Builder::new(Vec::new());
    for (path, content) in files {
        let mut header = tar::Header::new_gnu();
        header.set_mode(0o644);
        header.set_size(content.len() as u64);
        builder.append_data(&mut header, path, *content).unwrap();
    }
    builder.into_inner().unwrap()
}
