//! Types of `coordination_v1`. Written by `cargo xtask codegen` from the target version's data; do not edit.

use crate::table::*;
use crate::*;
use super::meta_v1;
use super::pool;

static Lease_members: Object = Object {
fields: SharedSlice::Static(&[
    field("apiVersion", TEXT),
    field("kind", TEXT),
    field("metadata", refer(&meta_v1::ObjectMeta).zero()),
    field("spec", refer(&LeaseSpec).zero()),
]),
required: SharedSlice::Static(&[]),
additional: Additional::Unset,
};

pub(crate) static Lease: Definition = Definition {
name: "io.k8s.api.coordination.v1.Lease",
schema: object(&Lease_members),
kinds: &[kind("coordination.k8s.io", "v1", "Lease"), ],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "metadata", Wire::Message(&meta_v1::ObjectMeta), "v1.ObjectMeta").omit_empty(),
    wire(2, "spec", Wire::Message(&LeaseSpec), "v1.LeaseSpec").omit_empty(),
] }),
published: true,
};

static LeaseList_members: Object = Object {
fields: SharedSlice::Static(&[
    field("apiVersion", TEXT),
    field("items", list(&pool::refer_coordination_v1_Lease_zero)),
    field("kind", TEXT),
    field("metadata", refer(&meta_v1::ListMeta).zero()),
]),
required: SharedSlice::Static(&[text("items")]),
additional: Additional::Unset,
};

pub(crate) static LeaseList: Definition = Definition {
name: "io.k8s.api.coordination.v1.LeaseList",
schema: object(&LeaseList_members),
kinds: &[kind("coordination.k8s.io", "v1", "LeaseList"), ],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "metadata", Wire::Message(&meta_v1::ListMeta), "v1.ListMeta").omit_empty(),
    wire(2, "items", Wire::Message(&Lease), "[]v1.Lease").list(),
] }),
published: true,
};

static LeaseSpec_members: Object = Object {
fields: SharedSlice::Static(&[
    field("acquireTime", refer(&meta_v1::MicroTime)),
    field("holderIdentity", TEXT),
    field("leaseDurationSeconds", INT32),
    field("leaseTransitions", INT32),
    field("preferredHolder", TEXT),
    field("renewTime", refer(&meta_v1::MicroTime)),
    field("strategy", TEXT),
]),
required: SharedSlice::Static(&[]),
additional: Additional::Unset,
};

pub(crate) static LeaseSpec: Definition = Definition {
name: "io.k8s.api.coordination.v1.LeaseSpec",
schema: object(&LeaseSpec_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "holderIdentity", Wire::String, "string").pointer().omit_empty(),
    wire(2, "leaseDurationSeconds", Wire::Int32, "int32").pointer().omit_empty(),
    wire(3, "acquireTime", Wire::Message(&meta_v1::MicroTime), "v1.MicroTime").pointer().omit_empty(),
    wire(4, "renewTime", Wire::Message(&meta_v1::MicroTime), "v1.MicroTime").pointer().omit_empty(),
    wire(5, "leaseTransitions", Wire::Int32, "int32").pointer().omit_empty(),
    wire(6, "strategy", Wire::String, "v1.CoordinatedLeaseStrategy").pointer().omit_empty(),
    wire(7, "preferredHolder", Wire::String, "string").pointer().omit_empty(),
] }),
published: true,
};
