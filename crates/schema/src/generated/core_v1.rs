//! Types of `core_v1`. Written by `cargo xtask codegen` from the target version's data; do not edit.

use crate::table::*;
use crate::*;
use super::intstr;
use super::meta_v1;
use super::resource;
use super::pool;

static AWSElasticBlockStoreVolumeSource_members: Object = Object {
fields: SharedSlice::Static(&[
    field("fsType", TEXT),
    field("partition", INT32),
    field("readOnly", BOOL),
    field("volumeID", TEXT.zero()),
]),
required: SharedSlice::Static(&[text("volumeID")]),
additional: Additional::Unset,
};

pub(crate) static AWSElasticBlockStoreVolumeSource: Definition = Definition {
name: "io.k8s.api.core.v1.AWSElasticBlockStoreVolumeSource",
schema: object(&AWSElasticBlockStoreVolumeSource_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "volumeID", Wire::String, "string"),
    wire(2, "fsType", Wire::String, "string").omit_empty(),
    wire(3, "partition", Wire::Int32, "int32").omit_empty(),
    wire(4, "readOnly", Wire::Bool, "bool").omit_empty(),
] }),
published: true,
};

static Affinity_members: Object = Object {
fields: SharedSlice::Static(&[
    field("nodeAffinity", refer(&NodeAffinity)),
    field("podAffinity", refer(&PodAffinity)),
    field("podAntiAffinity", refer(&PodAntiAffinity)),
]),
required: SharedSlice::Static(&[]),
additional: Additional::Unset,
};

pub(crate) static Affinity: Definition = Definition {
name: "io.k8s.api.core.v1.Affinity",
schema: object(&Affinity_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "nodeAffinity", Wire::Message(&NodeAffinity), "v1.NodeAffinity").pointer().omit_empty(),
    wire(2, "podAffinity", Wire::Message(&PodAffinity), "v1.PodAffinity").pointer().omit_empty(),
    wire(3, "podAntiAffinity", Wire::Message(&PodAntiAffinity), "v1.PodAntiAffinity").pointer().omit_empty(),
] }),
published: true,
};

static AppArmorProfile_members: Object = Object {
fields: SharedSlice::Static(&[
    field("localhostProfile", TEXT),
    field("type", TEXT.zero()),
]),
required: SharedSlice::Static(&[text("type")]),
additional: Additional::Unset,
};

pub(crate) static AppArmorProfile: Definition = Definition {
name: "io.k8s.api.core.v1.AppArmorProfile",
schema: object(&AppArmorProfile_members).extra(&pool::unions_union_Some_type_localhostProfile_LocalhostProfile),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "type", Wire::String, "v1.AppArmorProfileType"),
    wire(2, "localhostProfile", Wire::String, "string").pointer().omit_empty(),
] }),
published: true,
};

static AttachedVolume_members: Object = Object {
fields: SharedSlice::Static(&[
    field("devicePath", TEXT.zero()),
    field("name", TEXT.zero()),
]),
required: SharedSlice::Static(&[text("name"), text("devicePath")]),
additional: Additional::Unset,
};

pub(crate) static AttachedVolume: Definition = Definition {
name: "io.k8s.api.core.v1.AttachedVolume",
schema: object(&AttachedVolume_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "name", Wire::String, "v1.UniqueVolumeName"),
    wire(2, "devicePath", Wire::String, "string"),
] }),
published: true,
};

static AvoidPods_members: Object = Object {
fields: SharedSlice::Static(&[
    field("preferAvoidPods", list(&pool::bare_core_v1_PreferAvoidPodsEntry)),
]),
required: SharedSlice::Static(&[]),
additional: Additional::Unset,
};

pub(crate) static AvoidPods: Definition = Definition {
name: "io.k8s.api.core.v1.AvoidPods",
schema: object(&AvoidPods_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "preferAvoidPods", Wire::Message(&PreferAvoidPodsEntry), "[]v1.PreferAvoidPodsEntry").list().omit_empty(),
] }),
published: false,
};

static AzureDiskVolumeSource_members: Object = Object {
fields: SharedSlice::Static(&[
    field("cachingMode", TEXT.extra(&pool::default_ReadWrite)),
    field("diskName", TEXT.zero()),
    field("diskURI", TEXT.zero()),
    field("fsType", TEXT.extra(&pool::default_ext4)),
    field("kind", TEXT.extra(&pool::default_Shared)),
    field("readOnly", BOOL.zero()),
]),
required: SharedSlice::Static(&[text("diskName"), text("diskURI")]),
additional: Additional::Unset,
};

pub(crate) static AzureDiskVolumeSource: Definition = Definition {
name: "io.k8s.api.core.v1.AzureDiskVolumeSource",
schema: object(&AzureDiskVolumeSource_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "diskName", Wire::String, "string"),
    wire(2, "diskURI", Wire::String, "string"),
    wire(3, "cachingMode", Wire::String, "v1.AzureDataDiskCachingMode").pointer().omit_empty(),
    wire(4, "fsType", Wire::String, "string").pointer().omit_empty(),
    wire(5, "readOnly", Wire::Bool, "bool").pointer().omit_empty(),
    wire(6, "kind", Wire::String, "v1.AzureDataDiskKind").pointer().omit_empty(),
] }),
published: true,
};

static AzureFilePersistentVolumeSource_members: Object = Object {
fields: SharedSlice::Static(&[
    field("readOnly", BOOL),
    field("secretName", TEXT.zero()),
    field("secretNamespace", TEXT),
    field("shareName", TEXT.zero()),
]),
required: SharedSlice::Static(&[text("secretName"), text("shareName")]),
additional: Additional::Unset,
};

pub(crate) static AzureFilePersistentVolumeSource: Definition = Definition {
name: "io.k8s.api.core.v1.AzureFilePersistentVolumeSource",
schema: object(&AzureFilePersistentVolumeSource_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "secretName", Wire::String, "string"),
    wire(2, "shareName", Wire::String, "string"),
    wire(3, "readOnly", Wire::Bool, "bool").omit_empty(),
    wire(4, "secretNamespace", Wire::String, "string").pointer(),
] }),
published: true,
};

static AzureFileVolumeSource_members: Object = Object {
fields: SharedSlice::Static(&[
    field("readOnly", BOOL),
    field("secretName", TEXT.zero()),
    field("shareName", TEXT.zero()),
]),
required: SharedSlice::Static(&[text("secretName"), text("shareName")]),
additional: Additional::Unset,
};

pub(crate) static AzureFileVolumeSource: Definition = Definition {
name: "io.k8s.api.core.v1.AzureFileVolumeSource",
schema: object(&AzureFileVolumeSource_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "secretName", Wire::String, "string"),
    wire(2, "shareName", Wire::String, "string"),
    wire(3, "readOnly", Wire::Bool, "bool").omit_empty(),
] }),
published: true,
};

static Binding_members: Object = Object {
fields: SharedSlice::Static(&[
    field("apiVersion", TEXT),
    field("kind", TEXT),
    field("metadata", refer(&meta_v1::ObjectMeta).zero()),
    field("target", refer(&ObjectReference).zero()),
]),
required: SharedSlice::Static(&[text("target")]),
additional: Additional::Unset,
};

pub(crate) static Binding: Definition = Definition {
name: "io.k8s.api.core.v1.Binding",
schema: object(&Binding_members),
kinds: &[kind("", "v1", "Binding"), ],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "metadata", Wire::Message(&meta_v1::ObjectMeta), "v1.ObjectMeta").omit_empty(),
    wire(2, "target", Wire::Message(&ObjectReference), "v1.ObjectReference"),
] }),
published: true,
};

static CSIPersistentVolumeSource_members: Object = Object {
fields: SharedSlice::Static(&[
    field("controllerExpandSecretRef", refer(&SecretReference)),
    field("controllerPublishSecretRef", refer(&SecretReference)),
    field("driver", TEXT.zero()),
    field("fsType", TEXT),
    field("nodeExpandSecretRef", refer(&SecretReference)),
    field("nodePublishSecretRef", refer(&SecretReference)),
    field("nodeStageSecretRef", refer(&SecretReference)),
    field("readOnly", BOOL),
    field("volumeAttributes", object(&pool::values_TEXT_zero)),
    field("volumeHandle", TEXT.zero()),
]),
required: SharedSlice::Static(&[text("driver"), text("volumeHandle")]),
additional: Additional::Unset,
};

pub(crate) static CSIPersistentVolumeSource: Definition = Definition {
name: "io.k8s.api.core.v1.CSIPersistentVolumeSource",
schema: object(&CSIPersistentVolumeSource_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "driver", Wire::String, "string"),
    wire(2, "volumeHandle", Wire::String, "string"),
    wire(3, "readOnly", Wire::Bool, "bool").omit_empty(),
    wire(4, "fsType", Wire::String, "string").omit_empty(),
    wire(5, "volumeAttributes", Wire::String, "map[string]string").map().omit_empty(),
    wire(6, "controllerPublishSecretRef", Wire::Message(&SecretReference), "v1.SecretReference").pointer().omit_empty(),
    wire(7, "nodeStageSecretRef", Wire::Message(&SecretReference), "v1.SecretReference").pointer().omit_empty(),
    wire(8, "nodePublishSecretRef", Wire::Message(&SecretReference), "v1.SecretReference").pointer().omit_empty(),
    wire(9, "controllerExpandSecretRef", Wire::Message(&SecretReference), "v1.SecretReference").pointer().omit_empty(),
    wire(10, "nodeExpandSecretRef", Wire::Message(&SecretReference), "v1.SecretReference").pointer().omit_empty(),
] }),
published: true,
};

static CSIVolumeSource_members: Object = Object {
fields: SharedSlice::Static(&[
    field("driver", TEXT.zero()),
    field("fsType", TEXT),
    field("nodePublishSecretRef", refer(&LocalObjectReference)),
    field("readOnly", BOOL),
    field("volumeAttributes", object(&pool::values_TEXT_zero)),
]),
required: SharedSlice::Static(&[text("driver")]),
additional: Additional::Unset,
};

pub(crate) static CSIVolumeSource: Definition = Definition {
name: "io.k8s.api.core.v1.CSIVolumeSource",
schema: object(&CSIVolumeSource_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "driver", Wire::String, "string"),
    wire(2, "readOnly", Wire::Bool, "bool").pointer().omit_empty(),
    wire(3, "fsType", Wire::String, "string").pointer().omit_empty(),
    wire(4, "volumeAttributes", Wire::String, "map[string]string").map().omit_empty(),
    wire(5, "nodePublishSecretRef", Wire::Message(&LocalObjectReference), "v1.LocalObjectReference").pointer().omit_empty(),
] }),
published: true,
};

static Capabilities_members: Object = Object {
fields: SharedSlice::Static(&[
    field("add", list(&pool::TEXT_zero).list_type(ListType::Atomic)),
    field("drop", list(&pool::TEXT_zero).list_type(ListType::Atomic)),
]),
required: SharedSlice::Static(&[]),
additional: Additional::Unset,
};

pub(crate) static Capabilities: Definition = Definition {
name: "io.k8s.api.core.v1.Capabilities",
schema: object(&Capabilities_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "add", Wire::String, "[]v1.Capability").list().omit_empty(),
    wire(2, "drop", Wire::String, "[]v1.Capability").list().omit_empty(),
] }),
published: true,
};

static CephFSPersistentVolumeSource_members: Object = Object {
fields: SharedSlice::Static(&[
    field("monitors", list(&pool::TEXT_zero).list_type(ListType::Atomic)),
    field("path", TEXT),
    field("readOnly", BOOL),
    field("secretFile", TEXT),
    field("secretRef", refer(&SecretReference)),
    field("user", TEXT),
]),
required: SharedSlice::Static(&[text("monitors")]),
additional: Additional::Unset,
};

pub(crate) static CephFSPersistentVolumeSource: Definition = Definition {
name: "io.k8s.api.core.v1.CephFSPersistentVolumeSource",
schema: object(&CephFSPersistentVolumeSource_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "monitors", Wire::String, "[]string").list(),
    wire(2, "path", Wire::String, "string").omit_empty(),
    wire(3, "user", Wire::String, "string").omit_empty(),
    wire(4, "secretFile", Wire::String, "string").omit_empty(),
    wire(5, "secretRef", Wire::Message(&SecretReference), "v1.SecretReference").pointer().omit_empty(),
    wire(6, "readOnly", Wire::Bool, "bool").omit_empty(),
] }),
published: true,
};

static CephFSVolumeSource_members: Object = Object {
fields: SharedSlice::Static(&[
    field("monitors", list(&pool::TEXT_zero).list_type(ListType::Atomic)),
    field("path", TEXT),
    field("readOnly", BOOL),
    field("secretFile", TEXT),
    field("secretRef", refer(&LocalObjectReference)),
    field("user", TEXT),
]),
required: SharedSlice::Static(&[text("monitors")]),
additional: Additional::Unset,
};

pub(crate) static CephFSVolumeSource: Definition = Definition {
name: "io.k8s.api.core.v1.CephFSVolumeSource",
schema: object(&CephFSVolumeSource_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "monitors", Wire::String, "[]string").list(),
    wire(2, "path", Wire::String, "string").omit_empty(),
    wire(3, "user", Wire::String, "string").omit_empty(),
    wire(4, "secretFile", Wire::String, "string").omit_empty(),
    wire(5, "secretRef", Wire::Message(&LocalObjectReference), "v1.LocalObjectReference").pointer().omit_empty(),
    wire(6, "readOnly", Wire::Bool, "bool").omit_empty(),
] }),
published: true,
};

static CinderPersistentVolumeSource_members: Object = Object {
fields: SharedSlice::Static(&[
    field("fsType", TEXT),
    field("readOnly", BOOL),
    field("secretRef", refer(&SecretReference)),
    field("volumeID", TEXT.zero()),
]),
required: SharedSlice::Static(&[text("volumeID")]),
additional: Additional::Unset,
};

pub(crate) static CinderPersistentVolumeSource: Definition = Definition {
name: "io.k8s.api.core.v1.CinderPersistentVolumeSource",
schema: object(&CinderPersistentVolumeSource_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "volumeID", Wire::String, "string"),
    wire(2, "fsType", Wire::String, "string").omit_empty(),
    wire(3, "readOnly", Wire::Bool, "bool").omit_empty(),
    wire(4, "secretRef", Wire::Message(&SecretReference), "v1.SecretReference").pointer().omit_empty(),
] }),
published: true,
};

static CinderVolumeSource_members: Object = Object {
fields: SharedSlice::Static(&[
    field("fsType", TEXT),
    field("readOnly", BOOL),
    field("secretRef", refer(&LocalObjectReference)),
    field("volumeID", TEXT.zero()),
]),
required: SharedSlice::Static(&[text("volumeID")]),
additional: Additional::Unset,
};

pub(crate) static CinderVolumeSource: Definition = Definition {
name: "io.k8s.api.core.v1.CinderVolumeSource",
schema: object(&CinderVolumeSource_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "volumeID", Wire::String, "string"),
    wire(2, "fsType", Wire::String, "string").omit_empty(),
    wire(3, "readOnly", Wire::Bool, "bool").omit_empty(),
    wire(4, "secretRef", Wire::Message(&LocalObjectReference), "v1.LocalObjectReference").pointer().omit_empty(),
] }),
published: true,
};

static ClientIPConfig_members: Object = Object {
fields: SharedSlice::Static(&[
    field("timeoutSeconds", INT32),
]),
required: SharedSlice::Static(&[]),
additional: Additional::Unset,
};

pub(crate) static ClientIPConfig: Definition = Definition {
name: "io.k8s.api.core.v1.ClientIPConfig",
schema: object(&ClientIPConfig_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "timeoutSeconds", Wire::Int32, "int32").pointer().omit_empty(),
] }),
published: true,
};

static ClusterTrustBundleProjection_members: Object = Object {
fields: SharedSlice::Static(&[
    field("labelSelector", refer(&meta_v1::LabelSelector)),
    field("name", TEXT),
    field("optional", BOOL),
    field("path", TEXT.zero()),
    field("signerName", TEXT),
]),
required: SharedSlice::Static(&[text("path")]),
additional: Additional::Unset,
};

pub(crate) static ClusterTrustBundleProjection: Definition = Definition {
name: "io.k8s.api.core.v1.ClusterTrustBundleProjection",
schema: object(&ClusterTrustBundleProjection_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "name", Wire::String, "string").pointer().omit_empty(),
    wire(2, "signerName", Wire::String, "string").pointer().omit_empty(),
    wire(3, "labelSelector", Wire::Message(&meta_v1::LabelSelector), "v1.LabelSelector").pointer().omit_empty(),
    wire(4, "path", Wire::String, "string"),
    wire(5, "optional", Wire::Bool, "bool").pointer().omit_empty(),
] }),
published: true,
};

static ComponentCondition_members: Object = Object {
fields: SharedSlice::Static(&[
    field("error", TEXT),
    field("message", TEXT),
    field("status", TEXT.zero()),
    field("type", TEXT.zero()),
]),
required: SharedSlice::Static(&[text("type"), text("status")]),
additional: Additional::Unset,
};

pub(crate) static ComponentCondition: Definition = Definition {
name: "io.k8s.api.core.v1.ComponentCondition",
schema: object(&ComponentCondition_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "type", Wire::String, "v1.ComponentConditionType"),
    wire(2, "status", Wire::String, "v1.ConditionStatus"),
    wire(3, "message", Wire::String, "string").omit_empty(),
    wire(4, "error", Wire::String, "string").omit_empty(),
] }),
published: true,
};

static ComponentStatus_members: Object = Object {
fields: SharedSlice::Static(&[
    field("apiVersion", TEXT),
    field("conditions", list(&pool::refer_core_v1_ComponentCondition_zero).list_type(ListType::Map).patch(PatchStrategy::Merge).extra(&pool::merge_keys_only_type_Some_type)),
    field("kind", TEXT),
    field("metadata", refer(&meta_v1::ObjectMeta).zero()),
]),
required: SharedSlice::Static(&[]),
additional: Additional::Unset,
};

pub(crate) static ComponentStatus: Definition = Definition {
name: "io.k8s.api.core.v1.ComponentStatus",
schema: object(&ComponentStatus_members),
kinds: &[kind("", "v1", "ComponentStatus"), ],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "metadata", Wire::Message(&meta_v1::ObjectMeta), "v1.ObjectMeta").omit_empty(),
    wire(2, "conditions", Wire::Message(&ComponentCondition), "[]v1.ComponentCondition").list().omit_empty(),
] }),
published: true,
};

static ComponentStatusList_members: Object = Object {
fields: SharedSlice::Static(&[
    field("apiVersion", TEXT),
    field("items", list(&pool::refer_core_v1_ComponentStatus_zero)),
    field("kind", TEXT),
    field("metadata", refer(&meta_v1::ListMeta).zero()),
]),
required: SharedSlice::Static(&[text("items")]),
additional: Additional::Unset,
};

pub(crate) static ComponentStatusList: Definition = Definition {
name: "io.k8s.api.core.v1.ComponentStatusList",
schema: object(&ComponentStatusList_members),
kinds: &[kind("", "v1", "ComponentStatusList"), ],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "metadata", Wire::Message(&meta_v1::ListMeta), "v1.ListMeta").omit_empty(),
    wire(2, "items", Wire::Message(&ComponentStatus), "[]v1.ComponentStatus").list(),
] }),
published: true,
};

static ConfigMap_members: Object = Object {
fields: SharedSlice::Static(&[
    field("apiVersion", TEXT),
    field("binaryData", object(&pool::values_only_BYTES)),
    field("data", object(&pool::values_TEXT_zero)),
    field("immutable", BOOL),
    field("kind", TEXT),
    field("metadata", refer(&meta_v1::ObjectMeta).zero()),
]),
required: SharedSlice::Static(&[]),
additional: Additional::Unset,
};

pub(crate) static ConfigMap: Definition = Definition {
name: "io.k8s.api.core.v1.ConfigMap",
schema: object(&ConfigMap_members),
kinds: &[kind("", "v1", "ConfigMap"), ],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "metadata", Wire::Message(&meta_v1::ObjectMeta), "v1.ObjectMeta").omit_empty(),
    wire(2, "data", Wire::String, "map[string]string").map().omit_empty(),
    wire(3, "binaryData", Wire::Bytes, "map[string][]uint8").map().omit_empty(),
    wire(4, "immutable", Wire::Bool, "bool").pointer().omit_empty(),
] }),
published: true,
};

static ConfigMapEnvSource_members: Object = Object {
fields: SharedSlice::Static(&[
    field("name", TEXT.zero()),
    field("optional", BOOL),
]),
required: SharedSlice::Static(&[]),
additional: Additional::Unset,
};

pub(crate) static ConfigMapEnvSource: Definition = Definition {
name: "io.k8s.api.core.v1.ConfigMapEnvSource",
schema: object(&ConfigMapEnvSource_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    inline(1, &LocalObjectReference, "v1.LocalObjectReference"),
    wire(2, "optional", Wire::Bool, "bool").pointer().omit_empty(),
] }),
published: true,
};

static ConfigMapKeySelector_members: Object = Object {
fields: SharedSlice::Static(&[
    field("key", TEXT.zero()),
    field("name", TEXT.zero()),
    field("optional", BOOL),
]),
required: SharedSlice::Static(&[text("key")]),
additional: Additional::Unset,
};

pub(crate) static ConfigMapKeySelector: Definition = Definition {
name: "io.k8s.api.core.v1.ConfigMapKeySelector",
schema: object(&ConfigMapKeySelector_members).map_type(MapType::Atomic),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    inline(1, &LocalObjectReference, "v1.LocalObjectReference"),
    wire(2, "key", Wire::String, "string"),
    wire(3, "optional", Wire::Bool, "bool").pointer().omit_empty(),
] }),
published: true,
};

static ConfigMapList_members: Object = Object {
fields: SharedSlice::Static(&[
    field("apiVersion", TEXT),
    field("items", list(&pool::refer_core_v1_ConfigMap_zero)),
    field("kind", TEXT),
    field("metadata", refer(&meta_v1::ListMeta).zero()),
]),
required: SharedSlice::Static(&[text("items")]),
additional: Additional::Unset,
};

pub(crate) static ConfigMapList: Definition = Definition {
name: "io.k8s.api.core.v1.ConfigMapList",
schema: object(&ConfigMapList_members),
kinds: &[kind("", "v1", "ConfigMapList"), ],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "metadata", Wire::Message(&meta_v1::ListMeta), "v1.ListMeta").omit_empty(),
    wire(2, "items", Wire::Message(&ConfigMap), "[]v1.ConfigMap").list(),
] }),
published: true,
};

static ConfigMapNodeConfigSource_members: Object = Object {
fields: SharedSlice::Static(&[
    field("kubeletConfigKey", TEXT.zero()),
    field("name", TEXT.zero()),
    field("namespace", TEXT.zero()),
    field("resourceVersion", TEXT),
    field("uid", TEXT),
]),
required: SharedSlice::Static(&[text("namespace"), text("name"), text("kubeletConfigKey")]),
additional: Additional::Unset,
};

pub(crate) static ConfigMapNodeConfigSource: Definition = Definition {
name: "io.k8s.api.core.v1.ConfigMapNodeConfigSource",
schema: object(&ConfigMapNodeConfigSource_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "namespace", Wire::String, "string"),
    wire(2, "name", Wire::String, "string"),
    wire(3, "uid", Wire::String, "types.UID").omit_empty(),
    wire(4, "resourceVersion", Wire::String, "string").omit_empty(),
    wire(5, "kubeletConfigKey", Wire::String, "string"),
] }),
published: true,
};

static ConfigMapProjection_members: Object = Object {
fields: SharedSlice::Static(&[
    field("items", list(&pool::refer_core_v1_KeyToPath_zero).list_type(ListType::Atomic)),
    field("name", TEXT.zero()),
    field("optional", BOOL),
]),
required: SharedSlice::Static(&[]),
additional: Additional::Unset,
};

pub(crate) static ConfigMapProjection: Definition = Definition {
name: "io.k8s.api.core.v1.ConfigMapProjection",
schema: object(&ConfigMapProjection_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    inline(1, &LocalObjectReference, "v1.LocalObjectReference"),
    wire(2, "items", Wire::Message(&KeyToPath), "[]v1.KeyToPath").list().omit_empty(),
    wire(4, "optional", Wire::Bool, "bool").pointer().omit_empty(),
] }),
published: true,
};

static ConfigMapVolumeSource_members: Object = Object {
fields: SharedSlice::Static(&[
    field("defaultMode", INT32),
    field("items", list(&pool::refer_core_v1_KeyToPath_zero).list_type(ListType::Atomic)),
    field("name", TEXT.zero()),
    field("optional", BOOL),
]),
required: SharedSlice::Static(&[]),
additional: Additional::Unset,
};

pub(crate) static ConfigMapVolumeSource: Definition = Definition {
name: "io.k8s.api.core.v1.ConfigMapVolumeSource",
schema: object(&ConfigMapVolumeSource_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    inline(1, &LocalObjectReference, "v1.LocalObjectReference"),
    wire(2, "items", Wire::Message(&KeyToPath), "[]v1.KeyToPath").list().omit_empty(),
    wire(3, "defaultMode", Wire::Int32, "int32").pointer().omit_empty(),
    wire(4, "optional", Wire::Bool, "bool").pointer().omit_empty(),
] }),
published: true,
};

static Container_members: Object = Object {
fields: SharedSlice::Static(&[
    field("args", list(&pool::TEXT_zero).list_type(ListType::Atomic)),
    field("command", list(&pool::TEXT_zero).list_type(ListType::Atomic)),
    field("env", list(&pool::refer_core_v1_EnvVar_zero).list_type(ListType::Map).patch(PatchStrategy::Merge).extra(&pool::merge_keys_only_name_Some_name)),
    field("envFrom", list(&pool::refer_core_v1_EnvFromSource_zero).list_type(ListType::Atomic)),
    field("image", TEXT),
    field("imagePullPolicy", TEXT),
    field("lifecycle", refer(&Lifecycle)),
    field("livenessProbe", refer(&Probe)),
    field("name", TEXT.zero()),
    field("ports", list(&pool::refer_core_v1_ContainerPort_zero).list_type(ListType::Map).patch(PatchStrategy::Merge).extra(&pool::merge_keys_containerPort_protocol_Some_containerPort)),
    field("readinessProbe", refer(&Probe)),
    field("resizePolicy", list(&pool::refer_core_v1_ContainerResizePolicy_zero).list_type(ListType::Atomic)),
    field("resources", refer(&ResourceRequirements).zero()),
    field("restartPolicy", TEXT),
    field("restartPolicyRules", list(&pool::refer_core_v1_ContainerRestartRule_zero).list_type(ListType::Atomic)),
    field("securityContext", refer(&SecurityContext)),
    field("startupProbe", refer(&Probe)),
    field("stdin", BOOL),
    field("stdinOnce", BOOL),
    field("terminationMessagePath", TEXT),
    field("terminationMessagePolicy", TEXT),
    field("tty", BOOL),
    field("volumeDevices", list(&pool::refer_core_v1_VolumeDevice_zero).list_type(ListType::Map).patch(PatchStrategy::Merge).extra(&pool::merge_keys_only_devicePath_Some_devicePath)),
    field("volumeMounts", list(&pool::refer_core_v1_VolumeMount_zero).list_type(ListType::Map).patch(PatchStrategy::Merge).extra(&pool::merge_keys_only_mountPath_Some_mountPath)),
    field("workingDir", TEXT),
]),
required: SharedSlice::Static(&[text("name")]),
additional: Additional::Unset,
};

pub(crate) static Container: Definition = Definition {
name: "io.k8s.api.core.v1.Container",
schema: object(&Container_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "name", Wire::String, "string"),
    wire(2, "image", Wire::String, "string").omit_empty(),
    wire(3, "command", Wire::String, "[]string").list().omit_empty(),
    wire(4, "args", Wire::String, "[]string").list().omit_empty(),
    wire(5, "workingDir", Wire::String, "string").omit_empty(),
    wire(6, "ports", Wire::Message(&ContainerPort), "[]v1.ContainerPort").list().omit_empty(),
    wire(7, "env", Wire::Message(&EnvVar), "[]v1.EnvVar").list().omit_empty(),
    wire(8, "resources", Wire::Message(&ResourceRequirements), "v1.ResourceRequirements").omit_empty(),
    wire(9, "volumeMounts", Wire::Message(&VolumeMount), "[]v1.VolumeMount").list().omit_empty(),
    wire(10, "livenessProbe", Wire::Message(&Probe), "v1.Probe").pointer().omit_empty(),
    wire(11, "readinessProbe", Wire::Message(&Probe), "v1.Probe").pointer().omit_empty(),
    wire(12, "lifecycle", Wire::Message(&Lifecycle), "v1.Lifecycle").pointer().omit_empty(),
    wire(13, "terminationMessagePath", Wire::String, "string").omit_empty(),
    wire(14, "imagePullPolicy", Wire::String, "v1.PullPolicy").omit_empty(),
    wire(15, "securityContext", Wire::Message(&SecurityContext), "v1.SecurityContext").pointer().omit_empty(),
    wire(16, "stdin", Wire::Bool, "bool").omit_empty(),
    wire(17, "stdinOnce", Wire::Bool, "bool").omit_empty(),
    wire(18, "tty", Wire::Bool, "bool").omit_empty(),
    wire(19, "envFrom", Wire::Message(&EnvFromSource), "[]v1.EnvFromSource").list().omit_empty(),
    wire(20, "terminationMessagePolicy", Wire::String, "v1.TerminationMessagePolicy").omit_empty(),
    wire(21, "volumeDevices", Wire::Message(&VolumeDevice), "[]v1.VolumeDevice").list().omit_empty(),
    wire(22, "startupProbe", Wire::Message(&Probe), "v1.Probe").pointer().omit_empty(),
    wire(23, "resizePolicy", Wire::Message(&ContainerResizePolicy), "[]v1.ContainerResizePolicy").list().omit_empty(),
    wire(24, "restartPolicy", Wire::String, "v1.ContainerRestartPolicy").pointer().omit_empty(),
    wire(25, "restartPolicyRules", Wire::Message(&ContainerRestartRule), "[]v1.ContainerRestartRule").list().omit_empty(),
] }),
published: true,
};

static ContainerExtendedResourceRequest_members: Object = Object {
fields: SharedSlice::Static(&[
    field("containerName", TEXT.zero()),
    field("requestName", TEXT.zero()),
    field("resourceName", TEXT.zero()),
]),
required: SharedSlice::Static(&[text("containerName"), text("resourceName"), text("requestName")]),
additional: Additional::Unset,
};

pub(crate) static ContainerExtendedResourceRequest: Definition = Definition {
name: "io.k8s.api.core.v1.ContainerExtendedResourceRequest",
schema: object(&ContainerExtendedResourceRequest_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "containerName", Wire::String, "string"),
    wire(2, "resourceName", Wire::String, "string"),
    wire(3, "requestName", Wire::String, "string"),
] }),
published: true,
};

static ContainerImage_members: Object = Object {
fields: SharedSlice::Static(&[
    field("names", list(&pool::TEXT_zero).list_type(ListType::Atomic)),
    field("sizeBytes", INT64),
]),
required: SharedSlice::Static(&[]),
additional: Additional::Unset,
};

pub(crate) static ContainerImage: Definition = Definition {
name: "io.k8s.api.core.v1.ContainerImage",
schema: object(&ContainerImage_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "names", Wire::String, "[]string").list(),
    wire(2, "sizeBytes", Wire::Int64, "int64").omit_empty(),
] }),
published: true,
};

