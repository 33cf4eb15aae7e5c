//! A decision becomes a binding.

use api::Resource as _;
use api::core::v1::Pod;
use informer::{Reference, Severity};
use serde_json::json;

use super::Scheduler;
use crate::pod::PodInfo;

/// Tells the API. If it refuses, the pod goes back to the queue.
pub async fn bind(scheduler: &Scheduler, pod: &PodInfo, node: &str) {
    let Ok(_permit) = scheduler.binders.acquire().await else { return };
    let binding = json!({
        "apiVersion": "v1",
        "kind": "Binding",
        "metadata": {"name": pod.pod.name(), "namespace": pod.namespace(), "uid": pod.uid()},
        "target": {"apiVersion": "v1", "kind": "Node", "name": node},
    });
    let pods = scheduler.client.within::<Pod>(pod.namespace());
    let reference = Reference::of(&*pod.pod);
    match pods.subresource(pod.pod.name(), "binding", binding).await {
        Ok(_) => {
            let message = format!("Successfully assigned {}/{} to {node}", pod.namespace(), pod.pod.name());
            scheduler.recorder.event(&reference, Severity::Normal, "Scheduled", &message);
        }
        Err(error) if error.is_not_found() => {
            scheduler.cache.lock().forget(pod.uid());
            scheduler.queue.remove(pod.uid());
        }
        Err(error) => {
            tracing::warn!(pod = %format!("{}/{}", pod.namespace(), pod.pod.name()), node, %error, "a binding failed");
            scheduler.cache.lock().forget(pod.uid());
            let message = format!("running Bind: {error}");
            scheduler.recorder.event(&reference, Severity::Warning, "FailedScheduling", &message);
            scheduler.queue.unfit(pod.uid(), Vec::new());
        }
    }
}
