//! The same watchers at a pace that every server keeps: how late an event is when nothing has to queue.

use async_trait::async_trait;

use super::{Scenario, Stage, watch};
use crate::error::Result;
use crate::fan_out;
use crate::load::Measured;

pub(super) struct WatchPaced;

#[async_trait]
impl Scenario for WatchPaced {
    fn name(&self) -> &'static str {
        "watch-paced"
    }

    fn about(&self) -> &'static str {
        "deliver changes to all watchers, at a fixed pace"
    }

    async fn prepare(&self, stage: &Stage) -> Result<()> {
        watch::prepare(stage).await
    }

    async fn measure(&self, stage: &Stage) -> Result<Measured> {
        fan_out::run(&stage.space, &stage.clock, watch::plan(stage, Some(stage.sizes.pace))).await
    }

    async fn clean(&self, stage: &Stage) -> Result<()> {
        stage.space.clear("configmaps", "watched").await
    }
}
