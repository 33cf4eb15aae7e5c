//! `ExtendedResourceToleration`: a pod that asks for a device tolerates the taint that keeps others off the device's nodes.

use std::collections::BTreeSet;

use async_trait::async_trait;
use kinds::rules::resources;
use meta::StatusError;
use resource::Object;
use serde_json::{Value, json};

use crate::{Config, Plugin, Request, pods};

/// The plugin.
pub fn plugin(_config: &Config) -> Box<dyn Plugin> {
    Box::new(ExtendedResourceToleration)
}

struct ExtendedResourceToleration;

#[async_trait]
impl Plugin for ExtendedResourceToleration {
    fn handles(&self, request: &Request<'_>) -> bool {
        request.is_whole("", "pods") && (request.creates() || request.updates())
    }

    async fn mutate(
        &self,
        _request: &Request<'_>,
        object: &mut Object,
        _warnings: &mut Vec<String>,
    ) -> Result<(), StatusError> {
        let containers =
            ["containers", "initContainers"].map(|list| pods::items(object, list).collect::<Vec<_>>());
        let asked = containers
            .iter()
            .flatten()
            .filter_map(|container| container.pointer("/resources/requests").and_then(Value::as_object));
        let names: BTreeSet<String> = asked
            .flatten()
            .map(|(name, _)| name.clone())
            .filter(|name| resources::is_extended(name))
            .collect();
        for name in names {
            let toleration = json!({"key": name, "operator": "Exists", "effect": "NoSchedule"});
            if !pods::items(object, "tolerations").any(|known| *known == toleration) {
                pods::push(&mut object.tree_mut()["spec"], "tolerations", toleration);
            }
        }
        Ok(())
    }
}
