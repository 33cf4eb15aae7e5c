//! Every control loop by the name that upstream gives it. The order is that of the names.

use std::sync::Arc;

use futures_util::future::BoxFuture;
use informer::Controller;

use crate::Context;
use crate::loops::{
    deployment, endpoint_slice, endpoint_slice_mirroring, endpoints, replica_set, replication_controller,
};

/// What a loop consists of.
pub enum Work {
    /// Keys are reconciled.
    Reconciles(Arc<dyn Controller>),
    /// A task of its own that ends when the context's shutdown is triggered.
    Runs(BoxFuture<'static, ()>),
}

/// A control loop.
pub struct Entry {
    /// The name.
    pub name: &'static str,
    /// Builds it. Must not wait.
    pub build: fn(&Context) -> Work,
}

/// All of them.
pub const TABLE: &[Entry] = &[
    Entry { name: "deployment-controller", build: deployment::build },
    Entry { name: "endpoints-controller", build: endpoints::build },
    Entry { name: "endpointslice-controller", build: endpoint_slice::build },
    Entry { name: "endpointslice-mirroring-controller", build: endpoint_slice_mirroring::build },
    Entry { name: "replicaset-controller", build: replica_set::build },
    Entry { name: "replicationcontroller-controller", build: replication_controller::build },
];
