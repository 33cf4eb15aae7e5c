//! The parts of a pod's tree that several plugins visit. No plugin itself.

use api::Typed;
use api::core::v1::PodSpec;
use meta::StatusError;
use resource::Object;
use serde_json::{Map, Value, json};

/// The lists of containers of a pod, in the order in which upstream visits them.
pub const CONTAINERS: [&str; 3] = ["initContainers", "containers", "ephemeralContainers"];

/// A list of the pod's spec.
pub fn items<'a>(pod: &'a Object, list: &str) -> impl Iterator<Item = &'a Value> {
    pod.get("spec").and_then(|spec| spec.get(list)).and_then(Value::as_array).into_iter().flatten()
}

/// A list of the pod's spec, to be changed.
pub fn items_mut<'a>(pod: &'a mut Object, list: &str) -> impl Iterator<Item = &'a mut Value> {
    pod.tree_mut()
        .get_mut("spec")
        .and_then(|spec| spec.get_mut(list))
        .and_then(Value::as_array_mut)
        .into_iter()
        .flatten()
}

/// Adds to a list of an object, which is made if there is none.
pub fn push(tree: &mut Value, list: &str, item: Value) {
    if !tree.is_object() {
        *tree = json!({});
    }
    match &mut tree[list] {
        Value::Array(items) => items.push(item),
        place => *place = json!([item]),
    }
}

/// The map at a path such as `metadata.annotations`, made if there is none.
pub fn map_mut<'a>(object: &'a mut Object, path: &str) -> &'a mut Map<String, Value> {
    if !object.get(path).is_some_and(Value::is_object) {
        object.set(path, json!({}));
    }
    let pointer = format!("/{}", path.replace('.', "/"));
    object.tree_mut().pointer_mut(&pointer).and_then(Value::as_object_mut).expect("it was made above")
}

/// The spec of a pod in its typed form.
pub fn spec(pod: &Object) -> Result<PodSpec, StatusError> {
    let tree = pod.get("spec").unwrap_or(&Value::Null);
    PodSpec::decode(tree).map_err(StatusError::internal)
}

/// Whether it shows a static pod of a node.
pub fn is_mirror(pod: &Object) -> bool {
    pod.annotation(api::well_known::annotation::MIRROR_POD).is_some()
}
