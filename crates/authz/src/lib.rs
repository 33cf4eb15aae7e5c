//! May they? What an authorizer is, and the ones that every cluster has: the masters, RBAC and the Node authorizer.
//!
//! State is read only through [`resource::Lister`], as the watch cache has it, so that a decision takes microseconds and is as new as
//! the cache. Who asks is found by `authn`; what a refusal looks like over HTTP is `apiserver`'s.
//!
//! | module | what it holds |
//! |---|---|
//! | `attributes`, `authorizer` | what is asked, and what is answered |
//! | `union`, `masters` | one after the other; those who may do everything |
//! | `rbac` | roles and bindings: matching, the index of them, what may be granted |
//! | `node` | what a kubelet may touch: what the pods bound to its node refer to |
//! | `aggregate` | cluster roles that are the sum of others |
//! | `policy` | the roles and bindings that every cluster starts with |

mod aggregate;
mod attributes;
mod authorizer;
mod masters;
pub mod node;
pub mod policy;
pub mod rbac;
mod union;

pub use aggregate::aggregated;
pub use attributes::Attributes;
pub use authorizer::{Authorizer, Decision, Rules};
pub use masters::{MASTERS, Masters, is_master};
pub use union::Union;
