//! A containerd with everything of its own: directories, socket, network configuration, images.

use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use crate::image;

pub const BUSYBOX: &str = "localhost/busybox:test";
const PAUSE: &str = "localhost/pause:test";

pub struct Containerd {
    dir: tempfile::TempDir,
    child: Child,
}

impl Containerd {
    pub async fn start() -> Self {
        // Shims keep their sockets below /run, whatever the configuration says.
        sh("mount -t tmpfs tmpfs /run && ip link set lo up");
        let dir = tempfile::tempdir().unwrap();
        let at = |name: &str| dir.path().join(name);
        std::fs::create_dir(at("net.d")).unwrap();
        std::fs::write(at("net.d/10-test.conflist"), network(&at("ipam"))).unwrap();
        std::fs::write(at("config.toml"), config(dir.path())).unwrap();
        let log = std::fs::File::create(at("log")).unwrap();
        let child = Command::new("containerd")
            .arg("--config")
            .arg(at("config.toml"))
            .stdin(Stdio::null())
            .stdout(log.try_clone().unwrap())
            .stderr(log)
            .spawn()
            .unwrap();
        let started = Self { dir, child };
        started.wait().await;
        for (name, file) in [(BUSYBOX, "busybox.tar"), (PAUSE, "pause.tar")] {
            let archive = started.path(file);
            image::write(&archive, name);
            let socket = started.path("c.sock");
            sh(&format!(
                "ctr --address {} --namespace k8s.io images import {}",
                socket.display(),
                archive.display()
            ));
        }
        started
    }

    pub fn endpoint(&self) -> String {
        format!("unix://{}", self.path("c.sock").display())
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.dir.path().join(name)
    }

    pub fn log(&self) -> String {
        std::fs::read_to_string(self.path("log")).unwrap()
    }

    /// Until it answers.
    async fn wait(&self) {
        let socket = self.path("c.sock");
        for _ in 0..1200 {
            let answered = Command::new("ctr").arg("--address").arg(&socket).arg("version").output().unwrap();
            if answered.status.success() {
                return;
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        panic!("containerd does not answer: {}", self.log());
    }
}

impl Drop for Containerd {
    fn drop(&mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }
}

pub fn sh(script: &str) {
    let output = Command::new("sh").args(["-ec", script]).output().unwrap();
    assert!(output.status.success(), "{script}: {}", String::from_utf8_lossy(&output.stderr));
}

fn network(data: &Path) -> String {
    serde_json::json!({
        "cniVersion": "0.4.0",
        "name": "test",
        "plugins": [{
            "type": "ptp",
            "ipam": {"type": "host-local", "subnet": "10.99.0.0/24", "dataDir": data},
        }],
    })
    .to_string()
}

fn config(dir: &Path) -> String {
    let dir = dir.display();
    format!(
        r#"version = 2
root = "{dir}/root"
state = "{dir}/state"
[grpc]
address = "{dir}/c.sock"
[plugins."io.containerd.grpc.v1.cri"]
sandbox_image = "{PAUSE}"
restrict_oom_score_adj = true
stream_server_address = "127.0.0.1"
stream_server_port = "0"
[plugins."io.containerd.grpc.v1.cri".containerd]
snapshotter = "native"
[plugins."io.containerd.grpc.v1.cri".cni]
bin_dir = "/usr/lib/cni"
conf_dir = "{dir}/net.d"
"#
    )
}
