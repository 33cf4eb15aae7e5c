//! What becomes of a volume. Pure.

use api::Resource as _;
use api::core::v1::{PersistentVolume, PersistentVolumeClaim};

use super::matching::claim_of;

/// Who made the volume for its claim.
pub const PROVISIONED: &str = "pv.kubernetes.io/provisioned-by";
/// Set by us, not by a user: what we bound, we may unbind.
pub const OURS: &str = "pv.kubernetes.io/bound-by-controller";

/// What to do.
#[derive(Debug, PartialEq)]
pub enum Step {
    /// It is in this phase.
    Phase(&'static str),
    /// Its claim is gone.
    Release,
    /// Its claim has another volume: it is free again.
    Unbind,
    /// Its claim is to be looked at.
    Ask,
}

/// `claim` is the one that the volume refers to, if it is there.
pub fn plan(volume: &PersistentVolume, claim: Option<&PersistentVolumeClaim>) -> Step {
    let Some(owner) = claim_of(volume) else { return Step::Phase("Available") };
    let uid = owner.uid.as_deref().unwrap_or_default();
    if uid.is_empty() {
        return Step::Phase("Available");
    }
    let Some(claim) = claim.filter(|claim| claim.uid() == uid) else { return Step::Release };
    match claim.spec.as_ref().and_then(|spec| spec.volume_name.as_deref()).unwrap_or_default() {
        "" => Step::Ask,
        name if name == volume.name() => Step::Phase("Bound"),
        _ if volume.annotation(PROVISIONED).is_some() && policy(volume) == "Delete" => Step::Release,
        _ => Step::Unbind,
    }
}

/// What is to be done with a volume whose claim is gone.
pub fn policy(volume: &PersistentVolume) -> &str {
    let policy = volume.spec.as_ref().and_then(|spec| spec.persistent_volume_reclaim_policy.as_deref());
    policy.unwrap_or("Retain")
}
