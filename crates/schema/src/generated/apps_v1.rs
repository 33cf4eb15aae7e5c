//! Types of `apps_v1`. Written by `cargo xtask codegen` from the target version's data; do not edit.

use crate::table::*;
use crate::*;
use super::core_v1;
use super::intstr;
use super::meta_v1;
use super::runtime;
use super::pool;

static ControllerRevision_members: Object = Object {
fields: SharedSlice::Static(&[
    field("apiVersion", TEXT),
    field("data", refer(&runtime::RawExtension)),
    field("kind", TEXT),
    field("metadata", refer(&meta_v1::ObjectMeta).zero()),
    field("revision", INT64.zero()),
]),
required: SharedSlice::Static(&[text("revision")]),
additional: Additional::Unset,
};

pub(crate) static ControllerRevision: Definition = Definition {
name: "io.k8s.api.apps.v1.ControllerRevision",
schema: object(&ControllerRevision_members),
kinds: &[kind("apps", "v1", "ControllerRevision"), ],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "metadata", Wire::Message(&meta_v1::ObjectMeta), "v1.ObjectMeta").omit_empty(),
    wire(2, "data", Wire::Message(&runtime::RawExtension), "runtime.RawExtension").omit_empty(),
    wire(3, "revision", Wire::Int64, "int64"),
] }),
published: true,
};

static ControllerRevisionList_members: Object = Object {
fields: SharedSlice::Static(&[
    field("apiVersion", TEXT),
    field("items", list(&pool::refer_apps_v1_ControllerRevision_zero)),
    field("kind", TEXT),
    field("metadata", refer(&meta_v1::ListMeta).zero()),
]),
required: SharedSlice::Static(&[text("items")]),
additional: Additional::Unset,
};

pub(crate) static ControllerRevisionList: Definition = Definition {
name: "io.k8s.api.apps.v1.ControllerRevisionList",
schema: object(&ControllerRevisionList_members),
kinds: &[kind("apps", "v1", "ControllerRevisionList"), ],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "metadata", Wire::Message(&meta_v1::ListMeta), "v1.ListMeta").omit_empty(),
    wire(2, "items", Wire::Message(&ControllerRevision), "[]v1.ControllerRevision").list(),
] }),
published: true,
};

static DaemonSet_members: Object = Object {
fields: SharedSlice::Static(&[
    field("apiVersion", TEXT),
    field("kind", TEXT),
    field("metadata", refer(&meta_v1::ObjectMeta).zero()),
    field("spec", refer(&DaemonSetSpec).zero()),
    field("status", refer(&DaemonSetStatus).zero()),
]),
required: SharedSlice::Static(&[]),
additional: Additional::Unset,
};

pub(crate) static DaemonSet: Definition = Definition {
name: "io.k8s.api.apps.v1.DaemonSet",
schema: object(&DaemonSet_members),
kinds: &[kind("apps", "v1", "DaemonSet"), ],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "metadata", Wire::Message(&meta_v1::ObjectMeta), "v1.ObjectMeta").omit_empty(),
    wire(2, "spec", Wire::Message(&DaemonSetSpec), "v1.DaemonSetSpec").omit_empty(),
    wire(3, "status", Wire::Message(&DaemonSetStatus), "v1.DaemonSetStatus").omit_empty(),
] }),
published: true,
};

static DaemonSetCondition_members: Object = Object {
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

pub(crate) static DaemonSetCondition: Definition = Definition {
name: "io.k8s.api.apps.v1.DaemonSetCondition",
schema: object(&DaemonSetCondition_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "type", Wire::String, "v1.DaemonSetConditionType"),
    wire(2, "status", Wire::String, "v1.ConditionStatus"),
    wire(3, "lastTransitionTime", Wire::Message(&meta_v1::Time), "v1.Time").omit_empty(),
    wire(4, "reason", Wire::String, "string").omit_empty(),
    wire(5, "message", Wire::String, "string").omit_empty(),
] }),
published: true,
};

