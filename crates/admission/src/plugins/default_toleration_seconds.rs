//! `DefaultTolerationSeconds`: a pod stays five minutes on a node that is lost, unless it says otherwise.

use api::well_known::taint::{NOT_READY, UNREACHABLE};
use async_trait::async_trait;
use meta::StatusError;
use resource::Object;
use serde_json::{Value, json};

use crate::{Config, Plugin, Request, pods};

/// The plugin.
pub fn plugin(config: &Config) -> Box<dyn Plugin> {
    Box::new(DefaultTolerationSeconds {
        taints: [(NOT_READY, config.not_ready_seconds), (UNREACHABLE, config.unreachable_seconds)],
    })
}

struct DefaultTolerationSeconds {
    taints: [(&'static str, i64); 2],
}

#[async_trait]
impl Plugin for DefaultTolerationSeconds {
    fn handles(&self, request: &Request<'_>) -> bool {
        request.is_whole("", "pods") && (request.creates() || request.updates())
    }

    async fn mutate(
        &self,
        _request: &Request<'_>,
        object: &mut Object,
        _warnings: &mut Vec<String>,
    ) -> Result<(), StatusError> {
        let lacking: Vec<_> =
            self.taints.iter().filter(|(taint, _)| !tolerates(object, taint)).copied().collect();
        for (taint, seconds) in lacking {
            let toleration = json!({"key": taint, "operator": "Exists", "effect": "NoExecute", "tolerationSeconds": seconds});
            pods::push(&mut object.tree_mut()["spec"], "tolerations", toleration);
        }
        Ok(())
    }
}

/// Whether the pod says something about being evicted for the taint; an empty key or effect means any.
fn tolerates(pod: &Object, taint: &str) -> bool {
    let text = |toleration: &Value, name: &str| -> String {
        toleration.get(name).and_then(Value::as_str).unwrap_or_default().to_owned()
    };
    pods::items(pod, "tolerations").any(|toleration| {
        let (key, effect) = (text(toleration, "key"), text(toleration, "effect"));
        (key.is_empty() || key == taint) && (effect.is_empty() || effect == "NoExecute")
    })
}
