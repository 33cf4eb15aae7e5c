//! One object as it is kept: its JSON bytes, shared between the store, the cache and every answer that shows it.
//!
//! The bytes are canonical (`codec::canonical`): hub version, `metadata` first, without `apiVersion`, `kind` and
//! `metadata.resourceVersion`. What varies by use is spliced in when an answer is written; nothing is encoded again.

use std::sync::{Arc, OnceLock};

use bytes::Bytes;
use parking_lot::Mutex;
use resource::{Kind, Object};
use serde_json::Value;
use store::Revision;

use crate::head::Head;
use crate::settle::settle;
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
    /// The version that the JSON is in, where somebody else converts and it is not the hub's: written before the hub was another.
    pub(crate) version: Option<Box<str>>,
    /// What somebody else made of it for other versions.
    pub(crate) forms: Mutex<Vec<(Box<str>, Bytes)>>,
    /// The decoded form, kept only where a [`Lister`](resource::Lister) asked for it.
    pub(crate) tree: OnceLock<Arc<Object>>,
}

impl Stored {
    /// What the store holds at `place` of the kind's collection. Bytes that cannot be read still have a name, so that they can be
    /// deleted; they select nothing.
    pub fn read(kind: &Kind, place: &str, json: Bytes, revision: Revision) -> Self {
        let (json, version) = if kind.is_custom() { revived(kind, json) } else { (json, None) };
        let head = Head::read(kind, &json).unwrap_or_else(|error| {
            tracing::error!(kind = %kind.kind, place, %revision, %error, "an object in the store cannot be read");
            let (namespace, name) = key::split_place(place);
            Head { namespace: namespace.into(), name: name.into(), ..Head::default() }
        });
        Self { version, ..Self::new(revision, json, head) }
    }

    fn new(revision: Revision, json: Bytes, head: Head) -> Self {
        Self {
            revision,
            json,
            head,
            version: None,
            forms: Mutex::default(),
            protobuf: OnceLock::new(),
            tree: OnceLock::new(),
        }
    }

    /// An object that was just written, whose tree is at hand.
    pub fn written(kind: &Kind, object: &Object, json: Bytes, revision: Revision) -> Self {
        Self::new(revision, json, Head::of(kind, object))
    }

    /// The same object under another revision: how a deletion shows the last state.
    pub(crate) fn at(&self, revision: Revision) -> Self {
        Self {
            version: self.version.clone(),
            forms: Mutex::new(self.forms.lock().clone()),
            protobuf: self.protobuf.clone(),
            ..Self::new(revision, self.json.clone(), self.head.clone())
        }
    }

    /// The JSON in a version of a kind that somebody else converts, if it is known without asking.
    pub(crate) fn form(&self, kind: &Kind, api_version: &str) -> Option<Bytes> {
        let hub = kind.hub().api_version();
        if self.version.as_deref().unwrap_or(&hub) == api_version {
            return Some(self.json.clone());
        }
        self.forms.lock().iter().find(|(known, _)| **known == *api_version).map(|(_, json)| json.clone())
    }

    /// The tree of a form.
    pub(crate) fn of_form(&self, json: &[u8]) -> Result<Object, serde_json::Error> {
        self.with_revision(serde_json::from_slice(json)?)
    }

    /// The tree in the hub version, with `metadata.resourceVersion` and without `apiVersion` and `kind`.
    pub fn object(&self) -> Result<Object, serde_json::Error> {
        self.with_revision(serde_json::from_slice(&self.json)?)
    }

    /// The same, converted by somebody else if need be, who has been asked before.
    pub(crate) fn hub_object(&self, kind: &Kind) -> Result<Object, serde_json::Error> {
        match kind.converter.as_ref().and_then(|_| self.form(kind, &kind.hub().api_version())) {
            Some(json) => self.of_form(&json),
            None => self.object(),
        }
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

/// A custom resource as its definition of today reads it: what the schema no longer knows is gone, what it has come to default is
/// there. The version is told if it is not the hub's and somebody else has to convert it.
fn revived(kind: &Kind, json: Bytes) -> (Bytes, Option<Box<str>>) {
    let Some(mut object) = serde_json::from_slice(&json).ok().and_then(|tree| Object::new(tree).ok()) else {
        return (json, None);
    };
    let told = object.remove("apiVersion");
    let version = kind.converter.as_ref().and_then(|converter| {
        let told = told.as_ref().and_then(Value::as_str).unwrap_or(converter.untold());
        (told != kind.hub().api_version()).then(|| told.to_owned())
    });
    match &version {
        None => {
            settle(object.tree_mut(), &kind.hub().schema);
            kind.strategy.defaults(&mut object);
        }
        Some(version) => {
            if let Some(served) = kind.served.iter().find(|served| served.api_version() == *version) {
                settle(object.tree_mut(), &served.schema);
                schema::apply_defaults(object.tree_mut(), &served.schema);
            }
        }
    }
    let read = codec::canonical::to_stored(object.tree());
    // One copy of the bytes for the store and the cache, where nothing has changed.
    (if read == json { json } else { read }, version.map(Into::into))
}

/// What goes into the store: of a custom resource in several versions, which of them it is, because the hub may be another one day.
pub(crate) fn marked(kind: &Kind, json: &Bytes) -> Bytes {
    if !kind.is_custom() || kind.served.len() < 2 {
        return json.clone();
    }
    let mut out = json.to_vec();
    out.pop();
    out.extend_from_slice(b",\"apiVersion\":");
    codec::json::write(&Value::from(kind.hub().api_version()), &mut out);
    out.push(b'}');
    out.into()
}

impl std::fmt::Debug for Stored {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}@{}", key::place(&self.head.namespace, &self.head.name), self.revision)
    }
}
