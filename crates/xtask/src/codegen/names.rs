//! How published type names become Rust paths of the generated table, and Go's spelling of them. Pure.

/// Module and static of a definition: `io.k8s.api.core.v1.Pod` is `core_v1::Pod`.
pub fn path(definition: &str) -> String {
    format!("{}::{}", module(definition), short(definition))
}

/// The module that holds a definition.
pub fn module(definition: &str) -> String {
    let mut parts = definition.rsplit('.').skip(1);
    let last = parts.next().unwrap_or_default();
    let is_version = last.starts_with('v') && last[1..].starts_with(|c: char| c.is_ascii_digit());
    if is_version { format!("{}_{last}", parts.next().unwrap_or_default()) } else { last.to_owned() }
}

/// The type's own name.
pub fn short(definition: &str) -> &str {
    definition.rsplit('.').next().unwrap_or(definition)
}

/// Go prints a type by its package's last element: `v1.Pod`, `resource.Quantity`; built-in types as they are.
pub fn go(type_name: &str) -> String {
    match type_name.rsplit_once('.') {
        Some((package, name)) => format!("{}.{name}", package.rsplit('.').next().unwrap_or(package)),
        None => type_name.to_owned(),
    }
}

/// Any text as part of a Rust identifier.
pub fn identifier(text: &str) -> String {
    text.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '_' }).collect()
}
