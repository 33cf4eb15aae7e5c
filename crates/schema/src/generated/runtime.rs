//! Types of `runtime`. Written by `cargo xtask codegen` from the target version's data; do not edit.

use crate::table::*;
use crate::*;

pub(crate) static RawExtension: Definition = Definition {
name: "io.k8s.apimachinery.pkg.runtime.RawExtension",
schema: object(&EMPTY),
kinds: &[],
in_every_group: false,
special: Special::RawExtension,
message: None,
published: true,
};

static TypeMeta_members: Object = Object {
fields: SharedSlice::Static(&[
    field("apiVersion", TEXT),
    field("kind", TEXT),
]),
required: SharedSlice::Static(&[]),
additional: Additional::Unset,
};

pub(crate) static TypeMeta: Definition = Definition {
name: "io.k8s.apimachinery.pkg.runtime.TypeMeta",
schema: object(&TypeMeta_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "apiVersion", Wire::String, "string").omit_empty(),
    wire(2, "kind", Wire::String, "string").omit_empty(),
] }),
published: false,
};

static Unknown_members: Object = Object {
fields: SharedSlice::Static(&[
    field("apiVersion", TEXT),
    field("kind", TEXT),
]),
required: SharedSlice::Static(&[]),
additional: Additional::Unset,
};

pub(crate) static Unknown: Definition = Definition {
name: "io.k8s.apimachinery.pkg.runtime.Unknown",
schema: object(&Unknown_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    inline(1, &TypeMeta, "runtime.TypeMeta"),
    wire(2, "raw", Wire::Bytes, "[]uint8"),
    wire(3, "contentEncoding", Wire::String, "string"),
    wire(4, "contentType", Wire::String, "string"),
] }),
published: false,
};
