//! JSON between bytes and a tree, with the strictness and the messages of the Go decoder that kube-apiserver uses.
//!
//! [`decode`] is one pass that builds the tree and collects duplicate fields; [`decode_typed`] adds what
//! [`schema::strict`] says about the text as a document of its type. Size limits are the caller's business.

mod findings;
mod parse;
mod syntax;
mod text;
mod type_meta;
mod write;

pub use syntax::SyntaxError;
pub(crate) use type_meta::kind_of;
pub use type_meta::{TypeMeta, TypeMetaError, summarize, type_meta};
pub(crate) use write::go_float;
pub use write::{to_vec, to_vec_pretty, write};

use std::borrow::Cow;

use schema::Definition;
use schema::strict::FieldError;
use serde_json::Value;

use crate::check::{self, TypeError};

/// How deep objects and lists may nest. Upstream allows 10,000; every reader of our trees is recursive, so we do not.
pub const MAX_DEPTH: usize = 512;

/// A decoded document.
#[derive(Debug)]
pub struct Decoded {
    /// The tree. Of a duplicate field the last one counts.
    pub value: Value,
    /// Duplicate fields, and unknown ones where a type was given: in document order, each once, at most a hundred.
    pub findings: Vec<FieldError>,
}

/// Decodes a document of no known type: a custom resource, a patch. Only duplicate fields are found.
pub fn decode(bytes: &[u8]) -> Result<Decoded, SyntaxError> {
    let text = as_text(bytes);
    let mut parser = parse::Parser::new(&text, false);
    let value = parser.document()?;
    Ok(Decoded { value, findings: parser.findings.into_list() })
}

/// Decodes a document of a built-in type. What does not fit the type is an error, as it is in a typed decoder.
pub fn decode_typed(bytes: &[u8], definition: &'static Definition) -> Result<Decoded, DecodeError> {
    let text = as_text(bytes);
    let value = parse::Parser::new(&text, true).document()?;
    let strict = schema::strict::check(&text, definition);
    if let Some(error) = strict.decode {
        return Err(DecodeError::Type(error.into()));
    }
    check::check_texts(&value, definition)?;
    Ok(Decoded { value, findings: strict.fields })
}

/// Why a document cannot be decoded as its type.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DecodeError {
    /// It is not JSON.
    #[error(transparent)]
    Syntax(#[from] SyntaxError),
    /// It is not of the type.
    #[error(transparent)]
    Type(#[from] TypeError),
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
