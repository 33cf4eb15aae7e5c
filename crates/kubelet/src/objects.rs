//! Config maps, secrets and tokens that pods of this node refer to: each object is watched by its name as long as a pod needs it.
//!
//! Never a whole kind: a node may only see what its pods name. What is not watched (yet) is asked for directly.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::time::Duration;

use api::core::v1::{ConfigMap, Pod, Secret};
use async_trait::async_trait;
use client::{Client, Select};
use informer::{Informer, Informers};
use parking_lot::Mutex;
use runtime::{Clock, Shutdown};
use serde_json::json;
use tokio::sync::mpsc;
use volume::{Objects, Token, TokenWish};

use crate::pod::spec;
use crate::references::{self, Kind, Reference};

/// The objects.
pub struct ObjectCache {
    client: Option<Client>,
    clock: Clock,
    shutdown: Shutdown,
    watched: Mutex<BTreeMap<Reference, Watched>>,
    tokens: Mutex<BTreeMap<TokenKey, (Token, i64)>>,
    changed: mpsc::UnboundedSender<String>,
}

/// Pod, audience, service account.
type TokenKey = (String, String, String);

struct Watched {
    source: Source,
    stop: Shutdown,
    pods: BTreeSet<String>,
}

enum Source {
    ConfigMap(Informer<ConfigMap>),
    Secret(Informer<Secret>),
}

impl ObjectCache {
    /// Nothing is watched yet. UIDs of pods whose objects changed go to `changed`.
    pub fn new(
        client: Option<Client>,
        clock: Clock,
        shutdown: Shutdown,
        changed: mpsc::UnboundedSender<String>,
    ) -> Self {
        let (watched, tokens) = (Mutex::default(), Mutex::default());
        Self { client, clock, shutdown, watched, tokens, changed }
    }

    /// Watches what the pod refers to, from now on.
    pub fn hold(self: &Arc<Self>, pod: &Pod) {
        let (Some(client), uid) = (&self.client, spec::uid(pod)) else { return };
        if spec::is_static(pod) {
            return;
        }
        for reference in references::of(pod) {
            if !self.watched.lock().contains_key(&reference) {
                // Made without the lock: the watch may have something to tell at once.
                let fresh = self.watch(client, reference.clone());
                let mut watched = self.watched.lock();
                if watched.contains_key(&reference) {
                    fresh.stop.trigger();
                } else {
                    watched.insert(reference.clone(), fresh);
                }
            }
            if let Some(entry) = self.watched.lock().get_mut(&reference) {
                entry.pods.insert(uid.to_owned());
            }
        }
    }

    fn watch(self: &Arc<Self>, client: &Client, reference: Reference) -> Watched {
        let stop = self.shutdown.child();
        let informers = Informers::new(client.clone(), self.clock.clone(), stop.clone());
        let select = Select::fields(format!("metadata.name={}", reference.name));
        let this = Arc::downgrade(self);
        let tell = {
            let reference = reference.clone();
            move || {
                if let Some(this) = this.upgrade() {
                    this.tell(&reference);
                }
            }
        };
        let source = match reference.kind {
            Kind::ConfigMap => {
                let informer = informers.selected::<ConfigMap>(&reference.namespace, select);
                informer.on(move |_| tell());
                Source::ConfigMap(informer)
            }
            Kind::Secret => {
                let informer = informers.selected::<Secret>(&reference.namespace, select);
                informer.on(move |_| tell());
                Source::Secret(informer)
            }
        };
        Watched { source, stop, pods: BTreeSet::new() }
    }

    /// Tells the pods that an object changed.
    fn tell(&self, reference: &Reference) {
        let watched = self.watched.lock();
        for uid in watched.get(reference).into_iter().flat_map(|entry| &entry.pods) {
            let _ = self.changed.send(uid.clone());
        }
    }

    /// The pod is gone: what only it referred to is watched no longer.
    pub fn release(&self, uid: &str) {
        self.watched.lock().retain(|_, entry| {
            entry.pods.remove(uid);
            if entry.pods.is_empty() {
                entry.stop.trigger();
            }
            !entry.pods.is_empty()
        });
        self.tokens.lock().retain(|(pod, ..), _| pod != uid);
    }

    fn client(&self) -> Result<&Client, String> {
        self.client.as_ref().ok_or_else(|| "there is no API server".to_owned())
    }
}

#[async_trait]
impl Objects for ObjectCache {
    async fn config_map(&self, namespace: &str, name: &str) -> Result<Option<Arc<ConfigMap>>, String> {
        let reference = Reference::new(Kind::ConfigMap, namespace, name);
        if let Some(Watched { source: Source::ConfigMap(informer), .. }) = self.watched.lock().get(&reference)
            && informer.is_synced()
        {
            return Ok(informer.get(namespace, name));
        }
        let found = self.client()?.within::<ConfigMap>(namespace).find(name).await;
        found.map(|found| found.map(Arc::new)).map_err(|error| error.to_string())
    }

    async fn secret(&self, namespace: &str, name: &str) -> Result<Option<Arc<Secret>>, String> {
        let reference = Reference::new(Kind::Secret, namespace, name);
        if let Some(Watched { source: Source::Secret(informer), .. }) = self.watched.lock().get(&reference)
            && informer.is_synced()
        {
            return Ok(informer.get(namespace, name));
        }
        let found = self.client()?.within::<Secret>(namespace).find(name).await;
        found.map(|found| found.map(Arc::new)).map_err(|error| error.to_string())
    }

    async fn token(&self, wish: &TokenWish) -> Result<Token, String> {
        let key = (wish.pod_uid.clone(), wish.audience.clone(), wish.service_account.clone());
        let fifth = Duration::from_secs(u64::try_from(wish.expiration_seconds).unwrap_or(0)) / 5;
        if let Some((token, lifetime)) = self.tokens.lock().get(&key)
            && *lifetime == wish.expiration_seconds
            && token.expires_at > self.clock.now() + fifth
        {
            return Ok(token.clone());
        }
        let token = self.request_token(wish).await?;
        self.tokens.lock().insert(key, (token.clone(), wish.expiration_seconds));
        Ok(token)
    }
}

impl ObjectCache {
    async fn request_token(&self, wish: &TokenWish) -> Result<Token, String> {
        let audiences: Vec<&str> =
            Some(wish.audience.as_str()).filter(|name| !name.is_empty()).into_iter().collect();
        let body = json!({
            "apiVersion": "authentication.k8s.io/v1", "kind": "TokenRequest",
            "spec": {
                "audiences": audiences,
                "expirationSeconds": wish.expiration_seconds,
                "boundObjectRef": {"apiVersion": "v1", "kind": "Pod", "name": wish.pod_name, "uid": wish.pod_uid},
            },
        });
        let accounts = self.client()?.within::<api::core::v1::ServiceAccount>(&wish.namespace);
        let answer = accounts.subresource(&wish.service_account, "token", body).await;
        let answer = answer.map_err(|error| error.to_string())?;
        let status = &answer["status"];
        let token = status["token"].as_str().ok_or("the answer holds no token")?.to_owned();
        let expires: meta::Time = status["expirationTimestamp"]
            .as_str()
            .unwrap_or_default()
            .parse()
            .map_err(|_| "the answer holds no time")?;
        let seconds = u64::try_from(expires.unix()).unwrap_or(0);
        Ok(Token { token, expires_at: std::time::UNIX_EPOCH + Duration::from_secs(seconds) })
    }
}
