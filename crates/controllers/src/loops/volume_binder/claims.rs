//! The calls for claims. A volume is reserved first, by the reference to its claim; then the claim is told.

use std::sync::Arc;

use api::Resource as _;
use api::core::v1::{
    ObjectReference, PersistentVolume, PersistentVolumeClaim, PersistentVolumeClaimStatus, Pod,
};
use api::storage::v1::StorageClass;
use async_trait::async_trait;
use client::Client;
use informer::{Controller, Error, Informer, Inputs, Key, Next, Recorder, Reference};

use super::claim::{self, COMPLETED, Observed, Step, Told};
use super::matching::{claim_of, is_for};
use super::volume::OURS;
use crate::{Context, pods};

/// Who is to make a volume for the claim; under its old name too.
const PROVISIONERS: [&str; 2] =
    ["volume.kubernetes.io/storage-provisioner", "volume.beta.kubernetes.io/storage-provisioner"];

/// The loop.
pub fn build(context: &Context) -> Arc<dyn Controller> {
    Arc::new(Claims {
        client: context.client.clone(),
        recorder: context.recorder(super::NAME),
        claims: context.informers.of(),
        volumes: context.informers.of(),
        classes: context.informers.of(),
        pods: context.informers.of(),
    })
}

struct Claims {
    client: Client,
    recorder: Recorder,
    claims: Informer<PersistentVolumeClaim>,
    volumes: Informer<PersistentVolume>,
    classes: Informer<StorageClass>,
    pods: Informer<Pod>,
}

#[async_trait]
impl Controller for Claims {
    fn name(&self) -> &'static str {
        super::NAME
    }

    fn inputs(&self, inputs: &mut Inputs) {
        inputs.on(&self.claims, |event| vec![Key::of(&**event.object())]);
        let claims = self.claims.clone();
        inputs.on(&self.volumes, move |event| {
            let volume = event.object();
            // Its own claim, and those that wait for any.
            let waiting =
                claims.list().into_iter().filter(|claim| is_waiting(claim) || is_for(volume, claim));
            let named = |claim: &PersistentVolumeClaim| {
                claim.spec.as_ref().and_then(|spec| spec.volume_name.as_deref()) == Some(volume.name())
            };
            let naming = claims.list().into_iter().filter(|claim| named(claim));
            waiting.chain(naming).map(|claim| Key::of(&*claim)).collect()
        });
        let claims = self.claims.clone();
        inputs.on(&self.classes, move |_| {
            claims
                .list()
                .into_iter()
                .filter(|claim| is_waiting(claim))
                .map(|claim| Key::of(&*claim))
                .collect()
        });
        inputs.needs(&self.pods);
    }

    async fn reconcile(&self, key: &Key) -> Result<Next, Error> {
        let Some(claim) = self.claims.get(&key.namespace, &key.name) else { return Ok(Next::Done) };
        if claim.is_being_deleted() && claim.annotation(COMPLETED).is_none() {
            return Ok(Next::Done);
        }
        let (volumes, classes) = (self.volumes.list(), self.classes.list());
        let pod = self.waiting_pod(&claim);
        let observed = Observed { claim: &claim, volumes: &volumes, classes: &classes, pod: pod.as_deref() };
        match claim::plan(&observed) {
            Step::Bind(volume) => self.bind(&claim, &volume).await?,
            Step::Classify(class) => {
                let mut changed = (*claim).clone();
                changed.spec.get_or_insert_default().storage_class_name = Some(class);
                self.write(&changed).await?;
            }
            Step::Provision(provisioner, told) => {
                self.hand_over(&claim, &provisioner).await?;
                self.tell(&claim, told);
            }
            Step::Wait(told) => {
                self.phase(&claim, "Pending").await?;
                told.into_iter().for_each(|told| self.tell(&claim, told));
            }
            Step::Lose(told) => {
                if self.phase(&claim, "Lost").await? {
                    self.tell(&claim, told);
                }
            }
        }
        Ok(Next::Done)
    }
}

/// Whether a claim would take any volume that suits.
fn is_waiting(claim: &PersistentVolumeClaim) -> bool {
    claim.annotation(COMPLETED).is_none()
}

impl Claims {
    /// A pod that uses the claim and has no node yet.
    fn waiting_pod(&self, claim: &PersistentVolumeClaim) -> Option<String> {
        let uses = |pod: &Pod| {
            let mut volumes = pod.spec.iter().flat_map(|spec| spec.volumes.iter().flatten());
            volumes.any(|one| {
                one.persistent_volume_claim.as_ref().is_some_and(|one| one.claim_name == claim.name())
            })
        };
        let mut pods = self.pods.list_in(claim.namespace()).into_iter();
        pods.find(|pod| pods::node(pod).is_empty() && uses(pod)).map(|pod| pod.name().to_owned())
    }

