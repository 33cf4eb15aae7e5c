//! `CSIStorageCapacity`: how much a driver can still make in a part of the cluster.

use api::storage::v1::CSIStorageCapacity;
use meta::{BadValue, ErrorList, Path, names};
use resource::{Context, Kind, Object, Part, Strategy};

use crate::describe;
use crate::rules::object::{typed, typed_update};
use crate::rules::report::Report;
use crate::rules::{label_selector, quantity, selector};

/// The descriptor.
pub fn kind() -> Kind {
    describe::namespaced("storage.k8s.io", "v1", "CSIStorageCapacity", "csistoragecapacities").strategy(Rules)
}

struct Rules;

impl Strategy for Rules {
    fn defaults(&self, object: &mut Object) {
        for field in ["capacity", "maximumVolumeSize"] {
            quantity::settle(object.tree_mut(), field);
        }
    }

    fn validate(&self, object: &Object, _cx: &Context<'_>) -> ErrorList {
        typed(object, |new: &CSIStorageCapacity| capacity_errors(new, None))
    }

    fn validate_update(&self, _part: Part<'_>, new: &Object, old: &Object, _cx: &Context<'_>) -> ErrorList {
        typed_update(new, old, |new: &CSIStorageCapacity, old: &CSIStorageCapacity| {
            let mut errors = capacity_errors(new, Some(old));
            let topology =
                |capacity: &CSIStorageCapacity| capacity.node_topology.as_ref().map(label_selector::of);
            if topology(new) != topology(old) {
                let shown = selector::shown(new.node_topology.as_ref());
                errors.invalid(&Path::new("nodeTopology"), shown, "field is immutable");
            }
            if new.storage_class_name != old.storage_class_name {
                let shown = BadValue::from(&new.storage_class_name);
                errors.invalid(&Path::new("storageClassName"), shown, "field is immutable");
            }
            errors
        })
    }

    fn allow_unconditional_update(&self) -> bool {
        false
    }
}

fn capacity_errors(capacity: &CSIStorageCapacity, old: Option<&CSIStorageCapacity>) -> ErrorList {
    let mut errors = ErrorList::new();
    if let Some(topology) = &capacity.node_topology {
        let before = old.and_then(|old| old.node_topology.as_ref());
        errors.append(selector::validate_over(topology, before, &Path::new("nodeTopology")));
    }
    let class = &capacity.storage_class_name;
    errors.problems(&Path::new("storageClassName"), class, names::dns_subdomain(class, false));
    if let Some(amount) = &capacity.capacity {
        errors.append(quantity::not_negative(amount, &Path::new("capacity")));
    }
    errors
}
