//! Changes one value of a ConfigMap by a merge patch.

use async_trait::async_trait;
use http::Method;
use std::sync::Arc;

use super::{Scenario, Stage};
use crate::connection::Call;
use crate::error::Result;
use crate::load::Measured;
use crate::load::{NUMBER, Template};

pub(super) struct MergePatch;

#[async_trait]
impl Scenario for MergePatch {
    fn name(&self) -> &'static str {
        "merge-patch"
    }

    fn about(&self) -> &'static str {
        "change a ConfigMap by a merge patch"
    }

    async fn prepare(&self, stage: &Stage) -> Result<()> {
        stage.make_config_maps("patch").await
    }

    async fn measure(&self, stage: &Stage) -> Result<Measured> {
        let (path, salt) = (stage.config_map("patch"), fastrand::u32(..));
        let body = Template::new(format!("{{\"data\":{{\"changed\":\"{salt}-{NUMBER}\"}}}}"));
        let call = move |number| {
            Call::send(Method::PATCH, path(number), body.with(number))
                .content_type("application/merge-patch+json")
        };
        stage.load(Arc::new(call)).await
    }

    async fn clean(&self, stage: &Stage) -> Result<()> {
        stage.space.clear("configmaps", "patch").await
    }
}
