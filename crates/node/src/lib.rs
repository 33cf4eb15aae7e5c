//! What a node is made of, as contracts: the container runtime and the pod network.
//!
//! Implemented by `oci` and `cri` (runtimes) and `network`; called by `kubelet`; wired by the binary. No behaviour here, only shapes:
//! CRI's for the runtime, CNI's for the network.
//!
//! | module | what it holds |
//! |---|---|
//! | `runtime` | the trait every container runtime implements |
//! | `sandbox`, `container`, `image`, `stats` | the data it takes and gives |
//! | `session` | the streams of `exec`, `attach` and `port-forward` |
//! | `network` | the trait of the pod network |

mod container;
mod error;
mod image;
mod network;
mod runtime;
mod sandbox;
mod session;
mod stats;

pub use container::{
    Container, ContainerConfig, ContainerFilter, ContainerSecurity, ContainerState, ContainerStatus, Device,
    Mount, Propagation,
};
pub use error::RuntimeError;
pub use image::{FilesystemUsage, Image, PullAuth, PullSecret};
pub use network::{Attachment, Bandwidth, HostPort, NetworkError, PodNetwork, Protocol};
pub use runtime::{
    ContainerRuntime, RuntimeCondition, RuntimeEvent, RuntimeEventKind, RuntimeStatus, RuntimeVersion,
};
pub use sandbox::{
    DnsConfig, NamespaceMode, Namespaces, Sandbox, SandboxConfig, SandboxFilter, SandboxSecurity,
    SandboxState, SandboxStatus, SeccompProfile,
};
pub use session::{ExecOptions, ExecOutput, Session, Stream, TerminalSize};
pub use stats::{ContainerStats, CpuUsage, LinuxResources, MemoryUsage};
