//! From a cron job and its jobs to what must be done. Pure.

use std::sync::Arc;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use api::batch::v1::{CronJob, CronJobSpec, CronJobStatus, Job};
use api::core::v1::ObjectReference;
use api::meta::ObjectMeta;
use api::{Resource as _, time};
use informer::Severity;

use super::due;
use super::schedule::{self, Schedule};

const TIMESTAMP: &str = "batch.kubernetes.io/cronjob-scheduled-timestamp";

/// What is seen.
pub struct Observed<'a> {
    pub cron: &'a CronJob,
    /// The jobs that it manages.
    pub jobs: &'a [Arc<Job>],
    pub now: SystemTime,
}

/// What is to be done, in this order.
#[derive(Debug, Default)]
pub struct Steps {
    /// Finished jobs that are too many, and running ones that are replaced.
    pub delete: Vec<Arc<Job>>,
    /// The job that is due, with its time.
    pub create: Option<(Job, SystemTime)>,
    /// Without what becomes of `create`.
    pub status: CronJobStatus,
    pub events: Vec<(Severity, &'static str, String)>,
    /// When to look again if nothing happens.
    pub after: Option<Duration>,
}

pub fn plan(observed: &Observed<'_>) -> Steps {
    let cron = observed.cron;
    let mut steps = Steps { status: cron.status.clone().unwrap_or_default(), ..Steps::default() };
    let spec = cron.spec.clone();
    forget_old(observed, &spec, &mut steps);
    follow(observed, &mut steps);
    if !cron.is_being_deleted() {
        start(observed, &spec, &mut steps);
    }
    if steps.status.active.as_ref().is_some_and(Vec::is_empty) {
        steps.status.active = None;
    }
    steps
}

/// How a job ended, if it has.
fn outcome(job: &Job) -> Option<&str> {
    let conditions = job.status.as_ref()?.conditions.as_ref()?.iter();
    let mut ends = conditions.filter(|one| one.status == "True").map(|one| one.type_.as_str());
    ends.find(|type_| matches!(*type_, "Complete" | "Failed"))
}

/// Finished jobs beyond the limits go, the oldest first.
fn forget_old(observed: &Observed<'_>, spec: &CronJobSpec, steps: &mut Steps) {
    let limits =
        [("Complete", spec.successful_jobs_history_limit), ("Failed", spec.failed_jobs_history_limit)];
    for (end, limit) in limits {
        let Some(limit) = limit.and_then(|limit| usize::try_from(limit).ok()) else { continue };
        let mut jobs: Vec<_> =
            observed.jobs.iter().filter(|job| outcome(job) == Some(end)).cloned().collect();
        let started = |job: &Job| job.status.as_ref().and_then(|status| status.start_time.clone());
        jobs.sort_by_key(|job| {
            (started(job).is_none(), started(job).map(|at| time::system(&at)), job.name().to_owned())
        });
        let surplus = jobs.len().saturating_sub(limit);
        steps.delete.extend(jobs.into_iter().take(surplus).filter(|job| !job.is_being_deleted()));
    }
}

/// Brings the list of running jobs up to date.
fn follow(observed: &Observed<'_>, steps: &mut Steps) {
    let status = &mut steps.status;
    let active = status.active.get_or_insert_default();
    for job in observed.jobs {
        let known = active.iter().any(|one| one.uid.as_deref() == Some(job.uid()));
        match outcome(job) {
            None if !known => {
                let message =
                    format!("Saw a job that the controller did not create or forgot: {}", job.name());
                steps.events.push((Severity::Warning, "UnexpectedJob", message));
            }
            Some(end) if known => {
                active.retain(|one| one.uid.as_deref() != Some(job.uid()));
                let message = format!("Saw completed job: {}, condition: {end}", job.name());
                steps.events.push((Severity::Normal, "SawCompletedJob", message));
            }
            _ => {}
        }
        let completed = job.status.as_ref().and_then(|status| status.completion_time.as_ref());
        if let Some(completed) = completed.filter(|_| outcome(job) == Some("Complete"))
            && status
                .last_successful_time
                .as_ref()
                .is_none_or(|last| time::system(completed) > time::system(last))
        {
            status.last_successful_time = Some(completed.clone());
        }
    }
    active.retain(|one| {
        let there = observed.jobs.iter().any(|job| one.uid.as_deref() == Some(job.uid()));
        if !there {
            let message = format!("Active job went missing: {}", one.name.as_deref().unwrap_or_default());
            steps.events.push((Severity::Normal, "MissingJob", message));
        }
        there
    });
}

/// Starts a job if one is due.
fn start(observed: &Observed<'_>, spec: &CronJobSpec, steps: &mut Steps) {
    let warn = |reason, message| (Severity::Warning, reason, message);
    let (text, zone) = (&spec.schedule, spec.time_zone.as_deref());
    if let Some(name) = zone.filter(|name| schedule::zone(name).is_none()) {
        let message = format!("invalid timeZone: {name:?}: unknown time zone {name}");
        steps.events.push(warn("UnknownTimeZone", message));
        return;
    }
    if spec.suspend == Some(true) {
        return;
    }
    if text.contains("TZ") {
        let message = format!(
            "CRON_TZ or TZ used in schedule {text:?} is not officially supported, see https://kubernetes.io/docs/concepts/workloads/controllers/cron-jobs/ for more details"
        );
        steps.events.push(warn("UnsupportedSchedule", message));
    }
    let schedule = match Schedule::parse(text, zone) {
        Ok(schedule) => schedule,
        Err(error) => {
            steps
                .events
                .push(warn("UnparseableSchedule", format!("unparseable schedule: {text:?} : {error}")));
            return;
        }
    };
    let due = due::due(observed.cron, observed.now, &schedule);
    steps.after = due::wait(observed.cron, observed.now, &schedule);
    let Some(at) = due.at else { return };
    if due.many {
        let message =
            "too many missed start times. Set or decrease .spec.startingDeadlineSeconds or check clock skew";
        steps.events.push(warn("TooManyMissedTimes", message.to_owned()));
    }
    let deadline = spec.starting_deadline_seconds.and_then(|seconds| u64::try_from(seconds).ok());
    if deadline.is_some_and(|seconds| at + Duration::from_secs(seconds) < observed.now) {
        let message = format!("Missed scheduled time to start a job: {}", schedule::tell(at));
        steps.events.push(warn("MissSchedule", message));
        return;
    }
    let job = make(observed.cron, spec, at);
    let active = steps.status.active.get_or_insert_default();
    let made = active.iter().any(|one| one.name.as_deref() == Some(job.name()));
    if made || steps.status.last_schedule_time == Some(time::time(at)) {
        return;
    }
    match spec.concurrency_policy.as_deref() {
        Some("Forbid") if !active.is_empty() => {
            let message =
                "Not starting job because prior execution is running and concurrency policy is Forbid";
            steps.events.push((Severity::Normal, "JobAlreadyActive", message.to_owned()));
            return;
        }
        Some("Replace") => {
            let running = |job: &&Arc<Job>| active.iter().any(|one| one.uid.as_deref() == Some(job.uid()));
            steps.delete.extend(observed.jobs.iter().filter(running).cloned());
            active.clear();
        }
        _ => {}
    }
    steps.create = Some((job, at));
}

/// The job for one time: its name says which.
fn make(cron: &CronJob, spec: &CronJobSpec, at: SystemTime) -> Job {
    let given = spec.job_template.metadata.clone().unwrap_or_default();
    let minutes = at.duration_since(UNIX_EPOCH).unwrap_or_default().as_secs() / 60;
    let zone =
        schedule::zone(spec.time_zone.as_deref().unwrap_or_default()).unwrap_or(jiff::tz::TimeZone::UTC);
    let mut annotations = given.annotations.unwrap_or_default();
    annotations.insert(TIMESTAMP.to_owned(), schedule::render(at, zone));
    Job {
        metadata: ObjectMeta {
            name: Some(format!("{}-{minutes}", cron.name())),
            namespace: Some(cron.namespace().to_owned()),
            labels: given.labels,
            annotations: Some(annotations),
            owner_references: Some(vec![cron.controller_reference()]),
            ..ObjectMeta::default()
        },
        spec: spec.job_template.spec.clone(),
        status: None,
    }
}

/// The status after a job was made for a time.
pub fn started(status: &mut CronJobStatus, job: &Job, at: SystemTime) {
    status.active.get_or_insert_default().push(ObjectReference {
        api_version: Some("batch/v1".to_owned()),
        kind: Some("Job".to_owned()),
        name: Some(job.name().to_owned()),
        namespace: Some(job.namespace().to_owned()),
        uid: Some(job.uid().to_owned()),
        resource_version: Some(job.resource_version().to_owned()),
        ..ObjectReference::default()
    });
    status.last_schedule_time = Some(time::time(at));
}
