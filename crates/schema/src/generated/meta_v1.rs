//! Types of `meta_v1`. Written by `cargo xtask codegen` from the target version's data; do not edit.

use crate::table::*;
use crate::*;
use super::runtime;
use super::pool;

static APIGroup_members: Object = Object {
fields: SharedSlice::Static(&[
    field("apiVersion", TEXT),
    field("kind", TEXT),
    field("name", TEXT.zero()),
    field("preferredVersion", refer(&GroupVersionForDiscovery).zero()),
    field("serverAddressByClientCIDRs", list(&pool::refer_meta_v1_ServerAddressByClientCIDR_zero).list_type(ListType::Atomic)),
    field("versions", list(&pool::refer_meta_v1_GroupVersionForDiscovery_zero).list_type(ListType::Atomic)),
]),
required: SharedSlice::Static(&[text("name"), text("versions")]),
additional: Additional::Unset,
};

pub(crate) static APIGroup: Definition = Definition {
name: "io.k8s.apimachinery.pkg.apis.meta.v1.APIGroup",
schema: object(&APIGroup_members),
kinds: &[kind("", "v1", "APIGroup"), ],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "name", Wire::String, "string"),
    wire(2, "versions", Wire::Message(&GroupVersionForDiscovery), "[]v1.GroupVersionForDiscovery").list(),
    wire(3, "preferredVersion", Wire::Message(&GroupVersionForDiscovery), "v1.GroupVersionForDiscovery").omit_empty(),
    wire(4, "serverAddressByClientCIDRs", Wire::Message(&ServerAddressByClientCIDR), "[]v1.ServerAddressByClientCIDR").list().omit_empty(),
] }),
published: true,
};

static APIGroupList_members: Object = Object {
fields: SharedSlice::Static(&[
    field("apiVersion", TEXT),
    field("groups", list(&pool::refer_meta_v1_APIGroup_zero).list_type(ListType::Atomic)),
    field("kind", TEXT),
]),
required: SharedSlice::Static(&[text("groups")]),
additional: Additional::Unset,
};

pub(crate) static APIGroupList: Definition = Definition {
name: "io.k8s.apimachinery.pkg.apis.meta.v1.APIGroupList",
schema: object(&APIGroupList_members),
kinds: &[kind("", "v1", "APIGroupList"), ],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "groups", Wire::Message(&APIGroup), "[]v1.APIGroup").list(),
] }),
published: true,
};

static APIResource_members: Object = Object {
fields: SharedSlice::Static(&[
    field("categories", list(&pool::TEXT_zero).list_type(ListType::Atomic)),
    field("group", TEXT),
    field("kind", TEXT.zero()),
    field("name", TEXT.zero()),
    field("namespaced", BOOL.zero()),
    field("shortNames", list(&pool::TEXT_zero).list_type(ListType::Atomic)),
    field("singularName", TEXT.zero()),
    field("storageVersionHash", TEXT),
    field("verbs", list(&pool::TEXT_zero)),
    field("version", TEXT),
]),
required: SharedSlice::Static(&[text("name"), text("singularName"), text("namespaced"), text("kind"), text("verbs")]),
additional: Additional::Unset,
};

pub(crate) static APIResource: Definition = Definition {
name: "io.k8s.apimachinery.pkg.apis.meta.v1.APIResource",
schema: object(&APIResource_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "name", Wire::String, "string"),
    wire(2, "namespaced", Wire::Bool, "bool"),
    wire(3, "kind", Wire::String, "string"),
    wire(4, "verbs", Wire::Message(&Verbs), "v1.Verbs"),
    wire(5, "shortNames", Wire::String, "[]string").list().omit_empty(),
    wire(6, "singularName", Wire::String, "string"),
    wire(7, "categories", Wire::String, "[]string").list().omit_empty(),
    wire(8, "group", Wire::String, "string").omit_empty(),
    wire(9, "version", Wire::String, "string").omit_empty(),
    wire(10, "storageVersionHash", Wire::String, "string").omit_empty(),
] }),
published: true,
};

static APIResourceList_members: Object = Object {
fields: SharedSlice::Static(&[
    field("apiVersion", TEXT),
    field("groupVersion", TEXT.zero()),
    field("kind", TEXT),
    field("resources", list(&pool::refer_meta_v1_APIResource_zero).list_type(ListType::Atomic)),
]),
required: SharedSlice::Static(&[text("groupVersion"), text("resources")]),
additional: Additional::Unset,
};

pub(crate) static APIResourceList: Definition = Definition {
name: "io.k8s.apimachinery.pkg.apis.meta.v1.APIResourceList",
schema: object(&APIResourceList_members),
kinds: &[kind("", "v1", "APIResourceList"), ],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "groupVersion", Wire::String, "string"),
    wire(2, "resources", Wire::Message(&APIResource), "[]v1.APIResource").list(),
] }),
published: true,
};

