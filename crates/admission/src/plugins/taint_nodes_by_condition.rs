//! `TaintNodesByCondition`: a new node takes no pods until somebody has found it ready.

use api::well_known::taint::NOT_READY;
use async_trait::async_trait;
use meta::StatusError;
use resource::Object;
use serde_json::json;

use crate::{Config, Plugin, Request, pods};

/// The plugin.
pub fn plugin(_config: &Config) -> Box<dyn Plugin> {
    Box::new(TaintNodesByCondition)
}

struct TaintNodesByCondition;

#[async_trait]
impl Plugin for TaintNodesByCondition {
    fn handles(&self, request: &Request<'_>) -> bool {
        request.creates() && request.is_whole("", "nodes")
    }

    async fn mutate(
        &self,
        _request: &Request<'_>,
        object: &mut Object,
        _warnings: &mut Vec<String>,
    ) -> Result<(), StatusError> {
        let tainted = pods::items(object, "taints")
            .any(|taint| taint["key"] == NOT_READY && taint["effect"] == "NoSchedule");
        if !tainted {
            let taint = json!({"key": NOT_READY, "effect": "NoSchedule"});
            pods::push(&mut object.tree_mut()["spec"], "taints", taint);
        }
        Ok(())
    }
}
