//! `SelfSubjectRulesReview`: what may I do in a namespace?

use resource::{Kind, Plain, Verb};

use crate::describe;

/// The descriptor. The registry answers it, and refuses a question without a namespace.
pub fn kind() -> Kind {
    describe::cluster("authorization.k8s.io", "v1", "SelfSubjectRulesReview", "selfsubjectrulesreviews")
        .verbs(&[Verb::Create])
        .strategy_on_generic_metadata(Plain)
}
