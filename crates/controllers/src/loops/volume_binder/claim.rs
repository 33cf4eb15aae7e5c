//! What becomes of a claim. Pure.

use std::sync::Arc;

use api::Resource as _;
use api::core::v1::{PersistentVolume, PersistentVolumeClaim};
use api::storage::v1::StorageClass;
use informer::Severity;

use super::matching::{best, claim_class, claim_of, is_for, misfit};

/// That a claim has been bound, whatever became of it since.
pub const COMPLETED: &str = "pv.kubernetes.io/bind-completed";
/// The node that the scheduler has chosen for the claim's first pod.
const NODE: &str = "volume.kubernetes.io/selected-node";
/// Classes without a provisioner: their volumes are made by hand.
const NONE: &str = "kubernetes.io/no-provisioner";

/// What is seen.
pub struct Observed<'a> {
    pub claim: &'a PersistentVolumeClaim,
    pub volumes: &'a [Arc<PersistentVolume>],
    pub classes: &'a [Arc<StorageClass>],
    /// A pod that uses the claim and has no node yet.
    pub pod: Option<&'a str>,
}

/// What to tell.
pub type Told = (Severity, &'static str, String);

/// What to do.
#[derive(Debug, PartialEq)]
pub enum Step {
    /// The claim gets this volume.
    Bind(Arc<PersistentVolume>),
    /// It gets the cluster's default class.
    Classify(String),
    /// This provisioner shall make a volume.
    Provision(String, Told),
    /// It waits, and why.
    Wait(Option<Told>),
    /// Its volume is gone, or another's.
    Lose(Told),
}

pub fn plan(observed: &Observed<'_>) -> Step {
    match observed.claim.annotation(COMPLETED) {
        Some(_) => bound(observed),
        None => unbound(observed),
    }
}

fn named<'a>(observed: &'a Observed<'_>) -> Option<&'a Arc<PersistentVolume>> {
    let name = observed.claim.spec.as_ref().and_then(|spec| spec.volume_name.as_deref())?;
    observed.volumes.iter().find(|volume| volume.name() == name)
}

fn names_one(claim: &PersistentVolumeClaim) -> bool {
    let name = claim.spec.as_ref().and_then(|spec| spec.volume_name.as_deref());
    name.is_some_and(|name| !name.is_empty())
}

fn bound(observed: &Observed<'_>) -> Step {
    let lost = |reason, message: &str| Step::Lose((Severity::Warning, reason, message.to_owned()));
    if !names_one(observed.claim) {
        return lost(
            "ClaimLost",
            "Bound claim has lost reference to PersistentVolume. Data on the volume is lost!",
        );
    }
    let Some(volume) = named(observed) else {
        return lost("ClaimLost", "Bound claim has lost its PersistentVolume. Data on the volume is lost!");
    };
    let own = claim_of(volume).is_none_or(|owner| owner.uid.as_deref() == Some(observed.claim.uid()));
    if own || is_for(volume, observed.claim) {
        return Step::Bind(volume.clone());
    }
    lost("ClaimMisbound", "Two claims are bound to the same volume, this one is bound incorrectly")
}

fn unbound(observed: &Observed<'_>) -> Step {
    let claim = observed.claim;
    if !names_one(claim) {
        return search(observed);
    }
    let Some(volume) = named(observed) else { return Step::Wait(None) };
    match claim_of(volume) {
        None => match misfit(volume, claim) {
            None => Step::Bind(volume.clone()),
            Some(why) => {
                let message = format!("Cannot bind to requested volume {:?}: {why}", volume.name());
                Step::Wait(Some((Severity::Warning, "VolumeMismatch", message)))
            }
        },
        Some(_) if is_for(volume, claim) => Step::Bind(volume.clone()),
        Some(_) => {
            let message = format!("volume {:?} already bound to a different claim.", volume.name());
            Step::Wait(Some((Severity::Warning, "FailedBinding", message)))
        }
    }
}

fn search(observed: &Observed<'_>) -> Step {
    let claim = observed.claim;
    let name = claim_class(claim);
    let class = observed.classes.iter().find(|class| class.name() == name);
    let late =
        class.is_some_and(|class| class.volume_binding_mode.as_deref() == Some("WaitForFirstConsumer"));
    let placed = claim.annotation(NODE).is_some();
    if let Some(volume) = best(claim, observed.volumes, late) {
        return Step::Bind(volume);
    }
    let unclassified =
        claim.spec.as_ref().is_none_or(|spec| spec.storage_class_name.is_none()) && name.is_empty();
    if let Some(default) = default_class(observed.classes).filter(|_| unclassified) {
        return Step::Classify(default);
    }
    let tell = |severity, reason, message: String| Step::Wait(Some((severity, reason, message)));
    if late && !placed {
        return match observed.pod {
            Some(pod) => tell(
                Severity::Normal,
                "WaitForPodScheduled",
                format!("waiting for pod {pod} to be scheduled"),
            ),
            None => {
                let message = "waiting for first consumer to be created before binding";
                tell(Severity::Normal, "WaitForFirstConsumer", message.to_owned())
            }
        };
    }
    match class {
        None if name.is_empty() => {
            let message = "no persistent volumes available for this claim and no storage class is set";
            tell(Severity::Normal, "FailedBinding", message.to_owned())
        }
        None => {
            let message = format!("storageclass.storage.k8s.io {name:?} not found");
            tell(Severity::Warning, "ProvisioningFailed", message)
        }
        Some(class) if class.provisioner.starts_with("kubernetes.io/") => {
            let message = match class.provisioner.as_str() {
                NONE => format!("no volume plugin matched name: {NONE}"),
                other => format!("no volume plugin matched name: {other}"),
            };
            tell(Severity::Warning, "ProvisioningFailed", message)
        }
        Some(class) => {
            let provisioner = class.provisioner.clone();
            let message = format!(
                "Waiting for a volume to be created either by the external provisioner '{provisioner}' or manually by the system \
                 administrator. If volume creation is delayed, please verify that the provisioner is running and correctly registered."
            );
            Step::Provision(provisioner, (Severity::Normal, "ExternalProvisioning", message))
        }
    }
}

/// The class that claims without one get: of several defaults the newest, then the first by name.
fn default_class(classes: &[Arc<StorageClass>]) -> Option<String> {
    let is_default = |class: &&Arc<StorageClass>| {
        class.annotation(api::well_known::annotation::DEFAULT_STORAGE_CLASS) == Some("true")
    };
    let age = |class: &StorageClass| class.meta().creation_timestamp.as_ref().map(api::time::system);
    let defaults = classes.iter().filter(is_default);
    let newest = defaults.min_by(|a, b| age(b).cmp(&age(a)).then_with(|| a.name().cmp(b.name())));
    newest.map(|class| class.name().to_owned())
}
