//! The control loops, one module each. `table.rs` names them all.

pub mod certificates;
pub mod daemon_set;
pub mod deployment;
pub mod endpoint_slice;
pub mod endpoint_slice_mirroring;
pub mod endpoints;
pub mod garbage_collector;
pub mod job;
pub mod legacy_tokens;
pub mod namespace;
pub mod node_ipam;
pub mod node_lifecycle;
pub mod pod_gc;
pub mod replica_set;
pub mod replicas;
pub mod replication_controller;
pub mod root_ca;
pub mod service_account;
pub mod taint_eviction;
pub mod ttl_after_finished;
