//! `PodDisruptionBudget`: how many pods of a set may be evicted at a time.

use api::policy::v1::{PodDisruptionBudget, PodDisruptionBudgetSpec};
use meta::{BadValue, ErrorList, Path, Time, go, names};
use resource::{Context, Kind, Object, Part, Strategy};
use serde_json::Value;
use std::borrow::Cow;

use crate::describe;
use crate::printing::{age, age_of, integer, name, number, text};
use crate::rules::object::{keep, typed, typed_update};
use crate::rules::report::Report;
use crate::rules::workload::not_negative;
use crate::rules::{conditions, int_or_percent, label_selector, selector};

/// The descriptor.
pub fn kind() -> Kind {
    describe::namespaced("policy", "v1", "PodDisruptionBudget", "poddisruptionbudgets")
        .short(&["pdb"])
        .status()
        .generation()
        .columns(vec![
            name(),
            text("Min Available", "The minimum number of pods that must be available."),
            text("Max Unavailable", "The maximum number of pods that may be unavailable."),
            integer("Allowed Disruptions", "Calculated number of pods that may be disrupted at this time."),
            age(),
        ])
        .strategy_on_generic_metadata(Rules)
}

struct Rules;

impl Strategy for Rules {
    fn validate_name(&self, name: &str, prefix: bool) -> Vec<Cow<'static, str>> {
        names::path_segment(name, prefix)
    }

    fn validate(&self, object: &Object, _cx: &Context<'_>) -> ErrorList {
        typed(object, |new: &PodDisruptionBudget| spec_errors(&new.spec.clone().unwrap_or_default(), None))
    }

    fn prepare_update(&self, part: Part<'_>, new: &mut Object, old: &Object, _cx: &Context<'_>) {
        keep(new, old, if part == Part::Main { &["status"] } else { &["spec"] });
    }

    fn validate_update(&self, part: Part<'_>, new: &Object, old: &Object, _cx: &Context<'_>) -> ErrorList {
        match part {
            Part::Main => typed_update(new, old, |new: &PodDisruptionBudget, old: &PodDisruptionBudget| {
                spec_errors(&new.spec.clone().unwrap_or_default(), old.spec.as_ref())
            }),
            Part::Status | Part::View(_) => {
                let path = Path::new("status");
                let counters = ["disruptionsAllowed", "currentHealthy", "desiredHealthy", "expectedPods"];
                let counters = counters.map(|field| (field, new.int(&format!("status.{field}"))));
                let mut errors =
                    conditions::validate(new.get("status.conditions"), &path.child("conditions"));
                errors.append(not_negative(&counters, &path));
                errors
            }
        }
    }

    fn allow_unconditional_update(&self) -> bool {
        false
    }

    fn cells(&self, object: &Object, now: Time) -> Vec<Value> {
        let amount = |path| match object.get(path) {
            None => Value::from("N/A"),
            Some(Value::String(text)) => text.as_str().into(),
            Some(other) => other.to_string().into(),
        };
        vec![
            amount("spec.minAvailable"),
            amount("spec.maxUnavailable"),
            number(object, "status.disruptionsAllowed"),
            age_of(object, now),
        ]
    }
}

fn spec_errors(spec: &PodDisruptionBudgetSpec, old: Option<&PodDisruptionBudgetSpec>) -> ErrorList {
    let path = Path::new("spec");
    let mut errors = ErrorList::new();
    if spec.min_available.is_some() && spec.max_unavailable.is_some() {
        errors.invalid(&path, shown(spec), "minAvailable and maxUnavailable cannot be both set");
    }
    for (field, amount) in [("minAvailable", &spec.min_available), ("maxUnavailable", &spec.max_unavailable)]
    {
        if let Some(amount) = amount {
            errors.append(int_or_percent::validate(amount, &path.child(field)));
            errors.append(int_or_percent::within_all(amount, &path.child(field)));
        }
    }
    if let Some(given) = &spec.selector {
        let old = old.and_then(|old| old.selector.as_ref());
        errors.append(selector::validate_over(given, old, &path.child("selector")));
    }
    if let Some(policy) = &spec.unhealthy_pod_eviction_policy {
        errors.one_of(&path.child("unhealthyPodEvictionPolicy"), policy, &["AlwaysAllow", "IfHealthyBudget"]);
    }
    errors
}

/// With the names that the parts have inside a stock server.
fn shown(spec: &PodDisruptionBudgetSpec) -> BadValue {
    let selector = spec.selector.as_ref().map(label_selector::of);
    let selector = go::to_json(&selector).unwrap_or_default();
    let policy = go::to_json(&spec.unhealthy_pod_eviction_policy).unwrap_or_default();
    BadValue::Json(format!(
        r#"{{"MinAvailable":{},"Selector":{selector},"MaxUnavailable":{},"UnhealthyPodEvictionPolicy":{policy}}}"#,
        int_or_percent::json(spec.min_available.as_ref()),
        int_or_percent::json(spec.max_unavailable.as_ref()),
    ))
}
