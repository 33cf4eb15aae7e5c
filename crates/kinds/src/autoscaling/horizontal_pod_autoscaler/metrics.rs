//! What an autoscaler looks at, and what it aims for.

use api::autoscaling::v2::{HorizontalPodAutoscalerSpec, MetricIdentifier, MetricSpec, MetricTarget};
use meta::{ErrorList, FieldError, Path, validate};
use serde_json::{Value, json};

use super::{Lenience, reference_errors, version_problem};
use crate::rules::{quantity, resources};

const TYPES: [&str; 5] = ["ContainerResource", "External", "Object", "Pods", "Resource"];
const LENIENCE: Lenience = Lenience { no_group: true, any_version: false };

/// The metric that aims for this part of the requested CPU, in percent.
pub fn cpu(utilization: i64) -> Value {
    json!({
        "type": "Resource",
        "resource": {"name": "cpu", "target": {"type": "Utilization", "averageUtilization": utilization}},
    })
}

/// What is wrong with the metrics at `path`.
pub fn validate(
    spec: &HorizontalPodAutoscalerSpec,
    old: Option<&HorizontalPodAutoscalerSpec>,
    path: &Path<'_>,
) -> ErrorList {
    let mut errors = ErrorList::new();
    let before = old.and_then(|old| old.metrics.as_deref()).unwrap_or_default();
    let mut described =
        before.iter().filter(|metric| metric.type_ == "Object").filter_map(|m| m.object.as_ref());
    let any_version = described.any(|object| version_problem(&object.described_object, LENIENCE).is_some());
    let metrics = spec.metrics.as_deref().unwrap_or_default();
    for (i, metric) in metrics.iter().enumerate() {
        errors.append(metric_errors(metric, Lenience { any_version, ..LENIENCE }, &path.index(i)));
    }
    let outside = metrics.iter().any(|metric| ["Object", "External"].contains(&metric.type_.as_str()));
    if spec.min_replicas == Some(0) && !outside {
        let detail =
            "must specify at least one Object or External metric to support scaling to zero replicas";
        errors.push(FieldError::forbidden(path, detail));
    }
    errors
}

fn metric_errors(metric: &MetricSpec, lenience: Lenience, path: &Path<'_>) -> ErrorList {
    let mut errors = ErrorList::new();
    let (at, known) = (path.child("type"), TYPES.contains(&metric.type_.as_str()));
    if metric.type_.is_empty() {
        errors.push(FieldError::required(&at, "must specify a metric source type"));
    }
    if !known {
        errors.push(FieldError::not_supported(&at, &metric.type_, &TYPES));
    }
    let present = [
        ("object", metric.object.is_some()),
        ("external", metric.external.is_some()),
        ("pods", metric.pods.is_some()),
        ("resource", metric.resource.is_some()),
        ("containerResource", metric.container_resource.is_some()),
    ];
    let present: Vec<&str> = present.iter().filter(|(_, is)| *is).map(|(name, _)| *name).collect();
    if let Some(first) = present.first() {
        errors.append(source_errors(metric, first, lenience, &path.child(first)));
    }
    let mut expected = metric.type_.clone();
    if let Some(first) = expected.get_mut(..1) {
        first.make_ascii_lowercase();
    }
    if !known {
        errors.push(FieldError::not_supported(&at, &metric.type_, &TYPES));
    } else if !present.contains(&expected.as_str()) {
        let detail = "must populate information for the given metric source";
        errors.push(FieldError::required(&path.child(&expected), detail));
    }
    if present.len() != 1 {
        for other in present.iter().filter(|name| **name != expected) {
            let detail = "must populate the given metric source only";
            errors.push(FieldError::forbidden(&path.child(other), detail));
        }
    }
    errors
}

