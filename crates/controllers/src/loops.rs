//! The control loops, one module each. `table.rs` names them all.

pub mod deployment;
pub mod endpoint_slice;
pub mod endpoint_slice_mirroring;
pub mod endpoints;
pub mod replica_set;
pub mod replicas;
pub mod replication_controller;
