//! Typed objects of the Kubernetes API, and the names that everybody knows.
//!
//! The only crate that names k8s-openapi: everybody else takes its structs from here, module by module as upstream groups them
//! (`api::core::v1::Pod`). Decoding drops unknown fields silently, so check the tree against its schema first.
//!
//! **Why a trait of our own**: k8s-openapi's serialisers are generic and would be compiled again in every crate and for every
//! deserialiser. [`Typed`] is implemented here, for one tree type, and costs its callers nothing to compile.

mod describe;
mod object;
pub mod time;
mod typed;
pub mod well_known;

pub use describe::Descriptions;
pub use k8s_openapi::api::{
    admissionregistration, apps, authentication, authorization, autoscaling, batch, certificates,
    coordination, core, discovery, events, flowcontrol, networking, node, policy, rbac, resource, scheduling,
    storage,
};
pub use k8s_openapi::apiextensions_apiserver::pkg::apis::apiextensions;
pub use k8s_openapi::apimachinery::pkg::api::resource::Quantity;
pub use k8s_openapi::apimachinery::pkg::apis::meta::v1 as meta;
pub use k8s_openapi::apimachinery::pkg::util::intstr::IntOrString;
pub use k8s_openapi::kube_aggregator::pkg::apis::apiregistration;
pub use object::Resource;
pub use typed::{DecodeError, Typed};
