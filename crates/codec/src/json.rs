//! JSON between bytes and a tree, with the strictness and the messages of the Go decoder that kube-apiserver uses.
//!
//! [`decode`] is one pass: it builds the tree and collects what strict field validation reports, in document order.
//! Type errors are the business of [`crate::check`]; size limits that of the caller.

mod findings;
mod literal;
mod parse;
mod syntax;
mod text;
mod type_meta;
mod write;

pub use findings::Finding;
pub(crate) use literal::literal_at;
pub use syntax::SyntaxError;
pub(crate) use type_meta::kind_of;
pub use type_meta::{TypeMeta, TypeMetaError, summarize, type_meta};
pub use write::{to_vec, to_vec_pretty, write};

use std::borrow::Cow;

use schema::Schema;
use serde_json::Value;

use crate::place::Place;

/// How deep objects and lists may nest. Upstream allows 10,000; every reader of our trees is recursive, so we do not.
pub const MAX_DEPTH: usize = 512;

/// A decoded document.
#[derive(Debug)]
pub struct Decoded {
    /// The tree. Of a duplicate field the last one counts.
    pub value: Value,
    /// Duplicate and unknown fields, in document order, each once, at most a hundred.
    pub findings: Vec<Finding>,
}

/// Decodes a document. With a schema of a built-in type, unknown fields are found along with duplicate ones; without one
/// (custom resources, patches) every member is accepted and only duplicates are found.
pub fn decode(bytes: &[u8], schema: Option<&Schema>) -> Result<Decoded, SyntaxError> {
    let text = as_text(bytes);
    let mut parser = parse::Parser::new(&text);
    let value = parser.document(schema.map_or(Place::Free, Place::of))?;
    Ok(Decoded { value, findings: parser.findings.into_list() })
}

/// The document as text. Go replaces each byte that is not UTF-8 with U+FFFD.
pub(crate) fn as_text(bytes: &[u8]) -> Cow<'_, str> {
    match std::str::from_utf8(bytes) {
        Ok(text) => Cow::Borrowed(text),
        Err(_) => {
            let mut text = String::with_capacity(bytes.len() + 16);
            for chunk in bytes.utf8_chunks() {
                text.push_str(chunk.valid());
                text.extend(chunk.invalid().iter().map(|_| char::REPLACEMENT_CHARACTER));
            }
            Cow::Owned(text)
        }
    }
}
