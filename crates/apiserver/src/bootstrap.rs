//! What a cluster holds from its first start on: the namespaces that everybody relies on, and the service by
//! which pods reach the API.

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
) -> Result<(), StatusError> {
    for name in NAMESPACES {
        let tree = json!({"apiVersion": "v1", "kind": "Namespace", "metadata": {"name": name}});
        make(registry, "namespaces", "", tree).await?;
    }
    if let Some(address) = service_address {
        make(registry, "services", "default", service(address, secure_port)).await?;
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

/// Creates one object of the core group, unless it is there.
async fn make(
    registry: &Arc<Registry>,
    plural: &str,
    namespace: &str,
    tree: Value,
) -> Result<(), StatusError> {
    let Some((kind, served)) = registry.resolve("", "v1", plural) else { return Ok(()) };
    let object = Object::new(tree).expect("it is written in this file as an object");
    let name = object.name().to_owned();
    let (namespace, subresource) = (namespace.to_owned(), String::new());
    let mut target = Target { kind, served, namespace, name: name.clone(), subresource };
    // Looked for first: what is there holds its address already, which a second one would be refused for.
    if registry.get(&target, &GetOptions::default()).await.is_ok() {
        return Ok(());
    }
    target.name.clear();
    match registry.create(&target, &caller(), object, &CreateOptions::default()).await {
        Ok(_) => tracing::info!(plural, name, "made an object of the system"),
        Err(error) if error.is_already_exists() => {}
        Err(error) => return Err(error),
    }
    Ok(())
}