    fn tell(&self, claim: &PersistentVolumeClaim, (severity, reason, message): Told) {
        self.recorder.event(&Reference::of(claim), severity, reason, message);
    }

    async fn write(&self, claim: &PersistentVolumeClaim) -> Result<PersistentVolumeClaim, Error> {
        Ok(self.client.within::<PersistentVolumeClaim>(claim.namespace()).update(claim).await?)
    }

    /// Whether that is news.
    async fn phase(&self, claim: &PersistentVolumeClaim, phase: &str) -> Result<bool, Error> {
        if claim.status.as_ref().and_then(|status| status.phase.as_deref()) == Some(phase) {
            return Ok(false);
        }
        let mut changed = claim.clone();
        changed.status.get_or_insert_default().phase = Some(phase.to_owned());
        self.client.within::<PersistentVolumeClaim>(claim.namespace()).update_status(&changed).await?;
        Ok(true)
    }

    async fn hand_over(&self, claim: &PersistentVolumeClaim, provisioner: &str) -> Result<(), Error> {
        let mut changed = claim.clone();
        let annotations = changed.meta_mut().annotations.get_or_insert_default();
        for name in PROVISIONERS {
            annotations.insert(name.to_owned(), provisioner.to_owned());
        }
        if changed != *claim {
            self.write(&changed).await?;
        }
        Ok(())
    }

    async fn bind(&self, claim: &PersistentVolumeClaim, volume: &PersistentVolume) -> Result<(), Error> {
        let volume = self.reserve(claim, volume).await?;
        let mut changed = claim.clone();
        let spec = changed.spec.get_or_insert_default();
        let chosen = spec.volume_name.as_deref().is_none_or(str::is_empty);
        spec.volume_name = Some(volume.name().to_owned());
        let annotations = changed.meta_mut().annotations.get_or_insert_default();
        if chosen {
            annotations.insert(OURS.to_owned(), "yes".to_owned());
        }
        annotations.insert(COMPLETED.to_owned(), "yes".to_owned());
        if changed != *claim {
            changed = self.write(&changed).await?;
        }
        let status = bound(changed.status.as_ref(), &volume);
        if changed.status.as_ref() != Some(&status) {
            changed.status = Some(status);
            self.client.within::<PersistentVolumeClaim>(claim.namespace()).update_status(&changed).await?;
        }
        Ok(())
    }

    /// Writes into the volume whose it is. Who comes second finds that the volume has changed, and looks again.
    async fn reserve(
        &self,
        claim: &PersistentVolumeClaim,
        volume: &PersistentVolume,
    ) -> Result<PersistentVolume, Error> {
        let mut changed = volume.clone();
        let ours = claim_of(volume).is_none();
        if claim_of(volume).is_none_or(|owner| owner.uid.as_deref() != Some(claim.uid())) {
            changed.spec.get_or_insert_default().claim_ref = Some(ObjectReference {
                api_version: Some("v1".to_owned()),
                kind: Some("PersistentVolumeClaim".to_owned()),
                namespace: Some(claim.namespace().to_owned()),
                name: Some(claim.name().to_owned()),
                uid: Some(claim.uid().to_owned()),
                resource_version: Some(claim.resource_version().to_owned()),
                field_path: None,
            });
            if ours {
                let annotations = changed.meta_mut().annotations.get_or_insert_default();
                annotations.insert(OURS.to_owned(), "yes".to_owned());
            }
            changed = self.client.all::<PersistentVolume>().update(&changed).await?;
        }
        let status = changed.status.get_or_insert_default();
        if status.phase.as_deref() != Some("Bound") {
            status.phase = Some("Bound".to_owned());
            (status.reason, status.message) = (None, None);
            changed = self.client.all::<PersistentVolume>().update_status(&changed).await?;
        }
        Ok(changed)
    }
}

/// The status of a claim that has this volume. A size that was agreed on before stays: it changes by resizing only.
fn bound(
    before: Option<&PersistentVolumeClaimStatus>,
    volume: &PersistentVolume,
) -> PersistentVolumeClaimStatus {
    let before = before.cloned().unwrap_or_default();
    let spec = volume.spec.clone().unwrap_or_default();
    let was_bound = before.phase.as_deref() == Some("Bound");
    PersistentVolumeClaimStatus {
        phase: Some("Bound".to_owned()),
        access_modes: spec.access_modes,
        capacity: before.capacity.clone().filter(|_| was_bound).or(spec.capacity),
        current_volume_attributes_class_name: match was_bound {
            true => before.current_volume_attributes_class_name.clone(),
            false => spec.volume_attributes_class_name,
        },
        ..before
    }
}
