//! The conditions of a job.

use std::time::SystemTime;

use api::batch::v1::{JobCondition, JobStatus};
use api::time;

pub const COMPLETE: &str = "Complete";
pub const FAILED: &str = "Failed";
pub const SUSPENDED: &str = "Suspended";
/// It will be complete once its last pods are gone.
pub const SUCCESS: &str = "SuccessCriteriaMet";
/// It will have failed once its last pods are gone.
pub const FAILURE: &str = "FailureTarget";

pub fn find<'a>(status: &'a JobStatus, type_: &str) -> Option<&'a JobCondition> {
    let mut conditions = status.conditions.iter().flatten();
    conditions.find(|condition| condition.type_ == type_ && condition.status == "True")
}

pub fn is_finished(status: &JobStatus) -> bool {
    find(status, COMPLETE).is_some() || find(status, FAILED).is_some()
}

/// Says something, unless that is said already. Whether it is new.
pub fn set(
    status: &mut JobStatus,
    (type_, value): (&str, bool),
    (reason, message): (&str, &str),
    now: SystemTime,
) -> bool {
    let value = if value { "True" } else { "False" };
    let conditions = status.conditions.get_or_insert_default();
    if conditions.iter().any(|one| one.type_ == type_ && one.status == value) {
        return false;
    }
    conditions.retain(|one| one.type_ != type_);
    conditions.push(JobCondition {
        type_: type_.to_owned(),
        status: value.to_owned(),
        reason: Some(reason.to_owned()),
        message: Some(message.to_owned()),
        last_probe_time: Some(time::time(now)),
        last_transition_time: Some(time::time(now)),
    });
    true
}
