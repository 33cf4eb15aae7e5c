//! What a claim uses: itself and its size, of all storage and of its class.

use meta::Quantity;
use resource::Object;
use serde_json::Value;

use super::{Scope, number};
use crate::rules::amounts::Amounts;

const NAMES: [&str; 2] = ["persistentvolumeclaims", "requests.storage"];
const COUNT: &str = "count/persistentvolumeclaims";
/// Where the class was written before there was a field.
const OLD_CLASS: &str = "volume.beta.kubernetes.io/storage-class";
const OF_CLASS: &str = ".storageclass.storage.k8s.io/";

/// The class of a claim; empty if it has none.
pub fn class(claim: &Object) -> &str {
    claim.annotation(OLD_CLASS).unwrap_or_else(|| claim.text("spec.storageClassName"))
}

pub(super) fn counts(name: &str) -> bool {
    let by_class = name.split_once(OF_CLASS).is_some_and(|(_, rest)| NAMES.contains(&rest));
    name == COUNT || NAMES.contains(&name) || by_class
}

pub(super) fn usage(claim: &Object) -> Amounts {
    let [claims, storage] = NAMES;
    let mut usage = Amounts::from([(COUNT.to_owned(), number(1)), (claims.to_owned(), number(1))]);
    let class = class(claim);
    if !class.is_empty() {
        usage.insert(format!("{class}{OF_CLASS}{claims}"), number(1));
    }
    if let Some(size) = size(claim) {
        if !class.is_empty() {
            usage.insert(format!("{class}{OF_CLASS}{storage}"), size.clone());
        }
        usage.insert(storage.to_owned(), size);
    }
    usage
}

/// The size that is asked for, or what was allocated if that is more; in whole bytes.
fn size(claim: &Object) -> Option<Quantity> {
    let read = |path: &str| claim.get(path).and_then(Value::as_str)?.parse::<Quantity>().ok();
    let asked = read("spec.resources.requests.storage")?;
    let mut size = match read("status.allocatedResources.storage") {
        Some(allocated) if allocated > asked => allocated,
        _ => asked,
    };
    size.round_up(0);
    Some(size)
}

/// Whether a report of the claim's state gives room back.
pub fn is_freed(new: &Object, old: &Object) -> bool {
    let allocated = |claim: &Object| claim.get("status.allocatedResources.storage").cloned();
    allocated(new) != allocated(old)
}

pub(super) fn is_in(scope: &Scope, claim: &Object) -> bool {
    if scope.name != "VolumeAttributesClass" {
        return false;
    }
    let names = [
        "spec.volumeAttributesClassName",
        "status.currentVolumeAttributesClassName",
        "status.modifyVolumeStatus.targetVolumeAttributesClassName",
    ];
    let mut names = names.iter().map(|path| claim.text(path)).filter(|name| !name.is_empty()).peekable();
    if names.peek().is_none() {
        return scope.selects(None);
    }
    names.any(|name| scope.selects(Some(name)))
}
