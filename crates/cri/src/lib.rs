//! Container runtimes behind the container runtime interface (CRI v1): containerd, CRI-O.
//!
//! [`Runtime`] is a [`node::ContainerRuntime`] over gRPC on a Unix socket; the kubelet can't tell it from the embedded one. Streams of
//! commands and ports go over the URLs that the runtime names, as SPDY (`streaming`). Networks are the runtime's own business (CNI).
//!
//! | module | what it holds |
//! |---|---|
//! | `runtime` | the contract, call by call |
//! | `rpc` | calls and what their failures mean |
//! | `streams`, `events` | what lasts: sessions, forwarded ports, events |
//! | `convert` | the contract's data to and from messages; pure |
//! | `wire` | the messages |

mod convert;
mod events;
mod rpc;
mod runtime;
mod streams;
mod wire;

pub use runtime::Runtime;
