//! YAML as kubectl and kube-apiserver read and print it: YAML 1.1 scalars in, and out byte for byte what
//! `kubectl get -o yaml` shows.
//!
//! Reading rests on an event parser; which scalar is what, merge keys, duplicate keys and the wording of errors are ours:
//! a serde layer would hide the lines of duplicate keys, the styles of scalars and the kinds of errors.
//! [`decode`] reads one document, [`documents`] splits a stream of them.

mod analyze;
mod compose;
mod documents;
mod emit;
mod error;
mod fold;
mod node;
mod order;
mod resolve;

pub use documents::documents;
pub use emit::{to_string, write};
pub use error::YamlError;

use serde_json::Value;

/// A decoded document.
#[derive(Debug)]
pub struct Decoded {
    /// The tree. Of a duplicate key the last one counts.
    pub value: Value,
    /// Duplicate keys in upstream's words: `line 8: key "a" already set in map`.
    pub duplicates: Vec<String>,
}

impl Decoded {
    /// The error that strict decoding gives for the duplicates, if there are any.
    pub fn strict_error(&self) -> Option<String> {
        let lines = || self.duplicates.join("\n  ");
        (!self.duplicates.is_empty()).then(|| format!("yaml: unmarshal errors:\n  {}", lines()))
    }
}

/// Decodes the first document of a text.
pub fn decode(bytes: &[u8]) -> Result<Decoded, YamlError> {
    let text = std::str::from_utf8(bytes).map_err(|_| YamlError::Encoding)?;
    if text.contains(is_forbidden) {
        return Err(YamlError::content("control characters are not allowed"));
    }
    match node::read(text)? {
        None => Ok(Decoded { value: Value::Null, duplicates: Vec::new() }),
        Some(root) => compose::compose(&root),
    }
}

/// Characters that no YAML text may hold, quoted or not.
const fn is_forbidden(c: char) -> bool {
    match c {
        '\t' | '\n' | '\r' | '\u{85}' => false,
        '\0'..'\u{20}' | '\u{7f}'..'\u{a0}' | '\u{fffe}' | '\u{ffff}' => true,
        _ => false,
    }
}
