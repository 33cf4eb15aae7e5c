//! `image`: an OCI image or artifact, which the runtime mounts itself.

use api::core::v1::Volume;
use async_trait::async_trait;

use crate::VolumeError;
use crate::plugin::{Plugin, Request, SetUp};

pub(crate) struct Image;

#[async_trait]
impl Plugin for Image {
    fn directory(&self) -> &'static str {
        "kubernetes.io~image"
    }

    fn supports(&self, volume: &Volume) -> bool {
        volume.image.is_some()
    }

    async fn set_up(&self, request: &Request<'_>) -> Result<SetUp, VolumeError> {
        let image = request.volume.image.as_ref().and_then(|source| source.reference.clone());
        Ok(SetUp { read_only: true, image, ..SetUp::default() })
    }
}