static ContainerPort_members: Object = Object {
fields: SharedSlice::Static(&[
    field("containerPort", INT32.zero()),
    field("hostIP", TEXT),
    field("hostPort", INT32),
    field("name", TEXT),
    field("protocol", TEXT.extra(&pool::default_TCP)),
]),
required: SharedSlice::Static(&[text("containerPort")]),
additional: Additional::Unset,
};

pub(crate) static ContainerPort: Definition = Definition {
name: "io.k8s.api.core.v1.ContainerPort",
schema: object(&ContainerPort_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "name", Wire::String, "string").omit_empty(),
    wire(2, "hostPort", Wire::Int32, "int32").omit_empty(),
    wire(3, "containerPort", Wire::Int32, "int32"),
    wire(4, "protocol", Wire::String, "v1.Protocol").omit_empty(),
    wire(5, "hostIP", Wire::String, "string").omit_empty(),
] }),
published: true,
};

static ContainerResizePolicy_members: Object = Object {
fields: SharedSlice::Static(&[
    field("resourceName", TEXT.zero()),
    field("restartPolicy", TEXT.zero()),
]),
required: SharedSlice::Static(&[text("resourceName"), text("restartPolicy")]),
additional: Additional::Unset,
};

pub(crate) static ContainerResizePolicy: Definition = Definition {
name: "io.k8s.api.core.v1.ContainerResizePolicy",
schema: object(&ContainerResizePolicy_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "resourceName", Wire::String, "v1.ResourceName"),
    wire(2, "restartPolicy", Wire::String, "v1.ResourceResizeRestartPolicy"),
] }),
published: true,
};

static ContainerRestartRule_members: Object = Object {
fields: SharedSlice::Static(&[
    field("action", TEXT),
    field("exitCodes", refer(&ContainerRestartRuleOnExitCodes)),
]),
required: SharedSlice::Static(&[text("action")]),
additional: Additional::Unset,
};

pub(crate) static ContainerRestartRule: Definition = Definition {
name: "io.k8s.api.core.v1.ContainerRestartRule",
schema: object(&ContainerRestartRule_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "action", Wire::String, "v1.ContainerRestartRuleAction").omit_empty(),
    wire(2, "exitCodes", Wire::Message(&ContainerRestartRuleOnExitCodes), "v1.ContainerRestartRuleOnExitCodes").pointer().omit_empty(),
] }),
published: true,
};

static ContainerRestartRuleOnExitCodes_members: Object = Object {
fields: SharedSlice::Static(&[
    field("operator", TEXT),
    field("values", list(&pool::INT32_zero).list_type(ListType::Set)),
]),
required: SharedSlice::Static(&[text("operator")]),
additional: Additional::Unset,
};

pub(crate) static ContainerRestartRuleOnExitCodes: Definition = Definition {
name: "io.k8s.api.core.v1.ContainerRestartRuleOnExitCodes",
schema: object(&ContainerRestartRuleOnExitCodes_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "operator", Wire::String, "v1.ContainerRestartRuleOnExitCodesOperator").omit_empty(),
    wire(2, "values", Wire::Int32, "[]int32").list().omit_empty(),
] }),
published: true,
};

static ContainerState_members: Object = Object {
fields: SharedSlice::Static(&[
    field("running", refer(&ContainerStateRunning)),
    field("terminated", refer(&ContainerStateTerminated)),
    field("waiting", refer(&ContainerStateWaiting)),
]),
required: SharedSlice::Static(&[]),
additional: Additional::Unset,
};

pub(crate) static ContainerState: Definition = Definition {
name: "io.k8s.api.core.v1.ContainerState",
schema: object(&ContainerState_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "waiting", Wire::Message(&ContainerStateWaiting), "v1.ContainerStateWaiting").pointer().omit_empty(),
    wire(2, "running", Wire::Message(&ContainerStateRunning), "v1.ContainerStateRunning").pointer().omit_empty(),
    wire(3, "terminated", Wire::Message(&ContainerStateTerminated), "v1.ContainerStateTerminated").pointer().omit_empty(),
] }),
published: true,
};

static ContainerStateRunning_members: Object = Object {
fields: SharedSlice::Static(&[
    field("startedAt", refer(&meta_v1::Time)),
]),
required: SharedSlice::Static(&[]),
additional: Additional::Unset,
};

pub(crate) static ContainerStateRunning: Definition = Definition {
name: "io.k8s.api.core.v1.ContainerStateRunning",
schema: object(&ContainerStateRunning_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "startedAt", Wire::Message(&meta_v1::Time), "v1.Time").omit_empty(),
] }),
published: true,
};

static ContainerStateTerminated_members: Object = Object {
fields: SharedSlice::Static(&[
    field("containerID", TEXT),
    field("exitCode", INT32.zero()),
    field("finishedAt", refer(&meta_v1::Time)),
    field("message", TEXT),
    field("reason", TEXT),
    field("signal", INT32),
    field("startedAt", refer(&meta_v1::Time)),
]),
required: SharedSlice::Static(&[text("exitCode")]),
additional: Additional::Unset,
};

pub(crate) static ContainerStateTerminated: Definition = Definition {
name: "io.k8s.api.core.v1.ContainerStateTerminated",
schema: object(&ContainerStateTerminated_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "exitCode", Wire::Int32, "int32"),
    wire(2, "signal", Wire::Int32, "int32").omit_empty(),
    wire(3, "reason", Wire::String, "string").omit_empty(),
    wire(4, "message", Wire::String, "string").omit_empty(),
    wire(5, "startedAt", Wire::Message(&meta_v1::Time), "v1.Time").omit_empty(),
    wire(6, "finishedAt", Wire::Message(&meta_v1::Time), "v1.Time").omit_empty(),
    wire(7, "containerID", Wire::String, "string").omit_empty(),
] }),
published: true,
};

static ContainerStateWaiting_members: Object = Object {
fields: SharedSlice::Static(&[
    field("message", TEXT),
    field("reason", TEXT),
]),
required: SharedSlice::Static(&[]),
additional: Additional::Unset,
};

pub(crate) static ContainerStateWaiting: Definition = Definition {
name: "io.k8s.api.core.v1.ContainerStateWaiting",
schema: object(&ContainerStateWaiting_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "reason", Wire::String, "string").omit_empty(),
    wire(2, "message", Wire::String, "string").omit_empty(),
] }),
published: true,
};

static ContainerStatus_members: Object = Object {
fields: SharedSlice::Static(&[
    field("allocatedResources", object(&pool::values_bare_resource_Quantity)),
    field("allocatedResourcesStatus", list(&pool::refer_core_v1_ResourceStatus_zero).list_type(ListType::Map).patch(PatchStrategy::Merge).extra(&pool::merge_keys_only_name_Some_name)),
    field("containerID", TEXT),
    field("image", TEXT.zero()),
    field("imageID", TEXT.zero()),
    field("lastState", refer(&ContainerState).zero()),
    field("name", TEXT.zero()),
    field("ready", BOOL.zero()),
    field("resources", refer(&ResourceRequirements)),
    field("restartCount", INT32.zero()),
    field("started", BOOL),
    field("state", refer(&ContainerState).zero()),
    field("stopSignal", TEXT),
    field("user", refer(&ContainerUser)),
    field("volumeMounts", list(&pool::refer_core_v1_VolumeMountStatus_zero).list_type(ListType::Map).patch(PatchStrategy::Merge).extra(&pool::merge_keys_only_mountPath_Some_mountPath)),
]),
required: SharedSlice::Static(&[text("name"), text("ready"), text("restartCount"), text("image"), text("imageID")]),
additional: Additional::Unset,
};

pub(crate) static ContainerStatus: Definition = Definition {
name: "io.k8s.api.core.v1.ContainerStatus",
schema: object(&ContainerStatus_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "name", Wire::String, "string"),
    wire(2, "state", Wire::Message(&ContainerState), "v1.ContainerState").omit_empty(),
    wire(3, "lastState", Wire::Message(&ContainerState), "v1.ContainerState").omit_empty(),
    wire(4, "ready", Wire::Bool, "bool"),
    wire(5, "restartCount", Wire::Int32, "int32"),
    wire(6, "image", Wire::String, "string"),
    wire(7, "imageID", Wire::String, "string"),
    wire(8, "containerID", Wire::String, "string").omit_empty(),
    wire(9, "started", Wire::Bool, "bool").pointer().omit_empty(),
    wire(10, "allocatedResources", Wire::Message(&resource::Quantity), "v1.ResourceList").map().omit_empty(),
    wire(11, "resources", Wire::Message(&ResourceRequirements), "v1.ResourceRequirements").pointer().omit_empty(),
    wire(12, "volumeMounts", Wire::Message(&VolumeMountStatus), "[]v1.VolumeMountStatus").list().omit_empty(),
    wire(13, "user", Wire::Message(&ContainerUser), "v1.ContainerUser").pointer().omit_empty(),
    wire(14, "allocatedResourcesStatus", Wire::Message(&ResourceStatus), "[]v1.ResourceStatus").list().omit_empty(),
    wire(15, "stopSignal", Wire::String, "v1.Signal").pointer().omit_empty(),
] }),
published: true,
};

static ContainerUser_members: Object = Object {
fields: SharedSlice::Static(&[
    field("linux", refer(&LinuxContainerUser)),
]),
required: SharedSlice::Static(&[]),
additional: Additional::Unset,
};

pub(crate) static ContainerUser: Definition = Definition {
name: "io.k8s.api.core.v1.ContainerUser",
schema: object(&ContainerUser_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "linux", Wire::Message(&LinuxContainerUser), "v1.LinuxContainerUser").pointer().omit_empty(),
] }),
published: true,
};

static DaemonEndpoint_members: Object = Object {
fields: SharedSlice::Static(&[
    field("Port", INT32.zero()),
]),
required: SharedSlice::Static(&[text("Port")]),
additional: Additional::Unset,
};

pub(crate) static DaemonEndpoint: Definition = Definition {
name: "io.k8s.api.core.v1.DaemonEndpoint",
schema: object(&DaemonEndpoint_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "Port", Wire::Int32, "int32"),
] }),
published: true,
};

static DownwardAPIProjection_members: Object = Object {
fields: SharedSlice::Static(&[
    field("items", list(&pool::refer_core_v1_DownwardAPIVolumeFile_zero).list_type(ListType::Atomic)),
]),
required: SharedSlice::Static(&[]),
additional: Additional::Unset,
};

pub(crate) static DownwardAPIProjection: Definition = Definition {
name: "io.k8s.api.core.v1.DownwardAPIProjection",
schema: object(&DownwardAPIProjection_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "items", Wire::Message(&DownwardAPIVolumeFile), "[]v1.DownwardAPIVolumeFile").list().omit_empty(),
] }),
published: true,
};

static DownwardAPIVolumeFile_members: Object = Object {
fields: SharedSlice::Static(&[
    field("fieldRef", refer(&ObjectFieldSelector)),
    field("mode", INT32),
    field("path", TEXT.zero()),
    field("resourceFieldRef", refer(&ResourceFieldSelector)),
]),
required: SharedSlice::Static(&[text("path")]),
additional: Additional::Unset,
};

pub(crate) static DownwardAPIVolumeFile: Definition = Definition {
name: "io.k8s.api.core.v1.DownwardAPIVolumeFile",
schema: object(&DownwardAPIVolumeFile_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "path", Wire::String, "string"),
    wire(2, "fieldRef", Wire::Message(&ObjectFieldSelector), "v1.ObjectFieldSelector").pointer().omit_empty(),
    wire(3, "resourceFieldRef", Wire::Message(&ResourceFieldSelector), "v1.ResourceFieldSelector").pointer().omit_empty(),
    wire(4, "mode", Wire::Int32, "int32").pointer().omit_empty(),
] }),
published: true,
};

static DownwardAPIVolumeSource_members: Object = Object {
fields: SharedSlice::Static(&[
    field("defaultMode", INT32),
    field("items", list(&pool::refer_core_v1_DownwardAPIVolumeFile_zero).list_type(ListType::Atomic)),
]),
required: SharedSlice::Static(&[]),
additional: Additional::Unset,
};

pub(crate) static DownwardAPIVolumeSource: Definition = Definition {
name: "io.k8s.api.core.v1.DownwardAPIVolumeSource",
schema: object(&DownwardAPIVolumeSource_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "items", Wire::Message(&DownwardAPIVolumeFile), "[]v1.DownwardAPIVolumeFile").list().omit_empty(),
    wire(2, "defaultMode", Wire::Int32, "int32").pointer().omit_empty(),
] }),
published: true,
};

static EmptyDirVolumeSource_members: Object = Object {
fields: SharedSlice::Static(&[
    field("medium", TEXT),
    field("sizeLimit", refer(&resource::Quantity)),
]),
required: SharedSlice::Static(&[]),
additional: Additional::Unset,
};

pub(crate) static EmptyDirVolumeSource: Definition = Definition {
name: "io.k8s.api.core.v1.EmptyDirVolumeSource",
schema: object(&EmptyDirVolumeSource_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "medium", Wire::String, "v1.StorageMedium").omit_empty(),
    wire(2, "sizeLimit", Wire::Message(&resource::Quantity), "resource.Quantity").pointer().omit_empty(),
] }),
published: true,
};

static EndpointAddress_members: Object = Object {
fields: SharedSlice::Static(&[
    field("hostname", TEXT),
    field("ip", TEXT.zero()),
    field("nodeName", TEXT),
    field("targetRef", refer(&ObjectReference)),
]),
required: SharedSlice::Static(&[text("ip")]),
additional: Additional::Unset,
};

pub(crate) static EndpointAddress: Definition = Definition {
name: "io.k8s.api.core.v1.EndpointAddress",
schema: object(&EndpointAddress_members).map_type(MapType::Atomic),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "ip", Wire::String, "string"),
    wire(2, "targetRef", Wire::Message(&ObjectReference), "v1.ObjectReference").pointer().omit_empty(),
    wire(3, "hostname", Wire::String, "string").omit_empty(),
    wire(4, "nodeName", Wire::String, "string").pointer().omit_empty(),
] }),
published: true,
};

static EndpointPort_members: Object = Object {
fields: SharedSlice::Static(&[
    field("appProtocol", TEXT),
    field("name", TEXT),
    field("port", INT32.zero()),
    field("protocol", TEXT),
]),
required: SharedSlice::Static(&[text("port")]),
additional: Additional::Unset,
};

pub(crate) static EndpointPort: Definition = Definition {
name: "io.k8s.api.core.v1.EndpointPort",
schema: object(&EndpointPort_members).map_type(MapType::Atomic),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "name", Wire::String, "string").omit_empty(),
    wire(2, "port", Wire::Int32, "int32"),
    wire(3, "protocol", Wire::String, "v1.Protocol").omit_empty(),
    wire(4, "appProtocol", Wire::String, "string").pointer().omit_empty(),
] }),
published: true,
};

static EndpointSubset_members: Object = Object {
fields: SharedSlice::Static(&[
    field("addresses", list(&pool::refer_core_v1_EndpointAddress_zero).list_type(ListType::Atomic)),
    field("notReadyAddresses", list(&pool::refer_core_v1_EndpointAddress_zero).list_type(ListType::Atomic)),
    field("ports", list(&pool::refer_core_v1_EndpointPort_zero).list_type(ListType::Atomic)),
]),
required: SharedSlice::Static(&[]),
additional: Additional::Unset,
};

pub(crate) static EndpointSubset: Definition = Definition {
name: "io.k8s.api.core.v1.EndpointSubset",
schema: object(&EndpointSubset_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "addresses", Wire::Message(&EndpointAddress), "[]v1.EndpointAddress").list().omit_empty(),
    wire(2, "notReadyAddresses", Wire::Message(&EndpointAddress), "[]v1.EndpointAddress").list().omit_empty(),
    wire(3, "ports", Wire::Message(&EndpointPort), "[]v1.EndpointPort").list().omit_empty(),
] }),
published: true,
};

static Endpoints_members: Object = Object {
fields: SharedSlice::Static(&[
    field("apiVersion", TEXT),
    field("kind", TEXT),
    field("metadata", refer(&meta_v1::ObjectMeta).zero()),
    field("subsets", list(&pool::refer_core_v1_EndpointSubset_zero).list_type(ListType::Atomic)),
]),
required: SharedSlice::Static(&[]),
additional: Additional::Unset,
};

pub(crate) static Endpoints: Definition = Definition {
name: "io.k8s.api.core.v1.Endpoints",
schema: object(&Endpoints_members),
kinds: &[kind("", "v1", "Endpoints"), ],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "metadata", Wire::Message(&meta_v1::ObjectMeta), "v1.ObjectMeta").omit_empty(),
    wire(2, "subsets", Wire::Message(&EndpointSubset), "[]v1.EndpointSubset").list().omit_empty(),
] }),
published: true,
};

static EndpointsList_members: Object = Object {
fields: SharedSlice::Static(&[
    field("apiVersion", TEXT),
    field("items", list(&pool::refer_core_v1_Endpoints_zero)),
    field("kind", TEXT),
    field("metadata", refer(&meta_v1::ListMeta).zero()),
]),
required: SharedSlice::Static(&[text("items")]),
additional: Additional::Unset,
};

pub(crate) static EndpointsList: Definition = Definition {
name: "io.k8s.api.core.v1.EndpointsList",
schema: object(&EndpointsList_members),
kinds: &[kind("", "v1", "EndpointsList"), ],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "metadata", Wire::Message(&meta_v1::ListMeta), "v1.ListMeta").omit_empty(),
    wire(2, "items", Wire::Message(&Endpoints), "[]v1.Endpoints").list(),
] }),
published: true,
};

static EnvFromSource_members: Object = Object {
fields: SharedSlice::Static(&[
    field("configMapRef", refer(&ConfigMapEnvSource)),
    field("prefix", TEXT),
    field("secretRef", refer(&SecretEnvSource)),
]),
required: SharedSlice::Static(&[]),
additional: Additional::Unset,
};

pub(crate) static EnvFromSource: Definition = Definition {
name: "io.k8s.api.core.v1.EnvFromSource",
schema: object(&EnvFromSource_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "prefix", Wire::String, "string").omit_empty(),
    wire(2, "configMapRef", Wire::Message(&ConfigMapEnvSource), "v1.ConfigMapEnvSource").pointer().omit_empty(),
    wire(3, "secretRef", Wire::Message(&SecretEnvSource), "v1.SecretEnvSource").pointer().omit_empty(),
] }),
published: true,
};

static EnvVar_members: Object = Object {
fields: SharedSlice::Static(&[
    field("name", TEXT.zero()),
    field("value", TEXT),
    field("valueFrom", refer(&EnvVarSource)),
]),
required: SharedSlice::Static(&[text("name")]),
additional: Additional::Unset,
};

pub(crate) static EnvVar: Definition = Definition {
name: "io.k8s.api.core.v1.EnvVar",
schema: object(&EnvVar_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "name", Wire::String, "string"),
    wire(2, "value", Wire::String, "string").omit_empty(),
    wire(3, "valueFrom", Wire::Message(&EnvVarSource), "v1.EnvVarSource").pointer().omit_empty(),
] }),
published: true,
};

static EnvVarSource_members: Object = Object {
fields: SharedSlice::Static(&[
    field("configMapKeyRef", refer(&ConfigMapKeySelector)),
    field("fieldRef", refer(&ObjectFieldSelector)),
    field("fileKeyRef", refer(&FileKeySelector)),
    field("resourceFieldRef", refer(&ResourceFieldSelector)),
    field("secretKeyRef", refer(&SecretKeySelector)),
]),
required: SharedSlice::Static(&[]),
additional: Additional::Unset,
};

pub(crate) static EnvVarSource: Definition = Definition {
name: "io.k8s.api.core.v1.EnvVarSource",
schema: object(&EnvVarSource_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "fieldRef", Wire::Message(&ObjectFieldSelector), "v1.ObjectFieldSelector").pointer().omit_empty(),
    wire(2, "resourceFieldRef", Wire::Message(&ResourceFieldSelector), "v1.ResourceFieldSelector").pointer().omit_empty(),
    wire(3, "configMapKeyRef", Wire::Message(&ConfigMapKeySelector), "v1.ConfigMapKeySelector").pointer().omit_empty(),
    wire(4, "secretKeyRef", Wire::Message(&SecretKeySelector), "v1.SecretKeySelector").pointer().omit_empty(),
    wire(5, "fileKeyRef", Wire::Message(&FileKeySelector), "v1.FileKeySelector").pointer().omit_empty(),
] }),
published: true,
};

static EphemeralContainer_members: Object = Object {
fields: SharedSlice::Static(&[
    field("args", list(&pool::TEXT_zero).list_type(ListType::Atomic)),
    field("command", list(&pool::TEXT_zero).list_type(ListType::Atomic)),
    field("env", list(&pool::refer_core_v1_EnvVar_zero).list_type(ListType::Map).patch(PatchStrategy::Merge).extra(&pool::merge_keys_only_name_Some_name)),
    field("envFrom", list(&pool::refer_core_v1_EnvFromSource_zero).list_type(ListType::Atomic)),
    field("image", TEXT),
    field("imagePullPolicy", TEXT),
    field("lifecycle", refer(&Lifecycle)),
    field("livenessProbe", refer(&Probe)),
    field("name", TEXT.zero()),
    field("ports", list(&pool::refer_core_v1_ContainerPort_zero).list_type(ListType::Map).patch(PatchStrategy::Merge).extra(&pool::merge_keys_containerPort_protocol_Some_containerPort)),
    field("readinessProbe", refer(&Probe)),
    field("resizePolicy", list(&pool::refer_core_v1_ContainerResizePolicy_zero).list_type(ListType::Atomic)),
    field("resources", refer(&ResourceRequirements).zero()),
    field("restartPolicy", TEXT),
    field("restartPolicyRules", list(&pool::refer_core_v1_ContainerRestartRule_zero).list_type(ListType::Atomic)),
    field("securityContext", refer(&SecurityContext)),
    field("startupProbe", refer(&Probe)),
    field("stdin", BOOL),
    field("stdinOnce", BOOL),
    field("targetContainerName", TEXT),
    field("terminationMessagePath", TEXT),
    field("terminationMessagePolicy", TEXT),
    field("tty", BOOL),
    field("volumeDevices", list(&pool::refer_core_v1_VolumeDevice_zero).list_type(ListType::Map).patch(PatchStrategy::Merge).extra(&pool::merge_keys_only_devicePath_Some_devicePath)),
    field("volumeMounts", list(&pool::refer_core_v1_VolumeMount_zero).list_type(ListType::Map).patch(PatchStrategy::Merge).extra(&pool::merge_keys_only_mountPath_Some_mountPath)),
    field("workingDir", TEXT),
]),
required: SharedSlice::Static(&[text("name")]),
additional: Additional::Unset,
};

pub(crate) static EphemeralContainer: Definition = Definition {
name: "io.k8s.api.core.v1.EphemeralContainer",
schema: object(&EphemeralContainer_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    inline(1, &EphemeralContainerCommon, "v1.EphemeralContainerCommon"),
    wire(2, "targetContainerName", Wire::String, "string").omit_empty(),
] }),
published: true,
};

static EphemeralContainerCommon_members: Object = Object {
fields: SharedSlice::Static(&[
    field("args", list(&pool::only_TEXT)),
    field("command", list(&pool::only_TEXT)),
    field("env", list(&pool::bare_core_v1_EnvVar)),
    field("envFrom", list(&pool::bare_core_v1_EnvFromSource)),
    field("image", TEXT),
    field("imagePullPolicy", TEXT),
    field("lifecycle", bare(&Lifecycle)),
    field("livenessProbe", bare(&Probe)),
    field("name", TEXT),
    field("ports", list(&pool::bare_core_v1_ContainerPort)),
    field("readinessProbe", bare(&Probe)),
    field("resizePolicy", list(&pool::bare_core_v1_ContainerResizePolicy)),
    field("resources", bare(&ResourceRequirements)),
    field("restartPolicy", TEXT),
    field("restartPolicyRules", list(&pool::bare_core_v1_ContainerRestartRule)),
    field("securityContext", bare(&SecurityContext)),
    field("startupProbe", bare(&Probe)),
    field("stdin", BOOL),
    field("stdinOnce", BOOL),
    field("terminationMessagePath", TEXT),
    field("terminationMessagePolicy", TEXT),
    field("tty", BOOL),
    field("volumeDevices", list(&pool::bare_core_v1_VolumeDevice)),
    field("volumeMounts", list(&pool::bare_core_v1_VolumeMount)),
    field("workingDir", TEXT),
]),
required: SharedSlice::Static(&[]),
additional: Additional::Unset,
};

pub(crate) static EphemeralContainerCommon: Definition = Definition {
name: "io.k8s.api.core.v1.EphemeralContainerCommon",
schema: object(&EphemeralContainerCommon_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "name", Wire::String, "string"),
    wire(2, "image", Wire::String, "string").omit_empty(),
    wire(3, "command", Wire::String, "[]string").list().omit_empty(),
    wire(4, "args", Wire::String, "[]string").list().omit_empty(),
    wire(5, "workingDir", Wire::String, "string").omit_empty(),
    wire(6, "ports", Wire::Message(&ContainerPort), "[]v1.ContainerPort").list().omit_empty(),
    wire(7, "env", Wire::Message(&EnvVar), "[]v1.EnvVar").list().omit_empty(),
    wire(8, "resources", Wire::Message(&ResourceRequirements), "v1.ResourceRequirements").omit_empty(),
    wire(9, "volumeMounts", Wire::Message(&VolumeMount), "[]v1.VolumeMount").list().omit_empty(),
    wire(10, "livenessProbe", Wire::Message(&Probe), "v1.Probe").pointer().omit_empty(),
    wire(11, "readinessProbe", Wire::Message(&Probe), "v1.Probe").pointer().omit_empty(),
    wire(12, "lifecycle", Wire::Message(&Lifecycle), "v1.Lifecycle").pointer().omit_empty(),
    wire(13, "terminationMessagePath", Wire::String, "string").omit_empty(),
    wire(14, "imagePullPolicy", Wire::String, "v1.PullPolicy").omit_empty(),
    wire(15, "securityContext", Wire::Message(&SecurityContext), "v1.SecurityContext").pointer().omit_empty(),
    wire(16, "stdin", Wire::Bool, "bool").omit_empty(),
    wire(17, "stdinOnce", Wire::Bool, "bool").omit_empty(),
    wire(18, "tty", Wire::Bool, "bool").omit_empty(),
    wire(19, "envFrom", Wire::Message(&EnvFromSource), "[]v1.EnvFromSource").list().omit_empty(),
    wire(20, "terminationMessagePolicy", Wire::String, "v1.TerminationMessagePolicy").omit_empty(),
    wire(21, "volumeDevices", Wire::Message(&VolumeDevice), "[]v1.VolumeDevice").list().omit_empty(),
    wire(22, "startupProbe", Wire::Message(&Probe), "v1.Probe").pointer().omit_empty(),
    wire(23, "resizePolicy", Wire::Message(&ContainerResizePolicy), "[]v1.ContainerResizePolicy").list().omit_empty(),
    wire(24, "restartPolicy", Wire::String, "v1.ContainerRestartPolicy").pointer().omit_empty(),
    wire(25, "restartPolicyRules", Wire::Message(&ContainerRestartRule), "[]v1.ContainerRestartRule").list().omit_empty(),
] }),
published: false,
};

static EphemeralVolumeSource_members: Object = Object {
fields: SharedSlice::Static(&[
    field("volumeClaimTemplate", refer(&PersistentVolumeClaimTemplate)),
]),
required: SharedSlice::Static(&[]),
additional: Additional::Unset,
};

pub(crate) static EphemeralVolumeSource: Definition = Definition {
name: "io.k8s.api.core.v1.EphemeralVolumeSource",
schema: object(&EphemeralVolumeSource_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "volumeClaimTemplate", Wire::Message(&PersistentVolumeClaimTemplate), "v1.PersistentVolumeClaimTemplate").pointer().omit_empty(),
] }),
published: true,
};

static Event_members: Object = Object {
fields: SharedSlice::Static(&[
    field("action", TEXT),
    field("apiVersion", TEXT),
    field("count", INT32),
    field("eventTime", refer(&meta_v1::MicroTime)),
    field("firstTimestamp", refer(&meta_v1::Time)),
    field("involvedObject", refer(&ObjectReference).zero()),
    field("kind", TEXT),
    field("lastTimestamp", refer(&meta_v1::Time)),
    field("message", TEXT),
    field("metadata", refer(&meta_v1::ObjectMeta).zero()),
    field("reason", TEXT),
    field("related", refer(&ObjectReference)),
    field("reportingComponent", TEXT.zero()),
    field("reportingInstance", TEXT.zero()),
    field("series", refer(&EventSeries)),
    field("source", refer(&EventSource).zero()),
    field("type", TEXT),
]),
required: SharedSlice::Static(&[text("metadata"), text("involvedObject")]),
additional: Additional::Unset,
};

pub(crate) static Event: Definition = Definition {
name: "io.k8s.api.core.v1.Event",
schema: object(&Event_members),
kinds: &[kind("", "v1", "Event"), ],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "metadata", Wire::Message(&meta_v1::ObjectMeta), "v1.ObjectMeta"),
    wire(2, "involvedObject", Wire::Message(&ObjectReference), "v1.ObjectReference"),
    wire(3, "reason", Wire::String, "string").omit_empty(),
    wire(4, "message", Wire::String, "string").omit_empty(),
    wire(5, "source", Wire::Message(&EventSource), "v1.EventSource").omit_empty(),
    wire(6, "firstTimestamp", Wire::Message(&meta_v1::Time), "v1.Time").omit_empty(),
    wire(7, "lastTimestamp", Wire::Message(&meta_v1::Time), "v1.Time").omit_empty(),
    wire(8, "count", Wire::Int32, "int32").omit_empty(),
    wire(9, "type", Wire::String, "string").omit_empty(),
    wire(10, "eventTime", Wire::Message(&meta_v1::MicroTime), "v1.MicroTime").omit_empty(),
    wire(11, "series", Wire::Message(&EventSeries), "v1.EventSeries").pointer().omit_empty(),
    wire(12, "action", Wire::String, "string").omit_empty(),
    wire(13, "related", Wire::Message(&ObjectReference), "v1.ObjectReference").pointer().omit_empty(),
    wire(14, "reportingComponent", Wire::String, "string"),
    wire(15, "reportingInstance", Wire::String, "string"),
] }),
published: true,
};

static EventList_members: Object = Object {
fields: SharedSlice::Static(&[
    field("apiVersion", TEXT),
    field("items", list(&pool::refer_core_v1_Event_zero)),
    field("kind", TEXT),
    field("metadata", refer(&meta_v1::ListMeta).zero()),
]),
required: SharedSlice::Static(&[text("items")]),
additional: Additional::Unset,
};

pub(crate) static EventList: Definition = Definition {
name: "io.k8s.api.core.v1.EventList",
schema: object(&EventList_members),
kinds: &[kind("", "v1", "EventList"), ],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "metadata", Wire::Message(&meta_v1::ListMeta), "v1.ListMeta").omit_empty(),
    wire(2, "items", Wire::Message(&Event), "[]v1.Event").list(),
] }),
published: true,
};

static EventSeries_members: Object = Object {
fields: SharedSlice::Static(&[
    field("count", INT32),
    field("lastObservedTime", refer(&meta_v1::MicroTime)),
]),
required: SharedSlice::Static(&[]),
additional: Additional::Unset,
};