static DaemonSetList_members: Object = Object {
fields: SharedSlice::Static(&[
    field("apiVersion", TEXT),
    field("items", list(&pool::refer_apps_v1_DaemonSet_zero)),
    field("kind", TEXT),
    field("metadata", refer(&meta_v1::ListMeta).zero()),
]),
required: SharedSlice::Static(&[text("items")]),
additional: Additional::Unset,
};

pub(crate) static DaemonSetList: Definition = Definition {
name: "io.k8s.api.apps.v1.DaemonSetList",
schema: object(&DaemonSetList_members),
kinds: &[kind("apps", "v1", "DaemonSetList"), ],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "metadata", Wire::Message(&meta_v1::ListMeta), "v1.ListMeta").omit_empty(),
    wire(2, "items", Wire::Message(&DaemonSet), "[]v1.DaemonSet").list(),
] }),
published: true,
};

static DaemonSetSpec_members: Object = Object {
fields: SharedSlice::Static(&[
    field("minReadySeconds", INT32),
    field("revisionHistoryLimit", INT32),
    field("selector", refer(&meta_v1::LabelSelector)),
    field("template", refer(&core_v1::PodTemplateSpec).zero()),
    field("updateStrategy", refer(&DaemonSetUpdateStrategy).zero()),
]),
required: SharedSlice::Static(&[text("selector"), text("template")]),
additional: Additional::Unset,
};

pub(crate) static DaemonSetSpec: Definition = Definition {
name: "io.k8s.api.apps.v1.DaemonSetSpec",
schema: object(&DaemonSetSpec_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "selector", Wire::Message(&meta_v1::LabelSelector), "v1.LabelSelector").pointer(),
    wire(2, "template", Wire::Message(&core_v1::PodTemplateSpec), "v1.PodTemplateSpec"),
    wire(3, "updateStrategy", Wire::Message(&DaemonSetUpdateStrategy), "v1.DaemonSetUpdateStrategy").omit_empty(),
    wire(4, "minReadySeconds", Wire::Int32, "int32").omit_empty(),
    wire(6, "revisionHistoryLimit", Wire::Int32, "int32").pointer().omit_empty(),
] }),
published: true,
};

static DaemonSetStatus_members: Object = Object {
fields: SharedSlice::Static(&[
    field("collisionCount", INT32),
    field("conditions", list(&pool::refer_apps_v1_DaemonSetCondition_zero).list_type(ListType::Map).patch(PatchStrategy::Merge).extra(&pool::merge_keys_only_type_Some_type)),
    field("currentNumberScheduled", INT32.zero()),
    field("desiredNumberScheduled", INT32.zero()),
    field("numberAvailable", INT32),
    field("numberMisscheduled", INT32.zero()),
    field("numberReady", INT32.zero()),
    field("numberUnavailable", INT32),
    field("observedGeneration", INT64),
    field("updatedNumberScheduled", INT32),
]),
required: SharedSlice::Static(&[text("currentNumberScheduled"), text("numberMisscheduled"), text("desiredNumberScheduled"), text("numberReady")]),
additional: Additional::Unset,
};

pub(crate) static DaemonSetStatus: Definition = Definition {
name: "io.k8s.api.apps.v1.DaemonSetStatus",
schema: object(&DaemonSetStatus_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "currentNumberScheduled", Wire::Int32, "int32"),
    wire(2, "numberMisscheduled", Wire::Int32, "int32"),
    wire(3, "desiredNumberScheduled", Wire::Int32, "int32"),
    wire(4, "numberReady", Wire::Int32, "int32"),
    wire(5, "observedGeneration", Wire::Int64, "int64").omit_empty(),
    wire(6, "updatedNumberScheduled", Wire::Int32, "int32").omit_empty(),
    wire(7, "numberAvailable", Wire::Int32, "int32").omit_empty(),
    wire(8, "numberUnavailable", Wire::Int32, "int32").omit_empty(),
    wire(9, "collisionCount", Wire::Int32, "int32").pointer().omit_empty(),
    wire(10, "conditions", Wire::Message(&DaemonSetCondition), "[]v1.DaemonSetCondition").list().omit_empty(),
] }),
published: true,
};

