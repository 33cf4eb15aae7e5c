//! Where things lie below the data directory.

use std::path::{Path, PathBuf};

/// The data directory.
#[derive(Debug, Clone)]
pub struct Places(PathBuf);

impl Places {
    /// Below this directory.
    pub fn new(data_dir: &Path) -> Self {
        Self(data_dir.to_owned())
    }

    /// The directory itself.
    pub fn root(&self) -> &Path {
        &self.0
    }

    /// What a node keeps.
    pub fn agent(&self) -> PathBuf {
        self.0.join("agent")
    }

    /// The node's certificates.
    pub fn agent_pki(&self) -> PathBuf {
        self.agent().join("pki")
    }

    /// The kubelet's directory.
    pub fn kubelet(&self) -> PathBuf {
        self.agent().join("kubelet")
    }

    /// Pods' logs.
    pub fn pod_logs(&self) -> PathBuf {
        self.agent().join("logs")
    }

    /// Who has which pod address.
    pub fn network(&self) -> PathBuf {
        self.agent().join("network")
    }

    /// Manifests of static pods.
    pub fn manifests(&self) -> PathBuf {
        self.agent().join("manifests")
    }

    /// Sockets, and who runs.
    pub fn run(&self) -> PathBuf {
        self.0.join("run")
    }

    /// Where the CNI plugin asks.
    pub fn cni_socket(&self) -> PathBuf {
        self.run().join("cni.sock")
    }

    /// Which container runtime behind CRI has the pods; not there with the embedded one.
    pub fn runtime_endpoint(&self) -> PathBuf {
        self.agent().join("container-runtime-endpoint")
    }

    /// The process that runs here.
    pub fn pid_file(&self) -> PathBuf {
        self.run().join("navarch.pid")
    }

    /// The process that holds an isolated trial's namespaces.
    pub fn holder_file(&self) -> PathBuf {
        self.run().join("isolated.pid")
    }

    /// What a process in the background writes.
    pub fn log_file(&self) -> PathBuf {
        self.0.join("navarch.log")
    }

    /// The administrator's kubeconfig.
    pub fn kubeconfig(&self) -> PathBuf {
        self.0.join("admin.kubeconfig")
    }
}
