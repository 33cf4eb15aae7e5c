//! `Job`: pods that must end well so many times. `plan.rs` decides, `count.rs` counts each pod exactly once; this file looks at the caches
//! and calls the API.

mod backoff;
mod conditions;
mod count;
mod failure_policy;
mod indexes;
mod judge;
mod numbers;
mod plan;
#[cfg(test)]
mod plan_tests;
mod pod;
mod staff;

use std::sync::Arc;
use std::time::Duration;

use api::Resource as _;
use api::batch::v1::Job;
use api::core::v1::Pod;
use async_trait::async_trait;
use client::{Client, DeleteOptions, Patch};
use informer::{Controller, Error, Event, Informer, Inputs, Key, Next, Recorder, Reference, Severity};
use runtime::Clock;
use serde_json::json;

use crate::claim::{self, BY_CONTROLLER, by_controller, orphans_of};
use crate::expectations::Expectations;
use crate::{Context, Work, batch, selector};
use plan::{Observed, Steps, Wanted};

const NAME: &str = "job-controller";
/// How soon to look again while the cache is behind; normally the cache tells.
const BEHIND: Duration = Duration::from_secs(5);
/// Jobs that another controller looks after.
const OURS: &str = "kubernetes.io/job-controller";

/// The loop.
pub fn build(context: &Context) -> Work {
    let (jobs, pods) = (context.informers.of::<Job>(), context.informers.of::<Pod>());
    pods.index(BY_CONTROLLER, by_controller);
    Work::Reconciles(Arc::new(Jobs {
        client: context.client.clone(),
        recorder: context.recorder(NAME),
        clock: context.clock.clone(),
        written: Expectations::new(jobs.clone()),
        expectations: Expectations::new(pods.clone()),
        jobs,
        pods,
    }))
}

struct Jobs {
    client: Client,
    recorder: Recorder,
    clock: Clock,
    jobs: Informer<Job>,
    pods: Informer<Pod>,
    /// Statuses: what was counted must be seen before more is.
    written: Expectations<Job>,
    /// Pods that were made, changed and removed.
    expectations: Expectations<Pod>,
}

#[async_trait]
impl Controller for Jobs {
    fn name(&self) -> &'static str {
        NAME
    }

    fn inputs(&self, inputs: &mut Inputs) {
        inputs.on(&self.jobs, |event| vec![Key::of(&**event.object())]);
        let jobs = self.jobs.clone();
        inputs.on(&self.pods, move |event| concerned(&jobs, event));
    }

    async fn reconcile(&self, key: &Key) -> Result<Next, Error> {
        let Some(job) = self.jobs.get(&key.namespace, &key.name) else {
            self.written.forget(key);
            self.expectations.forget(key);
            return self.release_orphans(key).await;
        };
        let foreign =
            job.spec.as_ref().and_then(|spec| spec.managed_by.as_deref()).is_some_and(|by| by != OURS);
        if foreign {
            return Ok(Next::Done);
        }
        if !self.written.are_met(key) || !self.expectations.are_met(key) {
            return Ok(Next::After(BEHIND));
        }
        let mut candidates = self.pods.indexed(BY_CONTROLLER, job.uid());
        candidates.extend(self.pods.indexed(BY_CONTROLLER, &orphans_of(&key.namespace)));
        let select = selector::of(job.spec.as_ref().and_then(|spec| spec.selector.as_ref()));
        let claims = claim::sort(&*job, &select, candidates);
        let mine = claim::settle_with(&self.client, &*job, claims, &[count::FINALIZER]).await?;
        let steps = plan::plan(&Observed { job: &job, pods: &mine, now: self.clock.now() });
        self.apply(key, &job, steps).await
    }

    fn workers(&self) -> usize {
        5
    }
}

/// Which jobs an event of a pod concerns.
fn concerned(jobs: &Informer<Job>, event: &Event<Pod>) -> Vec<Key> {
    let manager = |pod: &Pod| {
        let owner = pod.controller().filter(|owner| owner.kind == "Job")?;
        Some(Key::new(pod.namespace(), &owner.name))
    };
    let mut keys = Vec::new();
    if let Event::Updated { old, .. } = event {
        keys.extend(manager(old));
    }
    let pod = event.object();
    keys.extend(manager(pod));
    if pod.controller().is_none() && !matches!(event, Event::Deleted(_)) {
        let selects = |job: &Job| {
            let select = selector::of(job.spec.as_ref().and_then(|spec| spec.selector.as_ref()));
            selector::matches(&select, &**pod)
        };
        keys.extend(
            jobs.list_in(pod.namespace()).into_iter().filter(|job| selects(job)).map(|job| Key::of(&*job)),
        );
    }
    keys
}

