//! Which object or collection a request is about, and who asks.

use std::sync::Arc;

use meta::{GroupKind, GroupResource};
use resource::{Kind, Part, Served, Subresource, User};

/// What a request is about: a resource in one of its served versions, and where.
#[derive(Debug, Clone)]
pub struct Target {
    /// The resource.
    pub kind: Arc<Kind>,
    /// Which of [`Kind::served`] the client speaks.
    pub served: usize,
    /// The namespace; empty for cluster-wide kinds and for collections across namespaces.
    pub namespace: String,
    /// The object; empty for a collection.
    pub name: String,
    /// What below the object is meant; empty for the object itself.
    pub subresource: String,
}

impl Target {
    /// The version that the client speaks.
    pub fn version(&self) -> &Served {
        &self.kind.served[self.served]
    }

    /// The resource as errors name it: by the group that the client speaks.
    pub fn group_resource(&self) -> GroupResource {
        GroupResource::new(&*self.version().group, &*self.kind.plural)
    }

    /// The kind as errors of validation name it: by the group that it belongs to, whichever the client speaks.
    pub fn group_kind(&self) -> GroupKind {
        GroupKind::new(&*self.kind.hub().group, &*self.kind.kind)
    }

    /// The descriptor of the subresource, if one is meant.
    pub fn below(&self) -> Option<&Subresource> {
        self.kind.subresource(self.served, &self.subresource)
    }

    /// The part of the object that a write through this path may change.
    pub fn part(&self) -> Part<'_> {
        match self.subresource.as_str() {
            "" => Part::Main,
            "status" => Part::Status,
            other => Part::View(other),
        }
    }

    /// The place of the object in its collection.
    pub(crate) fn place(&self) -> String {
        // The path of a namespace names it as its own namespace, too.
        let namespace = if self.kind.is_namespaced() { self.namespace.as_str() } else { "" };
        crate::key::place(namespace, &self.name)
    }

    /// The key of the object.
    pub(crate) fn key(&self) -> String {
        format!("{}{}", crate::key::prefix(&self.kind), self.place())
    }

    /// The same target with the object's name filled in.
    pub(crate) fn named(&self, name: &str) -> Self {
        Self { name: name.to_owned(), ..self.clone() }
    }
}

/// Who asks, and by what means: what every write is attributed to.
#[derive(Debug, Clone)]
pub struct Caller {
    /// The authenticated user.
    pub user: User,
    /// The manager to whom changed fields are attributed when the request names none: the first part of the user agent.
    pub manager: String,
}
