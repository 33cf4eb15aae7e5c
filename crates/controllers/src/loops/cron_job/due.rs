//! Which time of a schedule a cron job has to make up for, and when the next one is. Pure.

use std::time::{Duration, SystemTime};

use api::Resource as _;
use api::batch::v1::CronJob;
use api::time;

use super::schedule::Schedule;

/// A little after the time itself, so that clocks which are not quite the same agree that it has come.
const DELTA: Duration = Duration::from_millis(100);
/// More times than so many were missed only if something is wrong.
const MANY: u64 = 100;

/// What has come due.
#[derive(Debug, Default, PartialEq)]
pub struct Due {
    /// The latest time that has passed without a job.
    pub at: Option<SystemTime>,
    /// Whether suspiciously many have.
    pub many: bool,
}

/// The last time for which there was a job, or from when on there are to be jobs.
fn earliest(cron: &CronJob, now: SystemTime, with_deadline: bool) -> SystemTime {
    let last = cron.status.as_ref().and_then(|status| status.last_schedule_time.as_ref());
    let from = last.or(cron.meta().creation_timestamp.as_ref()).map_or(now, time::system);
    let deadline = cron.spec.starting_deadline_seconds;
    let deadline = deadline.filter(|_| with_deadline).and_then(|seconds| u64::try_from(seconds).ok());
    deadline
        .and_then(|seconds| now.checked_sub(Duration::from_secs(seconds)))
        .map_or(from, |start| from.max(start))
}

fn since(cron: &CronJob, now: SystemTime, schedule: &Schedule, with_deadline: bool) -> Due {
    let first = schedule.next(earliest(cron, now, with_deadline)).filter(|first| *first <= now);
    let Some(first) = first else { return Due::default() };
    let Some(second) = schedule.next(first).filter(|second| *second <= now) else {
        return Due { at: Some(first), many: false };
    };
    // Not all of them are gone through: there may be very many.
    let between = second.duration_since(first).unwrap_or_default().as_secs().max(1);
    let missed = now.duration_since(first).unwrap_or_default().as_secs() / between + 1;
    let mut latest = first + Duration::from_secs(missed.saturating_sub(2) * between);
    let mut at = None;
    while let Some(next) = schedule.next(latest).filter(|next| *next <= now) {
        (at, latest) = (Some(next), next);
    }
    Due { at, many: missed > MANY }
}

/// What has come due and is not yet too late to be looked at.
pub fn due(cron: &CronJob, now: SystemTime, schedule: &Schedule) -> Due {
    since(cron, now, schedule, true)
}

/// How long until the schedule comes due again.
pub fn wait(cron: &CronJob, now: SystemTime, schedule: &Schedule) -> Option<Duration> {
    let from = since(cron, now, schedule, false).at.unwrap_or_else(|| earliest(cron, now, false).min(now));
    let mut next = schedule.next(from)?;
    if next <= now {
        next = schedule.next(now)?;
    }
    Some((next + DELTA).duration_since(now).unwrap_or_default())
}
