//! What a cluster holds from its first start on: the namespaces that everybody relies on.

use std::sync::Arc;

use meta::StatusError;
use meta::options::CreateOptions;
use registry::{Caller, Object, Registry, Target};
use resource::User;
use serde_json::json;

/// The namespaces of the system.
const NAMESPACES: [&str; 4] = ["default", "kube-system", "kube-public", "kube-node-lease"];

/// Who the server is when it writes for itself.
fn caller() -> Caller {
    let groups = vec!["system:masters".to_owned()];
    let user = User { name: "system:apiserver".to_owned(), groups, ..User::default() };
    Caller { user, manager: "kube-apiserver".to_owned() }
}

/// Makes what is missing. Another server may be doing the same.
pub(crate) async fn run(registry: &Arc<Registry>) -> Result<(), StatusError> {
    let Some((kind, served)) = registry.resolve("", "v1", "namespaces") else { return Ok(()) };
    let target =
        Target { kind, served, namespace: String::new(), name: String::new(), subresource: String::new() };
    for name in NAMESPACES {
        let tree = json!({"apiVersion": "v1", "kind": "Namespace", "metadata": {"name": name}});
        let object = Object::new(tree).expect("it is written above as an object");
        match registry.create(&target, &caller(), object, &CreateOptions::default()).await {
            Ok(_) => tracing::info!(namespace = name, "made a namespace of the system"),
            Err(error) if error.is_already_exists() => {}
            Err(error) => return Err(error),
        }
    }
    Ok(())
}
