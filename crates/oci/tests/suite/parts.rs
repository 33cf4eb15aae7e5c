//! What the tests and the programs beside them share: a network that only pretends, and configurations.

use std::net::IpAddr;
use std::path::Path;
use std::sync::Arc;

use node::{
    Attachment, ContainerConfig, NamespaceMode, Namespaces, NetworkError, PodNetwork, SandboxConfig,
    SandboxSecurity,
};
use oci::Config;
use runtime::Clock;

/// Gives out an address and does nothing about it.
pub struct NoNetwork;

#[async_trait::async_trait]
impl PodNetwork for NoNetwork {
    fn ready(&self) -> Result<(), String> {
        Ok(())
    }

    async fn attach(&self, attachment: &Attachment) -> Result<Vec<IpAddr>, NetworkError> {
        assert!(attachment.netns.exists());
        Ok(vec![IpAddr::from([10, 244, 0, 7])])
    }

    async fn detach(&self, _: &str) -> Result<(), NetworkError> {
        Ok(())
    }

    async fn retain(&self, _: &[String]) -> Result<(), NetworkError> {
        Ok(())
    }
}

/// The configuration of a runtime below `dir`, with `program` as shim.
pub fn config(dir: &Path, program: &str) -> Config {
    let name = dir.file_name().and_then(|name| name.to_str()).unwrap_or_default().replace('.', "");
    Config {
        state_dir: dir.join("state"),
        run_dir: dir.join("run"),
        shim: vec![program.to_owned(), "shim".to_owned()],
        cgroup_prefix: format!("/navarch-test-{name}"),
        seccomp_dir: dir.to_owned(),
        ..Config::new(dir, Arc::new(NoNetwork), Clock::system())
    }
}

/// A pod of this name.
pub fn pod(dir: &Path, name: &str) -> SandboxConfig {
    SandboxConfig {
        name: name.to_owned(),
        namespace: "default".to_owned(),
        uid: format!("uid-{name}"),
        hostname: name.to_owned(),
        log_directory: dir.join("logs").join(name).display().to_string(),
        security: SandboxSecurity {
            namespaces: Namespaces { pid: NamespaceMode::Container, ..Namespaces::default() },
            ..SandboxSecurity::default()
        },
        ..SandboxConfig::default()
    }
}

/// A container that runs a script.
pub fn shell(name: &str, script: &str) -> ContainerConfig {
    ContainerConfig {
        name: name.to_owned(),
        image: "busybox".to_owned(),
        command: vec!["sh".to_owned(), "-c".to_owned(), script.to_owned()],
        log_path: format!("{name}.log"),
        ..ContainerConfig::default()
    }
}
