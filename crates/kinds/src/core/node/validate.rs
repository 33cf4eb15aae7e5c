//! What is wrong with a node.

use std::collections::HashSet;

use api::core::v1::{Node, NodeSpec, NodeStatus, Taint};
use meta::validate::object_meta::label_name;
use meta::{BadValue, ErrorList, FieldError, Path, validate};
use serde_json::json;

use crate::rules::report::{POSITIVE, Report, list, text};
use crate::rules::{resources, tolerations};

/// A new node, and a changed one as such.
pub fn node(node: &Node) -> ErrorList {
    let mut errors = ErrorList::new();
    let (spec, status) = parts(node);
    taints(list(&spec.taints), &mut errors);
    amounts(&status, &mut errors);
    let swap = status.node_info.as_ref().and_then(|info| info.swap.as_ref());
    if let Some(capacity) = swap.and_then(|swap| swap.capacity).filter(|capacity| *capacity <= 0) {
        errors.invalid(&Path::new("metadata.nodeSwapStatus.capacity"), capacity, POSITIVE);
    }
    features(list(&status.declared_features), &mut errors);
    pod_cidrs(&spec, &mut errors);
    errors
}

/// A changed node beside the old one.
pub fn update(new: &Node, old: &Node) -> ErrorList {
    let mut errors = ErrorList::new();
    let ((spec, status), (old_spec, _)) = (parts(new), parts(old));
    amounts(&status, &mut errors);
    features(list(&status.declared_features), &mut errors);
    let (mut seen, path) = (HashSet::new(), Path::new("status.addresses"));
    for (index, address) in list(&status.addresses).iter().enumerate() {
        if !seen.insert((&address.type_, &address.address)) {
            let shown =
                format!("{{\"Type\":{},\"Address\":{}}}", json!(address.type_), json!(address.address));
            errors.duplicate(&path.index(index), BadValue::Json(shown));
        }
    }
    let (cidrs, old_cidrs) = (list(&spec.pod_cidrs), list(&old_spec.pod_cidrs));
    let changed = if cidrs.len() == old_cidrs.len() {
        cidrs.iter().zip(old_cidrs).filter(|(new, old)| new != old).count()
    } else {
        usize::from(!old_cidrs.is_empty())
    };
    for _ in 0..changed {
        let detail = "node updates may not change podCIDR except from \"\" to valid";
        errors.forbidden(&Path::new("spec.podCIDRs"), detail);
    }
    if !text(&old_spec.provider_id).is_empty() && spec.provider_id != old_spec.provider_id {
        let detail = "node updates may not change providerID except from \"\" to valid";
        errors.forbidden(&Path::new("spec.providerID"), detail);
    }
    taints(list(&spec.taints), &mut errors);
    if text(&spec.external_id) != text(&old_spec.external_id) {
        errors.forbidden(&Path::new("spec.externalID"), "may not be updated");
    }
    errors
}

fn parts(node: &Node) -> (NodeSpec, NodeStatus) {
    (node.spec.clone().unwrap_or_default(), node.status.clone().unwrap_or_default())
}

/// Upstream reports taints below metadata.
fn taints(taints: &[Taint], errors: &mut ErrorList) {
    let (mut seen, path) = (HashSet::new(), Path::new("metadata.taints"));
    for (index, taint) in taints.iter().enumerate() {
        let at = path.index(index);
        let value = text(&taint.value);
        errors.append(label_name(&taint.key, &at.child("key")));
        let problems = validate::label_value(value);
        if !problems.is_empty() {
            errors.invalid(&at.child("value"), value, problems.join(";"));
        }
        if taint.effect.is_empty() {
            errors.required(&at.child("effect"), "");
        } else {
            tolerations::taint_effect(&taint.effect, &at.child("effect"), errors);
        }
        if !seen.insert((&taint.key, &taint.effect)) {
            let shown = format!(
                "{{\"Key\":{},\"Value\":{},\"Effect\":{},\"TimeAdded\":{}}}",
                json!(taint.key),
                json!(value),
                json!(taint.effect),
                taint.time_added.as_ref().map_or(json!(null), |time| json!(time.0.to_string()))
            );
            let mut error = FieldError::duplicate(&at, BadValue::Json(shown));
            error.detail = "taints must be unique by key and effect pair".to_owned();
            errors.push(error);
        }
    }
}

fn amounts(status: &NodeStatus, errors: &mut ErrorList) {
    for (field, list) in [("capacity", &status.capacity), ("allocatable", &status.allocatable)] {
        let path = Path::new("status");
        let path = path.child(field);
        for (name, value) in list.iter().flatten() {
            resources::quantity(name, value, &path.child(name), errors);
        }
    }
}

fn features(features: &[String], errors: &mut ErrorList) {
    let path = Path::new("status.declaredFeatures");
    for (index, feature) in features.iter().enumerate() {
        if let Some(problem) = feature_problem(feature) {
            errors.invalid(&path.index(index), feature, problem);
        }
        if let Some(next) = features.get(index + 1) {
            if feature == next {
                errors.duplicate(&path.index(index + 1), next);
            } else if feature > next {
                errors.invalid(&path.index(index + 1), next, "list must be sorted alphabetically");
            }
        }
    }
}

fn feature_problem(feature: &str) -> Option<String> {
    let quoted = meta::go::quote(feature);
    if feature.len() > validate::DNS1123_SUBDOMAIN_MAX {
        return Some(format!("invalid feature name {quoted}: must be no more than 253 characters"));
    }
    let sound = feature.split('/').enumerate().all(|(index, part)| {
        let first = part.bytes().next();
        let starts =
            first.is_some_and(|b| if index == 0 { b.is_ascii_uppercase() } else { b.is_ascii_alphabetic() });
        starts && part.bytes().all(|b| b.is_ascii_alphanumeric())
    });
    (!sound).then(|| {
        format!(
            "invalid feature name {quoted}: must start with an UpperCamelCase segment, with subsequent segments separated by '/' (e.g., MyFeature or MyFeature/mySubFeature), and contain only alphanumeric characters and slashes"
        )
    })
}

fn pod_cidrs(spec: &NodeSpec, errors: &mut ErrorList) {
    let path = Path::new("spec.podCIDRs");
    let cidrs = list(&spec.pod_cidrs);
    for (index, cidr) in cidrs.iter().enumerate() {
        errors.append(validate::cidr_legacy(&path.index(index), cidr, true, &[]));
    }
    let families: Option<Vec<bool>> =
        cidrs.iter().map(|cidr| validate::parse_cidr_sloppy(cidr).map(|(ip, _)| ip.is_ipv6())).collect();
    if cidrs.len() > 1 {
        let Some(families) = families else {
            let bad = cidrs.iter().find(|cidr| validate::parse_cidr_sloppy(cidr).is_none());
            let bad = bad.map(String::as_str).unwrap_or_default();
            let problem = format!(
                "invalid PodCIDRs. failed to check with dual stack with error:invalid CIDR address: {bad}"
            );
            errors.push(FieldError::internal(&path, problem));
            return;
        };
        let dual = families.contains(&true) && families.contains(&false);
        if !dual || cidrs.len() > 2 {
            errors.invalid(
                &path,
                BadValue::json(cidrs),
                "may specify no more than one CIDR for each IP family",
            );
        }
    }
}
