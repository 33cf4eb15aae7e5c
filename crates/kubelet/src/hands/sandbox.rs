//! Making and ending a sandbox.

use api::node::v1::RuntimeClass;
use informer::Severity;

use super::Scene;
use crate::make;
use crate::pod::spec;
use crate::shared::Shared;

pub(super) async fn run(shared: &Shared, scene: &Scene, attempt: u32) -> Result<(), String> {
    let pod = &scene.pod;
    let made = async {
        let handler = handler(shared, scene).await?;
        let config = make::sandbox::of(pod, attempt, &shared.config, &shared.resolver)?;
        std::fs::create_dir_all(&config.log_directory)
            .map_err(|error| format!("create pod log directory: {error}"))?;
        shared.runtime.run_sandbox(&config, &handler).await.map_err(|error| error.to_string())
    };
    let made = made.await.map(|_| ());
    if let Err(error) = &made {
        tracing::warn!(pod = %spec::described(pod), error, "the sandbox can't be made");
        let text = format!("Failed to create pod sandbox: {error}");
        shared.event(pod, None, Severity::Warning, "FailedCreatePodSandBox", &text);
    }
    made
}

/// The runtime's handler for the pod's class.
async fn handler(shared: &Shared, scene: &Scene) -> Result<String, String> {
    let class = scene.pod.spec.as_ref().and_then(|spec| spec.runtime_class_name.as_deref());
    let (Some(class), Some(client)) = (class.filter(|class| !class.is_empty()), &shared.client) else {
        return Ok(String::new());
    };
    match client.all::<RuntimeClass>().find(class).await {
        Ok(Some(found)) => Ok(found.handler),
        Ok(None) => Err(format!("RuntimeClass \"{class}\" not found")),
        Err(error) => Err(format!("failed to get RuntimeClass {class}: {error}")),
    }
}

pub(super) async fn stop(shared: &Shared, scene: &Scene, id: &str) -> Result<(), String> {
    let stopped = shared.runtime.stop_sandbox(id).await.map_err(|error| error.to_string());
    if let Err(error) = &stopped {
        let text = format!("error killing pod: {error}");
        shared.event(&scene.pod, None, Severity::Warning, "FailedKillPod", &text);
    }
    stopped
}
