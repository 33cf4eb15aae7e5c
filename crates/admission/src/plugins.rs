//! The plugins, one file each. `table.rs` names them in their order.

pub mod always_admit;
pub mod always_deny;
pub mod always_pull_images;
pub mod certificate_approval;
pub mod certificate_signing;
pub mod certificate_subject_restriction;
pub mod default_ingress_class;
pub mod default_storage_class;
pub mod default_toleration_seconds;
pub mod deny_service_external_ips;
pub mod extended_resource_toleration;
pub mod limit_ranger;
pub mod namespace_auto_provision;
pub mod namespace_exists;
pub mod namespace_lifecycle;
pub mod node_restriction;
pub mod persistent_volume_claim_resize;
pub mod pod_security;
pub mod pod_topology_labels;
pub mod priority;
pub mod resource_quota;
pub mod runtime_class;
pub mod service_account;
pub mod storage_object_in_use_protection;
pub mod taint_nodes_by_condition;
