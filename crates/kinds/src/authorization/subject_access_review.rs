//! `SubjectAccessReview`: may somebody do something?

use meta::ErrorList;
use resource::{Context, Kind, Object, Strategy, Verb};

use super::attributes;
use crate::describe;

/// The descriptor. The registry answers it.
pub fn kind() -> Kind {
    describe::cluster("authorization.k8s.io", "v1", "SubjectAccessReview", "subjectaccessreviews")
        .verbs(&[Verb::Create])
        .strategy_on_generic_metadata(Rules)
}

struct Rules;

impl Strategy for Rules {
    fn validate(&self, object: &Object, _cx: &Context<'_>) -> ErrorList {
        let mut errors = attributes::validate(object);
        errors.append(attributes::subject_errors(object));
        errors.append(attributes::selector_errors(object));
        errors.append(attributes::metadata_errors(object, None));
        errors
    }
}
