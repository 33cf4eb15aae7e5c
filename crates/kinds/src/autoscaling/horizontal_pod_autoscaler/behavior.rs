//! How fast an autoscaler goes up and down.

use api::autoscaling::v2::{HPAScalingPolicy, HPAScalingRules, HorizontalPodAutoscalerBehavior};
use meta::{ErrorList, FieldError, Path};
use serde_json::{Value, json};

use crate::rules::object::{default, default_absent, made};
use crate::rules::quantity;

/// The longest time that past recommendations count, in seconds.
const MAX_WINDOW: i32 = 3600;
/// The longest period of a policy, in seconds.
const MAX_PERIOD: i32 = 1800;

/// Fills in both directions if one of them is given.
pub fn defaults(behavior: &mut Value) {
    let up = made(behavior, "scaleUp");
    default(up, "stabilizationWindowSeconds", 0);
    default_absent(up, "selectPolicy", "Max");
    default(
        up,
        "policies",
        json!([
            {"type": "Pods", "value": 4, "periodSeconds": 15},
            {"type": "Percent", "value": 100, "periodSeconds": 15},
        ]),
    );
    let down = made(behavior, "scaleDown");
    default_absent(down, "selectPolicy", "Max");
    default(down, "policies", json!([{"type": "Percent", "value": 100, "periodSeconds": 15}]));
}

/// What is wrong with the behaviour at `path`.
pub fn validate(behavior: &HorizontalPodAutoscalerBehavior, path: &Path<'_>) -> ErrorList {
    let mut errors = ErrorList::new();
    for (field, rules) in [("scaleUp", &behavior.scale_up), ("scaleDown", &behavior.scale_down)] {
        if let Some(rules) = rules {
            errors.append(rule_errors(rules, &path.child(field)));
        }
    }
    errors
}

fn rule_errors(rules: &HPAScalingRules, path: &Path<'_>) -> ErrorList {
    let mut errors = ErrorList::new();
    let at = path.child("stabilizationWindowSeconds");
    match rules.stabilization_window_seconds {
        Some(window) if window < 0 => {
            errors.push(FieldError::invalid(&at, window, "must be greater than or equal to zero"));
        }
        Some(window) if window > MAX_WINDOW => {
            let detail = format!("must be less than or equal to {MAX_WINDOW}");
            errors.push(FieldError::invalid(&at, window, detail));
        }
        _ => {}
    }
    let supported = ["Disabled", "Max", "Min"];
    if let Some(policy) = rules.select_policy.as_deref().filter(|policy| !supported.contains(policy)) {
        errors.push(FieldError::not_supported(&path.child("selectPolicy"), policy, &supported));
    }
    let (policies, at) = (rules.policies.as_deref().unwrap_or_default(), path.child("policies"));
    if policies.is_empty() {
        errors.push(FieldError::required(&at, "must specify at least one Policy"));
    }
    for (i, policy) in policies.iter().enumerate() {
        errors.append(policy_errors(policy, &at.index(i)));
    }
    if let Some(tolerance) = &rules.tolerance {
        errors.append(quantity::not_negative(tolerance, &path.child("tolerance")));
    }
    errors
}

fn policy_errors(policy: &HPAScalingPolicy, path: &Path<'_>) -> ErrorList {
    let mut errors = ErrorList::new();
    if !["Percent", "Pods"].contains(&policy.type_.as_str()) {
        errors.push(FieldError::not_supported(&path.child("type"), &policy.type_, &["Percent", "Pods"]));
    }
    for (field, value) in [("value", policy.value), ("periodSeconds", policy.period_seconds)] {
        if value <= 0 {
            errors.push(FieldError::invalid(&path.child(field), value, "must be greater than zero"));
        }
    }
    if policy.period_seconds > MAX_PERIOD {
        let detail = format!("must be less than or equal to {MAX_PERIOD}");
        errors.push(FieldError::invalid(&path.child("periodSeconds"), policy.period_seconds, detail));
    }
    errors
}