pub(crate) static EventSeries: Definition = Definition {
name: "io.k8s.api.core.v1.EventSeries",
schema: object(&EventSeries_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "count", Wire::Int32, "int32").omit_empty(),
    wire(2, "lastObservedTime", Wire::Message(&meta_v1::MicroTime), "v1.MicroTime").omit_empty(),
] }),
published: true,
};

static EventSource_members: Object = Object {
fields: SharedSlice::Static(&[
    field("component", TEXT),
    field("host", TEXT),
]),
required: SharedSlice::Static(&[]),
additional: Additional::Unset,
};

pub(crate) static EventSource: Definition = Definition {
name: "io.k8s.api.core.v1.EventSource",
schema: object(&EventSource_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "component", Wire::String, "string").omit_empty(),
    wire(2, "host", Wire::String, "string").omit_empty(),
] }),
published: true,
};

static ExecAction_members: Object = Object {
fields: SharedSlice::Static(&[
    field("command", list(&pool::TEXT_zero).list_type(ListType::Atomic)),
]),
required: SharedSlice::Static(&[]),
additional: Additional::Unset,
};

pub(crate) static ExecAction: Definition = Definition {
name: "io.k8s.api.core.v1.ExecAction",
schema: object(&ExecAction_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "command", Wire::String, "[]string").list().omit_empty(),
] }),
published: true,
};

static FCVolumeSource_members: Object = Object {
fields: SharedSlice::Static(&[
    field("fsType", TEXT),
    field("lun", INT32),
    field("readOnly", BOOL),
    field("targetWWNs", list(&pool::TEXT_zero).list_type(ListType::Atomic)),
    field("wwids", list(&pool::TEXT_zero).list_type(ListType::Atomic)),
]),
required: SharedSlice::Static(&[]),
additional: Additional::Unset,
};

pub(crate) static FCVolumeSource: Definition = Definition {
name: "io.k8s.api.core.v1.FCVolumeSource",
schema: object(&FCVolumeSource_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "targetWWNs", Wire::String, "[]string").list().omit_empty(),
    wire(2, "lun", Wire::Int32, "int32").pointer().omit_empty(),
    wire(3, "fsType", Wire::String, "string").omit_empty(),
    wire(4, "readOnly", Wire::Bool, "bool").omit_empty(),
    wire(5, "wwids", Wire::String, "[]string").list().omit_empty(),
] }),
published: true,
};

static FileKeySelector_members: Object = Object {
fields: SharedSlice::Static(&[
    field("key", TEXT.zero()),
    field("optional", BOOL.zero()),
    field("path", TEXT.zero()),
    field("volumeName", TEXT.zero()),
]),
required: SharedSlice::Static(&[text("volumeName"), text("path"), text("key")]),
additional: Additional::Unset,
};

pub(crate) static FileKeySelector: Definition = Definition {
name: "io.k8s.api.core.v1.FileKeySelector",
schema: object(&FileKeySelector_members).map_type(MapType::Atomic),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "volumeName", Wire::String, "string"),
    wire(2, "path", Wire::String, "string"),
    wire(3, "key", Wire::String, "string"),
    wire(4, "optional", Wire::Bool, "bool").pointer().omit_empty(),
] }),
published: true,
};

static FlexPersistentVolumeSource_members: Object = Object {
fields: SharedSlice::Static(&[
    field("driver", TEXT.zero()),
    field("fsType", TEXT),
    field("options", object(&pool::values_TEXT_zero)),
    field("readOnly", BOOL),
    field("secretRef", refer(&SecretReference)),
]),
required: SharedSlice::Static(&[text("driver")]),
additional: Additional::Unset,
};

pub(crate) static FlexPersistentVolumeSource: Definition = Definition {
name: "io.k8s.api.core.v1.FlexPersistentVolumeSource",
schema: object(&FlexPersistentVolumeSource_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "driver", Wire::String, "string"),
    wire(2, "fsType", Wire::String, "string").omit_empty(),
    wire(3, "secretRef", Wire::Message(&SecretReference), "v1.SecretReference").pointer().omit_empty(),
    wire(4, "readOnly", Wire::Bool, "bool").omit_empty(),
    wire(5, "options", Wire::String, "map[string]string").map().omit_empty(),
] }),
published: true,
};

static FlexVolumeSource_members: Object = Object {
fields: SharedSlice::Static(&[
    field("driver", TEXT.zero()),
    field("fsType", TEXT),
    field("options", object(&pool::values_TEXT_zero)),
    field("readOnly", BOOL),
    field("secretRef", refer(&LocalObjectReference)),
]),
required: SharedSlice::Static(&[text("driver")]),
additional: Additional::Unset,
};

pub(crate) static FlexVolumeSource: Definition = Definition {
name: "io.k8s.api.core.v1.FlexVolumeSource",
schema: object(&FlexVolumeSource_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "driver", Wire::String, "string"),
    wire(2, "fsType", Wire::String, "string").omit_empty(),
    wire(3, "secretRef", Wire::Message(&LocalObjectReference), "v1.LocalObjectReference").pointer().omit_empty(),
    wire(4, "readOnly", Wire::Bool, "bool").omit_empty(),
    wire(5, "options", Wire::String, "map[string]string").map().omit_empty(),
] }),
published: true,
};

static FlockerVolumeSource_members: Object = Object {
fields: SharedSlice::Static(&[
    field("datasetName", TEXT),
    field("datasetUUID", TEXT),
]),
required: SharedSlice::Static(&[]),
additional: Additional::Unset,
};

pub(crate) static FlockerVolumeSource: Definition = Definition {
name: "io.k8s.api.core.v1.FlockerVolumeSource",
schema: object(&FlockerVolumeSource_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "datasetName", Wire::String, "string").omit_empty(),
    wire(2, "datasetUUID", Wire::String, "string").omit_empty(),
] }),
published: true,
};

static GCEPersistentDiskVolumeSource_members: Object = Object {
fields: SharedSlice::Static(&[
    field("fsType", TEXT),
    field("partition", INT32),
    field("pdName", TEXT.zero()),
    field("readOnly", BOOL),
]),
required: SharedSlice::Static(&[text("pdName")]),
additional: Additional::Unset,
};

pub(crate) static GCEPersistentDiskVolumeSource: Definition = Definition {
name: "io.k8s.api.core.v1.GCEPersistentDiskVolumeSource",
schema: object(&GCEPersistentDiskVolumeSource_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "pdName", Wire::String, "string"),
    wire(2, "fsType", Wire::String, "string").omit_empty(),
    wire(3, "partition", Wire::Int32, "int32").omit_empty(),
    wire(4, "readOnly", Wire::Bool, "bool").omit_empty(),
] }),
published: true,
};

static GRPCAction_members: Object = Object {
fields: SharedSlice::Static(&[
    field("port", INT32.zero()),
    field("service", TEXT.zero()),
]),
required: SharedSlice::Static(&[text("port")]),
additional: Additional::Unset,
};

pub(crate) static GRPCAction: Definition = Definition {
name: "io.k8s.api.core.v1.GRPCAction",
schema: object(&GRPCAction_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "port", Wire::Int32, "int32"),
    wire(2, "service", Wire::String, "string").pointer(),
] }),
published: true,
};

static GitRepoVolumeSource_members: Object = Object {
fields: SharedSlice::Static(&[
    field("directory", TEXT),
    field("repository", TEXT.zero()),
    field("revision", TEXT),
]),
required: SharedSlice::Static(&[text("repository")]),
additional: Additional::Unset,
};

pub(crate) static GitRepoVolumeSource: Definition = Definition {
name: "io.k8s.api.core.v1.GitRepoVolumeSource",
schema: object(&GitRepoVolumeSource_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "repository", Wire::String, "string"),
    wire(2, "revision", Wire::String, "string").omit_empty(),
    wire(3, "directory", Wire::String, "string").omit_empty(),
] }),
published: true,
};

static GlusterfsPersistentVolumeSource_members: Object = Object {
fields: SharedSlice::Static(&[
    field("endpoints", TEXT.zero()),
    field("endpointsNamespace", TEXT),
    field("path", TEXT.zero()),
    field("readOnly", BOOL),
]),
required: SharedSlice::Static(&[text("endpoints"), text("path")]),
additional: Additional::Unset,
};

pub(crate) static GlusterfsPersistentVolumeSource: Definition = Definition {
name: "io.k8s.api.core.v1.GlusterfsPersistentVolumeSource",
schema: object(&GlusterfsPersistentVolumeSource_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "endpoints", Wire::String, "string"),
    wire(2, "path", Wire::String, "string"),
    wire(3, "readOnly", Wire::Bool, "bool").omit_empty(),
    wire(4, "endpointsNamespace", Wire::String, "string").pointer().omit_empty(),
] }),
published: true,
};

static GlusterfsVolumeSource_members: Object = Object {
fields: SharedSlice::Static(&[
    field("endpoints", TEXT.zero()),
    field("path", TEXT.zero()),
    field("readOnly", BOOL),
]),
required: SharedSlice::Static(&[text("endpoints"), text("path")]),
additional: Additional::Unset,
};

pub(crate) static GlusterfsVolumeSource: Definition = Definition {
name: "io.k8s.api.core.v1.GlusterfsVolumeSource",
schema: object(&GlusterfsVolumeSource_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "endpoints", Wire::String, "string"),
    wire(2, "path", Wire::String, "string"),
    wire(3, "readOnly", Wire::Bool, "bool").omit_empty(),
] }),
published: true,
};

static HTTPGetAction_members: Object = Object {
fields: SharedSlice::Static(&[
    field("host", TEXT),
    field("httpHeaders", list(&pool::refer_core_v1_HTTPHeader_zero).list_type(ListType::Atomic)),
    field("path", TEXT),
    field("port", refer(&intstr::IntOrString)),
    field("scheme", TEXT),
]),
required: SharedSlice::Static(&[text("port")]),
additional: Additional::Unset,
};

pub(crate) static HTTPGetAction: Definition = Definition {
name: "io.k8s.api.core.v1.HTTPGetAction",
schema: object(&HTTPGetAction_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "path", Wire::String, "string").omit_empty(),
    wire(2, "port", Wire::Message(&intstr::IntOrString), "intstr.IntOrString"),
    wire(3, "host", Wire::String, "string").omit_empty(),
    wire(4, "scheme", Wire::String, "v1.URIScheme").omit_empty(),
    wire(5, "httpHeaders", Wire::Message(&HTTPHeader), "[]v1.HTTPHeader").list().omit_empty(),
] }),
published: true,
};

static HTTPHeader_members: Object = Object {
fields: SharedSlice::Static(&[
    field("name", TEXT.zero()),
    field("value", TEXT.zero()),
]),
required: SharedSlice::Static(&[text("name"), text("value")]),
additional: Additional::Unset,
};

pub(crate) static HTTPHeader: Definition = Definition {
name: "io.k8s.api.core.v1.HTTPHeader",
schema: object(&HTTPHeader_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "name", Wire::String, "string"),
    wire(2, "value", Wire::String, "string"),
] }),
published: true,
};

static HostAlias_members: Object = Object {
fields: SharedSlice::Static(&[
    field("hostnames", list(&pool::TEXT_zero).list_type(ListType::Atomic)),
    field("ip", TEXT.zero()),
]),
required: SharedSlice::Static(&[text("ip")]),
additional: Additional::Unset,
};

pub(crate) static HostAlias: Definition = Definition {
name: "io.k8s.api.core.v1.HostAlias",
schema: object(&HostAlias_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "ip", Wire::String, "string"),
    wire(2, "hostnames", Wire::String, "[]string").list().omit_empty(),
] }),
published: true,
};

static HostIP_members: Object = Object {
fields: SharedSlice::Static(&[
    field("ip", TEXT.zero()),
]),
required: SharedSlice::Static(&[text("ip")]),
additional: Additional::Unset,
};

pub(crate) static HostIP: Definition = Definition {
name: "io.k8s.api.core.v1.HostIP",
schema: object(&HostIP_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "ip", Wire::String, "string"),
] }),
published: true,
};

static HostPathVolumeSource_members: Object = Object {
fields: SharedSlice::Static(&[
    field("path", TEXT.zero()),
    field("type", TEXT),
]),
required: SharedSlice::Static(&[text("path")]),
additional: Additional::Unset,
};

pub(crate) static HostPathVolumeSource: Definition = Definition {
name: "io.k8s.api.core.v1.HostPathVolumeSource",
schema: object(&HostPathVolumeSource_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "path", Wire::String, "string"),
    wire(2, "type", Wire::String, "v1.HostPathType").pointer().omit_empty(),
] }),
published: true,
};

static ISCSIPersistentVolumeSource_members: Object = Object {
fields: SharedSlice::Static(&[
    field("chapAuthDiscovery", BOOL),
    field("chapAuthSession", BOOL),
    field("fsType", TEXT),
    field("initiatorName", TEXT),
    field("iqn", TEXT.zero()),
    field("iscsiInterface", TEXT.extra(&pool::default_default)),
    field("lun", INT32.zero()),
    field("portals", list(&pool::TEXT_zero).list_type(ListType::Atomic)),
    field("readOnly", BOOL),
    field("secretRef", refer(&SecretReference)),
    field("targetPortal", TEXT.zero()),
]),
required: SharedSlice::Static(&[text("targetPortal"), text("iqn"), text("lun")]),
additional: Additional::Unset,
};

pub(crate) static ISCSIPersistentVolumeSource: Definition = Definition {
name: "io.k8s.api.core.v1.ISCSIPersistentVolumeSource",
schema: object(&ISCSIPersistentVolumeSource_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "targetPortal", Wire::String, "string"),
    wire(2, "iqn", Wire::String, "string"),
    wire(3, "lun", Wire::Int32, "int32"),
    wire(4, "iscsiInterface", Wire::String, "string").omit_empty(),
    wire(5, "fsType", Wire::String, "string").omit_empty(),
    wire(6, "readOnly", Wire::Bool, "bool").omit_empty(),
    wire(7, "portals", Wire::String, "[]string").list().omit_empty(),
    wire(8, "chapAuthDiscovery", Wire::Bool, "bool").omit_empty(),
    wire(10, "secretRef", Wire::Message(&SecretReference), "v1.SecretReference").pointer().omit_empty(),
    wire(11, "chapAuthSession", Wire::Bool, "bool").omit_empty(),
    wire(12, "initiatorName", Wire::String, "string").pointer().omit_empty(),
] }),
published: true,
};

static ISCSIVolumeSource_members: Object = Object {
fields: SharedSlice::Static(&[
    field("chapAuthDiscovery", BOOL),
    field("chapAuthSession", BOOL),
    field("fsType", TEXT),
    field("initiatorName", TEXT),
    field("iqn", TEXT.zero()),
    field("iscsiInterface", TEXT.extra(&pool::default_default)),
    field("lun", INT32.zero()),
    field("portals", list(&pool::TEXT_zero).list_type(ListType::Atomic)),
    field("readOnly", BOOL),
    field("secretRef", refer(&LocalObjectReference)),
    field("targetPortal", TEXT.zero()),
]),
required: SharedSlice::Static(&[text("targetPortal"), text("iqn"), text("lun")]),
additional: Additional::Unset,
};

pub(crate) static ISCSIVolumeSource: Definition = Definition {
name: "io.k8s.api.core.v1.ISCSIVolumeSource",
schema: object(&ISCSIVolumeSource_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "targetPortal", Wire::String, "string"),
    wire(2, "iqn", Wire::String, "string"),
    wire(3, "lun", Wire::Int32, "int32"),
    wire(4, "iscsiInterface", Wire::String, "string").omit_empty(),
    wire(5, "fsType", Wire::String, "string").omit_empty(),
    wire(6, "readOnly", Wire::Bool, "bool").omit_empty(),
    wire(7, "portals", Wire::String, "[]string").list().omit_empty(),
    wire(8, "chapAuthDiscovery", Wire::Bool, "bool").omit_empty(),
    wire(10, "secretRef", Wire::Message(&LocalObjectReference), "v1.LocalObjectReference").pointer().omit_empty(),
    wire(11, "chapAuthSession", Wire::Bool, "bool").omit_empty(),
    wire(12, "initiatorName", Wire::String, "string").pointer().omit_empty(),
] }),
published: true,
};

static ImageVolumeSource_members: Object = Object {
fields: SharedSlice::Static(&[
    field("pullPolicy", TEXT),
    field("reference", TEXT),
]),
required: SharedSlice::Static(&[]),
additional: Additional::Unset,
};

pub(crate) static ImageVolumeSource: Definition = Definition {
name: "io.k8s.api.core.v1.ImageVolumeSource",
schema: object(&ImageVolumeSource_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "reference", Wire::String, "string").omit_empty(),
    wire(2, "pullPolicy", Wire::String, "v1.PullPolicy").omit_empty(),
] }),
published: true,
};

static ImageVolumeStatus_members: Object = Object {
fields: SharedSlice::Static(&[
    field("imageRef", TEXT),
]),
required: SharedSlice::Static(&[text("imageRef")]),
additional: Additional::Unset,
};

pub(crate) static ImageVolumeStatus: Definition = Definition {
name: "io.k8s.api.core.v1.ImageVolumeStatus",
schema: object(&ImageVolumeStatus_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "imageRef", Wire::String, "string").omit_empty(),
] }),
published: true,
};

static KeyToPath_members: Object = Object {
fields: SharedSlice::Static(&[
    field("key", TEXT.zero()),
    field("mode", INT32),
    field("path", TEXT.zero()),
]),
required: SharedSlice::Static(&[text("key"), text("path")]),
additional: Additional::Unset,
};

pub(crate) static KeyToPath: Definition = Definition {
name: "io.k8s.api.core.v1.KeyToPath",
schema: object(&KeyToPath_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "key", Wire::String, "string"),
    wire(2, "path", Wire::String, "string"),
    wire(3, "mode", Wire::Int32, "int32").pointer().omit_empty(),
] }),
published: true,
};

static Lifecycle_members: Object = Object {
fields: SharedSlice::Static(&[
    field("postStart", refer(&LifecycleHandler)),
    field("preStop", refer(&LifecycleHandler)),
    field("stopSignal", TEXT),
]),
required: SharedSlice::Static(&[]),
additional: Additional::Unset,
};

pub(crate) static Lifecycle: Definition = Definition {
name: "io.k8s.api.core.v1.Lifecycle",
schema: object(&Lifecycle_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "postStart", Wire::Message(&LifecycleHandler), "v1.LifecycleHandler").pointer().omit_empty(),
    wire(2, "preStop", Wire::Message(&LifecycleHandler), "v1.LifecycleHandler").pointer().omit_empty(),
    wire(3, "stopSignal", Wire::String, "v1.Signal").pointer().omit_empty(),
] }),
published: true,
};

static LifecycleHandler_members: Object = Object {
fields: SharedSlice::Static(&[
    field("exec", refer(&ExecAction)),
    field("httpGet", refer(&HTTPGetAction)),
    field("sleep", refer(&SleepAction)),
    field("tcpSocket", refer(&TCPSocketAction)),
]),
required: SharedSlice::Static(&[]),
additional: Additional::Unset,
};

pub(crate) static LifecycleHandler: Definition = Definition {
name: "io.k8s.api.core.v1.LifecycleHandler",
schema: object(&LifecycleHandler_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "exec", Wire::Message(&ExecAction), "v1.ExecAction").pointer().omit_empty(),
    wire(2, "httpGet", Wire::Message(&HTTPGetAction), "v1.HTTPGetAction").pointer().omit_empty(),
    wire(3, "tcpSocket", Wire::Message(&TCPSocketAction), "v1.TCPSocketAction").pointer().omit_empty(),
    wire(4, "sleep", Wire::Message(&SleepAction), "v1.SleepAction").pointer().omit_empty(),
] }),
published: true,
};

static LimitRange_members: Object = Object {
fields: SharedSlice::Static(&[
    field("apiVersion", TEXT),
    field("kind", TEXT),
    field("metadata", refer(&meta_v1::ObjectMeta).zero()),
    field("spec", refer(&LimitRangeSpec).zero()),
]),
required: SharedSlice::Static(&[]),
additional: Additional::Unset,
};

pub(crate) static LimitRange: Definition = Definition {
name: "io.k8s.api.core.v1.LimitRange",
schema: object(&LimitRange_members),
kinds: &[kind("", "v1", "LimitRange"), ],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "metadata", Wire::Message(&meta_v1::ObjectMeta), "v1.ObjectMeta").omit_empty(),
    wire(2, "spec", Wire::Message(&LimitRangeSpec), "v1.LimitRangeSpec").omit_empty(),
] }),
published: true,
};

static LimitRangeItem_members: Object = Object {
fields: SharedSlice::Static(&[
    field("default", object(&pool::values_bare_resource_Quantity)),
    field("defaultRequest", object(&pool::values_bare_resource_Quantity)),
    field("max", object(&pool::values_bare_resource_Quantity)),
    field("maxLimitRequestRatio", object(&pool::values_bare_resource_Quantity)),
    field("min", object(&pool::values_bare_resource_Quantity)),
    field("type", TEXT.zero()),
]),
required: SharedSlice::Static(&[text("type")]),
additional: Additional::Unset,
};

pub(crate) static LimitRangeItem: Definition = Definition {
name: "io.k8s.api.core.v1.LimitRangeItem",
schema: object(&LimitRangeItem_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "type", Wire::String, "v1.LimitType"),
    wire(2, "max", Wire::Message(&resource::Quantity), "v1.ResourceList").map().omit_empty(),
    wire(3, "min", Wire::Message(&resource::Quantity), "v1.ResourceList").map().omit_empty(),
    wire(4, "default", Wire::Message(&resource::Quantity), "v1.ResourceList").map().omit_empty(),
    wire(5, "defaultRequest", Wire::Message(&resource::Quantity), "v1.ResourceList").map().omit_empty(),
    wire(6, "maxLimitRequestRatio", Wire::Message(&resource::Quantity), "v1.ResourceList").map().omit_empty(),
] }),
published: true,
};

static LimitRangeList_members: Object = Object {
fields: SharedSlice::Static(&[
    field("apiVersion", TEXT),
    field("items", list(&pool::refer_core_v1_LimitRange_zero)),
    field("kind", TEXT),
    field("metadata", refer(&meta_v1::ListMeta).zero()),
]),
required: SharedSlice::Static(&[text("items")]),
additional: Additional::Unset,
};

pub(crate) static LimitRangeList: Definition = Definition {
name: "io.k8s.api.core.v1.LimitRangeList",
schema: object(&LimitRangeList_members),
kinds: &[kind("", "v1", "LimitRangeList"), ],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "metadata", Wire::Message(&meta_v1::ListMeta), "v1.ListMeta").omit_empty(),
    wire(2, "items", Wire::Message(&LimitRange), "[]v1.LimitRange").list(),
] }),
published: true,
};

static LimitRangeSpec_members: Object = Object {
fields: SharedSlice::Static(&[
    field("limits", list(&pool::refer_core_v1_LimitRangeItem_zero).list_type(ListType::Atomic)),
]),
required: SharedSlice::Static(&[text("limits")]),
additional: Additional::Unset,
};

pub(crate) static LimitRangeSpec: Definition = Definition {
name: "io.k8s.api.core.v1.LimitRangeSpec",
schema: object(&LimitRangeSpec_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "limits", Wire::Message(&LimitRangeItem), "[]v1.LimitRangeItem").list(),
] }),
published: true,
};

static LinuxContainerUser_members: Object = Object {
fields: SharedSlice::Static(&[
    field("gid", INT64.zero()),
    field("supplementalGroups", list(&pool::INT64_zero).list_type(ListType::Atomic)),
    field("uid", INT64.zero()),
]),
required: SharedSlice::Static(&[text("uid"), text("gid")]),
additional: Additional::Unset,
};

pub(crate) static LinuxContainerUser: Definition = Definition {
name: "io.k8s.api.core.v1.LinuxContainerUser",
schema: object(&LinuxContainerUser_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "uid", Wire::Int64, "int64"),
    wire(2, "gid", Wire::Int64, "int64"),
    wire(3, "supplementalGroups", Wire::Int64, "[]int64").list().omit_empty(),
] }),
published: true,
};

static LoadBalancerIngress_members: Object = Object {
fields: SharedSlice::Static(&[
    field("hostname", TEXT),
    field("ip", TEXT),
    field("ipMode", TEXT),
    field("ports", list(&pool::refer_core_v1_PortStatus_zero).list_type(ListType::Atomic)),
]),
required: SharedSlice::Static(&[]),
additional: Additional::Unset,
};

pub(crate) static LoadBalancerIngress: Definition = Definition {
name: "io.k8s.api.core.v1.LoadBalancerIngress",
schema: object(&LoadBalancerIngress_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "ip", Wire::String, "string").omit_empty(),
    wire(2, "hostname", Wire::String, "string").omit_empty(),
    wire(3, "ipMode", Wire::String, "v1.LoadBalancerIPMode").pointer().omit_empty(),
    wire(4, "ports", Wire::Message(&PortStatus), "[]v1.PortStatus").list().omit_empty(),
] }),
published: true,
};

static LoadBalancerStatus_members: Object = Object {
fields: SharedSlice::Static(&[
    field("ingress", list(&pool::refer_core_v1_LoadBalancerIngress_zero).list_type(ListType::Atomic)),
]),
required: SharedSlice::Static(&[]),
additional: Additional::Unset,
};

pub(crate) static LoadBalancerStatus: Definition = Definition {
name: "io.k8s.api.core.v1.LoadBalancerStatus",
schema: object(&LoadBalancerStatus_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "ingress", Wire::Message(&LoadBalancerIngress), "[]v1.LoadBalancerIngress").list().omit_empty(),
] }),
published: true,
};

static LocalObjectReference_members: Object = Object {
fields: SharedSlice::Static(&[
    field("name", TEXT.zero()),
]),
required: SharedSlice::Static(&[]),
additional: Additional::Unset,
};

pub(crate) static LocalObjectReference: Definition = Definition {
name: "io.k8s.api.core.v1.LocalObjectReference",
schema: object(&LocalObjectReference_members).map_type(MapType::Atomic),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "name", Wire::String, "string").omit_empty(),
] }),
published: true,
};

static LocalVolumeSource_members: Object = Object {
fields: SharedSlice::Static(&[
    field("fsType", TEXT),
    field("path", TEXT.zero()),
]),
required: SharedSlice::Static(&[text("path")]),
additional: Additional::Unset,
};

pub(crate) static LocalVolumeSource: Definition = Definition {
name: "io.k8s.api.core.v1.LocalVolumeSource",
schema: object(&LocalVolumeSource_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "path", Wire::String, "string"),
    wire(2, "fsType", Wire::String, "string").pointer().omit_empty(),
] }),
published: true,
};

static ModifyVolumeStatus_members: Object = Object {
fields: SharedSlice::Static(&[
    field("status", TEXT.zero()),
    field("targetVolumeAttributesClassName", TEXT),
]),
required: SharedSlice::Static(&[text("status")]),
additional: Additional::Unset,
};

pub(crate) static ModifyVolumeStatus: Definition = Definition {
name: "io.k8s.api.core.v1.ModifyVolumeStatus",
schema: object(&ModifyVolumeStatus_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "targetVolumeAttributesClassName", Wire::String, "string").omit_empty(),
    wire(2, "status", Wire::String, "v1.PersistentVolumeClaimModifyVolumeStatus"),
] }),
published: true,
};

static NFSVolumeSource_members: Object = Object {
fields: SharedSlice::Static(&[
    field("path", TEXT.zero()),
    field("readOnly", BOOL),
    field("server", TEXT.zero()),
]),
required: SharedSlice::Static(&[text("server"), text("path")]),
additional: Additional::Unset,
};

pub(crate) static NFSVolumeSource: Definition = Definition {
name: "io.k8s.api.core.v1.NFSVolumeSource",
schema: object(&NFSVolumeSource_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "server", Wire::String, "string"),
    wire(2, "path", Wire::String, "string"),
    wire(3, "readOnly", Wire::Bool, "bool").omit_empty(),
] }),
published: true,
};

static Namespace_members: Object = Object {
fields: SharedSlice::Static(&[
    field("apiVersion", TEXT),
    field("kind", TEXT),
    field("metadata", refer(&meta_v1::ObjectMeta).zero()),
    field("spec", refer(&NamespaceSpec).zero()),
    field("status", refer(&NamespaceStatus).zero()),
]),
required: SharedSlice::Static(&[]),
additional: Additional::Unset,
};

pub(crate) static Namespace: Definition = Definition {
name: "io.k8s.api.core.v1.Namespace",
schema: object(&Namespace_members),
kinds: &[kind("", "v1", "Namespace"), ],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "metadata", Wire::Message(&meta_v1::ObjectMeta), "v1.ObjectMeta").omit_empty(),
    wire(2, "spec", Wire::Message(&NamespaceSpec), "v1.NamespaceSpec").omit_empty(),
    wire(3, "status", Wire::Message(&NamespaceStatus), "v1.NamespaceStatus").omit_empty(),
] }),
published: true,
};

static NamespaceCondition_members: Object = Object {
fields: SharedSlice::Static(&[
    field("lastTransitionTime", refer(&meta_v1::Time)),
    field("message", TEXT),
    field("reason", TEXT),
    field("status", TEXT.zero()),
    field("type", TEXT.zero()),
]),
required: SharedSlice::Static(&[text("type"), text("status")]),
additional: Additional::Unset,
};

pub(crate) static NamespaceCondition: Definition = Definition {
name: "io.k8s.api.core.v1.NamespaceCondition",
schema: object(&NamespaceCondition_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "type", Wire::String, "v1.NamespaceConditionType"),
    wire(2, "status", Wire::String, "v1.ConditionStatus"),
    wire(4, "lastTransitionTime", Wire::Message(&meta_v1::Time), "v1.Time").omit_empty(),
    wire(5, "reason", Wire::String, "string").omit_empty(),
    wire(6, "message", Wire::String, "string").omit_empty(),
] }),
published: true,
};

static NamespaceList_members: Object = Object {
fields: SharedSlice::Static(&[
    field("apiVersion", TEXT),
    field("items", list(&pool::refer_core_v1_Namespace_zero)),
    field("kind", TEXT),
    field("metadata", refer(&meta_v1::ListMeta).zero()),
]),
required: SharedSlice::Static(&[text("items")]),
additional: Additional::Unset,
};

pub(crate) static NamespaceList: Definition = Definition {
name: "io.k8s.api.core.v1.NamespaceList",
schema: object(&NamespaceList_members),
kinds: &[kind("", "v1", "NamespaceList"), ],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "metadata", Wire::Message(&meta_v1::ListMeta), "v1.ListMeta").omit_empty(),
    wire(2, "items", Wire::Message(&Namespace), "[]v1.Namespace").list(),
] }),
published: true,
};

static NamespaceSpec_members: Object = Object {
fields: SharedSlice::Static(&[
    field("finalizers", list(&pool::TEXT_zero).list_type(ListType::Atomic)),
]),
required: SharedSlice::Static(&[]),
additional: Additional::Unset,
};

pub(crate) static NamespaceSpec: Definition = Definition {
name: "io.k8s.api.core.v1.NamespaceSpec",
schema: object(&NamespaceSpec_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "finalizers", Wire::String, "[]v1.FinalizerName").list().omit_empty(),
] }),
published: true,
};

static NamespaceStatus_members: Object = Object {
fields: SharedSlice::Static(&[
    field("conditions", list(&pool::refer_core_v1_NamespaceCondition_zero).list_type(ListType::Map).patch(PatchStrategy::Merge).extra(&pool::merge_keys_only_type_Some_type)),
    field("phase", TEXT),
]),
required: SharedSlice::Static(&[]),
additional: Additional::Unset,
};

