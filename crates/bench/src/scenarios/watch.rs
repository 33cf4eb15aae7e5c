//! Many watchers of the same objects, which are changed as fast as the server takes it. Events are counted at each watcher; their
//! latency is that from sending a write to receiving its event.

use async_trait::async_trait;

use super::{Scenario, Stage};
use crate::error::Result;
use crate::fan_out::{self, Plan};
use crate::load::Measured;
use crate::space;

/// How many objects are changed.
const OBJECTS: u64 = 64;

pub(super) struct Watch;

#[async_trait]
impl Scenario for Watch {
    fn name(&self) -> &'static str {
        "watch"
    }

    fn about(&self) -> &'static str {
        "deliver changes to all watchers, as many as possible"
    }

    async fn prepare(&self, stage: &Stage) -> Result<()> {
        prepare(stage).await
    }

    async fn measure(&self, stage: &Stage) -> Result<Measured> {
        fan_out::run(&stage.space, &stage.clock, plan(stage, None)).await
    }

    async fn clean(&self, stage: &Stage) -> Result<()> {
        stage.space.clear("configmaps", "watched").await
    }
}

/// The objects that writers change.
pub(super) async fn prepare(stage: &Stage) -> Result<()> {
    let body = |number| space::config_map("watched", &fan_out::object(number), "");
    stage.make("configmaps", OBJECTS, body).await
}

pub(super) fn plan(stage: &Stage, pace: Option<f64>) -> Plan {
    let sizes = &stage.sizes;
    let (watchers, writers, duration) = (sizes.watchers, sizes.writers, sizes.duration);
    Plan { watchers, writers, duration, pace, objects: OBJECTS }
}