static APIVersions_members: Object = Object {
fields: SharedSlice::Static(&[
    field("apiVersion", TEXT),
    field("kind", TEXT),
    field("serverAddressByClientCIDRs", list(&pool::refer_meta_v1_ServerAddressByClientCIDR_zero).list_type(ListType::Atomic)),
    field("versions", list(&pool::TEXT_zero).list_type(ListType::Atomic)),
]),
required: SharedSlice::Static(&[text("versions"), text("serverAddressByClientCIDRs")]),
additional: Additional::Unset,
};

pub(crate) static APIVersions: Definition = Definition {
name: "io.k8s.apimachinery.pkg.apis.meta.v1.APIVersions",
schema: object(&APIVersions_members),
kinds: &[kind("", "v1", "APIVersions"), ],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "versions", Wire::String, "[]string").list(),
    wire(2, "serverAddressByClientCIDRs", Wire::Message(&ServerAddressByClientCIDR), "[]v1.ServerAddressByClientCIDR").list(),
] }),
published: true,
};

static ApplyOptions_members: Object = Object {
fields: SharedSlice::Static(&[
    field("apiVersion", TEXT),
    field("dryRun", list(&pool::only_TEXT)),
    field("fieldManager", TEXT),
    field("force", BOOL),
    field("kind", TEXT),
]),
required: SharedSlice::Static(&[]),
additional: Additional::Unset,
};

pub(crate) static ApplyOptions: Definition = Definition {
name: "io.k8s.apimachinery.pkg.apis.meta.v1.ApplyOptions",
schema: object(&ApplyOptions_members),
kinds: &[kind("meta.k8s.io", "v1", "ApplyOptions"), ],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "dryRun", Wire::String, "[]string").list().omit_empty(),
    wire(2, "force", Wire::Bool, "bool"),
    wire(3, "fieldManager", Wire::String, "string"),
] }),
published: false,
};

static Condition_members: Object = Object {
fields: SharedSlice::Static(&[
    field("lastTransitionTime", refer(&Time)),
    field("message", TEXT.zero()),
    field("observedGeneration", INT64),
    field("reason", TEXT.zero()),
    field("status", TEXT.zero()),
    field("type", TEXT.zero()),
]),
required: SharedSlice::Static(&[text("type"), text("status"), text("lastTransitionTime"), text("reason"), text("message")]),
additional: Additional::Unset,
};

pub(crate) static Condition: Definition = Definition {
name: "io.k8s.apimachinery.pkg.apis.meta.v1.Condition",
schema: object(&Condition_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "type", Wire::String, "string"),
    wire(2, "status", Wire::String, "v1.ConditionStatus"),
    wire(3, "observedGeneration", Wire::Int64, "int64").omit_empty(),
    wire(4, "lastTransitionTime", Wire::Message(&Time), "v1.Time"),
    wire(5, "reason", Wire::String, "string"),
    wire(6, "message", Wire::String, "string"),
] }),
published: true,
};

static CreateOptions_members: Object = Object {
fields: SharedSlice::Static(&[
    field("apiVersion", TEXT),
    field("dryRun", list(&pool::only_TEXT)),
    field("fieldManager", TEXT),
    field("fieldValidation", TEXT),
    field("kind", TEXT),
]),
required: SharedSlice::Static(&[]),
additional: Additional::Unset,
};

pub(crate) static CreateOptions: Definition = Definition {
name: "io.k8s.apimachinery.pkg.apis.meta.v1.CreateOptions",
schema: object(&CreateOptions_members),
kinds: &[kind("", "v1", "CreateOptions"), ],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "dryRun", Wire::String, "[]string").list().omit_empty(),
    wire(3, "fieldManager", Wire::String, "string").omit_empty(),
    wire(4, "fieldValidation", Wire::String, "string").omit_empty(),
] }),
published: false,
};

static DeleteOptions_members: Object = Object {
fields: SharedSlice::Static(&[
    field("apiVersion", TEXT),
    field("dryRun", list(&pool::TEXT_zero).list_type(ListType::Atomic)),
    field("gracePeriodSeconds", INT64),
    field("ignoreStoreReadErrorWithClusterBreakingPotential", BOOL),
    field("kind", TEXT),
    field("orphanDependents", BOOL),
    field("preconditions", refer(&Preconditions)),
    field("propagationPolicy", TEXT),
]),
required: SharedSlice::Static(&[]),
additional: Additional::Unset,
};