pub(crate) static NamespaceStatus: Definition = Definition {
name: "io.k8s.api.core.v1.NamespaceStatus",
schema: object(&NamespaceStatus_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "phase", Wire::String, "v1.NamespacePhase").omit_empty(),
    wire(2, "conditions", Wire::Message(&NamespaceCondition), "[]v1.NamespaceCondition").list().omit_empty(),
] }),
published: true,
};

static Node_members: Object = Object {
fields: SharedSlice::Static(&[
    field("apiVersion", TEXT),
    field("kind", TEXT),
    field("metadata", refer(&meta_v1::ObjectMeta).zero()),
    field("spec", refer(&NodeSpec).zero()),
    field("status", refer(&NodeStatus).zero()),
]),
required: SharedSlice::Static(&[]),
additional: Additional::Unset,
};

pub(crate) static Node: Definition = Definition {
name: "io.k8s.api.core.v1.Node",
schema: object(&Node_members),
kinds: &[kind("", "v1", "Node"), ],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "metadata", Wire::Message(&meta_v1::ObjectMeta), "v1.ObjectMeta").omit_empty(),
    wire(2, "spec", Wire::Message(&NodeSpec), "v1.NodeSpec").omit_empty(),
    wire(3, "status", Wire::Message(&NodeStatus), "v1.NodeStatus").omit_empty(),
] }),
published: true,
};

static NodeAddress_members: Object = Object {
fields: SharedSlice::Static(&[
    field("address", TEXT.zero()),
    field("type", TEXT.zero()),
]),
required: SharedSlice::Static(&[text("type"), text("address")]),
additional: Additional::Unset,
};

pub(crate) static NodeAddress: Definition = Definition {
name: "io.k8s.api.core.v1.NodeAddress",
schema: object(&NodeAddress_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "type", Wire::String, "v1.NodeAddressType"),
    wire(2, "address", Wire::String, "string"),
] }),
published: true,
};

static NodeAffinity_members: Object = Object {
fields: SharedSlice::Static(&[
    field("preferredDuringSchedulingIgnoredDuringExecution", list(&pool::refer_core_v1_PreferredSchedulingTerm_zero).list_type(ListType::Atomic)),
    field("requiredDuringSchedulingIgnoredDuringExecution", refer(&NodeSelector)),
]),
required: SharedSlice::Static(&[]),
additional: Additional::Unset,
};

pub(crate) static NodeAffinity: Definition = Definition {
name: "io.k8s.api.core.v1.NodeAffinity",
schema: object(&NodeAffinity_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "requiredDuringSchedulingIgnoredDuringExecution", Wire::Message(&NodeSelector), "v1.NodeSelector").pointer().omit_empty(),
    wire(2, "preferredDuringSchedulingIgnoredDuringExecution", Wire::Message(&PreferredSchedulingTerm), "[]v1.PreferredSchedulingTerm").list().omit_empty(),
] }),
published: true,
};

static NodeAllocatableResourceClaimStatus_members: Object = Object {
fields: SharedSlice::Static(&[
    field("containers", list(&pool::TEXT_zero).list_type(ListType::Set)),
    field("resourceClaimName", TEXT.zero()),
    field("resources", object(&pool::values_bare_resource_Quantity)),
]),
required: SharedSlice::Static(&[text("resourceClaimName"), text("resources")]),
additional: Additional::Unset,
};

pub(crate) static NodeAllocatableResourceClaimStatus: Definition = Definition {
name: "io.k8s.api.core.v1.NodeAllocatableResourceClaimStatus",
schema: object(&NodeAllocatableResourceClaimStatus_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "resourceClaimName", Wire::String, "string"),
    wire(2, "containers", Wire::String, "[]string").list().omit_empty(),
    wire(3, "resources", Wire::Message(&resource::Quantity), "map[v1.ResourceName]resource.Quantity").map(),
] }),
published: true,
};

static NodeCondition_members: Object = Object {
fields: SharedSlice::Static(&[
    field("lastHeartbeatTime", refer(&meta_v1::Time)),
    field("lastTransitionTime", refer(&meta_v1::Time)),
    field("message", TEXT),
    field("reason", TEXT),
    field("status", TEXT.zero()),
    field("type", TEXT.zero()),
]),
required: SharedSlice::Static(&[text("type"), text("status")]),
additional: Additional::Unset,
};

pub(crate) static NodeCondition: Definition = Definition {
name: "io.k8s.api.core.v1.NodeCondition",
schema: object(&NodeCondition_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "type", Wire::String, "v1.NodeConditionType"),
    wire(2, "status", Wire::String, "v1.ConditionStatus"),
    wire(3, "lastHeartbeatTime", Wire::Message(&meta_v1::Time), "v1.Time").omit_empty(),
    wire(4, "lastTransitionTime", Wire::Message(&meta_v1::Time), "v1.Time").omit_empty(),
    wire(5, "reason", Wire::String, "string").omit_empty(),
    wire(6, "message", Wire::String, "string").omit_empty(),
] }),
published: true,
};

static NodeConfigSource_members: Object = Object {
fields: SharedSlice::Static(&[
    field("configMap", refer(&ConfigMapNodeConfigSource)),
]),
required: SharedSlice::Static(&[]),
additional: Additional::Unset,
};

pub(crate) static NodeConfigSource: Definition = Definition {
name: "io.k8s.api.core.v1.NodeConfigSource",
schema: object(&NodeConfigSource_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(2, "configMap", Wire::Message(&ConfigMapNodeConfigSource), "v1.ConfigMapNodeConfigSource").pointer().omit_empty(),
] }),
published: true,
};

static NodeConfigStatus_members: Object = Object {
fields: SharedSlice::Static(&[
    field("active", refer(&NodeConfigSource)),
    field("assigned", refer(&NodeConfigSource)),
    field("error", TEXT),
    field("lastKnownGood", refer(&NodeConfigSource)),
]),
required: SharedSlice::Static(&[]),
additional: Additional::Unset,
};

pub(crate) static NodeConfigStatus: Definition = Definition {
name: "io.k8s.api.core.v1.NodeConfigStatus",
schema: object(&NodeConfigStatus_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "assigned", Wire::Message(&NodeConfigSource), "v1.NodeConfigSource").pointer().omit_empty(),
    wire(2, "active", Wire::Message(&NodeConfigSource), "v1.NodeConfigSource").pointer().omit_empty(),
    wire(3, "lastKnownGood", Wire::Message(&NodeConfigSource), "v1.NodeConfigSource").pointer().omit_empty(),
    wire(4, "error", Wire::String, "string").omit_empty(),
] }),
published: true,
};

static NodeDaemonEndpoints_members: Object = Object {
fields: SharedSlice::Static(&[
    field("kubeletEndpoint", refer(&DaemonEndpoint).zero()),
]),
required: SharedSlice::Static(&[]),
additional: Additional::Unset,
};

pub(crate) static NodeDaemonEndpoints: Definition = Definition {
name: "io.k8s.api.core.v1.NodeDaemonEndpoints",
schema: object(&NodeDaemonEndpoints_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "kubeletEndpoint", Wire::Message(&DaemonEndpoint), "v1.DaemonEndpoint").omit_empty(),
] }),
published: true,
};

static NodeFeatures_members: Object = Object {
fields: SharedSlice::Static(&[
    field("supplementalGroupsPolicy", BOOL),
]),
required: SharedSlice::Static(&[]),
additional: Additional::Unset,
};

pub(crate) static NodeFeatures: Definition = Definition {
name: "io.k8s.api.core.v1.NodeFeatures",
schema: object(&NodeFeatures_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "supplementalGroupsPolicy", Wire::Bool, "bool").pointer().omit_empty(),
] }),
published: true,
};

static NodeList_members: Object = Object {
fields: SharedSlice::Static(&[
    field("apiVersion", TEXT),
    field("items", list(&pool::refer_core_v1_Node_zero)),
    field("kind", TEXT),
    field("metadata", refer(&meta_v1::ListMeta).zero()),
]),
required: SharedSlice::Static(&[text("items")]),
additional: Additional::Unset,
};

pub(crate) static NodeList: Definition = Definition {
name: "io.k8s.api.core.v1.NodeList",
schema: object(&NodeList_members),
kinds: &[kind("", "v1", "NodeList"), ],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "metadata", Wire::Message(&meta_v1::ListMeta), "v1.ListMeta").omit_empty(),
    wire(2, "items", Wire::Message(&Node), "[]v1.Node").list(),
] }),
published: true,
};

static NodeProxyOptions_members: Object = Object {
fields: SharedSlice::Static(&[
    field("apiVersion", TEXT),
    field("kind", TEXT),
    field("path", TEXT),
]),
required: SharedSlice::Static(&[]),
additional: Additional::Unset,
};

pub(crate) static NodeProxyOptions: Definition = Definition {
name: "io.k8s.api.core.v1.NodeProxyOptions",
schema: object(&NodeProxyOptions_members),
kinds: &[kind("", "v1", "NodeProxyOptions"), ],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "path", Wire::String, "string").omit_empty(),
] }),
published: false,
};

static NodeRuntimeHandler_members: Object = Object {
fields: SharedSlice::Static(&[
    field("features", refer(&NodeRuntimeHandlerFeatures)),
    field("name", TEXT.zero()),
]),
required: SharedSlice::Static(&[]),
additional: Additional::Unset,
};

pub(crate) static NodeRuntimeHandler: Definition = Definition {
name: "io.k8s.api.core.v1.NodeRuntimeHandler",
schema: object(&NodeRuntimeHandler_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "name", Wire::String, "string"),
    wire(2, "features", Wire::Message(&NodeRuntimeHandlerFeatures), "v1.NodeRuntimeHandlerFeatures").pointer().omit_empty(),
] }),
published: true,
};

static NodeRuntimeHandlerFeatures_members: Object = Object {
fields: SharedSlice::Static(&[
    field("recursiveReadOnlyMounts", BOOL),
    field("userNamespaces", BOOL),
]),
required: SharedSlice::Static(&[]),
additional: Additional::Unset,
};

pub(crate) static NodeRuntimeHandlerFeatures: Definition = Definition {
name: "io.k8s.api.core.v1.NodeRuntimeHandlerFeatures",
schema: object(&NodeRuntimeHandlerFeatures_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "recursiveReadOnlyMounts", Wire::Bool, "bool").pointer().omit_empty(),
    wire(2, "userNamespaces", Wire::Bool, "bool").pointer().omit_empty(),
] }),
published: true,
};

static NodeSelector_members: Object = Object {
fields: SharedSlice::Static(&[
    field("nodeSelectorTerms", list(&pool::refer_core_v1_NodeSelectorTerm_zero).list_type(ListType::Atomic)),
]),
required: SharedSlice::Static(&[text("nodeSelectorTerms")]),
additional: Additional::Unset,
};

pub(crate) static NodeSelector: Definition = Definition {
name: "io.k8s.api.core.v1.NodeSelector",
schema: object(&NodeSelector_members).map_type(MapType::Atomic),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "nodeSelectorTerms", Wire::Message(&NodeSelectorTerm), "[]v1.NodeSelectorTerm").list(),
] }),
published: true,
};

static NodeSelectorRequirement_members: Object = Object {
fields: SharedSlice::Static(&[
    field("key", TEXT.zero()),
    field("operator", TEXT.zero()),
    field("values", list(&pool::TEXT_zero).list_type(ListType::Atomic)),
]),
required: SharedSlice::Static(&[text("key"), text("operator")]),
additional: Additional::Unset,
};

pub(crate) static NodeSelectorRequirement: Definition = Definition {
name: "io.k8s.api.core.v1.NodeSelectorRequirement",
schema: object(&NodeSelectorRequirement_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "key", Wire::String, "string"),
    wire(2, "operator", Wire::String, "v1.NodeSelectorOperator"),
    wire(3, "values", Wire::String, "[]string").list().omit_empty(),
] }),
published: true,
};

static NodeSelectorTerm_members: Object = Object {
fields: SharedSlice::Static(&[
    field("matchExpressions", list(&pool::refer_core_v1_NodeSelectorRequirement_zero).list_type(ListType::Atomic)),
    field("matchFields", list(&pool::refer_core_v1_NodeSelectorRequirement_zero).list_type(ListType::Atomic)),
]),
required: SharedSlice::Static(&[]),
additional: Additional::Unset,
};

pub(crate) static NodeSelectorTerm: Definition = Definition {
name: "io.k8s.api.core.v1.NodeSelectorTerm",
schema: object(&NodeSelectorTerm_members).map_type(MapType::Atomic),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "matchExpressions", Wire::Message(&NodeSelectorRequirement), "[]v1.NodeSelectorRequirement").list().omit_empty(),
    wire(2, "matchFields", Wire::Message(&NodeSelectorRequirement), "[]v1.NodeSelectorRequirement").list().omit_empty(),
] }),
published: true,
};

static NodeSpec_members: Object = Object {
fields: SharedSlice::Static(&[
    field("configSource", refer(&NodeConfigSource)),
    field("externalID", TEXT),
    field("podCIDR", TEXT),
    field("podCIDRs", list(&pool::TEXT_zero).list_type(ListType::Set).patch(PatchStrategy::Merge)),
    field("providerID", TEXT),
    field("taints", list(&pool::refer_core_v1_Taint_zero).list_type(ListType::Atomic)),
    field("unschedulable", BOOL),
]),
required: SharedSlice::Static(&[]),
additional: Additional::Unset,
};

pub(crate) static NodeSpec: Definition = Definition {
name: "io.k8s.api.core.v1.NodeSpec",
schema: object(&NodeSpec_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "podCIDR", Wire::String, "string").omit_empty(),
    wire(2, "externalID", Wire::String, "string").omit_empty(),
    wire(3, "providerID", Wire::String, "string").omit_empty(),
    wire(4, "unschedulable", Wire::Bool, "bool").omit_empty(),
    wire(5, "taints", Wire::Message(&Taint), "[]v1.Taint").list().omit_empty(),
    wire(6, "configSource", Wire::Message(&NodeConfigSource), "v1.NodeConfigSource").pointer().omit_empty(),
    wire(7, "podCIDRs", Wire::String, "[]string").list().omit_empty(),
] }),
published: true,
};

static NodeStatus_members: Object = Object {
fields: SharedSlice::Static(&[
    field("addresses", list(&pool::refer_core_v1_NodeAddress_zero).list_type(ListType::Map).patch(PatchStrategy::Merge).extra(&pool::merge_keys_only_type_Some_type)),
    field("allocatable", object(&pool::values_bare_resource_Quantity)),
    field("capacity", object(&pool::values_bare_resource_Quantity)),
    field("conditions", list(&pool::refer_core_v1_NodeCondition_zero).list_type(ListType::Map).patch(PatchStrategy::Merge).extra(&pool::merge_keys_only_type_Some_type)),
    field("config", refer(&NodeConfigStatus)),
    field("daemonEndpoints", refer(&NodeDaemonEndpoints).zero()),
    field("declaredFeatures", list(&pool::TEXT_zero).list_type(ListType::Atomic)),
    field("features", refer(&NodeFeatures)),
    field("images", list(&pool::refer_core_v1_ContainerImage_zero).list_type(ListType::Atomic)),
    field("nodeInfo", refer(&NodeSystemInfo).zero()),
    field("phase", TEXT),
    field("runtimeHandlers", list(&pool::refer_core_v1_NodeRuntimeHandler_zero).list_type(ListType::Atomic)),
    field("volumesAttached", list(&pool::refer_core_v1_AttachedVolume_zero).list_type(ListType::Atomic)),
    field("volumesInUse", list(&pool::TEXT_zero).list_type(ListType::Atomic)),
]),
required: SharedSlice::Static(&[]),
additional: Additional::Unset,
};

pub(crate) static NodeStatus: Definition = Definition {
name: "io.k8s.api.core.v1.NodeStatus",
schema: object(&NodeStatus_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "capacity", Wire::Message(&resource::Quantity), "v1.ResourceList").map().omit_empty(),
    wire(2, "allocatable", Wire::Message(&resource::Quantity), "v1.ResourceList").map().omit_empty(),
    wire(3, "phase", Wire::String, "v1.NodePhase").omit_empty(),
    wire(4, "conditions", Wire::Message(&NodeCondition), "[]v1.NodeCondition").list().omit_empty(),
    wire(5, "addresses", Wire::Message(&NodeAddress), "[]v1.NodeAddress").list().omit_empty(),
    wire(6, "daemonEndpoints", Wire::Message(&NodeDaemonEndpoints), "v1.NodeDaemonEndpoints").omit_empty(),
    wire(7, "nodeInfo", Wire::Message(&NodeSystemInfo), "v1.NodeSystemInfo").omit_empty(),
    wire(8, "images", Wire::Message(&ContainerImage), "[]v1.ContainerImage").list().omit_empty(),
    wire(9, "volumesInUse", Wire::String, "[]v1.UniqueVolumeName").list().omit_empty(),
    wire(10, "volumesAttached", Wire::Message(&AttachedVolume), "[]v1.AttachedVolume").list().omit_empty(),
    wire(11, "config", Wire::Message(&NodeConfigStatus), "v1.NodeConfigStatus").pointer().omit_empty(),
    wire(12, "runtimeHandlers", Wire::Message(&NodeRuntimeHandler), "[]v1.NodeRuntimeHandler").list().omit_empty(),
    wire(13, "features", Wire::Message(&NodeFeatures), "v1.NodeFeatures").pointer().omit_empty(),
    wire(14, "declaredFeatures", Wire::String, "[]string").list().omit_empty(),
] }),
published: true,
};

static NodeSwapStatus_members: Object = Object {
fields: SharedSlice::Static(&[
    field("capacity", INT64),
]),
required: SharedSlice::Static(&[]),
additional: Additional::Unset,
};

pub(crate) static NodeSwapStatus: Definition = Definition {
name: "io.k8s.api.core.v1.NodeSwapStatus",
schema: object(&NodeSwapStatus_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "capacity", Wire::Int64, "int64").pointer().omit_empty(),
] }),
published: true,
};

static NodeSystemInfo_members: Object = Object {
fields: SharedSlice::Static(&[
    field("architecture", TEXT.zero()),
    field("bootID", TEXT.zero()),
    field("containerRuntimeVersion", TEXT.zero()),
    field("kernelVersion", TEXT.zero()),
    field("kubeProxyVersion", TEXT.zero()),
    field("kubeletVersion", TEXT.zero()),
    field("machineID", TEXT.zero()),
    field("operatingSystem", TEXT.zero()),
    field("osImage", TEXT.zero()),
    field("swap", refer(&NodeSwapStatus)),
    field("systemUUID", TEXT.zero()),
]),
required: SharedSlice::Static(&[text("machineID"), text("systemUUID"), text("bootID"), text("kernelVersion"), text("osImage"), text("containerRuntimeVersion"), text("kubeletVersion"), text("kubeProxyVersion"), text("operatingSystem"), text("architecture")]),
additional: Additional::Unset,
};

pub(crate) static NodeSystemInfo: Definition = Definition {
name: "io.k8s.api.core.v1.NodeSystemInfo",
schema: object(&NodeSystemInfo_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "machineID", Wire::String, "string"),
    wire(2, "systemUUID", Wire::String, "string"),
    wire(3, "bootID", Wire::String, "string"),
    wire(4, "kernelVersion", Wire::String, "string"),
    wire(5, "osImage", Wire::String, "string"),
    wire(6, "containerRuntimeVersion", Wire::String, "string"),
    wire(7, "kubeletVersion", Wire::String, "string"),
    wire(8, "kubeProxyVersion", Wire::String, "string"),
    wire(9, "operatingSystem", Wire::String, "string"),
    wire(10, "architecture", Wire::String, "string"),
    wire(11, "swap", Wire::Message(&NodeSwapStatus), "v1.NodeSwapStatus").pointer().omit_empty(),
] }),
published: true,
};

static ObjectFieldSelector_members: Object = Object {
fields: SharedSlice::Static(&[
    field("apiVersion", TEXT),
    field("fieldPath", TEXT.zero()),
]),
required: SharedSlice::Static(&[text("fieldPath")]),
additional: Additional::Unset,
};

pub(crate) static ObjectFieldSelector: Definition = Definition {
name: "io.k8s.api.core.v1.ObjectFieldSelector",
schema: object(&ObjectFieldSelector_members).map_type(MapType::Atomic),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "apiVersion", Wire::String, "string").omit_empty(),
    wire(2, "fieldPath", Wire::String, "string"),
] }),
published: true,
};

static ObjectReference_members: Object = Object {
fields: SharedSlice::Static(&[
    field("apiVersion", TEXT),
    field("fieldPath", TEXT),
    field("kind", TEXT),
    field("name", TEXT),
    field("namespace", TEXT),
    field("resourceVersion", TEXT),
    field("uid", TEXT),
]),
required: SharedSlice::Static(&[]),
additional: Additional::Unset,
};

pub(crate) static ObjectReference: Definition = Definition {
name: "io.k8s.api.core.v1.ObjectReference",
schema: object(&ObjectReference_members).map_type(MapType::Atomic),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "kind", Wire::String, "string").omit_empty(),
    wire(2, "namespace", Wire::String, "string").omit_empty(),
    wire(3, "name", Wire::String, "string").omit_empty(),
    wire(4, "uid", Wire::String, "types.UID").omit_empty(),
    wire(5, "apiVersion", Wire::String, "string").omit_empty(),
    wire(6, "resourceVersion", Wire::String, "string").omit_empty(),
    wire(7, "fieldPath", Wire::String, "string").omit_empty(),
] }),
published: true,
};

static PersistentVolume_members: Object = Object {
fields: SharedSlice::Static(&[
    field("apiVersion", TEXT),
    field("kind", TEXT),
    field("metadata", refer(&meta_v1::ObjectMeta).zero()),
    field("spec", refer(&PersistentVolumeSpec).zero()),
    field("status", refer(&PersistentVolumeStatus).zero()),
]),
required: SharedSlice::Static(&[]),
additional: Additional::Unset,
};

pub(crate) static PersistentVolume: Definition = Definition {
name: "io.k8s.api.core.v1.PersistentVolume",
schema: object(&PersistentVolume_members),
kinds: &[kind("", "v1", "PersistentVolume"), ],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "metadata", Wire::Message(&meta_v1::ObjectMeta), "v1.ObjectMeta").omit_empty(),
    wire(2, "spec", Wire::Message(&PersistentVolumeSpec), "v1.PersistentVolumeSpec").omit_empty(),
    wire(3, "status", Wire::Message(&PersistentVolumeStatus), "v1.PersistentVolumeStatus").omit_empty(),
] }),
published: true,
};

static PersistentVolumeClaim_members: Object = Object {
fields: SharedSlice::Static(&[
    field("apiVersion", TEXT),
    field("kind", TEXT),
    field("metadata", refer(&meta_v1::ObjectMeta).zero()),
    field("spec", refer(&PersistentVolumeClaimSpec).zero()),
    field("status", refer(&PersistentVolumeClaimStatus).zero()),
]),
required: SharedSlice::Static(&[]),
additional: Additional::Unset,
};

pub(crate) static PersistentVolumeClaim: Definition = Definition {
name: "io.k8s.api.core.v1.PersistentVolumeClaim",
schema: object(&PersistentVolumeClaim_members),
kinds: &[kind("", "v1", "PersistentVolumeClaim"), ],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "metadata", Wire::Message(&meta_v1::ObjectMeta), "v1.ObjectMeta").omit_empty(),
    wire(2, "spec", Wire::Message(&PersistentVolumeClaimSpec), "v1.PersistentVolumeClaimSpec").omit_empty(),
    wire(3, "status", Wire::Message(&PersistentVolumeClaimStatus), "v1.PersistentVolumeClaimStatus").omit_empty(),
] }),
published: true,
};

static PersistentVolumeClaimCondition_members: Object = Object {
fields: SharedSlice::Static(&[
    field("lastProbeTime", refer(&meta_v1::Time)),
    field("lastTransitionTime", refer(&meta_v1::Time)),
    field("message", TEXT),
    field("reason", TEXT),
    field("status", TEXT.zero()),
    field("type", TEXT.zero()),
]),
required: SharedSlice::Static(&[text("type"), text("status")]),
additional: Additional::Unset,
};

pub(crate) static PersistentVolumeClaimCondition: Definition = Definition {
name: "io.k8s.api.core.v1.PersistentVolumeClaimCondition",
schema: object(&PersistentVolumeClaimCondition_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "type", Wire::String, "v1.PersistentVolumeClaimConditionType"),
    wire(2, "status", Wire::String, "v1.ConditionStatus"),
    wire(3, "lastProbeTime", Wire::Message(&meta_v1::Time), "v1.Time").omit_empty(),
    wire(4, "lastTransitionTime", Wire::Message(&meta_v1::Time), "v1.Time").omit_empty(),
    wire(5, "reason", Wire::String, "string").omit_empty(),
    wire(6, "message", Wire::String, "string").omit_empty(),
] }),
published: true,
};

static PersistentVolumeClaimList_members: Object = Object {
fields: SharedSlice::Static(&[
    field("apiVersion", TEXT),
    field("items", list(&pool::refer_core_v1_PersistentVolumeClaim_zero)),
    field("kind", TEXT),
    field("metadata", refer(&meta_v1::ListMeta).zero()),
]),
required: SharedSlice::Static(&[text("items")]),
additional: Additional::Unset,
};

pub(crate) static PersistentVolumeClaimList: Definition = Definition {
name: "io.k8s.api.core.v1.PersistentVolumeClaimList",
schema: object(&PersistentVolumeClaimList_members),
kinds: &[kind("", "v1", "PersistentVolumeClaimList"), ],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "metadata", Wire::Message(&meta_v1::ListMeta), "v1.ListMeta").omit_empty(),
    wire(2, "items", Wire::Message(&PersistentVolumeClaim), "[]v1.PersistentVolumeClaim").list(),
] }),
published: true,
};

static PersistentVolumeClaimSpec_members: Object = Object {
fields: SharedSlice::Static(&[
    field("accessModes", list(&pool::TEXT_zero).list_type(ListType::Atomic)),
    field("dataSource", refer(&TypedLocalObjectReference)),
    field("dataSourceRef", refer(&TypedObjectReference)),
    field("resources", refer(&VolumeResourceRequirements).zero()),
    field("selector", refer(&meta_v1::LabelSelector)),
    field("storageClassName", TEXT),
    field("volumeAttributesClassName", TEXT),
    field("volumeMode", TEXT),
    field("volumeName", TEXT),
]),
required: SharedSlice::Static(&[]),
additional: Additional::Unset,
};

pub(crate) static PersistentVolumeClaimSpec: Definition = Definition {
name: "io.k8s.api.core.v1.PersistentVolumeClaimSpec",
schema: object(&PersistentVolumeClaimSpec_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "accessModes", Wire::String, "[]v1.PersistentVolumeAccessMode").list().omit_empty(),
    wire(2, "resources", Wire::Message(&VolumeResourceRequirements), "v1.VolumeResourceRequirements").omit_empty(),
    wire(3, "volumeName", Wire::String, "string").omit_empty(),
    wire(4, "selector", Wire::Message(&meta_v1::LabelSelector), "v1.LabelSelector").pointer().omit_empty(),
    wire(5, "storageClassName", Wire::String, "string").pointer().omit_empty(),
    wire(6, "volumeMode", Wire::String, "v1.PersistentVolumeMode").pointer().omit_empty(),
    wire(7, "dataSource", Wire::Message(&TypedLocalObjectReference), "v1.TypedLocalObjectReference").pointer().omit_empty(),
    wire(8, "dataSourceRef", Wire::Message(&TypedObjectReference), "v1.TypedObjectReference").pointer().omit_empty(),
    wire(9, "volumeAttributesClassName", Wire::String, "string").pointer().omit_empty(),
] }),
published: true,
};

static PersistentVolumeClaimStatus_members: Object = Object {
fields: SharedSlice::Static(&[
    field("accessModes", list(&pool::TEXT_zero).list_type(ListType::Atomic)),
    field("allocatedResourceStatuses", object(&pool::values_TEXT_zero).map_type(MapType::Granular)),
    field("allocatedResources", object(&pool::values_bare_resource_Quantity)),
    field("capacity", object(&pool::values_bare_resource_Quantity)),
    field("conditions", list(&pool::refer_core_v1_PersistentVolumeClaimCondition_zero).list_type(ListType::Map).patch(PatchStrategy::Merge).extra(&pool::merge_keys_only_type_Some_type)),
    field("currentVolumeAttributesClassName", TEXT),
    field("modifyVolumeStatus", refer(&ModifyVolumeStatus)),
    field("phase", TEXT),
]),
required: SharedSlice::Static(&[]),
additional: Additional::Unset,
};

pub(crate) static PersistentVolumeClaimStatus: Definition = Definition {
name: "io.k8s.api.core.v1.PersistentVolumeClaimStatus",
schema: object(&PersistentVolumeClaimStatus_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "phase", Wire::String, "v1.PersistentVolumeClaimPhase").omit_empty(),
    wire(2, "accessModes", Wire::String, "[]v1.PersistentVolumeAccessMode").list().omit_empty(),
    wire(3, "capacity", Wire::Message(&resource::Quantity), "v1.ResourceList").map().omit_empty(),
    wire(4, "conditions", Wire::Message(&PersistentVolumeClaimCondition), "[]v1.PersistentVolumeClaimCondition").list().omit_empty(),
    wire(5, "allocatedResources", Wire::Message(&resource::Quantity), "v1.ResourceList").map().omit_empty(),
    wire(7, "allocatedResourceStatuses", Wire::String, "map[v1.ResourceName]v1.ClaimResourceStatus").map().omit_empty(),
    wire(8, "currentVolumeAttributesClassName", Wire::String, "string").pointer().omit_empty(),
    wire(9, "modifyVolumeStatus", Wire::Message(&ModifyVolumeStatus), "v1.ModifyVolumeStatus").pointer().omit_empty(),
] }),
published: true,
};

static PersistentVolumeClaimTemplate_members: Object = Object {
fields: SharedSlice::Static(&[
    field("metadata", refer(&meta_v1::ObjectMeta).zero()),
    field("spec", refer(&PersistentVolumeClaimSpec).zero()),
]),
required: SharedSlice::Static(&[text("spec")]),
additional: Additional::Unset,
};

pub(crate) static PersistentVolumeClaimTemplate: Definition = Definition {
name: "io.k8s.api.core.v1.PersistentVolumeClaimTemplate",
schema: object(&PersistentVolumeClaimTemplate_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "metadata", Wire::Message(&meta_v1::ObjectMeta), "v1.ObjectMeta").omit_empty(),
    wire(2, "spec", Wire::Message(&PersistentVolumeClaimSpec), "v1.PersistentVolumeClaimSpec"),
] }),
published: true,
};

static PersistentVolumeClaimVolumeSource_members: Object = Object {
fields: SharedSlice::Static(&[
    field("claimName", TEXT.zero()),
    field("readOnly", BOOL),
]),
required: SharedSlice::Static(&[text("claimName")]),
additional: Additional::Unset,
};

pub(crate) static PersistentVolumeClaimVolumeSource: Definition = Definition {
name: "io.k8s.api.core.v1.PersistentVolumeClaimVolumeSource",
schema: object(&PersistentVolumeClaimVolumeSource_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "claimName", Wire::String, "string"),
    wire(2, "readOnly", Wire::Bool, "bool").omit_empty(),
] }),
published: true,
};

static PersistentVolumeList_members: Object = Object {
fields: SharedSlice::Static(&[
    field("apiVersion", TEXT),
    field("items", list(&pool::refer_core_v1_PersistentVolume_zero)),
    field("kind", TEXT),
    field("metadata", refer(&meta_v1::ListMeta).zero()),
]),
required: SharedSlice::Static(&[text("items")]),
additional: Additional::Unset,
};

