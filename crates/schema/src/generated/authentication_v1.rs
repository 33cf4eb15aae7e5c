//! Types of `authentication_v1`. Written by `cargo xtask codegen` from the target version's data; do not edit.

use crate::table::*;
use crate::*;
use super::meta_v1;
use super::pool;

static BoundObjectReference_members: Object = Object {
fields: SharedSlice::Static(&[
    field("apiVersion", TEXT),
    field("kind", TEXT),
    field("name", TEXT),
    field("uid", TEXT),
]),
required: SharedSlice::Static(&[]),
additional: Additional::Unset,
};

pub(crate) static BoundObjectReference: Definition = Definition {
name: "io.k8s.api.authentication.v1.BoundObjectReference",
schema: object(&BoundObjectReference_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "kind", Wire::String, "string").omit_empty(),
    wire(2, "apiVersion", Wire::String, "string").omit_empty(),
    wire(3, "name", Wire::String, "string").omit_empty(),
    wire(4, "uid", Wire::String, "types.UID").omit_empty(),
] }),
published: true,
};

pub(crate) static ExtraValue: Definition = Definition {
name: "io.k8s.api.authentication.v1.ExtraValue",
schema: list(&pool::only_TEXT),
kinds: &[],
in_every_group: false,
special: Special::StringList,
message: None,
published: false,
};

static SelfSubjectReview_members: Object = Object {
fields: SharedSlice::Static(&[
    field("apiVersion", TEXT),
    field("kind", TEXT),
    field("metadata", refer(&meta_v1::ObjectMeta).zero()),
    field("status", refer(&SelfSubjectReviewStatus).zero()),
]),
required: SharedSlice::Static(&[]),
additional: Additional::Unset,
};

pub(crate) static SelfSubjectReview: Definition = Definition {
name: "io.k8s.api.authentication.v1.SelfSubjectReview",
schema: object(&SelfSubjectReview_members),
kinds: &[kind("authentication.k8s.io", "v1", "SelfSubjectReview"), ],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "metadata", Wire::Message(&meta_v1::ObjectMeta), "v1.ObjectMeta").omit_empty(),
    wire(2, "status", Wire::Message(&SelfSubjectReviewStatus), "v1.SelfSubjectReviewStatus").omit_empty(),
] }),
published: true,
};

static SelfSubjectReviewStatus_members: Object = Object {
fields: SharedSlice::Static(&[
    field("userInfo", refer(&UserInfo).zero()),
]),
required: SharedSlice::Static(&[]),
additional: Additional::Unset,
};

pub(crate) static SelfSubjectReviewStatus: Definition = Definition {
name: "io.k8s.api.authentication.v1.SelfSubjectReviewStatus",
schema: object(&SelfSubjectReviewStatus_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "userInfo", Wire::Message(&UserInfo), "v1.UserInfo").omit_empty(),
] }),
published: true,
};

static TokenRequest_members: Object = Object {
fields: SharedSlice::Static(&[
    field("apiVersion", TEXT),
    field("kind", TEXT),
    field("metadata", refer(&meta_v1::ObjectMeta).zero()),
    field("spec", refer(&TokenRequestSpec).zero()),
    field("status", refer(&TokenRequestStatus).zero()),
]),
required: SharedSlice::Static(&[]),
additional: Additional::Unset,
};

pub(crate) static TokenRequest: Definition = Definition {
name: "io.k8s.api.authentication.v1.TokenRequest",
schema: object(&TokenRequest_members),
kinds: &[kind("authentication.k8s.io", "v1", "TokenRequest"), ],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "metadata", Wire::Message(&meta_v1::ObjectMeta), "v1.ObjectMeta").omit_empty(),
    wire(2, "spec", Wire::Message(&TokenRequestSpec), "v1.TokenRequestSpec"),
    wire(3, "status", Wire::Message(&TokenRequestStatus), "v1.TokenRequestStatus").omit_empty(),
] }),
published: true,
};

static TokenRequestSpec_members: Object = Object {
fields: SharedSlice::Static(&[
    field("audiences", list(&pool::TEXT_zero).list_type(ListType::Atomic)),
    field("boundObjectRef", refer(&BoundObjectReference)),
    field("expirationSeconds", INT64),
]),
required: SharedSlice::Static(&[]),
additional: Additional::Unset,
};

