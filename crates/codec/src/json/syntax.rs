//! Syntax errors in the words of Go's `encoding/json`, which clients and their users know.

use std::fmt;

/// Why a document is not JSON.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SyntaxError {
    /// The document ends too early.
    #[error("unexpected end of JSON input")]
    End,
    /// A character that cannot stand where it does.
    #[error("invalid character {} {context}", Quoted(*found))]
    Character {
        /// The first byte that does not fit.
        found: u8,
        /// What was being read, such as `looking for beginning of value`.
        context: Context,
        /// Its offset.
        offset: usize,
    },
    /// More nested than [`super::MAX_DEPTH`].
    #[error("exceeded max depth")]
    Depth,
    /// A number beyond what a 64-bit float holds.
    #[error("json: cannot unmarshal number {0} into Go value of type float64")]
    Range(String),
}

/// What was being read when a character did not fit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Context {
    /// A value has to begin.
    Value,
    /// A key has to begin.
    Key,
    /// The colon after a key.
    AfterKey,
    /// A comma or the end of an object.
    AfterMember,
    /// A comma or the end of a list.
    AfterItem,
    /// Nothing may follow the document.
    AfterTop,
    /// Inside a string.
    String,
    /// After a backslash.
    Escape,
    /// After `\u`.
    Unicode,
    /// After a number's sign.
    Number,
    /// After a number's decimal point.
    Fraction,
    /// In a number's exponent.
    Exponent,
    /// Inside `true`, `false` or `null`: which, and the byte that should be here.
    Literal(&'static str, u8),
}

impl fmt::Display for Context {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Value => "looking for beginning of value",
            Self::Key => "looking for beginning of object key string",
            Self::AfterKey => "after object key",
            Self::AfterMember => "after object key:value pair",
            Self::AfterItem => "after array element",
            Self::AfterTop => "after top-level value",
            Self::String => "in string literal",
            Self::Escape => "in string escape code",
            Self::Unicode => "in \\u hexadecimal character escape",
            Self::Number => "in numeric literal",
            Self::Fraction => "after decimal point in numeric literal",
            Self::Exponent => "in exponent of numeric literal",
            Self::Literal(word, expected) => {
                return write!(f, "in literal {word} (expecting '{}')", char::from(*expected));
            }
        })
    }
}

/// A byte as Go quotes it: taken for a character of its own, in single quotes.
struct Quoted(u8);

impl fmt::Display for Quoted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            b'\'' => f.write_str(r"'\''"),
            b'\\' => f.write_str(r"'\\'"),
            7 => f.write_str(r"'\a'"),
            8 => f.write_str(r"'\b'"),
            9 => f.write_str(r"'\t'"),
            10 => f.write_str(r"'\n'"),
            11 => f.write_str(r"'\v'"),
            12 => f.write_str(r"'\f'"),
            13 => f.write_str(r"'\r'"),
            byte @ (0..0x20 | 0x7f) => write!(f, "'\\x{byte:02x}'"),
            byte @ (0x80..=0xa0 | 0xad) => write!(f, "'\\u{byte:04x}'"),
            byte => write!(f, "'{}'", char::from(byte)),
        }
    }
}
