//! The plugins on a real registry with the built-in kinds, as the API server runs them.

#![allow(clippy::unwrap_used)]

#[path = "suite/claims.rs"]
mod claims;
#[path = "suite/namespaces.rs"]
mod namespaces;
#[path = "suite/nodes.rs"]
mod nodes;
#[path = "suite/pods.rs"]
mod pods;
#[path = "suite/quota.rs"]
mod quota;
#[path = "suite/security.rs"]
mod security;
#[path = "suite/support.rs"]
mod support;