static DaemonSetUpdateStrategy_members: Object = Object {
fields: SharedSlice::Static(&[
    field("rollingUpdate", refer(&RollingUpdateDaemonSet)),
    field("type", TEXT),
]),
required: SharedSlice::Static(&[]),
additional: Additional::Unset,
};

pub(crate) static DaemonSetUpdateStrategy: Definition = Definition {
name: "io.k8s.api.apps.v1.DaemonSetUpdateStrategy",
schema: object(&DaemonSetUpdateStrategy_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "type", Wire::String, "v1.DaemonSetUpdateStrategyType").omit_empty(),
    wire(2, "rollingUpdate", Wire::Message(&RollingUpdateDaemonSet), "v1.RollingUpdateDaemonSet").pointer().omit_empty(),
] }),
published: true,
};

static Deployment_members: Object = Object {
fields: SharedSlice::Static(&[
    field("apiVersion", TEXT),
    field("kind", TEXT),
    field("metadata", refer(&meta_v1::ObjectMeta).zero()),
    field("spec", refer(&DeploymentSpec).zero()),
    field("status", refer(&DeploymentStatus).zero()),
]),
required: SharedSlice::Static(&[]),
additional: Additional::Unset,
};

pub(crate) static Deployment: Definition = Definition {
name: "io.k8s.api.apps.v1.Deployment",
schema: object(&Deployment_members),
kinds: &[kind("apps", "v1", "Deployment"), ],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "metadata", Wire::Message(&meta_v1::ObjectMeta), "v1.ObjectMeta").omit_empty(),
    wire(2, "spec", Wire::Message(&DeploymentSpec), "v1.DeploymentSpec").omit_empty(),
    wire(3, "status", Wire::Message(&DeploymentStatus), "v1.DeploymentStatus").omit_empty(),
] }),
published: true,
};

static DeploymentCondition_members: Object = Object {
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

pub(crate) static DeploymentCondition: Definition = Definition {
name: "io.k8s.api.apps.v1.DeploymentCondition",
schema: object(&DeploymentCondition_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "type", Wire::String, "v1.DeploymentConditionType"),
    wire(2, "status", Wire::String, "v1.ConditionStatus"),
    wire(4, "reason", Wire::String, "string").omit_empty(),
    wire(5, "message", Wire::String, "string").omit_empty(),
    wire(6, "lastUpdateTime", Wire::Message(&meta_v1::Time), "v1.Time").omit_empty(),
    wire(7, "lastTransitionTime", Wire::Message(&meta_v1::Time), "v1.Time").omit_empty(),
] }),
published: true,
};

static DeploymentList_members: Object = Object {
fields: SharedSlice::Static(&[
    field("apiVersion", TEXT),
    field("items", list(&pool::refer_apps_v1_Deployment_zero)),
    field("kind", TEXT),
    field("metadata", refer(&meta_v1::ListMeta).zero()),
]),
required: SharedSlice::Static(&[text("items")]),
additional: Additional::Unset,
};

pub(crate) static DeploymentList: Definition = Definition {
name: "io.k8s.api.apps.v1.DeploymentList",
schema: object(&DeploymentList_members),
kinds: &[kind("apps", "v1", "DeploymentList"), ],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "metadata", Wire::Message(&meta_v1::ListMeta), "v1.ListMeta").omit_empty(),
    wire(2, "items", Wire::Message(&Deployment), "[]v1.Deployment").list(),
] }),
published: true,
};

static DeploymentSpec_members: Object = Object {
fields: SharedSlice::Static(&[
    field("minReadySeconds", INT32),
    field("paused", BOOL),
    field("progressDeadlineSeconds", INT32),
    field("replicas", INT32),
    field("revisionHistoryLimit", INT32),
    field("selector", refer(&meta_v1::LabelSelector)),
    field("strategy", refer(&DeploymentStrategy).zero().patch(PatchStrategy::RetainKeys)),
    field("template", refer(&core_v1::PodTemplateSpec).zero()),
]),
required: SharedSlice::Static(&[text("selector"), text("template")]),
additional: Additional::Unset,
};

