//! What a cluster holds from its first start on: the namespaces that everybody relies on, the service by
//! which pods reach the API, and what else a stock server makes of itself.
//!
//! | file | what it makes |
//! |---|---|
//! | `priorities` | the priority classes of the system |
//! | `api_services` | an `APIService` for each group and version that the server serves itself |
//! | `service_cidr` | the range of cluster addresses, as an object |

mod api_services;
mod priorities;
mod service_cidr;

use std::net::IpAddr;
use std::sync::Arc;

use meta::StatusError;
use meta::options::{CreateOptions, GetOptions};
use registry::{Caller, Object, Registry, Target};
use resource::User;
use serde_json::{Value, json};

/// The namespaces of the system.
const NAMESPACES: [&str; 4] = ["default", "kube-system", "kube-public", "kube-node-lease"];

/// Who the server is when it writes for itself.
pub(crate) fn caller() -> Caller {
    let groups = vec!["system:masters".to_owned()];
    let user = User { name: "system:apiserver".to_owned(), groups, ..User::default() };
    Caller { user, manager: "kube-apiserver".to_owned() }
}

/// Makes what is missing. Another server may be doing the same.
pub(crate) async fn run(
    registry: &Arc<Registry>,
    service_address: Option<IpAddr>,
    secure_port: u16,
    networks: &[&str],
) -> Result<(), StatusError> {
    for name in NAMESPACES {
        let tree = json!({"apiVersion": "v1", "kind": "Namespace", "metadata": {"name": name}});
        make(registry, "", "namespaces", tree).await?;
    }
    priorities::run(registry).await?;
    service_cidr::run(registry, networks).await?;
    api_services::run(registry).await?;
    if let Some(address) = service_address {
        make(registry, "", "services", service(address, secure_port)).await?;
    }
    Ok(())
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
    let Some(kind) = registry.hub(group, plural) else { return Ok(false) };
    let object = Object::new(tree).expect("it is written in this file as an object");
    let (name, namespace) = (object.name().to_owned(), object.namespace().to_owned());
    let mut target = Target { kind, served: 0, namespace, name: name.clone(), subresource: String::new() };
    // Looked for first: what is there holds its address already, which a second one would be refused for.
    if registry.get(&target, &GetOptions::default()).await.is_ok() {
        return Ok(false);
    }
    target.name.clear();
    match registry.create(&target, &caller(), object, &CreateOptions::default()).await {
        Ok(_) => {
            tracing::info!(plural, name, "made an object of the system");
            Ok(true)
        }
        Err(error) if error.is_already_exists() => Ok(false),
        Err(error) => Err(error),
    }
}
