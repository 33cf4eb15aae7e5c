//! Types of `storage_v1`. Written by `cargo xtask codegen` from the target version's data; do not edit.

use crate::table::*;
use crate::*;
use super::core_v1;
use super::meta_v1;
use super::resource;
use super::pool;

static CSIDriver_members: Object = Object {
fields: SharedSlice::Static(&[
    field("apiVersion", TEXT),
    field("kind", TEXT),
    field("metadata", refer(&meta_v1::ObjectMeta).zero()),
    field("spec", refer(&CSIDriverSpec).zero()),
]),
required: SharedSlice::Static(&[text("spec")]),
additional: Additional::Unset,
};

pub(crate) static CSIDriver: Definition = Definition {
name: "io.k8s.api.storage.v1.CSIDriver",
schema: object(&CSIDriver_members),
kinds: &[kind("storage.k8s.io", "v1", "CSIDriver"), ],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "metadata", Wire::Message(&meta_v1::ObjectMeta), "v1.ObjectMeta").omit_empty(),
    wire(2, "spec", Wire::Message(&CSIDriverSpec), "v1.CSIDriverSpec"),
] }),
published: true,
};

static CSIDriverList_members: Object = Object {
fields: SharedSlice::Static(&[
    field("apiVersion", TEXT),
    field("items", list(&pool::refer_storage_v1_CSIDriver_zero)),
    field("kind", TEXT),
    field("metadata", refer(&meta_v1::ListMeta).zero()),
]),
required: SharedSlice::Static(&[text("items")]),
additional: Additional::Unset,
};

pub(crate) static CSIDriverList: Definition = Definition {
name: "io.k8s.api.storage.v1.CSIDriverList",
schema: object(&CSIDriverList_members),
kinds: &[kind("storage.k8s.io", "v1", "CSIDriverList"), ],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "metadata", Wire::Message(&meta_v1::ListMeta), "v1.ListMeta").omit_empty(),
    wire(2, "items", Wire::Message(&CSIDriver), "[]v1.CSIDriver").list(),
] }),
published: true,
};

static CSIDriverSpec_members: Object = Object {
fields: SharedSlice::Static(&[
    field("attachRequired", BOOL),
    field("fsGroupPolicy", TEXT),
    field("nodeAllocatableUpdatePeriodSeconds", INT64),
    field("podInfoOnMount", BOOL),
    field("preventPodSchedulingIfMissing", BOOL),
    field("requiresRepublish", BOOL),
    field("seLinuxMount", BOOL),
    field("serviceAccountTokenInSecrets", BOOL),
    field("storageCapacity", BOOL),
    field("tokenRequests", list(&pool::refer_storage_v1_TokenRequest_zero).list_type(ListType::Atomic)),
    field("volumeLifecycleModes", list(&pool::TEXT_zero).list_type(ListType::Set)),
]),
required: SharedSlice::Static(&[]),
additional: Additional::Unset,
};

pub(crate) static CSIDriverSpec: Definition = Definition {
name: "io.k8s.api.storage.v1.CSIDriverSpec",
schema: object(&CSIDriverSpec_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "attachRequired", Wire::Bool, "bool").pointer().omit_empty(),
    wire(2, "podInfoOnMount", Wire::Bool, "bool").pointer().omit_empty(),
    wire(3, "volumeLifecycleModes", Wire::String, "[]v1.VolumeLifecycleMode").list().omit_empty(),
    wire(4, "storageCapacity", Wire::Bool, "bool").pointer().omit_empty(),
    wire(5, "fsGroupPolicy", Wire::String, "v1.FSGroupPolicy").pointer().omit_empty(),
    wire(6, "tokenRequests", Wire::Message(&TokenRequest), "[]v1.TokenRequest").list().omit_empty(),
    wire(7, "requiresRepublish", Wire::Bool, "bool").pointer().omit_empty(),
    wire(8, "seLinuxMount", Wire::Bool, "bool").pointer().omit_empty(),
    wire(9, "nodeAllocatableUpdatePeriodSeconds", Wire::Int64, "int64").pointer().omit_empty(),
    wire(10, "serviceAccountTokenInSecrets", Wire::Bool, "bool").pointer().omit_empty(),
    wire(11, "preventPodSchedulingIfMissing", Wire::Bool, "bool").pointer().omit_empty(),
] }),
published: true,
};

