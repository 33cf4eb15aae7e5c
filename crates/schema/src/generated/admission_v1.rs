//! Types of `admission_v1`. Written by `cargo xtask codegen` from the target version's data; do not edit.

use crate::table::*;
use crate::*;
use super::authentication_v1;
use super::meta_v1;
use super::runtime;
use super::pool;

static AdmissionRequest_members: Object = Object {
fields: SharedSlice::Static(&[
    field("dryRun", BOOL),
    field("kind", bare(&meta_v1::GroupVersionKind)),
    field("name", TEXT),
    field("namespace", TEXT),
    field("object", bare(&runtime::RawExtension)),
    field("oldObject", bare(&runtime::RawExtension)),
    field("operation", TEXT),
    field("options", bare(&runtime::RawExtension)),
    field("requestKind", bare(&meta_v1::GroupVersionKind)),
    field("requestResource", bare(&meta_v1::GroupVersionResource)),
    field("requestSubResource", TEXT),
    field("resource", bare(&meta_v1::GroupVersionResource)),
    field("subResource", TEXT),
    field("uid", TEXT),
    field("userInfo", bare(&authentication_v1::UserInfo)),
]),
required: SharedSlice::Static(&[]),
additional: Additional::Unset,
};

pub(crate) static AdmissionRequest: Definition = Definition {
name: "io.k8s.api.admission.v1.AdmissionRequest",
schema: object(&AdmissionRequest_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "uid", Wire::String, "types.UID"),
    wire(2, "kind", Wire::Message(&meta_v1::GroupVersionKind), "v1.GroupVersionKind"),
    wire(3, "resource", Wire::Message(&meta_v1::GroupVersionResource), "v1.GroupVersionResource"),
    wire(4, "subResource", Wire::String, "string").omit_empty(),
    wire(5, "name", Wire::String, "string").omit_empty(),
    wire(6, "namespace", Wire::String, "string").omit_empty(),
    wire(7, "operation", Wire::String, "v1.Operation"),
    wire(8, "userInfo", Wire::Message(&authentication_v1::UserInfo), "v1.UserInfo"),
    wire(9, "object", Wire::Message(&runtime::RawExtension), "runtime.RawExtension").omit_empty(),
    wire(10, "oldObject", Wire::Message(&runtime::RawExtension), "runtime.RawExtension").omit_empty(),
    wire(11, "dryRun", Wire::Bool, "bool").pointer().omit_empty(),
    wire(12, "options", Wire::Message(&runtime::RawExtension), "runtime.RawExtension").omit_empty(),
    wire(13, "requestKind", Wire::Message(&meta_v1::GroupVersionKind), "v1.GroupVersionKind").pointer().omit_empty(),
    wire(14, "requestResource", Wire::Message(&meta_v1::GroupVersionResource), "v1.GroupVersionResource").pointer().omit_empty(),
    wire(15, "requestSubResource", Wire::String, "string").omit_empty(),
] }),
published: false,
};

static AdmissionResponse_members: Object = Object {
fields: SharedSlice::Static(&[
    field("allowed", BOOL),
    field("auditAnnotations", object(&pool::values_only_TEXT)),
    field("patch", BYTES),
    field("patchType", TEXT),
    field("status", bare(&meta_v1::Status)),
    field("uid", TEXT),
    field("warnings", list(&pool::only_TEXT)),
]),
required: SharedSlice::Static(&[]),
additional: Additional::Unset,
};

pub(crate) static AdmissionResponse: Definition = Definition {
name: "io.k8s.api.admission.v1.AdmissionResponse",
schema: object(&AdmissionResponse_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "uid", Wire::String, "types.UID"),
    wire(2, "allowed", Wire::Bool, "bool"),
    wire(3, "status", Wire::Message(&meta_v1::Status), "v1.Status").pointer().omit_empty(),
    wire(4, "patch", Wire::Bytes, "[]uint8").omit_empty(),
    wire(5, "patchType", Wire::String, "v1.PatchType").pointer().omit_empty(),
    wire(6, "auditAnnotations", Wire::String, "map[string]string").map().omit_empty(),
    wire(7, "warnings", Wire::String, "[]string").list().omit_empty(),
] }),
published: false,
};

static AdmissionReview_members: Object = Object {
fields: SharedSlice::Static(&[
    field("apiVersion", TEXT),
    field("kind", TEXT),
    field("request", bare(&AdmissionRequest)),
    field("response", bare(&AdmissionResponse)),
]),
required: SharedSlice::Static(&[]),
additional: Additional::Unset,
};

pub(crate) static AdmissionReview: Definition = Definition {
name: "io.k8s.api.admission.v1.AdmissionReview",
schema: object(&AdmissionReview_members),
kinds: &[kind("admission.k8s.io", "v1", "AdmissionReview"), ],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "request", Wire::Message(&AdmissionRequest), "v1.AdmissionRequest").pointer().omit_empty(),
    wire(2, "response", Wire::Message(&AdmissionResponse), "v1.AdmissionResponse").pointer().omit_empty(),
] }),
published: false,
};
