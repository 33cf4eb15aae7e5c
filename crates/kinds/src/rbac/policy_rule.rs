//! The rules of roles: which verbs on which resources.

use api::rbac::v1::PolicyRule;
use meta::{BadValue, ErrorList, Path};

use crate::rules::report::{Report, list};

/// What is wrong with the rules of a role.
pub fn validate(rules: &[PolicyRule], is_namespaced: bool) -> ErrorList {
    let path = Path::new("rules");
    rules.iter().enumerate().flat_map(|(i, rule)| one(rule, is_namespaced, &path.index(i))).collect()
}

fn one(rule: &PolicyRule, is_namespaced: bool, path: &Path<'_>) -> ErrorList {
    let mut errors = ErrorList::new();
    if rule.verbs.is_empty() {
        errors.required(&path.child("verbs"), "verbs must contain at least one value");
    }
    let (groups, resources) = (list(&rule.api_groups), list(&rule.resources));
    let urls = list(&rule.non_resource_urls);
    if !urls.is_empty() {
        let at = path.child("nonResourceURLs");
        if is_namespaced {
            let detail = "namespaced rules cannot apply to non-resource URLs";
            errors.invalid(&at, BadValue::json(urls), detail);
        }
        if !groups.is_empty() || !resources.is_empty() || !list(&rule.resource_names).is_empty() {
            let detail = "rules cannot apply to both regular resources and non-resource URLs";
            errors.invalid(&at, BadValue::json(urls), detail);
        }
        return errors;
    }
    if groups.is_empty() {
        errors.required(&path.child("apiGroups"), "resource rules must supply at least one api group");
    }
    if resources.is_empty() {
        errors.required(&path.child("resources"), "resource rules must supply at least one resource");
    }
    errors
}
