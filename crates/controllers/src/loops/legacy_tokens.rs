//! Secrets of type `kubernetes.io/service-account-token`, made by hand, get their token; those whose account is gone go. Upstream:
//! `legacy-serviceaccount-token-controller`.

use std::collections::BTreeMap;
use std::sync::Arc;

use api::Resource as _;
use api::core::v1::{Secret, ServiceAccount};
use async_trait::async_trait;
use client::{Client, DeleteOptions};
use informer::{Controller, Error, Informer, Inputs, Key, Next};

use crate::{Context, TokenMaker, Work};

const KIND: &str = "kubernetes.io/service-account-token";
const NAME: &str = "kubernetes.io/service-account.name";
const UID: &str = "kubernetes.io/service-account.uid";

pub struct LegacyTokens {
    client: Client,
    root_ca: String,
    tokens: TokenMaker,
    secrets: Informer<Secret>,
    accounts: Informer<ServiceAccount>,
}

/// Puts it together.
pub fn build(cx: &Context) -> Work {
    let Some(tokens) = cx.config.tokens.clone() else { return Work::Nothing };
    let secrets: Informer<Secret> = cx.informers.selected("", client::Select::fields(format!("type={KIND}")));
    secrets.index("account", |secret| vec![format!("{}/{}", secret.namespace(), annotation(secret, NAME))]);
    Work::Reconciles(Arc::new(LegacyTokens {
        client: cx.client.clone(),
        root_ca: cx.config.root_ca.clone(),
        tokens,
        secrets,
        accounts: cx.informers.of(),
    }))
}

fn annotation<'a>(secret: &'a Secret, name: &str) -> &'a str {
    secret.metadata.annotations.as_ref().and_then(|all| all.get(name)).map_or("", String::as_str)
}

#[async_trait]
impl Controller for LegacyTokens {
    fn name(&self) -> &'static str {
        "legacy-serviceaccount-token-controller"
    }

    fn inputs(&self, inputs: &mut Inputs) {
        inputs.on(&self.secrets, |event| vec![Key::of(&**event.object())]);
        let secrets = self.secrets.clone();
        inputs.on(&self.accounts, move |event| {
            let account = event.object();
            let place = format!("{}/{}", account.namespace(), account.name());
            secrets.indexed("account", &place).iter().map(|secret| Key::of(&**secret)).collect()
        });
    }

    async fn reconcile(&self, key: &Key) -> Result<Next, Error> {
        let Some(secret) = self.secrets.get(&key.namespace, &key.name) else { return Ok(Next::Done) };
        let api = self.client.within::<Secret>(&key.namespace);
        // The cache of accounts may lag behind the secret's: ask before anything is taken away.
        let account = match self.accounts.get(&key.namespace, annotation(&secret, NAME)) {
            Some(account) => Some((*account).clone()),
            None => {
                self.client.within::<ServiceAccount>(&key.namespace).find(annotation(&secret, NAME)).await?
            }
        };
        let uid = annotation(&secret, UID);
        let Some(account) = account.filter(|account| uid.is_empty() || uid == account.uid()) else {
            match api.delete(&key.name, &DeleteOptions::of_uid(secret.uid())).await {
                Err(error) if !error.is_not_found() && !error.is_conflict() => return Err(error.into()),
                _ => return Ok(Next::Done),
            }
        };
        let mut data: BTreeMap<String, api::ByteString> = secret.data.clone().unwrap_or_default();
        let whole = ["token", "ca.crt", "namespace"].iter().all(|name| data.contains_key(*name));
        if whole && uid == account.uid() {
            return Ok(Next::Done);
        }
        let bytes = |text: &str| api::ByteString(text.as_bytes().to_vec());
        if !data.contains_key("token") {
            let token = (self.tokens)(&account, secret.name(), secret.uid()).map_err(Error::other)?;
            data.insert("token".to_owned(), bytes(&token));
        }
        data.insert("ca.crt".to_owned(), bytes(&self.root_ca));
        data.insert("namespace".to_owned(), bytes(&key.namespace));
        let mut changed = (*secret).clone();
        changed.data = Some(data);
        changed.metadata.annotations.get_or_insert_default().insert(UID.to_owned(), account.uid().to_owned());
        api.update(&changed).await?;
        Ok(Next::Done)
    }
}