pub(crate) static DeploymentSpec: Definition = Definition {
name: "io.k8s.api.apps.v1.DeploymentSpec",
schema: object(&DeploymentSpec_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "replicas", Wire::Int32, "int32").pointer().omit_empty(),
    wire(2, "selector", Wire::Message(&meta_v1::LabelSelector), "v1.LabelSelector").pointer(),
    wire(3, "template", Wire::Message(&core_v1::PodTemplateSpec), "v1.PodTemplateSpec"),
    wire(4, "strategy", Wire::Message(&DeploymentStrategy), "v1.DeploymentStrategy").omit_empty(),
    wire(5, "minReadySeconds", Wire::Int32, "int32").omit_empty(),
    wire(6, "revisionHistoryLimit", Wire::Int32, "int32").pointer().omit_empty(),
    wire(7, "paused", Wire::Bool, "bool").omit_empty(),
    wire(9, "progressDeadlineSeconds", Wire::Int32, "int32").pointer().omit_empty(),
] }),
published: true,
};

static DeploymentStatus_members: Object = Object {
fields: SharedSlice::Static(&[
    field("availableReplicas", INT32),
    field("collisionCount", INT32),
    field("conditions", list(&pool::refer_apps_v1_DeploymentCondition_zero).list_type(ListType::Map).patch(PatchStrategy::Merge).extra(&pool::merge_keys_only_type_Some_type)),
    field("observedGeneration", INT64),
    field("readyReplicas", INT32),
    field("replicas", INT32),
    field("terminatingReplicas", INT32),
    field("unavailableReplicas", INT32),
    field("updatedReplicas", INT32),
]),
required: SharedSlice::Static(&[]),
additional: Additional::Unset,
};

pub(crate) static DeploymentStatus: Definition = Definition {
name: "io.k8s.api.apps.v1.DeploymentStatus",
schema: object(&DeploymentStatus_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "observedGeneration", Wire::Int64, "int64").omit_empty(),
    wire(2, "replicas", Wire::Int32, "int32").omit_empty(),
    wire(3, "updatedReplicas", Wire::Int32, "int32").omit_empty(),
    wire(4, "availableReplicas", Wire::Int32, "int32").omit_empty(),
    wire(5, "unavailableReplicas", Wire::Int32, "int32").omit_empty(),
    wire(6, "conditions", Wire::Message(&DeploymentCondition), "[]v1.DeploymentCondition").list().omit_empty(),
    wire(7, "readyReplicas", Wire::Int32, "int32").omit_empty(),
    wire(8, "collisionCount", Wire::Int32, "int32").pointer().omit_empty(),
    wire(9, "terminatingReplicas", Wire::Int32, "int32").pointer().omit_empty(),
] }),
published: true,
};

static DeploymentStrategy_members: Object = Object {
fields: SharedSlice::Static(&[
    field("rollingUpdate", refer(&RollingUpdateDeployment)),
    field("type", TEXT),
]),
required: SharedSlice::Static(&[]),
additional: Additional::Unset,
};

pub(crate) static DeploymentStrategy: Definition = Definition {
name: "io.k8s.api.apps.v1.DeploymentStrategy",
schema: object(&DeploymentStrategy_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "type", Wire::String, "v1.DeploymentStrategyType").omit_empty(),
    wire(2, "rollingUpdate", Wire::Message(&RollingUpdateDeployment), "v1.RollingUpdateDeployment").pointer().omit_empty(),
] }),
published: true,
};

static ReplicaSet_members: Object = Object {
fields: SharedSlice::Static(&[
    field("apiVersion", TEXT),
    field("kind", TEXT),
    field("metadata", refer(&meta_v1::ObjectMeta).zero()),
    field("spec", refer(&ReplicaSetSpec).zero()),
    field("status", refer(&ReplicaSetStatus).zero()),
]),
required: SharedSlice::Static(&[]),
additional: Additional::Unset,
};

