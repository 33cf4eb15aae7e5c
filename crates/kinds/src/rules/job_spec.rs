//! What a job wants, for jobs and for the templates of cron jobs.

pub mod failure_policy;
pub mod indexes;
pub mod success_policy;

use api::batch::v1::JobSpec;
use meta::{BadValue, ErrorList, FieldError, Path, validate};
use resource::Object;
use serde_json::Value;

use super::object::{default, has, items, made};
use super::pod_spec::Options;
use super::workload::not_negative;
use super::{pod_template, workload};

/// The most pods at a time, and the most failed indexes, of an indexed job.
const MAX_INDEXED: i32 = 100_000;
/// Above this many completions the stricter limits of [`MAX_BESIDE_MANY`] hold.
const MANY_COMPLETIONS: i32 = 100_000;
/// The most pods at a time, and the most failed indexes, of a job with very many completions.
const MAX_BESIDE_MANY: i32 = 10_000;
/// The longest `managedBy`.
const MAX_MANAGED_BY: usize = 63;

/// Fills in what the pods of a job, and its policies, leave out: what templates get too.
pub fn nested_defaults(spec: &mut Value) {
    pod_template::defaults(made(spec, "template"));
    if has(spec, "podFailurePolicy") {
        for rule in items(&mut spec["podFailurePolicy"], "rules") {
            items(rule, "onPodConditions").for_each(|pattern| default(pattern, "status", "True"));
        }
    }
}

/// Whether a job numbers its pods.
pub fn is_indexed(spec: &JobSpec) -> bool {
    spec.completion_mode.as_deref() == Some("Indexed")
}

/// What is wrong with a spec at `path`, besides its selector.
pub fn validate(spec: &JobSpec, options: &Options, path: &Path<'_>) -> ErrorList {
    let wide = |value: Option<i32>| value.map(i64::from);
    let counters = [
        ("parallelism", wide(spec.parallelism)),
        ("completions", wide(spec.completions)),
        ("activeDeadlineSeconds", spec.active_deadline_seconds),
        ("backoffLimit", wide(spec.backoff_limit)),
        ("ttlSecondsAfterFinished", wide(spec.ttl_seconds_after_finished)),
        ("backoffLimitPerIndex", wide(spec.backoff_limit_per_index)),
        ("maxFailedIndexes", wide(spec.max_failed_indexes)),
    ];
    let mut errors = not_negative(&counters, path);
    if spec.max_failed_indexes.is_some() && spec.backoff_limit_per_index.is_none() {
        let detail = "when maxFailedIndexes is specified";
        errors.push(FieldError::required(&path.child("backoffLimitPerIndex"), detail));
    }
    if let Some(manager) = &spec.managed_by {
        let at = path.child("managedBy");
        errors.append(validate::domain_prefixed_path(&at, manager));
        if manager.len() > MAX_MANAGED_BY {
            errors.push(FieldError::too_long(&at, MAX_MANAGED_BY));
        }
    }
    errors.append(mode_errors(spec, path));
    if let Some(policy) = &spec.pod_failure_policy {
        errors.append(failure_policy::validate(policy, spec, &path.child("podFailurePolicy")));
    }
    if let Some(policy) = &spec.success_policy {
        errors.append(success_policy::validate(policy, spec, &path.child("successPolicy")));
    }
    errors.append(replacement_errors(spec, &path.child("podReplacementPolicy")));
    let template = path.child("template");
    errors.append(pod_template::validate(&spec.template, options, &template));
    errors.append(restart_errors(spec, &template.child("spec").child("restartPolicy")));
    errors
}

fn mode_errors(spec: &JobSpec, path: &Path<'_>) -> ErrorList {
    let mut errors = ErrorList::new();
    let mode = spec.completion_mode.as_deref();
    if let Some(mode) = mode.filter(|mode| !["NonIndexed", "Indexed"].contains(mode)) {
        let at = path.child("completionMode");
        errors.push(FieldError::not_supported(&at, mode, &["NonIndexed", "Indexed"]));
    }
    if is_indexed(spec) {
        errors.append(indexed_errors(spec, path));
    }
    if mode.is_none_or(|mode| mode == "NonIndexed") {
        let fields = [
            ("backoffLimitPerIndex", spec.backoff_limit_per_index),
            ("maxFailedIndexes", spec.max_failed_indexes),
        ];
        for (field, value) in fields {
            let value =
                value.map(|v| FieldError::invalid(&path.child(field), v, "requires indexed completion mode"));
            errors.append(value);
        }
    }
    errors
}

