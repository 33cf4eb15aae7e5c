//! Creates pods: defaults, admission and validation at their fullest.

use async_trait::async_trait;
use http::Method;
use std::sync::Arc;

use super::{Scenario, Stage};
use crate::connection::Call;
use crate::error::Result;
use crate::load::Measured;
use crate::load::{NUMBER, Template};
use crate::space;

pub(super) struct CreatePods;

#[async_trait]
impl Scenario for CreatePods {
    fn name(&self) -> &'static str {
        "create-pods"
    }

    fn about(&self) -> &'static str {
        "create pods"
    }

    async fn measure(&self, stage: &Stage) -> Result<Measured> {
        let part = format!("made-{:08x}", fastrand::u32(..));
        let body = Template::new(space::pod("made", &format!("{part}-{NUMBER}")));
        let path = stage.space.path("pods");
        stage.load(Arc::new(move |number| Call::send(Method::POST, path.clone(), body.with(number)))).await
    }

    async fn clean(&self, stage: &Stage) -> Result<()> {
        stage.space.clear("pods", "made").await
    }
}
