//! `ServiceAccount`: an identity for processes in pods.

use meta::Time;
use resource::{Context, Kind, Object, Part, Strategy, Verb};
use serde_json::{Value, json};

use crate::describe;
use crate::printing::{age, age_of, name};
use crate::rules::object::items;

const MOUNTABLE: &str = "kubernetes.io/enforce-mountable-secrets";

/// The descriptor.
pub fn kind() -> Kind {
    describe::namespaced("", "v1", "ServiceAccount", "serviceaccounts")
        .short(&["sa"])
        .action("token", &[Verb::Create], ("authentication.k8s.io", "v1", "TokenRequest"))
        .columns(vec![name(), age()])
        .strategy(Rules)
}

struct Rules;

impl Strategy for Rules {
    fn prepare_create(&self, object: &mut Object, _cx: &Context<'_>) {
        names_only(object);
    }

    fn prepare_update(&self, _part: Part<'_>, new: &mut Object, _old: &Object, _cx: &Context<'_>) {
        names_only(new);
    }

    fn warnings(&self, new: &Object, old: Option<&Object>, _cx: &Context<'_>) -> Vec<String> {
        if new.annotation(MOUNTABLE).is_none() || old.is_some_and(|old| old.annotation(MOUNTABLE).is_some()) {
            return Vec::new();
        }
        vec![format!(
            "metadata.annotations[{MOUNTABLE}]: deprecated in v1.32+; prefer separate namespaces to isolate access to mounted secrets"
        )]
    }

    fn cells(&self, object: &Object, now: Time) -> Vec<Value> {
        vec![age_of(object, now)]
    }

    fn returns_deleted(&self) -> bool {
        true
    }
}

/// Secrets are in the account's own namespace: their name is all that counts.
fn names_only(object: &mut Object) {
    for secret in items(object.tree_mut(), "secrets") {
        *secret = match secret.get("name") {
            Some(name) => json!({"name": name}),
            None => json!({}),
        };
    }
}
