//! `PriorityClass`: how important pods are to the scheduler, by name.

use api::scheduling::v1::PriorityClass;
use meta::validate::object_meta::immutable_field;
use meta::{BadValue, ErrorList, FieldError, Path, Time};
use resource::{Column, ColumnType, Context, Kind, Object, Part, Strategy};
use serde_json::{Value, json};

use crate::describe;
use crate::printing::{age, age_of, integer, name, number, text};
use crate::rules::object::{default_absent, typed, typed_update};
use crate::rules::report::{Report, text as of};

/// The most that a class may have which the system does not know by name.
const MAX_VALUE: i32 = 1_000_000_000;
/// The names that belong to the system.
const PREFIX: &str = "system-";
/// The classes that every cluster has.
const SYSTEM: [(&str, i32); 2] =
    [("system-node-critical", 2_000_001_000), ("system-cluster-critical", 2_000_000_000)];

/// The descriptor.
pub fn kind() -> Kind {
    describe::cluster("scheduling.k8s.io", "v1", "PriorityClass", "priorityclasses")
        .short(&["pc"])
        .generation()
        .columns(vec![
            name(),
            integer("Value", "io.k8s.api.scheduling.v1.PriorityClass#value"),
            Column::new(
                "Global-Default",
                ColumnType::Boolean,
                "io.k8s.api.scheduling.v1.PriorityClass#globalDefault",
            ),
            age(),
            text("PreemptionPolicy", "io.k8s.api.scheduling.v1.PriorityClass#preemptionPolicy"),
        ])
        .strategy(Rules)
}

struct Rules;

impl Strategy for Rules {
    fn stays(&self, object: &Object) -> Option<&'static str> {
        let system = SYSTEM.iter().any(|(name, _)| *name == object.name());
        system.then_some("this is a system priority class and cannot be deleted")
    }

    fn defaults(&self, object: &mut Object) {
        default_absent(object.tree_mut(), "preemptionPolicy", "PreemptLowerPriority");
    }

    fn validate(&self, object: &Object, _cx: &Context<'_>) -> ErrorList {
        typed(object, class_errors)
    }

    fn validate_update(&self, _part: Part<'_>, new: &Object, old: &Object, _cx: &Context<'_>) -> ErrorList {
        typed_update(new, old, |new: &PriorityClass, old: &PriorityClass| {
            let mut errors = ErrorList::new();
            if new.value.unwrap_or(0) != old.value.unwrap_or(0) {
                errors.forbidden(&Path::new("value"), "may not be changed in an update.");
            }
            let path = Path::new("preemptionPolicy");
            errors.append(immutable_field(&new.preemption_policy, &old.preemption_policy, &path));
            errors
        })
    }

    /// The number is set once: nothing of a class changes that would count.
    fn same_generation(&self, _new: &Object, _old: &Object) -> bool {
        true
    }

    fn cells(&self, object: &Object, now: Time) -> Vec<Value> {
        vec![
            number(object, "value"),
            json!(object.get("globalDefault").and_then(Value::as_bool).unwrap_or(false)),
            age_of(object, now),
            object.text("preemptionPolicy").into(),
        ]
    }
}

fn class_errors(class: &PriorityClass) -> ErrorList {
    let mut errors = ErrorList::new();
    let (name, value) = (of(&class.metadata.name), class.value.unwrap_or(0));
    if name.starts_with(PREFIX) {
        if let Some(problem) = system_problem(name, value, class.global_default.unwrap_or(false)) {
            let detail = format!(
                "priority class names with '{PREFIX}' prefix are reserved for system use only. error: {problem}"
            );
            errors.forbidden(&Path::new("metadata.name"), detail);
        }
    } else if value > MAX_VALUE {
        let detail = format!("maximum allowed value of a user defined priority is {MAX_VALUE}");
        errors.forbidden(&Path::new("value"), detail);
    }
    let supported = ["PreemptLowerPriority", "Never"];
    match &class.preemption_policy {
        Some(policy) if policy.is_empty() => errors.required(&Path::new("preemptionPolicy"), ""),
        Some(policy) if !supported.contains(&policy.as_str()) => {
            let shown = BadValue::json(policy);
            errors.push(FieldError::not_supported(&Path::new("preemptionPolicy"), shown, &supported));
        }
        _ => {}
    }
    errors
}

fn system_problem(name: &str, value: i32, is_default: bool) -> Option<String> {
    match SYSTEM.iter().find(|(known, _)| *known == name) {
        None => Some(format!("{name} is not a known system priority class")),
        Some((_, wanted)) if value != *wanted => {
            Some(format!("value of {name} PriorityClass must be {wanted}"))
        }
        Some(_) if is_default => Some(format!("globalDefault of {name} PriorityClass must be false")),
        Some(_) => None,
    }
}
