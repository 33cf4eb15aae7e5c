//! Types of `apidiscovery_v2`. Written by `cargo xtask codegen` from the target version's data; do not edit.

use crate::table::*;
use crate::*;
use super::meta_v1;
use super::pool;

static APIGroupDiscovery_members: Object = Object {
fields: SharedSlice::Static(&[
    field("apiVersion", TEXT),
    field("kind", TEXT),
    field("metadata", bare(&meta_v1::ObjectMeta)),
    field("versions", list(&pool::bare_apidiscovery_v2_APIVersionDiscovery)),
]),
required: SharedSlice::Static(&[]),
additional: Additional::Unset,
};

pub(crate) static APIGroupDiscovery: Definition = Definition {
name: "io.k8s.api.apidiscovery.v2.APIGroupDiscovery",
schema: object(&APIGroupDiscovery_members),
kinds: &[kind("apidiscovery.k8s.io", "v2", "APIGroupDiscovery"), ],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "metadata", Wire::Message(&meta_v1::ObjectMeta), "v1.ObjectMeta").omit_empty(),
    wire(2, "versions", Wire::Message(&APIVersionDiscovery), "[]v2.APIVersionDiscovery").list().omit_empty(),
] }),
published: false,
};

static APIGroupDiscoveryList_members: Object = Object {
fields: SharedSlice::Static(&[
    field("apiVersion", TEXT),
    field("items", list(&pool::bare_apidiscovery_v2_APIGroupDiscovery)),
    field("kind", TEXT),
    field("metadata", bare(&meta_v1::ListMeta)),
]),
required: SharedSlice::Static(&[]),
additional: Additional::Unset,
};

pub(crate) static APIGroupDiscoveryList: Definition = Definition {
name: "io.k8s.api.apidiscovery.v2.APIGroupDiscoveryList",
schema: object(&APIGroupDiscoveryList_members),
kinds: &[kind("apidiscovery.k8s.io", "v2", "APIGroupDiscoveryList"), ],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "metadata", Wire::Message(&meta_v1::ListMeta), "v1.ListMeta").omit_empty(),
    wire(2, "items", Wire::Message(&APIGroupDiscovery), "[]v2.APIGroupDiscovery").list(),
] }),
published: false,
};

static APIResourceDiscovery_members: Object = Object {
fields: SharedSlice::Static(&[
    field("categories", list(&pool::only_TEXT)),
    field("resource", TEXT),
    field("responseKind", bare(&meta_v1::GroupVersionKind)),
    field("scope", TEXT),
    field("shortNames", list(&pool::only_TEXT)),
    field("singularResource", TEXT),
    field("subresources", list(&pool::bare_apidiscovery_v2_APISubresourceDiscovery)),
    field("verbs", list(&pool::only_TEXT)),
]),
required: SharedSlice::Static(&[]),
additional: Additional::Unset,
};

pub(crate) static APIResourceDiscovery: Definition = Definition {
name: "io.k8s.api.apidiscovery.v2.APIResourceDiscovery",
schema: object(&APIResourceDiscovery_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "resource", Wire::String, "string"),
    wire(2, "responseKind", Wire::Message(&meta_v1::GroupVersionKind), "v1.GroupVersionKind").pointer().omit_empty(),
    wire(3, "scope", Wire::String, "v2.ResourceScope"),
    wire(4, "singularResource", Wire::String, "string"),
    wire(5, "verbs", Wire::String, "[]string").list(),
    wire(6, "shortNames", Wire::String, "[]string").list().omit_empty(),
    wire(7, "categories", Wire::String, "[]string").list().omit_empty(),
    wire(8, "subresources", Wire::Message(&APISubresourceDiscovery), "[]v2.APISubresourceDiscovery").list().omit_empty(),
] }),
published: false,
};

static APISubresourceDiscovery_members: Object = Object {
fields: SharedSlice::Static(&[
    field("acceptedTypes", list(&pool::bare_meta_v1_GroupVersionKind)),
    field("responseKind", bare(&meta_v1::GroupVersionKind)),
    field("subresource", TEXT),
    field("verbs", list(&pool::only_TEXT)),
]),
required: SharedSlice::Static(&[]),
additional: Additional::Unset,
};

pub(crate) static APISubresourceDiscovery: Definition = Definition {
name: "io.k8s.api.apidiscovery.v2.APISubresourceDiscovery",
schema: object(&APISubresourceDiscovery_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "subresource", Wire::String, "string"),
    wire(2, "responseKind", Wire::Message(&meta_v1::GroupVersionKind), "v1.GroupVersionKind").pointer().omit_empty(),
    wire(3, "acceptedTypes", Wire::Message(&meta_v1::GroupVersionKind), "[]v1.GroupVersionKind").list().omit_empty(),
    wire(4, "verbs", Wire::String, "[]string").list(),
] }),
published: false,
};

static APIVersionDiscovery_members: Object = Object {
fields: SharedSlice::Static(&[
    field("freshness", TEXT),
    field("resources", list(&pool::bare_apidiscovery_v2_APIResourceDiscovery)),
    field("version", TEXT),
]),
required: SharedSlice::Static(&[]),
additional: Additional::Unset,
};

pub(crate) static APIVersionDiscovery: Definition = Definition {
name: "io.k8s.api.apidiscovery.v2.APIVersionDiscovery",
schema: object(&APIVersionDiscovery_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "version", Wire::String, "string"),
    wire(2, "resources", Wire::Message(&APIResourceDiscovery), "[]v2.APIResourceDiscovery").list().omit_empty(),
    wire(3, "freshness", Wire::String, "v2.DiscoveryFreshness").omit_empty(),
] }),
published: false,
};
