//! Every control loop by the name that upstream gives it. The order is that of the names.

use std::sync::Arc;

use futures_util::future::BoxFuture;
use informer::Controller;

use crate::Context;
use crate::loops::{
    certificates, claim_protection, cluster_role_aggregation, cron_job, daemon_set, deployment, disruption,
    endpoint_slice, endpoint_slice_mirroring, endpoints, garbage_collector, job, legacy_tokens, namespace,
    node_ipam, node_lifecycle, pod_gc, replica_set, replication_controller, resource_quota, root_ca,
    service_account, stateful_set, taint_eviction, token_cleaner, ttl_after_finished, volume_binder,
    volume_protection,
};

/// What a loop consists of.
pub enum Work {
    /// Nothing: what it needs was not given.
    Nothing,
    /// Keys are reconciled.
    Reconciles(Arc<dyn Controller>),
    /// Keys of several sorts are reconciled, each sort by a part of its own.
    Together(Vec<Arc<dyn Controller>>),
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
    Entry { name: "certificatesigningrequest-approving-controller", build: certificates::approve::build },
    Entry { name: "certificatesigningrequest-cleaner-controller", build: certificates::clean::build },
    Entry { name: "certificatesigningrequest-signing-controller", build: certificates::sign::build },
    Entry { name: "clusterrole-aggregation-controller", build: cluster_role_aggregation::build },
    Entry { name: "cronjob-controller", build: cron_job::build },
    Entry { name: "daemonset-controller", build: daemon_set::build },
    Entry { name: "deployment-controller", build: deployment::build },
    Entry { name: "disruption-controller", build: disruption::build },
    Entry { name: "endpoints-controller", build: endpoints::build },
    Entry { name: "endpointslice-controller", build: endpoint_slice::build },
    Entry { name: "endpointslice-mirroring-controller", build: endpoint_slice_mirroring::build },
    Entry { name: "garbage-collector-controller", build: garbage_collector::build },
    Entry { name: "job-controller", build: job::build },
    Entry { name: "legacy-serviceaccount-token-controller", build: legacy_tokens::build },
    Entry { name: "namespace-controller", build: namespace::build },
    Entry { name: "node-ipam-controller", build: node_ipam::build },
    Entry { name: "node-lifecycle-controller", build: node_lifecycle::build },
    Entry { name: "persistentvolume-binder-controller", build: volume_binder::build },
    Entry { name: "persistentvolume-protection-controller", build: volume_protection::build },
    Entry { name: "persistentvolumeclaim-protection-controller", build: claim_protection::build },
    Entry { name: "pod-garbage-collector-controller", build: pod_gc::build },
    Entry { name: "replicaset-controller", build: replica_set::build },
    Entry { name: "replicationcontroller-controller", build: replication_controller::build },
    Entry { name: "resourcequota-controller", build: resource_quota::build },
    Entry { name: "root-ca-certificate-publisher-controller", build: root_ca::build },
    Entry { name: "serviceaccount-controller", build: service_account::build },
    Entry { name: "statefulset-controller", build: stateful_set::build },
    Entry { name: "taint-eviction-controller", build: taint_eviction::build },
    Entry { name: "token-cleaner-controller", build: token_cleaner::build },
    Entry { name: "ttl-after-finished-controller", build: ttl_after_finished::build },
];
