//! Applies a ConfigMap on the server, with a change each time.

use async_trait::async_trait;
use http::Method;
use std::sync::Arc;

use super::{Scenario, Stage};
use crate::connection::Call;
use crate::error::Result;
use crate::load::Measured;
use crate::load::NUMBER;
use crate::space;

pub(super) struct Apply;

#[async_trait]
impl Scenario for Apply {
    fn name(&self) -> &'static str {
        "apply"
    }

    fn about(&self) -> &'static str {
        "server-side apply of a ConfigMap"
    }

    async fn prepare(&self, stage: &Stage) -> Result<()> {
        stage.make_config_maps("apply").await
    }

    async fn measure(&self, stage: &Stage) -> Result<Measured> {
        let (path, salt) = (stage.config_map("apply"), fastrand::u32(..));
        let start = format!("{salt}-{NUMBER}");
        let bodies = stage.bodies(|name| space::config_map("apply", name, &start), "apply");
        let call = move |number| {
            let path = format!("{}?fieldManager=navarch-bench&force=true", path(number));
            let body = bodies[number as usize % bodies.len()].with(number);
            Call::send(Method::PATCH, path, body).content_type("application/apply-patch+yaml")
        };
        stage.load(Arc::new(call)).await
    }

    async fn clean(&self, stage: &Stage) -> Result<()> {
        stage.space.clear("configmaps", "apply").await
    }
}
