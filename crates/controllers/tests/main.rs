//! The loops against a real API server, with the test as the kubelet. One binary, so that it links once.

#![allow(clippy::unwrap_used, reason = "what tests share is outside of the test functions that may unwrap")]

#[path = "suite/cluster.rs"]
mod cluster;
#[path = "suite/cron_job.rs"]
mod cron_job;
#[path = "suite/custom.rs"]
mod custom;
#[path = "suite/daemon_set.rs"]
mod daemon_set;
#[path = "suite/deployment.rs"]
mod deployment;
#[path = "suite/disruption.rs"]
mod disruption;
#[path = "suite/endpoints.rs"]
mod endpoints;
#[path = "suite/garbage.rs"]
mod garbage;
#[path = "suite/job.rs"]
mod job;
#[path = "suite/namespaces.rs"]
mod namespaces;
#[path = "suite/nodes.rs"]
mod nodes;
#[path = "suite/protection.rs"]
mod protection;
#[path = "suite/replicas.rs"]
mod replicas;
#[path = "suite/resource_quota.rs"]
mod resource_quota;
#[path = "suite/stateful_set.rs"]
mod stateful_set;
#[path = "suite/volumes.rs"]
mod volumes;