static CSINode_members: Object = Object {
fields: SharedSlice::Static(&[
    field("apiVersion", TEXT),
    field("kind", TEXT),
    field("metadata", refer(&meta_v1::ObjectMeta).zero()),
    field("spec", refer(&CSINodeSpec).zero()),
]),
required: SharedSlice::Static(&[text("spec")]),
additional: Additional::Unset,
};

pub(crate) static CSINode: Definition = Definition {
name: "io.k8s.api.storage.v1.CSINode",
schema: object(&CSINode_members),
kinds: &[kind("storage.k8s.io", "v1", "CSINode"), ],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "metadata", Wire::Message(&meta_v1::ObjectMeta), "v1.ObjectMeta").omit_empty(),
    wire(2, "spec", Wire::Message(&CSINodeSpec), "v1.CSINodeSpec"),
] }),
published: true,
};

static CSINodeDriver_members: Object = Object {
fields: SharedSlice::Static(&[
    field("allocatable", refer(&VolumeNodeResources)),
    field("name", TEXT.zero()),
    field("nodeID", TEXT.zero()),
    field("topologyKeys", list(&pool::TEXT_zero).list_type(ListType::Atomic)),
]),
required: SharedSlice::Static(&[text("name"), text("nodeID")]),
additional: Additional::Unset,
};

pub(crate) static CSINodeDriver: Definition = Definition {
name: "io.k8s.api.storage.v1.CSINodeDriver",
schema: object(&CSINodeDriver_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "name", Wire::String, "string"),
    wire(2, "nodeID", Wire::String, "string"),
    wire(3, "topologyKeys", Wire::String, "[]string").list(),
    wire(4, "allocatable", Wire::Message(&VolumeNodeResources), "v1.VolumeNodeResources").pointer().omit_empty(),
] }),
published: true,
};

static CSINodeList_members: Object = Object {
fields: SharedSlice::Static(&[
    field("apiVersion", TEXT),
    field("items", list(&pool::refer_storage_v1_CSINode_zero)),
    field("kind", TEXT),
    field("metadata", refer(&meta_v1::ListMeta).zero()),
]),
required: SharedSlice::Static(&[text("items")]),
additional: Additional::Unset,
};

pub(crate) static CSINodeList: Definition = Definition {
name: "io.k8s.api.storage.v1.CSINodeList",
schema: object(&CSINodeList_members),
kinds: &[kind("storage.k8s.io", "v1", "CSINodeList"), ],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "metadata", Wire::Message(&meta_v1::ListMeta), "v1.ListMeta").omit_empty(),
    wire(2, "items", Wire::Message(&CSINode), "[]v1.CSINode").list(),
] }),
published: true,
};

static CSINodeSpec_members: Object = Object {
fields: SharedSlice::Static(&[
    field("drivers", list(&pool::refer_storage_v1_CSINodeDriver_zero).list_type(ListType::Map).patch(PatchStrategy::Merge).extra(&pool::merge_keys_only_name_Some_name)),
]),
required: SharedSlice::Static(&[text("drivers")]),
additional: Additional::Unset,
};

pub(crate) static CSINodeSpec: Definition = Definition {
name: "io.k8s.api.storage.v1.CSINodeSpec",
schema: object(&CSINodeSpec_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "drivers", Wire::Message(&CSINodeDriver), "[]v1.CSINodeDriver").list(),
] }),
published: true,
};

static CSIStorageCapacity_members: Object = Object {
fields: SharedSlice::Static(&[
    field("apiVersion", TEXT),
    field("capacity", refer(&resource::Quantity)),
    field("kind", TEXT),
    field("maximumVolumeSize", refer(&resource::Quantity)),
    field("metadata", refer(&meta_v1::ObjectMeta).zero()),
    field("nodeTopology", refer(&meta_v1::LabelSelector)),
    field("storageClassName", TEXT.zero()),
]),
required: SharedSlice::Static(&[text("storageClassName")]),
additional: Additional::Unset,
};