pub(crate) static ReplicaSet: Definition = Definition {
name: "io.k8s.api.apps.v1.ReplicaSet",
schema: object(&ReplicaSet_members),
kinds: &[kind("apps", "v1", "ReplicaSet"), ],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "metadata", Wire::Message(&meta_v1::ObjectMeta), "v1.ObjectMeta").omit_empty(),
    wire(2, "spec", Wire::Message(&ReplicaSetSpec), "v1.ReplicaSetSpec").omit_empty(),
    wire(3, "status", Wire::Message(&ReplicaSetStatus), "v1.ReplicaSetStatus").omit_empty(),
] }),
published: true,
};

static ReplicaSetCondition_members: Object = Object {
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

pub(crate) static ReplicaSetCondition: Definition = Definition {
name: "io.k8s.api.apps.v1.ReplicaSetCondition",
schema: object(&ReplicaSetCondition_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "type", Wire::String, "v1.ReplicaSetConditionType"),
    wire(2, "status", Wire::String, "v1.ConditionStatus"),
    wire(3, "lastTransitionTime", Wire::Message(&meta_v1::Time), "v1.Time").omit_empty(),
    wire(4, "reason", Wire::String, "string").omit_empty(),
    wire(5, "message", Wire::String, "string").omit_empty(),
] }),
published: true,
};

static ReplicaSetList_members: Object = Object {
fields: SharedSlice::Static(&[
    field("apiVersion", TEXT),
    field("items", list(&pool::refer_apps_v1_ReplicaSet_zero)),
    field("kind", TEXT),
    field("metadata", refer(&meta_v1::ListMeta).zero()),
]),
required: SharedSlice::Static(&[text("items")]),
additional: Additional::Unset,
};

pub(crate) static ReplicaSetList: Definition = Definition {
name: "io.k8s.api.apps.v1.ReplicaSetList",
schema: object(&ReplicaSetList_members),
kinds: &[kind("apps", "v1", "ReplicaSetList"), ],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "metadata", Wire::Message(&meta_v1::ListMeta), "v1.ListMeta").omit_empty(),
    wire(2, "items", Wire::Message(&ReplicaSet), "[]v1.ReplicaSet").list(),
] }),
published: true,
};

static ReplicaSetSpec_members: Object = Object {
fields: SharedSlice::Static(&[
    field("minReadySeconds", INT32),
    field("replicas", INT32),
    field("selector", refer(&meta_v1::LabelSelector)),
    field("template", refer(&core_v1::PodTemplateSpec).zero()),
]),
required: SharedSlice::Static(&[text("selector")]),
additional: Additional::Unset,
};

pub(crate) static ReplicaSetSpec: Definition = Definition {
name: "io.k8s.api.apps.v1.ReplicaSetSpec",
schema: object(&ReplicaSetSpec_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "replicas", Wire::Int32, "int32").pointer().omit_empty(),
    wire(2, "selector", Wire::Message(&meta_v1::LabelSelector), "v1.LabelSelector").pointer(),
    wire(3, "template", Wire::Message(&core_v1::PodTemplateSpec), "v1.PodTemplateSpec").omit_empty(),
    wire(4, "minReadySeconds", Wire::Int32, "int32").omit_empty(),
] }),
published: true,
};

static ReplicaSetStatus_members: Object = Object {
fields: SharedSlice::Static(&[
    field("availableReplicas", INT32),
    field("conditions", list(&pool::refer_apps_v1_ReplicaSetCondition_zero).list_type(ListType::Map).patch(PatchStrategy::Merge).extra(&pool::merge_keys_only_type_Some_type)),
    field("fullyLabeledReplicas", INT32),
    field("observedGeneration", INT64),
    field("readyReplicas", INT32),
    field("replicas", INT32.zero()),
    field("terminatingReplicas", INT32),
]),
required: SharedSlice::Static(&[text("replicas")]),
additional: Additional::Unset,
};

