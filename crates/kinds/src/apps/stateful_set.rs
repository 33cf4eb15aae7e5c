//! `StatefulSet`: pods with names and storage of their own, in order.

use api::apps::v1::{StatefulSet, StatefulSetSpec, StatefulSetStatus};
use api::core::v1::PodTemplateSpec;
use meta::{BadValue, ErrorList, FieldError, Path, Time, names};
use resource::{Context, Kind, Object, Part, Strategy};
use serde_json::Value;
use std::borrow::Cow;

use self::update_strategy::strategy_errors;
use super::deployment::has_selector;
use crate::describe;
use crate::printing::{age, age_of, containers, name, text};
use crate::rules::object::{default, items, keep, made, same, typed, typed_update};
use crate::rules::pod_spec::{self, Options};
use crate::rules::workload::{self, CONTAINERS, IMAGES};
use crate::rules::{pod_template, selector};

mod claims;
mod update_strategy;

/// The descriptor.
pub fn kind() -> Kind {
    describe::namespaced("apps", "v1", "StatefulSet", "statefulsets")
        .short(&["sts"])
        .categories(&["all"])
        .status()
        .scale("spec.replicas", "status.replicas", Some("spec.selector"))
        .generation()
        .columns(vec![
            name(),
            text("Ready", "Number of the pod with ready state"),
            age(),
            text("Containers", CONTAINERS).wide(),
            text("Images", IMAGES).wide(),
        ])
        .strategy(Rules)
}

struct Rules;

impl Strategy for Rules {
    fn defaults(&self, object: &mut Object) {
        let spec = made(object.tree_mut(), "spec");
        pod_template::defaults(made(spec, "template"));
        items(spec, "volumeClaimTemplates").for_each(claims::defaults);
        default(spec, "podManagementPolicy", "OrderedReady");
        update_strategy::defaults(made(spec, "updateStrategy"));
        let retention = made(spec, "persistentVolumeClaimRetentionPolicy");
        default(retention, "whenDeleted", "Retain");
        default(retention, "whenScaled", "Retain");
        default(spec, "replicas", 1);
        default(spec, "revisionHistoryLimit", 10);
    }

    fn prepare_create(&self, object: &mut Object, _cx: &Context<'_>) {
        object.remove("status");
        object.remove("spec.updateStrategy.rollingUpdate.maxUnavailable");
    }

