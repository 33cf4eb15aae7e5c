//! What `ReplicaSet` and `ReplicationController` have in common: the number of pods is brought to what the spec says, and the status
//! says how far that is. `plan.rs` decides; this file looks at the caches and calls the API.

mod plan;

use std::sync::Arc;
use std::time::Duration;

use api::core::v1::{Pod, PodTemplateSpec};
use api::meta::Time;
use api::{Resource, time};
use async_trait::async_trait;
use client::{Client, DeleteOptions};
use futures_util::future::join_all;
use informer::{Controller, Error, Event, Informer, Inputs, Key, Next, Recorder, Reference, Severity};
use meta::selector::Selector;
use runtime::Clock;

use crate::claim::{self, BY_CONTROLLER, by_controller, orphans_of};
use crate::expectations::Expectations;
use crate::{Context, Work, batch, pods, selector, template};
pub use plan::Status;
use plan::{Change, Observed};

/// The condition that says that pods cannot be made or removed.
pub const FAILURE: &str = "ReplicaFailure";
/// How soon to look again while the cache is behind; normally the cache tells.
const BEHIND: Duration = Duration::from_secs(5);

/// What the spec of such a kind asks for.
#[derive(Debug, Clone, Default)]
pub struct Wanted {
    /// How many pods.
    pub replicas: i32,
    /// For how long they must be ready to count as available.
    pub min_ready_seconds: i32,
    /// What they are like.
    pub template: PodTemplateSpec,
}

/// Why pods cannot be made or removed, as the condition says it.
#[derive(Debug, Clone, PartialEq)]
pub struct Failure {
    /// `FailedCreate` or `FailedDelete`.
    pub reason: String,
    /// What the server said.
    pub message: String,
    /// Since when.
    pub at: Option<Time>,
}

/// A kind that is so many pods of one template.
pub trait Replicated: Resource {
    /// The loop's name in events.
    const CONTROLLER: &'static str;

    /// What the spec asks for.
    fn wanted(&self) -> Wanted;

    /// Which pods are its own.
    fn selector(&self) -> Selector;

    /// The failure that the status shows.
    fn failure(&self) -> Option<Failure>;

    /// The same with this status.
    fn with_status(&self, status: &Status) -> Self;
}

/// Builds the loop for one of the kinds.
pub fn build<K: Replicated>(context: &Context) -> Work {
    let pods = context.informers.of::<Pod>();
    pods.index(BY_CONTROLLER, by_controller);
    let sets = context.informers.of::<K>();
    sets.index(BY_CONTROLLER, by_controller);
    Work::Reconciles(Arc::new(Replicas {
        client: context.client.clone(),
        recorder: context.recorder(K::CONTROLLER),
        clock: context.clock.clone(),
        expectations: Expectations::new(pods.clone()),
        sets,
        pods,
    }))
}

struct Replicas<K> {
    client: Client,
    recorder: Recorder,
    clock: Clock,
    sets: Informer<K>,
    pods: Informer<Pod>,
    expectations: Expectations<Pod>,
}

#[async_trait]
impl<K: Replicated> Controller for Replicas<K> {
    fn name(&self) -> &'static str {
        K::CONTROLLER
    }

    fn inputs(&self, inputs: &mut Inputs) {
        inputs.on(&self.sets, |event| vec![Key::of(&**event.object())]);
        let sets = self.sets.clone();
        inputs.on(&self.pods, move |event| concerned(&sets, event));
    }

    async fn reconcile(&self, key: &Key) -> Result<Next, Error> {
        let Some(set) = self.sets.get(&key.namespace, &key.name) else {
            self.expectations.forget(key);
            return Ok(Next::Done);
        };
        if !self.expectations.are_met(key) {
            return Ok(Next::After(BEHIND));
        }
        let mut candidates = self.pods.indexed(BY_CONTROLLER, set.uid());
        candidates.extend(self.pods.indexed(BY_CONTROLLER, &orphans_of(&key.namespace)));
        candidates.retain(|pod| !pods::is_terminal(pod));
        let mine =
            claim::settle(&self.client, &*set, claim::sort(&*set, &set.selector(), candidates)).await?;
        let wanted = set.wanted();
        let observed =
            Observed { wanted: &wanted, pods: &mine, related: self.related(&set), now: self.clock.now() };
        let failure = match set.is_being_deleted() {
            true => None,
            false => self.apply(key, &set, &wanted, plan::plan(&observed)).await,
        };
        let status = plan::status(&observed, set.failure(), failure.as_ref().map(ToString::to_string));
        let updated = set.with_status(&status);
        if updated != *set {
            self.client.within::<K>(&key.namespace).update_status(&updated).await?;
        }
        match failure {
            Some(failure) => Err(failure.into()),
            None => Ok(plan::next(&observed).map_or(Next::Done, Next::After)),
        }
    }

    fn workers(&self) -> usize {
        5
    }
}

