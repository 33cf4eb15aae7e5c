//! Types of `scheduling_v1`. Written by `cargo xtask codegen` from the target version's data; do not edit.

use crate::table::*;
use crate::*;
use super::meta_v1;
use super::pool;

static PriorityClass_members: Object = Object {
fields: SharedSlice::Static(&[
    field("apiVersion", TEXT),
    field("description", TEXT),
    field("globalDefault", BOOL),
    field("kind", TEXT),
    field("metadata", refer(&meta_v1::ObjectMeta).zero()),
    field("preemptionPolicy", TEXT),
    field("value", INT32.zero()),
]),
required: SharedSlice::Static(&[]),
additional: Additional::Unset,
};

pub(crate) static PriorityClass: Definition = Definition {
name: "io.k8s.api.scheduling.v1.PriorityClass",
schema: object(&PriorityClass_members),
kinds: &[kind("scheduling.k8s.io", "v1", "PriorityClass"), ],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "metadata", Wire::Message(&meta_v1::ObjectMeta), "v1.ObjectMeta").omit_empty(),
    wire(2, "value", Wire::Int32, "int32"),
    wire(3, "globalDefault", Wire::Bool, "bool").omit_empty(),
    wire(4, "description", Wire::String, "string").omit_empty(),
    wire(5, "preemptionPolicy", Wire::String, "v1.PreemptionPolicy").pointer().omit_empty(),
] }),
published: true,
};

static PriorityClassList_members: Object = Object {
fields: SharedSlice::Static(&[
    field("apiVersion", TEXT),
    field("items", list(&pool::refer_scheduling_v1_PriorityClass_zero)),
    field("kind", TEXT),
    field("metadata", refer(&meta_v1::ListMeta).zero()),
]),
required: SharedSlice::Static(&[text("items")]),
additional: Additional::Unset,
};

pub(crate) static PriorityClassList: Definition = Definition {
name: "io.k8s.api.scheduling.v1.PriorityClassList",
schema: object(&PriorityClassList_members),
kinds: &[kind("scheduling.k8s.io", "v1", "PriorityClassList"), ],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "metadata", Wire::Message(&meta_v1::ListMeta), "v1.ListMeta").omit_empty(),
    wire(2, "items", Wire::Message(&PriorityClass), "[]v1.PriorityClass").list(),
] }),
published: true,
};
