//! What a failure means: `podFailurePolicy` can ignore it, count it, end its number or end the job. Pure.

use api::Resource as _;
use api::batch::v1::{Job, PodFailurePolicyRule};
use api::core::v1::Pod;

/// Whether a failed pod counts against the limit.
pub fn counts(job: &Job, pod: &Pod) -> bool {
    rule(job, pod).is_none_or(|(_, rule)| rule.action != "Ignore")
}

/// Whether a failed pod ends its number for good.
pub fn ends_index(job: &Job, pod: &Pod) -> bool {
    rule(job, pod).is_some_and(|(_, rule)| rule.action == "FailIndex")
}

/// Why a failed pod ends the whole job, if it does.
pub fn ends_job(job: &Job, pod: &Pod) -> Option<String> {
    let (at, rule) = rule(job, pod)?;
    if rule.action != "FailJob" {
        return None;
    }
    let about = format!("{}/{}", pod.namespace(), pod.name());
    match exited(rule, pod) {
        Some((container, code)) => Some(format!(
            "Container {container} for pod {about} failed with exit code {code} matching FailJob rule at index {at}"
        )),
        None => {
            let type_ = matching_condition(rule, pod).unwrap_or_default();
            Some(format!("Pod {about} has condition {type_} matching FailJob rule at index {at}"))
        }
    }
}

/// The first rule that the pod matches.
fn rule<'a>(job: &'a Job, pod: &Pod) -> Option<(usize, &'a PodFailurePolicyRule)> {
    let policy = job.spec.as_ref()?.pod_failure_policy.as_ref()?;
    let mut rules = policy.rules.iter().enumerate();
    rules.find(|(_, rule)| exited(rule, pod).is_some() || matching_condition(rule, pod).is_some())
}

/// The container and exit code that match a rule on exit codes.
fn exited(rule: &PodFailurePolicyRule, pod: &Pod) -> Option<(String, i32)> {
    let wanted = rule.on_exit_codes.as_ref()?;
    let status = pod.status.as_ref()?;
    let statuses = status.container_statuses.iter().chain(&status.init_container_statuses).flatten();
    let codes = statuses
        .filter_map(|one| Some((one.name.clone(), one.state.as_ref()?.terminated.as_ref()?.exit_code)));
    let named = |name: &str| wanted.container_name.as_deref().is_none_or(|wanted| wanted == name);
    let listed = |code: i32| wanted.values.contains(&code) == (wanted.operator == "In");
    let mut codes = codes.filter(|(name, code)| *code != 0 && named(name));
    codes.find(|(_, code)| listed(*code))
}

fn matching_condition(rule: &PodFailurePolicyRule, pod: &Pod) -> Option<String> {
    let shown = pod.status.as_ref()?.conditions.as_ref()?;
    let patterns = rule.on_pod_conditions.as_ref()?;
    let matches =
        |type_: &str, status: &str| shown.iter().any(|one| one.type_ == type_ && one.status == status);
    let status = |text: &Option<String>| text.clone().unwrap_or_else(|| "True".to_owned());
    patterns.iter().find(|one| matches(&one.type_, &status(&one.status))).map(|one| one.type_.clone())
}