pub(crate) static ReplicaSetStatus: Definition = Definition {
name: "io.k8s.api.apps.v1.ReplicaSetStatus",
schema: object(&ReplicaSetStatus_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "replicas", Wire::Int32, "int32"),
    wire(2, "fullyLabeledReplicas", Wire::Int32, "int32").omit_empty(),
    wire(3, "observedGeneration", Wire::Int64, "int64").omit_empty(),
    wire(4, "readyReplicas", Wire::Int32, "int32").omit_empty(),
    wire(5, "availableReplicas", Wire::Int32, "int32").omit_empty(),
    wire(6, "conditions", Wire::Message(&ReplicaSetCondition), "[]v1.ReplicaSetCondition").list().omit_empty(),
    wire(7, "terminatingReplicas", Wire::Int32, "int32").pointer().omit_empty(),
] }),
published: true,
};

static RollingUpdateDaemonSet_members: Object = Object {
fields: SharedSlice::Static(&[
    field("maxSurge", refer(&intstr::IntOrString)),
    field("maxUnavailable", refer(&intstr::IntOrString)),
]),
required: SharedSlice::Static(&[]),
additional: Additional::Unset,
};

pub(crate) static RollingUpdateDaemonSet: Definition = Definition {
name: "io.k8s.api.apps.v1.RollingUpdateDaemonSet",
schema: object(&RollingUpdateDaemonSet_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "maxUnavailable", Wire::Message(&intstr::IntOrString), "intstr.IntOrString").pointer().omit_empty(),
    wire(2, "maxSurge", Wire::Message(&intstr::IntOrString), "intstr.IntOrString").pointer().omit_empty(),
] }),
published: true,
};

static RollingUpdateDeployment_members: Object = Object {
fields: SharedSlice::Static(&[
    field("maxSurge", refer(&intstr::IntOrString)),
    field("maxUnavailable", refer(&intstr::IntOrString)),
]),
required: SharedSlice::Static(&[]),
additional: Additional::Unset,
};

pub(crate) static RollingUpdateDeployment: Definition = Definition {
name: "io.k8s.api.apps.v1.RollingUpdateDeployment",
schema: object(&RollingUpdateDeployment_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "maxUnavailable", Wire::Message(&intstr::IntOrString), "intstr.IntOrString").pointer().omit_empty(),
    wire(2, "maxSurge", Wire::Message(&intstr::IntOrString), "intstr.IntOrString").pointer().omit_empty(),
] }),
published: true,
};

static RollingUpdateStatefulSetStrategy_members: Object = Object {
fields: SharedSlice::Static(&[
    field("maxUnavailable", refer(&intstr::IntOrString)),
    field("partition", INT32),
]),
required: SharedSlice::Static(&[]),
additional: Additional::Unset,
};

pub(crate) static RollingUpdateStatefulSetStrategy: Definition = Definition {
name: "io.k8s.api.apps.v1.RollingUpdateStatefulSetStrategy",
schema: object(&RollingUpdateStatefulSetStrategy_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "partition", Wire::Int32, "int32").pointer().omit_empty(),
    wire(2, "maxUnavailable", Wire::Message(&intstr::IntOrString), "intstr.IntOrString").pointer().omit_empty(),
] }),
published: true,
};

static StatefulSet_members: Object = Object {
fields: SharedSlice::Static(&[
    field("apiVersion", TEXT),
    field("kind", TEXT),
    field("metadata", refer(&meta_v1::ObjectMeta).zero()),
    field("spec", refer(&StatefulSetSpec).zero()),
    field("status", refer(&StatefulSetStatus).zero()),
]),
required: SharedSlice::Static(&[]),
additional: Additional::Unset,
};

pub(crate) static StatefulSet: Definition = Definition {
name: "io.k8s.api.apps.v1.StatefulSet",
schema: object(&StatefulSet_members),
kinds: &[kind("apps", "v1", "StatefulSet"), ],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "metadata", Wire::Message(&meta_v1::ObjectMeta), "v1.ObjectMeta").omit_empty(),
    wire(2, "spec", Wire::Message(&StatefulSetSpec), "v1.StatefulSetSpec").omit_empty(),
    wire(3, "status", Wire::Message(&StatefulSetStatus), "v1.StatefulSetStatus").omit_empty(),
] }),
published: true,
};

