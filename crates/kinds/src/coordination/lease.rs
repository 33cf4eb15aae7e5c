//! `Lease`: who holds something, until when.

use api::coordination::v1::{Lease, LeaseSpec};
use meta::{BadValue, ErrorList, FieldError, Path, Time, validate};
use resource::{Context, Kind, Object, Part, Strategy};
use serde_json::Value;

use crate::describe;
use crate::printing::{age, age_of, name, text};
use crate::rules::object::typed;
use crate::rules::report::{NOT_NEGATIVE, Report};

/// Fields of coordinated leader election, which is off: they are kept only where they are already.
const GATED: [&str; 2] = ["spec.strategy", "spec.preferredHolder"];

/// The descriptor.
pub fn kind() -> Kind {
    describe::namespaced("coordination.k8s.io", "v1", "Lease", "leases")
        .columns(vec![name(), text("Holder", "io.k8s.api.coordination.v1.LeaseSpec#holderIdentity"), age()])
        .strategy_on_generic_metadata(Rules)
}

struct Rules;

impl Strategy for Rules {
    fn prepare_create(&self, object: &mut Object, _cx: &Context<'_>) {
        GATED.iter().for_each(|path| drop(object.remove(path)));
    }

    fn validate(&self, object: &Object, _cx: &Context<'_>) -> ErrorList {
        typed(object, |lease: &Lease| spec_errors(&lease.spec.clone().unwrap_or_default()))
    }

    fn prepare_update(&self, _part: Part<'_>, new: &mut Object, old: &Object, _cx: &Context<'_>) {
        for path in GATED.iter().filter(|path| old.get(path).is_none()) {
            new.remove(path);
        }
    }

    fn allow_create_on_update(&self) -> bool {
        true
    }

    fn allow_unconditional_update(&self) -> bool {
        false
    }

    fn cells(&self, object: &Object, now: Time) -> Vec<Value> {
        vec![object.text("spec.holderIdentity").into(), age_of(object, now)]
    }
}

fn spec_errors(spec: &LeaseSpec) -> ErrorList {
    let path = Path::new("spec");
    let mut errors = ErrorList::new();
    if let Some(seconds) = spec.lease_duration_seconds.filter(|seconds| *seconds <= 0) {
        errors.invalid(&path.child("leaseDurationSeconds"), seconds, "must be greater than 0");
    }
    if let Some(count) = spec.lease_transitions.filter(|count| *count < 0) {
        errors.invalid(&path.child("leaseTransitions"), count, NOT_NEGATIVE);
    }
    if let Some(strategy) = &spec.strategy {
        let at = path.child("strategy").to_string();
        let at = Path::new(&at);
        let at = at.child("strategy");
        if strategy.contains('/') {
            for problem in validate::qualified_name(strategy) {
                errors.invalid(&at, BadValue::json(strategy), problem);
            }
        } else if strategy != "OldestEmulationVersion" {
            errors.push(FieldError::not_supported(&at, strategy, &["OldestEmulationVersion"]));
        }
    }
    let preferred = spec.preferred_holder.as_deref().unwrap_or_default();
    if !preferred.is_empty() && spec.strategy.as_deref().unwrap_or_default().is_empty() {
        errors.forbidden(&path.child("preferredHolder"), "may only be specified if `strategy` is defined");
    }
    errors
}
