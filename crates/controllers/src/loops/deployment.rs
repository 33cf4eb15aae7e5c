//! `Deployment`: replica sets of successive templates, from the old to the new without a gap. `plan.rs` decides on the next step,
//! `status.rs` says how far it is; this file looks at the caches and calls the API.

mod facts;
mod plan;
mod revision;
mod scale;
mod status;

use std::sync::Arc;
use std::time::Duration;

use api::Resource as _;
use api::apps::v1::{Deployment, ReplicaSet};
use api::core::v1::Pod;
use async_trait::async_trait;
use client::{Client, DeleteOptions, Patch, Propagation};
use informer::{Controller, Error, Event, Informer, Inputs, Key, Next, Recorder, Reference, Severity};
use runtime::Clock;
use serde_json::json;

use crate::claim::{self, BY_CONTROLLER, by_controller, orphans_of};
use crate::{Context, Work, pods, selector, template};
use facts::replicas;
use plan::{Action, Observed};
use revision::Sets;

const NAME: &str = "deployment-controller";

/// The loop.
pub fn build(context: &Context) -> Work {
    let (sets, pods) = (context.informers.of::<ReplicaSet>(), context.informers.of::<Pod>());
    sets.index(BY_CONTROLLER, by_controller);
    pods.index(BY_CONTROLLER, by_controller);
    Work::Reconciles(Arc::new(Deployments {
        client: context.client.clone(),
        recorder: context.recorder(NAME),
        clock: context.clock.clone(),
        deployments: context.informers.of(),
        sets,
        pods,
    }))
}

struct Deployments {
    client: Client,
    recorder: Recorder,
    clock: Clock,
    deployments: Informer<Deployment>,
    sets: Informer<ReplicaSet>,
    pods: Informer<Pod>,
}

#[async_trait]
impl Controller for Deployments {
    fn name(&self) -> &'static str {
        NAME
    }

    fn inputs(&self, inputs: &mut Inputs) {
        inputs.on(&self.deployments, |event| vec![Key::of(&**event.object())]);
        let deployments = self.deployments.clone();
        inputs.on(&self.sets, move |event| concerned(&deployments, event));
        let sets = self.sets.clone();
        // The end of an old pod is what a recreation waits for.
        inputs.on(&self.pods, move |event| match event {
            Event::Deleted(pod) => grand_owner(&sets, pod),
            _ => Vec::new(),
        });
    }

    async fn reconcile(&self, key: &Key) -> Result<Next, Error> {
        let Some(deployment) = self.deployments.get(&key.namespace, &key.name) else { return Ok(Next::Done) };
        let mut candidates = self.sets.indexed(BY_CONTROLLER, deployment.uid());
        candidates.extend(self.sets.indexed(BY_CONTROLLER, &orphans_of(&key.namespace)));
        let select = selector::of(deployment.spec.as_ref().map(|spec| &spec.selector));
        let mine =
            claim::settle(&self.client, &*deployment, claim::sort(&*deployment, &select, candidates)).await?;
        let sets = Sets::of(&deployment, mine);
        if !deployment.is_being_deleted() {
            let observed =
                Observed { deployment: &deployment, sets: &sets, old_pods_run: self.old_pods_run(&sets) };
            let actions = plan::plan(&observed);
            let mut shown = None;
            for action in actions {
                shown = self.apply(&deployment, action).await?.or(shown);
            }
            if let Some(shown) = shown {
                return self.tell(key, &shown, &sets).await;
            }
        }
        self.tell(key, &deployment, &sets).await
    }

    fn workers(&self) -> usize {
        5
    }
}

/// Which deployments an event of a set concerns.
fn concerned(deployments: &Informer<Deployment>, event: &Event<ReplicaSet>) -> Vec<Key> {
    let manager = |set: &ReplicaSet| {
        let owner = set.controller().filter(|owner| owner.kind == "Deployment")?;
        Some(Key::new(set.namespace(), &owner.name))
    };
    let mut keys = Vec::new();
    if let Event::Updated { old, .. } = event {
        keys.extend(manager(old));
    }
    let set = event.object();
    keys.extend(manager(set));
    if set.controller().is_none() && !matches!(event, Event::Deleted(_)) {
        let all = deployments.list_in(set.namespace()).into_iter();
        let selects = |one: &Deployment| {
            selector::matches(&selector::of(one.spec.as_ref().map(|spec| &spec.selector)), &**set)
        };
        keys.extend(all.filter(|one| selects(one)).map(|one| Key::of(&*one)));
    }
    keys
}

fn grand_owner(sets: &Informer<ReplicaSet>, pod: &Pod) -> Vec<Key> {
    let owner = pod.controller().filter(|owner| owner.kind == "ReplicaSet");
    let set = owner.and_then(|owner| sets.get(pod.namespace(), &owner.name));
    let owner = set.as_ref().and_then(|set| set.controller()).filter(|owner| owner.kind == "Deployment");
    owner.map(|owner| Key::new(pod.namespace(), &owner.name)).into_iter().collect()
}