pub(crate) static DeleteOptions: Definition = Definition {
name: "io.k8s.apimachinery.pkg.apis.meta.v1.DeleteOptions",
schema: object(&DeleteOptions_members),
kinds: &[kind("", "v1", "DeleteOptions"), ],
in_every_group: true,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "gracePeriodSeconds", Wire::Int64, "int64").pointer().omit_empty(),
    wire(2, "preconditions", Wire::Message(&Preconditions), "v1.Preconditions").pointer().omit_empty(),
    wire(3, "orphanDependents", Wire::Bool, "bool").pointer().omit_empty(),
    wire(4, "propagationPolicy", Wire::String, "v1.DeletionPropagation").pointer().omit_empty(),
    wire(5, "dryRun", Wire::String, "[]string").list().omit_empty(),
    wire(6, "ignoreStoreReadErrorWithClusterBreakingPotential", Wire::Bool, "bool").pointer().omit_empty(),
] }),
published: true,
};

pub(crate) static Duration: Definition = Definition {
name: "io.k8s.apimachinery.pkg.apis.meta.v1.Duration",
schema: TEXT,
kinds: &[],
in_every_group: false,
special: Special::Duration,
message: None,
published: false,
};

static FieldSelectorRequirement_members: Object = Object {
fields: SharedSlice::Static(&[
    field("key", TEXT.zero()),
    field("operator", TEXT.zero()),
    field("values", list(&pool::TEXT_zero).list_type(ListType::Atomic)),
]),
required: SharedSlice::Static(&[text("key"), text("operator")]),
additional: Additional::Unset,
};

pub(crate) static FieldSelectorRequirement: Definition = Definition {
name: "io.k8s.apimachinery.pkg.apis.meta.v1.FieldSelectorRequirement",
schema: object(&FieldSelectorRequirement_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "key", Wire::String, "string"),
    wire(2, "operator", Wire::String, "v1.FieldSelectorOperator"),
    wire(3, "values", Wire::String, "[]string").list().omit_empty(),
] }),
published: true,
};

pub(crate) static FieldsV1: Definition = Definition {
name: "io.k8s.apimachinery.pkg.apis.meta.v1.FieldsV1",
schema: object(&EMPTY),
kinds: &[],
in_every_group: false,
special: Special::FieldsV1,
message: None,
published: true,
};

static GetOptions_members: Object = Object {
fields: SharedSlice::Static(&[
    field("apiVersion", TEXT),
    field("kind", TEXT),
    field("resourceVersion", TEXT),
]),
required: SharedSlice::Static(&[]),
additional: Additional::Unset,
};

pub(crate) static GetOptions: Definition = Definition {
name: "io.k8s.apimachinery.pkg.apis.meta.v1.GetOptions",
schema: object(&GetOptions_members),
kinds: &[kind("", "v1", "GetOptions"), ],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "resourceVersion", Wire::String, "string").omit_empty(),
] }),
published: false,
};

static GroupKind_members: Object = Object {
fields: SharedSlice::Static(&[
    field("group", TEXT),
    field("kind", TEXT),
]),
required: SharedSlice::Static(&[]),
additional: Additional::Unset,
};

pub(crate) static GroupKind: Definition = Definition {
name: "io.k8s.apimachinery.pkg.apis.meta.v1.GroupKind",
schema: object(&GroupKind_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "group", Wire::String, "string"),
    wire(2, "kind", Wire::String, "string"),
] }),
published: false,
};

static GroupResource_members: Object = Object {
fields: SharedSlice::Static(&[
    field("group", TEXT),
    field("resource", TEXT),
]),
required: SharedSlice::Static(&[]),
additional: Additional::Unset,
};

pub(crate) static GroupResource: Definition = Definition {
name: "io.k8s.apimachinery.pkg.apis.meta.v1.GroupResource",
schema: object(&GroupResource_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "group", Wire::String, "string"),
    wire(2, "resource", Wire::String, "string"),
] }),
published: false,
};

static GroupVersion_members: Object = Object {
fields: SharedSlice::Static(&[
    field("group", TEXT),
    field("version", TEXT),
]),
required: SharedSlice::Static(&[]),
additional: Additional::Unset,
};

pub(crate) static GroupVersion: Definition = Definition {
name: "io.k8s.apimachinery.pkg.apis.meta.v1.GroupVersion",
schema: object(&GroupVersion_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "group", Wire::String, "string"),
    wire(2, "version", Wire::String, "string"),
] }),
published: false,
};

static GroupVersionForDiscovery_members: Object = Object {
fields: SharedSlice::Static(&[
    field("groupVersion", TEXT.zero()),
    field("version", TEXT.zero()),
]),
required: SharedSlice::Static(&[text("groupVersion"), text("version")]),
additional: Additional::Unset,
};

pub(crate) static GroupVersionForDiscovery: Definition = Definition {
name: "io.k8s.apimachinery.pkg.apis.meta.v1.GroupVersionForDiscovery",
schema: object(&GroupVersionForDiscovery_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "groupVersion", Wire::String, "string"),
    wire(2, "version", Wire::String, "string"),
] }),
published: true,
};

