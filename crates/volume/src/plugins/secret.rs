//! `secret`: the keys of a secret as files, in memory.

use api::core::v1::{KeyToPath, SecretVolumeSource, Volume};
use async_trait::async_trait;

use crate::VolumeError;
use crate::payload::{self, Keys, Payload};
use crate::plugin::{Plugin, Request, SetUp};
use crate::plugins::empty_dir;

pub(crate) struct Secret;

#[async_trait]
impl Plugin for Secret {
    fn directory(&self) -> &'static str {
        "kubernetes.io~secret"
    }

    fn supports(&self, volume: &Volume) -> bool {
        volume.secret.is_some()
    }

    async fn set_up(&self, request: &Request<'_>) -> Result<SetUp, VolumeError> {
        let Some(source) = &request.volume.secret else { return Err(VolumeError::NoPlugin) };
        let SecretVolumeSource { secret_name, items, optional, default_mode } = source;
        let (name, optional) = (secret_name.as_deref().unwrap_or_default(), optional.unwrap_or(false));
        let payload = gather(request, name, items.as_deref(), optional, payload::mode(*default_mode)).await?;
        // Secrets never touch a disk.
        empty_dir::in_memory(request.directory, None)?;
        payload::put(request, &payload)
    }

    fn tear_down(&self, directory: &std::path::Path) -> Result<(), VolumeError> {
        empty_dir::unmount(directory)
    }
}

/// The files of a secret; also for projected volumes.
pub(crate) async fn gather(
    request: &Request<'_>,
    name: &str,
    items: Option<&[KeyToPath]>,
    optional: bool,
    mode: u32,
) -> Result<Payload, VolumeError> {
    let namespace = request.namespace();
    let found = request.objects.secret(namespace, name).await.map_err(|reason| VolumeError::Fetch {
        kind: "secret",
        namespace: namespace.to_owned(),
        name: name.to_owned(),
        reason,
    })?;
    let keys: Keys = match found {
        Some(object) => {
            object.data.iter().flatten().map(|(key, value)| (key.clone(), value.0.clone())).collect()
        }
        None if optional => return Ok(Payload::new()),
        None => return Err(VolumeError::ObjectNotFound { kind: "secret", name: name.to_owned() }),
    };
    payload::select(&keys, items, mode, optional, "secret")
}
