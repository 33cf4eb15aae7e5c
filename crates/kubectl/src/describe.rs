//! Objects described for people. Mirrors upstream's `pkg/describe`.
//!
//! `facts` asks the server for what belongs to an object; the describers, one file each for a kind or a family of kinds, are pure and make
//! text of it. The table below says who describes what; anything else is described by its fields (`generic`).

mod claims;
mod containers;
mod events;
mod facts;
mod generic;
mod jobs;
mod namespace;
mod network;
mod node;
mod pod;
mod policy;
mod rbac;
mod sets;
mod shared;
mod simple;
#[cfg(test)]
mod tests;
mod times;
mod volumes;
mod writer;

pub use facts::{Facts, gather};
pub use writer::Text;

use serde_json::Value;

use crate::print::Tabs;
use crate::tree::Tree as _;

/// Makes text of an object and what belongs to it.
type Describer = fn(&Facts<'_>, &mut Text);

/// Who describes what.
const TABLE: &[(&str, &str, Describer)] = &[
    ("", "Pod", pod::describe),
    ("", "Node", node::describe),
    ("", "Service", network::service),
    ("", "Endpoints", network::endpoints),
    ("discovery.k8s.io", "EndpointSlice", network::endpoint_slice),
    ("networking.k8s.io", "Ingress", network::ingress),
    ("networking.k8s.io", "NetworkPolicy", policy::network_policy),
    ("policy", "PodDisruptionBudget", policy::disruption_budget),
    ("apps", "Deployment", sets::deployment),
    ("apps", "ReplicaSet", sets::replica_set),
    ("apps", "DaemonSet", sets::daemon_set),
    ("apps", "StatefulSet", sets::stateful_set),
    ("batch", "Job", jobs::job),
    ("batch", "CronJob", jobs::cron_job),
    ("", "ConfigMap", simple::config_map),
    ("", "Secret", simple::secret),
    ("", "ServiceAccount", simple::service_account),
    ("scheduling.k8s.io", "PriorityClass", simple::priority_class),
    ("", "Namespace", namespace::namespace),
    ("", "ResourceQuota", namespace::quota),
    ("", "LimitRange", namespace::limit_range),
    ("", "PersistentVolume", claims::volume),
    ("", "PersistentVolumeClaim", claims::claim),
    ("storage.k8s.io", "StorageClass", claims::class),
    ("rbac.authorization.k8s.io", "Role", rbac::role),
    ("rbac.authorization.k8s.io", "ClusterRole", rbac::role),
    ("rbac.authorization.k8s.io", "RoleBinding", rbac::binding),
    ("rbac.authorization.k8s.io", "ClusterRoleBinding", rbac::binding),
];

/// An object described.
pub fn describe(facts: &Facts<'_>) -> String {
    let (group, kind) = (facts.object.group(), facts.object.kind());
    let found = TABLE.iter().find(|(known, name, _)| *known == group && *name == kind);
    let mut text = Text::default();
    found.map_or(generic::describe as Describer, |(_, _, describer)| *describer)(facts, &mut text);
    Tabs::describe().render(&text.0)
}

/// A pod template described, not yet laid out in columns: history shows it so.
pub fn pod_template(template: &Value) -> String {
    let mut text = Text::default();
    containers::template(template, &mut text);
    text.0
}
