//! `AlwaysDeny`: refuses every write. For tests of clusters.

use async_trait::async_trait;
use meta::StatusError;
use resource::Object;

use crate::{Config, Plugin, Request};

/// The plugin.
pub fn plugin(_config: &Config) -> Box<dyn Plugin> {
    Box::new(AlwaysDeny)
}

struct AlwaysDeny;

#[async_trait]
impl Plugin for AlwaysDeny {
    fn handles(&self, _request: &Request<'_>) -> bool {
        true
    }

    async fn validate(
        &self,
        request: &Request<'_>,
        object: Option<&Object>,
        _warnings: &mut Vec<String>,
    ) -> Result<(), StatusError> {
        Err(request.forbidden(object, "admission control is denying all modifications"))
    }
}
