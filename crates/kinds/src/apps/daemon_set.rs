//! `DaemonSet`: one pod on every node that fits.
//!
//! How often the template changed is counted in an annotation, as old clients knew it from a field.

use api::IntOrString;
use api::apps::v1::{
    DaemonSet, DaemonSetSpec, DaemonSetStatus, DaemonSetUpdateStrategy, RollingUpdateDaemonSet,
};
use meta::{ErrorList, FieldError, Path, Time};
use resource::{Context, Kind, Object, Part, Strategy};
use serde_json::Value;

use super::deployment::{has_selector, strategy_shown};
use crate::describe;
use crate::printing::{age, age_of, containers, integer, labels, name, number, text};
use crate::rules::object::{default, keep, made, same, typed, typed_update};
use crate::rules::workload::{self, CONTAINERS, IMAGES};
use crate::rules::{int_or_percent, label_selector, pod_template, selector};

/// The annotation that counts changes of the template.
const TEMPLATE_GENERATION: &str = "deprecated.daemonset.template.generation";

/// The descriptor.
pub fn kind() -> Kind {
    describe::namespaced("apps", "v1", "DaemonSet", "daemonsets")
        .short(&["ds"])
        .categories(&["all"])
        .status()
        .generation()
        .columns(vec![
            name(),
            integer("Desired", "io.k8s.api.apps.v1.DaemonSetStatus#desiredNumberScheduled"),
            integer("Current", "io.k8s.api.apps.v1.DaemonSetStatus#currentNumberScheduled"),
            integer("Ready", "io.k8s.api.apps.v1.DaemonSetStatus#numberReady"),
            integer("Up-to-date", "io.k8s.api.apps.v1.DaemonSetStatus#updatedNumberScheduled"),
            integer("Available", "io.k8s.api.apps.v1.DaemonSetStatus#numberAvailable"),
            text("Node Selector", "io.k8s.api.core.v1.PodSpec#nodeSelector"),
            age(),
            text("Containers", CONTAINERS).wide(),
            text("Images", IMAGES).wide(),
            text("Selector", "io.k8s.api.apps.v1.DaemonSetSpec#selector").wide(),
        ])
        .strategy(Rules)
}

struct Rules;

impl Strategy for Rules {
    fn hidden_annotation(&self) -> Option<&'static str> {
        Some(TEMPLATE_GENERATION)
    }

    fn defaults(&self, object: &mut Object) {
        let spec = made(object.tree_mut(), "spec");
        pod_template::defaults(made(spec, "template"));
        let strategy = made(spec, "updateStrategy");
        default(strategy, "type", "RollingUpdate");
        if strategy["type"] == "RollingUpdate" {
            let rolling = made(strategy, "rollingUpdate");
            default(rolling, "maxUnavailable", 1);
            default(rolling, "maxSurge", 0);
        }
        default(spec, "revisionHistoryLimit", 10);
        // The count is there from the start, so that whoever writes the object comes to own it.
        let count = template_generation(object);
        set_template_generation(object, count);
    }

    fn prepare_create(&self, object: &mut Object, _cx: &Context<'_>) {
        object.remove("status");
        let count = template_generation(object).max(1);
        set_template_generation(object, count);
    }

    fn validate(&self, object: &Object, _cx: &Context<'_>) -> ErrorList {
        let count = template_generation(object);
        typed(object, |new: &DaemonSet| {
            spec_errors(&new.spec.clone().unwrap_or_default(), has_selector(object), None, count)
        })
    }

    fn prepare_update(&self, part: Part<'_>, new: &mut Object, old: &Object, _cx: &Context<'_>) {
        keep(new, old, if part == Part::Main { &["status"] } else { &["spec"] });
        let changed = !same(new.get("spec.template"), old.get("spec.template"));
        set_template_generation(new, template_generation(old) + i64::from(changed));
    }

    fn validate_update(&self, part: Part<'_>, new: &Object, old: &Object, _cx: &Context<'_>) -> ErrorList {
        let (given, before, count) = (has_selector(new), has_selector(old), template_generation(new));
        typed_update(new, old, |new: &DaemonSet, old: &DaemonSet| match part {
            Part::Main => {
                let (new, old) = (new.spec.clone().unwrap_or_default(), old.spec.clone().unwrap_or_default());
                let selectors = (given.then_some(&new.selector), before.then_some(&old.selector));
                let at = Path::new("spec.selector");
                let mut errors: ErrorList =
                    workload::same_selector(selectors.0, selectors.1, &at).into_iter().collect();
                errors.append(spec_errors(&new, given, Some(&old), count));
                errors
            }
            Part::Status | Part::View(_) => {
                let (new, old) =
                    (new.status.clone().unwrap_or_default(), old.status.clone().unwrap_or_default());
                let mut errors = status_errors(&new);
                errors.append(workload::collisions(new.collision_count, old.collision_count));
                errors
            }
        })
    }

    fn warnings(&self, new: &Object, old: Option<&Object>, _cx: &Context<'_>) -> Vec<String> {
        if old.is_some_and(|old| same(new.get("spec.template"), old.get("spec.template"))) {
            return Vec::new();
        }
        workload::warnings(new, old, "spec.template")
    }

    fn cells(&self, object: &Object, now: Time) -> Vec<Value> {
        let [names, images] = containers(object, "spec.template.spec.containers");
        vec![
            number(object, "status.desiredNumberScheduled"),
            number(object, "status.currentNumberScheduled"),
            number(object, "status.numberReady"),
            number(object, "status.updatedNumberScheduled"),
            number(object, "status.numberAvailable"),
            labels(object.get("spec.template.spec.nodeSelector")),
            age_of(object, now),
            names,
            images,
            selector::cell(object.get("spec.selector")),
        ]
    }
}

