//! Per-field facts of every built-in type of Kubernetes v1.36, and the structural schemas of custom resources, as values
//! of the same types.
//!
//! * [`Schema`] is one place in an object, [`Definition`] a named built-in type; [`builtin`] finds the latter.
//! * `codec` transcodes JSON and Protobuf by [`Definition::message`].
//! * `patch` reads list types, map types, keys and patch strategies from [`Schema`] while it walks.
//! * `apiserver` prunes and checks fields with it, and publishes OpenAPI from it.
//!
//! Not here: defaulting and validation of built-in kinds (`kinds`), descriptions (they come from `api` at run time), and
//! anything that does I/O. The table is written by `cargo xtask codegen`; docs/adr/0002-schema-table.md says why it is
//! Rust source.

mod builtin;
pub mod custom;
mod defaults;
mod definition;
pub mod discovery;
mod extra;
mod facts;
mod generated;
mod node;
pub mod openapi;
mod prune;
mod share;
pub mod strict;
mod table;
mod walk;

pub use builtin::{builtin, definition, definitions};
pub use defaults::{apply_defaults, drop_meaningless_nulls};
pub use definition::{Definition, KindName, Message, Shape, Special, Wire, WireField};
pub use extra::{Extra, Literal, Rule, Union, Validations};
pub use facts::{Flags, Format, ListType, MapType, PatchStrategy};
pub use node::{Additional, Field, Object, Schema, Type};
pub use prune::{prune, unknown_fields};
pub use share::{Shared, SharedSlice};
