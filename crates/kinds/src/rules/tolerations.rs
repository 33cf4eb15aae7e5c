//! Which taints of nodes a pod bears, and how long.

use api::core::v1::Toleration;
use meta::validate::object_meta::label_name;
use meta::{BadValue, ErrorList, FieldError, Path, validate};

use super::report::{Report, text};

const EFFECTS: [&str; 3] = ["NoSchedule", "PreferNoSchedule", "NoExecute"];

/// What is wrong with tolerations.
pub fn validate(tolerations: &[Toleration], path: &Path<'_>, errors: &mut ErrorList) {
    for (index, toleration) in tolerations.iter().enumerate() {
        one(toleration, &path.index(index), errors);
    }
}

fn one(toleration: &Toleration, path: &Path<'_>, errors: &mut ErrorList) {
    let (key, operator, value, effect) = (
        text(&toleration.key),
        text(&toleration.operator),
        text(&toleration.value),
        text(&toleration.effect),
    );
    let at = path.child("operator");
    if !key.is_empty() {
        errors.append(label_name(key, &path.child("key")));
    }
    if key.is_empty() && operator != "Exists" {
        let detail =
            "operator must be Exists when `key` is empty, which means \"match all values and all keys\"";
        errors.invalid(&at, BadValue::json(operator), detail);
    }
    if toleration.toleration_seconds.is_some() && effect != "NoExecute" {
        let detail = "effect must be 'NoExecute' when `tolerationSeconds` is set";
        errors.invalid(&path.child("effect"), BadValue::json(effect), detail);
    }
    match operator {
        "Equal" | "" => {
            let problems = validate::label_value(value);
            if !problems.is_empty() {
                errors.invalid(&at, value, problems.join(";"));
            }
        }
        "Exists" if !value.is_empty() => {
            errors.invalid(&at, value, "value must be empty when `operator` is 'Exists'")
        }
        "Exists" => {}
        "Lt" | "Gt" => {
            errors.push(FieldError::not_supported(&at, operator, &["Equal", "Exists", "Lt", "Gt"]));
        }
        other => errors.push(FieldError::not_supported(&at, BadValue::json(other), &["Equal", "Exists"])),
    }
    if !effect.is_empty() {
        taint_effect(effect, &path.child("effect"), errors);
    }
}

/// What a taint does, when it is said at all.
pub fn taint_effect(effect: &str, path: &Path<'_>, errors: &mut ErrorList) {
    if !EFFECTS.contains(&effect) {
        errors.push(FieldError::not_supported(path, BadValue::json(effect), &EFFECTS));
    }
}

/// Whether a changed list only adds to the old one, or changes for how long.
pub fn only_added(new: &[Toleration], old: &[Toleration], path: &Path<'_>, errors: &mut ErrorList) {
    let same = |a: &Toleration, b: &Toleration| {
        (&a.key, &a.operator, &a.value, &a.effect) == (&b.key, &b.operator, &b.value, &b.effect)
    };
    if old.iter().any(|old| !new.iter().any(|new| same(new, old))) {
        errors.forbidden(path, "existing toleration can not be modified except its tolerationSeconds");
        return;
    }
    validate(new, path, errors);
}
