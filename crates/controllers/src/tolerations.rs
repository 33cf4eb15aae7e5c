//! Which taints a pod puts up with.

use api::core::v1::{Taint, Toleration};

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
