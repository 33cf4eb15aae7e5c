//! `ReplicaSet`: a number of equal pods.

use api::apps::v1::{ReplicaSet, ReplicaSetSpec, ReplicaSetStatus};
use meta::{ErrorList, Path, Time};
use resource::{Context, Kind, Object, Part, Strategy};
use serde_json::Value;

use super::deployment::{bad_selector, has_selector};
use crate::describe;
use crate::printing::{age, age_of, containers, integer, name, number, text};
use crate::rules::object::{default, keep, made, typed, typed_update};
use crate::rules::pod_spec::Options;
use crate::rules::workload::{self, CONTAINERS, IMAGES};
use crate::rules::{pod_template, selector};

/// The descriptor.
pub fn kind() -> Kind {
    describe::namespaced("apps", "v1", "ReplicaSet", "replicasets")
        .short(&["rs"])
        .categories(&["all"])
        .status()
        .scale("spec.replicas", "status.replicas", Some("spec.selector"))
        .generation()
        .columns(vec![
            name(),
            integer("Desired", "io.k8s.api.apps.v1.ReplicaSetSpec#replicas"),
            integer("Current", "io.k8s.api.apps.v1.ReplicaSetStatus#replicas"),
            integer("Ready", "io.k8s.api.apps.v1.ReplicaSetStatus#readyReplicas"),
            age(),
            text("Containers", CONTAINERS).wide(),
            text("Images", IMAGES).wide(),
            text("Selector", "io.k8s.api.apps.v1.ReplicaSetSpec#selector").wide(),
        ])
        .strategy(Rules)
}

struct Rules;

impl Strategy for Rules {
    fn defaults(&self, object: &mut Object) {
        let spec = made(object.tree_mut(), "spec");
        pod_template::defaults(made(spec, "template"));
        default(spec, "replicas", 1);
    }

    fn validate(&self, object: &Object, _cx: &Context<'_>) -> ErrorList {
        typed(object, |new: &ReplicaSet| {
            spec_errors(&new.spec.clone().unwrap_or_default(), has_selector(object), &Options::create())
        })
    }

    fn prepare_update(&self, part: Part<'_>, new: &mut Object, old: &Object, _cx: &Context<'_>) {
        keep(new, old, if part == Part::Main { &["status"] } else { &["spec"] });
    }

    fn validate_update(&self, part: Part<'_>, new: &Object, old: &Object, _cx: &Context<'_>) -> ErrorList {
        let (given, before) = (has_selector(new), has_selector(old));
        typed_update(new, old, |new: &ReplicaSet, old: &ReplicaSet| match part {
            Part::Main => {
                let (new, old) = (new.spec.clone().unwrap_or_default(), old.spec.clone().unwrap_or_default());
                let mut errors = spec_errors(&new, given, &workload::options(old.template.as_ref()));
                let (new, old) = (given.then_some(&new.selector), before.then_some(&old.selector));
                errors.append(workload::same_selector(new, old, &Path::new("spec.selector")));
                errors
            }
            Part::Status | Part::View(_) => status_errors(&new.status.clone().unwrap_or_default()),
        })
    }

    fn warnings(&self, new: &Object, old: Option<&Object>, _cx: &Context<'_>) -> Vec<String> {
        let mut warnings: Vec<String> = workload::name_warning(new, old).into_iter().collect();
        warnings.extend(workload::warnings(new, old, "spec.template"));
        warnings
    }

    fn cells(&self, object: &Object, now: Time) -> Vec<Value> {
        let [names, images] = containers(object, "spec.template.spec.containers");
        vec![
            number(object, "spec.replicas"),
            number(object, "status.replicas"),
            number(object, "status.readyReplicas"),
            age_of(object, now),
            names,
            images,
            selector::cell(object.get("spec.selector")),
        ]
    }
}

fn spec_errors(spec: &ReplicaSetSpec, has_selector: bool, options: &Options) -> ErrorList {
    let path = Path::new("spec");
    let counters = [
        ("replicas", spec.replicas.map(i64::from)),
        ("minReadySeconds", spec.min_ready_seconds.map(i64::from)),
    ];
    let mut errors = workload::not_negative(&counters, &path);
    let given = has_selector.then_some(&spec.selector);
    errors.append(workload::selector_errors(given, "deployment", &path.child("selector")));
    match selector::compile(given) {
        Some(selector) => {
            let template = spec.template.clone().unwrap_or_default();
            let at = path.child("template");
            errors.append(workload::replica_template_errors(&selector, &template, options, &at));
        }
        None => errors.push(bad_selector(given, &path)),
    }
    errors
}

fn status_errors(status: &ReplicaSetStatus) -> ErrorList {
    let path = Path::new("status");
    let counters = [
        ("replicas", Some(i64::from(status.replicas))),
        ("fullyLabeledReplicas", status.fully_labeled_replicas.map(i64::from)),
        ("readyReplicas", status.ready_replicas.map(i64::from)),
        ("availableReplicas", status.available_replicas.map(i64::from)),
        ("observedGeneration", status.observed_generation),
        ("terminatingReplicas", status.terminating_replicas.map(i64::from)),
    ];
    let mut errors = workload::not_negative(&counters, &path);
    let of = |count: Option<i32>| count.unwrap_or(0);
    let (all, ready, available) = (status.replicas, of(status.ready_replicas), of(status.available_replicas));
    let limits = [
        ("fullyLabeledReplicas", of(status.fully_labeled_replicas), all, "status.replicas"),
        ("readyReplicas", ready, all, "status.replicas"),
        ("availableReplicas", available, all, "status.replicas"),
        ("availableReplicas", available, ready, "readyReplicas"),
    ];
    errors.append(workload::at_most(&limits, &path));
    errors
}
