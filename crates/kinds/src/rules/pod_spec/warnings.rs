//! What a client should know of a pod or a template of pods though it is not wrong.

use serde_json::Value;

/// Warnings on a template at `path`; `old` is what it replaces.
pub fn template(_template: &Value, _old: Option<&Value>, _path: &str) -> Vec<String> {
    Vec::new()
}
