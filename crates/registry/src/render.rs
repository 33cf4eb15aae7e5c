//! Objects, lists and watch events as bytes, in every encoding and shape. No HTTP: the server above only sends what it gets here.
//!
//! Objects in the hub version are copied, never encoded again; other versions are converted. What a watch sends is made once for
//! all who watch the same way.
//!
//! | file | what it makes |
//! |---|---|
//! | `form` | one object in one version: its stored JSON, its Protobuf message |
//! | `metadata` | objects reduced to their metadata |
//! | `list` | whole lists, in chunks |
//! | `table` | lists as printed columns |
//! | `watch` | frames of a watch stream |

mod form;
mod list;
mod metadata;
mod table;
mod watch;

use codec::negotiate::{Media, Shape};
use resource::Object;
use serde_json::Value;

pub use list::{Chunks, list};
pub use table::{IncludeObject, TableOptions, table, table_json};
pub use watch::{bookmark, error_frame, frame};

use crate::{Kind, Stored};
use form::Form;

/// Why something cannot be shown. A kind without Protobuf is refused before it comes to that.
#[derive(Debug, thiserror::Error)]
pub enum RenderError {
    /// The stored bytes are not what they should be.
    #[error("a stored object cannot be read: {0}")]
    Unreadable(#[from] serde_json::Error),
    /// The stored bytes are not in stored form.
    #[error(transparent)]
    NotStored(#[from] codec::canonical::NotStored),
    /// Nobody asked for the object to be converted.
    #[error("the object was not converted to {0}")]
    NotConverted(String),
    /// The object has no Protobuf form.
    #[error("{0} has no Protobuf form")]
    NoProtobuf(String),
    /// The object does not fit its Protobuf form.
    #[error(transparent)]
    Encode(#[from] codec::protobuf::EncodeError),
    /// The Protobuf form is not what it should be.
    #[error(transparent)]
    Decode(#[from] codec::protobuf::DecodeError),
}

/// Appends one object in a served version, as it is or reduced to its metadata.
pub fn object(
    stored: &Stored,
    kind: &Kind,
    served: usize,
    media: Media,
    shape: Shape,
    out: &mut Vec<u8>,
) -> Result<(), RenderError> {
    let form = Form { kind, served };
    let partial = matches!(shape, Shape::Metadata(_));
    match (media, partial) {
        (Media::Json, false) => form.write_json(stored, true, out),
        (Media::Json, true) => metadata::write_json(stored, kind, shape, out),
        (Media::Protobuf, false) => form.write_protobuf(stored, out),
        (Media::Protobuf, true) => metadata::write_protobuf(stored, kind, shape, out),
        (Media::Yaml, _) => {
            let mut json = Vec::new();
            object(stored, kind, served, Media::Json, shape, &mut json)?;
            yaml(&serde_json::from_slice(&json)?, out);
            Ok(())
        }
    }
}

/// Appends any tree with its `apiVersion` and `kind`: scales, reviews, statuses. Protobuf needs its definition.
pub fn tree(
    tree: &Value,
    definition: Option<&'static schema::Definition>,
    media: Media,
    out: &mut Vec<u8>,
) -> Result<(), RenderError> {
    match media {
        Media::Json => codec::json::write(tree, out),
        Media::Yaml => yaml(tree, out),
        Media::Protobuf => {
            let kind = || tree.get("kind").and_then(Value::as_str).unwrap_or_default().to_owned();
            let definition = definition.ok_or_else(|| RenderError::NoProtobuf(kind()))?;
            out.extend_from_slice(&codec::protobuf::encode(tree, definition)?);
        }
    }
    Ok(())
}

/// The object as a tree of a served version, with `apiVersion` and `kind`.
pub fn to_tree(stored: &Stored, kind: &Kind, served: usize) -> Result<Object, RenderError> {
    Form { kind, served }.tree(stored)
}

fn yaml(tree: &Value, out: &mut Vec<u8>) {
    out.extend_from_slice(codec::yaml::to_string(tree).as_bytes());
}
