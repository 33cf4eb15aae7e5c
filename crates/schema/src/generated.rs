//! The generated table. Written by `cargo xtask codegen` from the target version's data; do not edit.
#![allow(non_upper_case_globals)]

#[rustfmt::skip]
pub(crate) mod admission_v1;
#[rustfmt::skip]
pub(crate) mod admissionregistration_v1;
#[rustfmt::skip]
pub(crate) mod apidiscovery_v2;
#[rustfmt::skip]
pub(crate) mod apiextensions_v1;
#[rustfmt::skip]
pub(crate) mod apiregistration_v1;
#[rustfmt::skip]
pub(crate) mod apps_v1;
#[rustfmt::skip]
pub(crate) mod authentication_v1;
#[rustfmt::skip]
pub(crate) mod authorization_v1;
#[rustfmt::skip]
pub(crate) mod autoscaling_v1;
#[rustfmt::skip]
pub(crate) mod autoscaling_v2;
#[rustfmt::skip]
pub(crate) mod batch_v1;
#[rustfmt::skip]
pub(crate) mod certificates_v1;
#[rustfmt::skip]
pub(crate) mod coordination_v1;
#[rustfmt::skip]
pub(crate) mod core_v1;
#[rustfmt::skip]
pub(crate) mod discovery;
#[rustfmt::skip]
pub(crate) mod discovery_v1;
#[rustfmt::skip]
pub(crate) mod events_v1;
#[rustfmt::skip]
pub(crate) mod flowcontrol_v1;
#[rustfmt::skip]
pub(crate) mod index;
#[rustfmt::skip]
pub(crate) mod intstr;
#[rustfmt::skip]
pub(crate) mod meta_v1;
#[rustfmt::skip]
pub(crate) mod networking_v1;
#[rustfmt::skip]
pub(crate) mod node_v1;
#[rustfmt::skip]
pub(crate) mod policy_v1;
#[rustfmt::skip]
pub(crate) mod pool;
#[rustfmt::skip]
pub(crate) mod rbac_v1;
#[rustfmt::skip]
pub(crate) mod resource;
#[rustfmt::skip]
pub(crate) mod resource_v1;
#[rustfmt::skip]
pub(crate) mod runtime;
#[rustfmt::skip]
pub(crate) mod scheduling_v1;
#[rustfmt::skip]
pub(crate) mod storage_v1;
#[rustfmt::skip]
pub(crate) mod version;

pub(crate) use index::{DEFINITIONS, KINDS};
