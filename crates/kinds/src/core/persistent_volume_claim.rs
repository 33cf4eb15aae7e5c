//! `PersistentVolumeClaim`: a wish for storage.

use api::core::v1::PersistentVolumeClaim;
use meta::validate::object_meta::immutable_field;
use meta::{BadValue, ErrorList, FieldError, Path, Quantity, Time, validate};
use resource::{Context, Kind, Object, Part, Strategy};
use serde_json::{Value, json};

use super::persistent_volume::{OLD_CLASS, class, modes, or_unset};
use crate::describe;
use crate::printing::{age, age_of, name, text};
use crate::rules::object::{default, keep, made, typed, typed_update};
use crate::rules::pod_spec::defaults::round;
use crate::rules::report::Report;
use crate::rules::{claims, internal, resources};

/// The descriptor.
pub fn kind() -> Kind {
    describe::namespaced("", "v1", "PersistentVolumeClaim", "persistentvolumeclaims")
        .short(&["pvc"])
        .status()
        .columns(vec![
            name(),
            text("Status", "io.k8s.api.core.v1.PersistentVolumeClaimStatus#phase"),
            text("Volume", "io.k8s.api.core.v1.PersistentVolumeClaimSpec#volumeName"),
            text("Capacity", "io.k8s.api.core.v1.PersistentVolumeClaimStatus#capacity"),
            text("Access Modes", "io.k8s.api.core.v1.PersistentVolumeClaimStatus#accessModes"),
            text("StorageClass", "StorageClass of the pvc"),
            text("VolumeAttributesClass", "VolumeAttributesClass of the pvc"),
            age(),
            text("VolumeMode", "io.k8s.api.core.v1.PersistentVolumeClaimSpec#volumeMode").wide(),
        ])
        .strategy(Rules)
}

struct Rules;

impl Strategy for Rules {
    fn defaults(&self, object: &mut Object) {
        let spec = made(object.tree_mut(), "spec");
        claims::defaults(spec);
        if let Some(resources) = spec.get_mut("resources") {
            round(resources, "limits");
            round(resources, "requests");
        }
        let status = made(object.tree_mut(), "status");
        default(status, "phase", "Pending");
        round(status, "capacity");
        round(status, "allocatedResources");
    }

    fn prepare_create(&self, object: &mut Object, _cx: &Context<'_>) {
        object.set("status", json!({"phase": "Pending"}));
        drop_unknown_source(object, None);
        equal_sources(object);
    }

    fn validate(&self, object: &Object, _cx: &Context<'_>) -> ErrorList {
        typed(object, |claim: &PersistentVolumeClaim| {
            let mut errors = ErrorList::new();
            let spec = claim.spec.clone().unwrap_or_default();
            claims::validate(&spec, claims::Options::default(), &Path::new("spec"), &mut errors);
            errors
        })
    }

    fn prepare_update(&self, part: Part<'_>, new: &mut Object, old: &Object, _cx: &Context<'_>) {
        if part == Part::Main {
            keep(new, old, &["status"]);
            drop_unknown_source(new, Some(old));
            equal_sources(new);
        } else {
            keep(new, old, &["spec"]);
        }
    }

    fn validate_update(&self, part: Part<'_>, new: &Object, old: &Object, _cx: &Context<'_>) -> ErrorList {
        if part != Part::Main {
            return status(new);
        }
        let mut errors =
            typed_update(new, old, |new: &PersistentVolumeClaim, old: &PersistentVolumeClaim| {
                let mut errors = ErrorList::new();
                let options = claims::Options::update(&old.spec.clone().unwrap_or_default());
                claims::validate(
                    &new.spec.clone().unwrap_or_default(),
                    options,
                    &Path::new("spec"),
                    &mut errors,
                );
                errors
            });
        changes(new, old, &mut errors);
        errors
    }

