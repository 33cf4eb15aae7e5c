//! Where objects lie in the store: `/registry/<group or core>/<plural>/<namespace>/<name>`, without the namespace for
//! cluster-wide kinds.
//!
//! What follows the plural is the object's *place* (`namespace/name` or `name`): the cache and continue tokens are ordered by it,
//! bytewise, as the store orders whole keys.

use resource::Kind;

/// Under which everything of the API lies.
pub const ROOT: &str = "/registry/";

/// What the core group is called in keys, where an empty name would be no name.
const CORE: &str = "core";

/// `core/pods`: what tells collections apart.
pub fn collection(group: &str, plural: &str) -> String {
    let group = if group.is_empty() { CORE } else { group };
    format!("{group}/{plural}")
}

/// `/registry/core/pods/`
pub fn prefix(kind: &Kind) -> String {
    format!("{ROOT}{}/", collection(&kind.hub().group, &kind.plural))
}

/// The place of an object in its collection.
pub fn place(namespace: &str, name: &str) -> String {
    if namespace.is_empty() { name.to_owned() } else { format!("{namespace}/{name}") }
}

/// Namespace and name of a place.
pub fn split_place(place: &str) -> (&str, &str) {
    place.split_once('/').unwrap_or(("", place))
}

/// The collection and the place that a key names; `None` for keys that are not of the API.
pub fn parse(key: &[u8]) -> Option<(&str, &str)> {
    let rest = std::str::from_utf8(key).ok()?.strip_prefix(ROOT)?;
    let plural = rest.find('/')? + 1;
    let end = plural + rest[plural..].find('/')?;
    let place = &rest[end + 1..];
    (!place.is_empty()).then_some((&rest[..end], place))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_taken_apart() {
        for (key, expected) in [
            ("/registry/core/pods/a/b", Some(("core/pods", "a/b"))),
            ("/registry/core/namespaces/a", Some(("core/namespaces", "a"))),
            ("/registry/apps/deployments/a/b.c", Some(("apps/deployments", "a/b.c"))),
            ("/registry/core/pods/", None),
            ("/registry/core/pods", None),
            ("/other/core/pods/a/b", None),
        ] {
            assert_eq!(parse(key.as_bytes()), expected, "{key}");
        }
        assert_eq!(split_place(&place("a", "b")), ("a", "b"));
        assert_eq!(split_place(&place("", "b")), ("", "b"));
    }
}
