//! Types of `node_v1`. Written by `cargo xtask codegen` from the target version's data; do not edit.

use crate::table::*;
use crate::*;
use super::core_v1;
use super::meta_v1;
use super::resource;
use super::pool;

static Overhead_members: Object = Object {
fields: SharedSlice::Static(&[
    field("podFixed", object(&pool::values_bare_resource_Quantity)),
]),
required: SharedSlice::Static(&[]),
additional: Additional::Unset,
};

pub(crate) static Overhead: Definition = Definition {
name: "io.k8s.api.node.v1.Overhead",
schema: object(&Overhead_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "podFixed", Wire::Message(&resource::Quantity), "v1.ResourceList").map().omit_empty(),
] }),
published: true,
};

static RuntimeClass_members: Object = Object {
fields: SharedSlice::Static(&[
    field("apiVersion", TEXT),
    field("handler", TEXT.zero()),
    field("kind", TEXT),
    field("metadata", refer(&meta_v1::ObjectMeta).zero()),
    field("overhead", refer(&Overhead)),
    field("scheduling", refer(&Scheduling)),
]),
required: SharedSlice::Static(&[text("handler")]),
additional: Additional::Unset,
};

pub(crate) static RuntimeClass: Definition = Definition {
name: "io.k8s.api.node.v1.RuntimeClass",
schema: object(&RuntimeClass_members),
kinds: &[kind("node.k8s.io", "v1", "RuntimeClass"), ],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "metadata", Wire::Message(&meta_v1::ObjectMeta), "v1.ObjectMeta").omit_empty(),
    wire(2, "handler", Wire::String, "string"),
    wire(3, "overhead", Wire::Message(&Overhead), "v1.Overhead").pointer().omit_empty(),
    wire(4, "scheduling", Wire::Message(&Scheduling), "v1.Scheduling").pointer().omit_empty(),
] }),
published: true,
};

static RuntimeClassList_members: Object = Object {
fields: SharedSlice::Static(&[
    field("apiVersion", TEXT),
    field("items", list(&pool::refer_node_v1_RuntimeClass_zero)),
    field("kind", TEXT),
    field("metadata", refer(&meta_v1::ListMeta).zero()),
]),
required: SharedSlice::Static(&[text("items")]),
additional: Additional::Unset,
};

pub(crate) static RuntimeClassList: Definition = Definition {
name: "io.k8s.api.node.v1.RuntimeClassList",
schema: object(&RuntimeClassList_members),
kinds: &[kind("node.k8s.io", "v1", "RuntimeClassList"), ],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "metadata", Wire::Message(&meta_v1::ListMeta), "v1.ListMeta").omit_empty(),
    wire(2, "items", Wire::Message(&RuntimeClass), "[]v1.RuntimeClass").list(),
] }),
published: true,
};

static Scheduling_members: Object = Object {
fields: SharedSlice::Static(&[
    field("nodeSelector", object(&pool::values_TEXT_zero).map_type(MapType::Atomic)),
    field("tolerations", list(&pool::refer_core_v1_Toleration_zero).list_type(ListType::Atomic)),
]),
required: SharedSlice::Static(&[]),
additional: Additional::Unset,
};

pub(crate) static Scheduling: Definition = Definition {
name: "io.k8s.api.node.v1.Scheduling",
schema: object(&Scheduling_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "nodeSelector", Wire::String, "map[string]string").map().omit_empty(),
    wire(2, "tolerations", Wire::Message(&core_v1::Toleration), "[]v1.Toleration").list().omit_empty(),
] }),
published: true,
};
