//! The objects behind addresses that are handed out: one `IPAddress` for each, named by it. To create the object is to get the
//! address, so that two servers on one datastore never hand out the same one; the ranges in memory only tell where to try.

use std::collections::HashSet;
use std::net::IpAddr;
use std::sync::{Arc, Weak};

use meta::StatusError;
use meta::options::{CreateOptions, DeleteOptions};
use registry::{Registry, Target};
use resource::{Lister, Object};
use serde_json::{Value, json};

use crate::bootstrap;

const GROUP: &str = "networking.k8s.io";
const ADDRESSES: &str = "ipaddresses";
const MANAGED_BY: &str = "ipaddress.kubernetes.io/managed-by";
const ALLOCATOR: &str = "ipallocator.k8s.io";

/// Where the objects are kept; nowhere in tests of the ranges alone. The registry holds the hook, which must not hold it.
#[derive(Clone, Default)]
pub(super) struct Objects(Weak<Registry>);

fn target(registry: &Registry, group: &str, plural: &str, namespace: &str, name: &str) -> Option<Target> {
    let (namespace, name) = (namespace.to_owned(), name.to_owned());
    Some(Target {
        kind: registry.hub(group, plural)?,
        served: 0,
        namespace,
        name,
        subresource: String::new(),
    })
}

impl Objects {
    pub(super) fn of(registry: &Arc<Registry>) -> Self {
        Self(Arc::downgrade(registry))
    }

    /// Whether it is decided here who has an address.
    pub(super) fn decide(&self) -> bool {
        self.0.strong_count() > 0
    }

    /// Gets an address for a service; false if somebody else has it.
    pub(super) async fn claim(&self, address: IpAddr, service: &Object) -> Result<bool, StatusError> {
        let Some(registry) = self.0.upgrade() else { return Ok(true) };
        let Some(target) = target(&registry, GROUP, ADDRESSES, "", "") else { return Ok(true) };
        let object = Object::new(tree(address, service.namespace(), service.name()))
            .expect("it is written in this file as an object");
        match registry.create(&target, &bootstrap::caller(), object, &CreateOptions::default()).await {
            Ok(_) => Ok(true),
            Err(error) if error.is_already_exists() => Ok(false),
            Err(error) => Err(error),
        }
    }

    /// Gives addresses back.
    pub(super) async fn release(&self, addresses: &[IpAddr]) {
        let Some(registry) = self.0.upgrade() else { return };
        for address in addresses {
            delete(&registry, GROUP, ADDRESSES, "", &address.to_string()).await;
        }
    }

    /// Gives addresses back later, where nobody can wait for it.
    pub(super) fn release_later(&self, addresses: Vec<IpAddr>) {
        if addresses.is_empty() || self.0.strong_count() == 0 {
            return;
        }
        let objects = self.clone();
        // What is not given back because the server stops, the next repair finds.
        drop(tokio::spawn(async move { objects.release(&addresses).await }));
    }

    /// Takes the endpoints of a service away with it.
    pub(super) async fn delete_endpoints(&self, service: &Object) {
        if let Some(registry) = self.0.upgrade() {
            delete(&registry, "", "endpoints", service.namespace(), service.name()).await;
        }
    }

    /// Makes the objects that services lack, and takes those away of which no service knows any more and that are no longer new.
    pub(super) async fn repair(&self, held: &[(IpAddr, Arc<Object>)], old_before: meta::Time) {
        let Some(registry) = self.0.upgrade() else { return };
        for (address, service) in held {
            if Lister::get(&*registry, "ipaddresses.networking.k8s.io", "", &address.to_string()).is_none()
                && let Err(error) = self.claim(*address, service).await
            {
                tracing::warn!(%address, %error, "the object of an address that a service holds cannot be made");
            }
        }
        let held: HashSet<(String, &str, &str)> = held
            .iter()
            .map(|(address, service)| (address.to_string(), service.namespace(), service.name()))
            .collect();
        for object in Lister::list(&*registry, "ipaddresses.networking.k8s.io", "") {
            let created = object.text("metadata.creationTimestamp").parse::<meta::Time>();
            let parent = (object.text("spec.parentRef.namespace"), object.text("spec.parentRef.name"));
            let is_held = held.contains(&(object.name().to_owned(), parent.0, parent.1));
            let is_ours = object.label(MANAGED_BY) == Some(ALLOCATOR);
            if is_ours && !is_held && created.is_ok_and(|created| created.unix() < old_before.unix()) {
                tracing::warn!(
                    address = object.name(),
                    "an address belongs to no service any more and is free again"
                );
                delete(&registry, GROUP, ADDRESSES, "", object.name()).await;
            }
        }
    }
}

fn tree(address: IpAddr, namespace: &str, name: &str) -> Value {
    json!({
        "apiVersion": "networking.k8s.io/v1",
        "kind": "IPAddress",
        "metadata": {
            "name": address.to_string(),
            "labels": {
                "ipaddress.kubernetes.io/ip-family": if address.is_ipv6() { "IPv6" } else { "IPv4" },
                MANAGED_BY: ALLOCATOR,
            },
        },
        "spec": {"parentRef": {"group": "", "resource": "services", "namespace": namespace, "name": name}},
    })
}

async fn delete(registry: &Registry, group: &str, plural: &str, namespace: &str, name: &str) {
    let Some(target) = target(registry, group, plural, namespace, name) else { return };
    match registry.delete(&target, &bootstrap::caller(), &DeleteOptions::default()).await {
        Err(error) if !error.is_not_found() => {
            tracing::warn!(plural, name, %error, "what belonged to a service cannot be deleted");
        }
        _ => {}
    }
}
