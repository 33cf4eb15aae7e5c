//! Types of `rbac_v1`. Written by `cargo xtask codegen` from the target version's data; do not edit.

use crate::table::*;
use crate::*;
use super::meta_v1;
use super::pool;

static AggregationRule_members: Object = Object {
fields: SharedSlice::Static(&[
    field("clusterRoleSelectors", list(&pool::refer_meta_v1_LabelSelector_zero).list_type(ListType::Atomic)),
]),
required: SharedSlice::Static(&[]),
additional: Additional::Unset,
};

pub(crate) static AggregationRule: Definition = Definition {
name: "io.k8s.api.rbac.v1.AggregationRule",
schema: object(&AggregationRule_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "clusterRoleSelectors", Wire::Message(&meta_v1::LabelSelector), "[]v1.LabelSelector").list().omit_empty(),
] }),
published: true,
};

static ClusterRole_members: Object = Object {
fields: SharedSlice::Static(&[
    field("aggregationRule", refer(&AggregationRule)),
    field("apiVersion", TEXT),
    field("kind", TEXT),
    field("metadata", refer(&meta_v1::ObjectMeta).zero()),
    field("rules", list(&pool::refer_rbac_v1_PolicyRule_zero).list_type(ListType::Atomic)),
]),
required: SharedSlice::Static(&[]),
additional: Additional::Unset,
};

pub(crate) static ClusterRole: Definition = Definition {
name: "io.k8s.api.rbac.v1.ClusterRole",
schema: object(&ClusterRole_members),
kinds: &[kind("rbac.authorization.k8s.io", "v1", "ClusterRole"), ],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "metadata", Wire::Message(&meta_v1::ObjectMeta), "v1.ObjectMeta").omit_empty(),
    wire(2, "rules", Wire::Message(&PolicyRule), "[]v1.PolicyRule").list(),
    wire(3, "aggregationRule", Wire::Message(&AggregationRule), "v1.AggregationRule").pointer().omit_empty(),
] }),
published: true,
};

static ClusterRoleBinding_members: Object = Object {
fields: SharedSlice::Static(&[
    field("apiVersion", TEXT),
    field("kind", TEXT),
    field("metadata", refer(&meta_v1::ObjectMeta).zero()),
    field("roleRef", refer(&RoleRef).zero()),
    field("subjects", list(&pool::refer_rbac_v1_Subject_zero).list_type(ListType::Atomic)),
]),
required: SharedSlice::Static(&[text("roleRef")]),
additional: Additional::Unset,
};

pub(crate) static ClusterRoleBinding: Definition = Definition {
name: "io.k8s.api.rbac.v1.ClusterRoleBinding",
schema: object(&ClusterRoleBinding_members),
kinds: &[kind("rbac.authorization.k8s.io", "v1", "ClusterRoleBinding"), ],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "metadata", Wire::Message(&meta_v1::ObjectMeta), "v1.ObjectMeta").omit_empty(),
    wire(2, "subjects", Wire::Message(&Subject), "[]v1.Subject").list().omit_empty(),
    wire(3, "roleRef", Wire::Message(&RoleRef), "v1.RoleRef"),
] }),
published: true,
};

static ClusterRoleBindingList_members: Object = Object {
fields: SharedSlice::Static(&[
    field("apiVersion", TEXT),
    field("items", list(&pool::refer_rbac_v1_ClusterRoleBinding_zero)),
    field("kind", TEXT),
    field("metadata", refer(&meta_v1::ListMeta).zero()),
]),
required: SharedSlice::Static(&[text("items")]),
additional: Additional::Unset,
};

pub(crate) static ClusterRoleBindingList: Definition = Definition {
name: "io.k8s.api.rbac.v1.ClusterRoleBindingList",
schema: object(&ClusterRoleBindingList_members),
kinds: &[kind("rbac.authorization.k8s.io", "v1", "ClusterRoleBindingList"), ],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "metadata", Wire::Message(&meta_v1::ListMeta), "v1.ListMeta").omit_empty(),
    wire(2, "items", Wire::Message(&ClusterRoleBinding), "[]v1.ClusterRoleBinding").list(),
] }),
published: true,
};

static ClusterRoleList_members: Object = Object {
fields: SharedSlice::Static(&[
    field("apiVersion", TEXT),
    field("items", list(&pool::refer_rbac_v1_ClusterRole_zero)),
    field("kind", TEXT),
    field("metadata", refer(&meta_v1::ListMeta).zero()),
]),
required: SharedSlice::Static(&[text("items")]),
additional: Additional::Unset,
};

pub(crate) static ClusterRoleList: Definition = Definition {
name: "io.k8s.api.rbac.v1.ClusterRoleList",
schema: object(&ClusterRoleList_members),
kinds: &[kind("rbac.authorization.k8s.io", "v1", "ClusterRoleList"), ],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "metadata", Wire::Message(&meta_v1::ListMeta), "v1.ListMeta").omit_empty(),
    wire(2, "items", Wire::Message(&ClusterRole), "[]v1.ClusterRole").list(),
] }),
published: true,
};

static PolicyRule_members: Object = Object {
fields: SharedSlice::Static(&[
    field("apiGroups", list(&pool::TEXT_zero).list_type(ListType::Atomic)),
    field("nonResourceURLs", list(&pool::TEXT_zero).list_type(ListType::Atomic)),
    field("resourceNames", list(&pool::TEXT_zero).list_type(ListType::Atomic)),
    field("resources", list(&pool::TEXT_zero).list_type(ListType::Atomic)),
    field("verbs", list(&pool::TEXT_zero).list_type(ListType::Atomic)),
]),
required: SharedSlice::Static(&[text("verbs")]),
additional: Additional::Unset,
};

