//! Whether a request can change what is used, and who counts that. What objects use is `kinds::rules::quota`'s to say.

use kinds::rules::quota::{Evaluator, claims, pods};
use resource::Object;

use crate::Request;

/// The evaluator for what a request is about.
pub fn evaluator(request: &Request<'_>) -> Option<Evaluator> {
    let resource = request.group_resource();
    let evaluator = Evaluator::of(&resource.group, &resource.resource);
    let counted_when_made = matches!(evaluator, Evaluator::Objects(_));
    let other = !request.subresource().is_empty() || !request.creates();
    (!(counted_when_made && other)).then_some(evaluator)
}

/// Whether the request can change what is used.
pub fn changes(evaluator: &Evaluator, request: &Request<'_>, object: &Object) -> bool {
    match (evaluator, request.subresource()) {
        (Evaluator::Pods, "") => {
            request.creates() || request.old().is_some_and(|old| pods::ends(old) != pods::ends(object))
        }
        (Evaluator::Pods, "resize") => request.updates(),
        (Evaluator::Services | Evaluator::Claims, "") => true,
        (Evaluator::Claims, "status") => request.old().is_some_and(|old| claims::is_freed(object, old)),
        (Evaluator::Objects(_), "") => request.creates(),
        _ => false,
    }
}
