//! What a cluster holds from its first start on: the namespaces that everybody relies on, the service by which pods reach the API,
//! and what else a stock server makes of itself. Every start completes what is missing.
//!
//! | file | what it makes |
//! |---|---|
//! | `policy` | the roles, flow schemas and priorities of `authz::policy` |
//! | `api_services` | an `APIService` for each group and version that the server serves itself |
//! | `reach` | where this server is, and whom others may believe |
//! | `service_cidr` | the range of cluster addresses, as an object |

mod api_services;
mod policy;
mod reach;
mod service_cidr;

pub(crate) use reach::{Reach, write_endpoints};

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
    reach: &Reach<'_>,
    networks: &[&str],
) -> Result<(), StatusError> {
    for name in NAMESPACES {
        let tree = json!({"apiVersion": "v1", "kind": "Namespace", "metadata": {"name": name}});
        make(registry, "", "namespaces", tree).await?;
    }
    service_cidr::run(registry, networks).await?;
    api_services::run(registry).await?;
    if let Some(address) = service_address {
        make(registry, "", "services", service(address, reach.port)).await?;
    }
    reach::run(registry, reach).await?;
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

/// Creates one object, unless it is there; says whether it was made.
async fn make(registry: &Arc<Registry>, group: &str, plural: &str, tree: Value) -> Result<bool, StatusError> {
    let text = |field: &str| tree["metadata"][field].as_str().unwrap_or_default();
    let Some(mut target) = target(registry, group, plural, text("namespace")) else { return Ok(false) };
    text("name").clone_into(&mut target.name);
    // Looked for first: what is there holds its address already, which a second one would be refused for.
    if registry.get(&target, &GetOptions::default()).await.is_ok() {
        return Ok(false);
    }
    create(registry, target, tree).await
}

/// A collection of a group's first version.
fn target(registry: &Registry, group: &str, plural: &str, namespace: &str) -> Option<Target> {
    let (kind, served) = registry.resolve(group, "v1", plural)?;
    let (namespace, name, subresource) = (namespace.to_owned(), String::new(), String::new());
    Some(Target { kind, served, namespace, name, subresource })
}

/// Creates an object, whoever is faster; says whether it was made here.
async fn create(registry: &Registry, mut target: Target, tree: Value) -> Result<bool, StatusError> {
    let object = Object::new(tree).expect("it comes from a table of objects");
    let name = object.name().to_owned();
    target.name.clear();
    match registry.create(&target, &caller(), object, &CreateOptions::default()).await {
        Ok(_) => {
            tracing::debug!(plural = %target.kind.plural, name, "made an object of the system");
            Ok(true)
        }
        Err(error) if error.is_already_exists() => Ok(false),
        Err(error) => Err(error),
    }
}
