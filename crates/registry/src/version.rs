//! Objects between the versions that they are served in and the hub, in which they are stored and judged.

use resource::{Kind, Object};

use crate::settle::settle;

/// An object of a served version in the hub's form, with what Go would have dropped or added, and with its defaults.
pub fn into_hub(kind: &Kind, served: usize, mut object: Object) -> Object {
    let version = &kind.served[served];
    settle(object.tree_mut(), &version.schema);
    object.remove("apiVersion");
    object.remove("kind");
    if let Some(conversion) = &version.conversion {
        (conversion.to_hub)(&mut object);
    }
    kind.strategy.defaults(&mut object);
    object
}

/// An object of the hub's form as clients of a served version know it, `apiVersion` and `kind` included.
pub fn shown(kind: &Kind, served: usize, object: &Object) -> Object {
    let version = &kind.served[served];
    let mut object = object.clone();
    if let Some(conversion) = &version.conversion {
        (conversion.from_hub)(&mut object);
    }
    object.set("apiVersion", version.api_version().into_owned());
    object.set("kind", kind.kind.to_string());
    object
}
