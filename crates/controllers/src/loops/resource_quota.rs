//! `ResourceQuota`: what a namespace uses is counted anew when something goes, so that its room is free again at once. Upstream:
//! `resourcequota-controller`. What is made is charged before it is written, by the admission plugin of the same name.
//!
//! | module | what it holds |
//! |---|---|
//! | `plan` | what is used, from all that there is: pure |
//! | `counters` | how many objects there are of the kinds that quotas name, by namespace |

mod counters;
mod plan;

use std::sync::Arc;
use std::time::Duration;

use api::Resource as _;
use api::apiextensions::v1::CustomResourceDefinition;
use api::core::v1::{PersistentVolumeClaim, Pod, ResourceQuota, Service};
use async_trait::async_trait;
use client::Client;
use informer::{Controller, Error, Event, Informer, Inputs, Key, Next, Queue};
use runtime::Clock;

use crate::{Context, Work, pods};
use counters::Counters;
use plan::Observed;

/// A count made between the charge for an object and its writing misses it: it is put right so much later.
const SETTLED: Duration = Duration::from_secs(1);

/// The loop.
pub fn build(context: &Context) -> Work {
    Work::Reconciles(Arc::new(Quotas {
        client: context.client.clone(),
        clock: context.clock.clone(),
        period: context.config.resource_quota_sync_period,
        quotas: context.informers.of(),
        pods: context.informers.of(),
        services: context.informers.of(),
        claims: context.informers.of(),
        definitions: context.informers.of(),
        counters: Arc::new(Counters::new(context)),
    }))
}

struct Quotas {
    client: Client,
    clock: Clock,
    period: Duration,
    quotas: Informer<ResourceQuota>,
    pods: Informer<Pod>,
    services: Informer<Service>,
    claims: Informer<PersistentVolumeClaim>,
    definitions: Informer<CustomResourceDefinition>,
    counters: Arc<Counters>,
}

#[async_trait]
impl Controller for Quotas {
    fn name(&self) -> &'static str {
        "resourcequota-controller"
    }

    fn inputs(&self, inputs: &mut Inputs) {
        inputs.on(&self.quotas, |event| match event {
            // What admission charges is no reason to count.
            Event::Updated { old, new } if old.spec == new.spec && is_counted(new) => Vec::new(),
            event => vec![Key::of(&**event.object())],
        });
        watch(inputs, &self.quotas, &self.pods, |old, new| {
            let facts = |pod: &Pod| (pods::is_terminal(pod), pod.is_being_deleted());
            old.spec != new.spec || facts(old) != facts(new)
        });
        watch(inputs, &self.quotas, &self.services, |old, new| old.spec != new.spec);
        watch(inputs, &self.quotas, &self.claims, |old, new| {
            old.spec != new.spec || old.status != new.status
        });
        // A kind that quotas name may come later than they.
        let quotas = self.quotas.clone();
        inputs.on(&self.definitions, move |_| quotas.list().iter().map(|quota| Key::of(&**quota)).collect());
        let (quotas, queue) = (self.quotas.clone(), inputs.queue());
        self.counters.tell(move |namespace, gone| look(&quotas, &queue, namespace, gone));
    }

    async fn reconcile(&self, key: &Key) -> Result<Next, Error> {
        let Some(quota) = self.quotas.get(&key.namespace, &key.name) else { return Ok(Next::Done) };
        if quota.is_being_deleted() {
            return Ok(Next::Done);
        }
        let Some(counts) = self.counters.of(&plan::counted(&quota), &key.namespace).await? else {
            // Whoever counts will tell.
            return Ok(Next::After(self.period));
        };
        let observed = Observed {
            quota: &quota,
            pods: self.pods.list_in(&key.namespace),
            services: self.services.list_in(&key.namespace),
            claims: self.claims.list_in(&key.namespace),
            counts,
            now: self.clock.now(),
        };
        let status = plan::status(&observed);
        if quota.status.as_ref() != Some(&status) {
            let updated = ResourceQuota { status: Some(status), ..(*quota).clone() };
            match self.client.within::<ResourceQuota>(&key.namespace).update_status(&updated).await {
                Err(error) if !error.is_not_found() => return Err(error.into()),
                _ => {}
            }
        }
        Ok(Next::After(plan::next(&observed).unwrap_or(self.period).min(self.period)))
    }

    fn workers(&self) -> usize {
        5
    }
}

/// Whether the quota shows its limits, and what is used of each.
fn is_counted(quota: &ResourceQuota) -> bool {
    let hard = quota.spec.as_ref().and_then(|spec| spec.hard.as_ref());
    let status = quota.status.as_ref();
    let used = status.and_then(|status| status.used.as_ref());
    let shown = status.and_then(|status| status.hard.as_ref());
    shown == hard && hard.is_none_or(|hard| used.is_some_and(|used| used.len() == hard.len()))
}

/// Has the quotas of a namespace counted when an object there goes or changes what it uses.
fn watch<K: api::Resource>(
    inputs: &mut Inputs,
    quotas: &Informer<ResourceQuota>,
    objects: &Informer<K>,
    matters: fn(&K, &K) -> bool,
) {
    let (quotas, queue) = (quotas.clone(), inputs.queue());
    inputs.on(objects, move |event| {
        let namespace = event.object().namespace();
        match event {
            Event::Added(_) => look(&quotas, &queue, namespace, false),
            Event::Updated { old, new } if !matters(old, new) => {}
            _ => look(&quotas, &queue, namespace, true),
        }
        Vec::new()
    });
}

/// Looks at the quotas of a namespace, or all: at once if something has gone, a little later if something came.
fn look(quotas: &Informer<ResourceQuota>, queue: &Queue<Key>, namespace: &str, gone: bool) {
    let concerned = if namespace.is_empty() { quotas.list() } else { quotas.list_in(namespace) };
    for quota in concerned {
        match gone {
            true => queue.add(Key::of(&*quota)),
            false => queue.add_after(Key::of(&*quota), SETTLED),
        }
    }
}
