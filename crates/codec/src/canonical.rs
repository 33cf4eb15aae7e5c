//! The stored form of an object's JSON, and what a reader splices into it.
//!
//! Stored JSON begins with `{"metadata":{` and holds no apiVersion, kind, resourceVersion or selfLink: those are known
//! from the key, the request and the revision, and the revision not before the write is committed. So one copy of the
//! bytes serves every reader, who only copies them behind a short head.

use std::io::Write as _;

use bytes::Bytes;
use serde_json::{Map, Value};

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
mod tests {
    use serde_json::json;

    use super::*;

    fn splice(stored: &[u8], spliced: Spliced<'_>) -> String {
        let mut out = Vec::new();
        spliced.write(stored, &mut out).expect("stored form");
        String::from_utf8(out).expect("UTF-8")
    }

    #[test]
    fn what_varies_is_not_stored() {
        let object = json!({
            "apiVersion": "v1", "kind": "Pod", "spec": {"a": 1}, "apple": true,
            "metadata": {"name": "x", "resourceVersion": "7", "selfLink": "/y", "labels": {"kind": "z"}},
        });
        let stored = to_stored(&object);
        let expected = r#"{"metadata":{"labels":{"kind":"z"},"name":"x"},"apple":true,"spec":{"a":1}}"#;
        assert_eq!(stored, expected);
    }

    #[test]
    fn readers_see_whole_objects() {
        let stored = to_stored(&json!({"metadata": {"name": "x"}, "data": {}}));
        let pod = Spliced { type_meta: Some(("Pod", "v1")), revision: 42 };
        assert_eq!(
            splice(&stored, pod),
            r#"{"kind":"Pod","apiVersion":"v1","metadata":{"resourceVersion":"42","name":"x"},"data":{}}"#
        );
        let item = Spliced { type_meta: None, revision: 42 };
        assert_eq!(splice(&stored, item), r#"{"metadata":{"resourceVersion":"42","name":"x"},"data":{}}"#);
    }

    #[test]
    fn empty_metadata_stays_valid() {
        for object in [json!({}), json!({"metadata": {}}), json!({"metadata": {"resourceVersion": "1"}})] {
            let stored = to_stored(&object);
            assert_eq!(stored, r#"{"metadata":{}}"#);
            let spliced = Spliced { type_meta: Some(("A", "b/v1")), revision: 9 };
            assert_eq!(
                splice(&stored, spliced),
                r#"{"kind":"A","apiVersion":"b/v1","metadata":{"resourceVersion":"9"}}"#
            );
            assert_eq!(splice(&stored, Spliced::default()), r#"{"metadata":{}}"#);
        }
    }

    #[test]
    fn other_bytes_are_refused() {
        assert_eq!(Spliced::default().write(b"{\"spec\":1}", &mut Vec::new()), Err(NotStored));
    }
}
