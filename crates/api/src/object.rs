//! What every top-level kind has: names, a place in the API, metadata. For `client`, `informer` and whoever handles objects of any
//! kind. Not to be confused with the API group `resource.k8s.io`, whose structs are in `api::resource`.

use k8s_openapi::{ClusterResourceScope, Metadata, NamespaceResourceScope};

use crate::Typed;
use crate::meta::{ObjectMeta, OwnerReference};

/// A kind of its own, with metadata and a place in the API. Every such struct of [`Typed`] has it.
pub trait Resource: Typed + Clone + PartialEq + std::fmt::Debug + Send + Sync + 'static {
    /// The group; empty for the core group.
    const GROUP: &'static str;
    /// The version.
    const VERSION: &'static str;
    /// The kind.
    const KIND: &'static str;
    /// The name in paths.
    const PLURAL: &'static str;
    /// Whether objects live in namespaces.
    const NAMESPACED: bool;

    /// The metadata.
    fn meta(&self) -> &ObjectMeta;

    /// The metadata, to change it.
    fn meta_mut(&mut self) -> &mut ObjectMeta;

    /// `v1` or `apps/v1`.
    fn api_version() -> String {
        if Self::GROUP.is_empty() {
            Self::VERSION.to_owned()
        } else {
            format!("{}/{}", Self::GROUP, Self::VERSION)
        }
    }

    /// The name, empty when there is none.
    fn name(&self) -> &str {
        self.meta().name.as_deref().unwrap_or_default()
    }

    /// The namespace, empty when there is none.
    fn namespace(&self) -> &str {
        self.meta().namespace.as_deref().unwrap_or_default()
    }

    /// The UID, empty when there is none.
    fn uid(&self) -> &str {
        self.meta().uid.as_deref().unwrap_or_default()
    }

    /// The version of this object, empty when there is none.
    fn resource_version(&self) -> &str {
        self.meta().resource_version.as_deref().unwrap_or_default()
    }

    /// The value of a label, empty when there is none.
    fn label(&self, name: &str) -> &str {
        self.meta().labels.as_ref().and_then(|labels| labels.get(name)).map_or("", String::as_str)
    }

    /// The value of an annotation, if it is there.
    fn annotation(&self, name: &str) -> Option<&str> {
        self.meta().annotations.as_ref()?.get(name).map(String::as_str)
    }

    /// Whether deletion has been asked for.
    fn is_being_deleted(&self) -> bool {
        self.meta().deletion_timestamp.is_some()
    }

    /// The owner that manages this object, if one does.
    fn controller(&self) -> Option<&OwnerReference> {
        let mut owners = self.meta().owner_references.iter().flatten();
        owners.find(|owner| owner.controller == Some(true))
    }

    /// The reference by which this object becomes the managing owner of another.
    fn controller_reference(&self) -> OwnerReference {
        OwnerReference {
            api_version: Self::api_version(),
            kind: Self::KIND.to_owned(),
            name: self.name().to_owned(),
            uid: self.uid().to_owned(),
            controller: Some(true),
            block_owner_deletion: Some(true),
        }
    }
}

/// Where the objects of a kind live, as a constant.
pub trait Place {
    /// Whether in namespaces.
    const NAMESPACED: bool;
}

impl Place for NamespaceResourceScope {
    const NAMESPACED: bool = true;
}

impl Place for ClusterResourceScope {
    const NAMESPACED: bool = false;
}

impl<K> Resource for K
where
    K: Typed + Clone + PartialEq + std::fmt::Debug + Send + Sync + 'static,
    K: Metadata<Ty = ObjectMeta>,
    K::Scope: Place,
{
    const GROUP: &'static str = <K as k8s_openapi::Resource>::GROUP;
    const VERSION: &'static str = <K as k8s_openapi::Resource>::VERSION;
    const KIND: &'static str = <K as k8s_openapi::Resource>::KIND;
    const PLURAL: &'static str = <K as k8s_openapi::Resource>::URL_PATH_SEGMENT;
    const NAMESPACED: bool = <K::Scope as Place>::NAMESPACED;

    fn meta(&self) -> &ObjectMeta {
        self.metadata()
    }

    fn meta_mut(&mut self) -> &mut ObjectMeta {
        self.metadata_mut()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::apps::v1::Deployment;
    use crate::core::v1::{Node, Pod};

    fn facts<K: Resource>() -> (String, &'static str, &'static str, bool) {
        (K::api_version(), K::KIND, K::PLURAL, K::NAMESPACED)
    }

    #[test]
    fn kinds_know_their_place() {
        assert_eq!(facts::<Pod>(), ("v1".to_owned(), "Pod", "pods", true));
        assert_eq!(facts::<Node>(), ("v1".to_owned(), "Node", "nodes", false));
        assert_eq!(facts::<Deployment>(), ("apps/v1".to_owned(), "Deployment", "deployments", true));
    }

    #[test]
    fn the_controller_is_the_owner_that_manages() {
        let mut owner = Deployment::default();
        (owner.meta_mut().name, owner.meta_mut().uid) = (Some("web".to_owned()), Some("u".to_owned()));
        let mut pod = Pod::default();
        let other = OwnerReference { name: "other".to_owned(), ..OwnerReference::default() };
        pod.meta_mut().owner_references = Some(vec![other, owner.controller_reference()]);
        let found = pod.controller().unwrap();
        assert_eq!(
            (found.kind.as_str(), found.name.as_str(), found.uid.as_str()),
            ("Deployment", "web", "u")
        );
    }
}
