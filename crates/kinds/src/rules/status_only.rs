//! What of the metadata a status write must not touch, for the kinds that are strict about it.

use resource::Object;

use super::object::keep;

/// Makes everything but the status as it was, except what the engine itself keeps in metadata.
pub fn keep_rest(new: &mut Object, old: &Object) {
    let kept = [
        "spec",
        "metadata.deletionTimestamp",
        "metadata.generation",
        "metadata.selfLink",
        "metadata.labels",
        "metadata.annotations",
        "metadata.finalizers",
        "metadata.ownerReferences",
    ];
    keep(new, old, &kept);
}
