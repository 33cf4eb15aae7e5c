//! The status of a job, which controllers of others may write too, and which must stay coherent.

use api::batch::v1::{Job, JobSpec, JobStatus};
use meta::{BadValue, ErrorList, FieldError, Path};

use crate::rules::job_spec::{indexes, is_indexed};
use crate::rules::seen::Seen;
use crate::rules::workload;

/// What is wrong with a change of the status.
pub fn validate(new: &Job, old: &Job) -> ErrorList {
    let spec = new.spec.clone().unwrap_or_default();
    let (new, old) = (new.status.clone().unwrap_or_default(), old.status.clone().unwrap_or_default());
    let change = Change { spec: &spec, new: &new, old: &old };
    let mut errors = number_errors(&new);
    errors.append(change.condition_errors());
    errors.append(change.finished_errors());
    errors.append(change.index_errors());
    errors.append(change.count_errors());
    errors.append(change.criteria_errors());
    errors.append(change.history_errors());
    errors
}

struct Change<'a> {
    spec: &'a JobSpec,
    new: &'a JobStatus,
    old: &'a JobStatus,
}

fn has(status: &JobStatus, kind: &str, value: &str) -> bool {
    status.conditions.iter().flatten().any(|one| one.type_ == kind && one.status == value)
}

fn is(status: &JobStatus, kind: &str) -> bool {
    has(status, kind, "True")
}

fn is_finished(status: &JobStatus) -> bool {
    is(status, "Complete") || is(status, "Failed")
}

fn conditions(detail: impl Into<String>) -> FieldError {
    FieldError::invalid(&Path::new("status.conditions"), BadValue::Omitted, detail)
}

fn completion_time(status: &JobStatus, detail: &str) -> FieldError {
    FieldError::invalid(&Path::new("status.completionTime"), BadValue::json(&status.completion_time), detail)
}

fn number_errors(status: &JobStatus) -> ErrorList {
    let counters = [
        ("active", status.active.map(i64::from)),
        ("succeeded", status.succeeded.map(i64::from)),
        ("failed", status.failed.map(i64::from)),
        ("ready", status.ready.map(i64::from)),
        ("terminating", status.terminating.map(i64::from)),
    ];
    let path = Path::new("status");
    let mut errors = workload::not_negative(&counters, &path);
    let uncounted = status.uncounted_terminated_pods.clone().unwrap_or_default();
    let at = path.child("uncountedTerminatedPods");
    let mut seen = Seen::new();
    for (field, uids) in [("succeeded", uncounted.succeeded), ("failed", uncounted.failed)] {
        for (i, uid) in uids.unwrap_or_default().into_iter().enumerate() {
            let (list, shown) = (at.child(field), BadValue::json(&uid));
            if uid.is_empty() {
                errors.push(FieldError::invalid(&list.index(i), shown, "must not be empty"));
            } else if seen.again(uid) {
                errors.push(FieldError::duplicate(&list.index(i), shown));
            }
        }
    }
    errors
}

