//! How evenly pods spread over the domains of a topology.

use std::collections::HashSet;

use api::core::v1::TopologySpreadConstraint;
use api::meta::LabelSelector;
use meta::selector::LabelSelectorOptions;
use meta::validate::object_meta::label_name;
use meta::{ErrorList, Path};

use super::label_selector;
use super::pod_spec::Options;
use super::report::{POSITIVE, Report, list};

/// `topologySpreadConstraints`
pub fn validate(
    constraints: &[TopologySpreadConstraint],
    options: &Options,
    path: &Path<'_>,
    errors: &mut ErrorList,
) {
    for (index, constraint) in constraints.iter().enumerate() {
        let at = path.index(index);
        one(constraint, &constraints[index + 1..], &at, errors);
        let keys = list(&constraint.match_label_keys);
        let selector = constraint.label_selector.as_ref();
        if options.merged_label_keys {
            legacy_label_keys(keys, selector, &at.child("matchLabelKeys"), errors);
        } else {
            label_keys(keys, &[], selector, &at, errors);
        }
        if let Some(selector) = selector.filter(|_| !options.invalid_spread_selector) {
            let how = LabelSelectorOptions::default();
            errors.append(label_selector::validate(selector, how, &at.child("labelSelector")));
        }
    }
}

fn one(
    constraint: &TopologySpreadConstraint,
    rest: &[TopologySpreadConstraint],
    path: &Path<'_>,
    errors: &mut ErrorList,
) {
    let action = constraint.when_unsatisfiable.as_str();
    if constraint.max_skew <= 0 {
        errors.invalid(&path.child("maxSkew"), constraint.max_skew, POSITIVE);
    }
    if constraint.topology_key.is_empty() {
        errors.required(&path.child("topologyKey"), "can not be empty");
    }
    errors.one_of(&path.child("whenUnsatisfiable"), action, &["DoNotSchedule", "ScheduleAnyway"]);
    if rest
        .iter()
        .any(|other| other.topology_key == constraint.topology_key && other.when_unsatisfiable == action)
    {
        let value = format!("{{{}, {action}}}", constraint.topology_key);
        errors.duplicate(&path.child("{topologyKey, whenUnsatisfiable}"), value);
    }
    if let Some(domains) = constraint.min_domains {
        let at = path.child("minDomains");
        if domains <= 0 {
            errors.invalid(&at, domains, POSITIVE);
        }
        if action != "DoNotSchedule" {
            let detail = format!("can only use minDomains if whenUnsatisfiable=DoNotSchedule, not {action}");
            errors.invalid(&at, domains, detail);
        }
    }
    for (name, policy) in [
        ("nodeAffinityPolicy", &constraint.node_affinity_policy),
        ("nodeTaintsPolicy", &constraint.node_taints_policy),
    ] {
        if let Some(policy) = policy {
            errors.one_of(&path.child(name), policy, &["Honor", "Ignore"]);
        }
    }
}

/// `matchLabelKeys` and `mismatchLabelKeys` beside the selector that they are merged into.
pub fn label_keys(
    matching: &[String],
    mismatching: &[String],
    selector: Option<&LabelSelector>,
    path: &Path<'_>,
    errors: &mut ErrorList,
) {
    for (name, keys) in [("matchLabelKeys", matching), ("mismatchLabelKeys", mismatching)] {
        let at = path.child(name);
        if keys.is_empty() {
            continue;
        }
        if selector.is_none() {
            errors.forbidden(&at, "must not be specified when labelSelector is not set");
            continue;
        }
        for (index, key) in keys.iter().enumerate() {
            errors.append(label_name(key, &at.index(index)));
        }
    }
    if let Some(selector) = selector {
        // What admission merged in comes as an expression; a key that was there before makes two.
        let mut seen: HashSet<&str> =
            selector.match_labels.iter().flatten().map(|(key, _)| key.as_str()).collect();
        for expression in list(&selector.match_expressions) {
            let key = expression.key.as_str();
            if let Some(index) = matching.iter().rposition(|matching| matching == key)
                && seen.contains(key)
            {
                errors.invalid(&path.index(index), key, "exists in both matchLabelKeys and labelSelector");
            }
            seen.insert(key);
        }
    }
    for (index, key) in matching.iter().enumerate().filter(|(_, key)| mismatching.contains(key)) {
        let at = path.child("matchLabelKeys");
        errors.invalid(&at.index(index), key, "exists in both matchLabelKeys and mismatchLabelKeys");
    }
}

fn legacy_label_keys(
    keys: &[String],
    selector: Option<&LabelSelector>,
    path: &Path<'_>,
    errors: &mut ErrorList,
) {
    if keys.is_empty() {
        return;
    }
    if selector.is_none() {
        errors.forbidden(path, "must not be specified when labelSelector is not set");
    }
    let in_labels =
        |key: &String| selector.is_some_and(|s| s.match_labels.as_ref().is_some_and(|l| l.contains_key(key)));
    let in_expressions =
        |key: &String| selector.is_some_and(|s| list(&s.match_expressions).iter().any(|e| e.key == *key));
    for (index, key) in keys.iter().enumerate() {
        errors.append(label_name(key, &path.index(index)));
        if in_labels(key) || in_expressions(key) {
            errors.invalid(&path.index(index), key, "exists in both matchLabelKeys and labelSelector");
        }
    }
}