    fn warnings(&self, new: &Object, _old: Option<&Object>, _cx: &Context<'_>) -> Vec<String> {
        let mut warnings = Vec::new();
        if new.annotation(OLD_CLASS).is_some() {
            warnings.push(format!(
                "metadata.annotations[{OLD_CLASS}]: deprecated since v1.8; use \"storageClassName\" attribute instead"
            ));
        }
        for part in ["requests", "limits"] {
            let value = size(new, &format!("spec.resources.{part}"));
            if value.milli_value() % 1000 != 0 {
                let value = meta::go::quote(&value.to_string());
                warnings.push(format!(
                    "spec.resources.{part}[storage]: fractional byte value {value} is invalid, must be an integer"
                ));
            }
        }
        warnings
    }

    fn cells(&self, object: &Object, now: Time) -> Vec<Value> {
        let phase = if object.is_terminating() { "Terminating" } else { object.text("status.phase") };
        let is_bound = !object.text("spec.volumeName").is_empty();
        let capacity = object.get("status.capacity").and_then(|capacity| capacity.get("storage"));
        vec![
            phase.into(),
            object.text("spec.volumeName").into(),
            if is_bound { capacity.cloned().unwrap_or_else(|| "0".into()) } else { "".into() },
            if is_bound { modes(object, "status.accessModes").into() } else { "".into() },
            class(object).into(),
            or_unset(object, "spec.volumeAttributesClassName"),
            age_of(object, now),
            or_unset(object, "spec.volumeMode"),
        ]
    }

    fn returns_deleted(&self) -> bool {
        true
    }
}

/// Before there was `dataSourceRef`, data sources other than claims and snapshots were dropped silently; they still are.
fn drop_unknown_source(claim: &mut Object, old: Option<&Object>) {
    let used =
        |claim: &Object| claim.get("spec.dataSource").is_some() || claim.get("spec.dataSourceRef").is_some();
    if old.is_some_and(used)
        || claim.get("spec.dataSourceRef").is_some()
        || claim.get("spec.dataSource").is_none()
    {
        return;
    }
    let known = match claim.text("spec.dataSource.kind") {
        "PersistentVolumeClaim" => claim.text("spec.dataSource.apiGroup").is_empty(),
        "VolumeSnapshot" => claim.text("spec.dataSource.apiGroup") == "snapshot.storage.k8s.io",
        _ => false,
    };
    if !known {
        claim.remove("spec.dataSource");
    }
}

/// Whichever of the two fields a client uses, both say the same.
fn equal_sources(claim: &mut Object) {
    let (source, reference) =
        (claim.get("spec.dataSource").cloned(), claim.get("spec.dataSourceRef").cloned());
    match (source, reference) {
        (Some(source), None) => claim.set("spec.dataSourceRef", source),
        (None, Some(reference)) if claim.text("spec.dataSourceRef.namespace").is_empty() => {
            let mut source = reference;
            source.as_object_mut().map(|members| members.remove("namespace"));
            claim.set("spec.dataSource", source);
        }
        _ => {}
    }
}

fn size(claim: &Object, path: &str) -> Quantity {
    let text = claim.get(path).and_then(|list| list.get("storage")).and_then(Value::as_str);
    text.and_then(|text| text.parse().ok()).unwrap_or_default()
}

fn changes(new: &Object, old: &Object, errors: &mut ErrorList) {
    let (mut munged, mut before) = (new.clone(), old.clone());
    equal_sources(&mut before);
    if before.text("spec.volumeName").is_empty() {
        before.copy_from(&munged, "spec.volumeName");
    }
    class_change(&mut munged, new, old, errors);
    if new.text("status.phase") == "Bound" {
        if let Some(requests) =
            munged.tree_mut().pointer_mut("/spec/resources/requests").and_then(Value::as_object_mut)
            && let Some(old) = old.get("spec.resources.requests").and_then(|list| list.get("storage"))
        {
            requests.insert("storage".to_owned(), old.clone());
        }
        munged.copy_from(&before, "spec.volumeAttributesClassName");
    }
    if munged.get("spec") != before.get("spec") {
        let difference =
            internal::difference("PersistentVolumeClaimSpec", before.get("spec"), munged.get("spec"));
        let detail = format!(
            "spec is immutable after creation except resources.requests and volumeAttributesClassName for bound claims\n{difference}"
        );
        errors.forbidden(&Path::new("spec"), detail);
    }
    let requests = "spec.resources.requests";
    if size(new, requests) < size(old, requests) && size(new, requests) <= size(old, "status.capacity") {
        let detail = "field can not be less than status.capacity";
        errors.forbidden(&Path::new("spec.resources.requests.storage"), detail);
    }
    let mode = |claim: &Object| claim.get("spec.volumeMode").cloned();
    errors.extend(immutable_field(&mode(new), &mode(old), &Path::new("volumeMode")));
    attributes_class(new, old, errors);
}

