//! Types of `authorization_v1`. Written by `cargo xtask codegen` from the target version's data; do not edit.

use crate::table::*;
use crate::*;
use super::meta_v1;
use super::pool;

pub(crate) static ExtraValue: Definition = Definition {
name: "io.k8s.api.authorization.v1.ExtraValue",
schema: list(&pool::only_TEXT),
kinds: &[],
in_every_group: false,
special: Special::StringList,
message: None,
published: false,
};

static FieldSelectorAttributes_members: Object = Object {
fields: SharedSlice::Static(&[
    field("rawSelector", TEXT),
    field("requirements", list(&pool::refer_meta_v1_FieldSelectorRequirement_zero).list_type(ListType::Atomic)),
]),
required: SharedSlice::Static(&[]),
additional: Additional::Unset,
};

pub(crate) static FieldSelectorAttributes: Definition = Definition {
name: "io.k8s.api.authorization.v1.FieldSelectorAttributes",
schema: object(&FieldSelectorAttributes_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "rawSelector", Wire::String, "string").omit_empty(),
    wire(2, "requirements", Wire::Message(&meta_v1::FieldSelectorRequirement), "[]v1.FieldSelectorRequirement").list().omit_empty(),
] }),
published: true,
};

static LabelSelectorAttributes_members: Object = Object {
fields: SharedSlice::Static(&[
    field("rawSelector", TEXT),
    field("requirements", list(&pool::refer_meta_v1_LabelSelectorRequirement_zero).list_type(ListType::Atomic)),
]),
required: SharedSlice::Static(&[]),
additional: Additional::Unset,
};

pub(crate) static LabelSelectorAttributes: Definition = Definition {
name: "io.k8s.api.authorization.v1.LabelSelectorAttributes",
schema: object(&LabelSelectorAttributes_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "rawSelector", Wire::String, "string").omit_empty(),
    wire(2, "requirements", Wire::Message(&meta_v1::LabelSelectorRequirement), "[]v1.LabelSelectorRequirement").list().omit_empty(),
] }),
published: true,
};

static LocalSubjectAccessReview_members: Object = Object {
fields: SharedSlice::Static(&[
    field("apiVersion", TEXT),
    field("kind", TEXT),
    field("metadata", refer(&meta_v1::ObjectMeta).zero()),
    field("spec", refer(&SubjectAccessReviewSpec).zero()),
    field("status", refer(&SubjectAccessReviewStatus).zero()),
]),
required: SharedSlice::Static(&[text("spec")]),
additional: Additional::Unset,
};

pub(crate) static LocalSubjectAccessReview: Definition = Definition {
name: "io.k8s.api.authorization.v1.LocalSubjectAccessReview",
schema: object(&LocalSubjectAccessReview_members),
kinds: &[kind("authorization.k8s.io", "v1", "LocalSubjectAccessReview"), ],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "metadata", Wire::Message(&meta_v1::ObjectMeta), "v1.ObjectMeta").omit_empty(),
    wire(2, "spec", Wire::Message(&SubjectAccessReviewSpec), "v1.SubjectAccessReviewSpec"),
    wire(3, "status", Wire::Message(&SubjectAccessReviewStatus), "v1.SubjectAccessReviewStatus").omit_empty(),
] }),
published: true,
};

static NonResourceAttributes_members: Object = Object {
fields: SharedSlice::Static(&[
    field("path", TEXT),
    field("verb", TEXT),
]),
required: SharedSlice::Static(&[]),
additional: Additional::Unset,
};

pub(crate) static NonResourceAttributes: Definition = Definition {
name: "io.k8s.api.authorization.v1.NonResourceAttributes",
schema: object(&NonResourceAttributes_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "path", Wire::String, "string").omit_empty(),
    wire(2, "verb", Wire::String, "string").omit_empty(),
] }),
published: true,
};

