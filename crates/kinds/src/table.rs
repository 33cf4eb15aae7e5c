//! The table of built-in kinds. A kind that has no line here is not served.

use std::sync::Arc;

use resource::Kind;

use crate::{
    admissionregistration, apiextensions, apiregistration, apps, authentication, authorization, autoscaling,
    batch, certificates, coordination, core, discovery, flowcontrol, networking, node, policy, rbac,
    resource as devices, scheduling, storage,
};

/// Every built-in kind, by group.
pub fn builtin() -> Vec<Arc<Kind>> {
    let kinds = [
        core::binding::kind(),
        core::component_status::kind(),
        core::config_map::kind(),
        core::endpoints::kind(),
        core::event::kind(),
        core::limit_range::kind(),
        core::namespace::kind(),
        core::node::kind(),
        core::persistent_volume::kind(),
        core::persistent_volume_claim::kind(),
        core::pod::kind(),
        core::pod_template::kind(),
        core::replication_controller::kind(),
        core::resource_quota::kind(),
        core::secret::kind(),
        core::service::kind(),
        core::service_account::kind(),
    ];
    kinds.into_iter().chain(others()).map(Arc::new).collect()
}

/// The kinds of groups that have a name.
fn others() -> Vec<Kind> {
    vec![
        admissionregistration::mutating_admission_policy::kind(),
        admissionregistration::mutating_admission_policy_binding::kind(),
        admissionregistration::mutating_webhook_configuration::kind(),
        admissionregistration::validating_admission_policy::kind(),
        admissionregistration::validating_admission_policy_binding::kind(),
        admissionregistration::validating_webhook_configuration::kind(),
        apiextensions::custom_resource_definition::kind(),
        apiregistration::api_service::kind(),
        apps::controller_revision::kind(),
        apps::daemon_set::kind(),
        apps::deployment::kind(),
        apps::replica_set::kind(),
        apps::stateful_set::kind(),
        authentication::self_subject_review::kind(),
        authentication::token_review::kind(),
        authorization::local_subject_access_review::kind(),
        authorization::self_subject_access_review::kind(),
        authorization::self_subject_rules_review::kind(),
        authorization::subject_access_review::kind(),
        autoscaling::horizontal_pod_autoscaler::kind(),
        batch::cron_job::kind(),
        batch::job::kind(),
        certificates::certificate_signing_request::kind(),
        coordination::lease::kind(),
        discovery::endpoint_slice::kind(),
        flowcontrol::flow_schema::kind(),
        flowcontrol::priority_level_configuration::kind(),
        networking::ingress::kind(),
        networking::ingress_class::kind(),
        networking::ip_address::kind(),
        networking::network_policy::kind(),
        networking::service_cidr::kind(),
        node::runtime_class::kind(),
        policy::pod_disruption_budget::kind(),
        rbac::cluster_role::kind(),
        rbac::cluster_role_binding::kind(),
        rbac::role::kind(),
        rbac::role_binding::kind(),
        devices::device_class::kind(),
        devices::resource_claim::kind(),
        devices::resource_claim_template::kind(),
        devices::resource_slice::kind(),
        scheduling::priority_class::kind(),
        storage::csi_driver::kind(),
        storage::csi_node::kind(),
        storage::csi_storage_capacity::kind(),
        storage::storage_class::kind(),
        storage::volume_attachment::kind(),
        storage::volume_attributes_class::kind(),
    ]
}
