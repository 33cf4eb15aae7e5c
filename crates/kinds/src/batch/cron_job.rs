//! `CronJob`: jobs at set times.

use api::batch::v1::{CronJob, CronJobSpec};
use meta::{BadValue, ErrorList, FieldError, Path, Time};
use resource::{Column, ColumnType, Context, Kind, Object, Part, Strategy};
use serde_json::{Value, json};

use crate::describe;
use crate::printing::{NONE, UNSET, age, age_of, containers, integer, name, since, text};
use crate::rules::object::{default, keep, made, typed, typed_update};
use crate::rules::workload::{self, CONTAINERS, IMAGES, not_negative};
use crate::rules::{cron, job_spec, selector, time_zone};

/// The longest name: jobs get eleven characters more, and their pods are named by labels.
const MAX_NAME: usize = 52;

/// The descriptor.
pub fn kind() -> Kind {
    describe::namespaced("batch", "v1", "CronJob", "cronjobs")
        .short(&["cj"])
        .categories(&["all"])
        .status()
        .generation()
        .columns(vec![
            name(),
            text("Schedule", "io.k8s.api.batch.v1.CronJobSpec#schedule"),
            text("Timezone", "io.k8s.api.batch.v1.CronJobSpec#timeZone"),
            Column::new("Suspend", ColumnType::Boolean, "io.k8s.api.batch.v1.CronJobSpec#suspend"),
            integer("Active", "io.k8s.api.batch.v1.CronJobStatus#active"),
            text("Last Schedule", "io.k8s.api.batch.v1.CronJobStatus#lastScheduleTime"),
            age(),
            text("Containers", CONTAINERS).wide(),
            text("Images", IMAGES).wide(),
            text("Selector", "io.k8s.api.batch.v1.JobSpec#selector").wide(),
        ])
        .strategy(Rules)
}

struct Rules;

impl Strategy for Rules {
    fn defaults(&self, object: &mut Object) {
        let spec = made(object.tree_mut(), "spec");
        job_spec::nested_defaults(made(made(spec, "jobTemplate"), "spec"));
        default(spec, "concurrencyPolicy", "Allow");
        default(spec, "suspend", false);
        default(spec, "successfulJobsHistoryLimit", 3);
        default(spec, "failedJobsHistoryLimit", 1);
    }

    fn validate(&self, object: &Object, _cx: &Context<'_>) -> ErrorList {
        typed(object, |new: &CronJob| {
            let mut errors = spec_errors(&new.spec.clone(), None);
            let name = new.metadata.name.as_deref().unwrap_or_default();
            if name.len() > MAX_NAME {
                let detail = "must be no more than 52 characters";
                errors.push(FieldError::invalid(&Path::new("metadata.name"), name, detail));
            }
            errors
        })
    }

    fn prepare_update(&self, part: Part<'_>, new: &mut Object, old: &Object, _cx: &Context<'_>) {
        keep(new, old, if part == Part::Main { &["status"] } else { &["spec"] });
    }

    fn validate_update(&self, part: Part<'_>, new: &Object, old: &Object, _cx: &Context<'_>) -> ErrorList {
        match part {
            Part::Main => typed_update(new, old, |new: &CronJob, old: &CronJob| {
                spec_errors(&new.spec.clone(), Some(&old.spec.clone()))
            }),
            Part::Status | Part::View(_) => ErrorList::new(),
        }
    }

    fn warnings(&self, new: &Object, old: Option<&Object>, _cx: &Context<'_>) -> Vec<String> {
        let mut warnings: Vec<String> = workload::name_warning(new, old).into_iter().collect();
        warnings.extend(job_spec::warnings(new, old, "spec.jobTemplate.spec"));
        if old.is_some() && new.text("spec.schedule").contains("TZ") {
            warnings.push(
                "cannot use TZ or CRON_TZ in spec.spec.schedule, use timeZone instead, see \
                 https://kubernetes.io/docs/concepts/workloads/controllers/cron-jobs/ for more details"
                    .to_owned(),
            );
        }
        warnings
    }

