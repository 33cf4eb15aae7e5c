//! `Job`: pods that run until enough of them succeeded.

mod status;
mod update;

use api::batch::v1::{Job, JobSpec};
use meta::{BadValue, ErrorList, FieldError, Path, Time, validate};
use resource::{Context, Kind, Object, Part, Propagation, Strategy};
use serde_json::{Map, Value};
use std::borrow::Cow;

use crate::describe;
use crate::printing::{age, age_of, containers, human_duration, name, text};
use crate::rules::object::{default, default_absent, has, keep, made, same, typed, typed_update};
use crate::rules::pod_spec::Options;
use crate::rules::workload::{self, CONTAINERS, IMAGES};
use crate::rules::{job_spec, selector};

/// Labels of a job's pods that hold its name.
const NAME_LABELS: [&str; 2] = ["job-name", "batch.kubernetes.io/job-name"];
/// Labels of a job's pods that hold its uid. The second is what the job selects them by.
const UID_LABELS: [&str; 2] = ["controller-uid", "batch.kubernetes.io/controller-uid"];

/// The descriptor.
pub fn kind() -> Kind {
    describe::namespaced("batch", "v1", "Job", "jobs")
        .categories(&["all"])
        .status()
        .generation()
        .selectable(&["status.successful"])
        .columns(vec![
            name(),
            text("Status", "Status of the job."),
            text("Completions", "io.k8s.api.batch.v1.JobStatus#succeeded"),
            text("Duration", "Time required to complete the job."),
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
        job_spec::nested_defaults(spec);
        if !has(spec, "completions") && !has(spec, "parallelism") {
            default(spec, "completions", 1);
        }
        default(spec, "parallelism", 1);
        let backoff = if has(spec, "backoffLimitPerIndex") { i32::MAX } else { 6 };
        default(spec, "backoffLimit", backoff);
        default_absent(spec, "completionMode", "NonIndexed");
        default(spec, "suspend", false);
        let replacement = if has(spec, "podFailurePolicy") { "Failed" } else { "TerminatingOrFailed" };
        default_absent(spec, "podReplacementPolicy", replacement);
        default(spec, "manualSelector", false);
        let labels = object.get("spec.template.metadata.labels").cloned();
        if let Some(labels) = labels
            && object.get("metadata.labels").and_then(Value::as_object).is_none_or(Map::is_empty)
        {
            object.set("metadata.labels", labels);
        }
    }

    fn prepare_create(&self, object: &mut Object, _cx: &Context<'_>) {
        object.remove("status");
        if object.get("spec.manualSelector") != Some(&Value::Bool(true)) {
            generate_selector(object);
        }
    }

    fn validate(&self, object: &Object, _cx: &Context<'_>) -> ErrorList {
        typed(object, |new: &Job| job_errors(new, true, &Options::create()))
    }

    fn prepare_update(&self, part: Part<'_>, new: &mut Object, old: &Object, _cx: &Context<'_>) {
        keep(new, old, if part == Part::Main { &["status"] } else { &["spec"] });
    }

    fn validate_update(&self, part: Part<'_>, new: &Object, old: &Object, _cx: &Context<'_>) -> ErrorList {
        match part {
            Part::Main => {
                let changes = typed_update(new, old, |n: &Job, o: &Job| update::validate(n, o, new, old));
                typed_update(new, old, |new: &Job, old: &Job| {
                    let labels = labels_of(old);
                    let prefixed =
                        [NAME_LABELS[1], UID_LABELS[1]].iter().all(|key| labels.contains_key(*key));
                    let before = old.spec.as_ref().map(|spec| &spec.template);
                    let mut errors = job_errors(new, prefixed, &workload::options(before));
                    errors.append(changes);
                    errors
                })
            }
            Part::Status | Part::View(_) => typed_update(new, old, status::validate),
        }
    }

    fn warnings(&self, new: &Object, old: Option<&Object>, _cx: &Context<'_>) -> Vec<String> {
        let mut warnings: Vec<String> = workload::name_warning(new, old).into_iter().collect();
        warnings.extend(job_spec::warnings(new, old, "spec"));
        warnings
    }

    /// Clients of old expect the pods to stay.
    fn default_propagation(&self) -> Propagation {
        Propagation::Orphan
    }

    fn field<'a>(&self, object: &'a Object, _path: &str) -> Cow<'a, str> {
        object.int("status.succeeded").unwrap_or(0).to_string().into()
    }

    fn cells(&self, object: &Object, now: Time) -> Vec<Value> {
        let [names, images] = containers(object, "spec.template.spec.containers");
        vec![
            state(object).into(),
            completions(object).into(),
            duration(object, now).into(),
            age_of(object, now),
            names,
            images,
            selector::cell(object.get("spec.selector")),
        ]
    }
}

