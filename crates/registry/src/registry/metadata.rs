//! What the engine itself does to the metadata of objects, the same for every kind: filling in, keeping, checking.

use meta::validate::object_meta::{self, Scope};
use meta::{ErrorList, FieldError, ObjectMeta, Path, StatusError};
use resource::{Kind, Object};
use serde::Deserialize as _;
use serde_json::Value;

use super::write::Request;

const METADATA: Path<'static> = Path::new("metadata");

/// What the server alone decides on, whatever the client sent.
const SYSTEM: [&str; 5] = [
    "metadata.creationTimestamp",
    "metadata.uid",
    "metadata.deletionTimestamp",
    "metadata.deletionGracePeriodSeconds",
    "metadata.selfLink",
];

/// Drops what the client of a create cannot decide.
pub(super) fn wipe(object: &mut Object) {
    SYSTEM.iter().for_each(|path| drop(object.remove(path)));
}

/// Makes an object's namespace that of the request, or says that they differ.
pub(super) fn match_namespace(request: &Request<'_>, object: &mut Object) -> Result<(), StatusError> {
    let wanted = if request.target.kind.is_namespaced() { request.target.namespace.as_str() } else { "" };
    let found = object.namespace();
    if found == wanted {
        return Ok(());
    }
    if wanted.is_empty() {
        object.remove("metadata.namespace");
    } else if found.is_empty() {
        object.set("metadata.namespace", wanted);
    } else {
        let text = "the namespace of the provided object does not match the namespace sent on the request";
        return Err(StatusError::bad_request(text));
    }
    Ok(())
}

/// Gives a new object its identity.
pub(super) fn fill(request: &Request<'_>, object: &mut Object) {
    object.set("metadata.uid", new_uid());
    object.set("metadata.creationTimestamp", request.now.to_string());
    if object.name().is_empty() {
        let prefix = object.text("metadata.generateName");
        if !prefix.is_empty() {
            let name = meta::names::generate(prefix, |bound| fastrand::usize(..bound));
            object.set("metadata.name", name);
        }
    }
    if request.target.kind.has_generation {
        object.set("metadata.generation", 1);
    }
}

/// A random uid (version 4).
fn new_uid() -> String {
    let mut bytes = fastrand::u128(..);
    bytes = bytes & !(0xf << 76) | (0x4 << 76);
    bytes = bytes & !(0x3 << 62) | (0x2 << 62);
    let hex = format!("{bytes:032x}");
    format!("{}-{}-{}-{}-{}", &hex[..8], &hex[8..12], &hex[12..16], &hex[16..20], &hex[20..])
}

/// What an update can never change is as it was.
pub(super) fn keep(new: &mut Object, old: &Object) {
    if new.uid().is_empty() {
        new.copy_from(old, "metadata.uid");
    }
    for path in ["metadata.creationTimestamp", "metadata.deletionTimestamp"] {
        if old.get(path).is_some() {
            new.copy_from(old, path);
        }
    }
    if new.get("metadata.deletionGracePeriodSeconds").is_none() {
        new.copy_from(old, "metadata.deletionGracePeriodSeconds");
    }
}

/// Owners that are named twice are named once; the text tells which.
pub(super) fn dedup_owners(object: &mut Object) -> Option<String> {
    let owners = object.get("metadata.ownerReferences").and_then(Value::as_array)?;
    let uid = |owner: &Value| owner.get("uid").and_then(Value::as_str).unwrap_or_default().to_owned();
    let (mut kept, mut twice): (Vec<Value>, Vec<String>) = (Vec::new(), Vec::new());
    for owner in owners {
        match kept.iter().any(|known| known == owner) {
            true if !twice.contains(&uid(owner)) => twice.push(uid(owner)),
            true => {}
            false => kept.push(owner.clone()),
        }
    }
    if twice.is_empty() {
        return None;
    }
    object.set("metadata.ownerReferences", kept);
    Some(format!(
        ".metadata.ownerReferences contains duplicate entries; API server dedups owner references in 1.20+, and may reject such \
         requests as early as 1.24; please fix your requests; duplicate UID(s) observed: {}",
        twice.join(", ")
    ))
}

fn scope(kind: &Kind) -> Scope {
    if kind.is_namespaced() { Scope::Namespaced } else { Scope::Cluster }
}

/// The metadata as a typed value.
pub(super) fn typed(object: &Object) -> Result<ObjectMeta, StatusError> {
    let metadata = object.tree().get("metadata").unwrap_or(&Value::Null);
    ObjectMeta::deserialize(metadata)
        .map_err(|error| StatusError::bad_request(format!("metadata is not valid: {error}")))
}

/// What is wrong with the metadata of a new object.
pub(super) fn check_new(kind: &Kind, object: &Object) -> Result<ErrorList, StatusError> {
    let metadata = typed(object)?;
    let mut errors = ErrorList::new();
    if !metadata.generate_name.is_empty() {
        let path = METADATA.child("generateName");
        let problems = kind.strategy.validate_name(&metadata.generate_name, true).into_iter();
        errors.append(problems.map(|problem| FieldError::invalid(&path, &metadata.generate_name, problem)));
    }
    let named = |path: &Path<'_>, name: &str| {
        let problems = kind.strategy.validate_name(name, false).into_iter();
        problems.map(|problem| FieldError::invalid(path, name, problem)).collect()
    };
    errors.append(object_meta::create_by_final_name(&metadata, scope(kind), named, &METADATA));
    Ok(errors)
}

/// What is wrong with the metadata of a changed object. Upstream checks it once for all kinds and once more for the kind, and names
/// each cause twice; so do we.
pub(super) fn check_changed(kind: &Kind, new: &Object, old: &Object) -> Result<ErrorList, StatusError> {
    let (new, old) = (typed(new)?, typed(old)?);
    let mut errors = object_meta::create(&new, scope(kind), meta::names::path_segment, &METADATA);
    let changed = object_meta::update(&new, &old, &METADATA);
    errors.append(changed.iter().cloned());
    errors.append(changed);
    Ok(errors)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn uids_are_of_version_four() {
        for _ in 0..100 {
            let uid = new_uid();
            assert_eq!(uid.len(), 36);
            assert_eq!(&uid[14..15], "4", "{uid}");
            assert!(matches!(&uid[19..20], "8" | "9" | "a" | "b"), "{uid}");
        }
    }
}
