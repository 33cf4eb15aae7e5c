//! Finding built-in types: by group, version and kind, or by published name. Binary searches over static tables.

use crate::{Definition, generated};

/// The type of a built-in kind. `group` is empty for core.
pub fn builtin(group: &str, version: &str, kind: &str) -> Option<&'static Definition> {
    let at = generated::KINDS
        .binary_search_by(|(name, _)| (name.group, name.version, name.kind).cmp(&(group, version, kind)))
        .ok()?;
    Some(generated::KINDS[at].1)
}

/// The type with this published name, such as `io.k8s.api.core.v1.Pod`.
pub fn definition(name: &str) -> Option<&'static Definition> {
    let at = generated::DEFINITIONS.binary_search_by(|definition| definition.name.cmp(name)).ok()?;
    Some(generated::DEFINITIONS[at])
}

/// Every built-in type, sorted by name.
pub fn definitions() -> &'static [&'static Definition] {
    generated::DEFINITIONS
}
