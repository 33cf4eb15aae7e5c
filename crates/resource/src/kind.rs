//! The descriptor of one resource: what it is called, where it lives, what can be done with it, in which versions.

use std::borrow::Cow;
use std::sync::Arc;

use async_trait::async_trait;
use meta::StatusError;
use schema::Schema;
use serde_json::Value;

use crate::{Column, Object, Strategy, Subresource};

/// Text that is static for built-in kinds and owned for custom ones.
type Text = Cow<'static, str>;

/// One resource of the API, in all versions that are served of it.
#[derive(Clone)]
pub struct Kind {
    /// `Deployment`
    pub kind: Text,
    /// `DeploymentList`
    pub list_kind: Text,
    /// `deployments`
    pub plural: Text,
    /// `deployment`
    pub singular: Text,
    /// `deploy`
    pub short_names: Vec<Text>,
    /// `all`
    pub categories: Vec<Text>,
    /// Whether objects live in namespaces.
    pub scope: Scope,
    /// What can be done with it; in discovery's order, which is alphabetical.
    pub verbs: Vec<Verb>,
    /// The group versions it is served in. The first is the hub: objects are stored in its form, and those of built-in kinds
    /// defaulted and validated.
    pub served: Vec<Served>,
    /// What lies below an object's path.
    pub subresources: Vec<Subresource>,
    /// What `kubectl get` prints.
    pub columns: Vec<Column>,
    /// The fields that a field selector may name, besides `metadata.name` and `metadata.namespace`.
    pub selectable: Vec<Text>,
    /// Whether `metadata.generation` counts changes of the desired state.
    pub has_generation: bool,
    /// The rules that make it special.
    pub strategy: Arc<dyn Strategy>,
    /// Who converts objects between versions, where the server itself cannot: no version has a [`Conversion`] then.
    pub converter: Option<Arc<dyn Converter>>,
}

/// Another program that knows how objects change between the versions of a custom resource.
#[async_trait]
pub trait Converter: Send + Sync + 'static {
    /// Objects in another version, in the same order. All have `apiVersion` and `kind`.
    async fn convert(&self, objects: Vec<Value>, api_version: &str) -> Result<Vec<Value>, StatusError>;

    /// The version of stored objects that do not tell theirs.
    fn untold(&self) -> &str;
}

/// Where objects of a kind live.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Scope {
    /// In a namespace.
    Namespaced,
    /// In the cluster.
    Cluster,
}

/// What a client can do with a resource. Spelled as discovery and RBAC spell it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Verb {
    /// `create`
    Create,
    /// `delete`
    Delete,
    /// `deletecollection`
    DeleteCollection,
    /// `get`
    Get,
    /// `list`
    List,
    /// `patch`
    Patch,
    /// `update`
    Update,
    /// `watch`
    Watch,
}

impl Verb {
    /// Everything: what most kinds offer.
    pub const ALL: [Self; 8] = [
        Self::Create,
        Self::Delete,
        Self::DeleteCollection,
        Self::Get,
        Self::List,
        Self::Patch,
        Self::Update,
        Self::Watch,
    ];

    /// The spelling.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Create => "create",
            Self::Delete => "delete",
            Self::DeleteCollection => "deletecollection",
            Self::Get => "get",
            Self::List => "list",
            Self::Patch => "patch",
            Self::Update => "update",
            Self::Watch => "watch",
        }
    }
}

/// One group version that a kind is served in.
#[derive(Clone)]
pub struct Served {
    /// The group; empty for core.
    pub group: Text,
    /// The version.
    pub version: Text,
    /// The shape of an object in this version.
    pub schema: Schema,
    /// How objects change between this version and the hub; `None` if only `apiVersion` differs.
    pub conversion: Option<Conversion>,
    /// Set if clients should move on; they are told by a warning.
    pub deprecation: Option<Deprecation>,
    /// What a custom resource has in this version alone; built-in kinds have everything alike in all of theirs.
    pub own: Option<Arc<Own>>,
    /// Whether objects are only stored in this version: no client can ask for it.
    pub hidden: bool,
}

/// What a custom resource may have in one version and not in another.
#[derive(Debug, Clone, Default)]
pub struct Own {
    /// In place of [`Kind::subresources`].
    pub subresources: Vec<Subresource>,
    /// In place of [`Kind::columns`].
    pub columns: Vec<Column>,
    /// The part of [`Kind::selectable`] that clients of this version may name.
    pub selectable: Vec<Text>,
    /// The schema as its author wrote it, texts included: `openAPIV3Schema`.
    pub schema: Value,
}

impl Served {
    /// `v1` or `apps/v1`.
    pub fn api_version(&self) -> Cow<'_, str> {
        if self.group.is_empty() {
            Cow::Borrowed(&self.version)
        } else {
            format!("{}/{}", self.group, self.version).into()
        }
    }
}

/// How an object changes between a served version and the hub. Both ways must lose nothing.
#[derive(Clone)]
pub struct Conversion {
    /// From the served version to the hub.
    pub to_hub: Arc<Convert>,
    /// From the hub to the served version.
    pub from_hub: Arc<Convert>,
}

/// Changes an object from one version into another.
pub type Convert = dyn Fn(&mut Object) + Send + Sync;

impl Conversion {
    /// By these two functions.
    pub fn new(
        to_hub: impl Fn(&mut Object) + Send + Sync + 'static,
        from_hub: impl Fn(&mut Object) + Send + Sync + 'static,
    ) -> Self {
        Self { to_hub: Arc::new(to_hub), from_hub: Arc::new(from_hub) }
    }
}

/// Why and until when a version is served although clients should not use it any more.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Deprecation {
    /// The text of the warning.
    pub warning: Text,
}

impl Kind {
    /// The version that objects are stored in.
    pub fn hub(&self) -> &Served {
        &self.served[0]
    }

    /// Whether objects live in namespaces.
    pub fn is_namespaced(&self) -> bool {
        self.scope == Scope::Namespaced
    }

    /// Whether the kind offers a verb.
    pub fn allows(&self, verb: Verb) -> bool {
        self.verbs.contains(&verb)
    }

    /// Whether the kind comes from a definition in the store, not from the table.
    pub fn is_custom(&self) -> bool {
        self.hub().own.is_some()
    }

    fn own(&self, served: usize) -> Option<&Own> {
        self.served.get(served)?.own.as_deref()
    }

    /// What lies below an object's path in one of the versions.
    pub fn subresources_in(&self, served: usize) -> &[Subresource] {
        self.own(served).map_or(&self.subresources, |own| &own.subresources)
    }

    /// What `kubectl get` prints in one of the versions.
    pub fn columns_in(&self, served: usize) -> &[Column] {
        self.own(served).map_or(&self.columns, |own| &own.columns)
    }

    /// The fields that a field selector may name in one of the versions.
    pub fn selectable_in(&self, served: usize) -> &[Text] {
        self.own(served).map_or(&self.selectable, |own| &own.selectable)
    }

    /// The subresource of this name in one of the versions.
    pub fn subresource(&self, served: usize, name: &str) -> Option<&Subresource> {
        self.subresources_in(served).iter().find(|subresource| subresource.name == name)
    }

    /// `deployments.apps`, as errors name a resource.
    pub fn group_resource(&self) -> meta::GroupResource {
        meta::GroupResource::new(&*self.hub().group, &*self.plural)
    }
}

impl std::fmt::Debug for Kind {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Kind({} {})", self.hub().api_version(), self.kind)
    }
}