static GroupVersionKind_members: Object = Object {
fields: SharedSlice::Static(&[
    field("group", TEXT),
    field("kind", TEXT),
    field("version", TEXT),
]),
required: SharedSlice::Static(&[]),
additional: Additional::Unset,
};

pub(crate) static GroupVersionKind: Definition = Definition {
name: "io.k8s.apimachinery.pkg.apis.meta.v1.GroupVersionKind",
schema: object(&GroupVersionKind_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "group", Wire::String, "string"),
    wire(2, "version", Wire::String, "string"),
    wire(3, "kind", Wire::String, "string"),
] }),
published: false,
};

static GroupVersionResource_members: Object = Object {
fields: SharedSlice::Static(&[
    field("group", TEXT),
    field("resource", TEXT),
    field("version", TEXT),
]),
required: SharedSlice::Static(&[]),
additional: Additional::Unset,
};

pub(crate) static GroupVersionResource: Definition = Definition {
name: "io.k8s.apimachinery.pkg.apis.meta.v1.GroupVersionResource",
schema: object(&GroupVersionResource_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "group", Wire::String, "string"),
    wire(2, "version", Wire::String, "string"),
    wire(3, "resource", Wire::String, "string"),
] }),
published: false,
};

static LabelSelector_members: Object = Object {
fields: SharedSlice::Static(&[
    field("matchExpressions", list(&pool::refer_meta_v1_LabelSelectorRequirement_zero).list_type(ListType::Atomic)),
    field("matchLabels", object(&pool::values_TEXT_zero)),
]),
required: SharedSlice::Static(&[]),
additional: Additional::Unset,
};

pub(crate) static LabelSelector: Definition = Definition {
name: "io.k8s.apimachinery.pkg.apis.meta.v1.LabelSelector",
schema: object(&LabelSelector_members).map_type(MapType::Atomic),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "matchLabels", Wire::String, "map[string]string").map().omit_empty(),
    wire(2, "matchExpressions", Wire::Message(&LabelSelectorRequirement), "[]v1.LabelSelectorRequirement").list().omit_empty(),
] }),
published: true,
};

static LabelSelectorRequirement_members: Object = Object {
fields: SharedSlice::Static(&[
    field("key", TEXT.zero()),
    field("operator", TEXT.zero()),
    field("values", list(&pool::TEXT_zero).list_type(ListType::Atomic)),
]),
required: SharedSlice::Static(&[text("key"), text("operator")]),
additional: Additional::Unset,
};

pub(crate) static LabelSelectorRequirement: Definition = Definition {
name: "io.k8s.apimachinery.pkg.apis.meta.v1.LabelSelectorRequirement",
schema: object(&LabelSelectorRequirement_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "key", Wire::String, "string"),
    wire(2, "operator", Wire::String, "v1.LabelSelectorOperator"),
    wire(3, "values", Wire::String, "[]string").list().omit_empty(),
] }),
published: true,
};

static List_members: Object = Object {
fields: SharedSlice::Static(&[
    field("apiVersion", TEXT),
    field("items", list(&pool::bare_runtime_RawExtension)),
    field("kind", TEXT),
    field("metadata", bare(&ListMeta)),
]),
required: SharedSlice::Static(&[]),
additional: Additional::Unset,
};

pub(crate) static List: Definition = Definition {
name: "io.k8s.apimachinery.pkg.apis.meta.v1.List",
schema: object(&List_members),
kinds: &[kind("", "v1", "List"), ],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "metadata", Wire::Message(&ListMeta), "v1.ListMeta").omit_empty(),
    wire(2, "items", Wire::Message(&runtime::RawExtension), "[]runtime.RawExtension").list(),
] }),
published: false,
};

static ListMeta_members: Object = Object {
fields: SharedSlice::Static(&[
    field("continue", TEXT),
    field("remainingItemCount", INT64),
    field("resourceVersion", TEXT),
    field("selfLink", TEXT),
    field("shardInfo", refer(&ShardInfo)),
]),
required: SharedSlice::Static(&[]),
additional: Additional::Unset,
};

pub(crate) static ListMeta: Definition = Definition {
name: "io.k8s.apimachinery.pkg.apis.meta.v1.ListMeta",
schema: object(&ListMeta_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "selfLink", Wire::String, "string").omit_empty(),
    wire(2, "resourceVersion", Wire::String, "string").omit_empty(),
    wire(3, "continue", Wire::String, "string").omit_empty(),
    wire(4, "remainingItemCount", Wire::Int64, "int64").pointer().omit_empty(),
    wire(5, "shardInfo", Wire::Message(&ShardInfo), "v1.ShardInfo").pointer().omit_empty(),
] }),
published: true,
};

