//! Changes as they come: the lines of a watch, and waiting until an object is as wanted.

use std::collections::VecDeque;
use std::time::Duration;

use client::BodyStream;
use futures_util::StreamExt as _;
use meta::StatusError;
use serde_json::Value;

use crate::error::{Error, Result, plain};
use crate::resources::Info;
use crate::server::{Ask, Server};
use crate::tree::Tree as _;

/// A body cut at line ends.
pub struct Lines {
    body: BodyStream,
    ready: VecDeque<Vec<u8>>,
    rest: Vec<u8>,
}

impl Lines {
    /// Of a body.
    pub fn new(body: BodyStream) -> Self {
        Self { body, ready: VecDeque::new(), rest: Vec::new() }
    }

    /// The next line; none at the end.
    pub async fn next(&mut self) -> Option<Result<Vec<u8>>> {
        loop {
            if let Some(line) = self.ready.pop_front() {
                return Some(Ok(line));
            }
            match self.body.next().await {
                Some(Ok(piece)) => self.take(&piece),
                Some(Err(error)) => return Some(Err(error.into())),
                None if self.rest.is_empty() => return None,
                None => return Some(Ok(std::mem::take(&mut self.rest))),
            }
        }
    }

    fn take(&mut self, piece: &[u8]) {
        let mut parts = piece.split(|byte| *byte == b'\n');
        let last = parts.next_back().unwrap_or_default();
        for part in parts {
            self.rest.extend_from_slice(part);
            self.ready.push_back(std::mem::take(&mut self.rest));
        }
        self.rest.extend_from_slice(last);
    }
}

/// The error that a watch sent as its last event.
pub fn refused(object: &Value) -> Error {
    match StatusError::from_json(object.to_string().as_bytes()) {
        Some(status) => Error::Status(status),
        None => plain(format!("an error on the server: {object}")),
    }
}

/// How waiting ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Waited {
    /// As wanted.
    Done,
    /// The object went.
    Gone,
    /// Time ran out.
    Late,
}

/// Watches an object until `look` says that it is as wanted (`Ok(true)`), it is gone, or time runs out.
pub async fn until(
    server: &Server,
    info: &Info,
    limit: Option<Duration>,
    mut look: impl FnMut(&Value) -> Result<bool>,
) -> Result<Waited> {
    let watching = async {
        loop {
            match pass(server, info, &mut look).await? {
                Some(ended) => return Ok(ended),
                // The server ended the watch: begin again.
                None => tokio::task::yield_now().await,
            }
        }
    };
    match limit {
        Some(limit) => tokio::time::timeout(limit, watching).await.unwrap_or(Ok(Waited::Late)),
        None => watching.await,
    }
}

async fn pass(
    server: &Server,
    info: &Info,
    look: &mut impl FnMut(&Value) -> Result<bool>,
) -> Result<Option<Waited>> {
    let query = vec![("fieldSelector", format!("metadata.name={}", info.name))];
    let path = info.resource.path(&info.namespace);
    let list = server.call(Ask::get(&path).query(query.clone())).await?;
    let Some(object) = list.items("items").first() else { return Ok(Some(Waited::Gone)) };
    if look(object)? {
        return Ok(Some(Waited::Done));
    }
    let mut query = query;
    query.push(("watch", "true".to_owned()));
    query.push(("resourceVersion", list.text("metadata.resourceVersion").to_owned()));
    let mut lines = Lines::new(server.send(Ask::get(&path).query(query)).await?.into_body());
    while let Some(line) = lines.next().await {
        let event: Value = serde_json::from_slice(&line?)?;
        match event.text("type") {
            "DELETED" => return Ok(Some(Waited::Gone)),
            "ADDED" | "MODIFIED" if look(event.at("object"))? => return Ok(Some(Waited::Done)),
            "ERROR" => return Ok(None),
            _ => {}
        }
    }
    Ok(None)
}
