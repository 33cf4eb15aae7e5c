//! Seeing that an image is there: the pull policy, the pod's secrets, the pull itself.

use api::core::v1::Container;
use node::RuntimeError;

use super::Scene;
use crate::images;
use crate::pod::spec;
use crate::pod::state::Waiting;
use crate::pod::step::ImageFailure;
use crate::shared::Shared;

pub(super) async fn ensure(
    shared: &Shared,
    scene: &Scene,
    name: &str,
    may_pull: bool,
    last_error: Option<String>,
) -> Result<(), ImageFailure> {
    let Some((_, container)) = spec::container(&scene.pod, name) else {
        return Err(failure("ErrImagePull", format!("no container {name}")));
    };
    let image = container.image.clone().unwrap_or_default();
    let present = shared.runtime.image(&image).await;
    let present = match present {
        Ok(found) => found.is_some(),
        Err(RuntimeError::Invalid(error)) => return Err(invalid(shared, scene, name, &image, &error)),
        Err(error) => {
            let text = format!("Failed to inspect image \"{image}\": {error}");
            shared.warning(&scene.pod, name, "InspectFailed", &text);
            return Err(failure("ImageInspectError", text));
        }
    };
    match (images::policy(&container), present) {
        ("Never", false) => {
            let text = format!("Container image \"{image}\" is not present with pull policy of Never");
            shared.warning(&scene.pod, name, "ErrImageNeverPull", &text);
            Err(failure("ErrImageNeverPull", text))
        }
        ("Never" | "IfNotPresent", true) => {
            let text = format!(
                "Container image \"{image}\" already present on machine and can be accessed by the pod"
            );
            shared.normal(&scene.pod, name, "Pulled", &text);
            Ok(())
        }
        _ if !may_pull => {
            let mut text = format!("Back-off pulling image \"{image}\"");
            shared.normal(&scene.pod, name, "BackOff", &text);
            if let Some(last) = last_error {
                text = format!("{text}: {last}");
            }
            Err(ImageFailure { backed_off: true, ..failure("ImagePullBackOff", text) })
        }
        _ => pull(shared, scene, &container, &image).await,
    }
}

fn failure(reason: &str, message: String) -> ImageFailure {
    let waiting = Waiting { reason: reason.into(), message };
    ImageFailure { waiting, pull_failed: false, backed_off: false }
}

fn invalid(shared: &Shared, scene: &Scene, name: &str, image: &str, error: &str) -> ImageFailure {
    let text = format!(
        "Failed to apply default image tag \"{image}\": couldn't parse image name \"{image}\": {error}"
    );
    shared.warning(&scene.pod, name, "InspectFailed", &text);
    failure("InvalidImageName", text)
}

async fn pull(
    shared: &Shared,
    scene: &Scene,
    container: &Container,
    image: &str,
) -> Result<(), ImageFailure> {
    let (pod, name) = (&scene.pod, container.name.as_str());
    shared.normal(pod, name, "Pulling", &format!("Pulling image \"{image}\""));
    let auth = images::auth(shared, pod, image).await;
    let begin = shared.clock.monotonic();
    let permit = shared.pulls.acquire().await;
    let waited = shared.clock.monotonic() - begin;
    let pulled = tokio::select! {
        pulled = shared.runtime.pull_image(image, &auth) => pulled,
        () = scene.cancel.wait() => Err(RuntimeError::Other("the pod is ending".into())),
    };
    drop(permit);
    match pulled {
        Ok(_) => {
            let size = shared.runtime.image(image).await.ok().flatten().map_or(0, |found| found.size);
            let total = shared.clock.monotonic() - begin;
            let text = format!(
                "Successfully pulled image \"{image}\" in {} ({} including waiting). Image size: {size} bytes.",
                go(total - waited),
                go(total)
            );
            shared.normal(pod, name, "Pulled", &text);
            Ok(())
        }
        Err(RuntimeError::Invalid(error)) => Err(invalid(shared, scene, name, image, &error)),
        Err(error) if scene.cancel.is_triggered() => Err(failure("ErrImagePull", error.to_string())),
        Err(error) => {
            shared.warning(pod, name, "Failed", &format!("Failed to pull image \"{image}\": {error}"));
            shared.warning(pod, name, "Failed", "Error: ErrImagePull");
            let text = error.to_string();
            Err(ImageFailure { pull_failed: true, ..failure("ErrImagePull", text) })
        }
    }
}

/// A duration as Go prints it, to the millisecond.
fn go(duration: std::time::Duration) -> meta::Duration {
    let millis = i64::try_from(duration.as_millis()).unwrap_or(i64::MAX / 1_000_000);
    meta::Duration::from_nanos(millis * 1_000_000)
}
