//! An `APIService` for each group and version that custom resources are served in, as upstream's registration controller keeps them:
//! those with its label are its own, and go when the last definition of their version has gone.

use std::collections::BTreeSet;
use std::sync::Arc;

use meta::StatusError;
use meta::options::DeleteOptions;
use registry::{Registry, Target};
use resource::Lister;
use serde_json::json;

use crate::bootstrap::{caller, make};

const GROUP: &str = "apiregistration.k8s.io";
const PLURAL: &str = "apiservices";
const MANAGED: &str = "kube-aggregator.kubernetes.io/automanaged";

/// Makes those of a group what its kinds need.
pub(super) async fn settle(registry: &Arc<Registry>, group: &str) {
    if let Err(error) = try_settle(registry, group).await {
        tracing::warn!(group, %error, "the API services of custom resources can't be kept");
    }
}

async fn try_settle(registry: &Arc<Registry>, group: &str) -> Result<(), StatusError> {
    let kinds = registry.kinds();
    let served = kinds.iter().filter(|kind| kind.is_custom()).flat_map(|kind| &kind.served);
    let wanted: BTreeSet<String> = served
        .filter(|served| served.group == group && !served.hidden)
        .map(|served| served.version.to_string())
        .collect();
    for version in &wanted {
        let tree = json!({
            "apiVersion": "apiregistration.k8s.io/v1",
            "kind": "APIService",
            "metadata": {"name": format!("{version}.{group}"), "labels": {MANAGED: "true"}},
            "spec": {"group": group, "version": version, "groupPriorityMinimum": 1000, "versionPriority": 100},
        });
        make(registry, GROUP, PLURAL, tree).await?;
    }
    for service in Lister::list(&**registry, "apiservices.apiregistration.k8s.io", "") {
        let own = service.label(MANAGED) == Some("true") && service.text("spec.group") == group;
        if own && !wanted.contains(service.text("spec.version")) {
            remove(registry, service.name()).await?;
        }
    }
    Ok(())
}

async fn remove(registry: &Arc<Registry>, name: &str) -> Result<(), StatusError> {
    let Some((kind, served)) = registry.resolve(GROUP, "v1", PLURAL) else { return Ok(()) };
    let (namespace, subresource) = Default::default();
    let target = Target { kind, served, namespace, name: name.to_owned(), subresource };
    match registry.delete(&target, &caller(), &DeleteOptions::default()).await {
        Err(error) if !error.is_not_found() => Err(error),
        _ => Ok(()),
    }
}
