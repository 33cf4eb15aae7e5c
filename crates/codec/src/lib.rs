//! The encodings of the Kubernetes API between bytes and a JSON tree ([`serde_json::Value`]), and content negotiation.
//!
//! * [`json`]: Go-like decoding with strict findings (duplicate and unknown fields), Go-like writing.
//! * [`check`]: whether a tree fits a built-in type, with the decoding errors that clients know.
//! * [`normal`]: what remains of a tree when it goes through a Go struct and back.
//! * [`yaml`]: YAML 1.1 in as kubectl reads it, YAML out byte for byte as kubectl prints it.
//! * [`protobuf`]: the tree to and from the wire, driven by the schema's tag table; lists and watch frames.
//! * [`canonical`]: the stored form of an object's JSON, and what a reader splices into it.
//! * [`negotiate`]: from request headers to plain enums.
//!
//! Not here: HTTP, typed objects, defaulting, validation. Nothing here does I/O or keeps state.

pub mod canonical;
pub mod check;
pub mod json;
pub mod negotiate;
pub mod normal;
pub mod protobuf;
pub mod yaml;

mod list_meta;

pub use list_meta::ListMeta;
