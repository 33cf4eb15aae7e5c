//! The pod's side: a small process that holds what must outlive the agent. `navarch oci-shim DIR` is [`main`], run by the agent alone.
//!
//! It is one thread in one loop (`server`), because libcontainer forks without `exec`, which a threaded process must not do; and even so
//! each call of libcontainer is made in a child of its own (`create`), so that nothing it sets or leaves behind stays. As subreaper
//! the shim is the parent of every container and command. What ends is first on disk, then told.

mod attach;
mod container;
mod create;
mod executor;
mod fork;
mod launch;
mod log;
mod sandbox;
mod server;

pub use create::limits;
pub use launch::{ShimConfig, main};
