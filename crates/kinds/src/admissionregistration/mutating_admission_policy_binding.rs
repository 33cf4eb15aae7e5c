//! `MutatingAdmissionPolicyBinding`: where a policy changes what is written.

use meta::{ErrorList, Path, Time};
use resource::{Context, Kind, Object, Strategy};
use serde_json::Value;

use super::{GROUP, bindings, match_rules};
use crate::describe;

/// The descriptor.
pub fn kind() -> Kind {
    describe::cluster(GROUP, "v1", "MutatingAdmissionPolicyBinding", "mutatingadmissionpolicybindings")
        .categories(&["api-extensions"])
        .generation()
        .columns(bindings::columns())
        .strategy_on_generic_metadata(Rules)
}

struct Rules;

impl Strategy for Rules {
    fn defaults(&self, object: &mut Object) {
        bindings::defaults(object);
    }

    fn validate(&self, object: &Object, _cx: &Context<'_>) -> ErrorList {
        let mut errors = bindings::validate(object);
        if let Some(resources) = object.get("spec.matchResources") {
            match_rules::mutable_operations(resources, &Path::new("spec.matchResources"), &mut errors);
        }
        errors
    }

    fn allow_unconditional_update(&self) -> bool {
        false
    }

    fn cells(&self, object: &Object, now: Time) -> Vec<Value> {
        bindings::cells(object, now)
    }
}
