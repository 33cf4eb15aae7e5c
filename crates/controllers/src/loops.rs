//! The control loops, one module each. `table.rs` names them all.

pub mod daemon_set;
pub mod deployment;
pub mod endpoint_slice;
pub mod endpoint_slice_mirroring;
pub mod endpoints;
pub mod job;
pub mod replica_set;
pub mod replicas;
pub mod replication_controller;
pub mod ttl_after_finished;
