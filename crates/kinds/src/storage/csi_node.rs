//! `CSINode`: which drivers for storage a node has.

use api::storage::v1::{CSINode, CSINodeDriver};
use meta::{BadValue, ErrorList, Path, Time, go, validate};
use resource::{Context, Kind, Object, Part, Strategy};
use serde_json::{Value, json};

use crate::describe;
use crate::printing::{age, age_of, integer, name};
use crate::rules::object::{typed, typed_update};
use crate::rules::report::{Report, list};
use crate::rules::seen::Seen;
use crate::rules::volumes::sources::csi_driver_name;

/// The longest name of a node in a driver's own words.
const MAX_NODE_ID: usize = 192;

/// The descriptor.
pub fn kind() -> Kind {
    describe::cluster("storage.k8s.io", "v1", "CSINode", "csinodes")
        .columns(vec![
            name(),
            integer("Drivers", "Drivers indicates the number of CSI drivers registered on the node"),
            age(),
        ])
        .strategy(Rules)
}

struct Rules;

impl Strategy for Rules {
    fn validate(&self, object: &Object, _cx: &Context<'_>) -> ErrorList {
        typed(object, node_errors)
    }

    fn validate_update(&self, _part: Part<'_>, new: &Object, old: &Object, _cx: &Context<'_>) -> ErrorList {
        typed_update(new, old, |new: &CSINode, old: &CSINode| {
            let mut errors = node_errors(new);
            let fixed =
                |driver: &CSINodeDriver| (driver.node_id.clone(), list(&driver.topology_keys).to_vec());
            let pairs =
                old.spec.drivers.iter().flat_map(|old| new.spec.drivers.iter().map(move |new| (new, old)));
            for (new, old) in pairs.filter(|(new, old)| new.name == old.name) {
                if fixed(new) != fixed(old) {
                    errors.invalid(&Path::new("spec.drivers"), shown(new), "field is immutable");
                }
            }
            errors
        })
    }

    fn allow_unconditional_update(&self) -> bool {
        false
    }

    fn cells(&self, object: &Object, now: Time) -> Vec<Value> {
        let drivers = object.get("spec.drivers").and_then(Value::as_array).map_or(0, Vec::len);
        vec![json!(drivers), age_of(object, now)]
    }

    fn returns_deleted(&self) -> bool {
        true
    }
}

/// With the names that the parts have inside a stock server.
fn shown(driver: &CSINodeDriver) -> BadValue {
    let json = |text: &str| go::to_json(text).unwrap_or_default();
    let keys = go::to_json(&driver.topology_keys).unwrap_or_default();
    let (name, id) = (json(&driver.name), json(&driver.node_id));
    BadValue::Json(format!(r#"{{"Name":{name},"NodeID":{id},"TopologyKeys":{keys},"Allocatable":null}}"#))
}

fn node_errors(node: &CSINode) -> ErrorList {
    let (mut errors, path) = (ErrorList::new(), Path::new("spec.drivers"));
    let (drivers, mut seen) = (&node.spec.drivers, Seen::new());
    for (i, driver) in drivers.iter().enumerate() {
        let at = path.index(i);
        csi_driver_name(&driver.name, &at.child("name"), &mut errors);
        errors.need(&at.child("nodeID"), &driver.node_id);
        if driver.node_id.len() > MAX_NODE_ID {
            let detail = format!("must be {MAX_NODE_ID} characters or less");
            errors.invalid(&at.child("nodeID"), &driver.node_id, detail);
        }
        if let Some(count) = driver.allocatable.as_ref().and_then(|allocatable| allocatable.count) {
            errors.not_negative(&at.child("allocatable").child("count"), i64::from(count));
        }
        if seen.again(&driver.name) {
            errors.duplicate(&at.child("name"), &driver.name);
        }
        let mut seen = Seen::new();
        for key in list(&driver.topology_keys) {
            errors.need(&at, key);
            if seen.again(key) {
                errors.duplicate(&at, key);
            }
            errors.problems(&at, key, validate::qualified_name(key));
        }
    }
    errors
}
