//! `TokenReview`: whose token is this?

use resource::{Kind, Plain, Verb};

use crate::describe;

/// The descriptor. The registry answers it, and refuses a question without a token.
pub fn kind() -> Kind {
    describe::cluster("authentication.k8s.io", "v1", "TokenReview", "tokenreviews")
        .verbs(&[Verb::Create])
        .strategy_on_generic_metadata(Plain)
}