static NonResourceRule_members: Object = Object {
fields: SharedSlice::Static(&[
    field("nonResourceURLs", list(&pool::TEXT_zero).list_type(ListType::Atomic)),
    field("verbs", list(&pool::TEXT_zero).list_type(ListType::Atomic)),
]),
required: SharedSlice::Static(&[text("verbs")]),
additional: Additional::Unset,
};

pub(crate) static NonResourceRule: Definition = Definition {
name: "io.k8s.api.authorization.v1.NonResourceRule",
schema: object(&NonResourceRule_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "verbs", Wire::String, "[]string").list(),
    wire(2, "nonResourceURLs", Wire::String, "[]string").list().omit_empty(),
] }),
published: true,
};

static ResourceAttributes_members: Object = Object {
fields: SharedSlice::Static(&[
    field("fieldSelector", refer(&FieldSelectorAttributes)),
    field("group", TEXT),
    field("labelSelector", refer(&LabelSelectorAttributes)),
    field("name", TEXT),
    field("namespace", TEXT),
    field("resource", TEXT),
    field("subresource", TEXT),
    field("verb", TEXT),
    field("version", TEXT),
]),
required: SharedSlice::Static(&[]),
additional: Additional::Unset,
};

pub(crate) static ResourceAttributes: Definition = Definition {
name: "io.k8s.api.authorization.v1.ResourceAttributes",
schema: object(&ResourceAttributes_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "namespace", Wire::String, "string").omit_empty(),
    wire(2, "verb", Wire::String, "string").omit_empty(),
    wire(3, "group", Wire::String, "string").omit_empty(),
    wire(4, "version", Wire::String, "string").omit_empty(),
    wire(5, "resource", Wire::String, "string").omit_empty(),
    wire(6, "subresource", Wire::String, "string").omit_empty(),
    wire(7, "name", Wire::String, "string").omit_empty(),
    wire(8, "fieldSelector", Wire::Message(&FieldSelectorAttributes), "v1.FieldSelectorAttributes").pointer().omit_empty(),
    wire(9, "labelSelector", Wire::Message(&LabelSelectorAttributes), "v1.LabelSelectorAttributes").pointer().omit_empty(),
] }),
published: true,
};

static ResourceRule_members: Object = Object {
fields: SharedSlice::Static(&[
    field("apiGroups", list(&pool::TEXT_zero).list_type(ListType::Atomic)),
    field("resourceNames", list(&pool::TEXT_zero).list_type(ListType::Atomic)),
    field("resources", list(&pool::TEXT_zero).list_type(ListType::Atomic)),
    field("verbs", list(&pool::TEXT_zero).list_type(ListType::Atomic)),
]),
required: SharedSlice::Static(&[text("verbs")]),
additional: Additional::Unset,
};

pub(crate) static ResourceRule: Definition = Definition {
name: "io.k8s.api.authorization.v1.ResourceRule",
schema: object(&ResourceRule_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "verbs", Wire::String, "[]string").list(),
    wire(2, "apiGroups", Wire::String, "[]string").list().omit_empty(),
    wire(3, "resources", Wire::String, "[]string").list().omit_empty(),
    wire(4, "resourceNames", Wire::String, "[]string").list().omit_empty(),
] }),
published: true,
};

static SelfSubjectAccessReview_members: Object = Object {
fields: SharedSlice::Static(&[
    field("apiVersion", TEXT),
    field("kind", TEXT),
    field("metadata", refer(&meta_v1::ObjectMeta).zero()),
    field("spec", refer(&SelfSubjectAccessReviewSpec).zero()),
    field("status", refer(&SubjectAccessReviewStatus).zero()),
]),
required: SharedSlice::Static(&[text("spec")]),
additional: Additional::Unset,
};

