//! Which volume a claim gets: the smallest that has all that it asks for. Pure.

use std::sync::Arc;

use api::Resource as _;
use api::core::v1::{ObjectReference, PersistentVolume, PersistentVolumeClaim};
use meta::Quantity;

use crate::selector;

/// Where the class was written before there was a field.
const OLD_CLASS: &str = "volume.beta.kubernetes.io/storage-class";

/// The class of a claim; empty if it has none.
pub fn claim_class(claim: &PersistentVolumeClaim) -> &str {
    let field = claim.spec.as_ref().and_then(|spec| spec.storage_class_name.as_deref());
    claim.annotation(OLD_CLASS).or(field).unwrap_or_default()
}

fn volume_class(volume: &PersistentVolume) -> &str {
    let field = volume.spec.as_ref().and_then(|spec| spec.storage_class_name.as_deref());
    volume.annotation(OLD_CLASS).or(field).unwrap_or_default()
}

/// The claim that a volume is for, or is meant for.
pub fn claim_of(volume: &PersistentVolume) -> Option<&ObjectReference> {
    volume.spec.as_ref()?.claim_ref.as_ref()
}

/// Whether a volume is for this claim, or was meant for it before it came.
pub fn is_for(volume: &PersistentVolume, claim: &PersistentVolumeClaim) -> bool {
    claim_of(volume).is_some_and(|owner| {
        owner.name.as_deref() == Some(claim.name())
            && owner.namespace.as_deref() == Some(claim.namespace())
            && owner.uid.as_deref().is_none_or(|uid| uid.is_empty() || uid == claim.uid())
    })
}

fn quantity(text: Option<&api::Quantity>) -> Quantity {
    text.and_then(|text| text.0.parse().ok()).unwrap_or_else(Quantity::zero)
}

/// The size of a volume.
fn size(volume: &PersistentVolume) -> Quantity {
    let capacity = volume.spec.as_ref().and_then(|spec| spec.capacity.as_ref());
    quantity(capacity.and_then(|capacity| capacity.get("storage")))
}

/// Why a volume that a claim names does not suit it.
pub fn misfit(volume: &PersistentVolume, claim: &PersistentVolumeClaim) -> Option<&'static str> {
    let (Some(offered), Some(asked)) = (volume.spec.as_ref(), claim.spec.as_ref()) else {
        return Some("nothing is specified");
    };
    let requests = asked.resources.as_ref().and_then(|resources| resources.requests.as_ref());
    let wanted = quantity(requests.and_then(|requests| requests.get("storage")));
    let mode = |mode: &Option<String>| mode.clone().unwrap_or_else(|| "Filesystem".to_owned());
    let has = |mode: &String| offered.access_modes.iter().flatten().any(|one| one == mode);
    if size(volume) < wanted {
        Some("requested PV is too small")
    } else if volume_class(volume) != claim_class(claim) {
        Some("storageClassName does not match")
    } else if mode(&offered.volume_mode) != mode(&asked.volume_mode) {
        Some("incompatible volumeMode")
    } else if !asked.access_modes.iter().flatten().all(has) {
        Some("incompatible accessMode")
    } else if offered.volume_attributes_class_name.as_deref().unwrap_or_default()
        != asked.volume_attributes_class_name.as_deref().unwrap_or_default()
    {
        Some("VolumeAttributesClassName does not match")
    } else {
        None
    }
}

/// The volume that was meant for the claim; else, unless its pod is to be placed first, the smallest that nobody has.
pub fn best(
    claim: &PersistentVolumeClaim,
    volumes: &[Arc<PersistentVolume>],
    waits: bool,
) -> Option<Arc<PersistentVolume>> {
    let suits =
        |volume: &&Arc<PersistentVolume>| !volume.is_being_deleted() && misfit(volume, claim).is_none();
    if let Some(meant) = volumes.iter().filter(suits).find(|volume| is_for(volume, claim)) {
        return Some(meant.clone());
    }
    let labels = claim.spec.as_ref().and_then(|spec| spec.selector.as_ref());
    let selects = |volume: &PersistentVolume| {
        labels.is_none_or(|labels| selector::matches(&selector::of(Some(labels)), volume))
    };
    let free = |volume: &PersistentVolume| {
        let phase = volume.status.as_ref().and_then(|status| status.phase.as_deref());
        phase == Some("Available") && claim_of(volume).is_none()
    };
    let free = volumes.iter().filter(suits).filter(|volume| !waits && free(volume) && selects(volume));
    free.min_by(|a, b| size(a).cmp(&size(b))).cloned()
}
