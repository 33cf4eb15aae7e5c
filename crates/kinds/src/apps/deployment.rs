//! `Deployment`: replica sets, one per template, replaced by each other at a pace.

use api::IntOrString;
use api::apps::v1::{
    Deployment, DeploymentSpec, DeploymentStatus, DeploymentStrategy, RollingUpdateDeployment,
};
use api::meta::LabelSelector;
use meta::{BadValue, ErrorList, FieldError, Path, Time};
use resource::{Context, Kind, Object, Part, Strategy};
use serde_json::{Value, json};

use crate::describe;
use crate::printing::{age, age_of, containers, name, number, text};
use crate::rules::object::{default, keep, made, same, typed, typed_update};
use crate::rules::pod_spec::Options;
use crate::rules::workload::{self, CONTAINERS, IMAGES};
use crate::rules::{int_or_percent, pod_template, selector};

/// The descriptor.
pub fn kind() -> Kind {
    describe::namespaced("apps", "v1", "Deployment", "deployments")
        .short(&["deploy"])
        .categories(&["all"])
        .status()
        .scale("spec.replicas", "status.replicas", Some("spec.selector"))
        .generation()
        .columns(vec![
            name(),
            text("Ready", "Number of the pod with ready state"),
            text("Up-to-date", "io.k8s.api.apps.v1.DeploymentStatus#updatedReplicas"),
            text("Available", "io.k8s.api.apps.v1.DeploymentStatus#availableReplicas"),
            age(),
            text("Containers", CONTAINERS).wide(),
            text("Images", IMAGES).wide(),
            text("Selector", "io.k8s.api.apps.v1.DeploymentSpec#selector").wide(),
        ])
        .strategy(Rules)
}

struct Rules;

impl Strategy for Rules {
    fn defaults(&self, object: &mut Object) {
        let spec = made(object.tree_mut(), "spec");
        pod_template::defaults(made(spec, "template"));
        default(spec, "replicas", 1);
        let strategy = made(spec, "strategy");
        default(strategy, "type", "RollingUpdate");
        if strategy["type"] == "RollingUpdate" {
            let rolling = made(strategy, "rollingUpdate");
            default(rolling, "maxUnavailable", "25%");
            default(rolling, "maxSurge", "25%");
        }
        default(spec, "revisionHistoryLimit", 10);
        default(spec, "progressDeadlineSeconds", 600);
    }

    fn validate(&self, object: &Object, _cx: &Context<'_>) -> ErrorList {
        typed(object, |new: &Deployment| {
            spec_errors(&new.spec.clone().unwrap_or_default(), has_selector(object), &Options::create())
        })
    }

    fn prepare_update(&self, part: Part<'_>, new: &mut Object, old: &Object, _cx: &Context<'_>) {
        match part {
            Part::Main => keep(new, old, &["status"]),
            Part::Status | Part::View(_) => keep(new, old, &["spec", "metadata.labels"]),
        }
    }

