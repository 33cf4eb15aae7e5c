//! When a container of its own is started again: `restartPolicy` and its rules.

use api::core::v1::Container;
use meta::{ErrorList, FieldError, Path};

use crate::rules::report::{Report, list};

const NEEDS_POLICY: &str = "must specify restartPolicy when restart rules are used";

/// Of a regular container.
pub fn policy(container: &Container, path: &Path<'_>, errors: &mut ErrorList) {
    let rules = list(&container.restart_policy_rules);
    match &container.restart_policy {
        None if rules.is_empty() => return,
        None => errors.required(&path.child("restartPolicy"), NEEDS_POLICY),
        Some(policy) => {
            errors.one_of(&path.child("restartPolicy"), policy, &["Always", "Never", "OnFailure"])
        }
    }
    let at = path.child("restartPolicyRules");
    if rules.len() > 20 {
        errors.push(FieldError::too_many(&at, Some(rules.len()), 20));
    }
    for (index, rule) in rules.iter().enumerate() {
        let at = at.index(index);
        errors.one_of(&at.child("action"), &rule.action, &["Restart", "RestartAllContainers"]);
        let at = at.child("exitCodes");
        let Some(codes) = &rule.exit_codes else {
            errors.required(&at, "must be specified");
            continue;
        };
        errors.one_of(&at.child("operator"), &codes.operator, &["In", "NotIn"]);
        let count = list(&codes.values).len();
        if count > 255 {
            errors.push(FieldError::too_many(&at.child("values"), Some(count), 255));
        }
    }
}

/// Of an init container.
pub fn init_policy(container: &Container, path: &Path<'_>, errors: &mut ErrorList) {
    if container.restart_policy.is_some() {
        return policy(container, path, errors);
    }
    if !list(&container.restart_policy_rules).is_empty() {
        errors.required(&path.child("restartPolicy"), NEEDS_POLICY);
    }
}