static ListOptions_members: Object = Object {
fields: SharedSlice::Static(&[
    field("allowWatchBookmarks", BOOL),
    field("apiVersion", TEXT),
    field("continue", TEXT),
    field("fieldSelector", TEXT),
    field("kind", TEXT),
    field("labelSelector", TEXT),
    field("limit", INT64),
    field("resourceVersion", TEXT),
    field("resourceVersionMatch", TEXT),
    field("sendInitialEvents", BOOL),
    field("shardSelector", TEXT),
    field("timeoutSeconds", INT64),
    field("watch", BOOL),
]),
required: SharedSlice::Static(&[]),
additional: Additional::Unset,
};

pub(crate) static ListOptions: Definition = Definition {
name: "io.k8s.apimachinery.pkg.apis.meta.v1.ListOptions",
schema: object(&ListOptions_members),
kinds: &[kind("", "v1", "ListOptions"), ],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "labelSelector", Wire::String, "string").omit_empty(),
    wire(2, "fieldSelector", Wire::String, "string").omit_empty(),
    wire(3, "watch", Wire::Bool, "bool").omit_empty(),
    wire(4, "resourceVersion", Wire::String, "string").omit_empty(),
    wire(5, "timeoutSeconds", Wire::Int64, "int64").pointer().omit_empty(),
    wire(7, "limit", Wire::Int64, "int64").omit_empty(),
    wire(8, "continue", Wire::String, "string").omit_empty(),
    wire(9, "allowWatchBookmarks", Wire::Bool, "bool").omit_empty(),
    wire(10, "resourceVersionMatch", Wire::String, "v1.ResourceVersionMatch").omit_empty(),
    wire(11, "sendInitialEvents", Wire::Bool, "bool").pointer().omit_empty(),
    wire(15, "shardSelector", Wire::String, "string").omit_empty(),
] }),
published: false,
};

static ManagedFieldsEntry_members: Object = Object {
fields: SharedSlice::Static(&[
    field("apiVersion", TEXT),
    field("fieldsType", TEXT),
    field("fieldsV1", refer(&FieldsV1)),
    field("manager", TEXT),
    field("operation", TEXT),
    field("subresource", TEXT),
    field("time", refer(&Time)),
]),
required: SharedSlice::Static(&[]),
additional: Additional::Unset,
};

pub(crate) static ManagedFieldsEntry: Definition = Definition {
name: "io.k8s.apimachinery.pkg.apis.meta.v1.ManagedFieldsEntry",
schema: object(&ManagedFieldsEntry_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "manager", Wire::String, "string").omit_empty(),
    wire(2, "operation", Wire::String, "v1.ManagedFieldsOperationType").omit_empty(),
    wire(3, "apiVersion", Wire::String, "string").omit_empty(),
    wire(4, "time", Wire::Message(&Time), "v1.Time").pointer().omit_empty(),
    wire(6, "fieldsType", Wire::String, "string").omit_empty(),
    wire(7, "fieldsV1", Wire::Message(&FieldsV1), "v1.FieldsV1").pointer().omit_empty(),
    wire(8, "subresource", Wire::String, "string").omit_empty(),
] }),
published: true,
};

pub(crate) static MicroTime: Definition = Definition {
name: "io.k8s.apimachinery.pkg.apis.meta.v1.MicroTime",
schema: DATE,
kinds: &[],
in_every_group: false,
special: Special::MicroTime,
message: None,
published: true,
};

static ObjectMeta_members: Object = Object {
fields: SharedSlice::Static(&[
    field("annotations", object(&pool::values_TEXT_zero)),
    field("creationTimestamp", refer(&Time)),
    field("deletionGracePeriodSeconds", INT64),
    field("deletionTimestamp", refer(&Time)),
    field("finalizers", list(&pool::TEXT_zero).list_type(ListType::Set).patch(PatchStrategy::Merge)),
    field("generateName", TEXT),
    field("generation", INT64),
    field("labels", object(&pool::values_TEXT_zero)),
    field("managedFields", list(&pool::refer_meta_v1_ManagedFieldsEntry_zero).list_type(ListType::Atomic)),
    field("name", TEXT),
    field("namespace", TEXT),
    field("ownerReferences", list(&pool::refer_meta_v1_OwnerReference_zero).list_type(ListType::Map).patch(PatchStrategy::Merge).extra(&pool::merge_keys_only_uid_Some_uid)),
    field("resourceVersion", TEXT),
    field("selfLink", TEXT),
    field("uid", TEXT),
]),
required: SharedSlice::Static(&[]),
additional: Additional::Unset,
};

