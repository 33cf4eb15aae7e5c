//! What a plugin is. Each has a file in `plugins/` and a line in `table.rs`.

use async_trait::async_trait;
use meta::StatusError;
use resource::Object;

use crate::Request;

/// Changes or refuses what it handles. Objects are in the hub version.
#[async_trait]
pub trait Plugin: Send + Sync + 'static {
    /// Whether it has anything to say about a request; neither of the others is called if not.
    fn handles(&self, request: &Request<'_>) -> bool;

    /// May change the object, or refuse the request. Not called for deletions.
    async fn mutate(
        &self,
        _request: &Request<'_>,
        _object: &mut Object,
        _warnings: &mut Vec<String>,
    ) -> Result<(), StatusError> {
        Ok(())
    }

    /// May refuse the request. There is no object for deletions, only an old one.
    async fn validate(
        &self,
        _request: &Request<'_>,
        _object: Option<&Object>,
        _warnings: &mut Vec<String>,
    ) -> Result<(), StatusError> {
        Ok(())
    }
}
