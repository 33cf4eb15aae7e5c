//! `CronJob`: jobs at set times. Upstream: `cronjob-controller`.
//!
//! | module | what it holds |
//! |---|---|
//! | `schedule` | when a schedule comes due |
//! | `due` | which times are to be made up for, and how long to wait |
//! | `plan` | what to do: pure |

mod due;
mod plan;
#[cfg(test)]
mod plan_tests;
mod schedule;

use std::sync::Arc;
use std::time::Duration;

use api::Resource as _;
use api::batch::v1::{CronJob, Job};
use async_trait::async_trait;
use client::{Client, DeleteOptions, Propagation};
use informer::{Controller, Error, Event, Informer, Inputs, Key, Next, Recorder, Reference, Severity};
use runtime::Clock;

use crate::claim::{BY_CONTROLLER, by_controller};
use crate::expectations::Expectations;
use crate::{Context, Work};
use plan::{Observed, Steps};
use schedule::Schedule;

const NAME: &str = "cronjob-controller";
/// How soon to look again while the cache is behind; normally the cache tells.
const BEHIND: Duration = Duration::from_secs(5);

/// The loop.
pub fn build(context: &Context) -> Work {
    let (crons, jobs) = (context.informers.of::<CronJob>(), context.informers.of::<Job>());
    jobs.index(BY_CONTROLLER, by_controller);
    Work::Reconciles(Arc::new(CronJobs {
        client: context.client.clone(),
        recorder: context.recorder(NAME),
        clock: context.clock.clone(),
        written: Expectations::new(crons.clone()),
        made: Expectations::new(jobs.clone()),
        crons,
        jobs,
    }))
}

struct CronJobs {
    client: Client,
    recorder: Recorder,
    clock: Clock,
    crons: Informer<CronJob>,
    jobs: Informer<Job>,
    written: Expectations<CronJob>,
    made: Expectations<Job>,
}

#[async_trait]
impl Controller for CronJobs {
    fn name(&self) -> &'static str {
        NAME
    }

    fn inputs(&self, inputs: &mut Inputs) {
        let (queue, clock) = (inputs.queue(), self.clock.clone());
        inputs.on(&self.crons, move |event| {
            // A new schedule counts from its next time on, not from those that it would have had.
            if let Event::Updated { old, new } = event
                && times(old) != times(new)
                && let Ok(schedule) = Schedule::parse(times(new).0, times(new).1)
                && let Some(wait) = due::wait(new, clock.now(), &schedule)
            {
                queue.add_after(Key::of(&**new), wait);
                return Vec::new();
            }
            vec![Key::of(&**event.object())]
        });
        inputs.on(&self.jobs, |event| {
            let owner = event.object().controller().filter(|owner| owner.kind == "CronJob").cloned();
            owner.map(|owner| Key::new(event.object().namespace(), &owner.name)).into_iter().collect()
        });
    }

    async fn reconcile(&self, key: &Key) -> Result<Next, Error> {
        let Some(cron) = self.crons.get(&key.namespace, &key.name) else {
            self.written.forget(key);
            self.made.forget(key);
            return Ok(Next::Done);
        };
        if !self.written.are_met(key) || !self.made.are_met(key) {
            return Ok(Next::After(BEHIND));
        }
        let jobs = self.jobs.indexed(BY_CONTROLLER, cron.uid());
        let steps = plan::plan(&Observed { cron: &cron, jobs: &jobs, now: self.clock.now() });
        self.apply(key, &cron, steps).await
    }

    fn workers(&self) -> usize {
        5
    }
}

/// The schedule and its zone.
fn times(cron: &CronJob) -> (&str, Option<&str>) {
    (&cron.spec.schedule, cron.spec.time_zone.as_deref())
}

impl CronJobs {
    async fn apply(&self, key: &Key, cron: &CronJob, mut steps: Steps) -> Result<Next, Error> {
        for (severity, reason, message) in steps.events {
            self.recorder.event(&Reference::of(cron), severity, reason, message);
        }
        let mut failure = None;
        for job in &steps.delete {
            failure = failure.or(self.delete(key, cron, job).await.err());
        }
        if let Some((job, at)) = steps.create.filter(|_| failure.is_none()) {
            match self.create(key, cron, &job).await {
                Ok(Some(job)) => plan::started(&mut steps.status, &job, at),
                Ok(None) => {}
                Err(error) => failure = Some(error),
            }
        }
        if steps.status != cron.status.clone().unwrap_or_default() {
            let updated = CronJob { status: Some(steps.status), ..cron.clone() };
            let crons = self.client.within::<CronJob>(&key.namespace);
            self.written.wrote(key, &crons.update_status(&updated).await?);
        }
        match failure {
            Some(failure) => Err(failure.into()),
            None => Ok(steps.after.map_or(Next::Done, Next::After)),
        }
    }

    /// The job that was made, now or before by a process that could not tell of it any more.
    async fn create(&self, key: &Key, cron: &CronJob, job: &Job) -> Result<Option<Job>, client::Error> {
        let jobs = self.client.within::<Job>(&key.namespace);
        match jobs.create(job).await {
            Ok(job) => {
                self.made.wrote(key, &job);
                let message = format!("Created job {}", job.name());
                self.recorder.event(&Reference::of(cron), Severity::Normal, "SuccessfulCreate", message);
                Ok(Some(job))
            }
            Err(error) if error.is_already_exists() => {
                let found = jobs.find(job.name()).await?;
                Ok(found.filter(|found| found.controller().is_some_and(|owner| owner.uid == cron.uid())))
            }
            Err(error) if error.is_namespace_terminating() => Ok(None),
            Err(error) => {
                let message = format!("Error creating job: {error}");
                self.recorder.event(&Reference::of(cron), Severity::Warning, "FailedCreate", message);
                Err(error)
            }
        }
    }

    async fn delete(&self, key: &Key, cron: &CronJob, job: &Job) -> Result<(), client::Error> {
        let options =
            DeleteOptions { propagation: Some(Propagation::Background), ..DeleteOptions::of_uid(job.uid()) };
        match self.client.within::<Job>(&key.namespace).delete(job.name(), &options).await {
            Err(error) if !error.is_not_found() => {
                let message = format!("Deleted job: {error}");
                self.recorder.event(&Reference::of(cron), Severity::Warning, "FailedDelete", message);
                Err(error)
            }
            _ => {
                self.made.deleted(key, job);
                let message = format!("Deleted job {}", job.name());
                self.recorder.event(&Reference::of(cron), Severity::Normal, "SuccessfulDelete", message);
                Ok(())
            }
        }
    }
}
