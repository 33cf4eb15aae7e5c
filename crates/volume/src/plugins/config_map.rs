//! `configMap`: the keys of a config map as files.

use api::core::v1::{ConfigMapVolumeSource, KeyToPath, Volume};
use async_trait::async_trait;

use crate::VolumeError;
use crate::payload::{self, Keys, Payload};
use crate::plugin::{Plugin, Request, SetUp};

pub(crate) struct ConfigMap;

#[async_trait]
impl Plugin for ConfigMap {
    fn directory(&self) -> &'static str {
        "kubernetes.io~configmap"
    }

    fn supports(&self, volume: &Volume) -> bool {
        volume.config_map.is_some()
    }

    async fn set_up(&self, request: &Request<'_>) -> Result<SetUp, VolumeError> {
        let Some(source) = &request.volume.config_map else { return Err(VolumeError::NoPlugin) };
        let ConfigMapVolumeSource { name, items, optional, default_mode } = source;
        let mode = payload::mode(*default_mode);
        let payload = gather(request, name, items.as_deref(), optional.unwrap_or(false), mode).await?;
        payload::put(request, &payload)
    }
}

/// The files of a config map; also for projected volumes.
pub(crate) async fn gather(
    request: &Request<'_>,
    name: &str,
    items: Option<&[KeyToPath]>,
    optional: bool,
    mode: u32,
) -> Result<Payload, VolumeError> {
    let namespace = request.namespace();
    let found = request.objects.config_map(namespace, name).await.map_err(|reason| VolumeError::Fetch {
        kind: "configmap",
        namespace: namespace.to_owned(),
        name: name.to_owned(),
        reason,
    })?;
    let mut keys = Keys::new();
    match found {
        Some(object) => {
            let text = object.data.iter().flatten();
            keys.extend(text.map(|(key, value)| (key.clone(), value.clone().into_bytes())));
            let binary = object.binary_data.iter().flatten();
            keys.extend(binary.map(|(key, value)| (key.clone(), value.0.clone())));
        }
        None if optional => return Ok(Payload::new()),
        None => return Err(VolumeError::ObjectNotFound { kind: "configmap", name: name.to_owned() }),
    }
    payload::select(&keys, items, mode, optional, "config")
}
