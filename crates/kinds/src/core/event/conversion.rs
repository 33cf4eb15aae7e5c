//! `events.k8s.io/v1` to and from `v1`: the same fields under other names.

use resource::Object;

/// Newer name, older name.
const RENAMED: [(&str, &str); 7] = [
    ("deprecatedSource", "source"),
    ("deprecatedFirstTimestamp", "firstTimestamp"),
    ("deprecatedLastTimestamp", "lastTimestamp"),
    ("deprecatedCount", "count"),
    ("note", "message"),
    ("regarding", "involvedObject"),
    ("reportingController", "reportingComponent"),
];

/// From the newer version to the stored one.
pub fn to_hub(object: &mut Object) {
    for (newer, older) in RENAMED {
        rename(object, newer, older);
    }
}

/// From the stored version to the newer one.
pub fn from_hub(object: &mut Object) {
    for (newer, older) in RENAMED {
        rename(object, older, newer);
    }
}

fn rename(object: &mut Object, from: &str, to: &str) {
    if let Some(value) = object.remove(from) {
        object.set(to, value);
    }
}
