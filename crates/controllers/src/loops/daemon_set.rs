//! `DaemonSet`: one pod on every node that it is meant for. `plan.rs` decides where and when; this file looks at the caches and
//! calls the API.

mod patience;
mod plan;
mod pod;

use std::sync::Arc;
use std::time::Duration;

use api::Resource as _;
use api::apps::v1::{ControllerRevision, DaemonSet};
use api::core::v1::{Node, Pod};
use async_trait::async_trait;
use client::{Client, DeleteOptions};
use futures_util::future::join_all;
use informer::{Controller, Error, Event, Informer, Inputs, Key, Next, Recorder, Reference, Severity};
use runtime::Clock;

use crate::claim::{self, BY_CONTROLLER, by_controller, orphans_of};
use crate::expectations::Expectations;
use crate::history::{self, History, Owner};
use crate::{Context, Work, batch, pods, selector};
use patience::Patience;
use plan::{Observed, Steps};

const NAME: &str = "daemonset-controller";
/// How soon to look again while the cache is behind; normally the cache tells.
const BEHIND: Duration = Duration::from_secs(5);

/// The loop.
pub fn build(context: &Context) -> Work {
    let (pods, revisions) = (context.informers.of::<Pod>(), context.informers.of::<ControllerRevision>());
    pods.index(BY_CONTROLLER, by_controller);
    revisions.index(BY_CONTROLLER, by_controller);
    Work::Reconciles(Arc::new(Daemons {
        client: context.client.clone(),
        recorder: context.recorder(NAME),
        clock: context.clock.clone(),
        sets: context.informers.of(),
        nodes: context.informers.of(),
        expectations: Expectations::new(pods.clone()),
        written: Expectations::new(revisions.clone()),
        patience: Patience::default(),
        pods,
        revisions,
    }))
}

struct Daemons {
    client: Client,
    recorder: Recorder,
    clock: Clock,
    sets: Informer<DaemonSet>,
    nodes: Informer<Node>,
    pods: Informer<Pod>,
    revisions: Informer<ControllerRevision>,
    expectations: Expectations<Pod>,
    written: Expectations<ControllerRevision>,
    patience: Patience,
}

#[async_trait]
impl Controller for Daemons {
    fn name(&self) -> &'static str {
        NAME
    }

    fn inputs(&self, inputs: &mut Inputs) {
        inputs.on(&self.sets, |event| vec![Key::of(&**event.object())]);
        let sets = self.sets.clone();
        inputs.on(&self.pods, move |event| concerned(&sets, event));
        let sets = self.sets.clone();
        inputs.on(&self.nodes, move |event| match event {
            // Heartbeats change nothing that matters here.
            Event::Updated { old, new } if matters(old) == matters(new) => Vec::new(),
            _ => sets.list().iter().map(|set| Key::of(&**set)).collect(),
        });
        inputs.on(&self.revisions, |event| {
            let owner = event.object().controller().filter(|owner| owner.kind == "DaemonSet").cloned();
            owner.map(|owner| Key::new(event.object().namespace(), &owner.name)).into_iter().collect()
        });
    }

    async fn reconcile(&self, key: &Key) -> Result<Next, Error> {
        let Some(set) = self.sets.get(&key.namespace, &key.name) else {
            self.expectations.forget(key);
            self.written.forget(key);
            return Ok(Next::Done);
        };
        if !self.expectations.are_met(key) || !self.written.are_met(key) {
            return Ok(Next::After(BEHIND));
        }
        let mut candidates = self.pods.indexed(BY_CONTROLLER, set.uid());
        candidates.extend(self.pods.indexed(BY_CONTROLLER, &orphans_of(&key.namespace)));
        let select = selector::of(set.spec.as_ref().map(|spec| &spec.selector));
        let mine = claim::settle(&self.client, &*set, claim::sort(&*set, &select, candidates)).await?;
        let revisions = self.revisions.indexed(BY_CONTROLLER, set.uid());
        let history = past(&set, &revisions, &mine);
        if !set.is_being_deleted()
            && !history::keep(&self.client, key, history.changes, &self.written).await?
        {
            self.resolve(&set).await?;
        }
        let hash = history.present.label(pod::HASH).to_owned();
        let nodes = self.nodes.list();
        let observed = Observed { set: &set, nodes: &nodes, pods: &mine, hash: &hash, now: self.clock.now() };
        let steps = plan::plan(&observed);
        self.apply(key, &set, &hash, steps).await
    }
}

/// The templates that the set had.
fn past(set: &DaemonSet, revisions: &[Arc<ControllerRevision>], pods: &[Arc<Pod>]) -> History {
    let spec = set.spec.clone().unwrap_or_default();
    let owner = Owner {
        object: set,
        template: &spec.template,
        collisions: set.status.as_ref().and_then(|status| status.collision_count),
        limit: spec.revision_history_limit.unwrap_or(10),
        hash: pod::HASH,
    };
    let lives =
        |one: &ControllerRevision| pods.iter().any(|pod| pod.label(pod::HASH) == one.label(pod::HASH));
    history::plan(&owner, revisions, lives)
}