/// The class may move from the annotation to the field, and be given where there was none.
fn class_change(munged: &mut Object, new: &Object, old: &Object, errors: &mut ErrorList) {
    let path = "spec.storageClassName";
    let (class, annotation) = (new.get(path).and_then(Value::as_str), old.annotation(OLD_CLASS));
    let was_none = old.get(path).is_none();
    let moved = annotation.is_some()
        && was_none
        && class == annotation
        && new.annotation(OLD_CLASS).is_none_or(|now| Some(now) == annotation);
    if moved {
        munged.remove(path);
        return;
    }
    let (now, before) = (new.annotation(OLD_CLASS).unwrap_or_default(), annotation.unwrap_or_default());
    if now != before {
        let at = Path::new("metadata.annotations");
        errors.invalid(&at.child(OLD_CLASS), now, "field is immutable");
    }
    if class.is_some() && was_none && annotation.is_none_or(|annotation| class == Some(annotation)) {
        munged.remove(path);
    }
}

fn attributes_class(new: &Object, old: &Object, errors: &mut ErrorList) {
    let path = "spec.volumeAttributesClassName";
    if new.get(path) == old.get(path) || old.get("status.currentVolumeAttributesClassName").is_none() {
        return;
    }
    let to = match new.get(path) {
        None => "nil",
        Some(class) if class == "" => "empty string",
        Some(_) => return,
    };
    let detail =
        format!("update to {to} is forbidden when status.currentVolumeAttributesClassName is not nil");
    errors.forbidden(&Path::new(path), detail);
}

fn status(claim: &Object) -> ErrorList {
    const STATES: [&str; 5] = [
        "ControllerResizeInProgress",
        "ControllerResizeInfeasible",
        "NodeResizePending",
        "NodeResizeInProgress",
        "NodeResizeInfeasible",
    ];
    let mut errors = ErrorList::new();
    let members = |path: &str| claim.get(path).and_then(Value::as_object).cloned().unwrap_or_default();
    let basic = |value: &Value, path: &Path<'_>, errors: &mut ErrorList| {
        let value = value.as_str().and_then(|text| text.parse::<Quantity>().ok()).unwrap_or_default().value();
        if value < 0 {
            errors.invalid(path, value, "must be a valid resource quantity");
        }
    };
    for (name, value) in members("status.capacity") {
        basic(&value, &Path::new("status.capacity").key(&name), &mut errors);
    }
    let path = Path::new("status.allocatedResourceStatuses");
    for (name, state) in members("status.allocatedResourceStatuses") {
        resource_key(&name, &path, &mut errors);
        if !STATES.contains(&state.as_str().unwrap_or_default()) {
            errors.push(FieldError::not_in_set(&path, BadValue::json(&name), &STATES));
        }
    }
    let path = Path::new("status.allocatedResources");
    for (name, value) in members("status.allocatedResources") {
        let before = errors.len();
        resource_key(&name, &path, &mut errors);
        if errors.len() == before {
            basic(&value, &path.key(&name), &mut errors);
        }
    }
    errors
}

fn resource_key(name: &str, path: &Path<'_>, errors: &mut ErrorList) {
    let problems = validate::qualified_name(name);
    if problems.is_empty() && resources::is_native(name) && name != "storage" {
        errors.push(FieldError::not_supported(path, name, &["storage"]));
    }
    errors.problems(path, name, problems);
}
