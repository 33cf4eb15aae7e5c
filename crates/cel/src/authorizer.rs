//! May somebody do something: what expressions ask through `authorizer`. The answer comes from whoever implements
//! [`Authorizer`]; this only collects the question.

use std::fmt;
use std::sync::Arc;

use crate::value::{Opaque, OpaqueValue, Value};

/// Answers questions of expressions. `requester` is the user of the request unless a service account is named.
pub trait Authorizer: Send + Sync {
    /// May the path be used?
    fn check_path(&self, service_account: Option<(&str, &str)>, path: &str, verb: &str) -> Decision;
    /// May the resource be used?
    fn check_resource(
        &self,
        service_account: Option<(&str, &str)>,
        check: &ResourceCheck,
        verb: &str,
    ) -> Decision;
}

/// An answer.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Decision {
    /// Whether it is allowed.
    pub allowed: bool,
    /// Why.
    pub reason: String,
    /// Why the question could not be answered.
    pub error: Option<String>,
}

/// Who asks: `authorizer`, or `authorizer.serviceAccount(namespace, name)`.
#[derive(Clone)]
pub struct Requester {
    pub(crate) authorizer: Arc<dyn Authorizer>,
    pub(crate) service_account: Option<Arc<(String, String)>>,
}

impl Requester {
    /// The user of the request.
    pub fn new(authorizer: Arc<dyn Authorizer>) -> Self {
        Self { authorizer, service_account: None }
    }

    fn account(&self) -> Option<(&str, &str)> {
        self.service_account.as_deref().map(|(namespace, name)| (&**namespace, &**name))
    }
}

impl fmt::Debug for Requester {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Requester({:?})", self.service_account)
    }
}

/// A question about a path.
#[derive(Clone, Debug)]
pub(crate) struct PathCheck {
    pub requester: Requester,
    pub path: String,
}

/// A question about an API group.
#[derive(Clone, Debug)]
pub(crate) struct GroupCheck {
    pub requester: Requester,
    pub group: String,
}

/// A question about a resource.
#[derive(Clone, Debug)]
pub struct ResourceCheck {
    pub(crate) requester: Requester,
    /// The API group.
    pub group: String,
    /// The resource.
    pub resource: String,
    /// The subresource, or nothing.
    pub subresource: String,
    /// The namespace, or nothing.
    pub namespace: String,
    /// The name, or nothing.
    pub name: String,
    /// A field selector, or nothing.
    pub field_selector: String,
    /// A label selector, or nothing.
    pub label_selector: String,
}

impl PathCheck {
    pub(crate) fn check(&self, verb: &str) -> Decision {
        self.requester.authorizer.check_path(self.requester.account(), &self.path, verb)
    }
}

impl ResourceCheck {
    /// A question about a resource, of which only group and resource are known so far.
    pub fn new(requester: Requester, group: &str, resource: &str) -> Self {
        Self {
            requester,
            group: group.to_owned(),
            resource: resource.to_owned(),
            subresource: String::new(),
            namespace: String::new(),
            name: String::new(),
            field_selector: String::new(),
            label_selector: String::new(),
        }
    }

    pub(crate) fn check(&self, verb: &str) -> Decision {
        self.requester.authorizer.check_resource(self.requester.account(), self, verb)
    }
}

/// The value of the variable `authorizer`.
impl From<Requester> for Value<'_> {
    fn from(requester: Requester) -> Self {
        Self::Opaque(OpaqueValue(Opaque::Authorizer(requester)))
    }
}

/// The value of the variable `authorizer.requestResource`.
impl From<ResourceCheck> for Value<'_> {
    fn from(check: ResourceCheck) -> Self {
        Self::Opaque(OpaqueValue(Opaque::ResourceCheck(Arc::new(check))))
    }
}
