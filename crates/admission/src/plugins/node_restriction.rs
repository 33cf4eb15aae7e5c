//! `NodeRestriction`: a node changes itself, its lease, its pods, and nothing else. Those who are no node pass.
//!
//! | file | what a node may do with |
//! |---|---|
//! | `pods` | pods, their status, their eviction |
//! | `nodes` | itself |
//! | `tokens` | service accounts of its pods |
//! | `others` | claims, leases, and what else carries its name |

mod nodes;
mod others;
mod pods;
mod tokens;

use std::sync::Arc;

use async_trait::async_trait;
use meta::{StatusError, go};
use registry::Operation;
use resource::{Object, User};

use crate::{Config, Permits, Plugin, Request};

/// The plugin.
pub fn plugin(config: &Config) -> Box<dyn Plugin> {
    Box::new(NodeRestriction { permits: config.permits.clone() })
}

struct NodeRestriction {
    permits: Arc<dyn Permits>,
}

/// A request of a node.
#[derive(Clone, Copy)]
struct Asked<'a> {
    request: &'a Request<'a>,
    /// The node's name.
    node: &'a str,
    object: Option<&'a Object>,
}

impl Asked<'_> {
    fn refuse(&self, why: impl std::fmt::Display) -> Result<(), StatusError> {
        Err(self.request.forbidden(self.object, why))
    }

    /// The node's name as texts quote it.
    fn quoted(&self) -> String {
        go::quote(self.node).to_string()
    }

    /// The name of the object: on the path, or in a new object.
    fn name(&self) -> &str {
        match self.request.name() {
            "" => self.object.map_or("", Object::name),
            name => name,
        }
    }

    fn operation(&self) -> String {
        go::quote(self.request.operation().as_str()).to_string()
    }
}

/// The node that a user is; empty if it is one but does not say which.
fn node_of(user: &User) -> Option<&str> {
    let name = user.name.strip_prefix("system:node:")?;
    user.groups.iter().any(|group| group == api::well_known::group::NODES).then_some(name)
}

#[async_trait]
impl Plugin for NodeRestriction {
    fn handles(&self, request: &Request<'_>) -> bool {
        request.operation() != Operation::Connect && node_of(request.user()).is_some()
    }

    async fn mutate(
        &self,
        request: &Request<'_>,
        object: &mut Object,
        _warnings: &mut Vec<String>,
    ) -> Result<(), StatusError> {
        self.judge(request, Some(object)).await
    }

    async fn validate(
        &self,
        request: &Request<'_>,
        object: Option<&Object>,
        _warnings: &mut Vec<String>,
    ) -> Result<(), StatusError> {
        if request.deletes() { self.judge(request, object).await } else { Ok(()) }
    }
}

impl NodeRestriction {
    async fn judge(&self, request: &Request<'_>, object: Option<&Object>) -> Result<(), StatusError> {
        let node = node_of(request.user()).unwrap_or_default();
        let asked = Asked { request, node, object };
        if node.is_empty() {
            let user = go::quote(&request.user().name);
            return asked.refuse(format!("could not determine node from user {user}"));
        }
        let resource = request.group_resource();
        match (&*resource.group, &*resource.resource) {
            ("", "pods") => pods::judge(asked),
            ("", "nodes") => nodes::judge(asked),
            ("", "persistentvolumeclaims") => others::claim(asked),
            ("", "serviceaccounts") => tokens::judge(asked, &*self.permits).await,
            ("coordination.k8s.io", "leases") => others::lease(asked),
            ("storage.k8s.io", "csinodes") => others::csi_node(asked),
            ("resource.k8s.io", "resourceslices") => others::resource_slice(asked),
            ("certificates.k8s.io", "certificatesigningrequests") => others::signing_request(asked),
            _ => Ok(()),
        }
    }
}
