//! Kinds of the group `resource.k8s.io`: devices, and who may use them.

pub mod device_class;
pub mod resource_claim;
pub mod resource_claim_template;
pub mod resource_slice;

mod claims;
mod devices;
mod lists;

/// The group.
const GROUP: &str = "resource.k8s.io";