static StatefulSetCondition_members: Object = Object {
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

pub(crate) static StatefulSetCondition: Definition = Definition {
name: "io.k8s.api.apps.v1.StatefulSetCondition",
schema: object(&StatefulSetCondition_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "type", Wire::String, "v1.StatefulSetConditionType"),
    wire(2, "status", Wire::String, "v1.ConditionStatus"),
    wire(3, "lastTransitionTime", Wire::Message(&meta_v1::Time), "v1.Time").omit_empty(),
    wire(4, "reason", Wire::String, "string").omit_empty(),
    wire(5, "message", Wire::String, "string").omit_empty(),
] }),
published: true,
};

static StatefulSetList_members: Object = Object {
fields: SharedSlice::Static(&[
    field("apiVersion", TEXT),
    field("items", list(&pool::refer_apps_v1_StatefulSet_zero)),
    field("kind", TEXT),
    field("metadata", refer(&meta_v1::ListMeta).zero()),
]),
required: SharedSlice::Static(&[text("items")]),
additional: Additional::Unset,
};

pub(crate) static StatefulSetList: Definition = Definition {
name: "io.k8s.api.apps.v1.StatefulSetList",
schema: object(&StatefulSetList_members),
kinds: &[kind("apps", "v1", "StatefulSetList"), ],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "metadata", Wire::Message(&meta_v1::ListMeta), "v1.ListMeta").omit_empty(),
    wire(2, "items", Wire::Message(&StatefulSet), "[]v1.StatefulSet").list(),
] }),
published: true,
};

static StatefulSetOrdinals_members: Object = Object {
fields: SharedSlice::Static(&[
    field("start", INT32.zero()),
]),
required: SharedSlice::Static(&[]),
additional: Additional::Unset,
};

pub(crate) static StatefulSetOrdinals: Definition = Definition {
name: "io.k8s.api.apps.v1.StatefulSetOrdinals",
schema: object(&StatefulSetOrdinals_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "start", Wire::Int32, "int32"),
] }),
published: true,
};

static StatefulSetPersistentVolumeClaimRetentionPolicy_members: Object = Object {
fields: SharedSlice::Static(&[
    field("whenDeleted", TEXT),
    field("whenScaled", TEXT),
]),
required: SharedSlice::Static(&[]),
additional: Additional::Unset,
};

pub(crate) static StatefulSetPersistentVolumeClaimRetentionPolicy: Definition = Definition {
name: "io.k8s.api.apps.v1.StatefulSetPersistentVolumeClaimRetentionPolicy",
schema: object(&StatefulSetPersistentVolumeClaimRetentionPolicy_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "whenDeleted", Wire::String, "v1.PersistentVolumeClaimRetentionPolicyType").omit_empty(),
    wire(2, "whenScaled", Wire::String, "v1.PersistentVolumeClaimRetentionPolicyType").omit_empty(),
] }),
published: true,
};

static StatefulSetSpec_members: Object = Object {
fields: SharedSlice::Static(&[
    field("minReadySeconds", INT32),
    field("ordinals", refer(&StatefulSetOrdinals)),
    field("persistentVolumeClaimRetentionPolicy", refer(&StatefulSetPersistentVolumeClaimRetentionPolicy)),
    field("podManagementPolicy", TEXT),
    field("replicas", INT32),
    field("revisionHistoryLimit", INT32),
    field("selector", refer(&meta_v1::LabelSelector)),
    field("serviceName", TEXT.zero()),
    field("template", refer(&core_v1::PodTemplateSpec).zero()),
    field("updateStrategy", refer(&StatefulSetUpdateStrategy).zero()),
    field("volumeClaimTemplates", list(&pool::refer_core_v1_PersistentVolumeClaim_zero).list_type(ListType::Atomic)),
]),
required: SharedSlice::Static(&[text("selector"), text("template")]),
additional: Additional::Unset,
};

