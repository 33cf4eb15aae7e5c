//! Jobs that have finished go after the time that they ask for (`ttlSecondsAfterFinished`).

use std::sync::Arc;
use std::time::{Duration, SystemTime};

use api::batch::v1::Job;
use api::{Resource as _, time};
use async_trait::async_trait;
use client::{Client, DeleteOptions, Propagation};
use informer::{Controller, Error, Informer, Inputs, Key, Next};
use runtime::Clock;

use crate::{Context, Work};

/// The loop.
pub fn build(context: &Context) -> Work {
    Work::Reconciles(Arc::new(Ttl {
        client: context.client.clone(),
        jobs: context.informers.of(),
        clock: context.clock.clone(),
    }))
}

struct Ttl {
    client: Client,
    jobs: Informer<Job>,
    clock: Clock,
}

#[async_trait]
impl Controller for Ttl {
    fn name(&self) -> &'static str {
        "ttl-after-finished-controller"
    }

    fn inputs(&self, inputs: &mut Inputs) {
        inputs.on(&self.jobs, |event| vec![Key::of(&**event.object())]);
    }

    async fn reconcile(&self, key: &Key) -> Result<Next, Error> {
        let Some(job) = self.jobs.get(&key.namespace, &key.name) else { return Ok(Next::Done) };
        let Some(until) = expiry(&job) else { return Ok(Next::Done) };
        if let Ok(left) = until.duration_since(self.clock.now())
            && !left.is_zero()
        {
            return Ok(Next::After(left));
        }
        // The cache may be old: somebody may have given the job more time.
        let jobs = self.client.within::<Job>(&key.namespace);
        let Some(fresh) = jobs.find(&key.name).await?.filter(|fresh| fresh.uid() == job.uid()) else {
            return Ok(Next::Done);
        };
        if expiry(&fresh) != Some(until) {
            return Ok(Next::After(Duration::from_secs(1)));
        }
        let options = DeleteOptions {
            propagation: Some(Propagation::Foreground),
            resource_version: fresh.resource_version().to_owned(),
            ..DeleteOptions::of_uid(fresh.uid())
        };
        match jobs.delete(&key.name, &options).await {
            Err(error) if !error.is_not_found() => Err(error.into()),
            _ => Ok(Next::Done),
        }
    }
}

/// When a job may go, if it has finished and asks for it.
fn expiry(job: &Job) -> Option<SystemTime> {
    let seconds = u64::try_from(job.spec.as_ref()?.ttl_seconds_after_finished?).ok()?;
    if job.is_being_deleted() {
        return None;
    }
    let mut conditions = job.status.as_ref()?.conditions.as_ref()?.iter();
    let end =
        conditions.find(|one| matches!(one.type_.as_str(), "Complete" | "Failed") && one.status == "True")?;
    Some(time::system(end.last_transition_time.as_ref()?) + Duration::from_secs(seconds))
}
