//! Every namespace has a ConfigMap `kube-root-ca.crt` with the authority that pods trust the API server by. Upstream:
//! `root-ca-certificate-publisher-controller`.

use std::collections::BTreeMap;
use std::sync::Arc;

use api::Resource as _;
use api::core::v1::{ConfigMap, Namespace};
use api::meta::ObjectMeta;
use async_trait::async_trait;
use client::Client;
use informer::{Controller, Error, Informer, Inputs, Key, Next};

use crate::{Context, Work};

const NAME: &str = "kube-root-ca.crt";
const DESCRIPTION: &str = "kubernetes.io/description";
const TEXT: &str = "Contains a CA bundle that can be used to verify the kube-apiserver when using internal endpoints such as the internal \
     service IP or kubernetes.default.svc. No other usage is guaranteed across distributions of Kubernetes clusters.";

pub struct RootCa {
    client: Client,
    authority: String,
    namespaces: Informer<Namespace>,
    maps: Informer<ConfigMap>,
}

/// Puts it together.
pub fn build(cx: &Context) -> Work {
    Work::Reconciles(Arc::new(RootCa {
        client: cx.client.clone(),
        authority: cx.config.root_ca.clone(),
        namespaces: cx.informers.of(),
        maps: cx.informers.selected("", client::Select::fields(format!("metadata.name={NAME}"))),
    }))
}

impl RootCa {
    fn wanted(&self, namespace: &str) -> ConfigMap {
        ConfigMap {
            metadata: ObjectMeta {
                name: Some(NAME.to_owned()),
                namespace: Some(namespace.to_owned()),
                annotations: Some(BTreeMap::from([(DESCRIPTION.to_owned(), TEXT.to_owned())])),
                ..ObjectMeta::default()
            },
            data: Some(BTreeMap::from([("ca.crt".to_owned(), self.authority.clone())])),
            ..ConfigMap::default()
        }
    }
}

#[async_trait]
impl Controller for RootCa {
    fn name(&self) -> &'static str {
        "root-ca-certificate-publisher-controller"
    }

    fn inputs(&self, inputs: &mut Inputs) {
        inputs.on(&self.namespaces, |event| vec![Key::of(&**event.object())]);
        inputs.on(&self.maps, |event| vec![Key::new("", event.object().namespace())]);
    }

    async fn reconcile(&self, key: &Key) -> Result<Next, Error> {
        let Some(namespace) = self.namespaces.get("", &key.name) else { return Ok(Next::Done) };
        if namespace.metadata.deletion_timestamp.is_some() {
            return Ok(Next::Done);
        }
        let (api, wanted) = (self.client.within::<ConfigMap>(&key.name), self.wanted(&key.name));
        let result = match self.maps.get(&key.name, NAME) {
            None => api.create(&wanted).await,
            Some(map) if map.data == wanted.data && annotated(&map) => return Ok(Next::Done),
            Some(map) => {
                let mut map = (*map).clone();
                map.data = wanted.data;
                map.metadata
                    .annotations
                    .get_or_insert_default()
                    .insert(DESCRIPTION.to_owned(), TEXT.to_owned());
                api.update(&map).await
            }
        };
        match result {
            Ok(_) => Ok(Next::Done),
            Err(error)
                if error.is_already_exists() || error.is_namespace_terminating() || error.is_not_found() =>
            {
                Ok(Next::Done)
            }
            Err(error) => Err(error.into()),
        }
    }
}

fn annotated(map: &ConfigMap) -> bool {
    map.metadata.annotations.as_ref().and_then(|all| all.get(DESCRIPTION)).is_some_and(|text| text == TEXT)
}
