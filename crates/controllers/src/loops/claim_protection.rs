//! Claims stay until no pod uses them: they have a finalizer, which goes when deletion was asked for and the last pod has ended.
//! Upstream: `persistentvolumeclaim-protection-controller`.

use std::sync::Arc;

use api::Resource as _;
use api::core::v1::{PersistentVolumeClaim, Pod};
use async_trait::async_trait;
use client::{Client, Select};
use informer::{Controller, Error, Event, Informer, Inputs, Key, Next};

use crate::{Context, Work, pods};

/// What holds a claim.
const FINALIZER: &str = "kubernetes.io/pvc-protection";
const BY_CLAIM: &str = "claim";

/// The loop.
pub fn build(context: &Context) -> Work {
    let pods = context.informers.of::<Pod>();
    pods.index(BY_CLAIM, |pod| claims(pod).into_iter().map(|key| key.to_string()).collect());
    Work::Reconciles(Arc::new(Protection {
        client: context.client.clone(),
        claims: context.informers.of(),
        pods,
    }))
}

struct Protection {
    client: Client,
    claims: Informer<PersistentVolumeClaim>,
    pods: Informer<Pod>,
}

#[async_trait]
impl Controller for Protection {
    fn name(&self) -> &'static str {
        "persistentvolumeclaim-protection-controller"
    }

    fn inputs(&self, inputs: &mut Inputs) {
        inputs.on(&self.claims, |event| vec![Key::of(&**event.object())]);
        inputs.on(&self.pods, |event| match event {
            Event::Added(pod) if !pods::is_terminal(pod) => Vec::new(),
            // Only a pod that ends lets go of a claim.
            Event::Updated { new, .. } if !pods::is_terminal(new) => Vec::new(),
            event => claims(event.object()),
        });
    }

    async fn reconcile(&self, key: &Key) -> Result<Next, Error> {
        let Some(claim) = self.claims.get(&key.namespace, &key.name) else { return Ok(Next::Done) };
        let held = claim.meta().finalizers.iter().flatten().any(|one| one == FINALIZER);
        let mut changed = (*claim).clone();
        let finalizers = changed.meta_mut().finalizers.get_or_insert_default();
        match (claim.is_being_deleted(), held) {
            (false, false) => finalizers.push(FINALIZER.to_owned()),
            (true, true) if !self.is_used(&claim).await? => finalizers.retain(|one| one != FINALIZER),
            _ => return Ok(Next::Done),
        }
        match self.client.within::<PersistentVolumeClaim>(&key.namespace).update(&changed).await {
            Err(error) if !error.is_not_found() => Err(error.into()),
            _ => Ok(Next::Done),
        }
    }
}

impl Protection {
    /// The cache may be behind: before a claim goes, the server is asked.
    async fn is_used(&self, claim: &PersistentVolumeClaim) -> Result<bool, Error> {
        let key = Key::of(claim);
        if self.pods.indexed(BY_CLAIM, &key.to_string()).iter().any(|pod| uses(pod, claim)) {
            return Ok(true);
        }
        let fresh = self.client.within::<Pod>(&key.namespace).list(&Select::default()).await?;
        Ok(fresh.items.iter().any(|pod| claims(pod).contains(&key) && uses(pod, claim)))
    }
}

/// The claims that a pod names, with those that are made for it.
fn claims(pod: &Pod) -> Vec<Key> {
    let volumes = pod.spec.iter().flat_map(|spec| spec.volumes.iter().flatten());
    let names = volumes.filter_map(|volume| match (&volume.persistent_volume_claim, &volume.ephemeral) {
        (Some(claim), _) => Some(claim.claim_name.clone()),
        (None, Some(_)) => Some(format!("{}-{}", pod.name(), volume.name)),
        (None, None) => None,
    });
    names.map(|name| Key::new(pod.namespace(), &name)).collect()
}

/// Whether a pod that names a claim may still use it: it was given to a node, and has not ended. One without a node will not start, as
/// the scheduler refuses claims that are being deleted.
fn uses(pod: &Pod, claim: &PersistentVolumeClaim) -> bool {
    let own = |name: &str| format!("{}-{name}", pod.name()) == claim.name();
    let volumes = pod.spec.iter().flat_map(|spec| spec.volumes.iter().flatten());
    let made_for_other = volumes
        .filter(|volume| volume.ephemeral.is_some() && own(&volume.name))
        .any(|_| claim.controller().is_none_or(|owner| owner.uid != pod.uid()));
    !pods::node(pod).is_empty() && !pods::is_terminal(pod) && !made_for_other
}
