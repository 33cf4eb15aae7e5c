//! The range of cluster addresses that the flags give, as the object `kubernetes`.

use std::sync::Arc;

use meta::{StatusError, Time};
use registry::{Registry, Target};
use serde_json::json;

const GROUP: &str = "networking.k8s.io";
const PLURAL: &str = "servicecidrs";
const NAME: &str = "kubernetes";

pub(super) async fn run(registry: &Arc<Registry>, networks: &[&str]) -> Result<(), StatusError> {
    let tree = json!({
        "apiVersion": "networking.k8s.io/v1",
        "kind": "ServiceCIDR",
        "metadata": {"name": NAME},
        "spec": {"cidrs": networks},
    });
    if !super::make(registry, GROUP, PLURAL, tree).await? {
        return Ok(());
    }
    let Some(kind) = registry.hub(GROUP, PLURAL) else { return Ok(()) };
    let (namespace, subresource) = (String::new(), String::new());
    let target = Target { kind, served: 0, namespace, name: NAME.to_owned(), subresource };
    let now: Time = registry.clock().now().into();
    let ready = |range: &mut registry::Object| {
        let condition = json!({
            "type": "Ready",
            "status": "True",
            "lastTransitionTime": now.to_string(),
            "reason": "",
            "message": "Kubernetes default Service CIDR is ready",
        });
        range.set("status.conditions", json!([condition]));
        Ok(())
    };
    registry.alter(&target, false, ready).await.map(drop)
}
