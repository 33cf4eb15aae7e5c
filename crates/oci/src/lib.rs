//! The embedded container runtime: OCI images and containers without any other program on the node.
//!
//! Implements `node::ContainerRuntime`; the binary wires it to the kubelet. [`Runtime`] runs in the agent's process and decides;
//! one small re-exec'd *shim* per pod ([`shim`]) owns what must outlive the agent: namespaces, containers, their streams, logs and exit
//! codes. The two speak the protocol of `protocol` over a unix socket, so that the agent may be killed and come back.
//!
//! | module | what it holds |
//! |---|---|
//! | `runtime` | the agent's side: sandboxes, containers, exec, attach, what is found again after a restart |
//! | [`shim`] | the pod's side: a single-threaded loop; libcontainer is called in short-lived children of it |
//! | `protocol` | what the two say to one another; frames with file descriptors |
//! | `records` | what is on disk |
//! | `spec` | a container's configuration to an OCI spec; pure, golden files in `tests/golden` |
//! | `seccomp` | profiles to kernel filters; pure but for the last step |
//! | [`images`] | references, pull, import, unpacked layers |

mod config;
mod disk;
pub mod images;
mod protocol;
mod records;
mod runtime;
mod seccomp;
pub mod shim;
mod spec;
mod user;

pub use config::Config;
pub use runtime::{OpenError, Runtime};