pub(crate) static PersistentVolumeList: Definition = Definition {
name: "io.k8s.api.core.v1.PersistentVolumeList",
schema: object(&PersistentVolumeList_members),
kinds: &[kind("", "v1", "PersistentVolumeList"), ],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "metadata", Wire::Message(&meta_v1::ListMeta), "v1.ListMeta").omit_empty(),
    wire(2, "items", Wire::Message(&PersistentVolume), "[]v1.PersistentVolume").list(),
] }),
published: true,
};

static PersistentVolumeSource_members: Object = Object {
fields: SharedSlice::Static(&[
    field("awsElasticBlockStore", bare(&AWSElasticBlockStoreVolumeSource)),
    field("azureDisk", bare(&AzureDiskVolumeSource)),
    field("azureFile", bare(&AzureFilePersistentVolumeSource)),
    field("cephfs", bare(&CephFSPersistentVolumeSource)),
    field("cinder", bare(&CinderPersistentVolumeSource)),
    field("csi", bare(&CSIPersistentVolumeSource)),
    field("fc", bare(&FCVolumeSource)),
    field("flexVolume", bare(&FlexPersistentVolumeSource)),
    field("flocker", bare(&FlockerVolumeSource)),
    field("gcePersistentDisk", bare(&GCEPersistentDiskVolumeSource)),
    field("glusterfs", bare(&GlusterfsPersistentVolumeSource)),
    field("hostPath", bare(&HostPathVolumeSource)),
    field("iscsi", bare(&ISCSIPersistentVolumeSource)),
    field("local", bare(&LocalVolumeSource)),
    field("nfs", bare(&NFSVolumeSource)),
    field("photonPersistentDisk", bare(&PhotonPersistentDiskVolumeSource)),
    field("portworxVolume", bare(&PortworxVolumeSource)),
    field("quobyte", bare(&QuobyteVolumeSource)),
    field("rbd", bare(&RBDPersistentVolumeSource)),
    field("scaleIO", bare(&ScaleIOPersistentVolumeSource)),
    field("storageos", bare(&StorageOSPersistentVolumeSource)),
    field("vsphereVolume", bare(&VsphereVirtualDiskVolumeSource)),
]),
required: SharedSlice::Static(&[]),
additional: Additional::Unset,
};

pub(crate) static PersistentVolumeSource: Definition = Definition {
name: "io.k8s.api.core.v1.PersistentVolumeSource",
schema: object(&PersistentVolumeSource_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "gcePersistentDisk", Wire::Message(&GCEPersistentDiskVolumeSource), "v1.GCEPersistentDiskVolumeSource").pointer().omit_empty(),
    wire(2, "awsElasticBlockStore", Wire::Message(&AWSElasticBlockStoreVolumeSource), "v1.AWSElasticBlockStoreVolumeSource").pointer().omit_empty(),
    wire(3, "hostPath", Wire::Message(&HostPathVolumeSource), "v1.HostPathVolumeSource").pointer().omit_empty(),
    wire(4, "glusterfs", Wire::Message(&GlusterfsPersistentVolumeSource), "v1.GlusterfsPersistentVolumeSource").pointer().omit_empty(),
    wire(5, "nfs", Wire::Message(&NFSVolumeSource), "v1.NFSVolumeSource").pointer().omit_empty(),
    wire(6, "rbd", Wire::Message(&RBDPersistentVolumeSource), "v1.RBDPersistentVolumeSource").pointer().omit_empty(),
    wire(7, "iscsi", Wire::Message(&ISCSIPersistentVolumeSource), "v1.ISCSIPersistentVolumeSource").pointer().omit_empty(),
    wire(8, "cinder", Wire::Message(&CinderPersistentVolumeSource), "v1.CinderPersistentVolumeSource").pointer().omit_empty(),
    wire(9, "cephfs", Wire::Message(&CephFSPersistentVolumeSource), "v1.CephFSPersistentVolumeSource").pointer().omit_empty(),
    wire(10, "fc", Wire::Message(&FCVolumeSource), "v1.FCVolumeSource").pointer().omit_empty(),
    wire(11, "flocker", Wire::Message(&FlockerVolumeSource), "v1.FlockerVolumeSource").pointer().omit_empty(),
    wire(12, "flexVolume", Wire::Message(&FlexPersistentVolumeSource), "v1.FlexPersistentVolumeSource").pointer().omit_empty(),
    wire(13, "azureFile", Wire::Message(&AzureFilePersistentVolumeSource), "v1.AzureFilePersistentVolumeSource").pointer().omit_empty(),
    wire(14, "vsphereVolume", Wire::Message(&VsphereVirtualDiskVolumeSource), "v1.VsphereVirtualDiskVolumeSource").pointer().omit_empty(),
    wire(15, "quobyte", Wire::Message(&QuobyteVolumeSource), "v1.QuobyteVolumeSource").pointer().omit_empty(),
    wire(16, "azureDisk", Wire::Message(&AzureDiskVolumeSource), "v1.AzureDiskVolumeSource").pointer().omit_empty(),
    wire(17, "photonPersistentDisk", Wire::Message(&PhotonPersistentDiskVolumeSource), "v1.PhotonPersistentDiskVolumeSource").pointer().omit_empty(),
    wire(18, "portworxVolume", Wire::Message(&PortworxVolumeSource), "v1.PortworxVolumeSource").pointer().omit_empty(),
    wire(19, "scaleIO", Wire::Message(&ScaleIOPersistentVolumeSource), "v1.ScaleIOPersistentVolumeSource").pointer().omit_empty(),
    wire(20, "local", Wire::Message(&LocalVolumeSource), "v1.LocalVolumeSource").pointer().omit_empty(),
    wire(21, "storageos", Wire::Message(&StorageOSPersistentVolumeSource), "v1.StorageOSPersistentVolumeSource").pointer().omit_empty(),
    wire(22, "csi", Wire::Message(&CSIPersistentVolumeSource), "v1.CSIPersistentVolumeSource").pointer().omit_empty(),
] }),
published: false,
};

static PersistentVolumeSpec_members: Object = Object {
fields: SharedSlice::Static(&[
    field("accessModes", list(&pool::TEXT_zero).list_type(ListType::Atomic)),
    field("awsElasticBlockStore", refer(&AWSElasticBlockStoreVolumeSource)),
    field("azureDisk", refer(&AzureDiskVolumeSource)),
    field("azureFile", refer(&AzureFilePersistentVolumeSource)),
    field("capacity", object(&pool::values_bare_resource_Quantity)),
    field("cephfs", refer(&CephFSPersistentVolumeSource)),
    field("cinder", refer(&CinderPersistentVolumeSource)),
    field("claimRef", refer(&ObjectReference).map_type(MapType::Granular)),
    field("csi", refer(&CSIPersistentVolumeSource)),
    field("fc", refer(&FCVolumeSource)),
    field("flexVolume", refer(&FlexPersistentVolumeSource)),
    field("flocker", refer(&FlockerVolumeSource)),
    field("gcePersistentDisk", refer(&GCEPersistentDiskVolumeSource)),
    field("glusterfs", refer(&GlusterfsPersistentVolumeSource)),
    field("hostPath", refer(&HostPathVolumeSource)),
    field("iscsi", refer(&ISCSIPersistentVolumeSource)),
    field("local", refer(&LocalVolumeSource)),
    field("mountOptions", list(&pool::TEXT_zero).list_type(ListType::Atomic)),
    field("nfs", refer(&NFSVolumeSource)),
    field("nodeAffinity", refer(&VolumeNodeAffinity)),
    field("persistentVolumeReclaimPolicy", TEXT),
    field("photonPersistentDisk", refer(&PhotonPersistentDiskVolumeSource)),
    field("portworxVolume", refer(&PortworxVolumeSource)),
    field("quobyte", refer(&QuobyteVolumeSource)),
    field("rbd", refer(&RBDPersistentVolumeSource)),
    field("scaleIO", refer(&ScaleIOPersistentVolumeSource)),
    field("storageClassName", TEXT),
    field("storageos", refer(&StorageOSPersistentVolumeSource)),
    field("volumeAttributesClassName", TEXT),
    field("volumeMode", TEXT),
    field("vsphereVolume", refer(&VsphereVirtualDiskVolumeSource)),
]),
required: SharedSlice::Static(&[]),
additional: Additional::Unset,
};

pub(crate) static PersistentVolumeSpec: Definition = Definition {
name: "io.k8s.api.core.v1.PersistentVolumeSpec",
schema: object(&PersistentVolumeSpec_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "capacity", Wire::Message(&resource::Quantity), "v1.ResourceList").map().omit_empty(),
    inline(2, &PersistentVolumeSource, "v1.PersistentVolumeSource"),
    wire(3, "accessModes", Wire::String, "[]v1.PersistentVolumeAccessMode").list().omit_empty(),
    wire(4, "claimRef", Wire::Message(&ObjectReference), "v1.ObjectReference").pointer().omit_empty(),
    wire(5, "persistentVolumeReclaimPolicy", Wire::String, "v1.PersistentVolumeReclaimPolicy").omit_empty(),
    wire(6, "storageClassName", Wire::String, "string").omit_empty(),
    wire(7, "mountOptions", Wire::String, "[]string").list().omit_empty(),
    wire(8, "volumeMode", Wire::String, "v1.PersistentVolumeMode").pointer().omit_empty(),
    wire(9, "nodeAffinity", Wire::Message(&VolumeNodeAffinity), "v1.VolumeNodeAffinity").pointer().omit_empty(),
    wire(10, "volumeAttributesClassName", Wire::String, "string").pointer().omit_empty(),
] }),
published: true,
};

static PersistentVolumeStatus_members: Object = Object {
fields: SharedSlice::Static(&[
    field("lastPhaseTransitionTime", refer(&meta_v1::Time)),
    field("message", TEXT),
    field("phase", TEXT),
    field("reason", TEXT),
]),
required: SharedSlice::Static(&[]),
additional: Additional::Unset,
};

pub(crate) static PersistentVolumeStatus: Definition = Definition {
name: "io.k8s.api.core.v1.PersistentVolumeStatus",
schema: object(&PersistentVolumeStatus_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "phase", Wire::String, "v1.PersistentVolumePhase").omit_empty(),
    wire(2, "message", Wire::String, "string").omit_empty(),
    wire(3, "reason", Wire::String, "string").omit_empty(),
    wire(4, "lastPhaseTransitionTime", Wire::Message(&meta_v1::Time), "v1.Time").pointer().omit_empty(),
] }),
published: true,
};

static PhotonPersistentDiskVolumeSource_members: Object = Object {
fields: SharedSlice::Static(&[
    field("fsType", TEXT),
    field("pdID", TEXT.zero()),
]),
required: SharedSlice::Static(&[text("pdID")]),
additional: Additional::Unset,
};

pub(crate) static PhotonPersistentDiskVolumeSource: Definition = Definition {
name: "io.k8s.api.core.v1.PhotonPersistentDiskVolumeSource",
schema: object(&PhotonPersistentDiskVolumeSource_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "pdID", Wire::String, "string"),
    wire(2, "fsType", Wire::String, "string").omit_empty(),
] }),
published: true,
};

static Pod_members: Object = Object {
fields: SharedSlice::Static(&[
    field("apiVersion", TEXT),
    field("kind", TEXT),
    field("metadata", refer(&meta_v1::ObjectMeta).zero()),
    field("spec", refer(&PodSpec).zero()),
    field("status", refer(&PodStatus).zero()),
]),
required: SharedSlice::Static(&[]),
additional: Additional::Unset,
};

pub(crate) static Pod: Definition = Definition {
name: "io.k8s.api.core.v1.Pod",
schema: object(&Pod_members),
kinds: &[kind("", "v1", "Pod"), ],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "metadata", Wire::Message(&meta_v1::ObjectMeta), "v1.ObjectMeta").omit_empty(),
    wire(2, "spec", Wire::Message(&PodSpec), "v1.PodSpec").omit_empty(),
    wire(3, "status", Wire::Message(&PodStatus), "v1.PodStatus").omit_empty(),
] }),
published: true,
};

static PodAffinity_members: Object = Object {
fields: SharedSlice::Static(&[
    field("preferredDuringSchedulingIgnoredDuringExecution", list(&pool::refer_core_v1_WeightedPodAffinityTerm_zero).list_type(ListType::Atomic)),
    field("requiredDuringSchedulingIgnoredDuringExecution", list(&pool::refer_core_v1_PodAffinityTerm_zero).list_type(ListType::Atomic)),
]),
required: SharedSlice::Static(&[]),
additional: Additional::Unset,
};

pub(crate) static PodAffinity: Definition = Definition {
name: "io.k8s.api.core.v1.PodAffinity",
schema: object(&PodAffinity_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "requiredDuringSchedulingIgnoredDuringExecution", Wire::Message(&PodAffinityTerm), "[]v1.PodAffinityTerm").list().omit_empty(),
    wire(2, "preferredDuringSchedulingIgnoredDuringExecution", Wire::Message(&WeightedPodAffinityTerm), "[]v1.WeightedPodAffinityTerm").list().omit_empty(),
] }),
published: true,
};

static PodAffinityTerm_members: Object = Object {
fields: SharedSlice::Static(&[
    field("labelSelector", refer(&meta_v1::LabelSelector)),
    field("matchLabelKeys", list(&pool::TEXT_zero).list_type(ListType::Atomic)),
    field("mismatchLabelKeys", list(&pool::TEXT_zero).list_type(ListType::Atomic)),
    field("namespaceSelector", refer(&meta_v1::LabelSelector)),
    field("namespaces", list(&pool::TEXT_zero).list_type(ListType::Atomic)),
    field("topologyKey", TEXT.zero()),
]),
required: SharedSlice::Static(&[text("topologyKey")]),
additional: Additional::Unset,
};

pub(crate) static PodAffinityTerm: Definition = Definition {
name: "io.k8s.api.core.v1.PodAffinityTerm",
schema: object(&PodAffinityTerm_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "labelSelector", Wire::Message(&meta_v1::LabelSelector), "v1.LabelSelector").pointer().omit_empty(),
    wire(2, "namespaces", Wire::String, "[]string").list().omit_empty(),
    wire(3, "topologyKey", Wire::String, "string"),
    wire(4, "namespaceSelector", Wire::Message(&meta_v1::LabelSelector), "v1.LabelSelector").pointer().omit_empty(),
    wire(5, "matchLabelKeys", Wire::String, "[]string").list().omit_empty(),
    wire(6, "mismatchLabelKeys", Wire::String, "[]string").list().omit_empty(),
] }),
published: true,
};

static PodAntiAffinity_members: Object = Object {
fields: SharedSlice::Static(&[
    field("preferredDuringSchedulingIgnoredDuringExecution", list(&pool::refer_core_v1_WeightedPodAffinityTerm_zero).list_type(ListType::Atomic)),
    field("requiredDuringSchedulingIgnoredDuringExecution", list(&pool::refer_core_v1_PodAffinityTerm_zero).list_type(ListType::Atomic)),
]),
required: SharedSlice::Static(&[]),
additional: Additional::Unset,
};

pub(crate) static PodAntiAffinity: Definition = Definition {
name: "io.k8s.api.core.v1.PodAntiAffinity",
schema: object(&PodAntiAffinity_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "requiredDuringSchedulingIgnoredDuringExecution", Wire::Message(&PodAffinityTerm), "[]v1.PodAffinityTerm").list().omit_empty(),
    wire(2, "preferredDuringSchedulingIgnoredDuringExecution", Wire::Message(&WeightedPodAffinityTerm), "[]v1.WeightedPodAffinityTerm").list().omit_empty(),
] }),
published: true,
};

static PodAttachOptions_members: Object = Object {
fields: SharedSlice::Static(&[
    field("apiVersion", TEXT),
    field("container", TEXT),
    field("kind", TEXT),
    field("stderr", BOOL),
    field("stdin", BOOL),
    field("stdout", BOOL),
    field("tty", BOOL),
]),
required: SharedSlice::Static(&[]),
additional: Additional::Unset,
};

pub(crate) static PodAttachOptions: Definition = Definition {
name: "io.k8s.api.core.v1.PodAttachOptions",
schema: object(&PodAttachOptions_members),
kinds: &[kind("", "v1", "PodAttachOptions"), ],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "stdin", Wire::Bool, "bool").omit_empty(),
    wire(2, "stdout", Wire::Bool, "bool").omit_empty(),
    wire(3, "stderr", Wire::Bool, "bool").omit_empty(),
    wire(4, "tty", Wire::Bool, "bool").omit_empty(),
    wire(5, "container", Wire::String, "string").omit_empty(),
] }),
published: false,
};

static PodCertificateProjection_members: Object = Object {
fields: SharedSlice::Static(&[
    field("certificateChainPath", TEXT),
    field("credentialBundlePath", TEXT),
    field("keyPath", TEXT),
    field("keyType", TEXT),
    field("maxExpirationSeconds", INT32),
    field("signerName", TEXT),
    field("userAnnotations", object(&pool::values_TEXT_zero)),
]),
required: SharedSlice::Static(&[text("signerName"), text("keyType")]),
additional: Additional::Unset,
};

pub(crate) static PodCertificateProjection: Definition = Definition {
name: "io.k8s.api.core.v1.PodCertificateProjection",
schema: object(&PodCertificateProjection_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "signerName", Wire::String, "string").omit_empty(),
    wire(2, "keyType", Wire::String, "string").omit_empty(),
    wire(3, "maxExpirationSeconds", Wire::Int32, "int32").pointer().omit_empty(),
    wire(4, "credentialBundlePath", Wire::String, "string").omit_empty(),
    wire(5, "keyPath", Wire::String, "string").omit_empty(),
    wire(6, "certificateChainPath", Wire::String, "string").omit_empty(),
    wire(7, "userAnnotations", Wire::String, "map[string]string").map().omit_empty(),
] }),
published: true,
};

static PodCondition_members: Object = Object {
fields: SharedSlice::Static(&[
    field("lastProbeTime", refer(&meta_v1::Time)),
    field("lastTransitionTime", refer(&meta_v1::Time)),
    field("message", TEXT),
    field("observedGeneration", INT64),
    field("reason", TEXT),
    field("status", TEXT.zero()),
    field("type", TEXT.zero()),
]),
required: SharedSlice::Static(&[text("type"), text("status")]),
additional: Additional::Unset,
};

pub(crate) static PodCondition: Definition = Definition {
name: "io.k8s.api.core.v1.PodCondition",
schema: object(&PodCondition_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "type", Wire::String, "v1.PodConditionType"),
    wire(2, "status", Wire::String, "v1.ConditionStatus"),
    wire(3, "lastProbeTime", Wire::Message(&meta_v1::Time), "v1.Time").omit_empty(),
    wire(4, "lastTransitionTime", Wire::Message(&meta_v1::Time), "v1.Time").omit_empty(),
    wire(5, "reason", Wire::String, "string").omit_empty(),
    wire(6, "message", Wire::String, "string").omit_empty(),
    wire(7, "observedGeneration", Wire::Int64, "int64").omit_empty(),
] }),
published: true,
};

static PodDNSConfig_members: Object = Object {
fields: SharedSlice::Static(&[
    field("nameservers", list(&pool::TEXT_zero).list_type(ListType::Atomic)),
    field("options", list(&pool::refer_core_v1_PodDNSConfigOption_zero).list_type(ListType::Atomic)),
    field("searches", list(&pool::TEXT_zero).list_type(ListType::Atomic)),
]),
required: SharedSlice::Static(&[]),
additional: Additional::Unset,
};

pub(crate) static PodDNSConfig: Definition = Definition {
name: "io.k8s.api.core.v1.PodDNSConfig",
schema: object(&PodDNSConfig_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "nameservers", Wire::String, "[]string").list().omit_empty(),
    wire(2, "searches", Wire::String, "[]string").list().omit_empty(),
    wire(3, "options", Wire::Message(&PodDNSConfigOption), "[]v1.PodDNSConfigOption").list().omit_empty(),
] }),
published: true,
};

static PodDNSConfigOption_members: Object = Object {
fields: SharedSlice::Static(&[
    field("name", TEXT),
    field("value", TEXT),
]),
required: SharedSlice::Static(&[]),
additional: Additional::Unset,
};

pub(crate) static PodDNSConfigOption: Definition = Definition {
name: "io.k8s.api.core.v1.PodDNSConfigOption",
schema: object(&PodDNSConfigOption_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "name", Wire::String, "string").omit_empty(),
    wire(2, "value", Wire::String, "string").pointer().omit_empty(),
] }),
published: true,
};

static PodExecOptions_members: Object = Object {
fields: SharedSlice::Static(&[
    field("apiVersion", TEXT),
    field("command", list(&pool::only_TEXT)),
    field("container", TEXT),
    field("kind", TEXT),
    field("stderr", BOOL),
    field("stdin", BOOL),
    field("stdout", BOOL),
    field("tty", BOOL),
]),
required: SharedSlice::Static(&[]),
additional: Additional::Unset,
};

pub(crate) static PodExecOptions: Definition = Definition {
name: "io.k8s.api.core.v1.PodExecOptions",
schema: object(&PodExecOptions_members),
kinds: &[kind("", "v1", "PodExecOptions"), ],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "stdin", Wire::Bool, "bool").omit_empty(),
    wire(2, "stdout", Wire::Bool, "bool").omit_empty(),
    wire(3, "stderr", Wire::Bool, "bool").omit_empty(),
    wire(4, "tty", Wire::Bool, "bool").omit_empty(),
    wire(5, "container", Wire::String, "string").omit_empty(),
    wire(6, "command", Wire::String, "[]string").list(),
] }),
published: false,
};

static PodExtendedResourceClaimStatus_members: Object = Object {
fields: SharedSlice::Static(&[
    field("requestMappings", list(&pool::refer_core_v1_ContainerExtendedResourceRequest_zero).list_type(ListType::Atomic)),
    field("resourceClaimName", TEXT.zero()),
]),
required: SharedSlice::Static(&[text("requestMappings"), text("resourceClaimName")]),
additional: Additional::Unset,
};

pub(crate) static PodExtendedResourceClaimStatus: Definition = Definition {
name: "io.k8s.api.core.v1.PodExtendedResourceClaimStatus",
schema: object(&PodExtendedResourceClaimStatus_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "requestMappings", Wire::Message(&ContainerExtendedResourceRequest), "[]v1.ContainerExtendedResourceRequest").list(),
    wire(2, "resourceClaimName", Wire::String, "string"),
] }),
published: true,
};

static PodIP_members: Object = Object {
fields: SharedSlice::Static(&[
    field("ip", TEXT.zero()),
]),
required: SharedSlice::Static(&[text("ip")]),
additional: Additional::Unset,
};

pub(crate) static PodIP: Definition = Definition {
name: "io.k8s.api.core.v1.PodIP",
schema: object(&PodIP_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "ip", Wire::String, "string"),
] }),
published: true,
};

static PodList_members: Object = Object {
fields: SharedSlice::Static(&[
    field("apiVersion", TEXT),
    field("items", list(&pool::refer_core_v1_Pod_zero)),
    field("kind", TEXT),
    field("metadata", refer(&meta_v1::ListMeta).zero()),
]),
required: SharedSlice::Static(&[text("items")]),
additional: Additional::Unset,
};

pub(crate) static PodList: Definition = Definition {
name: "io.k8s.api.core.v1.PodList",
schema: object(&PodList_members),
kinds: &[kind("", "v1", "PodList"), ],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "metadata", Wire::Message(&meta_v1::ListMeta), "v1.ListMeta").omit_empty(),
    wire(2, "items", Wire::Message(&Pod), "[]v1.Pod").list(),
] }),
published: true,
};

static PodLogOptions_members: Object = Object {
fields: SharedSlice::Static(&[
    field("apiVersion", TEXT),
    field("container", TEXT),
    field("follow", BOOL),
    field("insecureSkipTLSVerifyBackend", BOOL),
    field("kind", TEXT),
    field("limitBytes", INT64),
    field("previous", BOOL),
    field("sinceSeconds", INT64),
    field("sinceTime", bare(&meta_v1::Time)),
    field("stream", TEXT),
    field("tailLines", INT64),
    field("timestamps", BOOL),
]),
required: SharedSlice::Static(&[]),
additional: Additional::Unset,
};

pub(crate) static PodLogOptions: Definition = Definition {
name: "io.k8s.api.core.v1.PodLogOptions",
schema: object(&PodLogOptions_members),
kinds: &[kind("", "v1", "PodLogOptions"), ],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "container", Wire::String, "string").omit_empty(),
    wire(2, "follow", Wire::Bool, "bool").omit_empty(),
    wire(3, "previous", Wire::Bool, "bool").omit_empty(),
    wire(4, "sinceSeconds", Wire::Int64, "int64").pointer().omit_empty(),
    wire(5, "sinceTime", Wire::Message(&meta_v1::Time), "v1.Time").pointer().omit_empty(),
    wire(6, "timestamps", Wire::Bool, "bool").omit_empty(),
    wire(7, "tailLines", Wire::Int64, "int64").pointer().omit_empty(),
    wire(8, "limitBytes", Wire::Int64, "int64").pointer().omit_empty(),
    wire(9, "insecureSkipTLSVerifyBackend", Wire::Bool, "bool").omit_empty(),
    wire(10, "stream", Wire::String, "string").pointer().omit_empty(),
] }),
published: false,
};

static PodOS_members: Object = Object {
fields: SharedSlice::Static(&[
    field("name", TEXT.zero()),
]),
required: SharedSlice::Static(&[text("name")]),
additional: Additional::Unset,
};

pub(crate) static PodOS: Definition = Definition {
name: "io.k8s.api.core.v1.PodOS",
schema: object(&PodOS_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "name", Wire::String, "v1.OSName"),
] }),
published: true,
};

static PodPortForwardOptions_members: Object = Object {
fields: SharedSlice::Static(&[
    field("apiVersion", TEXT),
    field("kind", TEXT),
    field("ports", list(&pool::only_INT32)),
]),
required: SharedSlice::Static(&[]),
additional: Additional::Unset,
};

pub(crate) static PodPortForwardOptions: Definition = Definition {
name: "io.k8s.api.core.v1.PodPortForwardOptions",
schema: object(&PodPortForwardOptions_members),
kinds: &[kind("", "v1", "PodPortForwardOptions"), ],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "ports", Wire::Int32, "[]int32").list().omit_empty(),
] }),
published: false,
};

static PodProxyOptions_members: Object = Object {
fields: SharedSlice::Static(&[
    field("apiVersion", TEXT),
    field("kind", TEXT),
    field("path", TEXT),
]),
required: SharedSlice::Static(&[]),
additional: Additional::Unset,
};

pub(crate) static PodProxyOptions: Definition = Definition {
name: "io.k8s.api.core.v1.PodProxyOptions",
schema: object(&PodProxyOptions_members),
kinds: &[kind("", "v1", "PodProxyOptions"), ],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "path", Wire::String, "string").omit_empty(),
] }),
published: false,
};

static PodReadinessGate_members: Object = Object {
fields: SharedSlice::Static(&[
    field("conditionType", TEXT.zero()),
]),
required: SharedSlice::Static(&[text("conditionType")]),
additional: Additional::Unset,
};

pub(crate) static PodReadinessGate: Definition = Definition {
name: "io.k8s.api.core.v1.PodReadinessGate",
schema: object(&PodReadinessGate_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "conditionType", Wire::String, "v1.PodConditionType"),
] }),
published: true,
};

static PodResourceClaim_members: Object = Object {
fields: SharedSlice::Static(&[
    field("name", TEXT.zero()),
    field("resourceClaimName", TEXT),
    field("resourceClaimTemplateName", TEXT),
]),
required: SharedSlice::Static(&[text("name")]),
additional: Additional::Unset,
};

pub(crate) static PodResourceClaim: Definition = Definition {
name: "io.k8s.api.core.v1.PodResourceClaim",
schema: object(&PodResourceClaim_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "name", Wire::String, "string"),
    wire(3, "resourceClaimName", Wire::String, "string").pointer().omit_empty(),
    wire(4, "resourceClaimTemplateName", Wire::String, "string").pointer().omit_empty(),
] }),
published: true,
};

static PodResourceClaimStatus_members: Object = Object {
fields: SharedSlice::Static(&[
    field("name", TEXT.zero()),
    field("resourceClaimName", TEXT),
]),
required: SharedSlice::Static(&[text("name")]),
additional: Additional::Unset,
};

pub(crate) static PodResourceClaimStatus: Definition = Definition {
name: "io.k8s.api.core.v1.PodResourceClaimStatus",
schema: object(&PodResourceClaimStatus_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "name", Wire::String, "string"),
    wire(2, "resourceClaimName", Wire::String, "string").pointer().omit_empty(),
] }),
published: true,
};

static PodSchedulingGate_members: Object = Object {
fields: SharedSlice::Static(&[
    field("name", TEXT.zero()),
]),
required: SharedSlice::Static(&[text("name")]),
additional: Additional::Unset,
};

pub(crate) static PodSchedulingGate: Definition = Definition {
name: "io.k8s.api.core.v1.PodSchedulingGate",
schema: object(&PodSchedulingGate_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "name", Wire::String, "string"),
] }),
published: true,
};

static PodSchedulingGroup_members: Object = Object {
fields: SharedSlice::Static(&[
    field("podGroupName", TEXT),
]),
required: SharedSlice::Static(&[]),
additional: Additional::Unset,
};

pub(crate) static PodSchedulingGroup: Definition = Definition {
name: "io.k8s.api.core.v1.PodSchedulingGroup",
schema: object(&PodSchedulingGroup_members).extra(&pool::unions_union_None_podGroupName_PodGroupName),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "podGroupName", Wire::String, "string").pointer().omit_empty(),
] }),
published: true,
};

static PodSecurityContext_members: Object = Object {
fields: SharedSlice::Static(&[
    field("appArmorProfile", refer(&AppArmorProfile)),
    field("fsGroup", INT64),
    field("fsGroupChangePolicy", TEXT),
    field("runAsGroup", INT64),
    field("runAsNonRoot", BOOL),
    field("runAsUser", INT64),
    field("seLinuxChangePolicy", TEXT),
    field("seLinuxOptions", refer(&SELinuxOptions)),
    field("seccompProfile", refer(&SeccompProfile)),
    field("supplementalGroups", list(&pool::INT64_zero).list_type(ListType::Atomic)),
    field("supplementalGroupsPolicy", TEXT),
    field("sysctls", list(&pool::refer_core_v1_Sysctl_zero).list_type(ListType::Atomic)),
    field("windowsOptions", refer(&WindowsSecurityContextOptions)),
]),
required: SharedSlice::Static(&[]),
additional: Additional::Unset,
};