fn indexed_errors(spec: &JobSpec, path: &Path<'_>) -> ErrorList {
    let mut errors = ErrorList::new();
    let over = |value: Option<i32>, limit: i32| value.filter(|value| *value > limit);
    let (parallelism, failed) = (path.child("parallelism"), path.child("maxFailedIndexes"));
    if spec.completions.is_none() {
        errors.push(FieldError::required(&path.child("completions"), "when completion mode is Indexed"));
    }
    if let Some(value) = over(spec.parallelism, MAX_INDEXED) {
        let detail = format!("must be less than or equal to {MAX_INDEXED} when completion mode is Indexed");
        errors.push(FieldError::invalid(&parallelism, value, detail));
    }
    if let Some(completions) = spec.completions
        && let Some(value) = over(spec.max_failed_indexes, completions)
    {
        errors.push(FieldError::invalid(&failed, value, "must be less than or equal to completions"));
    }
    if let Some(value) = over(spec.max_failed_indexes, MAX_INDEXED) {
        let detail = format!("must be less than or equal to {MAX_INDEXED}");
        errors.push(FieldError::invalid(&failed, value, detail));
    }
    if over(spec.completions, MANY_COMPLETIONS).is_some() && spec.backoff_limit_per_index.is_some() {
        if spec.max_failed_indexes.is_none() {
            let detail = format!("must be specified when completions is above {MANY_COMPLETIONS}");
            errors.push(FieldError::required(&failed, detail));
        }
        for (at, value) in [(&parallelism, spec.parallelism), (&failed, spec.max_failed_indexes)] {
            let detail = format!(
                "must be less than or equal to {MAX_BESIDE_MANY} when completions are above {MANY_COMPLETIONS} and used with \
                 backoff limit per index"
            );
            errors.append(over(value, MAX_BESIDE_MANY).map(|value| FieldError::invalid(at, value, detail)));
        }
    }
    errors
}

fn replacement_errors(spec: &JobSpec, path: &Path<'_>) -> Option<FieldError> {
    let policy = spec.pod_replacement_policy.as_deref()?;
    let supported: &[&str] =
        if spec.pod_failure_policy.is_some() { &["Failed"] } else { &["Failed", "TerminatingOrFailed"] };
    (!supported.contains(&policy)).then(|| FieldError::not_supported(path, policy, supported))
}

fn restart_errors(spec: &JobSpec, path: &Path<'_>) -> Option<FieldError> {
    let pod = workload::spec(&spec.template);
    match pod.and_then(|pod| pod.restart_policy.as_deref()).unwrap_or_default() {
        "" | "Always" => Some(FieldError::required(path, r#"valid values: "OnFailure", "Never""#)),
        "Never" => None,
        "OnFailure" if spec.pod_failure_policy.is_some() => {
            let detail = r#"only "Never" is supported when podFailurePolicy is specified"#;
            Some(FieldError::invalid(path, BadValue::json("OnFailure"), detail))
        }
        "OnFailure" => None,
        other => Some(FieldError::not_supported(path, other, &["OnFailure", "Never"])),
    }
}

/// Warnings on a spec at `path`, such as `spec`; a changed object is looked at only if it wants something else.
pub fn warnings(new: &Object, old: Option<&Object>, path: &str) -> Vec<String> {
    let mut warnings = Vec::new();
    if old.is_some_and(|old| new.get("spec") == old.get("spec")) {
        return warnings;
    }
    let number = |name: &str| new.int(&format!("{path}.{name}")).unwrap_or(0);
    if new.text(&format!("{path}.completionMode")) == "Indexed"
        && number("completions") > i64::from(MANY_COMPLETIONS)
        && number("parallelism") > i64::from(MAX_BESIDE_MANY)
    {
        warnings.push(format!(
            "{path}: In Indexed Jobs with a number of completions higher than 10^5 and a parallelism higher than 10^4, \
             Kubernetes might not be able to track completedIndexes when a big number of indexes fail"
        ));
    }
    warnings.extend(workload::warnings(new, old, &format!("{path}.template")));
    warnings
}