pub(crate) static ObjectMeta: Definition = Definition {
name: "io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta",
schema: object(&ObjectMeta_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "name", Wire::String, "string").omit_empty(),
    wire(2, "generateName", Wire::String, "string").omit_empty(),
    wire(3, "namespace", Wire::String, "string").omit_empty(),
    wire(4, "selfLink", Wire::String, "string").omit_empty(),
    wire(5, "uid", Wire::String, "types.UID").omit_empty(),
    wire(6, "resourceVersion", Wire::String, "string").omit_empty(),
    wire(7, "generation", Wire::Int64, "int64").omit_empty(),
    wire(8, "creationTimestamp", Wire::Message(&Time), "v1.Time").omit_empty().omit_zero(),
    wire(9, "deletionTimestamp", Wire::Message(&Time), "v1.Time").pointer().omit_empty(),
    wire(10, "deletionGracePeriodSeconds", Wire::Int64, "int64").pointer().omit_empty(),
    wire(11, "labels", Wire::String, "map[string]string").map().omit_empty(),
    wire(12, "annotations", Wire::String, "map[string]string").map().omit_empty(),
    wire(13, "ownerReferences", Wire::Message(&OwnerReference), "[]v1.OwnerReference").list().omit_empty(),
    wire(14, "finalizers", Wire::String, "[]string").list().omit_empty(),
    wire(17, "managedFields", Wire::Message(&ManagedFieldsEntry), "[]v1.ManagedFieldsEntry").list().omit_empty(),
] }),
published: true,
};

static OwnerReference_members: Object = Object {
fields: SharedSlice::Static(&[
    field("apiVersion", TEXT.zero()),
    field("blockOwnerDeletion", BOOL),
    field("controller", BOOL),
    field("kind", TEXT.zero()),
    field("name", TEXT.zero()),
    field("uid", TEXT.zero()),
]),
required: SharedSlice::Static(&[text("apiVersion"), text("kind"), text("name"), text("uid")]),
additional: Additional::Unset,
};

pub(crate) static OwnerReference: Definition = Definition {
name: "io.k8s.apimachinery.pkg.apis.meta.v1.OwnerReference",
schema: object(&OwnerReference_members).map_type(MapType::Atomic),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "kind", Wire::String, "string"),
    wire(3, "name", Wire::String, "string"),
    wire(4, "uid", Wire::String, "types.UID"),
    wire(5, "apiVersion", Wire::String, "string"),
    wire(6, "controller", Wire::Bool, "bool").pointer().omit_empty(),
    wire(7, "blockOwnerDeletion", Wire::Bool, "bool").pointer().omit_empty(),
] }),
published: true,
};

static PartialObjectMetadata_members: Object = Object {
fields: SharedSlice::Static(&[
    field("apiVersion", TEXT),
    field("kind", TEXT),
    field("metadata", bare(&ObjectMeta)),
]),
required: SharedSlice::Static(&[]),
additional: Additional::Unset,
};

pub(crate) static PartialObjectMetadata: Definition = Definition {
name: "io.k8s.apimachinery.pkg.apis.meta.v1.PartialObjectMetadata",
schema: object(&PartialObjectMetadata_members),
kinds: &[kind("meta.k8s.io", "v1", "PartialObjectMetadata"), ],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "metadata", Wire::Message(&ObjectMeta), "v1.ObjectMeta").omit_empty(),
] }),
published: false,
};

static PartialObjectMetadataList_members: Object = Object {
fields: SharedSlice::Static(&[
    field("apiVersion", TEXT),
    field("items", list(&pool::bare_meta_v1_PartialObjectMetadata)),
    field("kind", TEXT),
    field("metadata", bare(&ListMeta)),
]),
required: SharedSlice::Static(&[]),
additional: Additional::Unset,
};

pub(crate) static PartialObjectMetadataList: Definition = Definition {
name: "io.k8s.apimachinery.pkg.apis.meta.v1.PartialObjectMetadataList",
schema: object(&PartialObjectMetadataList_members),
kinds: &[kind("meta.k8s.io", "v1", "PartialObjectMetadataList"), ],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "metadata", Wire::Message(&ListMeta), "v1.ListMeta").omit_empty(),
    wire(2, "items", Wire::Message(&PartialObjectMetadata), "[]v1.PartialObjectMetadata").list(),
] }),
published: false,
};

pub(crate) static Patch: Definition = Definition {
name: "io.k8s.apimachinery.pkg.apis.meta.v1.Patch",
schema: object(&EMPTY),
kinds: &[],
in_every_group: false,
special: Special::None,
message: None,
published: true,
};

static PatchOptions_members: Object = Object {
fields: SharedSlice::Static(&[
    field("apiVersion", TEXT),
    field("dryRun", list(&pool::only_TEXT)),
    field("fieldManager", TEXT),
    field("fieldValidation", TEXT),
    field("force", BOOL),
    field("kind", TEXT),
]),
required: SharedSlice::Static(&[]),
additional: Additional::Unset,
};

