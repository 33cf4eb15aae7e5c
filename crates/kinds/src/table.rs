//! The table of built-in kinds. A kind that has no line here is not served.

use std::sync::Arc;

use resource::Kind;

use crate::core;

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
    kinds.into_iter().map(Arc::new).collect()
}
