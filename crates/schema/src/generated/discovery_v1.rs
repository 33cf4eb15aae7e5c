//! Types of `discovery_v1`. Written by `cargo xtask codegen` from the target version's data; do not edit.

use crate::table::*;
use crate::*;
use super::core_v1;
use super::meta_v1;
use super::pool;

static Endpoint_members: Object = Object {
fields: SharedSlice::Static(&[
    field("addresses", list(&pool::TEXT_zero).list_type(ListType::Set)),
    field("conditions", refer(&EndpointConditions).zero()),
    field("deprecatedTopology", object(&pool::values_TEXT_zero)),
    field("hints", refer(&EndpointHints)),
    field("hostname", TEXT),
    field("nodeName", TEXT),
    field("targetRef", refer(&core_v1::ObjectReference)),
    field("zone", TEXT),
]),
required: SharedSlice::Static(&[text("addresses")]),
additional: Additional::Unset,
};

pub(crate) static Endpoint: Definition = Definition {
name: "io.k8s.api.discovery.v1.Endpoint",
schema: object(&Endpoint_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "addresses", Wire::String, "[]string").list(),
    wire(2, "conditions", Wire::Message(&EndpointConditions), "v1.EndpointConditions").omit_empty(),
    wire(3, "hostname", Wire::String, "string").pointer().omit_empty(),
    wire(4, "targetRef", Wire::Message(&core_v1::ObjectReference), "v1.ObjectReference").pointer().omit_empty(),
    wire(5, "deprecatedTopology", Wire::String, "map[string]string").map().omit_empty(),
    wire(6, "nodeName", Wire::String, "string").pointer().omit_empty(),
    wire(7, "zone", Wire::String, "string").pointer().omit_empty(),
    wire(8, "hints", Wire::Message(&EndpointHints), "v1.EndpointHints").pointer().omit_empty(),
] }),
published: true,
};

static EndpointConditions_members: Object = Object {
fields: SharedSlice::Static(&[
    field("ready", BOOL),
    field("serving", BOOL),
    field("terminating", BOOL),
]),
required: SharedSlice::Static(&[]),
additional: Additional::Unset,
};

pub(crate) static EndpointConditions: Definition = Definition {
name: "io.k8s.api.discovery.v1.EndpointConditions",
schema: object(&EndpointConditions_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "ready", Wire::Bool, "bool").pointer().omit_empty(),
    wire(2, "serving", Wire::Bool, "bool").pointer().omit_empty(),
    wire(3, "terminating", Wire::Bool, "bool").pointer().omit_empty(),
] }),
published: true,
};

static EndpointHints_members: Object = Object {
fields: SharedSlice::Static(&[
    field("forNodes", list(&pool::refer_discovery_v1_ForNode_zero).list_type(ListType::Atomic)),
    field("forZones", list(&pool::refer_discovery_v1_ForZone_zero).list_type(ListType::Atomic)),
]),
required: SharedSlice::Static(&[]),
additional: Additional::Unset,
};

pub(crate) static EndpointHints: Definition = Definition {
name: "io.k8s.api.discovery.v1.EndpointHints",
schema: object(&EndpointHints_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "forZones", Wire::Message(&ForZone), "[]v1.ForZone").list().omit_empty(),
    wire(2, "forNodes", Wire::Message(&ForNode), "[]v1.ForNode").list().omit_empty(),
] }),
published: true,
};

static EndpointPort_members: Object = Object {
fields: SharedSlice::Static(&[
    field("appProtocol", TEXT),
    field("name", TEXT),
    field("port", INT32),
    field("protocol", TEXT),
]),
required: SharedSlice::Static(&[]),
additional: Additional::Unset,
};

pub(crate) static EndpointPort: Definition = Definition {
name: "io.k8s.api.discovery.v1.EndpointPort",
schema: object(&EndpointPort_members).map_type(MapType::Atomic),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "name", Wire::String, "string").pointer().omit_empty(),
    wire(2, "protocol", Wire::String, "v1.Protocol").pointer().omit_empty(),
    wire(3, "port", Wire::Int32, "int32").pointer().omit_empty(),
    wire(4, "appProtocol", Wire::String, "string").pointer().omit_empty(),
] }),
published: true,
};

static EndpointSlice_members: Object = Object {
fields: SharedSlice::Static(&[
    field("addressType", TEXT.zero()),
    field("apiVersion", TEXT),
    field("endpoints", list(&pool::refer_discovery_v1_Endpoint_zero).list_type(ListType::Atomic)),
    field("kind", TEXT),
    field("metadata", refer(&meta_v1::ObjectMeta).zero()),
    field("ports", list(&pool::refer_discovery_v1_EndpointPort_zero).list_type(ListType::Atomic)),
]),
required: SharedSlice::Static(&[text("addressType")]),
additional: Additional::Unset,
};

pub(crate) static EndpointSlice: Definition = Definition {
name: "io.k8s.api.discovery.v1.EndpointSlice",
schema: object(&EndpointSlice_members),
kinds: &[kind("discovery.k8s.io", "v1", "EndpointSlice"), ],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "metadata", Wire::Message(&meta_v1::ObjectMeta), "v1.ObjectMeta").omit_empty(),
    wire(2, "endpoints", Wire::Message(&Endpoint), "[]v1.Endpoint").list(),
    wire(3, "ports", Wire::Message(&EndpointPort), "[]v1.EndpointPort").list(),
    wire(4, "addressType", Wire::String, "v1.AddressType"),
] }),
published: true,
};

static EndpointSliceList_members: Object = Object {
fields: SharedSlice::Static(&[
    field("apiVersion", TEXT),
    field("items", list(&pool::refer_discovery_v1_EndpointSlice_zero)),
    field("kind", TEXT),
    field("metadata", refer(&meta_v1::ListMeta).zero()),
]),
required: SharedSlice::Static(&[text("items")]),
additional: Additional::Unset,
};

pub(crate) static EndpointSliceList: Definition = Definition {
name: "io.k8s.api.discovery.v1.EndpointSliceList",
schema: object(&EndpointSliceList_members),
kinds: &[kind("discovery.k8s.io", "v1", "EndpointSliceList"), ],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "metadata", Wire::Message(&meta_v1::ListMeta), "v1.ListMeta").omit_empty(),
    wire(2, "items", Wire::Message(&EndpointSlice), "[]v1.EndpointSlice").list(),
] }),
published: true,
};

static ForNode_members: Object = Object {
fields: SharedSlice::Static(&[
    field("name", TEXT.zero()),
]),
required: SharedSlice::Static(&[text("name")]),
additional: Additional::Unset,
};

pub(crate) static ForNode: Definition = Definition {
name: "io.k8s.api.discovery.v1.ForNode",
schema: object(&ForNode_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "name", Wire::String, "string"),
] }),
published: true,
};

static ForZone_members: Object = Object {
fields: SharedSlice::Static(&[
    field("name", TEXT.zero()),
]),
required: SharedSlice::Static(&[text("name")]),
additional: Additional::Unset,
};

pub(crate) static ForZone: Definition = Definition {
name: "io.k8s.api.discovery.v1.ForZone",
schema: object(&ForZone_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "name", Wire::String, "string"),
] }),
published: true,
};
