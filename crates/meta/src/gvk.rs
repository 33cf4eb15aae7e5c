//! Names of kinds and resources: group, version, kind and resource in the combinations the API uses, their parsing from
//! `apiVersion` and command-line forms, and their printed forms. Called from every layer; holds no table of kinds.

use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;
use thiserror::Error;

/// An `apiVersion` with more than one slash.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("unexpected GroupVersion string: {0}")]
pub struct ParseGroupVersionError(pub String);

macro_rules! name_struct {
    ($(#[$doc:meta])* $name:ident { $($field:ident: $what:literal),+ }) => {
        $(#[$doc])*
        #[derive(Debug, Clone, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
        pub struct $name {
            $(#[doc = $what] pub $field: String,)+
        }

        impl $name {
            /// Builds the name from its parts, in the order they are declared.
            pub fn new($($field: impl Into<String>),+) -> Self {
                Self { $($field: $field.into()),+ }
            }

            /// Whether every part is empty.
            pub fn is_empty(&self) -> bool {
                $(self.$field.is_empty())&&+
            }
        }
    };
}

name_struct!(
    /// A group and a version: what `apiVersion` holds.
    GroupVersion { group: "The API group; empty for the core group.", version: "The version within the group." }
);
name_struct!(
    /// A kind in a group, whatever the version.
    GroupKind { group: "The API group; empty for the core group.", kind: "The kind, in CamelCase." }
);
name_struct!(
    /// A kind at one version.
    GroupVersionKind {
        group: "The API group; empty for the core group.",
        version: "The version within the group.",
        kind: "The kind, in CamelCase."
    }
);
name_struct!(
    /// A resource in a group, whatever the version.
    GroupResource { group: "The API group; empty for the core group.", resource: "The resource, plural and lower case." }
);
name_struct!(
    /// A resource at one version: the head of a request path.
    GroupVersionResource {
        group: "The API group; empty for the core group.",
        version: "The version within the group.",
        resource: "The resource, plural and lower case."
    }
);

impl GroupVersion {
    /// The same group and version with a kind.
    pub fn with_kind(&self, kind: impl Into<String>) -> GroupVersionKind {
        GroupVersionKind::new(&*self.group, &*self.version, kind)
    }

    /// The same group and version with a resource.
    pub fn with_resource(&self, resource: impl Into<String>) -> GroupVersionResource {
        GroupVersionResource::new(&*self.group, &*self.version, resource)
    }
}

impl FromStr for GroupVersion {
    type Err = ParseGroupVersionError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        if text.is_empty() || text == "/" {
            return Ok(Self::default());
        }
        let mut parts = text.split('/');
        match (parts.next(), parts.next(), parts.next()) {
            (Some(version), None, _) => Ok(Self::new("", version)),
            (Some(group), Some(version), None) => Ok(Self::new(group, version)),
            _ => Err(ParseGroupVersionError(text.to_owned())),
        }
    }
}

impl GroupKind {
    /// Reads `Kind.group`, as the command line takes it.
    pub fn parse(text: &str) -> Self {
        let (kind, group) = text.split_once('.').unwrap_or((text, ""));
        Self::new(group, kind)
    }

    /// The same group and kind at a version.
    pub fn with_version(&self, version: impl Into<String>) -> GroupVersionKind {
        GroupVersionKind::new(&*self.group, version, &*self.kind)
    }
}

impl GroupVersionKind {
    /// Reads an object's `apiVersion` and `kind`.
    pub fn from_api_version(api_version: &str, kind: &str) -> Result<Self, ParseGroupVersionError> {
        Ok(api_version.parse::<GroupVersion>()?.with_kind(kind))
    }

    /// Reads `Kind.version.group`; `None` when there are fewer than two dots.
    pub fn parse_arg(text: &str) -> Option<Self> {
        let (kind, rest) = text.split_once('.')?;
        let (version, group) = rest.split_once('.')?;
        Some(Self::new(group, version, kind))
    }

    /// The `apiVersion` of an object of this kind.
    pub fn api_version(&self) -> String {
        self.group_version().to_string()
    }

    /// Without the kind.
    pub fn group_version(&self) -> GroupVersion {
        GroupVersion::new(&*self.group, &*self.version)
    }

    /// Without the version.
    pub fn group_kind(&self) -> GroupKind {
        GroupKind::new(&*self.group, &*self.kind)
    }
}

impl GroupResource {
    /// Reads `resource.group`, as the command line takes it.
    pub fn parse(text: &str) -> Self {
        let (resource, group) = text.split_once('.').unwrap_or((text, ""));
        Self::new(group, resource)
    }

    /// The same group and resource at a version.
    pub fn with_version(&self, version: impl Into<String>) -> GroupVersionResource {
        GroupVersionResource::new(&*self.group, version, &*self.resource)
    }
}

impl GroupVersionResource {
    /// Reads `resource.version.group`; `None` when there are fewer than two dots.
    pub fn parse_arg(text: &str) -> Option<Self> {
        let (resource, rest) = text.split_once('.')?;
        let (version, group) = rest.split_once('.')?;
        Some(Self::new(group, version, resource))
    }

    /// Without the resource.
    pub fn group_version(&self) -> GroupVersion {
        GroupVersion::new(&*self.group, &*self.version)
    }

    /// Without the version.
    pub fn group_resource(&self) -> GroupResource {
        GroupResource::new(&*self.group, &*self.resource)
    }
}

fn write_dotted(f: &mut fmt::Formatter<'_>, name: &str, group: &str) -> fmt::Result {
    f.write_str(name)?;
    if group.is_empty() { Ok(()) } else { write!(f, ".{group}") }
}

impl fmt::Display for GroupVersion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.group.is_empty() {
            write!(f, "{}/", self.group)?;
        }
        f.write_str(&self.version)
    }
}

