//! Lists the metadata of pods, as garbage collectors do.

use async_trait::async_trait;

use super::{Scenario, Stage};
use crate::connection::Call;
use crate::error::Result;
use crate::load::Measured;

const METADATA: &str = "application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1";

pub(super) struct ListMetadata;

#[async_trait]
impl Scenario for ListMetadata {
    fn name(&self) -> &'static str {
        "list-metadata"
    }

    fn about(&self) -> &'static str {
        "list the metadata of all pods"
    }

    async fn prepare(&self, stage: &Stage) -> Result<()> {
        stage.make_pods().await
    }

    async fn measure(&self, stage: &Stage) -> Result<Measured> {
        stage.one_by_one(Call::get(stage.space.path("pods")).accept(METADATA)).await
    }
}
