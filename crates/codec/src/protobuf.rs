//! Protobuf as Kubernetes uses it: an envelope around messages whose fields the schema's tag table describes.
//!
//! The tree is transcoded to and from the wire by [`schema::Message`]; no message has code of its own. Upstream's zero
//! rules hold both ways: what Go holds by value is always written, zero or not, and vanishes again in JSON where
//! `omitempty` says so; pointers are written when set. Bytes come out as upstream's own.
//!
//! Hostile input gives a [`DecodeError`], never a panic: lengths are checked before use and nesting is bounded.

mod decode;
mod encode;
mod envelope;
mod list;
mod special;
mod splice;
mod watch;
mod wire;
pub(crate) mod zero;

pub use decode::{DecodeError, decode_message};
pub use encode::{EncodeError, encode_message, write_message};
pub use envelope::{Envelope, MAGIC, decode, encode, open_envelope, write_envelope};
pub use list::write_list;
pub(crate) use special::union_schema;
pub use splice::splice_revision;
pub use watch::{decode_watch_event, frame_length, write_watch_event};

/// How deep messages may nest.
pub const MAX_DEPTH: usize = 128;
