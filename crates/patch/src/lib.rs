//! Every way to change an object, as pure functions over JSON trees: no I/O, no clock, no storage.
//!
//! * [`json_patch`]: RFC 6902, a list of operations.
//! * [`merge`]: RFC 7386, a tree laid over a tree.
//! * [`strategic`]: the merge that knows list keys and directives, and the making of such patches.
//! * [`apply`]: server-side apply and the bookkeeping of `metadata.managedFields` for every other write.
//!
//! Not here: reading bodies (`codec`), defaulting and validation (`kinds`), and the HTTP status of an error beyond its
//! class (`apiserver`). Called by `registry` on each write and by `kubectl` to compute patches.

pub mod apply;
mod go_text;
pub mod json_patch;
pub mod merge;
pub mod strategic;
