//! Makes the roles, bindings, flow schemas and priorities of the system, and completes those that are there.
//!
//! All are written at once, so that the store commits them together.

use std::sync::Arc;

use authz::policy;
use futures_util::future::try_join_all;
use meta::StatusError;
use meta::options::GetOptions;
use registry::{Object, Registry, Target};
use resource::Lister;
use serde_json::Value;

use super::{create, target};

const RBAC: &str = "rbac.authorization.k8s.io";
const FLOW: &str = "flowcontrol.apiserver.k8s.io";
/// How many rounds sums of sums may take.
const ROUNDS: usize = 8;

/// How an object that is there is completed: the object to write, if something is missing.
type Complete = fn(&Object, &Value) -> Option<Object>;

/// Group, plural, objects, how they are completed.
type Row = (&'static str, &'static str, Vec<Value>, Complete);

fn table() -> Vec<Row> {
    // What an operator made of these is theirs.
    let leave: Complete = |_, _| None;
    vec![
        (RBAC, "clusterroles", policy::cluster_roles(), policy::merged_role),
        (RBAC, "clusterrolebindings", policy::cluster_role_bindings(), policy::merged_binding),
        (RBAC, "roles", policy::roles(), policy::merged_role),
        (RBAC, "rolebindings", policy::role_bindings(), policy::merged_binding),
        (FLOW, "prioritylevelconfigurations", policy::priority_levels(), leave),
        (FLOW, "flowschemas", policy::flow_schemas(), leave),
        ("scheduling.k8s.io", "priorityclasses", policy::priority_classes(), leave),
    ]
}

/// Makes what is missing and completes the rest.
pub(super) async fn run(registry: &Arc<Registry>) -> Result<(), StatusError> {
    let mut writes = Vec::new();
    for (group, plural, objects, complete) in table() {
        for tree in objects {
            let text = |field: &str| tree["metadata"][field].as_str().unwrap_or_default().to_owned();
            let Some(mut target) = target(registry, group, plural, &text("namespace")) else { continue };
            target.name = text("name");
            writes.push(ensure(registry, target, tree, complete));
        }
    }
    try_join_all(writes).await?;
    aggregate(registry).await
}

async fn ensure(
    registry: &Registry,
    target: Target,
    tree: Value,
    complete: Complete,
) -> Result<(), StatusError> {
    match registry.get(&target, &GetOptions::default()).await {
        Ok(found) => {
            let found = found.object().map_err(StatusError::internal)?;
            if complete(&found, &tree).is_none() {
                return Ok(());
            }
            tracing::info!(plural = %target.kind.plural, name = target.name, "completed an object of the system");
            let change = |object: &mut Object| {
                if let Some(whole) = complete(object, &tree) {
                    *object = whole;
                }
                Ok(())
            };
            registry.alter(&target, false, change).await.map(drop)
        }
        Err(error) if error.code() == 404 => create(registry, target, tree).await.map(drop),
        Err(error) => Err(error),
    }
}

/// Sums up the roles that are sums of others, and those that are sums of them.
async fn aggregate(registry: &Arc<Registry>) -> Result<(), StatusError> {
    let Some(collection) = target(registry, RBAC, "clusterroles", "") else { return Ok(()) };
    for _ in 0..ROUNDS {
        // A read that waits until the cache has seen what was written.
        let seen = Target { name: "cluster-admin".to_owned(), ..collection.clone() };
        registry.get(&seen, &GetOptions::default()).await?;
        let roles = Lister::list(&**registry, &format!("clusterroles.{RBAC}"), "");
        let mut changed = false;
        for role in &roles {
            let sum = authz::aggregated(role, roles.iter().map(|role| &**role));
            let Some(sum) = sum.filter(|sum| role.get("rules") != Some(sum)) else { continue };
            let target = Target { name: role.name().to_owned(), ..collection.clone() };
            let change = |role: &mut Object| {
                role.set("rules", sum.clone());
                Ok(())
            };
            registry.alter(&target, false, change).await?;
            changed = true;
        }
        if !changed {
            break;
        }
    }
    Ok(())
}
