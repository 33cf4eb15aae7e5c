//! `PodTopologyLabels`: a pod carries the zone and region of its node, so that it can learn them from its own labels.

use api::well_known::label::{REGION, ZONE};
use async_trait::async_trait;
use meta::StatusError;
use resource::Object;

use crate::{Config, Plugin, Request, pods};

/// The plugin.
pub fn plugin(_config: &Config) -> Box<dyn Plugin> {
    Box::new(PodTopologyLabels)
}

struct PodTopologyLabels;

#[async_trait]
impl Plugin for PodTopologyLabels {
    fn handles(&self, request: &Request<'_>) -> bool {
        request.creates() && request.is("", "pods") && matches!(request.subresource(), "" | "binding")
    }

    async fn mutate(
        &self,
        request: &Request<'_>,
        object: &mut Object,
        _warnings: &mut Vec<String>,
    ) -> Result<(), StatusError> {
        let node = match request.subresource() {
            "" => object.text("spec.nodeName"),
            _ if object.text("target.kind") == "Node" => object.text("target.name"),
            _ => "",
        };
        let Some(node) = Some(node).filter(|node| !node.is_empty()) else { return Ok(()) };
        let Some(node) = request.state.get("nodes", "", node) else { return Ok(()) };
        for label in [ZONE, REGION] {
            if let Some(value) = node.label(label) {
                pods::map_mut(object, "metadata.labels").insert(label.to_owned(), value.into());
            }
        }
        Ok(())
    }
}
