//! `VolumeAttributesClass`: attributes of volumes that may be changed while they live.

use api::storage::v1::VolumeAttributesClass;
use meta::{ErrorList, Path, Time};
use resource::{Context, Kind, Object, Part, Strategy};
use serde_json::Value;

use super::parameters;
use crate::describe;
use crate::printing::{age, age_of, name, text};
use crate::rules::object::{typed, typed_update};
use crate::rules::report::Report;

/// The descriptor.
pub fn kind() -> Kind {
    describe::cluster("storage.k8s.io", "v1", "VolumeAttributesClass", "volumeattributesclasses")
        .short(&["vac"])
        .columns(vec![
            name(),
            text("DriverName", "io.k8s.api.storage.v1.VolumeAttributesClass#driverName"),
            age(),
        ])
        .strategy(Rules)
}

struct Rules;

impl Strategy for Rules {
    fn validate(&self, object: &Object, _cx: &Context<'_>) -> ErrorList {
        typed(object, class_errors)
    }

    fn validate_update(&self, _part: Part<'_>, new: &Object, old: &Object, _cx: &Context<'_>) -> ErrorList {
        typed_update(new, old, |new: &VolumeAttributesClass, old: &VolumeAttributesClass| {
            let mut errors = ErrorList::new();
            if new.driver_name != old.driver_name {
                errors.forbidden(&Path::new("driverName"), "updates to driverName are forbidden.");
            }
            if new.parameters != old.parameters {
                errors.forbidden(&Path::new("parameters"), "updates to parameters are forbidden.");
            }
            errors.append(class_errors(new));
            errors
        })
    }

    fn cells(&self, object: &Object, now: Time) -> Vec<Value> {
        vec![object.text("driverName").into(), age_of(object, now)]
    }

    fn returns_deleted(&self) -> bool {
        true
    }
}

fn class_errors(class: &VolumeAttributesClass) -> ErrorList {
    let mut errors = ErrorList::new();
    parameters::provisioner(&class.driver_name, &Path::new("driverName"), &mut errors);
    parameters::validate(class.parameters.as_ref(), false, &Path::new("parameters"), &mut errors);
    errors
}