/// What of a node decides about daemons.
fn matters(node: &Node) -> impl PartialEq + '_ {
    let taints = node.spec.as_ref().map(|spec| (&spec.taints, spec.unschedulable));
    (&node.meta().labels, taints)
}

fn concerned(sets: &Informer<DaemonSet>, event: &Event<Pod>) -> Vec<Key> {
    let manager = |pod: &Pod| {
        let owner = pod.controller().filter(|owner| owner.kind == "DaemonSet")?;
        Some(Key::new(pod.namespace(), &owner.name))
    };
    let mut keys = Vec::new();
    if let Event::Updated { old, .. } = event {
        keys.extend(manager(old));
    }
    let pod = event.object();
    keys.extend(manager(pod));
    if pod.controller().is_none() && !matches!(event, Event::Deleted(_)) {
        let selects = |set: &DaemonSet| {
            selector::matches(&selector::of(set.spec.as_ref().map(|spec| &spec.selector)), &**pod)
        };
        keys.extend(
            sets.list_in(pod.namespace()).into_iter().filter(|set| selects(set)).map(|set| Key::of(&*set)),
        );
    }
    keys
}

impl Daemons {
    /// A name is taken by the revision of another template with the same hash: the next try uses another.
    async fn resolve(&self, set: &DaemonSet) -> Result<(), Error> {
        let sets = self.client.within::<DaemonSet>(set.namespace());
        let mut fresh = sets.get(set.name()).await?;
        let status = fresh.status.get_or_insert_default();
        status.collision_count = Some(status.collision_count.unwrap_or_default() + 1);
        sets.update_status(&fresh).await?;
        Err(Error::other("another revision has the name; trying another name"))
    }

    async fn apply(&self, key: &Key, set: &DaemonSet, hash: &str, mut steps: Steps) -> Result<Next, Error> {
        for pod in std::mem::take(&mut steps.failed) {
            let left = self.patience.left(key, pods::node(&pod), self.clock.monotonic());
            if !left.is_zero() {
                steps.delete.retain(|one| one.uid() != pod.uid());
                steps.after = Some(steps.after.map_or(left, |after| after.min(left)));
                continue;
            }
            let place = pods::node(&pod);
            let message =
                format!("Found failed daemon pod {} on node {place}, will try to kill it", Key::of(&*pod));
            self.recorder.event(&Reference::of(set), Severity::Warning, "FailedDaemonPod", message);
        }
        let deleted = join_all(steps.delete.iter().map(|pod| self.delete(key, set, pod))).await;
        let mut failure = deleted.into_iter().find_map(Result::err);
        let plain = pod::plain(set, hash);
        let create = |at: usize| self.create(key, set, pod::on_node(plain.clone(), &steps.create[at]));
        failure = failure.or(batch::slow_start(steps.create.len(), create).await.1);
        if Some(&steps.status) != set.status.as_ref() {
            let updated = DaemonSet { status: Some(steps.status), ..set.clone() };
            self.client.within::<DaemonSet>(&key.namespace).update_status(&updated).await?;
        }
        match failure {
            Some(failure) => Err(failure.into()),
            None => Ok(steps.after.map_or(Next::Done, Next::After)),
        }
    }

    async fn create(&self, key: &Key, set: &DaemonSet, pod: Pod) -> Result<(), client::Error> {
        match self.client.within::<Pod>(&key.namespace).create(&pod).await {
            Ok(pod) => {
                self.expectations.wrote(key, &pod);
                let message = format!("Created pod: {}", pod.name());
                self.recorder.event(&Reference::of(set), Severity::Normal, "SuccessfulCreate", message);
                Ok(())
            }
            Err(error) if error.is_namespace_terminating() => Ok(()),
            Err(error) => {
                let message = format!("Error creating: {error}");
                self.recorder.event(&Reference::of(set), Severity::Warning, "FailedCreate", message);
                Err(error)
            }
        }
    }

    async fn delete(&self, key: &Key, set: &DaemonSet, pod: &Pod) -> Result<(), client::Error> {
        match self
            .client
            .within::<Pod>(&key.namespace)
            .delete(pod.name(), &DeleteOptions::of_uid(pod.uid()))
            .await
        {
            Ok(()) => {
                self.expectations.deleted(key, pod);
                let message = format!("Deleted pod: {}", pod.name());
                self.recorder.event(&Reference::of(set), Severity::Normal, "SuccessfulDelete", message);
                Ok(())
            }
            Err(error) if error.is_not_found() => Ok(()),
            Err(error) => Err(error),
        }
    }
}
