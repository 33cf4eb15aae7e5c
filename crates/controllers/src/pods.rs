//! What several controllers ask of a pod.

use api::core::v1::{Pod, Taint, Toleration};

/// The node it is on; empty if none.
pub fn node_name(pod: &Pod) -> &str {
    pod.spec.as_ref().and_then(|spec| spec.node_name.as_deref()).unwrap_or_default()
}

/// Whether it will never run again.
pub fn has_ended(pod: &Pod) -> bool {
    let phase = pod.status.as_ref().and_then(|status| status.phase.as_deref());
    matches!(phase, Some("Succeeded" | "Failed"))
}

/// Whether the toleration means the taint.
pub fn tolerates(toleration: &Toleration, taint: &Taint) -> bool {
    let text = |value: &Option<String>| value.clone().unwrap_or_default();
    let (key, effect) = (text(&toleration.key), text(&toleration.effect));
    (effect.is_empty() || effect == taint.effect)
        && (key.is_empty() || key == taint.key)
        && match text(&toleration.operator).as_str() {
            "Exists" => true,
            "" | "Equal" => text(&toleration.value) == text(&taint.value),
            _ => false,
        }
}