    fn validate_update(&self, part: Part<'_>, new: &Object, old: &Object, _cx: &Context<'_>) -> ErrorList {
        let (given, before) = (has_selector(new), has_selector(old));
        typed_update(new, old, |new: &Deployment, old: &Deployment| match part {
            Part::Main => {
                let (new, old) = (new.spec.clone().unwrap_or_default(), old.spec.clone().unwrap_or_default());
                let mut errors = spec_errors(&new, given, &workload::options(Some(&old.template)));
                let (new, old) = (given.then_some(&new.selector), before.then_some(&old.selector));
                errors.append(workload::same_selector(new, old, &Path::new("spec.selector")));
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
        let mut warnings: Vec<String> = workload::name_warning(new, old).into_iter().collect();
        warnings.extend(workload::warnings(new, old, "spec.template"));
        warnings
    }

    fn same_generation(&self, new: &Object, old: &Object) -> bool {
        ["spec", "metadata.annotations"].iter().all(|path| same(new.get(path), old.get(path)))
    }

    fn cells(&self, object: &Object, now: Time) -> Vec<Value> {
        let count = |path| object.int(path).unwrap_or(0);
        let [names, images] = containers(object, "spec.template.spec.containers");
        let selector = selector::text(object.get("spec.selector")).unwrap_or_else(|| "<invalid>".to_owned());
        vec![
            format!("{}/{}", count("status.readyReplicas"), count("spec.replicas")).into(),
            number(object, "status.updatedReplicas"),
            number(object, "status.availableReplicas"),
            age_of(object, now),
            names,
            images,
            json!(selector),
        ]
    }
}

/// An absent selector is not an empty one, which the typed form cannot tell.
pub(super) fn has_selector(object: &Object) -> bool {
    object.get("spec.selector").is_some()
}

fn spec_errors(spec: &DeploymentSpec, has_selector: bool, options: &Options) -> ErrorList {
    let path = Path::new("spec");
    let mut errors = workload::not_negative(&[("replicas", spec.replicas.map(i64::from))], &path);
    let given = has_selector.then_some(&spec.selector);
    errors.append(workload::selector_errors(given, "deployment", &path.child("selector")));
    match selector::compile(given) {
        Some(selector) => {
            let at = path.child("template");
            errors.append(workload::replica_template_errors(&selector, &spec.template, options, &at));
        }
        None => errors.push(bad_selector(given, &path)),
    }
    errors.append(strategy_errors(&spec.strategy.clone().unwrap_or_default(), &path.child("strategy")));
    let counters = [
        ("minReadySeconds", spec.min_ready_seconds.map(i64::from)),
        ("revisionHistoryLimit", spec.revision_history_limit.map(i64::from)),
        ("progressDeadlineSeconds", spec.progress_deadline_seconds.map(i64::from)),
    ];
    errors.append(workload::not_negative(&counters, &path));
    if let Some(deadline) = spec.progress_deadline_seconds
        && deadline <= spec.min_ready_seconds.unwrap_or(0)
    {
        let detail = "must be greater than minReadySeconds";
        errors.push(FieldError::invalid(&path.child("progressDeadlineSeconds"), deadline, detail));
    }
    errors
}

/// What is said of a selector that cannot be used, besides what is wrong with it.
pub(super) fn bad_selector(given: Option<&LabelSelector>, path: &Path<'_>) -> FieldError {
    FieldError::invalid(&path.child("selector"), selector::shown(given), "invalid label selector")
}

fn strategy_errors(strategy: &DeploymentStrategy, path: &Path<'_>) -> ErrorList {
    let at = path.child("rollingUpdate");
    match (strategy.type_.as_deref().unwrap_or_default(), &strategy.rolling_update) {
        ("Recreate", Some(_)) => {
            FieldError::forbidden(&at, "may not be specified when strategy `type` is 'Recreate'").into()
        }
        ("Recreate", None) => ErrorList::new(),
        ("RollingUpdate", None) => {
            FieldError::required(&at, "this should be defaulted and never be nil").into()
        }
        ("RollingUpdate", Some(rolling)) => rolling_errors(rolling, &at),
        (other, rolling) => {
            let rolling = rolling.as_ref().map(|r| (r.max_unavailable.as_ref(), r.max_surge.as_ref()));
            let shown = strategy_shown(other, rolling);
            FieldError::not_supported(path, shown, &["Recreate", "RollingUpdate"]).into()
        }
    }
}

/// A strategy as an error shows it: with the names that it has inside a stock server.
pub(super) fn strategy_shown(
    kind: &str,
    rolling: Option<(Option<&IntOrString>, Option<&IntOrString>)>,
) -> BadValue {
    let kind = meta::go::to_json(kind).unwrap_or_default();
    let rolling = rolling.map_or("null".to_owned(), |(unavailable, surge)| {
        let (unavailable, surge) = (int_or_percent::json(unavailable), int_or_percent::json(surge));
        format!(r#"{{"MaxUnavailable":{unavailable},"MaxSurge":{surge}}}"#)
    });
    BadValue::Json(format!(r#"{{"Type":{kind},"RollingUpdate":{rolling}}}"#))
}

fn rolling_errors(rolling: &RollingUpdateDeployment, path: &Path<'_>) -> ErrorList {
    let zero = IntOrString::Int(0);
    let unavailable = rolling.max_unavailable.as_ref().unwrap_or(&zero);
    let surge = rolling.max_surge.as_ref().unwrap_or(&zero);
    let at = path.child("maxUnavailable");
    let mut errors = int_or_percent::validate(unavailable, &at);
    errors.append(int_or_percent::validate(surge, &path.child("maxSurge")));
    if int_or_percent::amount(unavailable) == 0 && int_or_percent::amount(surge) == 0 {
        let detail = "may not be 0 when `maxSurge` is 0";
        errors.push(FieldError::invalid(&at, int_or_percent::shown(unavailable), detail));
    }
    errors.append(int_or_percent::within_all(unavailable, &at));
    errors
}

fn status_errors(status: &DeploymentStatus) -> ErrorList {
    let path = Path::new("status");
    let counters = [
        ("observedGeneration", status.observed_generation),
        ("replicas", status.replicas.map(i64::from)),
        ("updatedReplicas", status.updated_replicas.map(i64::from)),
        ("readyReplicas", status.ready_replicas.map(i64::from)),
        ("availableReplicas", status.available_replicas.map(i64::from)),
        ("unavailableReplicas", status.unavailable_replicas.map(i64::from)),
        ("terminatingReplicas", status.terminating_replicas.map(i64::from)),
        ("collisionCount", status.collision_count.map(i64::from)),
    ];
    let mut errors = workload::not_negative(&counters, &path);
    let of = |count: Option<i32>| count.unwrap_or(0);
    let (all, ready, available) =
        (of(status.replicas), of(status.ready_replicas), of(status.available_replicas));
    let limits = [
        ("updatedReplicas", of(status.updated_replicas), all, "status.replicas"),
        ("readyReplicas", ready, all, "status.replicas"),
        ("availableReplicas", available, all, "status.replicas"),
        ("availableReplicas", available, ready, "readyReplicas"),
    ];
    errors.append(workload::at_most(&limits, &path));
    errors
}
