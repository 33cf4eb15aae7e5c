//! `StorageObjectInUseProtection`: a claim that a pod uses, a volume that is bound, a class that is named stay until they are not.

use async_trait::async_trait;
use meta::StatusError;
use resource::Object;
use serde_json::json;

use crate::{Config, Plugin, Request};

/// What is protected, and the finalizer that a controller takes away.
const PROTECTED: [(&str, &str, &str); 3] = [
    ("", "persistentvolumes", "kubernetes.io/pv-protection"),
    ("", "persistentvolumeclaims", "kubernetes.io/pvc-protection"),
    ("storage.k8s.io", "volumeattributesclasses", "kubernetes.io/vac-protection"),
];

/// The plugin.
pub fn plugin(_config: &Config) -> Box<dyn Plugin> {
    Box::new(StorageObjectInUseProtection)
}

struct StorageObjectInUseProtection;

fn finalizer(request: &Request<'_>) -> Option<&'static str> {
    let mut all = PROTECTED.iter();
    all.find(|(group, plural, _)| request.is_whole(group, plural)).map(|(.., finalizer)| *finalizer)
}

#[async_trait]
impl Plugin for StorageObjectInUseProtection {
    fn handles(&self, request: &Request<'_>) -> bool {
        request.creates() && finalizer(request).is_some()
    }

    async fn mutate(
        &self,
        request: &Request<'_>,
        object: &mut Object,
        _warnings: &mut Vec<String>,
    ) -> Result<(), StatusError> {
        let Some(finalizer) = finalizer(request) else { return Ok(()) };
        let mut finalizers: Vec<String> = object.finalizers().map(str::to_owned).collect();
        if !finalizers.iter().any(|known| known == finalizer) {
            finalizers.push(finalizer.to_owned());
            object.set("metadata.finalizers", json!(finalizers));
        }
        Ok(())
    }
}
