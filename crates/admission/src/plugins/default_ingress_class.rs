//! `DefaultIngressClass`: an ingress that names no class gets the default one.

use api::well_known::annotation::DEFAULT_INGRESS_CLASS;
use async_trait::async_trait;
use meta::StatusError;
use resource::Object;

use super::default_storage_class::newest;
use crate::{Config, Plugin, Request};

/// How an ingress once named its class.
const OLD_CLASS: &str = "kubernetes.io/ingress.class";

/// The plugin.
pub fn plugin(_config: &Config) -> Box<dyn Plugin> {
    Box::new(DefaultIngressClass)
}

struct DefaultIngressClass;

#[async_trait]
impl Plugin for DefaultIngressClass {
    fn handles(&self, request: &Request<'_>) -> bool {
        request.creates() && request.is_whole("networking.k8s.io", "ingresses")
    }

    async fn mutate(
        &self,
        request: &Request<'_>,
        object: &mut Object,
        _warnings: &mut Vec<String>,
    ) -> Result<(), StatusError> {
        if object.get("spec.ingressClassName").is_some() || object.annotation(OLD_CLASS).is_some() {
            return Ok(());
        }
        let marked = |class: &Object| class.annotation(DEFAULT_INGRESS_CLASS) == Some("true");
        if let Some(name) = newest(request, "ingressclasses.networking.k8s.io", marked) {
            object.set("spec.ingressClassName", name);
        }
        Ok(())
    }
}
