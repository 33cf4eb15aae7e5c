//! Where pods want to be: near which nodes, near and far from which pods.

use api::core::v1::{
    Affinity, NodeAffinity, NodeSelector, NodeSelectorRequirement, NodeSelectorTerm, PodAffinityTerm,
    WeightedPodAffinityTerm,
};
use meta::selector::LabelSelectorOptions;
use meta::validate::object_meta::label_name;
use meta::{BadValue, ErrorList, Path, names, validate};

use super::pod_spec::Options;
use super::report::{Report, list};
use super::{label_selector, topology_spread};

const REQUIRED: &str = "requiredDuringSchedulingIgnoredDuringExecution";
const PREFERRED: &str = "preferredDuringSchedulingIgnoredDuringExecution";
const WEIGHT: &str = "must be in the range 1-100";

/// `affinity`
pub fn validate(affinity: &Affinity, options: &Options, path: &Path<'_>, errors: &mut ErrorList) {
    if let Some(node) = &affinity.node_affinity {
        node_affinity(node, options, &path.child("nodeAffinity"), errors);
    }
    if let Some(pods) = &affinity.pod_affinity {
        let at = path.child("podAffinity");
        let (required, preferred) = (
            list(&pods.required_during_scheduling_ignored_during_execution),
            list(&pods.preferred_during_scheduling_ignored_during_execution),
        );
        pod_terms(required, preferred, options, &at, errors);
    }
    if let Some(pods) = &affinity.pod_anti_affinity {
        let at = path.child("podAntiAffinity");
        let (required, preferred) = (
            list(&pods.required_during_scheduling_ignored_during_execution),
            list(&pods.preferred_during_scheduling_ignored_during_execution),
        );
        pod_terms(required, preferred, options, &at, errors);
    }
}

fn node_affinity(affinity: &NodeAffinity, options: &Options, path: &Path<'_>, errors: &mut ErrorList) {
    if let Some(selector) = &affinity.required_during_scheduling_ignored_during_execution {
        node_selector(selector, options.invalid_node_affinity_values, &path.child(REQUIRED), errors);
    }
    let at = path.child(PREFERRED);
    for (index, term) in
        list(&affinity.preferred_during_scheduling_ignored_during_execution).iter().enumerate()
    {
        let at = at.index(index);
        if !(1..=100).contains(&term.weight) {
            errors.invalid(&at.child("weight"), term.weight, WEIGHT);
        }
        node_term(&term.preference, true, &at.child("preference"), errors);
    }
}

/// A node selector; `any_values` lets values pass that are no label values.
pub fn node_selector(selector: &NodeSelector, any_values: bool, path: &Path<'_>, errors: &mut ErrorList) {
    let at = path.child("nodeSelectorTerms");
    if selector.node_selector_terms.is_empty() {
        return errors.required(&at, "must have at least one node selector term");
    }
    for (index, term) in selector.node_selector_terms.iter().enumerate() {
        node_term(term, any_values, &at.index(index), errors);
    }
}

/// One term of a node selector.
pub fn node_term(term: &NodeSelectorTerm, any_values: bool, path: &Path<'_>, errors: &mut ErrorList) {
    let at = path.child("matchExpressions");
    for (index, requirement) in list(&term.match_expressions).iter().enumerate() {
        node_requirement(requirement, any_values, &at.index(index), errors);
    }
    let at = path.child("matchFields");
    for (index, requirement) in list(&term.match_fields).iter().enumerate() {
        node_field(requirement, &at.index(index), errors);
    }
}

fn node_requirement(
    requirement: &NodeSelectorRequirement,
    any_values: bool,
    path: &Path<'_>,
    errors: &mut ErrorList,
) {
    let values = list(&requirement.values);
    let at = path.child("values");
    match requirement.operator.as_str() {
        "In" | "NotIn" if values.is_empty() => {
            errors.required(&at, "must be specified when `operator` is 'In' or 'NotIn'");
        }
        "Exists" | "DoesNotExist" if !values.is_empty() => {
            errors.forbidden(&at, "may not be specified when `operator` is 'Exists' or 'DoesNotExist'");
        }
        "Gt" | "Lt" if values.len() != 1 => {
            errors.required(&at, "must be specified single value when `operator` is 'Lt' or 'Gt'");
        }
        "In" | "NotIn" | "Exists" | "DoesNotExist" | "Gt" | "Lt" => {}
        other => {
            errors.invalid(&path.child("operator"), BadValue::json(other), "not a valid selector operator")
        }
    }
    errors.append(label_name(&requirement.key, &path.child("key")));
    if !any_values {
        for (index, value) in values.iter().enumerate() {
            errors.problems(&at.index(index), value, validate::label_value(value));
        }
    }
}

fn node_field(requirement: &NodeSelectorRequirement, path: &Path<'_>, errors: &mut ErrorList) {
    let values = list(&requirement.values);
    match requirement.operator.as_str() {
        "In" | "NotIn" if values.len() == 1 => {}
        "In" | "NotIn" => {
            let detail = "must be only one value when `operator` is 'In' or 'NotIn' for node field selector";
            errors.required(&path.child("values"), detail);
        }
        other => {
            errors.invalid(&path.child("operator"), BadValue::json(other), "not a valid selector operator")
        }
    }
    if requirement.key == "metadata.name" {
        for (index, value) in values.iter().enumerate() {
            errors.problems(&path.child("values").index(index), value, names::dns_subdomain(value, false));
        }
    } else {
        errors.invalid(&path.child("key"), &requirement.key, "not a valid field selector key");
    }
}

fn pod_terms(
    required: &[PodAffinityTerm],
    preferred: &[WeightedPodAffinityTerm],
    options: &Options,
    path: &Path<'_>,
    errors: &mut ErrorList,
) {
    let at = path.child(REQUIRED);
    for (index, term) in required.iter().enumerate() {
        pod_term(term, options, &at.index(index), errors);
    }
    let at = path.child(PREFERRED);
    for (index, weighted) in preferred.iter().enumerate() {
        let at = at.index(index);
        if !(1..=100).contains(&weighted.weight) {
            errors.invalid(&at.child("weight"), weighted.weight, WEIGHT);
        }
        pod_term(&weighted.pod_affinity_term, options, &at.child("podAffinityTerm"), errors);
    }
}

fn pod_term(term: &PodAffinityTerm, options: &Options, path: &Path<'_>, errors: &mut ErrorList) {
    let how = LabelSelectorOptions {
        allow_invalid_label_value: options.invalid_selector_values,
        ..LabelSelectorOptions::default()
    };
    if let Some(selector) = &term.label_selector {
        errors.append(label_selector::validate(selector, how, &path.child("labelSelector")));
    }
    if let Some(selector) = &term.namespace_selector {
        errors.append(label_selector::validate(selector, how, &path.child("namespaceSelector")));
    }
    for namespace in list(&term.namespaces) {
        errors.problems(&path.child("namespace"), namespace, names::dns_label(namespace, false));
    }
    topology_spread::label_keys(
        list(&term.match_label_keys),
        list(&term.mismatch_label_keys),
        term.label_selector.as_ref(),
        path,
        errors,
    );
    if term.topology_key.is_empty() {
        errors.required(&path.child("topologyKey"), "can not be empty");
    }
    errors.append(label_name(&term.topology_key, &path.child("topologyKey")));
}