    fn cells(&self, object: &Object, now: Time) -> Vec<Value> {
        let [names, images] = containers(object, "spec.jobTemplate.spec.template.spec.containers");
        let last = object.get("status.lastScheduleTime").and_then(Value::as_str);
        let suspend = object.get("spec.suspend").and_then(Value::as_bool);
        vec![
            object.text("spec.schedule").into(),
            object.get("spec.timeZone").and_then(Value::as_str).unwrap_or(NONE).into(),
            suspend.map_or(UNSET.into(), |suspend| if suspend { "True".into() } else { "False".into() }),
            json!(object.get("status.active").and_then(Value::as_array).map_or(0, Vec::len)),
            last.map_or(NONE.to_owned(), |last| since(last, now)).into(),
            age_of(object, now),
            names,
            images,
            selector::cell(object.get("spec.jobTemplate.spec.selector")),
        ]
    }
}

fn spec_errors(spec: &CronJobSpec, old: Option<&CronJobSpec>) -> ErrorList {
    let path = Path::new("spec");
    let mut errors = schedule_errors(spec, old, &path.child("schedule"));
    errors.append(not_negative(&[("startingDeadlineSeconds", spec.starting_deadline_seconds)], &path));
    if let Some(zone) = &spec.time_zone
        && old.is_none_or(|old| old.time_zone != spec.time_zone)
    {
        errors.append(zone_errors(zone, &path.child("timeZone")));
    }
    let (at, supported) = (path.child("concurrencyPolicy"), ["Allow", "Forbid", "Replace"]);
    match spec.concurrency_policy.as_deref().unwrap_or_default() {
        "" => errors.push(FieldError::required(&at, "")),
        policy if supported.contains(&policy) => {}
        policy => errors.push(FieldError::not_supported(&at, policy, &supported)),
    }
    let job = spec.job_template.spec.clone().unwrap_or_default();
    let at = path.child("jobTemplate").child("spec").to_string();
    let at = Path::new(&at);
    let before = old.and_then(|old| old.job_template.spec.as_ref()).map(|job| &job.template);
    errors.append(job_spec::validate(&job, &workload::options(before), &at));
    if let Some(selector) = &job.selector {
        let detail = "`selector` will be auto-generated";
        errors.push(FieldError::invalid(&at.child("selector"), selector::shown(Some(selector)), detail));
    }
    if job.manual_selector == Some(true) {
        errors.push(FieldError::not_supported(&at.child("manualSelector"), true, &["nil", "false"]));
    }
    let limits = [
        ("successfulJobsHistoryLimit", spec.successful_jobs_history_limit.map(i64::from)),
        ("failedJobsHistoryLimit", spec.failed_jobs_history_limit.map(i64::from)),
    ];
    errors.append(not_negative(&limits, &path));
    errors
}

fn schedule_errors(spec: &CronJobSpec, old: Option<&CronJobSpec>, path: &Path<'_>) -> ErrorList {
    let schedule = &spec.schedule;
    if schedule.is_empty() {
        return FieldError::required(path, "").into();
    }
    let mut errors = ErrorList::new();
    if let Err(problem) = cron::check(schedule, time_zone::exists) {
        errors.push(FieldError::invalid(path, schedule, problem));
    }
    let allowed = old.is_some_and(|old| old.schedule.contains("TZ"));
    if schedule.contains("TZ") {
        let detail = match (allowed, &spec.time_zone) {
            (true, None) => return errors,
            (true, Some(_)) => "cannot use both timeZone field and TZ or CRON_TZ in schedule",
            (false, _) => "cannot use TZ or CRON_TZ in schedule, use timeZone field instead",
        };
        errors.push(FieldError::invalid(path, schedule, detail));
    }
    errors
}

fn zone_errors(zone: &str, path: &Path<'_>) -> ErrorList {
    let invalid = |detail: String| FieldError::invalid(path, BadValue::from(zone), detail);
    if zone.is_empty() {
        return invalid("timeZone must be nil or non-empty string".to_owned()).into();
    }
    let well_formed = |part: &str| {
        let plain = part.bytes().all(|byte| byte.is_ascii_alphanumeric() || b".-_+".contains(&byte));
        !["", ".", ".."].contains(&part) && !part.starts_with('-') && part.len() <= 14 && plain
    };
    if !zone.split('/').all(well_formed) {
        return invalid(format!("unknown time zone {zone}")).into();
    }
    let mut errors = ErrorList::new();
    if zone.eq_ignore_ascii_case("Local") {
        let detail = "timeZone must be an explicit time zone as defined in https://www.iana.org/time-zones";
        errors.push(invalid(detail.to_owned()));
    }
    if zone != "Local" && !time_zone::exists(zone) {
        errors.push(invalid(format!("unknown time zone {zone}")));
    }
    errors
}
