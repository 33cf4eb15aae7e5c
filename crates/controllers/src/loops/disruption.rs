//! `PodDisruptionBudget`: how many pods may be disturbed now, which evictions rely on. Upstream: `disruption-controller`.
//!
//! | module | what it holds |
//! |---|---|
//! | `plan` | what the budget says: pure |
//! | `scale` | how many pods the managers of pods want |
//! | `stale` | pods that were marked for a disruption that did not come |

mod plan;
mod scale;
mod stale;

use std::sync::Arc;

use api::Resource as _;
use api::core::v1::Pod;
use api::policy::v1::PodDisruptionBudget;
use async_trait::async_trait;
use client::Client;
use informer::{Controller, Error, Event, Informer, Inputs, Key, Next, Recorder, Reference, Severity};
use runtime::Clock;

use crate::{Context, Work, selector};
use plan::Observed;
use scale::Scales;

const NAME: &str = "disruption-controller";

/// The loops.
pub fn build(context: &Context) -> Work {
    let budgets = Budgets {
        client: context.client.clone(),
        recorder: context.recorder(NAME),
        clock: context.clock.clone(),
        budgets: context.informers.of(),
        pods: context.informers.of(),
        scales: Scales::new(context),
    };
    Work::Together(vec![Arc::new(budgets), stale::build(context)])
}

struct Budgets {
    client: Client,
    recorder: Recorder,
    clock: Clock,
    budgets: Informer<PodDisruptionBudget>,
    pods: Informer<Pod>,
    scales: Scales,
}

#[async_trait]
impl Controller for Budgets {
    fn name(&self) -> &'static str {
        NAME
    }

    fn inputs(&self, inputs: &mut Inputs) {
        inputs.on(&self.budgets, |event| vec![Key::of(&**event.object())]);
        let budgets = self.budgets.clone();
        inputs.on(&self.pods, move |event| {
            let mut keys = selecting(&budgets, event.object());
            if let Event::Updated { old, .. } = event {
                keys.extend(selecting(&budgets, old));
            }
            keys
        });
        // What managers of pods want changes what a budget expects.
        let (budgets, queue) = (self.budgets.clone(), inputs.queue());
        self.scales.inputs(inputs, move |namespace| {
            budgets.list_in(namespace).iter().for_each(|budget| queue.add(Key::of(&**budget)));
        });
    }

    async fn reconcile(&self, key: &Key) -> Result<Next, Error> {
        let Some(budget) = self.budgets.get(&key.namespace, &key.name) else { return Ok(Next::Done) };
        let select = selector::of(budget.spec.as_ref().and_then(|spec| spec.selector.as_ref()));
        let mut pods = self.pods.list_in(&key.namespace);
        pods.retain(|pod| selector::matches(&select, &**pod));
        let about = Reference::of(&*budget);
        if pods.is_empty() {
            self.recorder.event(&about, Severity::Normal, "NoPods", "No matching pods found");
        }
        let now = self.clock.now();
        let wanted = match plan::needs_scale(&budget) {
            true => self.scales.of(&pods).await.map(Some),
            false => Ok(None),
        };
        let (status, after) = match wanted {
            Ok(wanted) => {
                let observed = Observed { budget: &budget, pods: &pods, wanted: wanted.as_ref(), now };
                self.tell(&budget, &observed);
                plan::status(&observed)
            }
            Err(error) => {
                let message = format!("Failed to calculate the number of expected pods: {error}");
                self.recorder.event(&about, Severity::Warning, "CalculateExpectedPodCountFailed", message);
                (plan::failed(&budget, &error, now), None)
            }
        };
        if budget.status.as_ref() != Some(&status) {
            let updated = PodDisruptionBudget { status: Some(status), ..(*budget).clone() };
            self.client.within::<PodDisruptionBudget>(&key.namespace).update_status(&updated).await?;
        }
        Ok(after.map_or(Next::Done, Next::After))
    }
}

impl Budgets {
    fn tell(&self, budget: &PodDisruptionBudget, observed: &Observed<'_>) {
        if observed.wanted.is_some_and(|wanted| wanted.unmanaged > 0) {
            let message = "Pods selected by this PodDisruptionBudget were found to be unmanaged. As a result, the status of the PDB \
                           cannot be calculated correctly, which may result in undefined behavior. To account for these pods please \
                           set \".spec.minAvailable\" field of the PDB to an integer value.";
            self.recorder.event(&Reference::of(budget), Severity::Warning, "UnmanagedPods", message);
        }
        for pod in plan::not_deleted(observed) {
            let message = format!("Pod was expected by PDB {} to be deleted but it wasn't", Key::of(budget));
            self.recorder.event(&Reference::of(&**pod), Severity::Warning, "NotDeleted", message);
        }
    }
}

/// The budgets that select a pod.
fn selecting(budgets: &Informer<PodDisruptionBudget>, pod: &Pod) -> Vec<Key> {
    let selects = |budget: &PodDisruptionBudget| {
        let select = selector::of(budget.spec.as_ref().and_then(|spec| spec.selector.as_ref()));
        selector::matches(&select, pod)
    };
    let all = budgets.list_in(pod.namespace()).into_iter();
    all.filter(|budget| selects(budget)).map(|budget| Key::of(&*budget)).collect()
}
