//! Every namespace has a service account called `default`. Upstream: `serviceaccount-controller`.

use std::sync::Arc;

use api::Resource as _;
use api::core::v1::{Namespace, ServiceAccount};
use api::meta::ObjectMeta;
use async_trait::async_trait;
use client::Client;
use informer::{Controller, Error, Informer, Inputs, Key, Next};

use crate::{Context, Work};

const NAME: &str = "default";

pub struct ServiceAccounts {
    client: Client,
    namespaces: Informer<Namespace>,
    accounts: Informer<ServiceAccount>,
}

/// Puts it together.
pub fn build(cx: &Context) -> Work {
    Work::Reconciles(Arc::new(ServiceAccounts {
        client: cx.client.clone(),
        namespaces: cx.informers.of(),
        accounts: cx.informers.of(),
    }))
}

#[async_trait]
impl Controller for ServiceAccounts {
    fn name(&self) -> &'static str {
        "serviceaccount-controller"
    }

    fn inputs(&self, inputs: &mut Inputs) {
        inputs.on(&self.namespaces, |event| vec![Key::of(&**event.object())]);
        inputs.on(&self.accounts, |event| match event {
            informer::Event::Deleted(account) if account.name() == NAME => {
                vec![Key::new("", account.namespace())]
            }
            _ => Vec::new(),
        });
    }

    async fn reconcile(&self, key: &Key) -> Result<Next, Error> {
        let Some(namespace) = self.namespaces.get("", &key.name) else { return Ok(Next::Done) };
        if namespace.metadata.deletion_timestamp.is_some() || self.accounts.get(&key.name, NAME).is_some() {
            return Ok(Next::Done);
        }
        let metadata = ObjectMeta {
            name: Some(NAME.to_owned()),
            namespace: Some(key.name.clone()),
            ..ObjectMeta::default()
        };
        let account = ServiceAccount { metadata, ..ServiceAccount::default() };
        match self.client.within(&key.name).create(&account).await {
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
