//! What the GA group versions of the target version serve: names, verbs, subresources.
//!
//! A reference to compare the table of kinds with (tests of `kinds` and `apiserver`), not that table itself.

use crate::generated;

/// One group version.
#[derive(Debug)]
pub struct GroupVersion {
    /// Empty for core.
    pub group: &'static str,
    /// The version.
    pub version: &'static str,
    /// Resources and subresources, sorted by name.
    pub resources: &'static [Resource],
}

/// One resource or subresource (`pods/status`), as `APIResource` shows it; empty text and lists mean absent.
#[derive(Debug)]
pub struct Resource {
    /// Plural name.
    pub name: &'static str,
    /// Singular name.
    pub singular: &'static str,
    /// Kind of the object.
    pub kind: &'static str,
    /// Group of the kind, where it is not the resource's.
    pub group: &'static str,
    /// Version of the kind, where it is not the resource's.
    pub version: &'static str,
    /// Whether it lives in namespaces.
    pub namespaced: bool,
    /// What can be done with it.
    pub verbs: &'static [&'static str],
    /// Abbreviations.
    pub short_names: &'static [&'static str],
    /// Groups of resources such as `all`.
    pub categories: &'static [&'static str],
    /// Which stored form it has.
    pub storage_version_hash: &'static str,
}

impl Resource {
    /// The part after the slash, for a subresource.
    pub fn subresource(&self) -> Option<&'static str> {
        self.name.split_once('/').map(|(_, name)| name)
    }
}

/// Every GA group version, core first.
pub fn group_versions() -> &'static [GroupVersion] {
    generated::discovery::GROUP_VERSIONS
}

/// The resource (or `resource/subresource`) of a group version.
pub fn resource(group: &str, version: &str, name: &str) -> Option<&'static Resource> {
    let found = group_versions().iter().find(|gv| gv.group == group && gv.version == version)?;
    found.resources.iter().find(|resource| resource.name == name)
}
