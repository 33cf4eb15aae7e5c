//! As whom each loop acts: a service account of its own in `kube-system`, which has no more rights than the loop needs.

use std::sync::Arc;

use client::Client;

/// The whole program, which reads for all loops.
const MANAGER: &str = "kube-controller-manager";

/// Clients by account.
#[derive(Clone)]
pub struct Clients(Arc<dyn Fn(&str) -> Client + Send + Sync>);

impl Clients {
    /// One per account.
    pub fn new(of: impl Fn(&str) -> Client + Send + Sync + 'static) -> Self {
        Self(Arc::new(of))
    }

    /// To read with, for all loops.
    pub(crate) fn manager(&self) -> Client {
        (self.0)(MANAGER).named(MANAGER)
    }

    /// To write with, for this loop.
    pub(crate) fn of_loop(&self, name: &str) -> Client {
        (self.0)(account(name)).named(MANAGER)
    }
}

impl From<Client> for Clients {
    /// The same for all loops.
    fn from(client: Client) -> Self {
        Self::new(move |_| client.clone())
    }
}

/// The account of a loop, where it is not called like the loop.
fn account(name: &str) -> &str {
    match name {
        "certificatesigningrequest-approving-controller"
        | "certificatesigningrequest-cleaner-controller"
        | "certificatesigningrequest-signing-controller" => "certificate-controller",
        "daemonset-controller" => "daemon-set-controller",
        "endpoints-controller" => "endpoint-controller",
        "endpointslice-mirroring-controller" => "endpointslicemirroring-controller",
        "garbage-collector-controller" => "generic-garbage-collector",
        // It handles other accounts' secrets, for which no account of its own has the right.
        "legacy-serviceaccount-token-controller" => MANAGER,
        "node-ipam-controller" | "node-lifecycle-controller" | "taint-eviction-controller" => {
            "node-controller"
        }
        "persistentvolume-binder-controller" => "persistent-volume-binder",
        "persistentvolume-protection-controller" => "pv-protection-controller",
        "persistentvolumeclaim-protection-controller" => "pvc-protection-controller",
        "pod-garbage-collector-controller" => "pod-garbage-collector",
        "replicationcontroller-controller" => "replication-controller",
        "root-ca-certificate-publisher-controller" => "root-ca-cert-publisher",
        "serviceaccount-controller" => "service-account-controller",
        "token-cleaner-controller" => "token-cleaner",
        name => name,
    }
}
