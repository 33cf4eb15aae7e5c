//! The metadata of all objects of one resource: listed, then watched, then listed again when the watch can't go on.

use std::collections::HashSet;
use std::sync::Arc;
use std::time::Duration;

use bytes::{Bytes, BytesMut};
use client::Error;
use futures_util::StreamExt as _;
use http::Request;
use http::header::ACCEPT;
use meta::StatusError;
use runtime::{Backoff, Shutdown};
use serde_json::Value;

use super::Collector;
use super::graph::{Node, Uid};
use crate::discovery::Found;

const LIST: &str = "application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1,application/json";
const ONE: &str = "application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v1,application/json";

/// Keeps the graph up to date with one resource until told to stop.
pub async fn run(collector: Arc<Collector>, resource: Found, shutdown: Shutdown) {
    let mut backoff = Backoff::new(Duration::from_millis(200), Duration::from_secs(30));
    loop {
        tokio::select! {
            () = shutdown.wait() => return,
            result = follow(&collector, &resource, &mut backoff) => {
                if let Err(error) = result {
                    tracing::debug!(resource = resource.plural, %error, "the garbage collector lists again");
                }
            }
        }
        tokio::select! {
            () = shutdown.wait() => return,
            () = collector.clock.sleep(backoff.next_delay()) => {}
        }
    }
}

async fn follow(collector: &Collector, resource: &Found, backoff: &mut Backoff) -> Result<(), Error> {
    let mut version = list(collector, resource).await?;
    loop {
        // The server ends watches now and then; the next one goes on where this one ended. One that told nothing may be the sign of a
        // server in trouble.
        if watch(collector, resource, &mut version).await? {
            backoff.reset();
        } else {
            collector.clock.sleep(backoff.next_delay()).await;
        }
    }
}

async fn list(collector: &Collector, resource: &Found) -> Result<String, Error> {
    let path = format!("{}?resourceVersion=0", resource.path(""));
    let answer = collector.client.request(get(&path, LIST)).await?;
    let tree: Value = serde_json::from_slice(answer.body()).unwrap_or(Value::Null);
    let mut seen = HashSet::new();
    for item in tree["items"].as_array().into_iter().flatten() {
        let node = Node::read(&resource.api_version(), &resource.kind, item);
        seen.insert(node.uid.clone());
        collector.set(node);
    }
    let gone = collector.graph.lock().vanished(&resource.api_version(), &resource.kind, &seen);
    for uid in gone {
        collector.remove(&uid);
    }
    Ok(tree["metadata"]["resourceVersion"].as_str().unwrap_or("0").to_owned())
}

/// Whether it told anything before it ended.
async fn watch(collector: &Collector, resource: &Found, version: &mut String) -> Result<bool, Error> {
    let path = format!("{}?watch=1&allowWatchBookmarks=true&resourceVersion={version}", resource.path(""));
    let answer = collector.client.open(get(&path, ONE)).await?;
    let mut body = answer.into_body();
    let (mut waiting, mut told) = (BytesMut::new(), false);
    while let Some(chunk) = body.next().await {
        waiting.extend_from_slice(&chunk?);
        while let Some(end) = waiting.iter().position(|byte| *byte == b'\n') {
            let line = waiting.split_to(end + 1);
            told = true;
            let event: Value = serde_json::from_slice(&line).unwrap_or(Value::Null);
            let object = &event["object"];
            let node = Node::read(&resource.api_version(), &resource.kind, object);
            match event["type"].as_str().unwrap_or_default() {
                "ADDED" | "MODIFIED" => {
                    version.clone_from(&node.resource_version);
                    collector.set(node);
                }
                "DELETED" => {
                    version.clone_from(&node.resource_version);
                    collector.remove(&node.uid);
                }
                "BOOKMARK" => version.clone_from(&node.resource_version),
                _ => {
                    let refusal = StatusError::from_json(object.to_string().as_bytes());
                    return Err(Error::Status(
                        refusal.unwrap_or_else(|| StatusError::internal("the watch failed")),
                    ));
                }
            }
        }
    }
    Ok(told)
}

fn get(path: &str, accept: &str) -> Request<Bytes> {
    Request::get(path).header(ACCEPT, accept).body(Bytes::new()).expect("paths of resources are sound")
}

impl Collector {
    fn set(&self, node: Node) {
        let look = self.graph.lock().set(node);
        look.into_iter().for_each(|uid| self.queue.add(uid));
    }

    pub(super) fn remove(&self, uid: &Uid) {
        let look = self.graph.lock().remove(uid);
        look.into_iter().for_each(|uid| self.queue.add(uid));
    }
}
