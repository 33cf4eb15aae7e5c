//! Rules that several kinds share, by the shape they judge.

pub mod affinity;
pub mod claims;
pub mod containers;
pub mod dns;
pub mod env;
pub mod field_refs;
pub mod internal;
pub mod label_selector;
pub mod object;
pub mod pod_spec;
pub mod pod_template;
pub mod probes;
pub mod report;
pub mod resources;
pub mod security_context;
pub mod tolerations;
pub mod topology_spread;
pub mod volumes;
