//! The proxy: golden files for what it decides and renders, real packets in namespaces for what the kernel makes of it.

#![allow(clippy::unwrap_used, reason = "helpers of tests fail tests")]

#[path = "suite/golden.rs"]
mod golden;
#[path = "suite/incremental.rs"]
mod incremental;
#[path = "suite/lab.rs"]
mod lab;
#[path = "suite/objects.rs"]
mod objects;
#[path = "suite/packets.rs"]
mod packets;
#[path = "suite/program.rs"]
mod program;
#[path = "suite/view.rs"]
mod view;
