//! What a kubelet may touch: its own node, lease and CSI node, the pods bound to it, and what those pods refer to.
//!
//! Upstream keeps a graph of all pods beside its caches. Here the way from an object to a node is looked up the other way round, from
//! the node's own pods, of which there are few and which the watch cache has an index of (`reach.rs`): nothing to keep, and never
//! behind the cache.

mod reach;

use std::sync::Arc;

use async_trait::async_trait;
use resource::{Lister, User};

use crate::policy;
use crate::rbac::Rule;
use crate::{Attributes, Authorizer, Decision, Rules};
use reach::{Reach, Start};

const NODE_LEASES: &str = "kube-node-lease";

/// Decides for users that are nodes; has no opinion of others.
pub struct Node {
    reach: Reach,
    /// What all nodes may do besides: the rules of the role `system:node`.
    rules: Vec<Rule>,
}

/// The node that a user is; empty if it is one without a name, `None` if it is none.
pub fn node_of(user: &User) -> Option<&str> {
    let name = user.name.strip_prefix("system:node:")?;
    user.groups.iter().any(|group| group == "system:nodes").then_some(name)
}

impl Node {
    /// On the cluster's state.
    pub fn new(lister: Arc<dyn Lister>) -> Self {
        Self { reach: Reach::new(lister), rules: policy::node_rules() }
    }

    fn decide(&self, node: &str, asked: &Attributes<'_>) -> Decision {
        if !asked.is_resource {
            return self.by_rules(asked);
        }
        let outcome = match (asked.group, asked.resource) {
            ("", "secrets") => self.read(node, Start::Secret, asked),
            ("", "configmaps") => self.read(node, Start::ConfigMap, asked),
            ("", "persistentvolumeclaims") if asked.subresource == "status" => self.claim_status(node, asked),
            ("", "persistentvolumeclaims") => self.get(node, Start::Claim, asked),
            ("", "persistentvolumes") => self.get(node, Start::Volume, asked),
            ("resource.k8s.io", "resourceclaims") => self.get(node, Start::ResourceClaim, asked),
            ("storage.k8s.io", "volumeattachments") => self.get(node, Start::Attachment, asked),
            ("", "serviceaccounts") => self.service_account(node, asked),
            ("coordination.k8s.io", "leases") => lease(node, asked),
            ("storage.k8s.io", "csinodes") => csi_node(node, asked),
            ("resource.k8s.io", "resourceslices") => self.slice(node, asked),
            ("", "nodes") => own_node(node, asked),
            ("", "pods") => self.pod(node, asked),
            _ => return self.by_rules(asked),
        };
        match outcome {
            Ok(()) => Decision::allow(),
            Err(reason) => Decision::NoOpinion(reason),
        }
    }

    fn by_rules(&self, asked: &Attributes<'_>) -> Decision {
        let allowed = self.rules.iter().any(|rule| rule.allows(asked));
        if allowed { Decision::allow() } else { Decision::no_opinion() }
    }

    /// That the object is one that a pod of the node leads to.
    fn related(&self, node: &str, start: Start, asked: &Attributes<'_>) -> Outcome {
        if asked.name.is_empty() {
            return no("No Object name found");
        }
        if self.reach.leads_to(node, start, asked.namespace, asked.name) {
            return Ok(());
        }
        no(format!("no relationship found between node '{node}' and this object"))
    }

    fn read(&self, node: &str, start: Start, asked: &Attributes<'_>) -> Outcome {
        if !matches!(asked.verb, "get" | "list" | "watch") {
            return no("can only read resources of this type");
        }
        if !asked.subresource.is_empty() {
            return no("cannot read subresource");
        }
        if asked.namespace.is_empty() {
            return no("can only read namespaced object of this type");
        }
        self.related(node, start, asked)
    }

    fn get(&self, node: &str, start: Start, asked: &Attributes<'_>) -> Outcome {
        if asked.verb != "get" {
            return no("can only get individual resources of this type");
        }
        if !asked.subresource.is_empty() {
            return no("cannot get subresource");
        }
        self.related(node, start, asked)
    }

    fn claim_status(&self, node: &str, asked: &Attributes<'_>) -> Outcome {
        if !matches!(asked.verb, "update" | "patch") {
            return no("can only get/update/patch this type");
        }
        self.related(node, Start::Claim, asked)
    }

