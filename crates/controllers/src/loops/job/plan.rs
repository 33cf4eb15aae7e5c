//! From a job and its pods to what must be done. Pure.

use std::sync::Arc;
use std::time::{Duration, SystemTime};

use api::Resource as _;
use api::batch::v1::{Job, JobStatus};
use api::core::v1::Pod;
use api::time;
use informer::Severity;

use super::conditions::{COMPLETE, FAILED, FAILURE, SUCCESS, SUSPENDED};
use super::count::Ending;
use super::judge::judge;
use super::numbers::Numbers;
use super::staff::staff;
use super::{conditions, count};
use crate::pods;

/// What is seen.
pub struct Observed<'a> {
    pub job: &'a Job,
    pub pods: &'a [Arc<Pod>],
    pub now: SystemTime,
}

/// A pod to make: for this number, in place of that failed one.
#[derive(Debug, Default, Clone)]
pub struct Wanted {
    pub index: Option<i32>,
    pub replaced: Option<Arc<Pod>>,
}

/// What is to be done, in this order.
#[derive(Debug, Default)]
pub struct Steps {
    pub delete: Vec<Arc<Pod>>,
    /// Whether the deleted keep their finalizers until they are counted.
    pub counted: bool,
    pub create: Vec<Wanted>,
    pub status: JobStatus,
    /// Pods that have been counted once the status is written.
    pub strip: Vec<Arc<Pod>>,
    pub events: Vec<(Severity, String, String)>,
    /// When to look again if nothing happens.
    pub after: Option<Duration>,
}

pub fn plan(observed: &Observed<'_>) -> Steps {
    let job = observed.job;
    let spec = job.spec.clone().unwrap_or_default();
    let mut steps = Steps { status: job.status.clone().unwrap_or_default(), ..Steps::default() };
    if conditions::is_finished(&steps.status) || job.is_being_deleted() {
        steps.strip = observed.pods.iter().filter(|pod| count::is_tracked(pod)).cloned().collect();
        return steps;
    }
    let suspended = spec.suspend.unwrap_or_default();
    if steps.status.start_time.is_none() && !suspended {
        steps.status.start_time = Some(time::time(observed.now));
    }
    count::settle(job, observed.pods, &mut steps.status);
    let active: Vec<_> = observed.pods.iter().filter(|pod| pods::is_active(pod)).cloned().collect();
    let numbers = Numbers::of(observed);
    judge(observed, &spec, &numbers, active.len(), &mut steps);
    let ending = ending(&steps.status);
    steps.strip = count::note(job, observed.pods, &mut steps.status, ending, &numbers.replaced);
    numbers.tell(&mut steps.status);
    if ending != Ending::Not {
        // They are counted like the others: their finalizers stay until then.
        (steps.delete, steps.counted) = (active, true);
        finish(observed, &mut steps);
    } else if suspended {
        suspend(observed, active, &mut steps);
    } else {
        resume(observed, &mut steps);
        staff(observed, &spec, active, &numbers, &mut steps);
    }
    tell(observed, &mut steps);
    steps
}

pub fn ending(status: &JobStatus) -> Ending {
    match (conditions::find(status, SUCCESS), conditions::find(status, FAILURE)) {
        (Some(_), _) => Ending::Well,
        (_, Some(_)) => Ending::Badly,
        _ => Ending::Not,
    }
}

/// The end is told once every pod is counted and gone.
fn finish(observed: &Observed<'_>, steps: &mut Steps) {
    let pending =
        count::noted(&steps.status) != (0, 0) || !steps.delete.is_empty() || !steps.strip.is_empty();
    if pending || observed.pods.iter().any(|pod| !pods::is_terminal(pod)) {
        return;
    }
    let said = |type_| {
        let found = conditions::find(&steps.status, type_).cloned();
        found.map(|one| (one.reason.unwrap_or_default(), one.message.unwrap_or_default()))
    };
    if let Some((reason, message)) = said(FAILURE) {
        conditions::set(&mut steps.status, (FAILED, true), (&reason, &message), observed.now);
        steps.events.push((Severity::Warning, reason, message));
    } else if let Some((reason, message)) = said(SUCCESS) {
        conditions::set(&mut steps.status, (COMPLETE, true), (&reason, &message), observed.now);
        steps.status.completion_time = Some(time::time(observed.now));
        let wanted = observed.job.spec.as_ref().and_then(|spec| spec.completions);
        if wanted.is_some_and(|wanted| steps.status.succeeded.unwrap_or_default() > wanted) {
            let message = "Too many succeeded pods running after completion count reached";
            steps.events.push((Severity::Warning, "TooManySucceededPods".to_owned(), message.to_owned()));
        }
        steps.events.push((Severity::Normal, "Completed".to_owned(), "Job completed".to_owned()));
    }
}

fn suspend(observed: &Observed<'_>, active: Vec<Arc<Pod>>, steps: &mut Steps) {
    steps.delete = active;
    if conditions::set(&mut steps.status, (SUSPENDED, true), ("JobSuspended", "Job suspended"), observed.now)
    {
        steps.events.push((Severity::Normal, "Suspended".to_owned(), "Job suspended".to_owned()));
    }
    steps.status.start_time = None;
}

fn resume(observed: &Observed<'_>, steps: &mut Steps) {
    if conditions::find(&steps.status, SUSPENDED).is_some() {
        conditions::set(&mut steps.status, (SUSPENDED, false), ("JobResumed", "Job resumed"), observed.now);
        steps.status.start_time = Some(time::time(observed.now));
        steps.events.push((Severity::Normal, "Resumed".to_owned(), "Job resumed".to_owned()));
    }
}

fn tell(observed: &Observed<'_>, steps: &mut Steps) {
    let count = |number: usize| crate::amount::count(number);
    let gone = |pod: &Pod| steps.delete.iter().any(|one| one.uid() == pod.uid());
    let active = || observed.pods.iter().filter(|pod| pods::is_active(pod) && !gone(pod));
    let (running, ready) = (active().count(), active().filter(|pod| pods::is_ready(pod)).count());
    let leaving = observed.pods.iter().filter(|pod| pods::is_terminating(pod)).count() + steps.delete.len();
    steps.status.active = count(running + steps.create.len());
    steps.status.ready = Some(crate::amount::int(ready));
    steps.status.terminating = Some(crate::amount::int(leaving));
}
