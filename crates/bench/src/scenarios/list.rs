//! Lists pods whole.

use async_trait::async_trait;

use super::{Scenario, Stage};
use crate::connection::Call;
use crate::error::Result;
use crate::load::Measured;

pub(super) struct List;

#[async_trait]
impl Scenario for List {
    fn name(&self) -> &'static str {
        "list"
    }

    fn about(&self) -> &'static str {
        "list all pods, one list at a time"
    }

    async fn prepare(&self, stage: &Stage) -> Result<()> {
        stage.make_pods().await
    }

    async fn measure(&self, stage: &Stage) -> Result<Measured> {
        stage.one_by_one(Call::get(stage.space.path("pods"))).await
    }
}
