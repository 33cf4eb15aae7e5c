//! Kinds of the group `flowcontrol.apiserver.k8s.io`: which requests wait for which.

pub mod flow_schema;
pub mod priority_level_configuration;

mod mandatory;
mod rules;

/// The group.
const GROUP: &str = "flowcontrol.apiserver.k8s.io";