pub(crate) static CSIStorageCapacity: Definition = Definition {
name: "io.k8s.api.storage.v1.CSIStorageCapacity",
schema: object(&CSIStorageCapacity_members),
kinds: &[kind("storage.k8s.io", "v1", "CSIStorageCapacity"), ],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "metadata", Wire::Message(&meta_v1::ObjectMeta), "v1.ObjectMeta").omit_empty(),
    wire(2, "nodeTopology", Wire::Message(&meta_v1::LabelSelector), "v1.LabelSelector").pointer().omit_empty(),
    wire(3, "storageClassName", Wire::String, "string"),
    wire(4, "capacity", Wire::Message(&resource::Quantity), "resource.Quantity").pointer().omit_empty(),
    wire(5, "maximumVolumeSize", Wire::Message(&resource::Quantity), "resource.Quantity").pointer().omit_empty(),
] }),
published: true,
};

static CSIStorageCapacityList_members: Object = Object {
fields: SharedSlice::Static(&[
    field("apiVersion", TEXT),
    field("items", list(&pool::refer_storage_v1_CSIStorageCapacity_zero)),
    field("kind", TEXT),
    field("metadata", refer(&meta_v1::ListMeta).zero()),
]),
required: SharedSlice::Static(&[text("items")]),
additional: Additional::Unset,
};

pub(crate) static CSIStorageCapacityList: Definition = Definition {
name: "io.k8s.api.storage.v1.CSIStorageCapacityList",
schema: object(&CSIStorageCapacityList_members),
kinds: &[kind("storage.k8s.io", "v1", "CSIStorageCapacityList"), ],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "metadata", Wire::Message(&meta_v1::ListMeta), "v1.ListMeta").omit_empty(),
    wire(2, "items", Wire::Message(&CSIStorageCapacity), "[]v1.CSIStorageCapacity").list(),
] }),
published: true,
};

static StorageClass_members: Object = Object {
fields: SharedSlice::Static(&[
    field("allowVolumeExpansion", BOOL),
    field("allowedTopologies", list(&pool::refer_core_v1_TopologySelectorTerm_zero).list_type(ListType::Atomic)),
    field("apiVersion", TEXT),
    field("kind", TEXT),
    field("metadata", refer(&meta_v1::ObjectMeta).zero()),
    field("mountOptions", list(&pool::TEXT_zero).list_type(ListType::Atomic)),
    field("parameters", object(&pool::values_TEXT_zero)),
    field("provisioner", TEXT.zero()),
    field("reclaimPolicy", TEXT),
    field("volumeBindingMode", TEXT),
]),
required: SharedSlice::Static(&[text("provisioner")]),
additional: Additional::Unset,
};

pub(crate) static StorageClass: Definition = Definition {
name: "io.k8s.api.storage.v1.StorageClass",
schema: object(&StorageClass_members),
kinds: &[kind("storage.k8s.io", "v1", "StorageClass"), ],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "metadata", Wire::Message(&meta_v1::ObjectMeta), "v1.ObjectMeta").omit_empty(),
    wire(2, "provisioner", Wire::String, "string"),
    wire(3, "parameters", Wire::String, "map[string]string").map().omit_empty(),
    wire(4, "reclaimPolicy", Wire::String, "v1.PersistentVolumeReclaimPolicy").pointer().omit_empty(),
    wire(5, "mountOptions", Wire::String, "[]string").list().omit_empty(),
    wire(6, "allowVolumeExpansion", Wire::Bool, "bool").pointer().omit_empty(),
    wire(7, "volumeBindingMode", Wire::String, "v1.VolumeBindingMode").pointer().omit_empty(),
    wire(8, "allowedTopologies", Wire::Message(&core_v1::TopologySelectorTerm), "[]v1.TopologySelectorTerm").list().omit_empty(),
] }),
published: true,
};

static StorageClassList_members: Object = Object {
fields: SharedSlice::Static(&[
    field("apiVersion", TEXT),
    field("items", list(&pool::refer_storage_v1_StorageClass_zero)),
    field("kind", TEXT),
    field("metadata", refer(&meta_v1::ListMeta).zero()),
]),
required: SharedSlice::Static(&[text("items")]),
additional: Additional::Unset,
};

pub(crate) static StorageClassList: Definition = Definition {
name: "io.k8s.api.storage.v1.StorageClassList",
schema: object(&StorageClassList_members),
kinds: &[kind("storage.k8s.io", "v1", "StorageClassList"), ],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "metadata", Wire::Message(&meta_v1::ListMeta), "v1.ListMeta").omit_empty(),
    wire(2, "items", Wire::Message(&StorageClass), "[]v1.StorageClass").list(),
] }),
published: true,
};

