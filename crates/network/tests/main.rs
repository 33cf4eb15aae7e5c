//! The network with real packets: nodes of the lab, pods as bare namespaces.

#![allow(clippy::unwrap_used, reason = "helpers of tests fail tests")]

#[path = "suite/harness.rs"]
mod harness;

#[path = "suite/between.rs"]
mod between;
#[path = "suite/cni.rs"]
mod cni;
#[path = "suite/life.rs"]
mod life;
#[path = "suite/node.rs"]
mod node;
