//! One object as it is kept: its JSON bytes, shared between the store, the cache and every answer that shows it.
//!
//! The bytes are canonical (`codec::canonical`): hub version, `metadata` first, without `apiVersion`, `kind` and
//! `metadata.resourceVersion`. What varies by use is spliced in when an answer is written; nothing is encoded again.

use std::sync::{Arc, OnceLock};

use bytes::Bytes;
use resource::{Kind, Object};
use serde_json::Value;
use store::Revision;

use crate::head::Head;
use crate::{key, lean};

/// An object at one revision. Immutable; shared behind `Arc`.
pub struct Stored {
    /// The revision that wrote it: its resource version. Zero for what a dry run did not write.
    pub revision: Revision,
    /// The canonical JSON.
    pub json: Bytes,
    /// What selectors and indexes ask for, read once.
    pub head: Head,
    /// The Protobuf form in the hub version without `resourceVersion`, made when the first client asks.
    pub(crate) protobuf: OnceLock<Bytes>,
    /// The decoded form, kept only where a [`Lister`](resource::Lister) asked for it.
    pub(crate) tree: OnceLock<Arc<Object>>,
}

impl Stored {
    /// What the store holds at `place` of the kind's collection. Bytes that cannot be read still have a name, so that they can be
    /// deleted; they select nothing.
    pub fn read(kind: &Kind, place: &str, json: Bytes, revision: Revision) -> Self {
        let head = Head::read(kind, &json).unwrap_or_else(|error| {
            tracing::error!(kind = %kind.kind, place, %revision, %error, "an object in the store cannot be read");
            let (namespace, name) = key::split_place(place);
            Head { namespace: namespace.into(), name: name.into(), ..Head::default() }
        });
        Self { revision, json, head, protobuf: OnceLock::new(), tree: OnceLock::new() }
    }

    /// An object that was just written, whose tree is at hand.
    pub fn written(kind: &Kind, object: &Object, json: Bytes, revision: Revision) -> Self {
        let head = Head::of(kind, object);
        Self { revision, json, head, protobuf: OnceLock::new(), tree: OnceLock::new() }
    }

    /// The same object under another revision: how a deletion shows the last state.
    pub(crate) fn at(&self, revision: Revision) -> Self {
        let (json, head) = (self.json.clone(), self.head.clone());
        Self { revision, json, head, protobuf: self.protobuf.clone(), tree: OnceLock::new() }
    }

    /// The tree in the hub version, with `metadata.resourceVersion` and without `apiVersion` and `kind`.
    pub fn object(&self) -> Result<Object, serde_json::Error> {
        self.with_revision(serde_json::from_slice(&self.json)?)
    }

    /// The same without `metadata.managedFields`.
    pub(crate) fn lean_object(&self) -> Result<Object, serde_json::Error> {
        self.with_revision(lean::tree(&self.json)?)
    }

    fn with_revision(&self, tree: Value) -> Result<Object, serde_json::Error> {
        let mut object =
            Object::new(tree).map_err(|_| serde::de::Error::custom("a stored object is no JSON object"))?;
        if self.revision != Revision::ZERO {
            object.set("metadata.resourceVersion", self.revision.to_string());
        }
        Ok(object)
    }
}

impl std::fmt::Debug for Stored {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}@{}", key::place(&self.head.namespace, &self.head.name), self.revision)
    }
}