    fn service_account(&self, node: &str, asked: &Attributes<'_>) -> Outcome {
        if asked.verb == "get" && asked.subresource.is_empty() {
            return self.read(node, Start::ServiceAccount, asked);
        }
        if asked.verb != "create" || asked.name.is_empty() {
            return no("can only create tokens for individual service accounts");
        }
        if asked.subresource != "token" {
            return no("can only create token subresource of serviceaccount");
        }
        self.related(node, Start::ServiceAccount, asked)
    }

    fn slice(&self, node: &str, asked: &Attributes<'_>) -> Outcome {
        if !asked.subresource.is_empty() {
            return no("cannot authorize ResourceSlice subresources");
        }
        match asked.verb {
            "create" => Ok(()),
            "get" | "update" | "patch" | "delete" => self.related(node, Start::Slice, asked),
            "watch" | "list" | "deletecollection" if selects(asked, "spec.nodeName", node) => Ok(()),
            "watch" | "list" | "deletecollection" => {
                no("can only list/watch/deletecollection resourceslices with nodeName field selector")
            }
            _ => no("only the following verbs are allowed for a ResourceSlice: get, watch, list, create, \
                     update, patch, delete, deletecollection"),
        }
    }

    fn pod(&self, node: &str, asked: &Attributes<'_>) -> Outcome {
        match (asked.subresource, asked.verb) {
            ("", "get") => self.get(node, Start::Pod, asked),
            ("", "list" | "watch") if selects(asked, "spec.nodeName", node) => Ok(()),
            ("", "list" | "watch") if !asked.name.is_empty() => self.related(node, Start::Pod, asked),
            ("", "list" | "watch") => no("can only list/watch pods with spec.nodeName field selector"),
            ("", "create" | "delete") | ("status", "update" | "patch") | ("eviction", "create") => Ok(()),
            _ => no(""),
        }
    }
}

#[async_trait]
impl Authorizer for Node {
    async fn authorize(&self, attributes: &Attributes<'_>) -> Decision {
        match node_of(attributes.user) {
            None => Decision::no_opinion(),
            Some("") => {
                let user = meta::go::quote(&attributes.user.name);
                Decision::NoOpinion(format!("unknown node for user {user}"))
            }
            Some(node) => self.decide(node, attributes),
        }
    }

    fn rules(&self, user: &User, _namespace: &str) -> Rules {
        if node_of(user).is_none() {
            return Rules::default();
        }
        let errors = vec!["node authorizer does not support user rule resolution".to_owned()];
        Rules { incomplete: true, errors, ..Rules::default() }
    }
}

/// Yes, or no with a reason.
type Outcome = Result<(), String>;

fn no(reason: impl Into<String>) -> Outcome {
    Err(reason.into())
}

fn selects(asked: &Attributes<'_>, field: &str, value: &str) -> bool {
    asked.fields.exact_match(field) == Some(value)
}

fn lease(node: &str, asked: &Attributes<'_>) -> Outcome {
    match asked.verb {
        "get" | "create" | "update" | "patch" | "delete" => {}
        _ => return no("can only get, create, update, patch, or delete a node lease"),
    }
    if asked.namespace != NODE_LEASES {
        return no(format!("can only access leases in the \"{NODE_LEASES}\" system namespace"));
    }
    if asked.verb != "create" && asked.name != node {
        return no("can only access node lease with the same name as the requesting node");
    }
    Ok(())
}

fn csi_node(node: &str, asked: &Attributes<'_>) -> Outcome {
    match asked.verb {
        "get" | "create" | "update" | "patch" | "delete" => {}
        _ => return no("can only get, create, update, patch, or delete a CSINode"),
    }
    if !asked.subresource.is_empty() {
        return no("cannot authorize CSINode subresources");
    }
    if asked.verb != "create" && asked.name != node {
        return no("can only access CSINode with the same name as the requesting node");
    }
    Ok(())
}

/// Which node it writes is admission's to check, since a new one has no name in its path.
fn own_node(node: &str, asked: &Attributes<'_>) -> Outcome {
    match (asked.subresource, asked.verb) {
        ("", "create" | "update" | "patch") | ("status", "update" | "patch") => Ok(()),
        ("", "get" | "list" | "watch") => match asked.name {
            name if name == node => Ok(()),
            "" => no(format!("node '{node}' cannot read all nodes, only its own Node object")),
            other => no(format!("node '{node}' cannot read '{other}', only its own Node object")),
        },
        _ => no(""),
    }
}

#[cfg(test)]
mod tests;
