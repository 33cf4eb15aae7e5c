//! One object.

use std::sync::Arc;

use meta::StatusError;
use meta::options::GetOptions;

use super::Registry;
use crate::{Stored, Target, error};

impl Registry {
    /// The object: the newest without a resource version, whatever the cache has with `0`, else one no older than that.
    pub async fn get(&self, target: &Target, options: &GetOptions) -> Result<Arc<Stored>, StatusError> {
        let version = error::parse_version(&options.resource_version).map_err(StatusError::unknown)?;
        match version {
            None => {
                if !self.is_current().await? {
                    return self.get_from_store(target).await?.ok_or_else(|| error::not_found(target));
                }
            }
            Some(revision) => self.is_at_least(revision).await?,
        }
        self.collection(target)?.get(&target.place()).ok_or_else(|| error::not_found(target))
    }

    /// The object as the store has it now.
    pub(super) async fn get_from_store(&self, target: &Target) -> Result<Option<Arc<Stored>>, StatusError> {
        let collection = self.collection(target)?;
        let kv = self.store.get(target.key()).await.map_err(error::of_store)?;
        Ok(kv.map(|kv| Arc::new(collection.read(&kv))))
    }
}