static TokenRequest_members: Object = Object {
fields: SharedSlice::Static(&[
    field("audience", TEXT.zero()),
    field("expirationSeconds", INT64),
]),
required: SharedSlice::Static(&[text("audience")]),
additional: Additional::Unset,
};

pub(crate) static TokenRequest: Definition = Definition {
name: "io.k8s.api.storage.v1.TokenRequest",
schema: object(&TokenRequest_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "audience", Wire::String, "string"),
    wire(2, "expirationSeconds", Wire::Int64, "int64").pointer().omit_empty(),
] }),
published: true,
};

static VolumeAttachment_members: Object = Object {
fields: SharedSlice::Static(&[
    field("apiVersion", TEXT),
    field("kind", TEXT),
    field("metadata", refer(&meta_v1::ObjectMeta).zero()),
    field("spec", refer(&VolumeAttachmentSpec).zero()),
    field("status", refer(&VolumeAttachmentStatus).zero()),
]),
required: SharedSlice::Static(&[text("spec")]),
additional: Additional::Unset,
};

pub(crate) static VolumeAttachment: Definition = Definition {
name: "io.k8s.api.storage.v1.VolumeAttachment",
schema: object(&VolumeAttachment_members),
kinds: &[kind("storage.k8s.io", "v1", "VolumeAttachment"), ],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "metadata", Wire::Message(&meta_v1::ObjectMeta), "v1.ObjectMeta").omit_empty(),
    wire(2, "spec", Wire::Message(&VolumeAttachmentSpec), "v1.VolumeAttachmentSpec"),
    wire(3, "status", Wire::Message(&VolumeAttachmentStatus), "v1.VolumeAttachmentStatus").omit_empty(),
] }),
published: true,
};

static VolumeAttachmentList_members: Object = Object {
fields: SharedSlice::Static(&[
    field("apiVersion", TEXT),
    field("items", list(&pool::refer_storage_v1_VolumeAttachment_zero)),
    field("kind", TEXT),
    field("metadata", refer(&meta_v1::ListMeta).zero()),
]),
required: SharedSlice::Static(&[text("items")]),
additional: Additional::Unset,
};

pub(crate) static VolumeAttachmentList: Definition = Definition {
name: "io.k8s.api.storage.v1.VolumeAttachmentList",
schema: object(&VolumeAttachmentList_members),
kinds: &[kind("storage.k8s.io", "v1", "VolumeAttachmentList"), ],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "metadata", Wire::Message(&meta_v1::ListMeta), "v1.ListMeta").omit_empty(),
    wire(2, "items", Wire::Message(&VolumeAttachment), "[]v1.VolumeAttachment").list(),
] }),
published: true,
};

static VolumeAttachmentSource_members: Object = Object {
fields: SharedSlice::Static(&[
    field("inlineVolumeSpec", refer(&core_v1::PersistentVolumeSpec)),
    field("persistentVolumeName", TEXT),
]),
required: SharedSlice::Static(&[]),
additional: Additional::Unset,
};

pub(crate) static VolumeAttachmentSource: Definition = Definition {
name: "io.k8s.api.storage.v1.VolumeAttachmentSource",
schema: object(&VolumeAttachmentSource_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "persistentVolumeName", Wire::String, "string").pointer().omit_empty(),
    wire(2, "inlineVolumeSpec", Wire::Message(&core_v1::PersistentVolumeSpec), "v1.PersistentVolumeSpec").pointer().omit_empty(),
] }),
published: true,
};

static VolumeAttachmentSpec_members: Object = Object {
fields: SharedSlice::Static(&[
    field("attacher", TEXT.zero()),
    field("nodeName", TEXT.zero()),
    field("source", refer(&VolumeAttachmentSource).zero()),
]),
required: SharedSlice::Static(&[text("attacher"), text("source"), text("nodeName")]),
additional: Additional::Unset,
};

pub(crate) static VolumeAttachmentSpec: Definition = Definition {
name: "io.k8s.api.storage.v1.VolumeAttachmentSpec",
schema: object(&VolumeAttachmentSpec_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "attacher", Wire::String, "string"),
    wire(2, "source", Wire::Message(&VolumeAttachmentSource), "v1.VolumeAttachmentSource"),
    wire(3, "nodeName", Wire::String, "string"),
] }),
published: true,
};

