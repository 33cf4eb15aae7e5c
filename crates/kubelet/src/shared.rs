//! What all pods of the node share: configuration, runtime, API, time.

use std::sync::Arc;

use api::core::v1::{Pod, Service};
use client::Client;
use informer::{Informer, Recorder, Reference, Severity};
use node::ContainerRuntime;
use runtime::{Clock, Shutdown};
use tokio::sync::Semaphore;
use volume::Facts;

use crate::cgroups::PodCgroups;
use crate::config::Config;
use crate::machine::Machine;
use crate::make::dns;
use crate::objects::ObjectCache;
use crate::pod::spec::{self, Role};
use crate::resize::Ledger;
use crate::status::Host;
use crate::status_writer::StatusWriter;

/// What all pods share.
pub struct Shared {
    /// What the kubelet was told.
    pub config: Config,
    /// Runs containers.
    pub runtime: Arc<dyn ContainerRuntime>,
    /// The API; a kubelet can also run files' pods without one.
    pub client: Option<Client>,
    /// Config maps, secrets, tokens.
    pub objects: Arc<ObjectCache>,
    /// Services, for environments.
    pub services: Option<Informer<Service>>,
    /// Tells users.
    pub recorder: Option<Recorder>,
    /// Writes statuses.
    pub statuses: Arc<StatusWriter>,
    /// Makes cgroups of pods.
    pub cgroups: Option<Arc<dyn PodCgroups>>,
    /// What pods were promised of the node.
    pub ledger: Ledger,
    /// How names are found.
    pub resolver: dns::Names,
    /// What the machine has.
    pub machine: Machine,
    /// What statuses of pods say of the node.
    pub host: Host,
    /// How many pulls go on at a time.
    pub pulls: Semaphore,
    /// The time.
    pub clock: Clock,
    /// When to stop.
    pub shutdown: Shutdown,
}

impl Shared {
    /// Nanoseconds since 1970.
    pub fn now(&self) -> i64 {
        i64::try_from(self.clock.unix_millis()).unwrap_or(i64::MAX / 1_000_000) * 1_000_000
    }

    /// Tells users what happened to a pod, or to one of its containers.
    pub fn event(&self, pod: &Pod, container: Option<&str>, severity: Severity, reason: &str, message: &str) {
        let Some(recorder) = &self.recorder else { return };
        let mut about = Reference::of(pod);
        if let Some(name) = container {
            let list = match spec::container(pod, name).map(|(role, _)| role) {
                Some(Role::Init | Role::Sidecar) => "initContainers",
                Some(Role::Ephemeral) => "ephemeralContainers",
                _ => "containers",
            };
            about = about.at(&format!("spec.{list}{{{name}}}"));
        }
        recorder.event(&about, severity, reason, message);
    }

    /// Good news about a container.
    pub fn normal(&self, pod: &Pod, container: &str, reason: &str, message: &str) {
        self.event(pod, Some(container), Severity::Normal, reason, message);
    }

    /// Bad news about a container.
    pub fn warning(&self, pod: &Pod, container: &str, reason: &str, message: &str) {
        self.event(pod, Some(container), Severity::Warning, reason, message);
    }

    /// What the downward API knows of the node and of the pod's addresses.
    pub fn facts(&self, pod: &Pod, pod_ips: &[String]) -> Facts {
        let pod_ips = if spec::host_network(pod) { self.host.ips.clone() } else { pod_ips.to_vec() };
        let (cpu, memory) = self.config.reserved;
        Facts {
            host_ips: self.host.ips.clone(),
            pod_ips,
            allocatable_cpu_millis: self.machine.cpus * 1000 - cpu,
            allocatable_memory: self.machine.memory - memory,
            allocatable_storage: self.machine.storage,
        }
    }
}
