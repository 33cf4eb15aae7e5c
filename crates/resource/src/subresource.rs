//! What lies below an object's path: `/status`, `/scale`, `/log` and the like.

use std::borrow::Cow;

use crate::Verb;

/// One subresource, as discovery shows it.
#[derive(Debug, Clone)]
pub struct Subresource {
    /// `status`
    pub name: Cow<'static, str>,
    /// What can be done with it, in discovery's order.
    pub verbs: Vec<Verb>,
    /// The group, version and kind of what it takes and gives, where that is not the object itself: `("autoscaling", "v1",
    /// "Scale")`. The group is empty for core.
    pub kind: Option<(Cow<'static, str>, Cow<'static, str>, Cow<'static, str>)>,
    /// What it does.
    pub does: SubresourceKind,
}

/// What a subresource does; the engine has a path for each.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SubresourceKind {
    /// A view of the same object through which only a part of it can be changed (`status`, `resize`, `ephemeralcontainers`,
    /// `approval`, `finalize`): reads give the whole object; [`Strategy`](crate::Strategy) is asked with this
    /// [`Part`](crate::Part).
    View,
    /// The `Scale` of the object, at these paths in it.
    Scale {
        /// Where the wanted number is, such as `spec.replicas`.
        spec_replicas: Cow<'static, str>,
        /// Where the present number is.
        status_replicas: Cow<'static, str>,
        /// Where the selector is, if the kind has one: a label selector object, or its text form.
        selector: Option<Cow<'static, str>>,
    },
    /// An action with code of its own in the registry: `binding`, `eviction`, `token`.
    Action,
    /// A connection that the API server carries on to a node, pod or service: `log`, `exec`, `attach`, `portforward`, `proxy`.
    Connect,
}
