//! RFC 6902, with the habits of the library that kube-apiserver uses (evanphx/json-patch v4): `replace` of an absent
//! member adds it, negative indices count from the end, `copy` of an absent member gives null, the first segment of a
//! path is ignored whether or not it is empty.
//!
//! Nothing but the operations: which HTTP status an error gets is told by [`Error::class`], and said by `apiserver`.

mod document;
mod operation;

use serde_json::Value;
use thiserror::Error;

pub use operation::Operation;

/// More operations than this are refused.
pub const MAX_OPERATIONS: usize = 10_000;

/// What all `copy` operations of one patch may add in total, in bytes of JSON; upstream's limit for request bodies.
pub const MAX_COPY_BYTES: usize = 3 * 1024 * 1024;

/// How nested a document may get: `copy` and `move` can put it into itself, and whoever reads it walks down into it.
pub const MAX_DEPTH: usize = 512;

/// How many items of lists one patch may push aside in total. What goes in or out at the head of a long list moves all of it, and
/// a patch can do so ten thousand times.
const MAX_MOVED: usize = 50_000_000;

/// A JSON patch, ready to run.
#[derive(Clone, Debug, PartialEq)]
pub struct JsonPatch(Vec<Operation>);

/// Why a patch cannot be read or does not apply. The texts are upstream's.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum Error {
    /// The patch has the wrong shape.
    #[error("json: cannot unmarshal {0} into Go value of type {1}")]
    Shape(&'static str, &'static str),
    /// Too many operations.
    #[error("The allowed maximum operations in a JSON patch is {MAX_OPERATIONS}, got {0}")]
    TooMany(usize),
    /// The patch does not fit the document.
    #[error("{0}")]
    Inapplicable(String),
    /// The document would get more nested than [`MAX_DEPTH`].
    #[error("exceeded max depth")]
    Depth,
    /// It would take for ever.
    #[error("The patch moves more than {MAX_MOVED} items of lists")]
    TooMuch,
    /// `copy` would make the document too large.
    #[error(
        "Unable to complete the copy, the accumulated size increase of copy is {0}, exceeding the limit {1}"
    )]
    CopyTooLarge(usize, usize),
}

/// The kind of answer an error deserves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Class {
    /// 400
    BadRequest,
    /// 413
    TooLarge,
    /// 422, where upstream hides the text from the client.
    Unprocessable,
}

impl Error {
    /// Which answer it deserves.
    pub const fn class(&self) -> Class {
        match self {
            Self::Shape(..) => Class::BadRequest,
            Self::TooMany(_) | Self::TooMuch => Class::TooLarge,
            Self::Inapplicable(_) | Self::Depth | Self::CopyTooLarge(..) => Class::Unprocessable,
        }
    }
}

impl JsonPatch {
    /// Reads a patch from its JSON form.
    pub fn read(patch: &Value) -> Result<Self, Error> {
        let operations = match patch {
            Value::Null => return Ok(Self(Vec::new())),
            Value::Array(operations) => operations,
            other => return Err(Error::Shape(crate::go_text::json_kind(other), "jsonpatch.Patch")),
        };
        if operations.len() > MAX_OPERATIONS {
            return Err(Error::TooMany(operations.len()));
        }
        operations.iter().map(Operation::read).collect::<Result<_, _>>().map(Self)
    }

    /// How many operations it has.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether it does nothing.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Runs every operation. On error the document is half changed: the caller throws it away.
    pub fn run(&self, document: &mut Value) -> Result<(), Error> {
        self.run_within(document, MAX_COPY_BYTES)
    }

    /// [`JsonPatch::run`] with another limit on what `copy` may add.
    pub fn run_within(&self, document: &mut Value, max_copy_bytes: usize) -> Result<(), Error> {
        let mut spent = Spent { copied: 0, max_copy_bytes, moved: 0 };
        self.0.iter().try_for_each(|operation| operation.run(document, &mut spent))
    }
}

/// What a patch has cost so far.
struct Spent {
    copied: usize,
    max_copy_bytes: usize,
    moved: usize,
}

impl Spent {
    /// So many bytes were copied.
    fn copy(&mut self, bytes: usize) -> Result<(), Error> {
        self.copied += bytes;
        if self.copied > self.max_copy_bytes {
            return Err(Error::CopyTooLarge(self.copied, self.max_copy_bytes));
        }
        Ok(())
    }

    /// Something goes into or out of this holder.
    fn shift(&mut self, holder: &Value) -> Result<(), Error> {
        self.moved += holder.as_array().map_or(0, Vec::len);
        if self.moved > MAX_MOVED { Err(Error::TooMuch) } else { Ok(()) }
    }
}

/// Applies the patch to the document and gives the result.
pub fn apply(mut document: Value, patch: &Value) -> Result<Value, Error> {
    JsonPatch::read(patch)?.run(&mut document)?;
    Ok(document)
}
