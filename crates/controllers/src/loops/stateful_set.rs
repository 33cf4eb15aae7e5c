//! `StatefulSet`: pods with names and storage that stay theirs. Upstream: `statefulset-controller`.
//!
//! | module | what it holds |
//! |---|---|
//! | `identity` | who a pod is: number, name, claims |
//! | `plan` | what to do next: pure |
//! | `retention` | what becomes of claims: pure |
//! | `apply` | the calls |

mod apply;
mod identity;
mod plan;
#[cfg(test)]
mod plan_tests;
mod retention;

use std::sync::Arc;
use std::time::Duration;

use api::Resource as _;
use api::apps::v1::{ControllerRevision, StatefulSet};
use api::core::v1::{PersistentVolumeClaim, Pod};
use async_trait::async_trait;
use client::Client;
use informer::{Controller, Error, Event, Informer, Inputs, Key, Next, Recorder};
use runtime::Clock;

use crate::claim::{self, BY_CONTROLLER, by_controller, orphans_of};
use crate::expectations::Expectations;
use crate::history::{self, History, Owner};
use crate::{Context, Work, selector};
use plan::Observed;

const NAME: &str = "statefulset-controller";
/// The hash of a revision's template.
const HASH: &str = "controller.kubernetes.io/hash";
/// How soon to look again while the cache is behind; normally the cache tells.
const BEHIND: Duration = Duration::from_secs(5);

/// The loop.
pub fn build(context: &Context) -> Work {
    let (pods, revisions) = (context.informers.of::<Pod>(), context.informers.of::<ControllerRevision>());
    let claims = context.informers.of::<PersistentVolumeClaim>();
    pods.index(BY_CONTROLLER, by_controller);
    revisions.index(BY_CONTROLLER, by_controller);
    Work::Reconciles(Arc::new(StatefulSets {
        client: context.client.clone(),
        recorder: context.recorder(NAME),
        clock: context.clock.clone(),
        sets: context.informers.of(),
        made: Expectations::new(pods.clone()),
        noted: Expectations::new(revisions.clone()),
        stored: Expectations::new(claims.clone()),
        pods,
        revisions,
        claims,
    }))
}

struct StatefulSets {
    client: Client,
    recorder: Recorder,
    clock: Clock,
    sets: Informer<StatefulSet>,
    pods: Informer<Pod>,
    revisions: Informer<ControllerRevision>,
    claims: Informer<PersistentVolumeClaim>,
    made: Expectations<Pod>,
    noted: Expectations<ControllerRevision>,
    stored: Expectations<PersistentVolumeClaim>,
}

#[async_trait]
impl Controller for StatefulSets {
    fn name(&self) -> &'static str {
        NAME
    }

    fn inputs(&self, inputs: &mut Inputs) {
        inputs.on(&self.sets, |event| vec![Key::of(&**event.object())]);
        let sets = self.sets.clone();
        inputs.on(&self.pods, move |event| concerned(&sets, event));
        inputs.on(&self.revisions, |event| {
            let owner = event.object().controller().filter(|owner| owner.kind == "StatefulSet").cloned();
            owner.map(|owner| Key::new(event.object().namespace(), &owner.name)).into_iter().collect()
        });
        let sets = self.sets.clone();
        inputs.on(&self.claims, move |event| {
            let of = sets.list_in(event.object().namespace()).into_iter();
            of.filter(|set| is_named_by(set, event.object().name())).map(|set| Key::of(&*set)).collect()
        });
    }

    async fn reconcile(&self, key: &Key) -> Result<Next, Error> {
        let Some(set) = self.sets.get(&key.namespace, &key.name) else {
            self.made.forget(key);
            self.noted.forget(key);
            self.stored.forget(key);
            return Ok(Next::Done);
        };
        if !self.made.are_met(key) || !self.noted.are_met(key) || !self.stored.are_met(key) {
            return Ok(Next::After(BEHIND));
        }
        let select = selector::of(set.spec.as_ref().map(|spec| &spec.selector));
        let mut pods = of_set(&self.pods, &set);
        pods.retain(|pod| identity::is_member(&set, pod));
        let mine = claim::settle(&self.client, &*set, claim::sort(&*set, &select, pods)).await?;
        let revisions = claim::sort(&*set, &select, of_set(&self.revisions, &set));
        let revisions = claim::settle(&self.client, &*set, revisions).await?;
        let History { present, changes } = past(&set, &revisions, &mine);
        if !set.is_being_deleted() && !history::keep(&self.client, key, changes, &self.noted).await? {
            return self.rename(&set).await;
        }
        let known = set.status.as_ref().and_then(|status| status.current_revision.as_deref());
        let current = revisions.iter().find(|one| Some(one.name()) == known);
        let observed = Observed {
            set: &set,
            current: current.map_or(&present, |one| one),
            update: &present,
            pods: &mine,
            claims: &|name| self.claims.get(&key.namespace, name),
            now: self.clock.now(),
        };
        let plan = plan::plan(&observed);
        self.apply(key, &set, plan).await
    }

    fn workers(&self) -> usize {
        5
    }
}

/// What the set manages, and what nobody does.
fn of_set<K: api::Resource>(informer: &Informer<K>, set: &StatefulSet) -> Vec<Arc<K>> {
    let mut found = informer.indexed(BY_CONTROLLER, set.uid());
    found.extend(informer.indexed(BY_CONTROLLER, &orphans_of(set.namespace())));
    found
}

/// The templates that the set had.
fn past(set: &StatefulSet, revisions: &[Arc<ControllerRevision>], pods: &[Arc<Pod>]) -> History {
    let (spec, status) = (identity::spec(set), set.status.clone().unwrap_or_default());
    let owner = Owner {
        object: set,
        template: &spec.template,
        collisions: Some(status.collision_count.unwrap_or_default()),
        limit: spec.revision_history_limit.unwrap_or(10),
        hash: HASH,
    };
    let lives = |one: &ControllerRevision| {
        status.current_revision.as_deref() == Some(one.name())
            || pods.iter().any(|pod| identity::revision(pod) == one.name())
    };
    history::plan(&owner, revisions, lives)
}

/// Whether a claim has the name of one of the set's.
fn is_named_by(set: &StatefulSet, claim: &str) -> bool {
    let Some((rest, ordinal)) = claim.rsplit_once('-') else { return false };
    let templates = set.spec.iter().flat_map(|spec| spec.volume_claim_templates.iter().flatten());
    ordinal.parse::<i32>().is_ok()
        && templates.into_iter().any(|one| rest == format!("{}-{}", one.name(), set.name()))
}

/// Which sets an event of a pod concerns.
fn concerned(sets: &Informer<StatefulSet>, event: &Event<Pod>) -> Vec<Key> {
    let manager = |pod: &Pod| {
        let owner = pod.controller().filter(|owner| owner.kind == "StatefulSet")?;
        Some(Key::new(pod.namespace(), &owner.name))
    };
    let mut keys = Vec::new();
    if let Event::Updated { old, .. } = event {
        keys.extend(manager(old));
    }
    let pod = event.object();
    keys.extend(manager(pod));
    // An orphan may become a member; one that has gone may have kept a name that a member needs.
    if pod.controller().is_none()
        && let Some((parent, _)) = identity::parts(pod)
    {
        keys.extend(sets.get(pod.namespace(), parent).map(|set| Key::of(&*set)));
    }
    keys
}
