//! `HorizontalPodAutoscaler`: as many pods as their load asks for. Kept as `autoscaling/v2`, served as `v1` too.

mod behavior;
mod metrics;
mod printed;
mod v1;

use api::autoscaling::v2::{
    CrossVersionObjectReference, HorizontalPodAutoscaler, HorizontalPodAutoscalerSpec,
};
use meta::{ErrorList, FieldError, GroupVersion, Path, Time, validate};
use resource::{Context, Conversion, Kind, Object, Part, Strategy};
use serde_json::{Value, json};

use crate::describe;
use crate::printing::{UNSET, age, age_of, name, number, text};
use crate::rules::object::{default, keep, made, typed, typed_update};
use crate::rules::workload::not_negative;

/// The descriptor.
pub fn kind() -> Kind {
    let conversion = Conversion::new(v1::to_hub, v1::from_hub);
    describe::namespaced("autoscaling", "v2", "HorizontalPodAutoscaler", "horizontalpodautoscalers")
        .also("autoscaling", "v1", "HorizontalPodAutoscaler", Some(conversion))
        .short(&["hpa"])
        .categories(&["all"])
        .status()
        .columns(vec![
            name(),
            text("Reference", "io.k8s.api.autoscaling.v2.HorizontalPodAutoscalerSpec#scaleTargetRef"),
            text("Targets", "io.k8s.api.autoscaling.v2.HorizontalPodAutoscalerSpec#metrics"),
            text("MinPods", "io.k8s.api.autoscaling.v2.HorizontalPodAutoscalerSpec#minReplicas"),
            text("MaxPods", "io.k8s.api.autoscaling.v2.HorizontalPodAutoscalerSpec#maxReplicas"),
            text("Replicas", "io.k8s.api.autoscaling.v2.HorizontalPodAutoscalerStatus#currentReplicas"),
            age(),
        ])
        .strategy(Rules)
}

struct Rules;

impl Strategy for Rules {
    fn defaults(&self, object: &mut Object) {
        v1::drop_annotations(object);
        let spec = made(object.tree_mut(), "spec");
        default(spec, "minReplicas", 1);
        if spec.get("metrics").and_then(Value::as_array).is_none_or(Vec::is_empty) {
            spec["metrics"] = json!([metrics::cpu(80)]);
        }
        if spec.get("behavior").is_some_and(Value::is_object) {
            behavior::defaults(&mut spec["behavior"]);
        }
    }

    fn validate(&self, object: &Object, _cx: &Context<'_>) -> ErrorList {
        typed(object, |new: &HorizontalPodAutoscaler| spec_errors(&new.spec.clone(), None))
    }

    fn prepare_update(&self, part: Part<'_>, new: &mut Object, old: &Object, _cx: &Context<'_>) {
        keep(new, old, if part == Part::Main { &["status"] } else { &["spec"] });
    }

    fn validate_update(&self, part: Part<'_>, new: &Object, old: &Object, _cx: &Context<'_>) -> ErrorList {
        typed_update(new, old, |new: &HorizontalPodAutoscaler, old: &HorizontalPodAutoscaler| match part {
            Part::Main => {
                let (new, old) = (new.spec.clone(), old.spec.clone());
                spec_errors(&new, Some(&old))
            }
            Part::Status | Part::View(_) => {
                let status = new.status.clone().unwrap_or_default();
                let counters = [
                    ("currentReplicas", status.current_replicas.map(i64::from)),
                    ("desiredReplicas", Some(i64::from(status.desired_replicas))),
                ];
                not_negative(&counters, &Path::new("status"))
            }
        })
    }

    fn cells(&self, object: &Object, now: Time) -> Vec<Value> {
        let target = format!(
            "{}/{}",
            object.text("spec.scaleTargetRef.kind"),
            object.text("spec.scaleTargetRef.name")
        );
        let least = object.int("spec.minReplicas").map_or(UNSET.to_owned(), |least| least.to_string());
        vec![
            target.into(),
            printed::metrics(object).into(),
            least.into(),
            number(object, "spec.maxReplicas"),
            number(object, "status.currentReplicas"),
            age_of(object, now),
        ]
    }
}

/// What a reference to an object of any version may leave open.
#[derive(Clone, Copy)]
struct Lenience {
    no_group: bool,
    any_version: bool,
}

fn spec_errors(spec: &HorizontalPodAutoscalerSpec, old: Option<&HorizontalPodAutoscalerSpec>) -> ErrorList {
    let path = Path::new("spec");
    let mut errors = ErrorList::new();
    let lowest = if old.is_some_and(|old| old.min_replicas == Some(0)) { 0 } else { 1 };
    if let Some(least) = spec.min_replicas.filter(|least| *least < lowest) {
        let detail = format!("must be greater than or equal to {lowest}");
        errors.push(FieldError::invalid(&path.child("minReplicas"), least, detail));
    }
    let (most, at) = (spec.max_replicas, path.child("maxReplicas"));
    if most == 0 {
        errors.push(FieldError::required(&at, "must be set and greater than 0"));
    } else if most < 0 {
        errors.push(FieldError::invalid(&at, most, "must be greater than or equal to 1"));
    }
    if spec.min_replicas.is_some_and(|least| most < least) {
        errors.push(FieldError::invalid(&at, most, "must be greater than or equal to `minReplicas`"));
    }
    let target = &spec.scale_target_ref;
    let same = |old: &HorizontalPodAutoscalerSpec| {
        old.scale_target_ref.api_version == target.api_version && old.scale_target_ref.kind == target.kind
    };
    let any_version = old.is_some_and(same);
    let lenience = Lenience { any_version, no_group: target.kind == "ReplicationController" };
    errors.append(reference_errors(target, lenience, &path.child("scaleTargetRef")));
    errors.append(metrics::validate(spec, old, &path.child("metrics")));
    if let Some(behavior) = &spec.behavior {
        errors.append(behavior::validate(behavior, &path.child("behavior")));
    }
    errors
}

fn reference_errors(
    reference: &CrossVersionObjectReference,
    lenience: Lenience,
    path: &Path<'_>,
) -> ErrorList {
    let mut errors = ErrorList::new();
    for (field, value) in [("kind", &reference.kind), ("name", &reference.name)] {
        if value.is_empty() {
            errors.push(FieldError::required(&path.child(field), ""));
        }
        let problems = validate::path_segment_name(value).into_iter();
        errors.append(problems.map(|problem| FieldError::invalid(&path.child(field), value, problem)));
    }
    if let Some(problem) = version_problem(reference, lenience) {
        let version = reference.api_version.as_deref().unwrap_or_default();
        errors.push(FieldError::invalid(&path.child("apiVersion"), version, problem));
    }
    errors
}

fn version_problem(reference: &CrossVersionObjectReference, lenience: Lenience) -> Option<String> {
    if lenience.any_version {
        return None;
    }
    match reference.api_version.as_deref().unwrap_or_default().parse::<GroupVersion>() {
        Err(error) => Some(error.to_string()),
        Ok(version) if version.group.is_empty() && !lenience.no_group => {
            Some("apiVersion must specify API group".to_owned())
        }
        Ok(_) => None,
    }
}
