//! Volumes stay while they are bound: they have a finalizer, which goes when deletion was asked for and nobody has them any more.
//! Upstream: `persistentvolume-protection-controller`.

use std::sync::Arc;

use api::Resource as _;
use api::core::v1::PersistentVolume;
use async_trait::async_trait;
use client::Client;
use informer::{Controller, Error, Informer, Inputs, Key, Next};

use crate::{Context, Work};

/// What holds a volume.
const FINALIZER: &str = "kubernetes.io/pv-protection";

/// The loop.
pub fn build(context: &Context) -> Work {
    Work::Reconciles(Arc::new(Protection { client: context.client.clone(), volumes: context.informers.of() }))
}

struct Protection {
    client: Client,
    volumes: Informer<PersistentVolume>,
}

#[async_trait]
impl Controller for Protection {
    fn name(&self) -> &'static str {
        "persistentvolume-protection-controller"
    }

    fn inputs(&self, inputs: &mut Inputs) {
        inputs.on(&self.volumes, |event| vec![Key::of(&**event.object())]);
    }

    async fn reconcile(&self, key: &Key) -> Result<Next, Error> {
        let Some(volume) = self.volumes.get("", &key.name) else { return Ok(Next::Done) };
        let held = volume.meta().finalizers.iter().flatten().any(|one| one == FINALIZER);
        let bound = volume.status.as_ref().and_then(|status| status.phase.as_deref()) == Some("Bound");
        let mut changed = (*volume).clone();
        let finalizers = changed.meta_mut().finalizers.get_or_insert_default();
        match (volume.is_being_deleted(), held) {
            (false, false) => finalizers.push(FINALIZER.to_owned()),
            (true, true) if !bound => finalizers.retain(|one| one != FINALIZER),
            _ => return Ok(Next::Done),
        }
        match self.client.all::<PersistentVolume>().update(&changed).await {
            Err(error) if !error.is_not_found() => Err(error.into()),
            _ => Ok(Next::Done),
        }
    }
}