/// Which sets an event of a pod concerns: the one that manages it, before and after; for an orphan whoever selects it.
fn concerned<K: Replicated>(sets: &Informer<K>, event: &Event<Pod>) -> Vec<Key> {
    let mut keys = Vec::new();
    if let Event::Updated { old, .. } = event {
        keys.extend(manager::<K>(old));
    }
    let pod = event.object();
    if pod.controller().is_some() {
        keys.extend(manager::<K>(pod));
    } else if !matches!(event, Event::Deleted(_)) {
        let selecting = sets.list_in(pod.namespace()).into_iter();
        let selecting = selecting.filter(|set| selector::matches(&set.selector(), &**pod));
        keys.extend(selecting.map(|set| Key::of(&*set)));
    }
    keys
}

fn manager<K: Replicated>(pod: &Pod) -> Option<Key> {
    let owner =
        pod.controller().filter(|owner| owner.kind == K::KIND && owner.api_version == K::api_version())?;
    Some(Key::new(pod.namespace(), &owner.name))
}

impl<K: Replicated> Replicas<K> {
    /// The pods of all sets that the same owner manages: they serve the same purpose.
    fn related(&self, set: &K) -> Vec<Arc<Pod>> {
        let sets = match set.controller() {
            Some(owner) => self.sets.indexed(BY_CONTROLLER, &owner.uid),
            None => Vec::new(),
        };
        let uids = sets.iter().map(|set| set.uid()).chain([set.uid()]);
        let mut uids: Vec<&str> = uids.collect();
        uids.sort_unstable();
        uids.dedup();
        uids.into_iter().flat_map(|uid| self.pods.indexed(BY_CONTROLLER, uid)).collect()
    }

    async fn apply(&self, key: &Key, set: &K, wanted: &Wanted, change: Change) -> Option<client::Error> {
        match change {
            Change::None => None,
            Change::Create(count) => {
                let pod = template::pod(&wanted.template, &key.namespace, set.controller_reference());
                batch::slow_start(count, |_| self.create(key, set, &pod)).await.1
            }
            Change::Delete(pods) => {
                let outcomes = join_all(pods.iter().map(|pod| self.delete(key, set, pod))).await;
                outcomes.into_iter().find_map(Result::err)
            }
        }
    }

    async fn create(&self, key: &Key, set: &K, pod: &Pod) -> Result<(), client::Error> {
        match self.client.within::<Pod>(&key.namespace).create(pod).await {
            Ok(pod) => {
                self.expectations.wrote(key, &pod);
                let message = format!("Created pod: {}", pod.name());
                self.recorder.event(&Reference::of(set), Severity::Normal, "SuccessfulCreate", message);
                Ok(())
            }
            // Whatever is tried will fail, and the set goes away too.
            Err(error) if error.is_namespace_terminating() => Ok(()),
            Err(error) => {
                let message = format!("Error creating: {error}");
                self.recorder.event(&Reference::of(set), Severity::Warning, "FailedCreate", message);
                Err(error)
            }
        }
    }

    async fn delete(&self, key: &Key, set: &K, pod: &Pod) -> Result<(), client::Error> {
        let options = DeleteOptions::of_uid(pod.uid());
        match self.client.within::<Pod>(&key.namespace).delete(pod.name(), &options).await {
            Ok(()) => {
                self.expectations.deleted(key, pod);
                let message = format!("Deleted pod: {}", pod.name());
                self.recorder.event(&Reference::of(set), Severity::Normal, "SuccessfulDelete", message);
                Ok(())
            }
            Err(error) if error.is_not_found() => Ok(()),
            Err(error) => {
                let message = format!("Error deleting: {error}");
                self.recorder.event(&Reference::of(set), Severity::Warning, "FailedDelete", message);
                Err(error)
            }
        }
    }
}

/// The time as a condition writes it.
fn stamp(now: std::time::SystemTime) -> Option<Time> {
    Some(time::time(now))
}
