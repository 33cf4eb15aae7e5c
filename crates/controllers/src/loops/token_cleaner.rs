//! Bootstrap tokens go when they expire. Upstream: `token-cleaner-controller`.

use std::sync::Arc;

use api::core::v1::Secret;
use api::{Resource as _, time};
use async_trait::async_trait;
use client::{Client, DeleteOptions, Select};
use informer::{Controller, Error, Informer, Inputs, Key, Next};
use runtime::Clock;

use crate::{Context, Work};

const NAMESPACE: &str = "kube-system";
const TYPE: &str = "bootstrap.kubernetes.io/token";

/// The loop.
pub fn build(context: &Context) -> Work {
    Work::Reconciles(Arc::new(Cleaner {
        client: context.client.clone(),
        clock: context.clock.clone(),
        secrets: context.informers.selected(NAMESPACE, Select::fields(format!("type={TYPE}"))),
    }))
}

struct Cleaner {
    client: Client,
    clock: Clock,
    secrets: Informer<Secret>,
}

#[async_trait]
impl Controller for Cleaner {
    fn name(&self) -> &'static str {
        "token-cleaner-controller"
    }

    fn inputs(&self, inputs: &mut Inputs) {
        inputs.on(&self.secrets, |event| vec![Key::of(&**event.object())]);
    }

    async fn reconcile(&self, key: &Key) -> Result<Next, Error> {
        let Some(secret) = self.secrets.get(&key.namespace, &key.name) else { return Ok(Next::Done) };
        let expiration = secret.data.as_ref().and_then(|data| data.get("expiration"));
        let Some(text) = expiration.and_then(|bytes| str::from_utf8(&bytes.0).ok()) else {
            return Ok(Next::Done);
        };
        // A time that nobody can read counts as past.
        let until = time::parse(text).map(|until| time::system(&until));
        let left = until.and_then(|until| until.duration_since(self.clock.now()).ok());
        if let Some(left) = left.filter(|left| !left.is_zero()) {
            return Ok(Next::After(left));
        }
        let secrets = self.client.within::<Secret>(&key.namespace);
        match secrets.delete(&key.name, &DeleteOptions::of_uid(secret.uid())).await {
            Err(error) if !error.is_not_found() && !error.is_conflict() => Err(error.into()),
            _ => Ok(Next::Done),
        }
    }
}
