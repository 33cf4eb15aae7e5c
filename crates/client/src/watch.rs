//! The events of a watch, from the lines of its answer.

use std::collections::VecDeque;
use std::marker::PhantomData;
use std::pin::Pin;
use std::task::{Context, Poll};

use api::Resource;
use futures_core::Stream;
use serde_json::Value;

use crate::{BodyStream, Error};

/// On the bookmark that ends the objects of the beginning.
const INITIAL_END: &str = "k8s.io/initial-events-end";

/// One event.
#[derive(Debug, Clone, PartialEq)]
pub enum WatchEvent<K> {
    /// An object came, or came to be selected.
    Added(K),
    /// An object changed.
    Modified(K),
    /// An object went, or is no longer selected.
    Deleted(K),
    /// Nothing happened up to this version.
    Bookmark {
        /// The version.
        version: String,
        /// Whether all objects of the beginning have been sent.
        initial_end: bool,
    },
}

/// The events of a watch. Ends when the server ends it; an error is the last item.
pub struct Watch<K> {
    lines: Lines,
    trim: bool,
    failed: bool,
    kind: PhantomData<fn() -> K>,
}

impl<K> Watch<K> {
    pub(crate) fn new(body: BodyStream, trim: bool) -> Self {
        Self {
            lines: Lines { body, ready: VecDeque::new(), rest: Vec::new() },
            trim,
            failed: false,
            kind: PhantomData,
        }
    }
}

impl<K: Resource> Stream for Watch<K> {
    type Item = Result<WatchEvent<K>, Error>;

    fn poll_next(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        if self.failed {
            return Poll::Ready(None);
        }
        let Some(line) = std::task::ready!(self.lines.poll_line(cx)) else { return Poll::Ready(None) };
        let event = line.and_then(|line| read(&line)).and_then(|frame| typed(frame, self.trim));
        self.failed = event.is_err();
        Poll::Ready(Some(event))
    }
}

/// A body cut at line ends.
struct Lines {
    body: BodyStream,
    ready: VecDeque<Vec<u8>>,
    rest: Vec<u8>,
}

impl Lines {
    fn poll_line(&mut self, cx: &mut Context<'_>) -> Poll<Option<Result<Vec<u8>, Error>>> {
        loop {
            if let Some(line) = self.ready.pop_front() {
                return Poll::Ready(Some(Ok(line)));
            }
            match std::task::ready!(Pin::new(&mut self.body).poll_next(cx)) {
                Some(Ok(piece)) => self.take(&piece),
                Some(Err(error)) => return Poll::Ready(Some(Err(error))),
                // What is left was cut off: it will come again on the next watch.
                None => return Poll::Ready(None),
            }
        }
    }

    fn take(&mut self, piece: &[u8]) {
        let mut parts = piece.split(|byte| *byte == b'\n');
        let last = parts.next_back().unwrap_or_default();
        for part in parts {
            self.rest.extend_from_slice(part);
            let line = std::mem::take(&mut self.rest);
            if !line.is_empty() {
                self.ready.push_back(line);
            }
        }
        self.rest.extend_from_slice(last);
    }
}

/// The type of an event and its object.
fn read(line: &[u8]) -> Result<(String, Value), Error> {
    let mut frame: Value = serde_json::from_slice(line)?;
    let object = frame.get_mut("object").map(Value::take).unwrap_or_default();
    let kind = frame["type"].as_str().unwrap_or_default().to_owned();
    if kind == "ERROR" {
        let code = object["code"].as_u64().and_then(|code| u16::try_from(code).ok()).unwrap_or(500);
        return Err(Error::answered(code, "watch", object.to_string().as_bytes()));
    }
    Ok((kind, object))
}

fn typed<K: Resource>((kind, mut object): (String, Value), trimmed: bool) -> Result<WatchEvent<K>, Error> {
    if kind == "BOOKMARK" {
        let meta = &object["metadata"];
        return Ok(WatchEvent::Bookmark {
            version: meta["resourceVersion"].as_str().unwrap_or_default().to_owned(),
            initial_end: meta["annotations"][INITIAL_END] == "true",
        });
    }
    if trimmed {
        trim(&mut object);
    }
    let object = K::decode(&object)?;
    Ok(match kind.as_str() {
        "ADDED" => WatchEvent::Added(object),
        "DELETED" => WatchEvent::Deleted(object),
        _ => WatchEvent::Modified(object),
    })
}

/// Takes `managedFields` out of an object.
pub(crate) fn trim(tree: &mut Value) {
    if let Some(meta) = tree.get_mut("metadata").and_then(Value::as_object_mut) {
        meta.remove("managedFields");
    }
}
