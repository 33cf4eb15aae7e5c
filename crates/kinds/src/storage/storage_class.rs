//! `StorageClass`: how volumes are made for claims.

use api::core::v1::TopologySelectorTerm;
use api::storage::v1::StorageClass;
use meta::validate::object_meta::{immutable_field, label_name};
use meta::{BadValue, ErrorList, Path, Time};
use resource::{Context, Kind, Object, Part, Strategy};
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};

use super::parameters;
use crate::describe;
use crate::printing::{age, age_of, name, text};
use crate::rules::object::{default_absent, typed, typed_update};
use crate::rules::report::{Report, list, text as of};

/// The descriptor.
pub fn kind() -> Kind {
    describe::cluster("storage.k8s.io", "v1", "StorageClass", "storageclasses")
        .short(&["sc"])
        .columns(vec![
            name(),
            text("Provisioner", "io.k8s.api.storage.v1.StorageClass#provisioner"),
            text("ReclaimPolicy", "io.k8s.api.storage.v1.StorageClass#reclaimPolicy"),
            text("VolumeBindingMode", "io.k8s.api.storage.v1.StorageClass#volumeBindingMode"),
            text("AllowVolumeExpansion", "io.k8s.api.storage.v1.StorageClass#allowVolumeExpansion"),
            age(),
        ])
        .strategy(Rules)
}

struct Rules;

impl Strategy for Rules {
    fn defaults(&self, object: &mut Object) {
        default_absent(object.tree_mut(), "reclaimPolicy", "Delete");
        default_absent(object.tree_mut(), "volumeBindingMode", "Immediate");
    }

    fn validate(&self, object: &Object, _cx: &Context<'_>) -> ErrorList {
        typed(object, class_errors)
    }

    fn validate_update(&self, _part: Part<'_>, new: &Object, old: &Object, _cx: &Context<'_>) -> ErrorList {
        typed_update(new, old, |new: &StorageClass, old: &StorageClass| {
            let mut errors = class_errors(new);
            let given = |class: &StorageClass| class.parameters.clone().filter(|given| !given.is_empty());
            errors.append(immutable_field(&given(new), &given(old), &Path::new("parameters")));
            errors.append(immutable_field(&new.provisioner, &old.provisioner, &Path::new("provisioner")));
            errors.append(immutable_field(
                &new.reclaim_policy,
                &old.reclaim_policy,
                &Path::new("reclaimPolicy"),
            ));
            let at = Path::new("volumeBindingMode");
            errors.append(immutable_field(&new.volume_binding_mode, &old.volume_binding_mode, &at));
            errors
        })
    }

    fn cells(&self, object: &Object, now: Time) -> Vec<Value> {
        vec![
            object.text("provisioner").into(),
            object.text("reclaimPolicy").into(),
            object.text("volumeBindingMode").into(),
            json!(object.get("allowVolumeExpansion").and_then(Value::as_bool).unwrap_or(false)),
            age_of(object, now),
        ]
    }

    fn returns_deleted(&self) -> bool {
        true
    }
}

fn class_errors(class: &StorageClass) -> ErrorList {
    let mut errors = ErrorList::new();
    parameters::provisioner(&class.provisioner, &Path::new("provisioner"), &mut errors);
    parameters::validate(class.parameters.as_ref(), true, &Path::new("parameters"), &mut errors);
    let policy = of(&class.reclaim_policy);
    if !policy.is_empty() {
        errors.one_of(&Path::new("reclaimPolicy"), policy, &["Delete", "Retain"]);
    }
    let at = Path::new("volumeBindingMode");
    match &class.volume_binding_mode {
        None => errors.required(&at, ""),
        Some(mode) => errors.one_of(&at, mode, &["Immediate", "WaitForFirstConsumer"]),
    }
    topology_errors(list(&class.allowed_topologies), &Path::new("allowedTopologies"), &mut errors);
    errors
}

/// What each key of a term may be.
type Choices = BTreeMap<String, BTreeSet<String>>;

fn topology_errors(terms: &[TopologySelectorTerm], path: &Path<'_>, errors: &mut ErrorList) {
    // A term that demands nothing counts as a repetition, once for each term there is.
    let mut seen = vec![Choices::new(); terms.len()];
    for (i, term) in terms.iter().enumerate() {
        let at = path.index(i);
        let at = at.child("matchLabelExpressions");
        let choices = choices(term, &at, errors);
        for _ in seen.iter().filter(|other| **other == choices) {
            errors.duplicate(&at, "");
        }
        seen.push(choices);
    }
}

fn choices(term: &TopologySelectorTerm, path: &Path<'_>, errors: &mut ErrorList) -> Choices {
    let mut choices = Choices::new();
    for (i, requirement) in list(&term.match_label_expressions).iter().enumerate() {
        let at = path.index(i);
        let values = at.child("values");
        if requirement.values.is_empty() {
            errors.required(&values, "");
        }
        let mut set = BTreeSet::new();
        for (j, value) in requirement.values.iter().enumerate() {
            if !set.insert(value.clone()) {
                errors.duplicate(&values.index(j), value);
            }
        }
        errors.append(label_name(&requirement.key, &at.child("key")));
        if choices.insert(requirement.key.clone(), set).is_some() {
            errors.duplicate(&at.child("key"), BadValue::from(&requirement.key));
        }
    }
    choices
}