impl Deployments {
    fn old_pods_run(&self, sets: &Sets) -> bool {
        let pods = sets.old.iter().flat_map(|set| self.pods.indexed(BY_CONTROLLER, set.uid()));
        pods.into_iter().any(|pod| !pods::is_terminal(&pod))
    }

    /// Does one thing; gives the deployment back if that changed it.
    async fn apply(&self, deployment: &Deployment, action: Action) -> Result<Option<Deployment>, Error> {
        let sets = self.client.within::<ReplicaSet>(deployment.namespace());
        match action {
            Action::Create(set) => self.create(deployment, &set).await?,
            Action::Scale { set, to } => self.scale(deployment, &set, to).await?,
            Action::Update(set) => drop(sets.update(&set).await?),
            Action::Show(number) => {
                // Only the annotation: the rest of the cached deployment may be old.
                let patch = json!({"metadata": {"annotations": {facts::REVISION: number.to_string()}}});
                let all = self.client.within::<Deployment>(deployment.namespace()).trimmed();
                return Ok(Some(all.patch(deployment.name(), &Patch::Merge(patch)).await?));
            }
            Action::Delete(set) => {
                let propagation = Some(Propagation::Background);
                let options = DeleteOptions { propagation, ..DeleteOptions::of_uid(set.uid()) };
                match sets.delete(set.name(), &options).await {
                    Err(error) if !error.is_not_found() => return Err(error.into()),
                    _ => {}
                }
            }
        }
        Ok(None)
    }

    async fn create(&self, deployment: &Deployment, set: &ReplicaSet) -> Result<(), Error> {
        let sets = self.client.within::<ReplicaSet>(deployment.namespace());
        match sets.create(set).await {
            Ok(made) if replicas(&made) > 0 => self.scaled(deployment, &made, 0, replicas(&made)),
            Ok(_) => {}
            Err(error) if error.is_namespace_terminating() => {}
            Err(error) if error.is_already_exists() => return self.resolve(deployment, set).await,
            Err(error) => {
                let message = format!("Failed to create new replica set \"{}\": {error}", set.name());
                self.recorder.event(
                    &Reference::of(deployment),
                    Severity::Warning,
                    "ReplicaSetCreateError",
                    message,
                );
                return Err(error.into());
            }
        }
        Ok(())
    }

    /// The name is taken: by what was made a moment ago, or by the set of another template with the same hash.
    async fn resolve(&self, deployment: &Deployment, set: &ReplicaSet) -> Result<(), Error> {
        let sets = self.client.within::<ReplicaSet>(deployment.namespace());
        let Some(found) = sets.find(set.name()).await? else { return Err(Error::other("the set vanished")) };
        let template =
            |set: &ReplicaSet| set.spec.as_ref().and_then(|spec| spec.template.clone()).unwrap_or_default();
        let own = found.controller().is_some_and(|owner| owner.uid == deployment.uid());
        if own && template::same(&template(&found), &template(set), facts::HASH) {
            return Ok(());
        }
        let mut fresh =
            self.client.within::<Deployment>(deployment.namespace()).get(deployment.name()).await?;
        let status = fresh.status.get_or_insert_default();
        status.collision_count = Some(status.collision_count.unwrap_or_default() + 1);
        self.client.within::<Deployment>(deployment.namespace()).update_status(&fresh).await?;
        Err(Error::other(format!("another replica set is named {}; trying another name", set.name())))
    }

    async fn scale(&self, deployment: &Deployment, set: &ReplicaSet, to: i32) -> Result<(), Error> {
        let (mut changed, from) = (set.clone(), replicas(set));
        changed.spec.get_or_insert_default().replicas = Some(to);
        revision::size(changed.meta_mut().annotations.get_or_insert_default(), deployment);
        self.client.within::<ReplicaSet>(deployment.namespace()).update(&changed).await?;
        if from != to {
            self.scaled(deployment, set, from, to);
        }
        Ok(())
    }

    fn scaled(&self, deployment: &Deployment, set: &ReplicaSet, from: i32, to: i32) {
        let direction = if from < to { "up" } else { "down" };
        let message = format!("Scaled {direction} replica set {} from {from} to {to}", set.name());
        self.recorder.event(&Reference::of(deployment), Severity::Normal, "ScalingReplicaSet", message);
    }

    /// Brings the status up to date, and says when it will have to change by time alone.
    async fn tell(&self, key: &Key, deployment: &Deployment, sets: &Sets) -> Result<Next, Error> {
        let now = self.clock.now();
        let status = status::status(deployment, sets, now);
        let left = status::left(deployment, &status, now);
        if Some(&status) != deployment.status.as_ref() {
            let updated = Deployment { status: Some(status), ..deployment.clone() };
            self.client.within::<Deployment>(&key.namespace).update_status(&updated).await?;
        }
        // A second more, since times of the API are whole seconds.
        Ok(left.map_or(Next::Done, |left| Next::After(left + Duration::from_secs(1))))
    }
}
