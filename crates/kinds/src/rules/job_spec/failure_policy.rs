//! What a job does about pods that failed.

use api::batch::v1::{
    JobSpec, PodFailurePolicy, PodFailurePolicyOnExitCodesRequirement,
    PodFailurePolicyOnPodConditionsPattern, PodFailurePolicyRule,
};
use meta::{BadValue, ErrorList, FieldError, Path, validate};

use crate::rules::seen::Seen;
use crate::rules::workload;

const MAX_RULES: usize = 20;
const MAX_EXIT_CODES: usize = 255;
const MAX_CONDITIONS: usize = 20;
const ACTIONS: [&str; 4] = ["Count", "FailIndex", "FailJob", "Ignore"];
const OPERATORS: [&str; 2] = ["In", "NotIn"];
const STATUSES: [&str; 3] = ["False", "True", "Unknown"];

/// What is wrong with the policy at `path`.
pub fn validate(policy: &PodFailurePolicy, spec: &JobSpec, path: &Path<'_>) -> ErrorList {
    let mut errors = ErrorList::new();
    let rules = path.child("rules");
    if policy.rules.len() > MAX_RULES {
        errors.push(FieldError::too_many(&rules, Some(policy.rules.len()), MAX_RULES));
    }
    for (i, rule) in policy.rules.iter().enumerate() {
        errors.append(rule_errors(rule, spec, &rules.index(i)));
    }
    errors
}

fn rule_errors(rule: &PodFailurePolicyRule, spec: &JobSpec, path: &Path<'_>) -> ErrorList {
    let mut errors = ErrorList::new();
    let action = path.child("action");
    if rule.action == "FailIndex" && spec.backoff_limit_per_index.is_none() {
        let detail = "requires the backoffLimitPerIndex to be set";
        errors.push(FieldError::invalid(&action, BadValue::json(&rule.action), detail));
    }
    errors.append(one_of(&rule.action, &ACTIONS, &action));
    if let Some(codes) = &rule.on_exit_codes {
        errors.append(code_errors(codes, spec, &path.child("onExitCodes")));
    }
    let conditions = rule.on_pod_conditions.as_deref().unwrap_or_default();
    errors.append(condition_errors(conditions, &path.child("onPodConditions")));
    let detail = match (rule.on_exit_codes.is_some(), !conditions.is_empty()) {
        (true, true) => "specifying both OnExitCodes and OnPodConditions is not supported",
        (false, false) => "specifying one of OnExitCodes and OnPodConditions is required",
        _ => return errors,
    };
    errors.push(FieldError::invalid(path, BadValue::Omitted, detail));
    errors
}

fn one_of(value: &str, supported: &[&str], path: &Path<'_>) -> Option<FieldError> {
    if value.is_empty() {
        let quoted: Vec<String> = supported.iter().map(|one| meta::go::quote(one)).collect();
        return Some(FieldError::required(path, format!("valid values: [{}]", quoted.join(" "))));
    }
    (!supported.contains(&value)).then(|| FieldError::not_supported(path, value, supported))
}

fn condition_errors(patterns: &[PodFailurePolicyOnPodConditionsPattern], path: &Path<'_>) -> ErrorList {
    let mut errors = ErrorList::new();
    if patterns.len() > MAX_CONDITIONS {
        errors.push(FieldError::too_many(path, Some(patterns.len()), MAX_CONDITIONS));
    }
    for (i, pattern) in patterns.iter().enumerate() {
        let (at, kind) = (path.index(i), &pattern.type_);
        let problems = validate::qualified_name(kind).into_iter();
        errors.append(problems.map(|problem| FieldError::invalid(&at.child("type"), kind, problem)));
        let status = pattern.status.as_deref().unwrap_or_default();
        errors.append(one_of(status, &STATUSES, &at.child("status")));
    }
    errors
}

fn code_errors(codes: &PodFailurePolicyOnExitCodesRequirement, spec: &JobSpec, path: &Path<'_>) -> ErrorList {
    let mut errors: ErrorList =
        one_of(&codes.operator, &OPERATORS, &path.child("operator")).into_iter().collect();
    if let Some(name) = codes.container_name.as_deref().filter(|name| !has_container(spec, name)) {
        let detail = "must be one of the container or initContainer names in the pod template";
        errors.push(FieldError::invalid(&path.child("containerName"), name, detail));
    }
    let (at, values) = (path.child("values"), &codes.values);
    if values.is_empty() {
        errors.push(FieldError::invalid(&at, BadValue::Null, "at least one value is required"));
    } else if values.len() > MAX_EXIT_CODES {
        errors.push(FieldError::too_many(&at, Some(values.len()), MAX_EXIT_CODES));
    }
    let mut seen = Seen::new();
    for (i, code) in values.iter().enumerate() {
        if codes.operator == "In" && *code == 0 {
            errors.push(FieldError::invalid(&at.index(i), *code, "must not be 0 for the In operator"));
        }
        if seen.again(code) {
            errors.push(FieldError::duplicate(&at.index(i), *code));
        }
    }
    if !values.is_sorted() {
        errors.push(FieldError::invalid(&at, BadValue::json(values), "must be ordered"));
    }
    errors
}

fn has_container(spec: &JobSpec, name: &str) -> bool {
    workload::spec(&spec.template).is_some_and(|pod| {
        pod.containers
            .iter()
            .chain(pod.init_containers.iter().flatten())
            .any(|container| container.name == name)
    })
}