pub(crate) static PodSecurityContext: Definition = Definition {
name: "io.k8s.api.core.v1.PodSecurityContext",
schema: object(&PodSecurityContext_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "seLinuxOptions", Wire::Message(&SELinuxOptions), "v1.SELinuxOptions").pointer().omit_empty(),
    wire(2, "runAsUser", Wire::Int64, "int64").pointer().omit_empty(),
    wire(3, "runAsNonRoot", Wire::Bool, "bool").pointer().omit_empty(),
    wire(4, "supplementalGroups", Wire::Int64, "[]int64").list().omit_empty(),
    wire(5, "fsGroup", Wire::Int64, "int64").pointer().omit_empty(),
    wire(6, "runAsGroup", Wire::Int64, "int64").pointer().omit_empty(),
    wire(7, "sysctls", Wire::Message(&Sysctl), "[]v1.Sysctl").list().omit_empty(),
    wire(8, "windowsOptions", Wire::Message(&WindowsSecurityContextOptions), "v1.WindowsSecurityContextOptions").pointer().omit_empty(),
    wire(9, "fsGroupChangePolicy", Wire::String, "v1.PodFSGroupChangePolicy").pointer().omit_empty(),
    wire(10, "seccompProfile", Wire::Message(&SeccompProfile), "v1.SeccompProfile").pointer().omit_empty(),
    wire(11, "appArmorProfile", Wire::Message(&AppArmorProfile), "v1.AppArmorProfile").pointer().omit_empty(),
    wire(12, "supplementalGroupsPolicy", Wire::String, "v1.SupplementalGroupsPolicy").pointer().omit_empty(),
    wire(13, "seLinuxChangePolicy", Wire::String, "v1.PodSELinuxChangePolicy").pointer().omit_empty(),
] }),
published: true,
};

static PodSignature_members: Object = Object {
fields: SharedSlice::Static(&[
    field("podController", bare(&meta_v1::OwnerReference)),
]),
required: SharedSlice::Static(&[]),
additional: Additional::Unset,
};

pub(crate) static PodSignature: Definition = Definition {
name: "io.k8s.api.core.v1.PodSignature",
schema: object(&PodSignature_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "podController", Wire::Message(&meta_v1::OwnerReference), "v1.OwnerReference").pointer().omit_empty(),
] }),
published: false,
};

static PodSpec_members: Object = Object {
fields: SharedSlice::Static(&[
    field("activeDeadlineSeconds", INT64),
    field("affinity", refer(&Affinity)),
    field("automountServiceAccountToken", BOOL),
    field("containers", list(&pool::refer_core_v1_Container_zero).list_type(ListType::Map).patch(PatchStrategy::Merge).extra(&pool::merge_keys_only_name_Some_name)),
    field("dnsConfig", refer(&PodDNSConfig)),
    field("dnsPolicy", TEXT),
    field("enableServiceLinks", BOOL),
    field("ephemeralContainers", list(&pool::refer_core_v1_EphemeralContainer_zero).list_type(ListType::Map).patch(PatchStrategy::Merge).extra(&pool::merge_keys_only_name_Some_name)),
    field("hostAliases", list(&pool::refer_core_v1_HostAlias_zero).list_type(ListType::Map).patch(PatchStrategy::Merge).extra(&pool::merge_keys_only_ip_Some_ip)),
    field("hostIPC", BOOL),
    field("hostNetwork", BOOL),
    field("hostPID", BOOL),
    field("hostUsers", BOOL),
    field("hostname", TEXT),
    field("hostnameOverride", TEXT),
    field("imagePullSecrets", list(&pool::refer_core_v1_LocalObjectReference_zero).list_type(ListType::Map).patch(PatchStrategy::Merge).extra(&pool::merge_keys_only_name_Some_name)),
    field("initContainers", list(&pool::refer_core_v1_Container_zero).list_type(ListType::Map).patch(PatchStrategy::Merge).extra(&pool::merge_keys_only_name_Some_name)),
    field("nodeName", TEXT),
    field("nodeSelector", object(&pool::values_TEXT_zero).map_type(MapType::Atomic)),
    field("os", refer(&PodOS)),
    field("overhead", object(&pool::values_bare_resource_Quantity)),
    field("preemptionPolicy", TEXT),
    field("priority", INT32),
    field("priorityClassName", TEXT),
    field("readinessGates", list(&pool::refer_core_v1_PodReadinessGate_zero).list_type(ListType::Atomic)),
    field("resourceClaims", list(&pool::refer_core_v1_PodResourceClaim_zero).list_type(ListType::Map).patch(PatchStrategy::MergeRetainKeys).extra(&pool::merge_keys_only_name_Some_name)),
    field("resources", refer(&ResourceRequirements)),
    field("restartPolicy", TEXT),
    field("runtimeClassName", TEXT),
    field("schedulerName", TEXT),
    field("schedulingGates", list(&pool::refer_core_v1_PodSchedulingGate_zero).list_type(ListType::Map).patch(PatchStrategy::Merge).extra(&pool::merge_keys_only_name_Some_name)),
    field("schedulingGroup", refer(&PodSchedulingGroup)),
    field("securityContext", refer(&PodSecurityContext)),
    field("serviceAccount", TEXT),
    field("serviceAccountName", TEXT),
    field("setHostnameAsFQDN", BOOL),
    field("shareProcessNamespace", BOOL),
    field("subdomain", TEXT),
    field("terminationGracePeriodSeconds", INT64),
    field("tolerations", list(&pool::refer_core_v1_Toleration_zero).list_type(ListType::Atomic)),
    field("topologySpreadConstraints", list(&pool::refer_core_v1_TopologySpreadConstraint_zero).list_type(ListType::Map).patch(PatchStrategy::Merge).extra(&pool::merge_keys_topologyKey_whenUnsatisfiable_Some_topologyKey)),
    field("volumes", list(&pool::refer_core_v1_Volume_zero).list_type(ListType::Map).patch(PatchStrategy::MergeRetainKeys).extra(&pool::merge_keys_only_name_Some_name)),
]),
required: SharedSlice::Static(&[text("containers")]),
additional: Additional::Unset,
};

pub(crate) static PodSpec: Definition = Definition {
name: "io.k8s.api.core.v1.PodSpec",
schema: object(&PodSpec_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "volumes", Wire::Message(&Volume), "[]v1.Volume").list().omit_empty(),
    wire(2, "containers", Wire::Message(&Container), "[]v1.Container").list(),
    wire(3, "restartPolicy", Wire::String, "v1.RestartPolicy").omit_empty(),
    wire(4, "terminationGracePeriodSeconds", Wire::Int64, "int64").pointer().omit_empty(),
    wire(5, "activeDeadlineSeconds", Wire::Int64, "int64").pointer().omit_empty(),
    wire(6, "dnsPolicy", Wire::String, "v1.DNSPolicy").omit_empty(),
    wire(7, "nodeSelector", Wire::String, "map[string]string").map().omit_empty(),
    wire(8, "serviceAccountName", Wire::String, "string").omit_empty(),
    wire(9, "serviceAccount", Wire::String, "string").omit_empty(),
    wire(10, "nodeName", Wire::String, "string").omit_empty(),
    wire(11, "hostNetwork", Wire::Bool, "bool").omit_empty(),
    wire(12, "hostPID", Wire::Bool, "bool").omit_empty(),
    wire(13, "hostIPC", Wire::Bool, "bool").omit_empty(),
    wire(14, "securityContext", Wire::Message(&PodSecurityContext), "v1.PodSecurityContext").pointer().omit_empty(),
    wire(15, "imagePullSecrets", Wire::Message(&LocalObjectReference), "[]v1.LocalObjectReference").list().omit_empty(),
    wire(16, "hostname", Wire::String, "string").omit_empty(),
    wire(17, "subdomain", Wire::String, "string").omit_empty(),
    wire(18, "affinity", Wire::Message(&Affinity), "v1.Affinity").pointer().omit_empty(),
    wire(19, "schedulerName", Wire::String, "string").omit_empty(),
    wire(20, "initContainers", Wire::Message(&Container), "[]v1.Container").list().omit_empty(),
    wire(21, "automountServiceAccountToken", Wire::Bool, "bool").pointer().omit_empty(),
    wire(22, "tolerations", Wire::Message(&Toleration), "[]v1.Toleration").list().omit_empty(),
    wire(23, "hostAliases", Wire::Message(&HostAlias), "[]v1.HostAlias").list().omit_empty(),
    wire(24, "priorityClassName", Wire::String, "string").omit_empty(),
    wire(25, "priority", Wire::Int32, "int32").pointer().omit_empty(),
    wire(26, "dnsConfig", Wire::Message(&PodDNSConfig), "v1.PodDNSConfig").pointer().omit_empty(),
    wire(27, "shareProcessNamespace", Wire::Bool, "bool").pointer().omit_empty(),
    wire(28, "readinessGates", Wire::Message(&PodReadinessGate), "[]v1.PodReadinessGate").list().omit_empty(),
    wire(29, "runtimeClassName", Wire::String, "string").pointer().omit_empty(),
    wire(30, "enableServiceLinks", Wire::Bool, "bool").pointer().omit_empty(),
    wire(31, "preemptionPolicy", Wire::String, "v1.PreemptionPolicy").pointer().omit_empty(),
    wire(32, "overhead", Wire::Message(&resource::Quantity), "v1.ResourceList").map().omit_empty(),
    wire(33, "topologySpreadConstraints", Wire::Message(&TopologySpreadConstraint), "[]v1.TopologySpreadConstraint").list().omit_empty(),
    wire(34, "ephemeralContainers", Wire::Message(&EphemeralContainer), "[]v1.EphemeralContainer").list().omit_empty(),
    wire(35, "setHostnameAsFQDN", Wire::Bool, "bool").pointer().omit_empty(),
    wire(36, "os", Wire::Message(&PodOS), "v1.PodOS").pointer().omit_empty(),
    wire(37, "hostUsers", Wire::Bool, "bool").pointer().omit_empty(),
    wire(38, "schedulingGates", Wire::Message(&PodSchedulingGate), "[]v1.PodSchedulingGate").list().omit_empty(),
    wire(39, "resourceClaims", Wire::Message(&PodResourceClaim), "[]v1.PodResourceClaim").list().omit_empty(),
    wire(40, "resources", Wire::Message(&ResourceRequirements), "v1.ResourceRequirements").pointer().omit_empty(),
    wire(41, "hostnameOverride", Wire::String, "string").pointer().omit_empty(),
    wire(43, "schedulingGroup", Wire::Message(&PodSchedulingGroup), "v1.PodSchedulingGroup").pointer().omit_empty(),
] }),
published: true,
};

static PodStatus_members: Object = Object {
fields: SharedSlice::Static(&[
    field("allocatedResources", object(&pool::values_bare_resource_Quantity)),
    field("conditions", list(&pool::refer_core_v1_PodCondition_zero).list_type(ListType::Map).patch(PatchStrategy::Merge).extra(&pool::merge_keys_only_type_Some_type)),
    field("containerStatuses", list(&pool::refer_core_v1_ContainerStatus_zero).list_type(ListType::Atomic)),
    field("ephemeralContainerStatuses", list(&pool::refer_core_v1_ContainerStatus_zero).list_type(ListType::Atomic)),
    field("extendedResourceClaimStatus", refer(&PodExtendedResourceClaimStatus)),
    field("hostIP", TEXT),
    field("hostIPs", list(&pool::refer_core_v1_HostIP_zero).list_type(ListType::Atomic).patch(PatchStrategy::Merge).extra(&pool::merge_keys_Some_ip)),
    field("initContainerStatuses", list(&pool::refer_core_v1_ContainerStatus_zero).list_type(ListType::Atomic)),
    field("message", TEXT),
    field("nodeAllocatableResourceClaimStatuses", list(&pool::refer_core_v1_NodeAllocatableResourceClaimStatus_zero).list_type(ListType::Atomic)),
    field("nominatedNodeName", TEXT),
    field("observedGeneration", INT64),
    field("phase", TEXT),
    field("podIP", TEXT),
    field("podIPs", list(&pool::refer_core_v1_PodIP_zero).list_type(ListType::Map).patch(PatchStrategy::Merge).extra(&pool::merge_keys_only_ip_Some_ip)),
    field("qosClass", TEXT),
    field("reason", TEXT),
    field("resize", TEXT),
    field("resourceClaimStatuses", list(&pool::refer_core_v1_PodResourceClaimStatus_zero).list_type(ListType::Map).patch(PatchStrategy::MergeRetainKeys).extra(&pool::merge_keys_only_name_Some_name)),
    field("resources", refer(&ResourceRequirements)),
    field("startTime", refer(&meta_v1::Time)),
]),
required: SharedSlice::Static(&[]),
additional: Additional::Unset,
};

pub(crate) static PodStatus: Definition = Definition {
name: "io.k8s.api.core.v1.PodStatus",
schema: object(&PodStatus_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "phase", Wire::String, "v1.PodPhase").omit_empty(),
    wire(2, "conditions", Wire::Message(&PodCondition), "[]v1.PodCondition").list().omit_empty(),
    wire(3, "message", Wire::String, "string").omit_empty(),
    wire(4, "reason", Wire::String, "string").omit_empty(),
    wire(5, "hostIP", Wire::String, "string").omit_empty(),
    wire(6, "podIP", Wire::String, "string").omit_empty(),
    wire(7, "startTime", Wire::Message(&meta_v1::Time), "v1.Time").pointer().omit_empty(),
    wire(8, "containerStatuses", Wire::Message(&ContainerStatus), "[]v1.ContainerStatus").list().omit_empty(),
    wire(9, "qosClass", Wire::String, "v1.PodQOSClass").omit_empty(),
    wire(10, "initContainerStatuses", Wire::Message(&ContainerStatus), "[]v1.ContainerStatus").list().omit_empty(),
    wire(11, "nominatedNodeName", Wire::String, "string").omit_empty(),
    wire(12, "podIPs", Wire::Message(&PodIP), "[]v1.PodIP").list().omit_empty(),
    wire(13, "ephemeralContainerStatuses", Wire::Message(&ContainerStatus), "[]v1.ContainerStatus").list().omit_empty(),
    wire(14, "resize", Wire::String, "v1.PodResizeStatus").omit_empty(),
    wire(15, "resourceClaimStatuses", Wire::Message(&PodResourceClaimStatus), "[]v1.PodResourceClaimStatus").list().omit_empty(),
    wire(16, "hostIPs", Wire::Message(&HostIP), "[]v1.HostIP").list().omit_empty(),
    wire(17, "observedGeneration", Wire::Int64, "int64").omit_empty(),
    wire(18, "extendedResourceClaimStatus", Wire::Message(&PodExtendedResourceClaimStatus), "v1.PodExtendedResourceClaimStatus").pointer().omit_empty(),
    wire(19, "allocatedResources", Wire::Message(&resource::Quantity), "v1.ResourceList").map().omit_empty(),
    wire(20, "resources", Wire::Message(&ResourceRequirements), "v1.ResourceRequirements").pointer().omit_empty(),
    wire(21, "nodeAllocatableResourceClaimStatuses", Wire::Message(&NodeAllocatableResourceClaimStatus), "[]v1.NodeAllocatableResourceClaimStatus").list().omit_empty(),
] }),
published: true,
};

static PodStatusResult_members: Object = Object {
fields: SharedSlice::Static(&[
    field("apiVersion", TEXT),
    field("kind", TEXT),
    field("metadata", bare(&meta_v1::ObjectMeta)),
    field("status", bare(&PodStatus)),
]),
required: SharedSlice::Static(&[]),
additional: Additional::Unset,
};

pub(crate) static PodStatusResult: Definition = Definition {
name: "io.k8s.api.core.v1.PodStatusResult",
schema: object(&PodStatusResult_members),
kinds: &[kind("", "v1", "PodStatusResult"), ],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "metadata", Wire::Message(&meta_v1::ObjectMeta), "v1.ObjectMeta").omit_empty(),
    wire(2, "status", Wire::Message(&PodStatus), "v1.PodStatus").omit_empty(),
] }),
published: false,
};

static PodTemplate_members: Object = Object {
fields: SharedSlice::Static(&[
    field("apiVersion", TEXT),
    field("kind", TEXT),
    field("metadata", refer(&meta_v1::ObjectMeta).zero()),
    field("template", refer(&PodTemplateSpec).zero()),
]),
required: SharedSlice::Static(&[]),
additional: Additional::Unset,
};

pub(crate) static PodTemplate: Definition = Definition {
name: "io.k8s.api.core.v1.PodTemplate",
schema: object(&PodTemplate_members),
kinds: &[kind("", "v1", "PodTemplate"), ],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "metadata", Wire::Message(&meta_v1::ObjectMeta), "v1.ObjectMeta").omit_empty(),
    wire(2, "template", Wire::Message(&PodTemplateSpec), "v1.PodTemplateSpec").omit_empty(),
] }),
published: true,
};

static PodTemplateList_members: Object = Object {
fields: SharedSlice::Static(&[
    field("apiVersion", TEXT),
    field("items", list(&pool::refer_core_v1_PodTemplate_zero)),
    field("kind", TEXT),
    field("metadata", refer(&meta_v1::ListMeta).zero()),
]),
required: SharedSlice::Static(&[text("items")]),
additional: Additional::Unset,
};

pub(crate) static PodTemplateList: Definition = Definition {
name: "io.k8s.api.core.v1.PodTemplateList",
schema: object(&PodTemplateList_members),
kinds: &[kind("", "v1", "PodTemplateList"), ],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "metadata", Wire::Message(&meta_v1::ListMeta), "v1.ListMeta").omit_empty(),
    wire(2, "items", Wire::Message(&PodTemplate), "[]v1.PodTemplate").list(),
] }),
published: true,
};

static PodTemplateSpec_members: Object = Object {
fields: SharedSlice::Static(&[
    field("metadata", refer(&meta_v1::ObjectMeta).zero()),
    field("spec", refer(&PodSpec).zero()),
]),
required: SharedSlice::Static(&[]),
additional: Additional::Unset,
};

pub(crate) static PodTemplateSpec: Definition = Definition {
name: "io.k8s.api.core.v1.PodTemplateSpec",
schema: object(&PodTemplateSpec_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "metadata", Wire::Message(&meta_v1::ObjectMeta), "v1.ObjectMeta").omit_empty(),
    wire(2, "spec", Wire::Message(&PodSpec), "v1.PodSpec").omit_empty(),
] }),
published: true,
};

static PortStatus_members: Object = Object {
fields: SharedSlice::Static(&[
    field("error", TEXT),
    field("port", INT32.zero()),
    field("protocol", TEXT.zero()),
]),
required: SharedSlice::Static(&[text("port"), text("protocol")]),
additional: Additional::Unset,
};

pub(crate) static PortStatus: Definition = Definition {
name: "io.k8s.api.core.v1.PortStatus",
schema: object(&PortStatus_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "port", Wire::Int32, "int32"),
    wire(2, "protocol", Wire::String, "v1.Protocol"),
    wire(3, "error", Wire::String, "string").pointer().omit_empty(),
] }),
published: true,
};

static PortworxVolumeSource_members: Object = Object {
fields: SharedSlice::Static(&[
    field("fsType", TEXT),
    field("readOnly", BOOL),
    field("volumeID", TEXT.zero()),
]),
required: SharedSlice::Static(&[text("volumeID")]),
additional: Additional::Unset,
};

pub(crate) static PortworxVolumeSource: Definition = Definition {
name: "io.k8s.api.core.v1.PortworxVolumeSource",
schema: object(&PortworxVolumeSource_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "volumeID", Wire::String, "string"),
    wire(2, "fsType", Wire::String, "string").omit_empty(),
    wire(3, "readOnly", Wire::Bool, "bool").omit_empty(),
] }),
published: true,
};

static Preconditions_members: Object = Object {
fields: SharedSlice::Static(&[
    field("uid", TEXT),
]),
required: SharedSlice::Static(&[]),
additional: Additional::Unset,
};

pub(crate) static Preconditions: Definition = Definition {
name: "io.k8s.api.core.v1.Preconditions",
schema: object(&Preconditions_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "uid", Wire::String, "types.UID").pointer().omit_empty(),
] }),
published: false,
};

static PreferAvoidPodsEntry_members: Object = Object {
fields: SharedSlice::Static(&[
    field("evictionTime", bare(&meta_v1::Time)),
    field("message", TEXT),
    field("podSignature", bare(&PodSignature)),
    field("reason", TEXT),
]),
required: SharedSlice::Static(&[]),
additional: Additional::Unset,
};

pub(crate) static PreferAvoidPodsEntry: Definition = Definition {
name: "io.k8s.api.core.v1.PreferAvoidPodsEntry",
schema: object(&PreferAvoidPodsEntry_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "podSignature", Wire::Message(&PodSignature), "v1.PodSignature"),
    wire(2, "evictionTime", Wire::Message(&meta_v1::Time), "v1.Time").omit_empty(),
    wire(3, "reason", Wire::String, "string").omit_empty(),
    wire(4, "message", Wire::String, "string").omit_empty(),
] }),
published: false,
};

static PreferredSchedulingTerm_members: Object = Object {
fields: SharedSlice::Static(&[
    field("preference", refer(&NodeSelectorTerm).zero()),
    field("weight", INT32.zero()),
]),
required: SharedSlice::Static(&[text("weight"), text("preference")]),
additional: Additional::Unset,
};

pub(crate) static PreferredSchedulingTerm: Definition = Definition {
name: "io.k8s.api.core.v1.PreferredSchedulingTerm",
schema: object(&PreferredSchedulingTerm_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "weight", Wire::Int32, "int32"),
    wire(2, "preference", Wire::Message(&NodeSelectorTerm), "v1.NodeSelectorTerm"),
] }),
published: true,
};

static Probe_members: Object = Object {
fields: SharedSlice::Static(&[
    field("exec", refer(&ExecAction)),
    field("failureThreshold", INT32),
    field("grpc", refer(&GRPCAction)),
    field("httpGet", refer(&HTTPGetAction)),
    field("initialDelaySeconds", INT32),
    field("periodSeconds", INT32),
    field("successThreshold", INT32),
    field("tcpSocket", refer(&TCPSocketAction)),
    field("terminationGracePeriodSeconds", INT64),
    field("timeoutSeconds", INT32),
]),
required: SharedSlice::Static(&[]),
additional: Additional::Unset,
};

pub(crate) static Probe: Definition = Definition {
name: "io.k8s.api.core.v1.Probe",
schema: object(&Probe_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    inline(1, &ProbeHandler, "v1.ProbeHandler"),
    wire(2, "initialDelaySeconds", Wire::Int32, "int32").omit_empty(),
    wire(3, "timeoutSeconds", Wire::Int32, "int32").omit_empty(),
    wire(4, "periodSeconds", Wire::Int32, "int32").omit_empty(),
    wire(5, "successThreshold", Wire::Int32, "int32").omit_empty(),
    wire(6, "failureThreshold", Wire::Int32, "int32").omit_empty(),
    wire(7, "terminationGracePeriodSeconds", Wire::Int64, "int64").pointer().omit_empty(),
] }),
published: true,
};

static ProbeHandler_members: Object = Object {
fields: SharedSlice::Static(&[
    field("exec", bare(&ExecAction)),
    field("grpc", bare(&GRPCAction)),
    field("httpGet", bare(&HTTPGetAction)),
    field("tcpSocket", bare(&TCPSocketAction)),
]),
required: SharedSlice::Static(&[]),
additional: Additional::Unset,
};

pub(crate) static ProbeHandler: Definition = Definition {
name: "io.k8s.api.core.v1.ProbeHandler",
schema: object(&ProbeHandler_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "exec", Wire::Message(&ExecAction), "v1.ExecAction").pointer().omit_empty(),
    wire(2, "httpGet", Wire::Message(&HTTPGetAction), "v1.HTTPGetAction").pointer().omit_empty(),
    wire(3, "tcpSocket", Wire::Message(&TCPSocketAction), "v1.TCPSocketAction").pointer().omit_empty(),
    wire(4, "grpc", Wire::Message(&GRPCAction), "v1.GRPCAction").pointer().omit_empty(),
] }),
published: false,
};

static ProjectedVolumeSource_members: Object = Object {
fields: SharedSlice::Static(&[
    field("defaultMode", INT32),
    field("sources", list(&pool::refer_core_v1_VolumeProjection_zero).list_type(ListType::Atomic)),
]),
required: SharedSlice::Static(&[]),
additional: Additional::Unset,
};

pub(crate) static ProjectedVolumeSource: Definition = Definition {
name: "io.k8s.api.core.v1.ProjectedVolumeSource",
schema: object(&ProjectedVolumeSource_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "sources", Wire::Message(&VolumeProjection), "[]v1.VolumeProjection").list(),
    wire(2, "defaultMode", Wire::Int32, "int32").pointer().omit_empty(),
] }),
published: true,
};

static QuobyteVolumeSource_members: Object = Object {
fields: SharedSlice::Static(&[
    field("group", TEXT),
    field("readOnly", BOOL),
    field("registry", TEXT.zero()),
    field("tenant", TEXT),
    field("user", TEXT),
    field("volume", TEXT.zero()),
]),
required: SharedSlice::Static(&[text("registry"), text("volume")]),
additional: Additional::Unset,
};

pub(crate) static QuobyteVolumeSource: Definition = Definition {
name: "io.k8s.api.core.v1.QuobyteVolumeSource",
schema: object(&QuobyteVolumeSource_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "registry", Wire::String, "string"),
    wire(2, "volume", Wire::String, "string"),
    wire(3, "readOnly", Wire::Bool, "bool").omit_empty(),
    wire(4, "user", Wire::String, "string").omit_empty(),
    wire(5, "group", Wire::String, "string").omit_empty(),
    wire(6, "tenant", Wire::String, "string").omit_empty(),
] }),
published: true,
};

static RBDPersistentVolumeSource_members: Object = Object {
fields: SharedSlice::Static(&[
    field("fsType", TEXT),
    field("image", TEXT.zero()),
    field("keyring", TEXT.extra(&pool::default_etc_ceph_keyring)),
    field("monitors", list(&pool::TEXT_zero).list_type(ListType::Atomic)),
    field("pool", TEXT.extra(&pool::default_rbd)),
    field("readOnly", BOOL),
    field("secretRef", refer(&SecretReference)),
    field("user", TEXT.extra(&pool::default_admin)),
]),
required: SharedSlice::Static(&[text("monitors"), text("image")]),
additional: Additional::Unset,
};

pub(crate) static RBDPersistentVolumeSource: Definition = Definition {
name: "io.k8s.api.core.v1.RBDPersistentVolumeSource",
schema: object(&RBDPersistentVolumeSource_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "monitors", Wire::String, "[]string").list(),
    wire(2, "image", Wire::String, "string"),
    wire(3, "fsType", Wire::String, "string").omit_empty(),
    wire(4, "pool", Wire::String, "string").omit_empty(),
    wire(5, "user", Wire::String, "string").omit_empty(),
    wire(6, "keyring", Wire::String, "string").omit_empty(),
    wire(7, "secretRef", Wire::Message(&SecretReference), "v1.SecretReference").pointer().omit_empty(),
    wire(8, "readOnly", Wire::Bool, "bool").omit_empty(),
] }),
published: true,
};

static RBDVolumeSource_members: Object = Object {
fields: SharedSlice::Static(&[
    field("fsType", TEXT),
    field("image", TEXT.zero()),
    field("keyring", TEXT.extra(&pool::default_etc_ceph_keyring)),
    field("monitors", list(&pool::TEXT_zero).list_type(ListType::Atomic)),
    field("pool", TEXT.extra(&pool::default_rbd)),
    field("readOnly", BOOL),
    field("secretRef", refer(&LocalObjectReference)),
    field("user", TEXT.extra(&pool::default_admin)),
]),
required: SharedSlice::Static(&[text("monitors"), text("image")]),
additional: Additional::Unset,
};

pub(crate) static RBDVolumeSource: Definition = Definition {
name: "io.k8s.api.core.v1.RBDVolumeSource",
schema: object(&RBDVolumeSource_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "monitors", Wire::String, "[]string").list(),
    wire(2, "image", Wire::String, "string"),
    wire(3, "fsType", Wire::String, "string").omit_empty(),
    wire(4, "pool", Wire::String, "string").omit_empty(),
    wire(5, "user", Wire::String, "string").omit_empty(),
    wire(6, "keyring", Wire::String, "string").omit_empty(),
    wire(7, "secretRef", Wire::Message(&LocalObjectReference), "v1.LocalObjectReference").pointer().omit_empty(),
    wire(8, "readOnly", Wire::Bool, "bool").omit_empty(),
] }),
published: true,
};

static RangeAllocation_members: Object = Object {
fields: SharedSlice::Static(&[
    field("apiVersion", TEXT),
    field("data", BYTES),
    field("kind", TEXT),
    field("metadata", bare(&meta_v1::ObjectMeta)),
    field("range", TEXT),
]),
required: SharedSlice::Static(&[]),
additional: Additional::Unset,
};

pub(crate) static RangeAllocation: Definition = Definition {
name: "io.k8s.api.core.v1.RangeAllocation",
schema: object(&RangeAllocation_members),
kinds: &[kind("", "v1", "RangeAllocation"), ],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "metadata", Wire::Message(&meta_v1::ObjectMeta), "v1.ObjectMeta").omit_empty(),
    wire(2, "range", Wire::String, "string"),
    wire(3, "data", Wire::Bytes, "[]uint8"),
] }),
published: false,
};

static ReplicationController_members: Object = Object {
fields: SharedSlice::Static(&[
    field("apiVersion", TEXT),
    field("kind", TEXT),
    field("metadata", refer(&meta_v1::ObjectMeta).zero()),
    field("spec", refer(&ReplicationControllerSpec).zero()),
    field("status", refer(&ReplicationControllerStatus).zero()),
]),
required: SharedSlice::Static(&[]),
additional: Additional::Unset,
};

pub(crate) static ReplicationController: Definition = Definition {
name: "io.k8s.api.core.v1.ReplicationController",
schema: object(&ReplicationController_members),
kinds: &[kind("", "v1", "ReplicationController"), ],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "metadata", Wire::Message(&meta_v1::ObjectMeta), "v1.ObjectMeta").omit_empty(),
    wire(2, "spec", Wire::Message(&ReplicationControllerSpec), "v1.ReplicationControllerSpec").omit_empty(),
    wire(3, "status", Wire::Message(&ReplicationControllerStatus), "v1.ReplicationControllerStatus").omit_empty(),
] }),
published: true,
};

static ReplicationControllerCondition_members: Object = Object {
fields: SharedSlice::Static(&[
    field("lastTransitionTime", refer(&meta_v1::Time)),
    field("message", TEXT),
    field("reason", TEXT),
    field("status", TEXT.zero()),
    field("type", TEXT.zero()),
]),
required: SharedSlice::Static(&[text("type"), text("status")]),
additional: Additional::Unset,
};

pub(crate) static ReplicationControllerCondition: Definition = Definition {
name: "io.k8s.api.core.v1.ReplicationControllerCondition",
schema: object(&ReplicationControllerCondition_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "type", Wire::String, "v1.ReplicationControllerConditionType"),
    wire(2, "status", Wire::String, "v1.ConditionStatus"),
    wire(3, "lastTransitionTime", Wire::Message(&meta_v1::Time), "v1.Time").omit_empty(),
    wire(4, "reason", Wire::String, "string").omit_empty(),
    wire(5, "message", Wire::String, "string").omit_empty(),
] }),
published: true,
};

static ReplicationControllerList_members: Object = Object {
fields: SharedSlice::Static(&[
    field("apiVersion", TEXT),
    field("items", list(&pool::refer_core_v1_ReplicationController_zero)),
    field("kind", TEXT),
    field("metadata", refer(&meta_v1::ListMeta).zero()),
]),
required: SharedSlice::Static(&[text("items")]),
additional: Additional::Unset,
};

pub(crate) static ReplicationControllerList: Definition = Definition {
name: "io.k8s.api.core.v1.ReplicationControllerList",
schema: object(&ReplicationControllerList_members),
kinds: &[kind("", "v1", "ReplicationControllerList"), ],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "metadata", Wire::Message(&meta_v1::ListMeta), "v1.ListMeta").omit_empty(),
    wire(2, "items", Wire::Message(&ReplicationController), "[]v1.ReplicationController").list(),
] }),
published: true,
};

