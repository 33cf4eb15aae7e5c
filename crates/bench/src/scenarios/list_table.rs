//! Lists pods as a table, as kubectl does.

use async_trait::async_trait;

use super::{Scenario, Stage};
use crate::connection::Call;
use crate::error::Result;
use crate::load::Measured;

const TABLE: &str = "application/json;as=Table;g=meta.k8s.io;v=v1";

pub(super) struct ListTable;

#[async_trait]
impl Scenario for ListTable {
    fn name(&self) -> &'static str {
        "list-table"
    }

    fn about(&self) -> &'static str {
        "list all pods as a table"
    }

    async fn prepare(&self, stage: &Stage) -> Result<()> {
        stage.make_pods().await
    }

    async fn measure(&self, stage: &Stage) -> Result<Measured> {
        stage.one_by_one(Call::get(stage.space.path("pods")).accept(TABLE)).await
    }
}
