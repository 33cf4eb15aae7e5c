//! Types of `certificates_v1`. Written by `cargo xtask codegen` from the target version's data; do not edit.

use crate::table::*;
use crate::*;
use super::meta_v1;
use super::pool;

static CertificateSigningRequest_members: Object = Object {
fields: SharedSlice::Static(&[
    field("apiVersion", TEXT),
    field("kind", TEXT),
    field("metadata", refer(&meta_v1::ObjectMeta).zero()),
    field("spec", refer(&CertificateSigningRequestSpec).zero()),
    field("status", refer(&CertificateSigningRequestStatus).zero()),
]),
required: SharedSlice::Static(&[text("spec")]),
additional: Additional::Unset,
};

pub(crate) static CertificateSigningRequest: Definition = Definition {
name: "io.k8s.api.certificates.v1.CertificateSigningRequest",
schema: object(&CertificateSigningRequest_members),
kinds: &[kind("certificates.k8s.io", "v1", "CertificateSigningRequest"), ],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "metadata", Wire::Message(&meta_v1::ObjectMeta), "v1.ObjectMeta").omit_empty(),
    wire(2, "spec", Wire::Message(&CertificateSigningRequestSpec), "v1.CertificateSigningRequestSpec"),
    wire(3, "status", Wire::Message(&CertificateSigningRequestStatus), "v1.CertificateSigningRequestStatus").omit_empty(),
] }),
published: true,
};

static CertificateSigningRequestCondition_members: Object = Object {
fields: SharedSlice::Static(&[
    field("lastTransitionTime", refer(&meta_v1::Time)),
    field("lastUpdateTime", refer(&meta_v1::Time)),
    field("message", TEXT),
    field("reason", TEXT),
    field("status", TEXT.zero()),
    field("type", TEXT.zero()),
]),
required: SharedSlice::Static(&[text("type"), text("status")]),
additional: Additional::Unset,
};

pub(crate) static CertificateSigningRequestCondition: Definition = Definition {
name: "io.k8s.api.certificates.v1.CertificateSigningRequestCondition",
schema: object(&CertificateSigningRequestCondition_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "type", Wire::String, "v1.RequestConditionType"),
    wire(2, "reason", Wire::String, "string").omit_empty(),
    wire(3, "message", Wire::String, "string").omit_empty(),
    wire(4, "lastUpdateTime", Wire::Message(&meta_v1::Time), "v1.Time").omit_empty(),
    wire(5, "lastTransitionTime", Wire::Message(&meta_v1::Time), "v1.Time").omit_empty(),
    wire(6, "status", Wire::String, "v1.ConditionStatus"),
] }),
published: true,
};

static CertificateSigningRequestList_members: Object = Object {
fields: SharedSlice::Static(&[
    field("apiVersion", TEXT),
    field("items", list(&pool::refer_certificates_v1_CertificateSigningRequest_zero)),
    field("kind", TEXT),
    field("metadata", refer(&meta_v1::ListMeta).zero()),
]),
required: SharedSlice::Static(&[text("items")]),
additional: Additional::Unset,
};

pub(crate) static CertificateSigningRequestList: Definition = Definition {
name: "io.k8s.api.certificates.v1.CertificateSigningRequestList",
schema: object(&CertificateSigningRequestList_members),
kinds: &[kind("certificates.k8s.io", "v1", "CertificateSigningRequestList"), ],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "metadata", Wire::Message(&meta_v1::ListMeta), "v1.ListMeta").omit_empty(),
    wire(2, "items", Wire::Message(&CertificateSigningRequest), "[]v1.CertificateSigningRequest").list(),
] }),
published: true,
};

static CertificateSigningRequestSpec_members: Object = Object {
fields: SharedSlice::Static(&[
    field("expirationSeconds", INT32),
    field("extra", object(&pool::values_list_TEXT_zero)),
    field("groups", list(&pool::TEXT_zero).list_type(ListType::Atomic)),
    field("request", BYTES),
    field("signerName", TEXT.zero()),
    field("uid", TEXT),
    field("usages", list(&pool::TEXT_zero).list_type(ListType::Atomic)),
    field("username", TEXT),
]),
required: SharedSlice::Static(&[text("request"), text("signerName")]),
additional: Additional::Unset,
};

pub(crate) static CertificateSigningRequestSpec: Definition = Definition {
name: "io.k8s.api.certificates.v1.CertificateSigningRequestSpec",
schema: object(&CertificateSigningRequestSpec_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "request", Wire::Bytes, "[]uint8"),
    wire(2, "username", Wire::String, "string").omit_empty(),
    wire(3, "uid", Wire::String, "string").omit_empty(),
    wire(4, "groups", Wire::String, "[]string").list().omit_empty(),
    wire(5, "usages", Wire::String, "[]v1.KeyUsage").list().omit_empty(),
    wire(6, "extra", Wire::Message(&ExtraValue), "map[string]v1.ExtraValue").map().omit_empty(),
    wire(7, "signerName", Wire::String, "string"),
    wire(8, "expirationSeconds", Wire::Int32, "int32").pointer().omit_empty(),
] }),
published: true,
};

static CertificateSigningRequestStatus_members: Object = Object {
fields: SharedSlice::Static(&[
    field("certificate", BYTES),
    field("conditions", list(&pool::refer_certificates_v1_CertificateSigningRequestCondition_zero).list_type(ListType::Map).extra(&pool::merge_keys_only_type_None)),
]),
required: SharedSlice::Static(&[]),
additional: Additional::Unset,
};

pub(crate) static CertificateSigningRequestStatus: Definition = Definition {
name: "io.k8s.api.certificates.v1.CertificateSigningRequestStatus",
schema: object(&CertificateSigningRequestStatus_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "conditions", Wire::Message(&CertificateSigningRequestCondition), "[]v1.CertificateSigningRequestCondition").list().omit_empty(),
    wire(2, "certificate", Wire::Bytes, "[]uint8").omit_empty(),
] }),
published: true,
};

pub(crate) static ExtraValue: Definition = Definition {
name: "io.k8s.api.certificates.v1.ExtraValue",
schema: list(&pool::only_TEXT),
kinds: &[],
in_every_group: false,
special: Special::StringList,
message: None,
published: false,
};
