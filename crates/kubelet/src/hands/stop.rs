//! Ending a container: its hook, then the signal, then the kill, all within the grace that it was given.

use std::time::Duration;

use super::{Scene, hooks};
use crate::pod::spec;
use crate::shared::Shared;

/// What a container gets at least after its hook took all the time.
const LEAST: i64 = 2;
/// How long to wait before a container that would not end is asked again.
const RETRY: Duration = Duration::from_secs(1);

pub(super) async fn stop(shared: &Shared, scene: &Scene, id: &str, name: &str, grace: i64, message: &str) {
    let pod = &scene.pod;
    shared.normal(pod, name, "Killing", message);
    let begin = shared.clock.monotonic();
    let hook = spec::container(pod, name).and_then(|(_, container)| {
        container
            .lifecycle
            .as_ref()
            .and_then(|lifecycle| lifecycle.pre_stop.clone())
            .map(|hook| (container, hook))
    });
    if let Some((container, hook)) = hook.filter(|_| grace > 0) {
        let limit = Duration::from_secs(u64::try_from(grace).unwrap_or(0));
        tokio::select! {
            outcome = hooks::run(shared, scene, &container, id, &hook) => if let Err(error) = outcome {
                tracing::info!(pod = %spec::described(pod), container = name, error, "the hook before the end failed");
                shared.warning(pod, name, "FailedPreStopHook", "PreStopHook failed");
            },
            () = shared.clock.sleep(limit) => {}
        }
    }
    let spent = i64::try_from((shared.clock.monotonic() - begin).as_secs()).unwrap_or(grace);
    let left = if grace == 0 { 0 } else { (grace - spent).max(LEAST) };
    if let Err(error) = shared.runtime.stop_container(id, left).await
        && !error.is_not_found()
    {
        tracing::warn!(pod = %spec::described(pod), container = name, %error, "the container does not end");
        shared.clock.sleep(RETRY).await;
    }
}