pub(crate) static PolicyRule: Definition = Definition {
name: "io.k8s.api.rbac.v1.PolicyRule",
schema: object(&PolicyRule_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "verbs", Wire::String, "[]string").list(),
    wire(2, "apiGroups", Wire::String, "[]string").list().omit_empty(),
    wire(3, "resources", Wire::String, "[]string").list().omit_empty(),
    wire(4, "resourceNames", Wire::String, "[]string").list().omit_empty(),
    wire(5, "nonResourceURLs", Wire::String, "[]string").list().omit_empty(),
] }),
published: true,
};

static Role_members: Object = Object {
fields: SharedSlice::Static(&[
    field("apiVersion", TEXT),
    field("kind", TEXT),
    field("metadata", refer(&meta_v1::ObjectMeta).zero()),
    field("rules", list(&pool::refer_rbac_v1_PolicyRule_zero).list_type(ListType::Atomic)),
]),
required: SharedSlice::Static(&[]),
additional: Additional::Unset,
};

pub(crate) static Role: Definition = Definition {
name: "io.k8s.api.rbac.v1.Role",
schema: object(&Role_members),
kinds: &[kind("rbac.authorization.k8s.io", "v1", "Role"), ],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "metadata", Wire::Message(&meta_v1::ObjectMeta), "v1.ObjectMeta").omit_empty(),
    wire(2, "rules", Wire::Message(&PolicyRule), "[]v1.PolicyRule").list(),
] }),
published: true,
};

static RoleBinding_members: Object = Object {
fields: SharedSlice::Static(&[
    field("apiVersion", TEXT),
    field("kind", TEXT),
    field("metadata", refer(&meta_v1::ObjectMeta).zero()),
    field("roleRef", refer(&RoleRef).zero()),
    field("subjects", list(&pool::refer_rbac_v1_Subject_zero).list_type(ListType::Atomic)),
]),
required: SharedSlice::Static(&[text("roleRef")]),
additional: Additional::Unset,
};

pub(crate) static RoleBinding: Definition = Definition {
name: "io.k8s.api.rbac.v1.RoleBinding",
schema: object(&RoleBinding_members),
kinds: &[kind("rbac.authorization.k8s.io", "v1", "RoleBinding"), ],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "metadata", Wire::Message(&meta_v1::ObjectMeta), "v1.ObjectMeta").omit_empty(),
    wire(2, "subjects", Wire::Message(&Subject), "[]v1.Subject").list().omit_empty(),
    wire(3, "roleRef", Wire::Message(&RoleRef), "v1.RoleRef"),
] }),
published: true,
};

static RoleBindingList_members: Object = Object {
fields: SharedSlice::Static(&[
    field("apiVersion", TEXT),
    field("items", list(&pool::refer_rbac_v1_RoleBinding_zero)),
    field("kind", TEXT),
    field("metadata", refer(&meta_v1::ListMeta).zero()),
]),
required: SharedSlice::Static(&[text("items")]),
additional: Additional::Unset,
};

pub(crate) static RoleBindingList: Definition = Definition {
name: "io.k8s.api.rbac.v1.RoleBindingList",
schema: object(&RoleBindingList_members),
kinds: &[kind("rbac.authorization.k8s.io", "v1", "RoleBindingList"), ],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "metadata", Wire::Message(&meta_v1::ListMeta), "v1.ListMeta").omit_empty(),
    wire(2, "items", Wire::Message(&RoleBinding), "[]v1.RoleBinding").list(),
] }),
published: true,
};

static RoleList_members: Object = Object {
fields: SharedSlice::Static(&[
    field("apiVersion", TEXT),
    field("items", list(&pool::refer_rbac_v1_Role_zero)),
    field("kind", TEXT),
    field("metadata", refer(&meta_v1::ListMeta).zero()),
]),
required: SharedSlice::Static(&[text("items")]),
additional: Additional::Unset,
};

pub(crate) static RoleList: Definition = Definition {
name: "io.k8s.api.rbac.v1.RoleList",
schema: object(&RoleList_members),
kinds: &[kind("rbac.authorization.k8s.io", "v1", "RoleList"), ],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "metadata", Wire::Message(&meta_v1::ListMeta), "v1.ListMeta").omit_empty(),
    wire(2, "items", Wire::Message(&Role), "[]v1.Role").list(),
] }),
published: true,
};

static RoleRef_members: Object = Object {
fields: SharedSlice::Static(&[
    field("apiGroup", TEXT.zero()),
    field("kind", TEXT.zero()),
    field("name", TEXT.zero()),
]),
required: SharedSlice::Static(&[text("kind"), text("name")]),
additional: Additional::Unset,
};

pub(crate) static RoleRef: Definition = Definition {
name: "io.k8s.api.rbac.v1.RoleRef",
schema: object(&RoleRef_members).map_type(MapType::Atomic),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "apiGroup", Wire::String, "string"),
    wire(2, "kind", Wire::String, "string"),
    wire(3, "name", Wire::String, "string"),
] }),
published: true,
};

static Subject_members: Object = Object {
fields: SharedSlice::Static(&[
    field("apiGroup", TEXT),
    field("kind", TEXT.zero()),
    field("name", TEXT.zero()),
    field("namespace", TEXT),
]),
required: SharedSlice::Static(&[text("kind"), text("name")]),
additional: Additional::Unset,
};

pub(crate) static Subject: Definition = Definition {
name: "io.k8s.api.rbac.v1.Subject",
schema: object(&Subject_members).map_type(MapType::Atomic),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "kind", Wire::String, "string"),
    wire(2, "apiGroup", Wire::String, "string").omit_empty(),
    wire(3, "name", Wire::String, "string"),
    wire(4, "namespace", Wire::String, "string").omit_empty(),
] }),
published: true,
};
