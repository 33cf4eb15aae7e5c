//! Reads ConfigMaps, one by one.

use async_trait::async_trait;
use std::sync::Arc;

use super::{Scenario, Stage};
use crate::connection::Call;
use crate::error::Result;
use crate::load::Measured;

pub(super) struct Get;

#[async_trait]
impl Scenario for Get {
    fn name(&self) -> &'static str {
        "get"
    }

    fn about(&self) -> &'static str {
        "get a ConfigMap"
    }

    async fn prepare(&self, stage: &Stage) -> Result<()> {
        stage.make_config_maps("get").await
    }

    async fn measure(&self, stage: &Stage) -> Result<Measured> {
        let path = stage.config_map("get");
        stage.load(Arc::new(move |number| Call::get(path(number)))).await
    }

    async fn clean(&self, stage: &Stage) -> Result<()> {
        stage.space.clear("configmaps", "get").await
    }
}
