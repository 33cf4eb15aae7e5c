//! One object as it is kept: its JSON bytes, shared between the store, the cache and every answer that shows it.
//!
//! The bytes are canonical (`codec::canonical`): hub version, `metadata` first, without `apiVersion`, `kind` and
//! `metadata.resourceVersion`. What varies by use is spliced in when an answer is written; nothing is encoded again.

use std::sync::OnceLock;

use bytes::Bytes;
use store::Revision;

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
}

/// The parts of an object that selectors, indexes and the engine look at without decoding it.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Head {
    /// `metadata.namespace`
    pub namespace: Box<str>,
    /// `metadata.name`
    pub name: Box<str>,
    /// `metadata.uid`
    pub uid: Box<str>,
    /// `metadata.labels`, sorted by key.
    pub labels: Box<[(Box<str>, Box<str>)]>,
    /// The values of `Kind::selectable`, in its order.
    pub fields: Box<[Box<str>]>,
    /// The uids of `metadata.ownerReferences`.
    pub owners: Box<[Box<str>]>,
}