fn template_generation(object: &Object) -> i64 {
    object.annotation(TEMPLATE_GENERATION).and_then(|text| text.parse().ok()).unwrap_or(0)
}

fn set_template_generation(object: &mut Object, count: i64) {
    let annotations = made(made(object.tree_mut(), "metadata"), "annotations");
    annotations[TEMPLATE_GENERATION] = count.to_string().into();
}

fn spec_errors(
    spec: &DaemonSetSpec,
    has_selector: bool,
    old: Option<&DaemonSetSpec>,
    count: i64,
) -> ErrorList {
    let path = Path::new("spec");
    let (at, template) = (path.child("selector"), path.child("template"));
    let given = has_selector.then_some(&spec.selector);
    let mut errors = ErrorList::new();
    if let Some(given) = given {
        errors.append(selector::validate_over(given, old.map(|old| &old.selector), &at));
    }
    if let Some(selector) = selector::compile(given) {
        errors.append(workload::match_errors(&selector, &spec.template, &template));
    }
    if let Some(given) = given.filter(|given| label_selector::is_empty(given)) {
        let detail = "empty selector is invalid for daemonset";
        errors.push(FieldError::invalid(&at, selector::shown(Some(given)), detail));
    }
    let options = workload::options(old.map(|old| &old.template));
    errors.append(pod_template::validate(&spec.template, &options, &template));
    errors.append(workload::endless_errors(&spec.template, "DaemonSet", &template));
    let counters =
        [("minReadySeconds", spec.min_ready_seconds.map(i64::from)), ("templateGeneration", Some(count))];
    errors.append(workload::not_negative(&counters, &path));
    let strategy = spec.update_strategy.clone().unwrap_or_default();
    errors.append(strategy_errors(&strategy, &path.child("updateStrategy")));
    let limit = [("revisionHistoryLimit", spec.revision_history_limit.map(i64::from))];
    errors.append(workload::not_negative(&limit, &path));
    errors
}

fn strategy_errors(strategy: &DaemonSetUpdateStrategy, path: &Path<'_>) -> ErrorList {
    let at = path.child("rollingUpdate");
    match (strategy.type_.as_deref().unwrap_or_default(), &strategy.rolling_update) {
        ("OnDelete", _) => ErrorList::new(),
        ("RollingUpdate", None) => FieldError::required(&at, "").into(),
        ("RollingUpdate", Some(rolling)) => rolling_errors(rolling, &at),
        (other, rolling) => {
            let rolling = rolling.as_ref().map(|r| (r.max_unavailable.as_ref(), r.max_surge.as_ref()));
            FieldError::not_supported(path, strategy_shown(other, rolling), &["RollingUpdate", "OnDelete"])
                .into()
        }
    }
}

fn rolling_errors(rolling: &RollingUpdateDaemonSet, path: &Path<'_>) -> ErrorList {
    let zero = IntOrString::Int(0);
    let unavailable = rolling.max_unavailable.as_ref().unwrap_or(&zero);
    let surge = rolling.max_surge.as_ref().unwrap_or(&zero);
    let (at_unavailable, at_surge) = (path.child("maxUnavailable"), path.child("maxSurge"));
    let mut errors = int_or_percent::validate(unavailable, &at_unavailable);
    errors.append(int_or_percent::validate(surge, &at_surge));
    errors.append(int_or_percent::within_all(unavailable, &at_unavailable));
    errors.append(int_or_percent::within_all(surge, &at_surge));
    match (int_or_percent::amount(unavailable) != 0, int_or_percent::amount(surge) != 0) {
        (true, true) => {
            let detail = "may not be set when maxUnavailable is non-zero";
            errors.push(FieldError::invalid(&at_surge, int_or_percent::shown(surge), detail));
        }
        (false, false) => {
            errors.push(FieldError::required(&at_unavailable, "cannot be 0 when maxSurge is 0"));
        }
        _ => {}
    }
    errors
}

fn status_errors(status: &DaemonSetStatus) -> ErrorList {
    let counters = [
        ("currentNumberScheduled", Some(i64::from(status.current_number_scheduled))),
        ("numberMisscheduled", Some(i64::from(status.number_misscheduled))),
        ("desiredNumberScheduled", Some(i64::from(status.desired_number_scheduled))),
        ("numberReady", Some(i64::from(status.number_ready))),
        ("observedGeneration", status.observed_generation),
        ("updatedNumberScheduled", status.updated_number_scheduled.map(i64::from)),
        ("numberAvailable", status.number_available.map(i64::from)),
        ("numberUnavailable", status.number_unavailable.map(i64::from)),
        ("collisionCount", status.collision_count.map(i64::from)),
    ];
    workload::not_negative(&counters, &Path::new("status"))
}