static VolumeAttachmentStatus_members: Object = Object {
fields: SharedSlice::Static(&[
    field("attachError", refer(&VolumeError)),
    field("attached", BOOL.zero()),
    field("attachmentMetadata", object(&pool::values_TEXT_zero)),
    field("detachError", refer(&VolumeError)),
]),
required: SharedSlice::Static(&[text("attached")]),
additional: Additional::Unset,
};

pub(crate) static VolumeAttachmentStatus: Definition = Definition {
name: "io.k8s.api.storage.v1.VolumeAttachmentStatus",
schema: object(&VolumeAttachmentStatus_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "attached", Wire::Bool, "bool"),
    wire(2, "attachmentMetadata", Wire::String, "map[string]string").map().omit_empty(),
    wire(3, "attachError", Wire::Message(&VolumeError), "v1.VolumeError").pointer().omit_empty(),
    wire(4, "detachError", Wire::Message(&VolumeError), "v1.VolumeError").pointer().omit_empty(),
] }),
published: true,
};

static VolumeAttributesClass_members: Object = Object {
fields: SharedSlice::Static(&[
    field("apiVersion", TEXT),
    field("driverName", TEXT.zero()),
    field("kind", TEXT),
    field("metadata", refer(&meta_v1::ObjectMeta).zero()),
    field("parameters", object(&pool::values_TEXT_zero)),
]),
required: SharedSlice::Static(&[text("driverName")]),
additional: Additional::Unset,
};

pub(crate) static VolumeAttributesClass: Definition = Definition {
name: "io.k8s.api.storage.v1.VolumeAttributesClass",
schema: object(&VolumeAttributesClass_members),
kinds: &[kind("storage.k8s.io", "v1", "VolumeAttributesClass"), ],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "metadata", Wire::Message(&meta_v1::ObjectMeta), "v1.ObjectMeta").omit_empty(),
    wire(2, "driverName", Wire::String, "string"),
    wire(3, "parameters", Wire::String, "map[string]string").map().omit_empty(),
] }),
published: true,
};

static VolumeAttributesClassList_members: Object = Object {
fields: SharedSlice::Static(&[
    field("apiVersion", TEXT),
    field("items", list(&pool::refer_storage_v1_VolumeAttributesClass_zero)),
    field("kind", TEXT),
    field("metadata", refer(&meta_v1::ListMeta).zero()),
]),
required: SharedSlice::Static(&[text("items")]),
additional: Additional::Unset,
};

pub(crate) static VolumeAttributesClassList: Definition = Definition {
name: "io.k8s.api.storage.v1.VolumeAttributesClassList",
schema: object(&VolumeAttributesClassList_members),
kinds: &[kind("storage.k8s.io", "v1", "VolumeAttributesClassList"), ],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "metadata", Wire::Message(&meta_v1::ListMeta), "v1.ListMeta").omit_empty(),
    wire(2, "items", Wire::Message(&VolumeAttributesClass), "[]v1.VolumeAttributesClass").list(),
] }),
published: true,
};

static VolumeError_members: Object = Object {
fields: SharedSlice::Static(&[
    field("errorCode", INT32),
    field("message", TEXT),
    field("time", refer(&meta_v1::Time)),
]),
required: SharedSlice::Static(&[]),
additional: Additional::Unset,
};

pub(crate) static VolumeError: Definition = Definition {
name: "io.k8s.api.storage.v1.VolumeError",
schema: object(&VolumeError_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "time", Wire::Message(&meta_v1::Time), "v1.Time").omit_empty(),
    wire(2, "message", Wire::String, "string").omit_empty(),
    wire(3, "errorCode", Wire::Int32, "int32").pointer().omit_empty(),
] }),
published: true,
};

static VolumeNodeResources_members: Object = Object {
fields: SharedSlice::Static(&[
    field("count", INT32),
]),
required: SharedSlice::Static(&[]),
additional: Additional::Unset,
};

pub(crate) static VolumeNodeResources: Definition = Definition {
name: "io.k8s.api.storage.v1.VolumeNodeResources",
schema: object(&VolumeNodeResources_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "count", Wire::Int32, "int32").pointer().omit_empty(),
] }),
published: true,
};
