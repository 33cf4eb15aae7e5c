//! `DefaultStorageClass`: a claim that names no class gets the default one.

use api::well_known::annotation::DEFAULT_STORAGE_CLASS;
use async_trait::async_trait;
use meta::StatusError;
use resource::Object;

use crate::{Config, Plugin, Request};

/// The older spelling of the mark on a class, and how a claim once named its class.
const OLD_MARK: &str = "storageclass.beta.kubernetes.io/is-default-class";
const OLD_CLASS: &str = "volume.beta.kubernetes.io/storage-class";

/// The plugin.
pub fn plugin(_config: &Config) -> Box<dyn Plugin> {
    Box::new(DefaultStorageClass)
}

struct DefaultStorageClass;

#[async_trait]
impl Plugin for DefaultStorageClass {
    fn handles(&self, request: &Request<'_>) -> bool {
        request.creates() && request.is_whole("", "persistentvolumeclaims")
    }

    async fn mutate(
        &self,
        request: &Request<'_>,
        object: &mut Object,
        _warnings: &mut Vec<String>,
    ) -> Result<(), StatusError> {
        if object.get("spec.storageClassName").is_some() || object.annotation(OLD_CLASS).is_some() {
            return Ok(());
        }
        let marked = |class: &Object| {
            [DEFAULT_STORAGE_CLASS, OLD_MARK].iter().any(|mark| class.annotation(mark) == Some("true"))
        };
        if let Some(name) = newest(request, "storageclasses.storage.k8s.io", marked) {
            object.set("spec.storageClassName", name);
        }
        Ok(())
    }
}

/// The newest class with the mark; of several of one age, the first by name.
pub(super) fn newest(
    request: &Request<'_>,
    resource: &str,
    marked: impl Fn(&Object) -> bool,
) -> Option<String> {
    let classes = request.state.list(resource, "");
    let age = |class: &Object| {
        (std::cmp::Reverse(class.text("metadata.creationTimestamp").to_owned()), class.name().to_owned())
    };
    let newest = classes.iter().filter(|class| marked(class)).min_by_key(|class| age(class));
    newest.map(|class| class.name().to_owned())
}