impl fmt::Display for GroupKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_dotted(f, &self.kind, &self.group)
    }
}

impl fmt::Display for GroupResource {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_dotted(f, &self.resource, &self.group)
    }
}

impl fmt::Display for GroupVersionKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}, Kind={}", self.group, self.version, self.kind)
    }
}

impl fmt::Display for GroupVersionResource {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}, Resource={}", self.group, self.version, self.resource)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_api_versions() {
        let table = [
            ("", "", ""),
            ("/", "", ""),
            ("v1", "", "v1"),
            ("apps/v1", "apps", "v1"),
            ("/v1", "", "v1"),
            ("apps/", "apps", ""),
        ];
        for (text, group, version) in table {
            assert_eq!(text.parse(), Ok(GroupVersion::new(group, version)), "{text}");
        }
        let error = "a/b/c".parse::<GroupVersion>().unwrap_err();
        assert_eq!(error.to_string(), "unexpected GroupVersion string: a/b/c");
    }

    #[test]
    fn prints_as_upstream() {
        assert_eq!(GroupResource::new("apps", "deployments").to_string(), "deployments.apps");
        assert_eq!(GroupResource::new("", "pods").to_string(), "pods");
        assert_eq!(GroupVersionKind::new("apps", "v1", "Deployment").to_string(), "apps/v1, Kind=Deployment");
        assert_eq!(GroupVersionKind::new("", "v1", "Pod").to_string(), "/v1, Kind=Pod");
        assert_eq!(GroupVersionResource::new("", "v1", "pods").to_string(), "/v1, Resource=pods");
        assert_eq!(GroupVersionKind::new("apps", "v1", "Deployment").api_version(), "apps/v1");
    }

    #[test]
    fn reads_command_line_forms() {
        assert_eq!(GroupResource::parse("a.b.c"), GroupResource::new("b.c", "a"));
        assert_eq!(
            GroupVersionResource::parse_arg("a.v1.b.c"),
            Some(GroupVersionResource::new("b.c", "v1", "a"))
        );
        assert_eq!(GroupVersionKind::parse_arg("Pod.v1"), None);
        assert_eq!(GroupVersionKind::parse_arg("Pod.v1."), Some(GroupVersionKind::new("", "v1", "Pod")));
    }
}
