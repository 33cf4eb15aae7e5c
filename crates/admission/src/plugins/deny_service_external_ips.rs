//! `DenyServiceExternalIPs`: services get no new external addresses.

use async_trait::async_trait;
use meta::StatusError;
use resource::Object;
use serde_json::Value;

use crate::{Config, Plugin, Request};

/// The plugin.
pub fn plugin(_config: &Config) -> Box<dyn Plugin> {
    Box::new(DenyServiceExternalIps)
}

struct DenyServiceExternalIps;

#[async_trait]
impl Plugin for DenyServiceExternalIps {
    fn handles(&self, request: &Request<'_>) -> bool {
        request.is_whole("", "services") && (request.creates() || request.updates())
    }

    async fn validate(
        &self,
        request: &Request<'_>,
        object: Option<&Object>,
        _warnings: &mut Vec<String>,
    ) -> Result<(), StatusError> {
        let addresses = |service: Option<&Object>| -> Vec<Value> {
            let list = service.and_then(|service| service.get("spec.externalIPs")).and_then(Value::as_array);
            list.cloned().unwrap_or_default()
        };
        let before = addresses(request.old());
        if addresses(object).iter().all(|address| before.contains(address)) {
            return Ok(());
        }
        Err(request.forbidden(object, "Use of external IPs is denied by admission control"))
    }
}