static ReplicationControllerSpec_members: Object = Object {
fields: SharedSlice::Static(&[
    field("minReadySeconds", INT32.zero()),
    field("replicas", INT32.extra(&pool::default_integer_1)),
    field("selector", object(&pool::values_TEXT_zero).map_type(MapType::Atomic)),
    field("template", refer(&PodTemplateSpec)),
]),
required: SharedSlice::Static(&[]),
additional: Additional::Unset,
};

pub(crate) static ReplicationControllerSpec: Definition = Definition {
name: "io.k8s.api.core.v1.ReplicationControllerSpec",
schema: object(&ReplicationControllerSpec_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "replicas", Wire::Int32, "int32").pointer().omit_empty(),
    wire(2, "selector", Wire::String, "map[string]string").map().omit_empty(),
    wire(3, "template", Wire::Message(&PodTemplateSpec), "v1.PodTemplateSpec").pointer().omit_empty(),
    wire(4, "minReadySeconds", Wire::Int32, "int32").omit_empty(),
] }),
published: true,
};

static ReplicationControllerStatus_members: Object = Object {
fields: SharedSlice::Static(&[
    field("availableReplicas", INT32),
    field("conditions", list(&pool::refer_core_v1_ReplicationControllerCondition_zero).list_type(ListType::Map).patch(PatchStrategy::Merge).extra(&pool::merge_keys_only_type_Some_type)),
    field("fullyLabeledReplicas", INT32),
    field("observedGeneration", INT64),
    field("readyReplicas", INT32),
    field("replicas", INT32.zero()),
]),
required: SharedSlice::Static(&[text("replicas")]),
additional: Additional::Unset,
};

pub(crate) static ReplicationControllerStatus: Definition = Definition {
name: "io.k8s.api.core.v1.ReplicationControllerStatus",
schema: object(&ReplicationControllerStatus_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "replicas", Wire::Int32, "int32"),
    wire(2, "fullyLabeledReplicas", Wire::Int32, "int32").omit_empty(),
    wire(3, "observedGeneration", Wire::Int64, "int64").omit_empty(),
    wire(4, "readyReplicas", Wire::Int32, "int32").omit_empty(),
    wire(5, "availableReplicas", Wire::Int32, "int32").omit_empty(),
    wire(6, "conditions", Wire::Message(&ReplicationControllerCondition), "[]v1.ReplicationControllerCondition").list().omit_empty(),
] }),
published: true,
};

static ResourceClaim_members: Object = Object {
fields: SharedSlice::Static(&[
    field("name", TEXT.zero()),
    field("request", TEXT),
]),
required: SharedSlice::Static(&[text("name")]),
additional: Additional::Unset,
};

pub(crate) static ResourceClaim: Definition = Definition {
name: "io.k8s.api.core.v1.ResourceClaim",
schema: object(&ResourceClaim_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "name", Wire::String, "string"),
    wire(2, "request", Wire::String, "string").omit_empty(),
] }),
published: true,
};

static ResourceFieldSelector_members: Object = Object {
fields: SharedSlice::Static(&[
    field("containerName", TEXT),
    field("divisor", refer(&resource::Quantity)),
    field("resource", TEXT.zero()),
]),
required: SharedSlice::Static(&[text("resource")]),
additional: Additional::Unset,
};

pub(crate) static ResourceFieldSelector: Definition = Definition {
name: "io.k8s.api.core.v1.ResourceFieldSelector",
schema: object(&ResourceFieldSelector_members).map_type(MapType::Atomic),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "containerName", Wire::String, "string").omit_empty(),
    wire(2, "resource", Wire::String, "string"),
    wire(3, "divisor", Wire::Message(&resource::Quantity), "resource.Quantity").omit_empty(),
] }),
published: true,
};

static ResourceHealth_members: Object = Object {
fields: SharedSlice::Static(&[
    field("health", TEXT),
    field("message", TEXT),
    field("resourceID", TEXT.zero()),
]),
required: SharedSlice::Static(&[text("resourceID")]),
additional: Additional::Unset,
};

pub(crate) static ResourceHealth: Definition = Definition {
name: "io.k8s.api.core.v1.ResourceHealth",
schema: object(&ResourceHealth_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "resourceID", Wire::String, "v1.ResourceID"),
    wire(2, "health", Wire::String, "v1.ResourceHealthStatus").omit_empty(),
    wire(6, "message", Wire::String, "string").pointer().omit_empty(),
] }),
published: true,
};

static ResourceQuota_members: Object = Object {
fields: SharedSlice::Static(&[
    field("apiVersion", TEXT),
    field("kind", TEXT),
    field("metadata", refer(&meta_v1::ObjectMeta).zero()),
    field("spec", refer(&ResourceQuotaSpec).zero()),
    field("status", refer(&ResourceQuotaStatus).zero()),
]),
required: SharedSlice::Static(&[]),
additional: Additional::Unset,
};

pub(crate) static ResourceQuota: Definition = Definition {
name: "io.k8s.api.core.v1.ResourceQuota",
schema: object(&ResourceQuota_members),
kinds: &[kind("", "v1", "ResourceQuota"), ],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "metadata", Wire::Message(&meta_v1::ObjectMeta), "v1.ObjectMeta").omit_empty(),
    wire(2, "spec", Wire::Message(&ResourceQuotaSpec), "v1.ResourceQuotaSpec").omit_empty(),
    wire(3, "status", Wire::Message(&ResourceQuotaStatus), "v1.ResourceQuotaStatus").omit_empty(),
] }),
published: true,
};

static ResourceQuotaList_members: Object = Object {
fields: SharedSlice::Static(&[
    field("apiVersion", TEXT),
    field("items", list(&pool::refer_core_v1_ResourceQuota_zero)),
    field("kind", TEXT),
    field("metadata", refer(&meta_v1::ListMeta).zero()),
]),
required: SharedSlice::Static(&[text("items")]),
additional: Additional::Unset,
};

pub(crate) static ResourceQuotaList: Definition = Definition {
name: "io.k8s.api.core.v1.ResourceQuotaList",
schema: object(&ResourceQuotaList_members),
kinds: &[kind("", "v1", "ResourceQuotaList"), ],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "metadata", Wire::Message(&meta_v1::ListMeta), "v1.ListMeta").omit_empty(),
    wire(2, "items", Wire::Message(&ResourceQuota), "[]v1.ResourceQuota").list(),
] }),
published: true,
};

static ResourceQuotaSpec_members: Object = Object {
fields: SharedSlice::Static(&[
    field("hard", object(&pool::values_bare_resource_Quantity)),
    field("scopeSelector", refer(&ScopeSelector)),
    field("scopes", list(&pool::TEXT_zero).list_type(ListType::Atomic)),
]),
required: SharedSlice::Static(&[]),
additional: Additional::Unset,
};

pub(crate) static ResourceQuotaSpec: Definition = Definition {
name: "io.k8s.api.core.v1.ResourceQuotaSpec",
schema: object(&ResourceQuotaSpec_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "hard", Wire::Message(&resource::Quantity), "v1.ResourceList").map().omit_empty(),
    wire(2, "scopes", Wire::String, "[]v1.ResourceQuotaScope").list().omit_empty(),
    wire(3, "scopeSelector", Wire::Message(&ScopeSelector), "v1.ScopeSelector").pointer().omit_empty(),
] }),
published: true,
};

static ResourceQuotaStatus_members: Object = Object {
fields: SharedSlice::Static(&[
    field("hard", object(&pool::values_bare_resource_Quantity)),
    field("used", object(&pool::values_bare_resource_Quantity)),
]),
required: SharedSlice::Static(&[]),
additional: Additional::Unset,
};

pub(crate) static ResourceQuotaStatus: Definition = Definition {
name: "io.k8s.api.core.v1.ResourceQuotaStatus",
schema: object(&ResourceQuotaStatus_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "hard", Wire::Message(&resource::Quantity), "v1.ResourceList").map().omit_empty(),
    wire(2, "used", Wire::Message(&resource::Quantity), "v1.ResourceList").map().omit_empty(),
] }),
published: true,
};

static ResourceRequirements_members: Object = Object {
fields: SharedSlice::Static(&[
    field("claims", list(&pool::refer_core_v1_ResourceClaim_zero).list_type(ListType::Map).extra(&pool::merge_keys_only_name_None)),
    field("limits", object(&pool::values_bare_resource_Quantity)),
    field("requests", object(&pool::values_bare_resource_Quantity)),
]),
required: SharedSlice::Static(&[]),
additional: Additional::Unset,
};

pub(crate) static ResourceRequirements: Definition = Definition {
name: "io.k8s.api.core.v1.ResourceRequirements",
schema: object(&ResourceRequirements_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "limits", Wire::Message(&resource::Quantity), "v1.ResourceList").map().omit_empty(),
    wire(2, "requests", Wire::Message(&resource::Quantity), "v1.ResourceList").map().omit_empty(),
    wire(3, "claims", Wire::Message(&ResourceClaim), "[]v1.ResourceClaim").list().omit_empty(),
] }),
published: true,
};

static ResourceStatus_members: Object = Object {
fields: SharedSlice::Static(&[
    field("name", TEXT.zero()),
    field("resources", list(&pool::refer_core_v1_ResourceHealth_zero).list_type(ListType::Map).extra(&pool::merge_keys_only_resourceID_None)),
]),
required: SharedSlice::Static(&[text("name")]),
additional: Additional::Unset,
};

pub(crate) static ResourceStatus: Definition = Definition {
name: "io.k8s.api.core.v1.ResourceStatus",
schema: object(&ResourceStatus_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "name", Wire::String, "v1.ResourceName"),
    wire(2, "resources", Wire::Message(&ResourceHealth), "[]v1.ResourceHealth").list().omit_empty(),
] }),
published: true,
};

static SELinuxOptions_members: Object = Object {
fields: SharedSlice::Static(&[
    field("level", TEXT),
    field("role", TEXT),
    field("type", TEXT),
    field("user", TEXT),
]),
required: SharedSlice::Static(&[]),
additional: Additional::Unset,
};

pub(crate) static SELinuxOptions: Definition = Definition {
name: "io.k8s.api.core.v1.SELinuxOptions",
schema: object(&SELinuxOptions_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "user", Wire::String, "string").omit_empty(),
    wire(2, "role", Wire::String, "string").omit_empty(),
    wire(3, "type", Wire::String, "string").omit_empty(),
    wire(4, "level", Wire::String, "string").omit_empty(),
] }),
published: true,
};

static ScaleIOPersistentVolumeSource_members: Object = Object {
fields: SharedSlice::Static(&[
    field("fsType", TEXT.extra(&pool::default_xfs)),
    field("gateway", TEXT.zero()),
    field("protectionDomain", TEXT),
    field("readOnly", BOOL),
    field("secretRef", refer(&SecretReference)),
    field("sslEnabled", BOOL),
    field("storageMode", TEXT.extra(&pool::default_ThinProvisioned)),
    field("storagePool", TEXT),
    field("system", TEXT.zero()),
    field("volumeName", TEXT),
]),
required: SharedSlice::Static(&[text("gateway"), text("system"), text("secretRef")]),
additional: Additional::Unset,
};

pub(crate) static ScaleIOPersistentVolumeSource: Definition = Definition {
name: "io.k8s.api.core.v1.ScaleIOPersistentVolumeSource",
schema: object(&ScaleIOPersistentVolumeSource_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "gateway", Wire::String, "string"),
    wire(2, "system", Wire::String, "string"),
    wire(3, "secretRef", Wire::Message(&SecretReference), "v1.SecretReference").pointer(),
    wire(4, "sslEnabled", Wire::Bool, "bool").omit_empty(),
    wire(5, "protectionDomain", Wire::String, "string").omit_empty(),
    wire(6, "storagePool", Wire::String, "string").omit_empty(),
    wire(7, "storageMode", Wire::String, "string").omit_empty(),
    wire(8, "volumeName", Wire::String, "string").omit_empty(),
    wire(9, "fsType", Wire::String, "string").omit_empty(),
    wire(10, "readOnly", Wire::Bool, "bool").omit_empty(),
] }),
published: true,
};

static ScaleIOVolumeSource_members: Object = Object {
fields: SharedSlice::Static(&[
    field("fsType", TEXT.extra(&pool::default_xfs)),
    field("gateway", TEXT.zero()),
    field("protectionDomain", TEXT),
    field("readOnly", BOOL),
    field("secretRef", refer(&LocalObjectReference)),
    field("sslEnabled", BOOL),
    field("storageMode", TEXT.extra(&pool::default_ThinProvisioned)),
    field("storagePool", TEXT),
    field("system", TEXT.zero()),
    field("volumeName", TEXT),
]),
required: SharedSlice::Static(&[text("gateway"), text("system"), text("secretRef")]),
additional: Additional::Unset,
};

pub(crate) static ScaleIOVolumeSource: Definition = Definition {
name: "io.k8s.api.core.v1.ScaleIOVolumeSource",
schema: object(&ScaleIOVolumeSource_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "gateway", Wire::String, "string"),
    wire(2, "system", Wire::String, "string"),
    wire(3, "secretRef", Wire::Message(&LocalObjectReference), "v1.LocalObjectReference").pointer(),
    wire(4, "sslEnabled", Wire::Bool, "bool").omit_empty(),
    wire(5, "protectionDomain", Wire::String, "string").omit_empty(),
    wire(6, "storagePool", Wire::String, "string").omit_empty(),
    wire(7, "storageMode", Wire::String, "string").omit_empty(),
    wire(8, "volumeName", Wire::String, "string").omit_empty(),
    wire(9, "fsType", Wire::String, "string").omit_empty(),
    wire(10, "readOnly", Wire::Bool, "bool").omit_empty(),
] }),
published: true,
};

static ScopeSelector_members: Object = Object {
fields: SharedSlice::Static(&[
    field("matchExpressions", list(&pool::refer_core_v1_ScopedResourceSelectorRequirement_zero).list_type(ListType::Atomic)),
]),
required: SharedSlice::Static(&[]),
additional: Additional::Unset,
};

pub(crate) static ScopeSelector: Definition = Definition {
name: "io.k8s.api.core.v1.ScopeSelector",
schema: object(&ScopeSelector_members).map_type(MapType::Atomic),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "matchExpressions", Wire::Message(&ScopedResourceSelectorRequirement), "[]v1.ScopedResourceSelectorRequirement").list().omit_empty(),
] }),
published: true,
};

static ScopedResourceSelectorRequirement_members: Object = Object {
fields: SharedSlice::Static(&[
    field("operator", TEXT.zero()),
    field("scopeName", TEXT.zero()),
    field("values", list(&pool::TEXT_zero).list_type(ListType::Atomic)),
]),
required: SharedSlice::Static(&[text("scopeName"), text("operator")]),
additional: Additional::Unset,
};

pub(crate) static ScopedResourceSelectorRequirement: Definition = Definition {
name: "io.k8s.api.core.v1.ScopedResourceSelectorRequirement",
schema: object(&ScopedResourceSelectorRequirement_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "scopeName", Wire::String, "v1.ResourceQuotaScope"),
    wire(2, "operator", Wire::String, "v1.ScopeSelectorOperator"),
    wire(3, "values", Wire::String, "[]string").list().omit_empty(),
] }),
published: true,
};

static SeccompProfile_members: Object = Object {
fields: SharedSlice::Static(&[
    field("localhostProfile", TEXT),
    field("type", TEXT.zero()),
]),
required: SharedSlice::Static(&[text("type")]),
additional: Additional::Unset,
};

pub(crate) static SeccompProfile: Definition = Definition {
name: "io.k8s.api.core.v1.SeccompProfile",
schema: object(&SeccompProfile_members).extra(&pool::unions_union_Some_type_localhostProfile_LocalhostProfile),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "type", Wire::String, "v1.SeccompProfileType"),
    wire(2, "localhostProfile", Wire::String, "string").pointer().omit_empty(),
] }),
published: true,
};

static Secret_members: Object = Object {
fields: SharedSlice::Static(&[
    field("apiVersion", TEXT),
    field("data", object(&pool::values_only_BYTES)),
    field("immutable", BOOL),
    field("kind", TEXT),
    field("metadata", refer(&meta_v1::ObjectMeta).zero()),
    field("stringData", object(&pool::values_TEXT_zero)),
    field("type", TEXT),
]),
required: SharedSlice::Static(&[]),
additional: Additional::Unset,
};

pub(crate) static Secret: Definition = Definition {
name: "io.k8s.api.core.v1.Secret",
schema: object(&Secret_members),
kinds: &[kind("", "v1", "Secret"), ],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "metadata", Wire::Message(&meta_v1::ObjectMeta), "v1.ObjectMeta").omit_empty(),
    wire(2, "data", Wire::Bytes, "map[string][]uint8").map().omit_empty(),
    wire(3, "type", Wire::String, "v1.SecretType").omit_empty(),
    wire(4, "stringData", Wire::String, "map[string]string").map().omit_empty(),
    wire(5, "immutable", Wire::Bool, "bool").pointer().omit_empty(),
] }),
published: true,
};

static SecretEnvSource_members: Object = Object {
fields: SharedSlice::Static(&[
    field("name", TEXT.zero()),
    field("optional", BOOL),
]),
required: SharedSlice::Static(&[]),
additional: Additional::Unset,
};

pub(crate) static SecretEnvSource: Definition = Definition {
name: "io.k8s.api.core.v1.SecretEnvSource",
schema: object(&SecretEnvSource_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    inline(1, &LocalObjectReference, "v1.LocalObjectReference"),
    wire(2, "optional", Wire::Bool, "bool").pointer().omit_empty(),
] }),
published: true,
};

static SecretKeySelector_members: Object = Object {
fields: SharedSlice::Static(&[
    field("key", TEXT.zero()),
    field("name", TEXT.zero()),
    field("optional", BOOL),
]),
required: SharedSlice::Static(&[text("key")]),
additional: Additional::Unset,
};

pub(crate) static SecretKeySelector: Definition = Definition {
name: "io.k8s.api.core.v1.SecretKeySelector",
schema: object(&SecretKeySelector_members).map_type(MapType::Atomic),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    inline(1, &LocalObjectReference, "v1.LocalObjectReference"),
    wire(2, "key", Wire::String, "string"),
    wire(3, "optional", Wire::Bool, "bool").pointer().omit_empty(),
] }),
published: true,
};

static SecretList_members: Object = Object {
fields: SharedSlice::Static(&[
    field("apiVersion", TEXT),
    field("items", list(&pool::refer_core_v1_Secret_zero)),
    field("kind", TEXT),
    field("metadata", refer(&meta_v1::ListMeta).zero()),
]),
required: SharedSlice::Static(&[text("items")]),
additional: Additional::Unset,
};

pub(crate) static SecretList: Definition = Definition {
name: "io.k8s.api.core.v1.SecretList",
schema: object(&SecretList_members),
kinds: &[kind("", "v1", "SecretList"), ],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "metadata", Wire::Message(&meta_v1::ListMeta), "v1.ListMeta").omit_empty(),
    wire(2, "items", Wire::Message(&Secret), "[]v1.Secret").list(),
] }),
published: true,
};

static SecretProjection_members: Object = Object {
fields: SharedSlice::Static(&[
    field("items", list(&pool::refer_core_v1_KeyToPath_zero).list_type(ListType::Atomic)),
    field("name", TEXT.zero()),
    field("optional", BOOL),
]),
required: SharedSlice::Static(&[]),
additional: Additional::Unset,
};

pub(crate) static SecretProjection: Definition = Definition {
name: "io.k8s.api.core.v1.SecretProjection",
schema: object(&SecretProjection_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    inline(1, &LocalObjectReference, "v1.LocalObjectReference"),
    wire(2, "items", Wire::Message(&KeyToPath), "[]v1.KeyToPath").list().omit_empty(),
    wire(4, "optional", Wire::Bool, "bool").pointer().omit_empty(),
] }),
published: true,
};

static SecretReference_members: Object = Object {
fields: SharedSlice::Static(&[
    field("name", TEXT),
    field("namespace", TEXT),
]),
required: SharedSlice::Static(&[]),
additional: Additional::Unset,
};

pub(crate) static SecretReference: Definition = Definition {
name: "io.k8s.api.core.v1.SecretReference",
schema: object(&SecretReference_members).map_type(MapType::Atomic),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "name", Wire::String, "string").omit_empty(),
    wire(2, "namespace", Wire::String, "string").omit_empty(),
] }),
published: true,
};

static SecretVolumeSource_members: Object = Object {
fields: SharedSlice::Static(&[
    field("defaultMode", INT32),
    field("items", list(&pool::refer_core_v1_KeyToPath_zero).list_type(ListType::Atomic)),
    field("optional", BOOL),
    field("secretName", TEXT),
]),
required: SharedSlice::Static(&[]),
additional: Additional::Unset,
};

pub(crate) static SecretVolumeSource: Definition = Definition {
name: "io.k8s.api.core.v1.SecretVolumeSource",
schema: object(&SecretVolumeSource_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "secretName", Wire::String, "string").omit_empty(),
    wire(2, "items", Wire::Message(&KeyToPath), "[]v1.KeyToPath").list().omit_empty(),
    wire(3, "defaultMode", Wire::Int32, "int32").pointer().omit_empty(),
    wire(4, "optional", Wire::Bool, "bool").pointer().omit_empty(),
] }),
published: true,
};

static SecurityContext_members: Object = Object {
fields: SharedSlice::Static(&[
    field("allowPrivilegeEscalation", BOOL),
    field("appArmorProfile", refer(&AppArmorProfile)),
    field("capabilities", refer(&Capabilities)),
    field("privileged", BOOL),
    field("procMount", TEXT),
    field("readOnlyRootFilesystem", BOOL),
    field("runAsGroup", INT64),
    field("runAsNonRoot", BOOL),
    field("runAsUser", INT64),
    field("seLinuxOptions", refer(&SELinuxOptions)),
    field("seccompProfile", refer(&SeccompProfile)),
    field("windowsOptions", refer(&WindowsSecurityContextOptions)),
]),
required: SharedSlice::Static(&[]),
additional: Additional::Unset,
};

pub(crate) static SecurityContext: Definition = Definition {
name: "io.k8s.api.core.v1.SecurityContext",
schema: object(&SecurityContext_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "capabilities", Wire::Message(&Capabilities), "v1.Capabilities").pointer().omit_empty(),
    wire(2, "privileged", Wire::Bool, "bool").pointer().omit_empty(),
    wire(3, "seLinuxOptions", Wire::Message(&SELinuxOptions), "v1.SELinuxOptions").pointer().omit_empty(),
    wire(4, "runAsUser", Wire::Int64, "int64").pointer().omit_empty(),
    wire(5, "runAsNonRoot", Wire::Bool, "bool").pointer().omit_empty(),
    wire(6, "readOnlyRootFilesystem", Wire::Bool, "bool").pointer().omit_empty(),
    wire(7, "allowPrivilegeEscalation", Wire::Bool, "bool").pointer().omit_empty(),
    wire(8, "runAsGroup", Wire::Int64, "int64").pointer().omit_empty(),
    wire(9, "procMount", Wire::String, "v1.ProcMountType").pointer().omit_empty(),
    wire(10, "windowsOptions", Wire::Message(&WindowsSecurityContextOptions), "v1.WindowsSecurityContextOptions").pointer().omit_empty(),
    wire(11, "seccompProfile", Wire::Message(&SeccompProfile), "v1.SeccompProfile").pointer().omit_empty(),
    wire(12, "appArmorProfile", Wire::Message(&AppArmorProfile), "v1.AppArmorProfile").pointer().omit_empty(),
] }),
published: true,
};

static SerializedReference_members: Object = Object {
fields: SharedSlice::Static(&[
    field("apiVersion", TEXT),
    field("kind", TEXT),
    field("reference", bare(&ObjectReference)),
]),
required: SharedSlice::Static(&[]),
additional: Additional::Unset,
};

pub(crate) static SerializedReference: Definition = Definition {
name: "io.k8s.api.core.v1.SerializedReference",
schema: object(&SerializedReference_members),
kinds: &[kind("", "v1", "SerializedReference"), ],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "reference", Wire::Message(&ObjectReference), "v1.ObjectReference").omit_empty(),
] }),
published: false,
};

static Service_members: Object = Object {
fields: SharedSlice::Static(&[
    field("apiVersion", TEXT),
    field("kind", TEXT),
    field("metadata", refer(&meta_v1::ObjectMeta).zero()),
    field("spec", refer(&ServiceSpec).zero()),
    field("status", refer(&ServiceStatus).zero()),
]),
required: SharedSlice::Static(&[]),
additional: Additional::Unset,
};

pub(crate) static Service: Definition = Definition {
name: "io.k8s.api.core.v1.Service",
schema: object(&Service_members),
kinds: &[kind("", "v1", "Service"), ],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "metadata", Wire::Message(&meta_v1::ObjectMeta), "v1.ObjectMeta").omit_empty(),
    wire(2, "spec", Wire::Message(&ServiceSpec), "v1.ServiceSpec").omit_empty(),
    wire(3, "status", Wire::Message(&ServiceStatus), "v1.ServiceStatus").omit_empty(),
] }),
published: true,
};

static ServiceAccount_members: Object = Object {
fields: SharedSlice::Static(&[
    field("apiVersion", TEXT),
    field("automountServiceAccountToken", BOOL),
    field("imagePullSecrets", list(&pool::refer_core_v1_LocalObjectReference_zero).list_type(ListType::Atomic)),
    field("kind", TEXT),
    field("metadata", refer(&meta_v1::ObjectMeta).zero()),
    field("secrets", list(&pool::refer_core_v1_ObjectReference_zero).list_type(ListType::Map).patch(PatchStrategy::Merge).extra(&pool::merge_keys_only_name_Some_name)),
]),
required: SharedSlice::Static(&[]),
additional: Additional::Unset,
};

pub(crate) static ServiceAccount: Definition = Definition {
name: "io.k8s.api.core.v1.ServiceAccount",
schema: object(&ServiceAccount_members),
kinds: &[kind("", "v1", "ServiceAccount"), ],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "metadata", Wire::Message(&meta_v1::ObjectMeta), "v1.ObjectMeta").omit_empty(),
    wire(2, "secrets", Wire::Message(&ObjectReference), "[]v1.ObjectReference").list().omit_empty(),
    wire(3, "imagePullSecrets", Wire::Message(&LocalObjectReference), "[]v1.LocalObjectReference").list().omit_empty(),
    wire(4, "automountServiceAccountToken", Wire::Bool, "bool").pointer().omit_empty(),
] }),
published: true,
};

static ServiceAccountList_members: Object = Object {
fields: SharedSlice::Static(&[
    field("apiVersion", TEXT),
    field("items", list(&pool::refer_core_v1_ServiceAccount_zero)),
    field("kind", TEXT),
    field("metadata", refer(&meta_v1::ListMeta).zero()),
]),
required: SharedSlice::Static(&[text("items")]),
additional: Additional::Unset,
};

pub(crate) static ServiceAccountList: Definition = Definition {
name: "io.k8s.api.core.v1.ServiceAccountList",
schema: object(&ServiceAccountList_members),
kinds: &[kind("", "v1", "ServiceAccountList"), ],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "metadata", Wire::Message(&meta_v1::ListMeta), "v1.ListMeta").omit_empty(),
    wire(2, "items", Wire::Message(&ServiceAccount), "[]v1.ServiceAccount").list(),
] }),
published: true,
};

static ServiceAccountTokenProjection_members: Object = Object {
fields: SharedSlice::Static(&[
    field("audience", TEXT),
    field("expirationSeconds", INT64),
    field("path", TEXT.zero()),
]),
required: SharedSlice::Static(&[text("path")]),
additional: Additional::Unset,
};

pub(crate) static ServiceAccountTokenProjection: Definition = Definition {
name: "io.k8s.api.core.v1.ServiceAccountTokenProjection",
schema: object(&ServiceAccountTokenProjection_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "audience", Wire::String, "string").omit_empty(),
    wire(2, "expirationSeconds", Wire::Int64, "int64").pointer().omit_empty(),
    wire(3, "path", Wire::String, "string"),
] }),
published: true,
};

static ServiceList_members: Object = Object {
fields: SharedSlice::Static(&[
    field("apiVersion", TEXT),
    field("items", list(&pool::refer_core_v1_Service_zero)),
    field("kind", TEXT),
    field("metadata", refer(&meta_v1::ListMeta).zero()),
]),
required: SharedSlice::Static(&[text("items")]),
additional: Additional::Unset,
};

pub(crate) static ServiceList: Definition = Definition {
name: "io.k8s.api.core.v1.ServiceList",
schema: object(&ServiceList_members),
kinds: &[kind("", "v1", "ServiceList"), ],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "metadata", Wire::Message(&meta_v1::ListMeta), "v1.ListMeta").omit_empty(),
    wire(2, "items", Wire::Message(&Service), "[]v1.Service").list(),
] }),
published: true,
};

static ServicePort_members: Object = Object {
fields: SharedSlice::Static(&[
    field("appProtocol", TEXT),
    field("name", TEXT),
    field("nodePort", INT32),
    field("port", INT32.zero()),
    field("protocol", TEXT.extra(&pool::default_TCP)),
    field("targetPort", refer(&intstr::IntOrString)),
]),
required: SharedSlice::Static(&[text("port")]),
additional: Additional::Unset,
};

pub(crate) static ServicePort: Definition = Definition {
name: "io.k8s.api.core.v1.ServicePort",
schema: object(&ServicePort_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "name", Wire::String, "string").omit_empty(),
    wire(2, "protocol", Wire::String, "v1.Protocol").omit_empty(),
    wire(3, "port", Wire::Int32, "int32"),
    wire(4, "targetPort", Wire::Message(&intstr::IntOrString), "intstr.IntOrString").omit_empty(),
    wire(5, "nodePort", Wire::Int32, "int32").omit_empty(),
    wire(6, "appProtocol", Wire::String, "string").pointer().omit_empty(),
] }),
published: true,
};

static ServiceProxyOptions_members: Object = Object {
fields: SharedSlice::Static(&[
    field("apiVersion", TEXT),
    field("kind", TEXT),
    field("path", TEXT),
]),
required: SharedSlice::Static(&[]),
additional: Additional::Unset,
};

pub(crate) static ServiceProxyOptions: Definition = Definition {
name: "io.k8s.api.core.v1.ServiceProxyOptions",
schema: object(&ServiceProxyOptions_members),
kinds: &[kind("", "v1", "ServiceProxyOptions"), ],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "path", Wire::String, "string").omit_empty(),
] }),
published: false,
};

static ServiceSpec_members: Object = Object {
fields: SharedSlice::Static(&[
    field("allocateLoadBalancerNodePorts", BOOL),
    field("clusterIP", TEXT),
    field("clusterIPs", list(&pool::TEXT_zero).list_type(ListType::Atomic)),
    field("externalIPs", list(&pool::TEXT_zero).list_type(ListType::Atomic)),
    field("externalName", TEXT),
    field("externalTrafficPolicy", TEXT),
    field("healthCheckNodePort", INT32),
    field("internalTrafficPolicy", TEXT),
    field("ipFamilies", list(&pool::TEXT_zero).list_type(ListType::Atomic)),
    field("ipFamilyPolicy", TEXT),
    field("loadBalancerClass", TEXT),
    field("loadBalancerIP", TEXT),
    field("loadBalancerSourceRanges", list(&pool::TEXT_zero).list_type(ListType::Atomic)),
    field("ports", list(&pool::refer_core_v1_ServicePort_zero).list_type(ListType::Map).patch(PatchStrategy::Merge).extra(&pool::merge_keys_port_protocol_Some_port)),
    field("publishNotReadyAddresses", BOOL),
    field("selector", object(&pool::values_TEXT_zero).map_type(MapType::Atomic)),
    field("sessionAffinity", TEXT),
    field("sessionAffinityConfig", refer(&SessionAffinityConfig)),
    field("trafficDistribution", TEXT),
    field("type", TEXT),
]),
required: SharedSlice::Static(&[]),
additional: Additional::Unset,
};

