//! What a cluster holds from its first start on: the namespaces that everybody relies on, the service by which pods reach the API,
//! and the roles, flow schemas and priorities of `authz::policy`, which every start completes (`bootstrap/policy.rs`).

mod policy;

use std::net::IpAddr;
use std::sync::Arc;

use meta::StatusError;
use meta::options::{CreateOptions, GetOptions};
use registry::{Caller, Object, Registry, Target};
use serde_json::{Value, json};

/// The namespaces of the system.
const NAMESPACES: [&str; 4] = ["default", "kube-system", "kube-public", "kube-node-lease"];

/// Who the server is when it writes for itself.
pub(crate) fn caller() -> Caller {
    Caller { user: authn::component("apiserver"), manager: "kube-apiserver".to_owned() }
}

/// Makes what is missing. Another server may be doing the same.
pub(crate) async fn run(
    registry: &Arc<Registry>,
    service_address: Option<IpAddr>,
    secure_port: u16,
) -> Result<(), StatusError> {
    for name in NAMESPACES {
        let tree = json!({"apiVersion": "v1", "kind": "Namespace", "metadata": {"name": name}});
        make(registry, "namespaces", "", tree).await?;
    }
    if let Some(address) = service_address {
        make(registry, "services", "default", service(address, secure_port)).await?;
    }
    policy::run(registry).await
}

/// By what name and address pods reach this server.
fn service(address: IpAddr, secure_port: u16) -> Value {
    json!({
        "apiVersion": "v1",
        "kind": "Service",
        "metadata": {
            "name": "kubernetes",
            "namespace": "default",
            "labels": {"component": "apiserver", "provider": "kubernetes"},
        },
        "spec": {
            "clusterIP": address.to_string(),
            "ipFamilyPolicy": "SingleStack",
            "type": "ClusterIP",
            "sessionAffinity": "None",
            "ports": [{"name": "https", "protocol": "TCP", "port": 443, "targetPort": secure_port}],
        },
    })
}

/// Creates one object of the core group, unless it is there.
async fn make(
    registry: &Arc<Registry>,
    plural: &str,
    namespace: &str,
    tree: Value,
) -> Result<(), StatusError> {
    let Some(mut target) = target(registry, "", plural, namespace) else { return Ok(()) };
    tree["metadata"]["name"].as_str().unwrap_or_default().clone_into(&mut target.name);
    // Looked for first: what is there holds its address already, which a second one would be refused for.
    if registry.get(&target, &GetOptions::default()).await.is_ok() {
        return Ok(());
    }
    create(registry, target, tree).await
}

/// A collection of a group's first version.
fn target(registry: &Registry, group: &str, plural: &str, namespace: &str) -> Option<Target> {
    let (kind, served) = registry.resolve(group, "v1", plural)?;
    let (namespace, name, subresource) = (namespace.to_owned(), String::new(), String::new());
    Some(Target { kind, served, namespace, name, subresource })
}

/// Creates an object, whoever is faster.
async fn create(registry: &Registry, mut target: Target, tree: Value) -> Result<(), StatusError> {
    let object = Object::new(tree).expect("it comes from a table of objects");
    let name = object.name().to_owned();
    target.name.clear();
    match registry.create(&target, &caller(), object, &CreateOptions::default()).await {
        Ok(_) => tracing::debug!(plural = %target.kind.plural, name, "made an object of the system"),
        Err(error) if error.is_already_exists() => {}
        Err(error) => return Err(error),
    }
    Ok(())
}
