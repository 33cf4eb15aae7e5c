//! What a kind of the API is, as data and as rules: the contract between `kinds`, the engine and everybody who asks.
//!
//! A [`Kind`] is a descriptor (names, scope, verbs, versions, columns, subresources) with a [`Strategy`], the rules that make it
//! special; a custom resource is the same thing built at run time. Discovery, OpenAPI, printing and documentation are derived
//! from descriptors. No storage and no HTTP here.
//!
//! | module | what it holds |
//! |---|---|
//! | `kind` | the descriptor: one resource with all its served versions |
//! | `strategy` | the rules: defaults, preparation, validation, deletion; every method defaults to "nothing special" |
//! | `object` | the JSON tree of one object, with its metadata within reach |
//! | `column` | printed columns |
//! | `subresource` | what lies below an object's path |
//! | `lister` | how security and admission read other objects |

mod column;
mod kind;
mod lister;
mod object;
mod strategy;
mod subresource;

pub use column::{Column, ColumnType};
pub use kind::{Conversion, Convert, Converter, Deprecation, Kind, Own, Scope, Served, Verb};
pub use lister::Lister;
pub use object::Object;
pub use strategy::{Context, Delete, Part, Plain, Propagation, Strategy, User, keep_all_but_status};
pub use subresource::{Subresource, SubresourceKind};
