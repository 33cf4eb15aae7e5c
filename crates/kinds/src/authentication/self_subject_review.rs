//! `SelfSubjectReview`: who am I?

use resource::{Kind, Plain, Verb};

use crate::describe;

/// The descriptor. The registry answers it.
pub fn kind() -> Kind {
    describe::cluster("authentication.k8s.io", "v1", "SelfSubjectReview", "selfsubjectreviews")
        .verbs(&[Verb::Create])
        .strategy_on_generic_metadata(Plain)
}