pub(crate) static SelfSubjectAccessReview: Definition = Definition {
name: "io.k8s.api.authorization.v1.SelfSubjectAccessReview",
schema: object(&SelfSubjectAccessReview_members),
kinds: &[kind("authorization.k8s.io", "v1", "SelfSubjectAccessReview"), ],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "metadata", Wire::Message(&meta_v1::ObjectMeta), "v1.ObjectMeta").omit_empty(),
    wire(2, "spec", Wire::Message(&SelfSubjectAccessReviewSpec), "v1.SelfSubjectAccessReviewSpec"),
    wire(3, "status", Wire::Message(&SubjectAccessReviewStatus), "v1.SubjectAccessReviewStatus").omit_empty(),
] }),
published: true,
};

static SelfSubjectAccessReviewSpec_members: Object = Object {
fields: SharedSlice::Static(&[
    field("nonResourceAttributes", refer(&NonResourceAttributes)),
    field("resourceAttributes", refer(&ResourceAttributes)),
]),
required: SharedSlice::Static(&[]),
additional: Additional::Unset,
};

pub(crate) static SelfSubjectAccessReviewSpec: Definition = Definition {
name: "io.k8s.api.authorization.v1.SelfSubjectAccessReviewSpec",
schema: object(&SelfSubjectAccessReviewSpec_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "resourceAttributes", Wire::Message(&ResourceAttributes), "v1.ResourceAttributes").pointer().omit_empty(),
    wire(2, "nonResourceAttributes", Wire::Message(&NonResourceAttributes), "v1.NonResourceAttributes").pointer().omit_empty(),
] }),
published: true,
};

static SelfSubjectRulesReview_members: Object = Object {
fields: SharedSlice::Static(&[
    field("apiVersion", TEXT),
    field("kind", TEXT),
    field("metadata", refer(&meta_v1::ObjectMeta).zero()),
    field("spec", refer(&SelfSubjectRulesReviewSpec).zero()),
    field("status", refer(&SubjectRulesReviewStatus).zero()),
]),
required: SharedSlice::Static(&[text("spec")]),
additional: Additional::Unset,
};

pub(crate) static SelfSubjectRulesReview: Definition = Definition {
name: "io.k8s.api.authorization.v1.SelfSubjectRulesReview",
schema: object(&SelfSubjectRulesReview_members),
kinds: &[kind("authorization.k8s.io", "v1", "SelfSubjectRulesReview"), ],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "metadata", Wire::Message(&meta_v1::ObjectMeta), "v1.ObjectMeta").omit_empty(),
    wire(2, "spec", Wire::Message(&SelfSubjectRulesReviewSpec), "v1.SelfSubjectRulesReviewSpec"),
    wire(3, "status", Wire::Message(&SubjectRulesReviewStatus), "v1.SubjectRulesReviewStatus").omit_empty(),
] }),
published: true,
};

static SelfSubjectRulesReviewSpec_members: Object = Object {
fields: SharedSlice::Static(&[
    field("namespace", TEXT),
]),
required: SharedSlice::Static(&[]),
additional: Additional::Unset,
};

pub(crate) static SelfSubjectRulesReviewSpec: Definition = Definition {
name: "io.k8s.api.authorization.v1.SelfSubjectRulesReviewSpec",
schema: object(&SelfSubjectRulesReviewSpec_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "namespace", Wire::String, "string").omit_empty(),
] }),
published: true,
};

static SubjectAccessReview_members: Object = Object {
fields: SharedSlice::Static(&[
    field("apiVersion", TEXT),
    field("kind", TEXT),
    field("metadata", refer(&meta_v1::ObjectMeta).zero()),
    field("spec", refer(&SubjectAccessReviewSpec).zero()),
    field("status", refer(&SubjectAccessReviewStatus).zero()),
]),
required: SharedSlice::Static(&[text("spec")]),
additional: Additional::Unset,
};

