//! `RoleBinding`: who has a role in a namespace.

use api::rbac::v1::RoleBinding;
use meta::{ErrorList, Time, names};
use resource::{Context, Kind, Object, Part, Strategy};
use serde_json::Value;
use std::borrow::Cow;

use super::{GROUP, subjects};
use crate::describe;
use crate::rules::object::{typed, typed_update};
use crate::rules::report::list;

/// The kinds of roles that it may give.
const ROLES: &[&str] = &["Role", "ClusterRole"];

/// The descriptor.
pub fn kind() -> Kind {
    let words =
        ["Users in the roleBinding", "Groups in the roleBinding", "ServiceAccounts in the roleBinding"];
    describe::namespaced(GROUP, "v1", "RoleBinding", "rolebindings")
        .columns(subjects::columns("io.k8s.api.rbac.v1.RoleBinding#roleRef| This field is immutable.", words))
        .strategy(Rules)
}

struct Rules;

impl Strategy for Rules {
    fn defaults(&self, object: &mut Object) {
        subjects::defaults(object);
    }

    fn validate_name(&self, name: &str, prefix: bool) -> Vec<Cow<'static, str>> {
        names::path_segment(name, prefix)
    }

    fn validate(&self, object: &Object, _cx: &Context<'_>) -> ErrorList {
        typed(object, binding_errors)
    }

    fn validate_update(&self, _part: Part<'_>, new: &Object, old: &Object, _cx: &Context<'_>) -> ErrorList {
        typed_update(new, old, |new: &RoleBinding, old: &RoleBinding| {
            let mut errors = binding_errors(new);
            errors.append(subjects::same_role(&new.role_ref, &old.role_ref));
            errors
        })
    }

    fn allow_create_on_update(&self) -> bool {
        true
    }

    fn cells(&self, object: &Object, now: Time) -> Vec<Value> {
        subjects::cells(object, now)
    }
}

fn binding_errors(binding: &RoleBinding) -> ErrorList {
    subjects::validate(&binding.role_ref, list(&binding.subjects), ROLES, true)
}