pub(crate) static ServiceSpec: Definition = Definition {
name: "io.k8s.api.core.v1.ServiceSpec",
schema: object(&ServiceSpec_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "ports", Wire::Message(&ServicePort), "[]v1.ServicePort").list().omit_empty(),
    wire(2, "selector", Wire::String, "map[string]string").map().omit_empty(),
    wire(3, "clusterIP", Wire::String, "string").omit_empty(),
    wire(4, "type", Wire::String, "v1.ServiceType").omit_empty(),
    wire(5, "externalIPs", Wire::String, "[]string").list().omit_empty(),
    wire(7, "sessionAffinity", Wire::String, "v1.ServiceAffinity").omit_empty(),
    wire(8, "loadBalancerIP", Wire::String, "string").omit_empty(),
    wire(9, "loadBalancerSourceRanges", Wire::String, "[]string").list().omit_empty(),
    wire(10, "externalName", Wire::String, "string").omit_empty(),
    wire(11, "externalTrafficPolicy", Wire::String, "v1.ServiceExternalTrafficPolicy").omit_empty(),
    wire(12, "healthCheckNodePort", Wire::Int32, "int32").omit_empty(),
    wire(13, "publishNotReadyAddresses", Wire::Bool, "bool").omit_empty(),
    wire(14, "sessionAffinityConfig", Wire::Message(&SessionAffinityConfig), "v1.SessionAffinityConfig").pointer().omit_empty(),
    wire(17, "ipFamilyPolicy", Wire::String, "v1.IPFamilyPolicy").pointer().omit_empty(),
    wire(18, "clusterIPs", Wire::String, "[]string").list().omit_empty(),
    wire(19, "ipFamilies", Wire::String, "[]v1.IPFamily").list().omit_empty(),
    wire(20, "allocateLoadBalancerNodePorts", Wire::Bool, "bool").pointer().omit_empty(),
    wire(21, "loadBalancerClass", Wire::String, "string").pointer().omit_empty(),
    wire(22, "internalTrafficPolicy", Wire::String, "v1.ServiceInternalTrafficPolicy").pointer().omit_empty(),
    wire(23, "trafficDistribution", Wire::String, "string").pointer().omit_empty(),
] }),
published: true,
};

static ServiceStatus_members: Object = Object {
fields: SharedSlice::Static(&[
    field("conditions", list(&pool::refer_meta_v1_Condition_zero).list_type(ListType::Map).patch(PatchStrategy::Merge).extra(&pool::merge_keys_only_type_Some_type)),
    field("loadBalancer", refer(&LoadBalancerStatus).zero()),
]),
required: SharedSlice::Static(&[]),
additional: Additional::Unset,
};

pub(crate) static ServiceStatus: Definition = Definition {
name: "io.k8s.api.core.v1.ServiceStatus",
schema: object(&ServiceStatus_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "loadBalancer", Wire::Message(&LoadBalancerStatus), "v1.LoadBalancerStatus").omit_empty(),
    wire(2, "conditions", Wire::Message(&meta_v1::Condition), "[]v1.Condition").list().omit_empty(),
] }),
published: true,
};

static SessionAffinityConfig_members: Object = Object {
fields: SharedSlice::Static(&[
    field("clientIP", refer(&ClientIPConfig)),
]),
required: SharedSlice::Static(&[]),
additional: Additional::Unset,
};

pub(crate) static SessionAffinityConfig: Definition = Definition {
name: "io.k8s.api.core.v1.SessionAffinityConfig",
schema: object(&SessionAffinityConfig_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "clientIP", Wire::Message(&ClientIPConfig), "v1.ClientIPConfig").pointer().omit_empty(),
] }),
published: true,
};

static SleepAction_members: Object = Object {
fields: SharedSlice::Static(&[
    field("seconds", INT64.zero()),
]),
required: SharedSlice::Static(&[text("seconds")]),
additional: Additional::Unset,
};

pub(crate) static SleepAction: Definition = Definition {
name: "io.k8s.api.core.v1.SleepAction",
schema: object(&SleepAction_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "seconds", Wire::Int64, "int64"),
] }),
published: true,
};

static StorageOSPersistentVolumeSource_members: Object = Object {
fields: SharedSlice::Static(&[
    field("fsType", TEXT),
    field("readOnly", BOOL),
    field("secretRef", refer(&ObjectReference)),
    field("volumeName", TEXT),
    field("volumeNamespace", TEXT),
]),
required: SharedSlice::Static(&[]),
additional: Additional::Unset,
};

pub(crate) static StorageOSPersistentVolumeSource: Definition = Definition {
name: "io.k8s.api.core.v1.StorageOSPersistentVolumeSource",
schema: object(&StorageOSPersistentVolumeSource_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "volumeName", Wire::String, "string").omit_empty(),
    wire(2, "volumeNamespace", Wire::String, "string").omit_empty(),
    wire(3, "fsType", Wire::String, "string").omit_empty(),
    wire(4, "readOnly", Wire::Bool, "bool").omit_empty(),
    wire(5, "secretRef", Wire::Message(&ObjectReference), "v1.ObjectReference").pointer().omit_empty(),
] }),
published: true,
};

static StorageOSVolumeSource_members: Object = Object {
fields: SharedSlice::Static(&[
    field("fsType", TEXT),
    field("readOnly", BOOL),
    field("secretRef", refer(&LocalObjectReference)),
    field("volumeName", TEXT),
    field("volumeNamespace", TEXT),
]),
required: SharedSlice::Static(&[]),
additional: Additional::Unset,
};

pub(crate) static StorageOSVolumeSource: Definition = Definition {
name: "io.k8s.api.core.v1.StorageOSVolumeSource",
schema: object(&StorageOSVolumeSource_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "volumeName", Wire::String, "string").omit_empty(),
    wire(2, "volumeNamespace", Wire::String, "string").omit_empty(),
    wire(3, "fsType", Wire::String, "string").omit_empty(),
    wire(4, "readOnly", Wire::Bool, "bool").omit_empty(),
    wire(5, "secretRef", Wire::Message(&LocalObjectReference), "v1.LocalObjectReference").pointer().omit_empty(),
] }),
published: true,
};

static Sysctl_members: Object = Object {
fields: SharedSlice::Static(&[
    field("name", TEXT.zero()),
    field("value", TEXT.zero()),
]),
required: SharedSlice::Static(&[text("name"), text("value")]),
additional: Additional::Unset,
};

pub(crate) static Sysctl: Definition = Definition {
name: "io.k8s.api.core.v1.Sysctl",
schema: object(&Sysctl_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "name", Wire::String, "string"),
    wire(2, "value", Wire::String, "string"),
] }),
published: true,
};

static TCPSocketAction_members: Object = Object {
fields: SharedSlice::Static(&[
    field("host", TEXT),
    field("port", refer(&intstr::IntOrString)),
]),
required: SharedSlice::Static(&[text("port")]),
additional: Additional::Unset,
};

pub(crate) static TCPSocketAction: Definition = Definition {
name: "io.k8s.api.core.v1.TCPSocketAction",
schema: object(&TCPSocketAction_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "port", Wire::Message(&intstr::IntOrString), "intstr.IntOrString"),
    wire(2, "host", Wire::String, "string").omit_empty(),
] }),
published: true,
};

static Taint_members: Object = Object {
fields: SharedSlice::Static(&[
    field("effect", TEXT.zero()),
    field("key", TEXT.zero()),
    field("timeAdded", refer(&meta_v1::Time)),
    field("value", TEXT),
]),
required: SharedSlice::Static(&[text("key"), text("effect")]),
additional: Additional::Unset,
};

pub(crate) static Taint: Definition = Definition {
name: "io.k8s.api.core.v1.Taint",
schema: object(&Taint_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "key", Wire::String, "string"),
    wire(2, "value", Wire::String, "string").omit_empty(),
    wire(3, "effect", Wire::String, "v1.TaintEffect"),
    wire(4, "timeAdded", Wire::Message(&meta_v1::Time), "v1.Time").pointer().omit_empty(),
] }),
published: true,
};

static Toleration_members: Object = Object {
fields: SharedSlice::Static(&[
    field("effect", TEXT),
    field("key", TEXT),
    field("operator", TEXT),
    field("tolerationSeconds", INT64),
    field("value", TEXT),
]),
required: SharedSlice::Static(&[]),
additional: Additional::Unset,
};

pub(crate) static Toleration: Definition = Definition {
name: "io.k8s.api.core.v1.Toleration",
schema: object(&Toleration_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "key", Wire::String, "string").omit_empty(),
    wire(2, "operator", Wire::String, "v1.TolerationOperator").omit_empty(),
    wire(3, "value", Wire::String, "string").omit_empty(),
    wire(4, "effect", Wire::String, "v1.TaintEffect").omit_empty(),
    wire(5, "tolerationSeconds", Wire::Int64, "int64").pointer().omit_empty(),
] }),
published: true,
};

static TopologySelectorLabelRequirement_members: Object = Object {
fields: SharedSlice::Static(&[
    field("key", TEXT.zero()),
    field("values", list(&pool::TEXT_zero).list_type(ListType::Atomic)),
]),
required: SharedSlice::Static(&[text("key"), text("values")]),
additional: Additional::Unset,
};

pub(crate) static TopologySelectorLabelRequirement: Definition = Definition {
name: "io.k8s.api.core.v1.TopologySelectorLabelRequirement",
schema: object(&TopologySelectorLabelRequirement_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "key", Wire::String, "string"),
    wire(2, "values", Wire::String, "[]string").list(),
] }),
published: true,
};

static TopologySelectorTerm_members: Object = Object {
fields: SharedSlice::Static(&[
    field("matchLabelExpressions", list(&pool::refer_core_v1_TopologySelectorLabelRequirement_zero).list_type(ListType::Atomic)),
]),
required: SharedSlice::Static(&[]),
additional: Additional::Unset,
};

pub(crate) static TopologySelectorTerm: Definition = Definition {
name: "io.k8s.api.core.v1.TopologySelectorTerm",
schema: object(&TopologySelectorTerm_members).map_type(MapType::Atomic),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "matchLabelExpressions", Wire::Message(&TopologySelectorLabelRequirement), "[]v1.TopologySelectorLabelRequirement").list().omit_empty(),
] }),
published: true,
};

static TopologySpreadConstraint_members: Object = Object {
fields: SharedSlice::Static(&[
    field("labelSelector", refer(&meta_v1::LabelSelector)),
    field("matchLabelKeys", list(&pool::TEXT_zero).list_type(ListType::Atomic)),
    field("maxSkew", INT32.zero()),
    field("minDomains", INT32),
    field("nodeAffinityPolicy", TEXT),
    field("nodeTaintsPolicy", TEXT),
    field("topologyKey", TEXT.zero()),
    field("whenUnsatisfiable", TEXT.zero()),
]),
required: SharedSlice::Static(&[text("maxSkew"), text("topologyKey"), text("whenUnsatisfiable")]),
additional: Additional::Unset,
};

pub(crate) static TopologySpreadConstraint: Definition = Definition {
name: "io.k8s.api.core.v1.TopologySpreadConstraint",
schema: object(&TopologySpreadConstraint_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "maxSkew", Wire::Int32, "int32"),
    wire(2, "topologyKey", Wire::String, "string"),
    wire(3, "whenUnsatisfiable", Wire::String, "v1.UnsatisfiableConstraintAction"),
    wire(4, "labelSelector", Wire::Message(&meta_v1::LabelSelector), "v1.LabelSelector").pointer().omit_empty(),
    wire(5, "minDomains", Wire::Int32, "int32").pointer().omit_empty(),
    wire(6, "nodeAffinityPolicy", Wire::String, "v1.NodeInclusionPolicy").pointer().omit_empty(),
    wire(7, "nodeTaintsPolicy", Wire::String, "v1.NodeInclusionPolicy").pointer().omit_empty(),
    wire(8, "matchLabelKeys", Wire::String, "[]string").list().omit_empty(),
] }),
published: true,
};

static TypedLocalObjectReference_members: Object = Object {
fields: SharedSlice::Static(&[
    field("apiGroup", TEXT),
    field("kind", TEXT.zero()),
    field("name", TEXT.zero()),
]),
required: SharedSlice::Static(&[text("kind"), text("name")]),
additional: Additional::Unset,
};

pub(crate) static TypedLocalObjectReference: Definition = Definition {
name: "io.k8s.api.core.v1.TypedLocalObjectReference",
schema: object(&TypedLocalObjectReference_members).map_type(MapType::Atomic),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "apiGroup", Wire::String, "string").pointer(),
    wire(2, "kind", Wire::String, "string"),
    wire(3, "name", Wire::String, "string"),
] }),
published: true,
};

static TypedObjectReference_members: Object = Object {
fields: SharedSlice::Static(&[
    field("apiGroup", TEXT),
    field("kind", TEXT.zero()),
    field("name", TEXT.zero()),
    field("namespace", TEXT),
]),
required: SharedSlice::Static(&[text("kind"), text("name")]),
additional: Additional::Unset,
};

pub(crate) static TypedObjectReference: Definition = Definition {
name: "io.k8s.api.core.v1.TypedObjectReference",
schema: object(&TypedObjectReference_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "apiGroup", Wire::String, "string").pointer(),
    wire(2, "kind", Wire::String, "string"),
    wire(3, "name", Wire::String, "string"),
    wire(4, "namespace", Wire::String, "string").pointer().omit_empty(),
] }),
published: true,
};

static Volume_members: Object = Object {
fields: SharedSlice::Static(&[
    field("awsElasticBlockStore", refer(&AWSElasticBlockStoreVolumeSource)),
    field("azureDisk", refer(&AzureDiskVolumeSource)),
    field("azureFile", refer(&AzureFileVolumeSource)),
    field("cephfs", refer(&CephFSVolumeSource)),
    field("cinder", refer(&CinderVolumeSource)),
    field("configMap", refer(&ConfigMapVolumeSource)),
    field("csi", refer(&CSIVolumeSource)),
    field("downwardAPI", refer(&DownwardAPIVolumeSource)),
    field("emptyDir", refer(&EmptyDirVolumeSource)),
    field("ephemeral", refer(&EphemeralVolumeSource)),
    field("fc", refer(&FCVolumeSource)),
    field("flexVolume", refer(&FlexVolumeSource)),
    field("flocker", refer(&FlockerVolumeSource)),
    field("gcePersistentDisk", refer(&GCEPersistentDiskVolumeSource)),
    field("gitRepo", refer(&GitRepoVolumeSource)),
    field("glusterfs", refer(&GlusterfsVolumeSource)),
    field("hostPath", refer(&HostPathVolumeSource)),
    field("image", refer(&ImageVolumeSource)),
    field("iscsi", refer(&ISCSIVolumeSource)),
    field("name", TEXT.zero()),
    field("nfs", refer(&NFSVolumeSource)),
    field("persistentVolumeClaim", refer(&PersistentVolumeClaimVolumeSource)),
    field("photonPersistentDisk", refer(&PhotonPersistentDiskVolumeSource)),
    field("portworxVolume", refer(&PortworxVolumeSource)),
    field("projected", refer(&ProjectedVolumeSource)),
    field("quobyte", refer(&QuobyteVolumeSource)),
    field("rbd", refer(&RBDVolumeSource)),
    field("scaleIO", refer(&ScaleIOVolumeSource)),
    field("secret", refer(&SecretVolumeSource)),
    field("storageos", refer(&StorageOSVolumeSource)),
    field("vsphereVolume", refer(&VsphereVirtualDiskVolumeSource)),
]),
required: SharedSlice::Static(&[text("name")]),
additional: Additional::Unset,
};

pub(crate) static Volume: Definition = Definition {
name: "io.k8s.api.core.v1.Volume",
schema: object(&Volume_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "name", Wire::String, "string"),
    inline(2, &VolumeSource, "v1.VolumeSource"),
] }),
published: true,
};

static VolumeDevice_members: Object = Object {
fields: SharedSlice::Static(&[
    field("devicePath", TEXT.zero()),
    field("name", TEXT.zero()),
]),
required: SharedSlice::Static(&[text("name"), text("devicePath")]),
additional: Additional::Unset,
};

pub(crate) static VolumeDevice: Definition = Definition {
name: "io.k8s.api.core.v1.VolumeDevice",
schema: object(&VolumeDevice_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "name", Wire::String, "string"),
    wire(2, "devicePath", Wire::String, "string"),
] }),
published: true,
};

static VolumeMount_members: Object = Object {
fields: SharedSlice::Static(&[
    field("mountPath", TEXT.zero()),
    field("mountPropagation", TEXT),
    field("name", TEXT.zero()),
    field("readOnly", BOOL),
    field("recursiveReadOnly", TEXT),
    field("subPath", TEXT),
    field("subPathExpr", TEXT),
]),
required: SharedSlice::Static(&[text("name"), text("mountPath")]),
additional: Additional::Unset,
};

pub(crate) static VolumeMount: Definition = Definition {
name: "io.k8s.api.core.v1.VolumeMount",
schema: object(&VolumeMount_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "name", Wire::String, "string"),
    wire(2, "readOnly", Wire::Bool, "bool").omit_empty(),
    wire(3, "mountPath", Wire::String, "string"),
    wire(4, "subPath", Wire::String, "string").omit_empty(),
    wire(5, "mountPropagation", Wire::String, "v1.MountPropagationMode").pointer().omit_empty(),
    wire(6, "subPathExpr", Wire::String, "string").omit_empty(),
    wire(7, "recursiveReadOnly", Wire::String, "v1.RecursiveReadOnlyMode").pointer().omit_empty(),
] }),
published: true,
};

static VolumeMountStatus_members: Object = Object {
fields: SharedSlice::Static(&[
    field("mountPath", TEXT.zero()),
    field("name", TEXT.zero()),
    field("readOnly", BOOL),
    field("recursiveReadOnly", TEXT),
    field("volumeStatus", refer(&VolumeStatus)),
]),
required: SharedSlice::Static(&[text("name"), text("mountPath")]),
additional: Additional::Unset,
};

pub(crate) static VolumeMountStatus: Definition = Definition {
name: "io.k8s.api.core.v1.VolumeMountStatus",
schema: object(&VolumeMountStatus_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "name", Wire::String, "string"),
    wire(2, "mountPath", Wire::String, "string"),
    wire(3, "readOnly", Wire::Bool, "bool").omit_empty(),
    wire(4, "recursiveReadOnly", Wire::String, "v1.RecursiveReadOnlyMode").pointer().omit_empty(),
    wire(5, "volumeStatus", Wire::Message(&VolumeStatus), "v1.VolumeStatus").pointer().omit_empty(),
] }),
published: true,
};

static VolumeNodeAffinity_members: Object = Object {
fields: SharedSlice::Static(&[
    field("required", refer(&NodeSelector)),
]),
required: SharedSlice::Static(&[]),
additional: Additional::Unset,
};

pub(crate) static VolumeNodeAffinity: Definition = Definition {
name: "io.k8s.api.core.v1.VolumeNodeAffinity",
schema: object(&VolumeNodeAffinity_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "required", Wire::Message(&NodeSelector), "v1.NodeSelector").pointer().omit_empty(),
] }),
published: true,
};

static VolumeProjection_members: Object = Object {
fields: SharedSlice::Static(&[
    field("clusterTrustBundle", refer(&ClusterTrustBundleProjection)),
    field("configMap", refer(&ConfigMapProjection)),
    field("downwardAPI", refer(&DownwardAPIProjection)),
    field("podCertificate", refer(&PodCertificateProjection)),
    field("secret", refer(&SecretProjection)),
    field("serviceAccountToken", refer(&ServiceAccountTokenProjection)),
]),
required: SharedSlice::Static(&[]),
additional: Additional::Unset,
};

pub(crate) static VolumeProjection: Definition = Definition {
name: "io.k8s.api.core.v1.VolumeProjection",
schema: object(&VolumeProjection_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "secret", Wire::Message(&SecretProjection), "v1.SecretProjection").pointer().omit_empty(),
    wire(2, "downwardAPI", Wire::Message(&DownwardAPIProjection), "v1.DownwardAPIProjection").pointer().omit_empty(),
    wire(3, "configMap", Wire::Message(&ConfigMapProjection), "v1.ConfigMapProjection").pointer().omit_empty(),
    wire(4, "serviceAccountToken", Wire::Message(&ServiceAccountTokenProjection), "v1.ServiceAccountTokenProjection").pointer().omit_empty(),
    wire(5, "clusterTrustBundle", Wire::Message(&ClusterTrustBundleProjection), "v1.ClusterTrustBundleProjection").pointer().omit_empty(),
    wire(6, "podCertificate", Wire::Message(&PodCertificateProjection), "v1.PodCertificateProjection").pointer().omit_empty(),
] }),
published: true,
};

static VolumeResourceRequirements_members: Object = Object {
fields: SharedSlice::Static(&[
    field("limits", object(&pool::values_bare_resource_Quantity)),
    field("requests", object(&pool::values_bare_resource_Quantity)),
]),
required: SharedSlice::Static(&[]),
additional: Additional::Unset,
};

pub(crate) static VolumeResourceRequirements: Definition = Definition {
name: "io.k8s.api.core.v1.VolumeResourceRequirements",
schema: object(&VolumeResourceRequirements_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "limits", Wire::Message(&resource::Quantity), "v1.ResourceList").map().omit_empty(),
    wire(2, "requests", Wire::Message(&resource::Quantity), "v1.ResourceList").map().omit_empty(),
] }),
published: true,
};

static VolumeSource_members: Object = Object {
fields: SharedSlice::Static(&[
    field("awsElasticBlockStore", bare(&AWSElasticBlockStoreVolumeSource)),
    field("azureDisk", bare(&AzureDiskVolumeSource)),
    field("azureFile", bare(&AzureFileVolumeSource)),
    field("cephfs", bare(&CephFSVolumeSource)),
    field("cinder", bare(&CinderVolumeSource)),
    field("configMap", bare(&ConfigMapVolumeSource)),
    field("csi", bare(&CSIVolumeSource)),
    field("downwardAPI", bare(&DownwardAPIVolumeSource)),
    field("emptyDir", bare(&EmptyDirVolumeSource)),
    field("ephemeral", bare(&EphemeralVolumeSource)),
    field("fc", bare(&FCVolumeSource)),
    field("flexVolume", bare(&FlexVolumeSource)),
    field("flocker", bare(&FlockerVolumeSource)),
    field("gcePersistentDisk", bare(&GCEPersistentDiskVolumeSource)),
    field("gitRepo", bare(&GitRepoVolumeSource)),
    field("glusterfs", bare(&GlusterfsVolumeSource)),
    field("hostPath", bare(&HostPathVolumeSource)),
    field("image", bare(&ImageVolumeSource)),
    field("iscsi", bare(&ISCSIVolumeSource)),
    field("nfs", bare(&NFSVolumeSource)),
    field("persistentVolumeClaim", bare(&PersistentVolumeClaimVolumeSource)),
    field("photonPersistentDisk", bare(&PhotonPersistentDiskVolumeSource)),
    field("portworxVolume", bare(&PortworxVolumeSource)),
    field("projected", bare(&ProjectedVolumeSource)),
    field("quobyte", bare(&QuobyteVolumeSource)),
    field("rbd", bare(&RBDVolumeSource)),
    field("scaleIO", bare(&ScaleIOVolumeSource)),
    field("secret", bare(&SecretVolumeSource)),
    field("storageos", bare(&StorageOSVolumeSource)),
    field("vsphereVolume", bare(&VsphereVirtualDiskVolumeSource)),
]),
required: SharedSlice::Static(&[]),
additional: Additional::Unset,
};

pub(crate) static VolumeSource: Definition = Definition {
name: "io.k8s.api.core.v1.VolumeSource",
schema: object(&VolumeSource_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "hostPath", Wire::Message(&HostPathVolumeSource), "v1.HostPathVolumeSource").pointer().omit_empty(),
    wire(2, "emptyDir", Wire::Message(&EmptyDirVolumeSource), "v1.EmptyDirVolumeSource").pointer().omit_empty(),
    wire(3, "gcePersistentDisk", Wire::Message(&GCEPersistentDiskVolumeSource), "v1.GCEPersistentDiskVolumeSource").pointer().omit_empty(),
    wire(4, "awsElasticBlockStore", Wire::Message(&AWSElasticBlockStoreVolumeSource), "v1.AWSElasticBlockStoreVolumeSource").pointer().omit_empty(),
    wire(5, "gitRepo", Wire::Message(&GitRepoVolumeSource), "v1.GitRepoVolumeSource").pointer().omit_empty(),
    wire(6, "secret", Wire::Message(&SecretVolumeSource), "v1.SecretVolumeSource").pointer().omit_empty(),
    wire(7, "nfs", Wire::Message(&NFSVolumeSource), "v1.NFSVolumeSource").pointer().omit_empty(),
    wire(8, "iscsi", Wire::Message(&ISCSIVolumeSource), "v1.ISCSIVolumeSource").pointer().omit_empty(),
    wire(9, "glusterfs", Wire::Message(&GlusterfsVolumeSource), "v1.GlusterfsVolumeSource").pointer().omit_empty(),
    wire(10, "persistentVolumeClaim", Wire::Message(&PersistentVolumeClaimVolumeSource), "v1.PersistentVolumeClaimVolumeSource").pointer().omit_empty(),
    wire(11, "rbd", Wire::Message(&RBDVolumeSource), "v1.RBDVolumeSource").pointer().omit_empty(),
    wire(12, "flexVolume", Wire::Message(&FlexVolumeSource), "v1.FlexVolumeSource").pointer().omit_empty(),
    wire(13, "cinder", Wire::Message(&CinderVolumeSource), "v1.CinderVolumeSource").pointer().omit_empty(),
    wire(14, "cephfs", Wire::Message(&CephFSVolumeSource), "v1.CephFSVolumeSource").pointer().omit_empty(),
    wire(15, "flocker", Wire::Message(&FlockerVolumeSource), "v1.FlockerVolumeSource").pointer().omit_empty(),
    wire(16, "downwardAPI", Wire::Message(&DownwardAPIVolumeSource), "v1.DownwardAPIVolumeSource").pointer().omit_empty(),
    wire(17, "fc", Wire::Message(&FCVolumeSource), "v1.FCVolumeSource").pointer().omit_empty(),
    wire(18, "azureFile", Wire::Message(&AzureFileVolumeSource), "v1.AzureFileVolumeSource").pointer().omit_empty(),
    wire(19, "configMap", Wire::Message(&ConfigMapVolumeSource), "v1.ConfigMapVolumeSource").pointer().omit_empty(),
    wire(20, "vsphereVolume", Wire::Message(&VsphereVirtualDiskVolumeSource), "v1.VsphereVirtualDiskVolumeSource").pointer().omit_empty(),
    wire(21, "quobyte", Wire::Message(&QuobyteVolumeSource), "v1.QuobyteVolumeSource").pointer().omit_empty(),
    wire(22, "azureDisk", Wire::Message(&AzureDiskVolumeSource), "v1.AzureDiskVolumeSource").pointer().omit_empty(),
    wire(23, "photonPersistentDisk", Wire::Message(&PhotonPersistentDiskVolumeSource), "v1.PhotonPersistentDiskVolumeSource").pointer().omit_empty(),
    wire(24, "portworxVolume", Wire::Message(&PortworxVolumeSource), "v1.PortworxVolumeSource").pointer().omit_empty(),
    wire(25, "scaleIO", Wire::Message(&ScaleIOVolumeSource), "v1.ScaleIOVolumeSource").pointer().omit_empty(),
    wire(26, "projected", Wire::Message(&ProjectedVolumeSource), "v1.ProjectedVolumeSource").pointer().omit_empty(),
    wire(27, "storageos", Wire::Message(&StorageOSVolumeSource), "v1.StorageOSVolumeSource").pointer().omit_empty(),
    wire(28, "csi", Wire::Message(&CSIVolumeSource), "v1.CSIVolumeSource").pointer().omit_empty(),
    wire(29, "ephemeral", Wire::Message(&EphemeralVolumeSource), "v1.EphemeralVolumeSource").pointer().omit_empty(),
    wire(30, "image", Wire::Message(&ImageVolumeSource), "v1.ImageVolumeSource").pointer().omit_empty(),
] }),
published: false,
};

static VolumeStatus_members: Object = Object {
fields: SharedSlice::Static(&[
    field("image", refer(&ImageVolumeStatus)),
]),
required: SharedSlice::Static(&[]),
additional: Additional::Unset,
};

pub(crate) static VolumeStatus: Definition = Definition {
name: "io.k8s.api.core.v1.VolumeStatus",
schema: object(&VolumeStatus_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "image", Wire::Message(&ImageVolumeStatus), "v1.ImageVolumeStatus").pointer().omit_empty(),
] }),
published: true,
};

static VsphereVirtualDiskVolumeSource_members: Object = Object {
fields: SharedSlice::Static(&[
    field("fsType", TEXT),
    field("storagePolicyID", TEXT),
    field("storagePolicyName", TEXT),
    field("volumePath", TEXT.zero()),
]),
required: SharedSlice::Static(&[text("volumePath")]),
additional: Additional::Unset,
};

pub(crate) static VsphereVirtualDiskVolumeSource: Definition = Definition {
name: "io.k8s.api.core.v1.VsphereVirtualDiskVolumeSource",
schema: object(&VsphereVirtualDiskVolumeSource_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "volumePath", Wire::String, "string"),
    wire(2, "fsType", Wire::String, "string").omit_empty(),
    wire(3, "storagePolicyName", Wire::String, "string").omit_empty(),
    wire(4, "storagePolicyID", Wire::String, "string").omit_empty(),
] }),
published: true,
};

static WeightedPodAffinityTerm_members: Object = Object {
fields: SharedSlice::Static(&[
    field("podAffinityTerm", refer(&PodAffinityTerm).zero()),
    field("weight", INT32.zero()),
]),
required: SharedSlice::Static(&[text("weight"), text("podAffinityTerm")]),
additional: Additional::Unset,
};

pub(crate) static WeightedPodAffinityTerm: Definition = Definition {
name: "io.k8s.api.core.v1.WeightedPodAffinityTerm",
schema: object(&WeightedPodAffinityTerm_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "weight", Wire::Int32, "int32"),
    wire(2, "podAffinityTerm", Wire::Message(&PodAffinityTerm), "v1.PodAffinityTerm"),
] }),
published: true,
};

static WindowsSecurityContextOptions_members: Object = Object {
fields: SharedSlice::Static(&[
    field("gmsaCredentialSpec", TEXT),
    field("gmsaCredentialSpecName", TEXT),
    field("hostProcess", BOOL),
    field("runAsUserName", TEXT),
]),
required: SharedSlice::Static(&[]),
additional: Additional::Unset,
};

pub(crate) static WindowsSecurityContextOptions: Definition = Definition {
name: "io.k8s.api.core.v1.WindowsSecurityContextOptions",
schema: object(&WindowsSecurityContextOptions_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "gmsaCredentialSpecName", Wire::String, "string").pointer().omit_empty(),
    wire(2, "gmsaCredentialSpec", Wire::String, "string").pointer().omit_empty(),
    wire(3, "runAsUserName", Wire::String, "string").pointer().omit_empty(),
    wire(4, "hostProcess", Wire::Bool, "bool").pointer().omit_empty(),
] }),
published: true,
};
