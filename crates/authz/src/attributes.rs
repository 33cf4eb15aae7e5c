//! What is asked: somebody, a verb, and a resource or a path.

use std::sync::LazyLock;

use meta::selector::{FieldSelector, Selector};
use resource::User;

static NOBODY: LazyLock<User> = LazyLock::new(User::default);
static ALL_FIELDS: FieldSelector = FieldSelector::everything();
static ALL_LABELS: LazyLock<Selector> = LazyLock::new(Selector::everything);

/// One question. Texts are empty where they do not apply.
#[derive(Debug, Clone, Copy)]
pub struct Attributes<'a> {
    /// Who.
    pub user: &'a User,
    /// `get`, `list`, …; the method in small letters for paths of no resource.
    pub verb: &'a str,
    /// Empty for core.
    pub group: &'a str,
    /// `v1`, or `*` where the version does not matter.
    pub version: &'a str,
    /// The plural.
    pub resource: &'a str,
    /// `status` and the like.
    pub subresource: &'a str,
    /// Empty for the cluster.
    pub namespace: &'a str,
    /// Empty for a collection.
    pub name: &'a str,
    /// The path, for what is no resource.
    pub path: &'a str,
    /// Whether it is about a resource and not about a path.
    pub is_resource: bool,
    /// What a list, watch or deletion of many is narrowed down to.
    pub fields: &'a FieldSelector,
    /// The same by labels.
    pub labels: &'a Selector,
}

impl<'a> Attributes<'a> {
    /// A question about a resource; fill in the rest with `..`.
    pub fn resource(user: &'a User, verb: &'a str, group: &'a str, resource: &'a str) -> Self {
        Self { user, verb, group, version: "*", resource, is_resource: true, ..Self::default() }
    }

    /// A question about a path.
    pub fn path(user: &'a User, verb: &'a str, path: &'a str) -> Self {
        Self { user, verb, path, ..Self::default() }
    }
}

impl Default for Attributes<'_> {
    fn default() -> Self {
        Self {
            user: &NOBODY,
            verb: "",
            group: "",
            version: "",
            resource: "",
            subresource: "",
            namespace: "",
            name: "",
            path: "",
            is_resource: false,
            fields: &ALL_FIELDS,
            labels: &ALL_LABELS,
        }
    }
}