fn source_errors(metric: &MetricSpec, source: &str, lenience: Lenience, path: &Path<'_>) -> ErrorList {
    let mut errors = ErrorList::new();
    let at = path.child("target");
    if let ("object", Some(object)) = (source, &metric.object) {
        errors.append(reference_errors(&object.described_object, lenience, &path.child("describedObject")));
        errors.append(identifier_errors(&object.metric, &path.child("metric")));
        errors.append(target_errors(&object.target, &at));
        if object.target.value.is_none() && object.target.average_value.is_none() {
            let detail = "must set either a target value or averageValue";
            errors.push(FieldError::required(&at.child("averageValue"), detail));
        }
    }
    if let ("external", Some(external)) = (source, &metric.external) {
        errors.append(identifier_errors(&external.metric, &path.child("metric")));
        errors.append(external_target_errors(&external.target, &at));
    }
    if let ("pods", Some(pods)) = (source, &metric.pods) {
        errors.append(identifier_errors(&pods.metric, &path.child("metric")));
        errors.append(target_errors(&pods.target, &at));
        if pods.target.average_value.is_none() {
            let detail = "must specify a positive target averageValue";
            errors.push(FieldError::required(&at.child("averageValue"), detail));
        }
    }
    if let ("resource", Some(resource)) = (source, &metric.resource) {
        if resource.name.is_empty() {
            errors.push(FieldError::required(&path.child("name"), "must specify a resource name"));
        }
        errors.append(resource_target_errors(&resource.target, &at));
    }
    if let ("containerResource", Some(resource)) = (source, &metric.container_resource) {
        errors.append(container_errors(&resource.name, &resource.container, path));
        errors.append(resource_target_errors(&resource.target, &at));
    }
    errors
}

fn container_errors(resource: &str, container: &str, path: &Path<'_>) -> ErrorList {
    let mut errors = ErrorList::new();
    let at = path.child("name");
    if resource.is_empty() {
        errors.push(FieldError::required(&at, "must specify a resource name"));
    } else {
        resources::container_name(resource, &at, &mut errors);
    }
    let at = path.child("container");
    if container.is_empty() {
        errors.push(FieldError::required(&at, "must specify a container"));
    } else {
        let problems = validate::dns1123_label(container).into_iter();
        errors.append(problems.map(|problem| FieldError::invalid(&at, container, problem)));
    }
    errors
}

fn external_target_errors(target: &MetricTarget, path: &Path<'_>) -> ErrorList {
    let mut errors = target_errors(target, path);
    match (&target.value, &target.average_value) {
        (None, None) => {
            let detail = "must set either a target value for metric or a per-pod target";
            errors.push(FieldError::required(&path.child("averageValue"), detail));
        }
        (Some(_), Some(_)) => {
            let detail = "may not set both a target value for metric and a per-pod target";
            errors.push(FieldError::forbidden(&path.child("value"), detail));
        }
        _ => {}
    }
    errors
}

fn resource_target_errors(target: &MetricTarget, path: &Path<'_>) -> ErrorList {
    let mut errors = target_errors(target, path);
    match (&target.average_utilization, &target.average_value) {
        (None, None) => {
            let detail = "must set either a target raw value or a target utilization";
            errors.push(FieldError::required(&path.child("averageUtilization"), detail));
        }
        (Some(_), Some(_)) => {
            let detail = "may not set both a target raw value and a target utilization";
            errors.push(FieldError::forbidden(&path.child("averageValue"), detail));
        }
        _ => {}
    }
    errors
}

fn target_errors(target: &MetricTarget, path: &Path<'_>) -> ErrorList {
    let mut errors = ErrorList::new();
    let at = path.child("type");
    if target.type_.is_empty() {
        errors.push(FieldError::required(&at, "must specify a metric target type"));
    }
    if !["Utilization", "Value", "AverageValue"].contains(&target.type_.as_str()) {
        let detail = "must be either Utilization, Value, or AverageValue";
        errors.push(FieldError::invalid(&at, &target.type_, detail));
    }
    for (field, value) in [("value", &target.value), ("averageValue", &target.average_value)] {
        if let Some(value) = value.as_ref().filter(|value| !quantity::sign(value).is_gt()) {
            errors.push(FieldError::invalid(&path.child(field), quantity::shown(value), "must be positive"));
        }
    }
    if let Some(utilization) = target.average_utilization.filter(|utilization| *utilization < 1) {
        let at = path.child("averageUtilization");
        errors.push(FieldError::invalid(&at, utilization, "must be greater than 0"));
    }
    errors
}

fn identifier_errors(metric: &MetricIdentifier, path: &Path<'_>) -> ErrorList {
    let at = path.child("name");
    if metric.name.is_empty() {
        return FieldError::required(&at, "must specify a metric name").into();
    }
    let problems = validate::path_segment_name(&metric.name).into_iter();
    problems.map(|problem| FieldError::invalid(&at, &metric.name, problem)).collect()
}
