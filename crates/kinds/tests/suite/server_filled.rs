//! What a server's metadata code, admission and allocators put into objects, which the rules of kinds do not.

use resource::{Kind, Object};
use serde_json::Value;

/// Does to a new object, in small, what admission would before it is judged.
pub fn admit(_kind: &Kind, _object: &mut Object) {}

/// Does to a changed object, in small, what admission and allocators would before it is judged.
pub fn admit_update(_kind: &Kind, _object: &mut Object, _old: &Object) {}

/// Takes out of an answer what rules do not fill in.
pub fn forget(_kind: &Kind, tree: &mut Value) {
    if let Some(Value::Object(metadata)) = tree.get_mut("metadata") {
        for name in ["uid", "creationTimestamp", "resourceVersion", "managedFields", "generation", "selfLink"]
        {
            metadata.remove(name);
        }
    }
}
