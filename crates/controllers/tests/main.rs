//! The loops against a real API server, with the test as the kubelet. One binary, so that it links once.

#[path = "suite/cluster.rs"]
mod cluster;
#[path = "suite/deployment.rs"]
mod deployment;
#[path = "suite/endpoints.rs"]
mod endpoints;
#[path = "suite/replicas.rs"]
mod replicas;
