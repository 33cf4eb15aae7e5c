//! The stored form of an object's JSON, and what a reader splices into it.
//!
//! Stored JSON begins with `{"metadata":{` and holds no apiVersion, kind, resourceVersion or selfLink: those are known
//! from the key, the request and the revision, and the revision not before the write is committed. So one copy of the
//! bytes serves every reader, who only copies them behind a short head.

mod collection;

use std::io::Write as _;

use bytes::Bytes;
use serde_json::{Map, Value};

pub use collection::{ListHead, write_list, write_watch_event};

/// How every stored object begins.
pub const PREFIX: &[u8] = b"{\"metadata\":{";

/// Members of metadata that are never stored.
const NOT_IN_METADATA: [&str; 2] = ["resourceVersion", "selfLink"];
/// Members of the object that are never stored, metadata being written first.
const NOT_IN_REST: [&str; 3] = ["apiVersion", "kind", "metadata"];

/// The stored form of an object.
pub fn to_stored(object: &Value) -> Bytes {
    let mut out = Vec::with_capacity(1024);
    write_stored(object, &mut out);
    out.into()
}

/// Appends the stored form of an object.
pub fn write_stored(object: &Value, out: &mut Vec<u8>) {
    let none = Map::new();
    let metadata = object.get("metadata").and_then(Value::as_object).unwrap_or(&none);
    out.extend_from_slice(PREFIX);
    let mut first = true;
    for (name, value) in metadata.iter().filter(|(name, _)| !NOT_IN_METADATA.contains(&name.as_str())) {
        write_member(out, name, value, &mut first);
    }
    out.push(b'}');
    first = false;
    let rest = object.as_object().unwrap_or(&none);
    for (name, value) in rest.iter().filter(|(name, _)| !NOT_IN_REST.contains(&name.as_str())) {
        write_member(out, name, value, &mut first);
    }
    out.push(b'}');
}

fn write_member(out: &mut Vec<u8>, name: &str, value: &Value, first: &mut bool) {
    if !*first {
        out.push(b',');
    }
    *first = false;
    write_text(out, name);
    out.push(b':');
    crate::json::write(value, out);
}

fn write_text(out: &mut Vec<u8>, text: &str) {
    serde_json::to_writer(out, text).expect("a vector takes every byte");
}

/// Bytes that are not in stored form.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("stored object does not begin with its metadata")]
pub struct NotStored;

/// What a reader puts into a stored object.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Spliced<'a> {
    /// Kind and apiVersion; `None` for items of a list of their kind, which go without.
    pub type_meta: Option<(&'a str, &'a str)>,
    /// The revision at which the object was last written; nought leaves resourceVersion out.
    pub revision: u64,
}

impl Spliced<'_> {
    /// Appends the object as clients see it.
    pub fn write(&self, stored: &[u8], out: &mut Vec<u8>) -> Result<(), NotStored> {
        let rest = stored.strip_prefix(PREFIX).ok_or(NotStored)?;
        out.reserve(stored.len() + 128);
        match self.type_meta {
            None => out.extend_from_slice(PREFIX),
            Some((kind, api_version)) => {
                out.extend_from_slice(b"{\"kind\":");
                write_text(out, kind);
                out.extend_from_slice(b",\"apiVersion\":");
                write_text(out, api_version);
                out.extend_from_slice(b",\"metadata\":{");
            }
        }
        if self.revision != 0 {
            let end = if rest.starts_with(b"}") { "" } else { "," };
            write!(out, "\"resourceVersion\":\"{}\"{end}", self.revision).expect("a vector takes every byte");
        }
        out.extend_from_slice(rest);
        Ok(())
    }
}

#[cfg(test)]
mod tests;
