//! A whole kubelet against a real API server in the process and a runtime that only pretends: what it is asked for is on record.

#![allow(clippy::unwrap_used, clippy::print_stdout)]

#[path = "suite/harness.rs"]
mod harness;
#[path = "suite/pretend.rs"]
mod pretend;

#[path = "suite/api.rs"]
mod api_server;
#[path = "suite/files.rs"]
mod files;
#[path = "suite/life.rs"]
mod life;
#[path = "suite/node.rs"]
mod node_object;
#[path = "suite/objects.rs"]
mod objects;