pub(crate) static PatchOptions: Definition = Definition {
name: "io.k8s.apimachinery.pkg.apis.meta.v1.PatchOptions",
schema: object(&PatchOptions_members),
kinds: &[kind("", "v1", "PatchOptions"), ],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "dryRun", Wire::String, "[]string").list().omit_empty(),
    wire(2, "force", Wire::Bool, "bool").pointer().omit_empty(),
    wire(3, "fieldManager", Wire::String, "string").omit_empty(),
    wire(4, "fieldValidation", Wire::String, "string").omit_empty(),
] }),
published: false,
};

static Preconditions_members: Object = Object {
fields: SharedSlice::Static(&[
    field("resourceVersion", TEXT),
    field("uid", TEXT),
]),
required: SharedSlice::Static(&[]),
additional: Additional::Unset,
};

pub(crate) static Preconditions: Definition = Definition {
name: "io.k8s.apimachinery.pkg.apis.meta.v1.Preconditions",
schema: object(&Preconditions_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "uid", Wire::String, "types.UID").pointer().omit_empty(),
    wire(2, "resourceVersion", Wire::String, "string").pointer().omit_empty(),
] }),
published: true,
};

static RootPaths_members: Object = Object {
fields: SharedSlice::Static(&[
    field("paths", list(&pool::only_TEXT)),
]),
required: SharedSlice::Static(&[]),
additional: Additional::Unset,
};

pub(crate) static RootPaths: Definition = Definition {
name: "io.k8s.apimachinery.pkg.apis.meta.v1.RootPaths",
schema: object(&RootPaths_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "paths", Wire::String, "[]string").list(),
] }),
published: false,
};

static ServerAddressByClientCIDR_members: Object = Object {
fields: SharedSlice::Static(&[
    field("clientCIDR", TEXT.zero()),
    field("serverAddress", TEXT.zero()),
]),
required: SharedSlice::Static(&[text("clientCIDR"), text("serverAddress")]),
additional: Additional::Unset,
};

pub(crate) static ServerAddressByClientCIDR: Definition = Definition {
name: "io.k8s.apimachinery.pkg.apis.meta.v1.ServerAddressByClientCIDR",
schema: object(&ServerAddressByClientCIDR_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "clientCIDR", Wire::String, "string"),
    wire(2, "serverAddress", Wire::String, "string"),
] }),
published: true,
};

static ShardInfo_members: Object = Object {
fields: SharedSlice::Static(&[
    field("selector", TEXT.zero()),
]),
required: SharedSlice::Static(&[text("selector")]),
additional: Additional::Unset,
};

pub(crate) static ShardInfo: Definition = Definition {
name: "io.k8s.apimachinery.pkg.apis.meta.v1.ShardInfo",
schema: object(&ShardInfo_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "selector", Wire::String, "string"),
] }),
published: true,
};

static Status_members: Object = Object {
fields: SharedSlice::Static(&[
    field("apiVersion", TEXT),
    field("code", INT32),
    field("details", refer(&StatusDetails)),
    field("kind", TEXT),
    field("message", TEXT),
    field("metadata", refer(&ListMeta).zero()),
    field("reason", TEXT),
    field("status", TEXT),
]),
required: SharedSlice::Static(&[]),
additional: Additional::Unset,
};

pub(crate) static Status: Definition = Definition {
name: "io.k8s.apimachinery.pkg.apis.meta.v1.Status",
schema: object(&Status_members),
kinds: &[kind("", "v1", "Status"), ],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "metadata", Wire::Message(&ListMeta), "v1.ListMeta").omit_empty(),
    wire(2, "status", Wire::String, "string").omit_empty(),
    wire(3, "message", Wire::String, "string").omit_empty(),
    wire(4, "reason", Wire::String, "v1.StatusReason").omit_empty(),
    wire(5, "details", Wire::Message(&StatusDetails), "v1.StatusDetails").pointer().omit_empty(),
    wire(6, "code", Wire::Int32, "int32").omit_empty(),
] }),
published: true,
};

static StatusCause_members: Object = Object {
fields: SharedSlice::Static(&[
    field("field", TEXT),
    field("message", TEXT),
    field("reason", TEXT),
]),
required: SharedSlice::Static(&[]),
additional: Additional::Unset,
};

pub(crate) static StatusCause: Definition = Definition {
name: "io.k8s.apimachinery.pkg.apis.meta.v1.StatusCause",
schema: object(&StatusCause_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "reason", Wire::String, "v1.CauseType").omit_empty(),
    wire(2, "message", Wire::String, "string").omit_empty(),
    wire(3, "field", Wire::String, "string").omit_empty(),
] }),
published: true,
};

static StatusDetails_members: Object = Object {
fields: SharedSlice::Static(&[
    field("causes", list(&pool::refer_meta_v1_StatusCause_zero).list_type(ListType::Atomic)),
    field("group", TEXT),
    field("kind", TEXT),
    field("name", TEXT),
    field("retryAfterSeconds", INT32),
    field("uid", TEXT),
]),
required: SharedSlice::Static(&[]),
additional: Additional::Unset,
};

