//! A pod that was marked for a disruption which did not come within two minutes is no longer marked.

use std::sync::Arc;
use std::time::{Duration, SystemTime};

use api::core::v1::Pod;
use api::{Resource as _, time};
use async_trait::async_trait;
use client::{Client, Patch};
use informer::{Controller, Error, Informer, Inputs, Key, Next};
use runtime::Clock;
use serde_json::json;

use crate::{Context, pods};

const MARK: &str = "DisruptionTarget";
const PATIENCE: Duration = Duration::from_secs(2 * 60);

/// The loop.
pub fn build(context: &Context) -> Arc<dyn Controller> {
    Arc::new(Stale {
        client: context.client.clone(),
        clock: context.clock.clone(),
        pods: context.informers.of(),
    })
}

struct Stale {
    client: Client,
    clock: Clock,
    pods: Informer<Pod>,
}

#[async_trait]
impl Controller for Stale {
    fn name(&self) -> &'static str {
        super::NAME
    }

    fn inputs(&self, inputs: &mut Inputs) {
        inputs.on(&self.pods, |event| {
            let pod = event.object();
            marked_since(pod).map(|_| Key::of(&**pod)).into_iter().collect()
        });
    }

    async fn reconcile(&self, key: &Key) -> Result<Next, Error> {
        let Some(pod) = self.pods.get(&key.namespace, &key.name) else { return Ok(Next::Done) };
        let Some(since) = marked_since(&pod) else { return Ok(Next::Done) };
        let now = self.clock.now();
        if let Ok(left) = (since + PATIENCE).duration_since(now)
            && !left.is_zero()
        {
            return Ok(Next::After(left));
        }
        let condition = json!({
            "type": MARK, "status": "False", "reason": null, "message": null,
            "lastTransitionTime": time::render(&time::time(now)), "observedGeneration": pod.meta().generation,
        });
        let patch = json!({"metadata": {"uid": pod.uid()}, "status": {"conditions": [condition]}});
        let pods = self.client.within::<Pod>(&key.namespace);
        match pods.patch_status(&key.name, &Patch::Strategic(patch)).await {
            Err(error) if !error.is_not_found() => Err(error.into()),
            _ => Ok(Next::Done),
        }
    }
}

/// Since when a pod that nobody deletes is marked. Marks of the kubelet stay: it may take its time.
fn marked_since(pod: &Pod) -> Option<SystemTime> {
    if pod.is_being_deleted() || pods::is_terminal(pod) {
        return None;
    }
    let mark = pods::condition(pod, MARK).filter(|mark| mark.status == "True")?;
    if mark.reason.as_deref() == Some("TerminationByKubelet") {
        return None;
    }
    mark.last_transition_time.as_ref().map(time::system)
}