impl Jobs {
    /// Does what was planned: first what is to be remembered, then what relies on it.
    async fn apply(&self, key: &Key, job: &Job, steps: Steps) -> Result<Next, Error> {
        let mut failure = None;
        for pod in &steps.delete {
            // A pod that the job removes before its end has not failed: it is not counted.
            if !steps.counted {
                self.strip(key, pod).await?;
            }
            failure = failure.or(self.delete(key, job, pod).await.err());
        }
        if steps.counted
            && let Some(failure) = failure
        {
            return Err(failure.into());
        }
        if failure.is_none() && !steps.create.is_empty() {
            let create = |at: usize| self.create(key, job, &steps.create[at]);
            failure = batch::slow_start(steps.create.len(), create).await.1;
        }
        if Some(&steps.status) != job.status.as_ref() {
            let updated = Job { status: Some(steps.status), ..job.clone() };
            let written = self.client.within::<Job>(&key.namespace).update_status(&updated).await?;
            self.written.wrote(key, &written);
            for (severity, reason, message) in steps.events {
                self.recorder.event(&Reference::of(job), severity, &reason, message);
            }
        }
        for pod in &steps.strip {
            self.strip(key, pod).await?;
        }
        match failure {
            Some(failure) => Err(failure.into()),
            None => Ok(steps.after.map_or(Next::Done, Next::After)),
        }
    }

    async fn create(&self, key: &Key, job: &Job, wanted: &Wanted) -> Result<(), client::Error> {
        let pod = pod::make(job, wanted.index, wanted.replaced.as_deref());
        match self.client.within::<Pod>(&key.namespace).create(&pod).await {
            Ok(pod) => {
                self.expectations.wrote(key, &pod);
                let message = format!("Created pod: {}", pod.name());
                self.recorder.event(&Reference::of(job), Severity::Normal, "SuccessfulCreate", message);
                Ok(())
            }
            Err(error) if error.is_namespace_terminating() => Ok(()),
            Err(error) => {
                let message = format!("Error creating: {error}");
                self.recorder.event(&Reference::of(job), Severity::Warning, "FailedCreate", message);
                Err(error)
            }
        }
    }

    async fn delete(&self, key: &Key, job: &Job, pod: &Pod) -> Result<(), client::Error> {
        let options = DeleteOptions::of_uid(pod.uid());
        match self.client.within::<Pod>(&key.namespace).delete(pod.name(), &options).await {
            Ok(()) => {
                self.expectations.deleted(key, pod);
                let message = format!("Deleted pod: {}", pod.name());
                self.recorder.event(&Reference::of(job), Severity::Normal, "SuccessfulDelete", message);
                Ok(())
            }
            Err(error) if error.is_not_found() => Ok(()),
            Err(error) => Err(error),
        }
    }

    /// The pod has been counted, or will not be: it may go.
    async fn strip(&self, key: &Key, pod: &Pod) -> Result<(), client::Error> {
        if !count::is_tracked(pod) {
            return Ok(());
        }
        let patch = json!({"metadata": {"$deleteFromPrimitiveList/finalizers": [count::FINALIZER], "uid": pod.uid()}});
        match self.client.within::<Pod>(&key.namespace).patch(pod.name(), &Patch::Strategic(patch)).await {
            Ok(pod) => self.expectations.wrote(key, &pod),
            Err(error) if error.is_not_found() => {}
            Err(error) => return Err(error),
        }
        Ok(())
    }

    /// The job is gone: nobody will count its pods any more.
    async fn release_orphans(&self, key: &Key) -> Result<Next, Error> {
        let managed =
            |pod: &Pod| pod.controller().is_some_and(|owner| owner.kind == "Job" && owner.name == key.name);
        for pod in self.pods.list_in(&key.namespace).into_iter().filter(|pod| managed(pod)) {
            self.strip(key, &pod).await?;
        }
        Ok(Next::Done)
    }
}