pub(crate) static StatusDetails: Definition = Definition {
name: "io.k8s.apimachinery.pkg.apis.meta.v1.StatusDetails",
schema: object(&StatusDetails_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "name", Wire::String, "string").omit_empty(),
    wire(2, "group", Wire::String, "string").omit_empty(),
    wire(3, "kind", Wire::String, "string").omit_empty(),
    wire(4, "causes", Wire::Message(&StatusCause), "[]v1.StatusCause").list().omit_empty(),
    wire(5, "retryAfterSeconds", Wire::Int32, "int32").omit_empty(),
    wire(6, "uid", Wire::String, "types.UID").omit_empty(),
] }),
published: true,
};

static TableOptions_members: Object = Object {
fields: SharedSlice::Static(&[
    field("apiVersion", TEXT),
    field("includeObject", TEXT),
    field("kind", TEXT),
]),
required: SharedSlice::Static(&[]),
additional: Additional::Unset,
};

pub(crate) static TableOptions: Definition = Definition {
name: "io.k8s.apimachinery.pkg.apis.meta.v1.TableOptions",
schema: object(&TableOptions_members),
kinds: &[kind("meta.k8s.io", "v1", "TableOptions"), ],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "includeObject", Wire::String, "v1.IncludeObjectPolicy").omit_empty(),
] }),
published: false,
};

pub(crate) static Time: Definition = Definition {
name: "io.k8s.apimachinery.pkg.apis.meta.v1.Time",
schema: DATE,
kinds: &[],
in_every_group: false,
special: Special::Time,
message: None,
published: true,
};

static Timestamp_members: Object = Object {
fields: SharedSlice::Static(&[
    field("nanos", INT32),
    field("seconds", INT64),
]),
required: SharedSlice::Static(&[]),
additional: Additional::Unset,
};

pub(crate) static Timestamp: Definition = Definition {
name: "io.k8s.apimachinery.pkg.apis.meta.v1.Timestamp",
schema: object(&Timestamp_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "seconds", Wire::Int64, "int64"),
    wire(2, "nanos", Wire::Int32, "int32"),
] }),
published: false,
};

static TypeMeta_members: Object = Object {
fields: SharedSlice::Static(&[
    field("apiVersion", TEXT),
    field("kind", TEXT),
]),
required: SharedSlice::Static(&[]),
additional: Additional::Unset,
};

pub(crate) static TypeMeta: Definition = Definition {
name: "io.k8s.apimachinery.pkg.apis.meta.v1.TypeMeta",
schema: object(&TypeMeta_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "kind", Wire::String, "string").omit_empty(),
    wire(2, "apiVersion", Wire::String, "string").omit_empty(),
] }),
published: false,
};

static UpdateOptions_members: Object = Object {
fields: SharedSlice::Static(&[
    field("apiVersion", TEXT),
    field("dryRun", list(&pool::only_TEXT)),
    field("fieldManager", TEXT),
    field("fieldValidation", TEXT),
    field("kind", TEXT),
]),
required: SharedSlice::Static(&[]),
additional: Additional::Unset,
};

pub(crate) static UpdateOptions: Definition = Definition {
name: "io.k8s.apimachinery.pkg.apis.meta.v1.UpdateOptions",
schema: object(&UpdateOptions_members),
kinds: &[kind("", "v1", "UpdateOptions"), ],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "dryRun", Wire::String, "[]string").list().omit_empty(),
    wire(2, "fieldManager", Wire::String, "string").omit_empty(),
    wire(3, "fieldValidation", Wire::String, "string").omit_empty(),
] }),
published: false,
};

pub(crate) static Verbs: Definition = Definition {
name: "io.k8s.apimachinery.pkg.apis.meta.v1.Verbs",
schema: list(&pool::only_TEXT),
kinds: &[],
in_every_group: false,
special: Special::StringList,
message: None,
published: false,
};

static WatchEvent_members: Object = Object {
fields: SharedSlice::Static(&[
    field("object", refer(&runtime::RawExtension)),
    field("type", TEXT.zero()),
]),
required: SharedSlice::Static(&[text("type"), text("object")]),
additional: Additional::Unset,
};

pub(crate) static WatchEvent: Definition = Definition {
name: "io.k8s.apimachinery.pkg.apis.meta.v1.WatchEvent",
schema: object(&WatchEvent_members),
kinds: &[kind("", "v1", "WatchEvent"), ],
in_every_group: true,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "type", Wire::String, "string"),
    wire(2, "object", Wire::Message(&runtime::RawExtension), "runtime.RawExtension"),
] }),
published: true,
};
