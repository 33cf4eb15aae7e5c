//! Kinds of the group `rbac.authorization.k8s.io`: who may do what.

pub mod cluster_role;
pub mod cluster_role_binding;
pub mod role;
pub mod role_binding;

mod policy_rule;
mod subjects;

/// The group.
const GROUP: &str = "rbac.authorization.k8s.io";