fn generate_selector(object: &mut Object) {
    let (name, uid) = (object.name().to_owned(), object.uid().to_owned());
    let generated =
        NAME_LABELS.iter().map(|key| (*key, &name)).chain(UID_LABELS.iter().map(|key| (*key, &uid)));
    let fill = |labels: &mut Value| {
        for (key, value) in generated.clone() {
            if !has(labels, key) {
                labels[key] = value.as_str().into();
            }
        }
    };
    // Labels that the job took over from its template stay those of the template.
    let shared = same(object.get("metadata.labels"), object.get("spec.template.metadata.labels"));
    let tree = object.tree_mut();
    let spec = made(tree, "spec");
    fill(made(made(made(spec, "template"), "metadata"), "labels"));
    let wanted = made(made(spec, "selector"), "matchLabels");
    if !has(wanted, UID_LABELS[1]) {
        wanted[UID_LABELS[1]] = uid.as_str().into();
    }
    if shared {
        fill(made(made(tree, "metadata"), "labels"));
    }
}

fn labels_of(job: &Job) -> std::collections::BTreeMap<String, String> {
    let meta = job.spec.as_ref().and_then(|spec| spec.template.metadata.as_ref());
    meta.and_then(|meta| meta.labels.clone()).unwrap_or_default()
}

/// `prefixed`: the labels with the group's prefix are expected too.
fn job_errors(job: &Job, prefixed: bool, options: &Options) -> ErrorList {
    let spec = job.spec.clone().unwrap_or_default();
    let mut errors = generated_errors(job, &spec, prefixed);
    errors.append(spec_errors(&spec, options));
    if job_spec::is_indexed(&spec)
        && let Some(completions) = spec.completions.filter(|completions| *completions > 0)
    {
        let name = job.metadata.name.as_deref().unwrap_or_default();
        let host = format!("{name}-{}", completions - 1);
        if !validate::dns1123_label(&host).is_empty() {
            let detail = format!("will not able to create pod with invalid DNS label: {host}");
            errors.push(FieldError::invalid(&Path::new("metadata.name"), name, detail));
        }
    }
    errors
}

/// What is wrong with a spec together with its selector.
fn spec_errors(spec: &JobSpec, options: &Options) -> ErrorList {
    let path = Path::new("spec");
    let mut errors = job_spec::validate(spec, options, &path);
    match &spec.selector {
        None => errors.push(FieldError::required(&path.child("selector"), "")),
        Some(given) => errors.append(selector::validate(given, &path.child("selector"))),
    }
    if let Some(selector) = selector::compile(spec.selector.as_ref()) {
        errors.append(workload::match_errors(&selector, &spec.template, &path.child("template")));
    }
    errors
}

/// A selector that was not chosen by hand is the one that the server made.
fn generated_errors(job: &Job, spec: &JobSpec, prefixed: bool) -> ErrorList {
    let mut errors = ErrorList::new();
    let Some(given) = spec.selector.as_ref().filter(|_| spec.manual_selector != Some(true)) else {
        return errors;
    };
    let name = job.metadata.name.clone().unwrap_or_default();
    let uid = job.metadata.uid.clone().unwrap_or_default();
    if uid.is_empty() {
        errors.push(FieldError::required(&Path::new("metadata.uid"), ""));
    }
    let labels = labels_of(job);
    let at = Path::new("spec.template.metadata.labels");
    let mut expected = vec![(UID_LABELS[0], &uid), (NAME_LABELS[0], &name)];
    if prefixed {
        expected.extend([(UID_LABELS[1], &uid), (NAME_LABELS[1], &name)]);
    }
    for (key, wanted) in &expected {
        let detail = format!("must be '{wanted}'");
        match labels.get(*key) {
            None => errors.push(FieldError::required(&at.key(key), detail)),
            Some(value) if value != *wanted => {
                errors.push(FieldError::invalid(&at.key(key), BadValue::json(&labels), detail));
            }
            Some(_) => {}
        }
    }
    let expected: std::collections::BTreeMap<String, String> =
        expected.into_iter().map(|(key, value)| (key.to_owned(), value.clone())).collect();
    if selector::compile(Some(given)).is_some_and(|selector| !selector.matches(&expected)) {
        let (at, detail) = (Path::new("spec.selector"), "`selector` not auto-generated");
        errors.push(FieldError::invalid(&at, selector::shown(Some(given)), detail));
    }
    errors
}

fn state(object: &Object) -> &'static str {
    let is = |kind: &str| {
        let conditions = object.get("status.conditions").and_then(Value::as_array).into_iter().flatten();
        conditions.into_iter().any(|condition| condition["type"] == kind && condition["status"] == "True")
    };
    match () {
        () if is("Complete") => "Complete",
        () if is("Failed") => "Failed",
        () if object.is_terminating() => "Terminating",
        () if is("Suspended") => "Suspended",
        () if is("FailureTarget") => "FailureTarget",
        () if is("SuccessCriteriaMet") => "SuccessCriteriaMet",
        () => "Running",
    }
}

fn completions(object: &Object) -> String {
    let succeeded = object.int("status.succeeded").unwrap_or(0);
    match (object.int("spec.completions"), object.int("spec.parallelism").unwrap_or(0)) {
        (Some(completions), _) => format!("{succeeded}/{completions}"),
        (None, parallelism) if parallelism > 1 => format!("{succeeded}/1 of {parallelism}"),
        (None, _) => format!("{succeeded}/1"),
    }
}

fn duration(object: &Object, now: Time) -> String {
    let at = |path| object.text(path).parse::<Time>().ok();
    match at("status.startTime") {
        None => String::new(),
        Some(start) => human_duration(at("status.completionTime").unwrap_or(now).unix() - start.unix()),
    }
}