pub(crate) static StatefulSetSpec: Definition = Definition {
name: "io.k8s.api.apps.v1.StatefulSetSpec",
schema: object(&StatefulSetSpec_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "replicas", Wire::Int32, "int32").pointer().omit_empty(),
    wire(2, "selector", Wire::Message(&meta_v1::LabelSelector), "v1.LabelSelector").pointer(),
    wire(3, "template", Wire::Message(&core_v1::PodTemplateSpec), "v1.PodTemplateSpec"),
    wire(4, "volumeClaimTemplates", Wire::Message(&core_v1::PersistentVolumeClaim), "[]v1.PersistentVolumeClaim").list().omit_empty(),
    wire(5, "serviceName", Wire::String, "string"),
    wire(6, "podManagementPolicy", Wire::String, "v1.PodManagementPolicyType").omit_empty(),
    wire(7, "updateStrategy", Wire::Message(&StatefulSetUpdateStrategy), "v1.StatefulSetUpdateStrategy").omit_empty(),
    wire(8, "revisionHistoryLimit", Wire::Int32, "int32").pointer().omit_empty(),
    wire(9, "minReadySeconds", Wire::Int32, "int32").omit_empty(),
    wire(10, "persistentVolumeClaimRetentionPolicy", Wire::Message(&StatefulSetPersistentVolumeClaimRetentionPolicy), "v1.StatefulSetPersistentVolumeClaimRetentionPolicy").pointer().omit_empty(),
    wire(11, "ordinals", Wire::Message(&StatefulSetOrdinals), "v1.StatefulSetOrdinals").pointer().omit_empty(),
] }),
published: true,
};

static StatefulSetStatus_members: Object = Object {
fields: SharedSlice::Static(&[
    field("availableReplicas", INT32.zero()),
    field("collisionCount", INT32),
    field("conditions", list(&pool::refer_apps_v1_StatefulSetCondition_zero).list_type(ListType::Map).patch(PatchStrategy::Merge).extra(&pool::merge_keys_only_type_Some_type)),
    field("currentReplicas", INT32),
    field("currentRevision", TEXT),
    field("observedGeneration", INT64),
    field("readyReplicas", INT32),
    field("replicas", INT32.zero()),
    field("updateRevision", TEXT),
    field("updatedReplicas", INT32),
]),
required: SharedSlice::Static(&[text("replicas")]),
additional: Additional::Unset,
};

pub(crate) static StatefulSetStatus: Definition = Definition {
name: "io.k8s.api.apps.v1.StatefulSetStatus",
schema: object(&StatefulSetStatus_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "observedGeneration", Wire::Int64, "int64").omit_empty(),
    wire(2, "replicas", Wire::Int32, "int32"),
    wire(3, "readyReplicas", Wire::Int32, "int32").omit_empty(),
    wire(4, "currentReplicas", Wire::Int32, "int32").omit_empty(),
    wire(5, "updatedReplicas", Wire::Int32, "int32").omit_empty(),
    wire(6, "currentRevision", Wire::String, "string").omit_empty(),
    wire(7, "updateRevision", Wire::String, "string").omit_empty(),
    wire(9, "collisionCount", Wire::Int32, "int32").pointer().omit_empty(),
    wire(10, "conditions", Wire::Message(&StatefulSetCondition), "[]v1.StatefulSetCondition").list().omit_empty(),
    wire(11, "availableReplicas", Wire::Int32, "int32"),
] }),
published: true,
};

static StatefulSetUpdateStrategy_members: Object = Object {
fields: SharedSlice::Static(&[
    field("rollingUpdate", refer(&RollingUpdateStatefulSetStrategy)),
    field("type", TEXT),
]),
required: SharedSlice::Static(&[]),
additional: Additional::Unset,
};

pub(crate) static StatefulSetUpdateStrategy: Definition = Definition {
name: "io.k8s.api.apps.v1.StatefulSetUpdateStrategy",
schema: object(&StatefulSetUpdateStrategy_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "type", Wire::String, "v1.StatefulSetUpdateStrategyType").omit_empty(),
    wire(2, "rollingUpdate", Wire::Message(&RollingUpdateStatefulSetStrategy), "v1.RollingUpdateStatefulSetStrategy").pointer().omit_empty(),
] }),
published: true,
};
