//! The metadata of all objects of one resource: listed, then watched, then listed again when the watch can't go on. For loops that deal
//! with objects of every kind, whose types nobody knows.

use std::time::Duration;

use bytes::{Bytes, BytesMut};
use client::{Client, Error};
use futures_util::StreamExt as _;
use http::header::ACCEPT;
use http::{Request, StatusCode};
use meta::StatusError;
use runtime::{Backoff, Clock, Shutdown};
use serde_json::Value;

use crate::discovery::Found;

const LIST: &str = "application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1,application/json";
const ONE: &str = "application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v1,application/json";

/// Who wants to know.
pub trait Sink: Send + Sync {
    /// These are all objects there are.
    fn all(&self, resource: &Found, items: &[Value]);
    /// This object is new or has changed.
    fn set(&self, resource: &Found, object: &Value);
    /// This object has gone.
    fn gone(&self, resource: &Found, object: &Value);
}

/// Where the objects come from.
pub struct Follower {
    pub client: Client,
    pub clock: Clock,
    pub resource: Found,
}

impl Follower {
    /// Tells the sink of one resource until told to stop, or until the server has no such resource.
    pub async fn run(self, sink: &dyn Sink, shutdown: Shutdown) {
        let mut backoff = Backoff::new(Duration::from_millis(200), Duration::from_secs(30));
        loop {
            tokio::select! {
                () = shutdown.wait() => return,
                result = self.follow(sink, &mut backoff) => {
                    if let Err(error) = result {
                        tracing::debug!(resource = self.resource.plural, %error, "listed again");
                    }
                }
            }
            tokio::select! {
                () = shutdown.wait() => return,
                () = self.clock.sleep(backoff.next_delay()) => {}
            }
        }
    }

    async fn follow(&self, sink: &dyn Sink, backoff: &mut Backoff) -> Result<(), Error> {
        let mut version = self.list(sink).await?;
        loop {
            // The server ends watches now and then; the next one goes on where this one ended. One that told nothing may be the sign
            // of a server in trouble.
            if self.watch(sink, &mut version).await? {
                backoff.reset();
            } else {
                self.clock.sleep(backoff.next_delay()).await;
            }
        }
    }

    async fn list(&self, sink: &dyn Sink) -> Result<String, Error> {
        let path = format!("{}?resourceVersion=0", self.resource.path(""));
        let answer = self.client.request(get(&path, LIST)).await?;
        if answer.status() == StatusCode::NOT_FOUND {
            sink.all(&self.resource, &[]);
        }
        if !answer.status().is_success() {
            return Err(refused(answer.body()));
        }
        let tree: Value = serde_json::from_slice(answer.body()).unwrap_or(Value::Null);
        let items = tree["items"].as_array().map(Vec::as_slice).unwrap_or_default();
        sink.all(&self.resource, items);
        Ok(tree["metadata"]["resourceVersion"].as_str().unwrap_or("0").to_owned())
    }

    /// Whether it told anything before it ended.
    async fn watch(&self, sink: &dyn Sink, version: &mut String) -> Result<bool, Error> {
        let path =
            format!("{}?watch=1&allowWatchBookmarks=true&resourceVersion={version}", self.resource.path(""));
        let mut body = self.client.open(get(&path, ONE)).await?.into_body();
        let (mut waiting, mut told) = (BytesMut::new(), false);
        while let Some(chunk) = body.next().await {
            waiting.extend_from_slice(&chunk?);
            while let Some(end) = waiting.iter().position(|byte| *byte == b'\n') {
                let line = waiting.split_to(end + 1);
                told = true;
                let event: Value = serde_json::from_slice(&line).unwrap_or(Value::Null);
                self.tell(sink, &event, version)?;
            }
        }
        Ok(told)
    }

    fn tell(&self, sink: &dyn Sink, event: &Value, version: &mut String) -> Result<(), Error> {
        let object = &event["object"];
        match event["type"].as_str().unwrap_or_default() {
            "ADDED" | "MODIFIED" => sink.set(&self.resource, object),
            "DELETED" => sink.gone(&self.resource, object),
            "BOOKMARK" => {}
            _ => return Err(refused(object.to_string().as_bytes())),
        }
        object["metadata"]["resourceVersion"].as_str().unwrap_or_default().clone_into(version);
        Ok(())
    }
}

fn refused(body: &[u8]) -> Error {
    let status = StatusError::from_json(body);
    Error::Status(status.unwrap_or_else(|| StatusError::internal("the server did not say why")))
}

fn get(path: &str, accept: &str) -> Request<Bytes> {
    Request::get(path).header(ACCEPT, accept).body(Bytes::new()).expect("paths of resources are sound")
}
