//! Replaces ConfigMaps, whatever version they have.

use async_trait::async_trait;
use http::Method;
use std::sync::Arc;

use super::{Scenario, Stage};
use crate::connection::Call;
use crate::error::Result;
use crate::load::Measured;
use crate::load::NUMBER;
use crate::space;

pub(super) struct Update;

#[async_trait]
impl Scenario for Update {
    fn name(&self) -> &'static str {
        "update"
    }

    fn about(&self) -> &'static str {
        "replace a ConfigMap"
    }

    async fn prepare(&self, stage: &Stage) -> Result<()> {
        stage.make_config_maps("update").await
    }

    async fn measure(&self, stage: &Stage) -> Result<Measured> {
        let (path, salt) = (stage.config_map("update"), fastrand::u32(..));
        let start = format!("{salt}-{NUMBER}");
        let bodies = stage.bodies(|name| space::config_map("update", name, &start), "update");
        let call = move |number| {
            let body = &bodies[number as usize % bodies.len()];
            Call::send(Method::PUT, path(number), body.with(number))
        };
        stage.load(Arc::new(call)).await
    }

    async fn clean(&self, stage: &Stage) -> Result<()> {
        stage.space.clear("configmaps", "update").await
    }
}