pub(crate) static SubjectAccessReview: Definition = Definition {
name: "io.k8s.api.authorization.v1.SubjectAccessReview",
schema: object(&SubjectAccessReview_members),
kinds: &[kind("authorization.k8s.io", "v1", "SubjectAccessReview"), ],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "metadata", Wire::Message(&meta_v1::ObjectMeta), "v1.ObjectMeta").omit_empty(),
    wire(2, "spec", Wire::Message(&SubjectAccessReviewSpec), "v1.SubjectAccessReviewSpec"),
    wire(3, "status", Wire::Message(&SubjectAccessReviewStatus), "v1.SubjectAccessReviewStatus").omit_empty(),
] }),
published: true,
};

static SubjectAccessReviewSpec_members: Object = Object {
fields: SharedSlice::Static(&[
    field("extra", object(&pool::values_list_TEXT_zero)),
    field("groups", list(&pool::TEXT_zero).list_type(ListType::Atomic)),
    field("nonResourceAttributes", refer(&NonResourceAttributes)),
    field("resourceAttributes", refer(&ResourceAttributes)),
    field("uid", TEXT),
    field("user", TEXT),
]),
required: SharedSlice::Static(&[]),
additional: Additional::Unset,
};

pub(crate) static SubjectAccessReviewSpec: Definition = Definition {
name: "io.k8s.api.authorization.v1.SubjectAccessReviewSpec",
schema: object(&SubjectAccessReviewSpec_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "resourceAttributes", Wire::Message(&ResourceAttributes), "v1.ResourceAttributes").pointer().omit_empty(),
    wire(2, "nonResourceAttributes", Wire::Message(&NonResourceAttributes), "v1.NonResourceAttributes").pointer().omit_empty(),
    wire(3, "user", Wire::String, "string").omit_empty(),
    wire(4, "groups", Wire::String, "[]string").list().omit_empty(),
    wire(5, "extra", Wire::Message(&ExtraValue), "map[string]v1.ExtraValue").map().omit_empty(),
    wire(6, "uid", Wire::String, "string").omit_empty(),
] }),
published: true,
};

static SubjectAccessReviewStatus_members: Object = Object {
fields: SharedSlice::Static(&[
    field("allowed", BOOL.zero()),
    field("denied", BOOL),
    field("evaluationError", TEXT),
    field("reason", TEXT),
]),
required: SharedSlice::Static(&[text("allowed")]),
additional: Additional::Unset,
};

pub(crate) static SubjectAccessReviewStatus: Definition = Definition {
name: "io.k8s.api.authorization.v1.SubjectAccessReviewStatus",
schema: object(&SubjectAccessReviewStatus_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "allowed", Wire::Bool, "bool"),
    wire(2, "reason", Wire::String, "string").omit_empty(),
    wire(3, "evaluationError", Wire::String, "string").omit_empty(),
    wire(4, "denied", Wire::Bool, "bool").omit_empty(),
] }),
published: true,
};

static SubjectRulesReviewStatus_members: Object = Object {
fields: SharedSlice::Static(&[
    field("evaluationError", TEXT),
    field("incomplete", BOOL.zero()),
    field("nonResourceRules", list(&pool::refer_authorization_v1_NonResourceRule_zero).list_type(ListType::Atomic)),
    field("resourceRules", list(&pool::refer_authorization_v1_ResourceRule_zero).list_type(ListType::Atomic)),
]),
required: SharedSlice::Static(&[text("resourceRules"), text("nonResourceRules"), text("incomplete")]),
additional: Additional::Unset,
};

pub(crate) static SubjectRulesReviewStatus: Definition = Definition {
name: "io.k8s.api.authorization.v1.SubjectRulesReviewStatus",
schema: object(&SubjectRulesReviewStatus_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "resourceRules", Wire::Message(&ResourceRule), "[]v1.ResourceRule").list(),
    wire(2, "nonResourceRules", Wire::Message(&NonResourceRule), "[]v1.NonResourceRule").list(),
    wire(3, "incomplete", Wire::Bool, "bool"),
    wire(4, "evaluationError", Wire::String, "string").omit_empty(),
] }),
published: true,
};
