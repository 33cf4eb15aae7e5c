//! Creates ConfigMaps, each with a name of its own.

use async_trait::async_trait;
use http::Method;
use std::sync::Arc;

use super::{Scenario, Stage};
use crate::connection::Call;
use crate::error::Result;
use crate::load::Measured;
use crate::load::{NUMBER, Template};
use crate::space;

pub(super) struct Create;

#[async_trait]
impl Scenario for Create {
    fn name(&self) -> &'static str {
        "create"
    }

    fn about(&self) -> &'static str {
        "create ConfigMaps"
    }

    async fn measure(&self, stage: &Stage) -> Result<Measured> {
        // Rounds must not meet what earlier ones made.
        let part = format!("create-{:08x}", fastrand::u32(..));
        let body = Template::new(space::config_map("create", &format!("{part}-{NUMBER}"), ""));
        let path = stage.space.path("configmaps");
        stage.load(Arc::new(move |number| Call::send(Method::POST, path.clone(), body.with(number)))).await
    }

    async fn clean(&self, stage: &Stage) -> Result<()> {
        stage.space.clear("configmaps", "create").await
    }
}