pub(crate) static TokenRequestSpec: Definition = Definition {
name: "io.k8s.api.authentication.v1.TokenRequestSpec",
schema: object(&TokenRequestSpec_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "audiences", Wire::String, "[]string").list(),
    wire(3, "boundObjectRef", Wire::Message(&BoundObjectReference), "v1.BoundObjectReference").pointer(),
    wire(4, "expirationSeconds", Wire::Int64, "int64").pointer(),
] }),
published: true,
};

static TokenRequestStatus_members: Object = Object {
fields: SharedSlice::Static(&[
    field("expirationTimestamp", refer(&meta_v1::Time)),
    field("token", TEXT.zero()),
]),
required: SharedSlice::Static(&[]),
additional: Additional::Unset,
};

pub(crate) static TokenRequestStatus: Definition = Definition {
name: "io.k8s.api.authentication.v1.TokenRequestStatus",
schema: object(&TokenRequestStatus_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "token", Wire::String, "string"),
    wire(2, "expirationTimestamp", Wire::Message(&meta_v1::Time), "v1.Time"),
] }),
published: true,
};

static TokenReview_members: Object = Object {
fields: SharedSlice::Static(&[
    field("apiVersion", TEXT),
    field("kind", TEXT),
    field("metadata", refer(&meta_v1::ObjectMeta).zero()),
    field("spec", refer(&TokenReviewSpec).zero()),
    field("status", refer(&TokenReviewStatus).zero()),
]),
required: SharedSlice::Static(&[text("spec")]),
additional: Additional::Unset,
};

pub(crate) static TokenReview: Definition = Definition {
name: "io.k8s.api.authentication.v1.TokenReview",
schema: object(&TokenReview_members),
kinds: &[kind("authentication.k8s.io", "v1", "TokenReview"), ],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "metadata", Wire::Message(&meta_v1::ObjectMeta), "v1.ObjectMeta").omit_empty(),
    wire(2, "spec", Wire::Message(&TokenReviewSpec), "v1.TokenReviewSpec"),
    wire(3, "status", Wire::Message(&TokenReviewStatus), "v1.TokenReviewStatus").omit_empty(),
] }),
published: true,
};

static TokenReviewSpec_members: Object = Object {
fields: SharedSlice::Static(&[
    field("audiences", list(&pool::TEXT_zero).list_type(ListType::Atomic)),
    field("token", TEXT),
]),
required: SharedSlice::Static(&[text("token")]),
additional: Additional::Unset,
};

pub(crate) static TokenReviewSpec: Definition = Definition {
name: "io.k8s.api.authentication.v1.TokenReviewSpec",
schema: object(&TokenReviewSpec_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "token", Wire::String, "string").omit_empty(),
    wire(2, "audiences", Wire::String, "[]string").list().omit_empty(),
] }),
published: true,
};

static TokenReviewStatus_members: Object = Object {
fields: SharedSlice::Static(&[
    field("audiences", list(&pool::TEXT_zero).list_type(ListType::Atomic)),
    field("authenticated", BOOL),
    field("error", TEXT),
    field("user", refer(&UserInfo).zero()),
]),
required: SharedSlice::Static(&[]),
additional: Additional::Unset,
};

pub(crate) static TokenReviewStatus: Definition = Definition {
name: "io.k8s.api.authentication.v1.TokenReviewStatus",
schema: object(&TokenReviewStatus_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "authenticated", Wire::Bool, "bool").omit_empty(),
    wire(2, "user", Wire::Message(&UserInfo), "v1.UserInfo").omit_empty(),
    wire(3, "error", Wire::String, "string").omit_empty(),
    wire(4, "audiences", Wire::String, "[]string").list().omit_empty(),
] }),
published: true,
};

static UserInfo_members: Object = Object {
fields: SharedSlice::Static(&[
    field("extra", object(&pool::values_list_TEXT_zero)),
    field("groups", list(&pool::TEXT_zero).list_type(ListType::Atomic)),
    field("uid", TEXT),
    field("username", TEXT),
]),
required: SharedSlice::Static(&[]),
additional: Additional::Unset,
};

pub(crate) static UserInfo: Definition = Definition {
name: "io.k8s.api.authentication.v1.UserInfo",
schema: object(&UserInfo_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "username", Wire::String, "string").omit_empty(),
    wire(2, "uid", Wire::String, "string").omit_empty(),
    wire(3, "groups", Wire::String, "[]string").list().omit_empty(),
    wire(4, "extra", Wire::Message(&ExtraValue), "map[string]v1.ExtraValue").map().omit_empty(),
] }),
published: true,
};
