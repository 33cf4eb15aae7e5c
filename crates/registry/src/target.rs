//! Which object or collection a request is about, and who asks.

use std::sync::Arc;

use resource::{Kind, Served, User};

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
}

/// Who asks, and by what means: what every write is attributed to.
#[derive(Debug, Clone)]
pub struct Caller {
    /// The authenticated user.
    pub user: User,
    /// The manager to whom changed fields are attributed when the request names none: the first part of the user agent.
    pub manager: String,
}
