//! `NamespaceExists`: refuses what names a namespace that is not there. `NamespaceLifecycle` does so too, and more.

use async_trait::async_trait;
use meta::StatusError;
use resource::Object;

use crate::{Config, Plugin, Request};

/// The plugin.
pub fn plugin(_config: &Config) -> Box<dyn Plugin> {
    Box::new(NamespaceExists)
}

struct NamespaceExists;

#[async_trait]
impl Plugin for NamespaceExists {
    fn handles(&self, request: &Request<'_>) -> bool {
        !request.namespace().is_empty()
    }

    async fn validate(
        &self,
        request: &Request<'_>,
        _object: Option<&Object>,
        _warnings: &mut Vec<String>,
    ) -> Result<(), StatusError> {
        let name = request.namespace();
        match request.state.find("namespaces", "", name).await? {
            Some(_) => Ok(()),
            None => Err(StatusError::not_found(&meta::GroupResource::new("", "namespaces"), name)),
        }
    }
}
