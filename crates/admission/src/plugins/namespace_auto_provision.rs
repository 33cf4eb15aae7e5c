//! `NamespaceAutoProvision`: makes the namespace of the first object in it.

use async_trait::async_trait;
use meta::StatusError;
use meta::options::CreateOptions;
use resource::Object;
use serde_json::json;

use crate::{Config, Plugin, Request, State};

/// The plugin.
pub fn plugin(_config: &Config) -> Box<dyn Plugin> {
    Box::new(NamespaceAutoProvision)
}

struct NamespaceAutoProvision;

#[async_trait]
impl Plugin for NamespaceAutoProvision {
    fn handles(&self, request: &Request<'_>) -> bool {
        request.creates() && !request.is_dry_run() && !request.namespace().is_empty()
    }

    async fn mutate(
        &self,
        request: &Request<'_>,
        object: &mut Object,
        _warnings: &mut Vec<String>,
    ) -> Result<(), StatusError> {
        let name = request.namespace();
        if request.state.find("namespaces", "", name).await?.is_some() {
            return Ok(());
        }
        let Some(target) = request.state.target("namespaces", "", "")? else { return Ok(()) };
        let tree = json!({"apiVersion": "v1", "kind": "Namespace", "metadata": {"name": name}});
        let namespace = Object::new(tree).expect("it is written as an object above");
        let registry = request.state.registry()?;
        match registry.create(&target, &State::caller(), namespace, &CreateOptions::default()).await {
            Err(error) if !error.is_already_exists() => Err(request.forbidden(Some(object), error)),
            _ => Ok(()),
        }
    }
}
