//! `Role`: what may be done in a namespace.

use api::rbac::v1::Role;
use meta::{ErrorList, names};
use resource::{Context, Kind, Object, Strategy};
use std::borrow::Cow;

use super::{GROUP, policy_rule};
use crate::describe;
use crate::rules::object::typed;
use crate::rules::report::list;

/// The descriptor.
pub fn kind() -> Kind {
    describe::namespaced(GROUP, "v1", "Role", "roles").strategy(Rules)
}

struct Rules;

impl Strategy for Rules {
    fn validate_name(&self, name: &str, prefix: bool) -> Vec<Cow<'static, str>> {
        names::path_segment(name, prefix)
    }

    fn validate(&self, object: &Object, _cx: &Context<'_>) -> ErrorList {
        typed(object, |role: &Role| policy_rule::validate(list(&role.rules), true))
    }

    fn allow_create_on_update(&self) -> bool {
        true
    }
}
