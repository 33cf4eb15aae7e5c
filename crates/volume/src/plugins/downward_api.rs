//! `downwardAPI`: fields of the pod and resources of its containers as files.

use api::core::v1::{DownwardAPIVolumeFile, Volume};
use async_trait::async_trait;

use crate::payload::{self, Payload, PayloadFile};
use crate::plugin::{Plugin, Request, SetUp};
use crate::plugins::empty_dir;
use crate::{VolumeError, fields};

pub(crate) struct DownwardApi;

#[async_trait]
impl Plugin for DownwardApi {
    fn directory(&self) -> &'static str {
        "kubernetes.io~downward-api"
    }

    fn supports(&self, volume: &Volume) -> bool {
        volume.downward_api.is_some()
    }

    async fn set_up(&self, request: &Request<'_>) -> Result<SetUp, VolumeError> {
        let Some(source) = &request.volume.downward_api else { return Err(VolumeError::NoPlugin) };
        let items = source.items.as_deref().unwrap_or_default();
        let payload = gather(request, items, payload::mode(source.default_mode))?;
        empty_dir::in_memory(request.directory, None)?;
        payload::put(request, &payload)
    }

    fn tear_down(&self, directory: &std::path::Path) -> Result<(), VolumeError> {
        empty_dir::unmount(directory)
    }
}

/// The files that are asked for; also for projected volumes.
pub(crate) fn gather(
    request: &Request<'_>,
    items: &[DownwardAPIVolumeFile],
    mode: u32,
) -> Result<Payload, VolumeError> {
    let mut payload = Payload::new();
    for item in items {
        let text = match (&item.field_ref, &item.resource_field_ref) {
            (Some(field), _) => fields::pod_field(request.pod, &field.field_path, request.facts)?,
            (None, Some(resource)) => {
                let container = resource.container_name.as_deref().unwrap_or_default();
                fields::resource_of(request.pod, container, resource, request.facts)?
            }
            (None, None) => continue,
        };
        let mode = item.mode.map_or(mode, payload::bits);
        payload.insert(
            payload::relative(&item.path)?,
            PayloadFile { mode, data: text.into_bytes(), owner: None },
        );
    }
    Ok(payload)
}
