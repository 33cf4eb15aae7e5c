//! `PersistentVolumeClaimResize`: a claim grows only when it is bound and its class allows it.

use async_trait::async_trait;
use kinds::rules::quota::claims::class;
use meta::{Quantity, StatusError};
use resource::Object;
use serde_json::Value;

use crate::{Config, Plugin, Request};

/// The plugin.
pub fn plugin(_config: &Config) -> Box<dyn Plugin> {
    Box::new(PersistentVolumeClaimResize)
}

struct PersistentVolumeClaimResize;

#[async_trait]
impl Plugin for PersistentVolumeClaimResize {
    fn handles(&self, request: &Request<'_>) -> bool {
        request.updates() && request.is_whole("", "persistentvolumeclaims")
    }

    async fn validate(
        &self,
        request: &Request<'_>,
        object: Option<&Object>,
        _warnings: &mut Vec<String>,
    ) -> Result<(), StatusError> {
        let (Some(new), Some(old)) = (object, request.old()) else { return Ok(()) };
        if size(new) <= size(old) {
            return Ok(());
        }
        if old.text("status.phase") != "Bound" {
            return Err(request.forbidden(object, "Only bound persistent volume claims can be expanded"));
        }
        if !may_grow(request, new, old) {
            let why = "only dynamically provisioned pvc can be resized and the storageclass that provisions the pvc must support \
                       resize";
            return Err(request.forbidden(object, why));
        }
        Ok(())
    }
}

fn size(claim: &Object) -> Quantity {
    let size = claim.get("spec.resources.requests.storage").and_then(Value::as_str);
    size.and_then(|text| text.parse().ok()).unwrap_or_else(Quantity::zero)
}

fn may_grow(request: &Request<'_>, new: &Object, old: &Object) -> bool {
    let name = class(new);
    if name.is_empty() || name != class(old) {
        return false;
    }
    let class = request.state.get("storageclasses.storage.k8s.io", "", name);
    class.is_some_and(|class| class.get("allowVolumeExpansion") == Some(&Value::Bool(true)))
}
