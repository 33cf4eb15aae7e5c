//! The seam where admission plugs in: what may change a request's object, and what may refuse it.
//!
//! The engine calls it at upstream's points: mutation on the decoded and defaulted object before the kind's own preparation,
//! validation on the object as it would be written. Both are called again when a write is tried again.

use async_trait::async_trait;
use meta::StatusError;
use resource::{Object, User};

use crate::Target;

/// What is about to happen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Operation {
    /// A new object, or the body of an action such as a binding.
    Create,
    /// A changed object.
    Update,
    /// An object goes.
    Delete,
    /// A connection to a node, pod or service.
    Connect,
}

impl Operation {
    /// The spelling in webhook rules.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Create => "CREATE",
            Self::Update => "UPDATE",
            Self::Delete => "DELETE",
            Self::Connect => "CONNECT",
        }
    }
}

/// What plugins may know of a request.
#[derive(Debug, Clone, Copy)]
pub struct Attributes<'a> {
    /// What it is about.
    pub target: &'a Target,
    /// What is about to happen.
    pub operation: Operation,
    /// Who asks.
    pub user: &'a User,
    /// The object as it is, when there is one. In the hub version.
    pub old: Option<&'a Object>,
    /// The options of the request, as a tree.
    pub options: &'a serde_json::Value,
    /// Whether nothing will be stored.
    pub dry_run: bool,
}

/// What a plugin or chain of plugins does. Objects are in the hub version.
#[async_trait]
pub trait Admission: Send + Sync + 'static {
    /// May change the object, or refuse the request. Not called for deletions.
    async fn mutate(
        &self,
        attributes: Attributes<'_>,
        object: &mut Object,
        warnings: &mut Vec<String>,
    ) -> Result<(), StatusError>;

    /// May refuse the request. There is no object for deletions, only an old one.
    async fn validate(
        &self,
        attributes: Attributes<'_>,
        object: Option<&Object>,
        warnings: &mut Vec<String>,
    ) -> Result<(), StatusError>;
}

/// Lets everything through.
#[derive(Debug, Clone, Copy, Default)]
pub struct NoAdmission;

#[async_trait]
impl Admission for NoAdmission {
    async fn mutate(
        &self,
        _attributes: Attributes<'_>,
        _object: &mut Object,
        _warnings: &mut Vec<String>,
    ) -> Result<(), StatusError> {
        Ok(())
    }

    async fn validate(
        &self,
        _attributes: Attributes<'_>,
        _object: Option<&Object>,
        _warnings: &mut Vec<String>,
    ) -> Result<(), StatusError> {
        Ok(())
    }
}
