//! `MutatingWebhookConfiguration`: services that may change what is written.

use meta::{ErrorList, Time};
use resource::{Context, Kind, Object, Part, Strategy};
use serde_json::Value;

use super::{GROUP, webhooks};
use crate::describe;

/// The descriptor.
pub fn kind() -> Kind {
    describe::cluster(GROUP, "v1", "MutatingWebhookConfiguration", "mutatingwebhookconfigurations")
        .categories(&["api-extensions"])
        .generation()
        .columns(webhooks::columns())
        .strategy_on_generic_metadata(Rules)
}

struct Rules;

impl Strategy for Rules {
    fn defaults(&self, object: &mut Object) {
        webhooks::defaults(object, true);
    }

    fn validate(&self, object: &Object, _cx: &Context<'_>) -> ErrorList {
        webhooks::validate(object, None)
    }

    fn validate_update(&self, _part: Part<'_>, new: &Object, old: &Object, _cx: &Context<'_>) -> ErrorList {
        webhooks::validate(new, Some(old))
    }

    fn allow_unconditional_update(&self) -> bool {
        false
    }

    fn cells(&self, object: &Object, now: Time) -> Vec<Value> {
        webhooks::cells(object, now)
    }
}
