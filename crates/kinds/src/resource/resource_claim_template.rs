//! `ResourceClaimTemplate`: claims that are made for each pod.

use meta::{ErrorList, Path, Time};
use resource::{Context, Kind, Object, Part, Strategy};
use serde_json::Value;

use super::{GROUP, claims};
use crate::describe;
use crate::printing::{age, age_of, name};
use crate::rules::internal;
use crate::rules::object::{made, same};
use crate::rules::report::Report;

/// The descriptor.
pub fn kind() -> Kind {
    describe::namespaced(GROUP, "v1", "ResourceClaimTemplate", "resourceclaimtemplates")
        .columns(vec![name(), age()])
        .strategy(Rules)
}

struct Rules;

impl Strategy for Rules {
    fn defaults(&self, object: &mut Object) {
        claims::defaults(made(made(object.tree_mut(), "spec"), "spec"));
    }

    fn validate(&self, object: &Object, _cx: &Context<'_>) -> ErrorList {
        let (mut errors, path) = (ErrorList::new(), Path::new("spec"));
        claims::validate(object.get("spec.spec").unwrap_or(&Value::Null), &path.child("spec"), &mut errors);
        errors
    }

    fn validate_update(&self, _part: Part<'_>, new: &Object, old: &Object, _cx: &Context<'_>) -> ErrorList {
        let mut errors = ErrorList::new();
        if !same(new.get("spec"), old.get("spec")) {
            let shown = internal::shown("ResourceClaimTemplateSpec", new.get("spec"));
            errors.invalid(&Path::new("spec"), shown, "field is immutable");
        }
        errors
    }

    fn cells(&self, object: &Object, now: Time) -> Vec<Value> {
        vec![age_of(object, now)]
    }

    fn returns_deleted(&self) -> bool {
        true
    }
}
