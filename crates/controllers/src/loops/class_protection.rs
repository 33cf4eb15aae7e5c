//! Classes of volume attributes stay while a volume or a claim names them: they have a finalizer, which goes when deletion was asked
//! for and nobody does any more. Upstream: `volumeattributesclass-protection-controller`.

use std::sync::Arc;

use api::Resource as _;
use api::core::v1::{PersistentVolume, PersistentVolumeClaim};
use api::storage::v1::VolumeAttributesClass;
use async_trait::async_trait;
use client::Client;
use informer::{Controller, Error, Event, Informer, Inputs, Key, Next};

use crate::{Context, Work};

/// What holds a class.
const FINALIZER: &str = "kubernetes.io/vac-protection";
const BY_CLASS: &str = "volumeAttributesClass";

/// The loop.
pub fn build(context: &Context) -> Work {
    let (volumes, claims) = (context.informers.of(), context.informers.of());
    volumes.index(BY_CLASS, of_volume);
    claims.index(BY_CLASS, of_claim);
    Work::Reconciles(Arc::new(Protection {
        client: context.client.clone(),
        classes: context.informers.of(),
        volumes,
        claims,
    }))
}

struct Protection {
    client: Client,
    classes: Informer<VolumeAttributesClass>,
    volumes: Informer<PersistentVolume>,
    claims: Informer<PersistentVolumeClaim>,
}

#[async_trait]
impl Controller for Protection {
    fn name(&self) -> &'static str {
        "volumeattributesclass-protection-controller"
    }

    fn inputs(&self, inputs: &mut Inputs) {
        inputs.on(&self.classes, |event| vec![Key::of(&**event.object())]);
        inputs.on(&self.volumes, |event| let_go(event, of_volume));
        inputs.on(&self.claims, |event| let_go(event, of_claim));
    }

    async fn reconcile(&self, key: &Key) -> Result<Next, Error> {
        let Some(class) = self.classes.get("", &key.name) else { return Ok(Next::Done) };
        let held = class.meta().finalizers.iter().flatten().any(|one| one == FINALIZER);
        let mut changed = (*class).clone();
        let finalizers = changed.meta_mut().finalizers.get_or_insert_default();
        match (class.is_being_deleted(), held) {
            (false, false) => finalizers.push(FINALIZER.to_owned()),
            (true, true) if !self.is_used(&key.name) => finalizers.retain(|one| one != FINALIZER),
            _ => return Ok(Next::Done),
        }
        match self.client.all::<VolumeAttributesClass>().update(&changed).await {
            Err(error) if !error.is_not_found() => Err(error.into()),
            _ => Ok(Next::Done),
        }
    }
}

impl Protection {
    fn is_used(&self, class: &str) -> bool {
        !self.volumes.indexed(BY_CLASS, class).is_empty() || !self.claims.indexed(BY_CLASS, class).is_empty()
    }
}

/// The classes that an object no longer names.
fn let_go<T>(event: &Event<T>, names: fn(&T) -> Vec<String>) -> Vec<Key> {
    let (before, now) = match event {
        Event::Added(_) => return Vec::new(),
        Event::Updated { old, new } => (names(old), names(new)),
        Event::Deleted(object) => (names(object), Vec::new()),
    };
    before.iter().filter(|name| !now.contains(name)).map(|name| Key::new("", name)).collect()
}

fn of_volume(volume: &PersistentVolume) -> Vec<String> {
    volume.spec.iter().filter_map(|spec| spec.volume_attributes_class_name.clone()).collect()
}

/// The class that is wanted, the one that is there, and the one that is on its way.
fn of_claim(claim: &PersistentVolumeClaim) -> Vec<String> {
    let wanted = claim.spec.as_ref().and_then(|spec| spec.volume_attributes_class_name.clone());
    let status = claim.status.as_ref();
    let current = status.and_then(|status| status.current_volume_attributes_class_name.clone());
    let target = status
        .and_then(|status| status.modify_volume_status.as_ref())
        .and_then(|modify| modify.target_volume_attributes_class_name.clone());
    let mut names: Vec<String> = [wanted, current, target].into_iter().flatten().collect();
    names.sort_unstable();
    names.dedup();
    names
}
