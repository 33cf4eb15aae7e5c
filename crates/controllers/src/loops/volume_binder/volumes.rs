//! The calls for volumes.

use std::sync::Arc;

use api::Resource as _;
use api::core::v1::{PersistentVolume, PersistentVolumeClaim};
use async_trait::async_trait;
use client::Client;
use informer::{Controller, Error, Informer, Inputs, Key, Next, Recorder, Reference, Severity};

use super::matching::claim_of;
use super::volume::{self, OURS, PROVISIONED, Step};
use crate::Context;

/// The loop.
pub fn build(context: &Context) -> Arc<dyn Controller> {
    Arc::new(Volumes {
        client: context.client.clone(),
        recorder: context.recorder(super::NAME),
        claims: context.informers.of(),
        volumes: context.informers.of(),
    })
}

struct Volumes {
    client: Client,
    recorder: Recorder,
    claims: Informer<PersistentVolumeClaim>,
    volumes: Informer<PersistentVolume>,
}

#[async_trait]
impl Controller for Volumes {
    fn name(&self) -> &'static str {
        super::NAME
    }

    fn inputs(&self, inputs: &mut Inputs) {
        inputs.on(&self.volumes, |event| vec![Key::of(&**event.object())]);
        let volumes = self.volumes.clone();
        inputs.on(&self.claims, move |event| {
            let claim = event.object();
            let refers = |volume: &PersistentVolume| {
                claim_of(volume).is_some_and(|owner| {
                    owner.name.as_deref() == Some(claim.name())
                        && owner.namespace.as_deref() == Some(claim.namespace())
                })
            };
            volumes
                .list()
                .into_iter()
                .filter(|volume| refers(volume))
                .map(|volume| Key::of(&*volume))
                .collect()
        });
    }

    async fn reconcile(&self, key: &Key) -> Result<Next, Error> {
        let Some(volume) = self.volumes.get("", &key.name) else { return Ok(Next::Done) };
        let step = volume::plan(&volume, self.claim(&volume).await?.as_deref());
        match step {
            Step::Phase(phase) => self.phase(&volume, phase, "").await?,
            // The part for claims is told of the volume too.
            Step::Ask => {}
            Step::Unbind => self.unbind(&volume).await?,
            Step::Release => {
                let phase = volume.status.as_ref().and_then(|status| status.phase.as_deref());
                if !matches!(phase, Some("Released" | "Failed")) {
                    self.phase(&volume, "Released", "").await?;
                } else {
                    self.reclaim(&volume).await?;
                }
            }
        }
        Ok(Next::Done)
    }
}

impl Volumes {
    /// The claim that a volume refers to. One that the cache does not have may be newer than it: a volume is not given up by mistake.
    async fn claim(&self, volume: &PersistentVolume) -> Result<Option<Arc<PersistentVolumeClaim>>, Error> {
        let Some(owner) = claim_of(volume) else { return Ok(None) };
        let (namespace, name) =
            (owner.namespace.as_deref().unwrap_or_default(), owner.name.as_deref().unwrap_or_default());
        let uid = owner.uid.as_deref().unwrap_or_default();
        if uid.is_empty() {
            return Ok(None);
        }
        if let Some(claim) = self.claims.get(namespace, name).filter(|claim| claim.uid() == uid) {
            return Ok(Some(claim));
        }
        let phase = volume.status.as_ref().and_then(|status| status.phase.as_deref());
        if matches!(phase, Some("Released" | "Failed")) {
            return Ok(None);
        }
        let fresh = self.client.within::<PersistentVolumeClaim>(namespace).find(name).await?;
        Ok(fresh.map(Arc::new))
    }

    async fn phase(&self, volume: &PersistentVolume, phase: &str, message: &str) -> Result<(), Error> {
        let mut changed = volume.clone();
        let status = changed.status.get_or_insert_default();
        if status.phase.as_deref() == Some(phase) && status.message.as_deref().unwrap_or_default() == message
        {
            return Ok(());
        }
        status.phase = Some(phase.to_owned());
        status.message = (!message.is_empty()).then(|| message.to_owned());
        self.client.all::<PersistentVolume>().update_status(&changed).await?;
        Ok(())
    }

    /// What we wrote goes; what a user wrote stays without the claim's UID, so that it is meant for a claim of that name again.
    async fn unbind(&self, volume: &PersistentVolume) -> Result<(), Error> {
        let mut changed = volume.clone();
        let ours = volume.annotation(OURS).is_some();
        if let Some(annotations) = changed.meta_mut().annotations.as_mut() {
            annotations.remove(OURS);
        }
        let spec = changed.spec.get_or_insert_default();
        match spec.claim_ref.as_mut().filter(|_| !ours) {
            Some(owner) => owner.uid = None,
            None => spec.claim_ref = None,
        }
        let written = self.client.all::<PersistentVolume>().update(&changed).await?;
        self.phase(&written, "Available", "").await
    }

    /// A volume that is to be deleted is deleted by whoever made it. One that nobody made, nobody can.
    async fn reclaim(&self, volume: &PersistentVolume) -> Result<(), Error> {
        let is_foreign = volume.annotation(PROVISIONED).is_some_and(|by| !by.starts_with("kubernetes.io/"))
            || volume.spec.as_ref().is_some_and(|spec| spec.csi.is_some());
        let (reason, message) = match volume::policy(volume) {
            "Delete" if is_foreign => return Ok(()),
            "Delete" => {
                let why = "no deletable volume plugin matched";
                (
                    "VolumeFailedDelete",
                    format!("error getting deleter volume plugin for volume {:?}: {why}", volume.name()),
                )
            }
            "Recycle" => ("VolumeFailedRecycle", "No recycler plugin found for the volume!".to_owned()),
            _ => return Ok(()),
        };
        let told =
            volume.status.as_ref().and_then(|status| status.message.as_deref()) == Some(message.as_str());
        if !told {
            self.recorder.event(&Reference::of(volume), Severity::Warning, reason, message.clone());
        }
        self.phase(volume, "Failed", &message).await
    }
}