    fn validate_name(&self, name: &str, prefix: bool) -> Vec<Cow<'static, str>> {
        names::dns_label(name, prefix)
    }

    fn validate(&self, object: &Object, _cx: &Context<'_>) -> ErrorList {
        typed(object, |new: &StatefulSet| {
            let check = Check { is_new: true, template: true, options: &Options::create() };
            spec_errors(&new.spec.clone().unwrap_or_default(), has_selector(object), &check)
        })
    }

    fn prepare_update(&self, part: Part<'_>, new: &mut Object, old: &Object, _cx: &Context<'_>) {
        keep(new, old, if part == Part::Main { &["status"] } else { &["spec"] });
        let gated = "spec.updateStrategy.rollingUpdate.maxUnavailable";
        if old.get(gated).is_none() {
            new.remove(gated);
        }
    }

    fn validate_update(&self, part: Part<'_>, new: &Object, old: &Object, _cx: &Context<'_>) -> ErrorList {
        let fixed = fixed_errors(new, old);
        let (given, before) = (has_selector(new), has_selector(old));
        typed_update(new, old, |new: &StatefulSet, old: &StatefulSet| match part {
            Part::Main => {
                let (new, old) = (new.spec.clone().unwrap_or_default(), old.spec.clone().unwrap_or_default());
                let options = workload::options(Some(&old.template));
                let check = Check { is_new: false, template: true, options: &options };
                // A template that was wrong before is not judged again.
                let template = spec_errors(&old, before, &check).is_empty();
                let mut errors = spec_errors(&new, given, &Check { template, ..check });
                errors.append(fixed);
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
        let mut warnings = workload::warnings(new, old, "spec.template");
        if new.int("spec.revisionHistoryLimit").is_some_and(|limit| limit < 0) {
            warnings.push(
                "spec.revisionHistoryLimit: a negative value retains all historical revisions; a value >= 0 is recommended"
                    .to_owned(),
            );
        }
        warnings
    }

    fn cells(&self, object: &Object, now: Time) -> Vec<Value> {
        let count = |path| object.int(path).unwrap_or(0);
        let [names, images] = containers(object, "spec.template.spec.containers");
        let ready = format!("{}/{}", count("status.readyReplicas"), count("spec.replicas"));
        vec![ready.into(), age_of(object, now), names, images]
    }
}

/// What of a spec is judged.
#[derive(Clone, Copy)]
struct Check<'o> {
    /// Whether parts that cannot be changed are judged.
    is_new: bool,
    /// Whether the template is judged.
    template: bool,
    options: &'o Options,
}

fn spec_errors(spec: &StatefulSetSpec, has_selector: bool, check: &Check<'_>) -> ErrorList {
    let path = Path::new("spec");
    let mut errors = policy_errors(spec, &path);
    let claims = spec.volume_claim_templates.as_deref().unwrap_or_default();
    if check.is_new {
        errors.append(claims::validate(claims, &path.child("volumeClaimTemplates")));
    }
    let start = spec.ordinals.as_ref().and_then(|ordinals| ordinals.start);
    let counters = [
        ("replicas", spec.replicas.map(i64::from)),
        ("minReadySeconds", spec.min_ready_seconds.map(i64::from)),
        ("ordinals.start", start.map(i64::from)),
    ];
    errors.append(workload::not_negative(&counters, &path));
    let service = spec.service_name.as_deref().unwrap_or_default();
    if check.is_new && !service.is_empty() {
        let problems = meta::validate::dns1123_label(service).into_iter();
        let at = path.child("serviceName");
        errors.append(problems.map(|problem| FieldError::invalid(&at, service, problem)));
    }
    let given = has_selector.then_some(&spec.selector);
    errors.append(workload::selector_errors(given, "statefulset", &path.child("selector")));
    let at = path.child("template");
    match selector::compile(given) {
        None => {
            errors.push(FieldError::invalid(&path.child("selector"), selector::shown(given), ""));
        }
        Some(selector) => {
            let template = claims::with_volumes(&spec.template, claims);
            if !selector.is_everything() {
                errors.append(workload::match_errors(&selector, &template, &at));
            }
            errors.append(template_errors(&template, check, &at));
        }
    }
    errors.append(workload::endless_errors(&spec.template, "StatefulSet", &at));
    errors
}

fn policy_errors(spec: &StatefulSetSpec, path: &Path<'_>) -> ErrorList {
    let mut errors = ErrorList::new();
    let at = path.child("podManagementPolicy");
    match spec.pod_management_policy.as_deref().unwrap_or_default() {
        "" => errors.push(FieldError::required(&at, "")),
        "OrderedReady" | "Parallel" => {}
        other => {
            let detail = "must be 'OrderedReady' or 'Parallel'";
            errors.push(FieldError::invalid(&at, BadValue::json(other), detail));
        }
    }
    errors.append(strategy_errors(
        &spec.update_strategy.clone().unwrap_or_default(),
        &path.child("updateStrategy"),
    ));
    if let Some(retention) = &spec.persistent_volume_claim_retention_policy {
        let at = path.child("persistentVolumeClaimRetentionPolicy");
        for (field, policy) in
            [("whenDeleted", &retention.when_deleted), ("whenScaled", &retention.when_scaled)]
        {
            let policy = policy.as_deref().unwrap_or_default();
            if !["Retain", "Delete"].contains(&policy) {
                errors.push(FieldError::not_supported(&at.child(field), policy, &["Retain", "Delete"]));
            }
        }
    }
    errors
}

fn template_errors(template: &PodTemplateSpec, check: &Check<'_>, path: &Path<'_>) -> ErrorList {
    let mut errors = ErrorList::new();
    if check.template {
        errors.append(pod_template::validate(template, check.options, path));
    }
    let meta = template.metadata.clone().unwrap_or_default();
    let annotations = meta.annotations.unwrap_or_default();
    let at = path.child("annotations");
    let labels = meta.labels.unwrap_or_default();
    errors.append(meta::validate::object_meta::labels(&labels, &path.child("labels")));
    errors.append(meta::validate::object_meta::annotations(&annotations, &at));
    errors.append(pod_spec::annotations::validate(&annotations, template.spec.as_ref(), &at));
    errors
}

/// Everything but these fields stays as it was created.
fn fixed_errors(new: &Object, old: &Object) -> ErrorList {
    const MUTABLE: [&str; 7] = [
        "replicas",
        "template",
        "updateStrategy",
        "minReadySeconds",
        "ordinals",
        "revisionHistoryLimit",
        "persistentVolumeClaimRetentionPolicy",
    ];
    let members =
        |object: &Object| object.get("spec").and_then(Value::as_object).cloned().unwrap_or_default();
    let (new, old) = (members(new), members(old));
    let mut fields = new.keys().chain(old.keys()).filter(|field| !MUTABLE.contains(&field.as_str()));
    if fields.all(|field| same(new.get(field), old.get(field))) {
        return ErrorList::new();
    }
    let detail = "updates to statefulset spec for fields other than 'replicas', 'ordinals', 'template', 'updateStrategy', \
                  'revisionHistoryLimit', 'persistentVolumeClaimRetentionPolicy' and 'minReadySeconds' are forbidden";
    FieldError::forbidden(&Path::new("spec"), detail).into()
}

fn status_errors(status: &StatefulSetStatus) -> ErrorList {
    let path = Path::new("status");
    let counters = [
        ("replicas", Some(i64::from(status.replicas))),
        ("readyReplicas", status.ready_replicas.map(i64::from)),
        ("currentReplicas", status.current_replicas.map(i64::from)),
        ("updatedReplicas", status.updated_replicas.map(i64::from)),
        ("availableReplicas", status.available_replicas.map(i64::from)),
        ("observedGeneration", status.observed_generation),
        ("collisionCount", status.collision_count.map(i64::from)),
    ];
    let mut errors = workload::not_negative(&counters, &path);
    let of = |count: Option<i32>| count.unwrap_or(0);
    let (all, ready, available) = (status.replicas, of(status.ready_replicas), of(status.available_replicas));
    let limits = [
        ("readyReplicas", ready, all, "status.replicas"),
        ("currentReplicas", of(status.current_replicas), all, "status.replicas"),
        ("updatedReplicas", of(status.updated_replicas), all, "status.replicas"),
        ("availableReplicas", available, all, "status.replicas"),
        ("availableReplicas", available, ready, "status.readyReplicas"),
    ];
    errors.append(workload::at_most(&limits, &path));
    errors
}
