//! Empties namespaces that are being deleted, then lets them go. Upstream: `namespace-controller`.

mod conditions;

use std::sync::Arc;
use std::time::Duration;

use api::Resource as _;
use api::core::v1::Namespace;
use async_trait::async_trait;
use bytes::Bytes;
use client::Client;
use http::Request;
use http::header::{ACCEPT, CONTENT_TYPE};
use informer::{Controller, Error, Informer, Inputs, Key, Next};
use runtime::Clock;
use serde_json::{Value, json};

use self::conditions::Remains;
use crate::discovery::{Found, discover};
use crate::{Context, Work};

/// What holds a namespace until it is empty.
const FINALIZER: &str = "kubernetes";
/// How soon to look again while something remains that nobody tells us of.
const AGAIN: Duration = Duration::from_millis(500);
const METADATA: &str = "application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1";

pub struct Namespaces {
    client: Client,
    clock: Clock,
    namespaces: Informer<Namespace>,
}

/// Puts it together.
pub fn build(cx: &Context) -> Work {
    Work::Reconciles(Arc::new(Namespaces {
        client: cx.client.clone(),
        clock: cx.clock.clone(),
        namespaces: cx.informers.of(),
    }))
}

#[async_trait]
impl Controller for Namespaces {
    fn name(&self) -> &'static str {
        "namespace-controller"
    }

    fn inputs(&self, inputs: &mut Inputs) {
        inputs.on(&self.namespaces, |event| {
            let namespace = event.object();
            let leaving = namespace.metadata.deletion_timestamp.is_some();
            if leaving { vec![Key::of(&**namespace)] } else { Vec::new() }
        });
    }

    fn workers(&self) -> usize {
        4
    }

    async fn reconcile(&self, key: &Key) -> Result<Next, Error> {
        let Some(namespace) = self.namespaces.get("", &key.name) else { return Ok(Next::Done) };
        let finalizers = namespace.spec.as_ref().and_then(|spec| spec.finalizers.clone()).unwrap_or_default();
        if namespace.metadata.deletion_timestamp.is_none() || !finalizers.iter().any(|one| one == FINALIZER) {
            return Ok(Next::Done);
        }
        let remains = self.empty(&key.name).await?;
        self.tell(&namespace, &remains).await?;
        if !remains.is_empty() {
            return Ok(Next::After(AGAIN));
        }
        self.finalize(&namespace, finalizers).await?;
        Ok(Next::Done)
    }
}

impl Namespaces {
    /// Deletes everything in it: pods first, so that what they need stays until they are gone. What remains is given back.
    async fn empty(&self, namespace: &str) -> Result<Remains, Error> {
        let mut remains = Remains::default();
        let mut resources = discover(&self.client).await?;
        resources.retain(|one| one.namespaced && one.has("delete") && one.has("list"));
        let (pods, others): (Vec<_>, Vec<_>) =
            resources.into_iter().partition(|one| one.group.is_empty() && one.plural == "pods");
        for group in [pods, others] {
            for resource in &group {
                if let Err(error) = self.empty_one(namespace, resource, &mut remains).await {
                    remains.failed(error.to_string());
                }
            }
            if !remains.is_empty() {
                break;
            }
        }
        Ok(remains)
    }

    async fn empty_one(&self, namespace: &str, resource: &Found, remains: &mut Remains) -> Result<(), Error> {
        let path = resource.path(namespace);
        if self.list(&path).await?.is_empty() {
            return Ok(());
        }
        let options = json!({"kind": "DeleteOptions", "apiVersion": "v1", "propagationPolicy": "Background"});
        if resource.has("deletecollection") {
            self.delete(&path, &options).await?;
        } else {
            for item in self.list(&path).await? {
                let name = item["metadata"]["name"].as_str().unwrap_or_default();
                self.delete(&format!("{path}/{name}"), &options).await?;
            }
        }
        for item in self.list(&path).await? {
            remains.add(resource, &item);
        }
        Ok(())
    }

    async fn list(&self, path: &str) -> Result<Vec<Value>, Error> {
        let request = Request::get(path).header(ACCEPT, METADATA).body(Bytes::new()).map_err(Error::other)?;
        match self.client.request(request).await {
            Ok(answer) => {
                let tree: Value = serde_json::from_slice(answer.body()).map_err(Error::other)?;
                Ok(tree["items"].as_array().cloned().unwrap_or_default())
            }
            Err(error) if error.is_not_found() || error.code() == Some(405) => Ok(Vec::new()),
            Err(error) => Err(error.into()),
        }
    }

    async fn delete(&self, path: &str, options: &Value) -> Result<(), Error> {
        let request = Request::delete(path).header(CONTENT_TYPE, "application/json");
        let request = request.body(Bytes::from(options.to_string())).map_err(Error::other)?;
        match self.client.request(request).await {
            Ok(_) => Ok(()),
            Err(error) if error.is_not_found() || error.code() == Some(405) => Ok(()),
            Err(error) => Err(error.into()),
        }
    }

    /// Writes what remains into the namespace's conditions, if that is news.
    async fn tell(&self, namespace: &Namespace, remains: &Remains) -> Result<(), Error> {
        let Some(changed) = conditions::update(namespace, remains, self.clock.now()) else { return Ok(()) };
        match self.client.all::<Namespace>().update_status(&changed).await {
            Ok(_) => Ok(()),
            // Somebody else has written: it comes back as an event.
            Err(error) if error.is_not_found() || error.is_conflict() => Ok(()),
            Err(error) => Err(error.into()),
        }
    }

    async fn finalize(&self, namespace: &Namespace, finalizers: Vec<String>) -> Result<(), Error> {
        let left: Vec<_> = finalizers.into_iter().filter(|one| one != FINALIZER).collect();
        let body = json!({
            "apiVersion": "v1", "kind": "Namespace",
            "metadata": {"name": namespace.name(), "uid": namespace.uid()},
            "spec": {"finalizers": left},
        });
        let path = format!("/api/v1/namespaces/{}/finalize", namespace.name());
        let request = Request::put(path).header(CONTENT_TYPE, "application/json");
        let request = request.body(Bytes::from(body.to_string())).map_err(Error::other)?;
        match self.client.request(request).await {
            Ok(_) => Ok(()),
            Err(error) if error.is_not_found() => Ok(()),
            Err(error) => Err(error.into()),
        }
    }
}
