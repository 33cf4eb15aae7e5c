//! Jobs and cron jobs.

use super::shared::{controller, head, meta, or_unset, selector};
use super::times::{between, rfc1123};
use super::{Facts, Text, containers, events};
use crate::tree::Tree as _;

pub(super) fn job(facts: &Facts<'_>, text: &mut Text) {
    let object = facts.object;
    let (spec, status) = (object.at("spec"), object.at("status"));
    text.field(0, "Name", object.name());
    text.field(0, "Namespace", object.namespace());
    text.field(0, "Selector", selector(spec.at("selector")).replace("<none>", ""));
    meta(text, object);
    if let Some(controller) = controller(object) {
        text.field(0, "Controlled By", controller);
    }
    if spec.has("parallelism") {
        text.field(0, "Parallelism", spec.int("parallelism"));
    }
    text.field(0, "Completions", or_unset(spec.at("completions")));
    for (title, field) in [
        ("Completion Mode", "completionMode"),
        ("Suspend", "suspend"),
        ("Backoff Limit", "backoffLimit"),
        ("TTL Seconds After Finished", "ttlSecondsAfterFinished"),
    ] {
        text.some(0, title, &spec.show(field));
    }
    if status.has("startTime") {
        text.field(0, "Start Time", rfc1123(status.at("startTime")));
    }
    if status.has("completionTime") {
        text.field(0, "Completed At", rfc1123(status.at("completionTime")));
    }
    if let Some(span) = between(status.at("startTime"), status.at("completionTime")) {
        text.field(0, "Duration", span);
    }
    if spec.has("activeDeadlineSeconds") {
        text.field(0, "Active Deadline Seconds", format!("{}s", spec.int("activeDeadlineSeconds")));
    }
    let ready = if status.has("ready") { format!(" ({} Ready)", status.int("ready")) } else { String::new() };
    let counts = format!(
        "{} Active{ready} / {} Succeeded / {} Failed",
        status.int("active"),
        status.int("succeeded"),
        status.int("failed")
    );
    text.field(0, "Pods Statuses", counts);
    if spec.text("completionMode") == "Indexed" {
        let indexes = status.text("completedIndexes");
        text.field(0, "Completed Indexes", if indexes.is_empty() { "<none>" } else { indexes });
    }
    containers::template(spec.at("template"), text);
    events::describe(facts, text);
}

pub(super) fn cron_job(facts: &Facts<'_>, text: &mut Text) {
    let object = facts.object;
    let spec = object.at("spec");
    head(text, object);
    text.field(0, "Schedule", spec.text("schedule"));
    text.field(0, "Concurrency Policy", spec.text("concurrencyPolicy"));
    let suspend = if spec.has("suspend") { super::shared::truth(spec.at("suspend")) } else { "<unset>" };
    text.field(0, "Suspend", suspend);
    text.field(0, "Time Zone", or_unset(spec.at("timeZone")));
    text.field(0, "Successful Job History Limit", or_unset(spec.at("successfulJobsHistoryLimit")));
    text.field(0, "Failed Job History Limit", or_unset(spec.at("failedJobsHistoryLimit")));
    let deadline = or_unset(spec.at("startingDeadlineSeconds"));
    text.field(
        0,
        "Starting Deadline Seconds",
        if deadline == "<unset>" { deadline } else { format!("{deadline}s") },
    );
    let job = spec.at("jobTemplate.spec");
    text.field(
        0,
        "Selector",
        if job.has("selector") { selector(job.at("selector")) } else { "<unset>".to_owned() },
    );
    text.field(0, "Parallelism", or_unset(job.at("parallelism")));
    text.field(0, "Completions", or_unset(job.at("completions")));
    if job.has("activeDeadlineSeconds") {
        text.field(0, "Active Deadline Seconds", format!("{}s", job.int("activeDeadlineSeconds")));
    }
    containers::template(job.at("template"), text);
    let last = object.at("status.lastScheduleTime");
    text.field(0, "Last Schedule Time", if last.is_null() { "<unset>".to_owned() } else { rfc1123(last) });
    let active: Vec<&str> = object.items("status.active").iter().map(|job| job.text("name")).collect();
    text.field(0, "Active Jobs", if active.is_empty() { "<none>".to_owned() } else { active.join(", ") });
    events::describe(facts, text);
}
