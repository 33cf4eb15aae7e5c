//! `AlwaysPullImages`: images are pulled each time, so that nobody runs one of a private registry that somebody else pulled.

use async_trait::async_trait;
use meta::{FieldError, Path, StatusError};
use resource::Object;
use serde_json::Value;

use crate::{Config, Plugin, Request, pods};

/// The plugin.
pub fn plugin(_config: &Config) -> Box<dyn Plugin> {
    Box::new(AlwaysPullImages)
}

struct AlwaysPullImages;

#[async_trait]
impl Plugin for AlwaysPullImages {
    fn handles(&self, request: &Request<'_>) -> bool {
        request.is_whole("", "pods") && (request.creates() || request.updates())
    }

    async fn mutate(
        &self,
        request: &Request<'_>,
        object: &mut Object,
        _warnings: &mut Vec<String>,
    ) -> Result<(), StatusError> {
        if !has_new_image(request, object) {
            return Ok(());
        }
        for list in pods::CONTAINERS {
            for container in pods::items_mut(object, list) {
                container["imagePullPolicy"] = "Always".into();
            }
        }
        for volume in pods::items_mut(object, "volumes") {
            if let Some(image) = volume.get_mut("image").filter(|image| image.is_object()) {
                image["pullPolicy"] = "Always".into();
            }
        }
        Ok(())
    }

    async fn validate(
        &self,
        request: &Request<'_>,
        object: Option<&Object>,
        _warnings: &mut Vec<String>,
    ) -> Result<(), StatusError> {
        let Some(object) = object.filter(|object| has_new_image(request, object)) else { return Ok(()) };
        let spec = Path::new("spec");
        for list in pods::CONTAINERS {
            for (index, container) in pods::items(object, list).enumerate() {
                let path = spec.child(list);
                let path = path.index(index);
                check(request, object, container.get("imagePullPolicy"), &path.child("imagePullPolicy"))?;
            }
        }
        for (index, volume) in pods::items(object, "volumes").enumerate() {
            if let Some(image) = volume.get("image").filter(|image| image.is_object()) {
                let path = spec.child("volumes");
                let (path, policy) = (path.index(index), image.get("pullPolicy"));
                let path = path.child("image");
                check(request, object, policy, &path.child("pullPolicy"))?;
            }
        }
        Ok(())
    }
}

fn check(
    request: &Request<'_>,
    object: &Object,
    policy: Option<&Value>,
    path: &Path<'_>,
) -> Result<(), StatusError> {
    let policy = policy.and_then(Value::as_str).unwrap_or_default();
    if policy == "Always" {
        return Ok(());
    }
    Err(request.forbidden(Some(object), FieldError::not_supported(path, policy, &["Always"])))
}

/// Whether the pod names an image that it did not name before.
fn has_new_image(request: &Request<'_>, object: &Object) -> bool {
    let images = |pod: &Object| -> Vec<String> {
        let all = pods::CONTAINERS.iter().flat_map(|list| pods::items(pod, list).collect::<Vec<_>>());
        all.filter_map(|container| container.get("image")?.as_str().map(str::to_owned)).collect()
    };
    let before = request.old().map(images);
    before.is_none_or(|before| images(object).iter().any(|image| !before.contains(image)))
}
