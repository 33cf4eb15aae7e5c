//! What objects use of a quota, by their kind, and which quotas concern them. Pure. The admission plugin charges by it before a write,
//! the quota controller counts by it what there is.
//!
//! | file | of what |
//! |---|---|
//! | `pods` | computing resources and pods |
//! | `services` | services, their ports of nodes, their load balancers |
//! | `claims` | storage |

pub mod claims;
pub mod pods;
mod services;

use meta::{Quantity, Time};
use resource::Object;
use serde_json::Value;

use super::amounts::Amounts;

/// The kinds that quotas counted before there was a way to name any kind.
pub const OLD_COUNTS: [&str; 4] = ["configmaps", "replicationcontrollers", "resourcequotas", "secrets"];

/// Counts what objects of one kind use.
pub enum Evaluator {
    /// Pods.
    Pods,
    /// Services.
    Services,
    /// Persistent volume claims.
    Claims,
    /// Objects of any kind, under these names.
    Objects(Vec<String>),
}

impl Evaluator {
    /// The evaluator for a resource.
    pub fn of(group: &str, resource: &str) -> Self {
        match (group, resource) {
            ("", "pods") => Self::Pods,
            ("", "services") => Self::Services,
            ("", "persistentvolumeclaims") => Self::Claims,
            ("", _) if OLD_COUNTS.contains(&resource) => {
                Self::Objects(vec![format!("count/{resource}"), resource.to_owned()])
            }
            ("", _) => Self::Objects(vec![format!("count/{resource}")]),
            _ => Self::Objects(vec![format!("count/{resource}.{group}")]),
        }
    }

    /// Whether it counts a resource that a quota names.
    pub fn counts(&self, name: &str) -> bool {
        match self {
            Self::Pods => pods::counts(name),
            Self::Services => services::NAMES.contains(&name),
            Self::Claims => claims::counts(name),
            Self::Objects(names) => names.iter().any(|known| known == name),
        }
    }

    /// What an object uses.
    pub fn usage(&self, object: &Object, now: Time) -> Amounts {
        match self {
            Self::Pods => pods::usage(object, now),
            Self::Services => services::usage(object),
            Self::Claims => claims::usage(object),
            Self::Objects(names) => names.iter().map(|name| (name.clone(), number(1))).collect(),
        }
    }

    /// What an object must say of the resources that a quota bounds.
    pub fn constraints(&self, restricted: &[String], object: &Object) -> Result<(), String> {
        match self {
            Self::Pods => pods::constraints(restricted, object),
            _ => Ok(()),
        }
    }

    /// Whether a quota concerns an object: it bounds something that the object uses, and all its scopes fit.
    pub fn matches(&self, quota: &Object, object: &Object) -> bool {
        let hard = quota.get("status.hard").and_then(Value::as_object).into_iter().flatten();
        let mut bounded = hard.map(|(name, _)| name).filter(|name| self.counts(name));
        bounded.next().is_some() && self.is_within(&scopes(quota), object)
    }

    /// Whether an object is in all of a quota's scopes.
    pub fn is_within(&self, scopes: &[Scope], object: &Object) -> bool {
        scopes.iter().all(|scope| self.is_in(scope, object))
    }

    fn is_in(&self, scope: &Scope, object: &Object) -> bool {
        match self {
            Self::Pods => pods::is_in(scope, object),
            Self::Claims => claims::is_in(scope, object),
            Self::Services | Self::Objects(_) => false,
        }
    }
}

/// A part of what there is, to which a quota is limited.
pub struct Scope {
    name: String,
    operator: String,
    values: Vec<String>,
}

impl Scope {
    /// Whether a name, if there is one, is what the scope asks for.
    fn selects(&self, name: Option<&str>) -> bool {
        let listed = name.is_some_and(|name| self.values.iter().any(|value| value == name));
        match self.operator.as_str() {
            "Exists" => name.is_some(),
            "DoesNotExist" => name.is_none(),
            "In" => listed,
            "NotIn" => !listed,
            _ => false,
        }
    }
}

/// The scopes of a quota.
pub fn scopes(quota: &Object) -> Vec<Scope> {
    let text = |value: &Value, name: &str| value[name].as_str().unwrap_or_default().to_owned();
    let list = |path: &str| quota.get(path).and_then(Value::as_array).cloned().unwrap_or_default();
    let plain = list("spec.scopes").into_iter().filter_map(|scope| scope.as_str().map(str::to_owned));
    let plain = plain.map(|name| Scope { name, operator: "Exists".to_owned(), values: Vec::new() });
    let selected = list("spec.scopeSelector.matchExpressions").into_iter().map(|one| {
        let values = one["values"].as_array().into_iter().flatten();
        let values = values.filter_map(|value| value.as_str().map(str::to_owned)).collect();
        Scope { name: text(&one, "scopeName"), operator: text(&one, "operator"), values }
    });
    plain.chain(selected).collect()
}

fn number(value: i64) -> Quantity {
    Quantity::new(value, meta::quantity::Format::DecimalSi)
}