impl Change<'_> {
    fn turned(&self, kind: &str) -> bool {
        is(self.old, kind) != is(self.new, kind)
    }

    fn condition_errors(&self) -> ErrorList {
        let mut errors = ErrorList::new();
        let complete = is(self.new, "Complete");
        if (self.turned("Complete") || self.turned("Failed")) && complete && is(self.new, "Failed") {
            errors.push(conditions("cannot set Complete=True and Failed=true conditions"));
        }
        if (self.turned("Complete") || self.turned("FailureTarget"))
            && complete
            && is(self.new, "FailureTarget")
        {
            errors.push(conditions("cannot set Complete=True and FailureTarget=true conditions"));
        }
        errors.append(self.time_errors());
        if (self.turned("Failed") || self.old.failed_indexes != self.new.failed_indexes)
            && is(self.new, "Failed")
            && !is(self.new, "FailureTarget")
        {
            errors.push(conditions(
                "cannot set Failed=True condition without the FailureTarget=true condition",
            ));
        }
        if (self.turned("Complete") || self.turned("SuccessCriteriaMet"))
            && complete
            && !is(self.new, "SuccessCriteriaMet")
        {
            let detail = "cannot set Complete=True condition without the SuccessCriteriaMet=true condition";
            errors.push(conditions(detail));
        }
        errors
    }

    fn time_errors(&self) -> ErrorList {
        let mut errors = ErrorList::new();
        let complete = is(self.new, "Complete");
        let times = self.turned("Complete") || self.old.completion_time != self.new.completion_time;
        if times && self.new.completion_time.is_some() && !complete {
            let detail = "cannot set completionTime when there is no Complete=True condition";
            errors.push(completion_time(self.new, detail));
        }
        if times && self.new.completion_time.is_none() && complete {
            let detail = "completionTime is required for Complete jobs";
            errors.push(FieldError::required(&Path::new("status.completionTime"), detail));
        }
        let moved = self.old.start_time != self.new.start_time
            || self.old.completion_time != self.new.completion_time;
        if let (true, Some(start), Some(end)) = (moved, &self.new.start_time, &self.new.completion_time)
            && end < start
        {
            errors.push(completion_time(self.new, "must be equal to or after `startTime`"));
        }
        errors
    }

    fn finished_errors(&self) -> ErrorList {
        let mut errors = ErrorList::new();
        let (finished, path) = (is_finished(self.new), Path::new("status"));
        let turned = is_finished(self.old) != finished;
        let active = self.new.active.unwrap_or(0);
        if finished && (turned || self.old.active != self.new.active) && active > 0 {
            let detail = "active>0 is invalid for finished job";
            errors.push(FieldError::invalid(&path.child("active"), active, detail));
        }
        let empty = self.spec.suspend == Some(true) && self.spec.completions == Some(0);
        if finished
            && (turned || self.old.start_time != self.new.start_time)
            && !empty
            && self.new.start_time.is_none()
        {
            let detail = "startTime is required for finished job";
            errors.push(FieldError::required(&path.child("startTime"), detail));
        }
        let uncounted = self.new.uncounted_terminated_pods.clone().unwrap_or_default();
        let changed = self.old.uncounted_terminated_pods != self.new.uncounted_terminated_pods;
        let (succeeded, failed) =
            (uncounted.succeeded.unwrap_or_default(), uncounted.failed.unwrap_or_default());
        if finished && (turned || changed) && !(succeeded.is_empty() && failed.is_empty()) {
            let json = |uids: &Vec<String>| match uids.is_empty() {
                true => "null".to_owned(),
                false => meta::go::to_json(uids).unwrap_or_default(),
            };
            let shown = format!(r#"{{"Succeeded":{},"Failed":{}}}"#, json(&succeeded), json(&failed));
            let at = path.child("uncountedTerminatedPods");
            errors.push(FieldError::invalid(&at, BadValue::Json(shown), "must be empty for finished job"));
        }
        errors
    }

    fn index_errors(&self) -> ErrorList {
        let mut errors = ErrorList::new();
        let (at_done, at_failed) = (Path::new("status.completedIndexes"), Path::new("status.failedIndexes"));
        let done = self.new.completed_indexes.as_deref().unwrap_or_default();
        let failed = self.new.failed_indexes.as_deref();
        let done_changed = self.old.completed_indexes.as_deref().unwrap_or_default() != done;
        let failed_changed = self.old.failed_indexes.as_deref() != failed;
        if let (true, Some(completions)) = (done_changed, self.spec.completions)
            && let Err(error) = indexes::count(done, completions)
        {
            let detail = format!("error parsing completedIndexes: {error}");
            errors.push(FieldError::invalid(&at_done, done, detail));
        }
        let per_index = self.spec.backoff_limit_per_index.is_some();
        if let (true, true, Some(completions), Some(failed)) =
            (failed_changed, per_index, self.spec.completions, failed)
            && let Err(error) = indexes::count(failed, completions)
        {
            let detail = format!("error parsing failedIndexes: {error}");
            errors.push(FieldError::invalid(&at_failed, failed, detail));
        }
        if done_changed && !done.is_empty() && !is_indexed(self.spec) {
            let detail = "cannot set non-empty completedIndexes when non-indexed completion mode";
            errors.push(FieldError::invalid(&at_done, done, detail));
        }
        if let (true, false, Some(failed)) = (failed_changed, per_index, failed) {
            let detail = "cannot set non-null failedIndexes when backoffLimitPerIndex is null";
            errors.push(FieldError::invalid(&at_failed, failed, detail));
        }
        if let (true, Some(completions), Some(failed)) =
            (failed_changed || done_changed, self.spec.completions, failed)
            && let Some(index) = indexes::overlap(done, failed, completions)
        {
            let detail = format!("failedIndexes and completedIndexes overlap at index: {index}");
            errors.push(FieldError::invalid(&at_failed, failed, detail));
        }
        errors
    }

    fn count_errors(&self) -> ErrorList {
        let mut errors = ErrorList::new();
        let turned = is_finished(self.old) != is_finished(self.new);
        if let Some(terminating) = self.new.terminating.filter(|count| *count > 0)
            && (turned || self.old.terminating != self.new.terminating)
            && is_finished(self.new)
        {
            let detail = "terminating>0 is invalid for finished job";
            errors.push(FieldError::invalid(&Path::new("status.terminating"), terminating, detail));
        }
        let active = self.new.active.unwrap_or(0);
        if let Some(ready) = self.new.ready.filter(|ready| *ready > active)
            && (self.old.ready != self.new.ready || self.old.active != self.new.active)
        {
            let detail = "cannot set more ready pods than active";
            errors.push(FieldError::invalid(&Path::new("status.ready"), ready, detail));
        }
        errors
    }

    fn criteria_errors(&self) -> ErrorList {
        let mut errors = ErrorList::new();
        let met = is(self.new, "SuccessCriteriaMet");
        if met && is(self.new, "Failed") {
            errors.push(conditions("cannot set SuccessCriteriaMet=True and Failed=true conditions"));
        }
        if met && is(self.new, "FailureTarget") {
            errors.push(conditions("cannot set SuccessCriteriaMet=True and FailureTarget=true conditions"));
        }
        if self.spec.success_policy.is_some() && !met && is(self.new, "Complete") {
            let detail = "cannot set Complete=True for Job with SuccessPolicy unless SuccessCriteriaMet=True";
            errors.push(conditions(detail));
        }
        errors
    }

    fn history_errors(&self) -> ErrorList {
        let mut errors = ErrorList::new();
        for kind in ["Failed", "Complete", "FailureTarget"] {
            if is(self.old, kind) && !is(self.new, kind) {
                errors.push(conditions(format!("cannot disable the terminal {kind}=True condition")));
            }
        }
        let elastic = is_indexed(self.spec) && self.spec.completions == self.spec.parallelism;
        let counters = [
            ("failed", self.new.failed, self.old.failed, true),
            ("succeeded", self.new.succeeded, self.old.succeeded, !elastic),
        ];
        for (field, new, old, held) in counters {
            let (new, path) = (new.unwrap_or(0), Path::new("status"));
            if held && new < old.unwrap_or(0) {
                let detail = format!("cannot decrease the {field} counter");
                errors.push(FieldError::invalid(&path.child(field), new, detail));
            }
        }
        errors.append(self.moment_errors());
        if is(self.old, "SuccessCriteriaMet") && !is(self.new, "SuccessCriteriaMet") {
            errors.push(conditions("cannot disable the SuccessCriteriaMet=True condition"));
        }
        if is(self.old, "Complete")
            && !is(self.old, "SuccessCriteriaMet")
            && is(self.new, "SuccessCriteriaMet")
        {
            let detail = "cannot set SuccessCriteriaMet=True for Job already has Complete=true conditions";
            errors.push(conditions(detail));
        }
        errors
    }

    fn moment_errors(&self) -> ErrorList {
        let mut errors = ErrorList::new();
        if let (Some(new), Some(old)) = (&self.new.completion_time, &self.old.completion_time)
            && new != old
        {
            errors.push(completion_time(self.new, "field is immutable"));
        }
        let resumes = is(self.old, "Suspended") && has(self.new, "Suspended", "False");
        if self.old.start_time.is_some()
            && self.old.start_time != self.new.start_time
            && !resumes
            && self.spec.suspend != Some(true)
        {
            let (at, detail) =
                (Path::new("status.startTime"), "field is immutable for unsuspended job once set");
            errors.push(FieldError::invalid(&at, BadValue::json(&self.new.start_time), detail));
        }
        errors
    }
}
