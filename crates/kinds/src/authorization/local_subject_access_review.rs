//! `LocalSubjectAccessReview`: may somebody do something in this namespace?

use meta::{ErrorList, Path};
use resource::{Context, Kind, Object, Strategy, Verb};

use super::attributes;
use crate::describe;
use crate::rules::report::Report;

/// The descriptor. The registry answers it.
pub fn kind() -> Kind {
    describe::namespaced(
        "authorization.k8s.io",
        "v1",
        "LocalSubjectAccessReview",
        "localsubjectaccessreviews",
    )
    .verbs(&[Verb::Create])
    .strategy_on_generic_metadata(Rules)
}

struct Rules;

impl Strategy for Rules {
    fn validate(&self, object: &Object, _cx: &Context<'_>) -> ErrorList {
        let mut errors = attributes::validate(object);
        errors.append(attributes::subject_errors(object));
        errors.append(attributes::selector_errors(object));
        errors.append(attributes::metadata_errors(object, Some("namespace")));
        let namespace = object.text("spec.resourceAttributes.namespace");
        if object.get("spec.resourceAttributes").is_some() && namespace != object.namespace() {
            let at = Path::new("spec.resourceAttributes.namespace");
            errors.invalid(&at, namespace, "must match metadata.namespace");
        }
        if let Some(other) = object.get("spec.nonResourceAttributes") {
            let at = Path::new("spec.nonResourceAttributes");
            errors.invalid(&at, attributes::shown(other), "disallowed on this kind of request");
        }
        errors
    }
}
