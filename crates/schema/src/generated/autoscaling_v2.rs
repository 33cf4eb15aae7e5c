//! Types of `autoscaling_v2`. Written by `cargo xtask codegen` from the target version's data; do not edit.

use crate::table::*;
use crate::*;
use super::meta_v1;
use super::resource;
use super::pool;

static ContainerResourceMetricSource_members: Object = Object {
fields: SharedSlice::Static(&[
    field("container", TEXT.zero()),
    field("name", TEXT.zero()),
    field("target", refer(&MetricTarget).zero()),
]),
required: SharedSlice::Static(&[text("name"), text("target"), text("container")]),
additional: Additional::Unset,
};

pub(crate) static ContainerResourceMetricSource: Definition = Definition {
name: "io.k8s.api.autoscaling.v2.ContainerResourceMetricSource",
schema: object(&ContainerResourceMetricSource_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "name", Wire::String, "v1.ResourceName"),
    wire(2, "target", Wire::Message(&MetricTarget), "v2.MetricTarget"),
    wire(3, "container", Wire::String, "string"),
] }),
published: true,
};

static ContainerResourceMetricStatus_members: Object = Object {
fields: SharedSlice::Static(&[
    field("container", TEXT.zero()),
    field("current", refer(&MetricValueStatus).zero()),
    field("name", TEXT.zero()),
]),
required: SharedSlice::Static(&[text("name"), text("current"), text("container")]),
additional: Additional::Unset,
};

pub(crate) static ContainerResourceMetricStatus: Definition = Definition {
name: "io.k8s.api.autoscaling.v2.ContainerResourceMetricStatus",
schema: object(&ContainerResourceMetricStatus_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "name", Wire::String, "v1.ResourceName"),
    wire(2, "current", Wire::Message(&MetricValueStatus), "v2.MetricValueStatus"),
    wire(3, "container", Wire::String, "string"),
] }),
published: true,
};

static CrossVersionObjectReference_members: Object = Object {
fields: SharedSlice::Static(&[
    field("apiVersion", TEXT),
    field("kind", TEXT.zero()),
    field("name", TEXT.zero()),
]),
required: SharedSlice::Static(&[text("kind"), text("name")]),
additional: Additional::Unset,
};

pub(crate) static CrossVersionObjectReference: Definition = Definition {
name: "io.k8s.api.autoscaling.v2.CrossVersionObjectReference",
schema: object(&CrossVersionObjectReference_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "kind", Wire::String, "string"),
    wire(2, "name", Wire::String, "string"),
    wire(3, "apiVersion", Wire::String, "string").omit_empty(),
] }),
published: true,
};

static ExternalMetricSource_members: Object = Object {
fields: SharedSlice::Static(&[
    field("metric", refer(&MetricIdentifier).zero()),
    field("target", refer(&MetricTarget).zero()),
]),
required: SharedSlice::Static(&[text("metric"), text("target")]),
additional: Additional::Unset,
};

pub(crate) static ExternalMetricSource: Definition = Definition {
name: "io.k8s.api.autoscaling.v2.ExternalMetricSource",
schema: object(&ExternalMetricSource_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "metric", Wire::Message(&MetricIdentifier), "v2.MetricIdentifier"),
    wire(2, "target", Wire::Message(&MetricTarget), "v2.MetricTarget"),
] }),
published: true,
};

static ExternalMetricStatus_members: Object = Object {
fields: SharedSlice::Static(&[
    field("current", refer(&MetricValueStatus).zero()),
    field("metric", refer(&MetricIdentifier).zero()),
]),
required: SharedSlice::Static(&[text("metric"), text("current")]),
additional: Additional::Unset,
};

pub(crate) static ExternalMetricStatus: Definition = Definition {
name: "io.k8s.api.autoscaling.v2.ExternalMetricStatus",
schema: object(&ExternalMetricStatus_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "metric", Wire::Message(&MetricIdentifier), "v2.MetricIdentifier"),
    wire(2, "current", Wire::Message(&MetricValueStatus), "v2.MetricValueStatus"),
] }),
published: true,
};

static HPAScalingPolicy_members: Object = Object {
fields: SharedSlice::Static(&[
    field("periodSeconds", INT32.zero()),
    field("type", TEXT.zero()),
    field("value", INT32.zero()),
]),
required: SharedSlice::Static(&[text("type"), text("value"), text("periodSeconds")]),
additional: Additional::Unset,
};

pub(crate) static HPAScalingPolicy: Definition = Definition {
name: "io.k8s.api.autoscaling.v2.HPAScalingPolicy",
schema: object(&HPAScalingPolicy_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "type", Wire::String, "v2.HPAScalingPolicyType"),
    wire(2, "value", Wire::Int32, "int32"),
    wire(3, "periodSeconds", Wire::Int32, "int32"),
] }),
published: true,
};

static HPAScalingRules_members: Object = Object {
fields: SharedSlice::Static(&[
    field("policies", list(&pool::refer_autoscaling_v2_HPAScalingPolicy_zero).list_type(ListType::Atomic)),
    field("selectPolicy", TEXT),
    field("stabilizationWindowSeconds", INT32),
    field("tolerance", refer(&resource::Quantity)),
]),
required: SharedSlice::Static(&[]),
additional: Additional::Unset,
};

pub(crate) static HPAScalingRules: Definition = Definition {
name: "io.k8s.api.autoscaling.v2.HPAScalingRules",
schema: object(&HPAScalingRules_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "selectPolicy", Wire::String, "v2.ScalingPolicySelect").pointer().omit_empty(),
    wire(2, "policies", Wire::Message(&HPAScalingPolicy), "[]v2.HPAScalingPolicy").list().omit_empty(),
    wire(3, "stabilizationWindowSeconds", Wire::Int32, "int32").pointer().omit_empty(),
    wire(4, "tolerance", Wire::Message(&resource::Quantity), "resource.Quantity").pointer().omit_empty(),
] }),
published: true,
};

static HorizontalPodAutoscaler_members: Object = Object {
fields: SharedSlice::Static(&[
    field("apiVersion", TEXT),
    field("kind", TEXT),
    field("metadata", refer(&meta_v1::ObjectMeta).zero()),
    field("spec", refer(&HorizontalPodAutoscalerSpec).zero()),
    field("status", refer(&HorizontalPodAutoscalerStatus).zero()),
]),
required: SharedSlice::Static(&[text("spec")]),
additional: Additional::Unset,
};

pub(crate) static HorizontalPodAutoscaler: Definition = Definition {
name: "io.k8s.api.autoscaling.v2.HorizontalPodAutoscaler",
schema: object(&HorizontalPodAutoscaler_members),
kinds: &[kind("autoscaling", "v2", "HorizontalPodAutoscaler"), ],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "metadata", Wire::Message(&meta_v1::ObjectMeta), "v1.ObjectMeta").omit_empty(),
    wire(2, "spec", Wire::Message(&HorizontalPodAutoscalerSpec), "v2.HorizontalPodAutoscalerSpec").omit_empty(),
    wire(3, "status", Wire::Message(&HorizontalPodAutoscalerStatus), "v2.HorizontalPodAutoscalerStatus").omit_empty(),
] }),
published: true,
};

static HorizontalPodAutoscalerBehavior_members: Object = Object {
fields: SharedSlice::Static(&[
    field("scaleDown", refer(&HPAScalingRules)),
    field("scaleUp", refer(&HPAScalingRules)),
]),
required: SharedSlice::Static(&[]),
additional: Additional::Unset,
};

pub(crate) static HorizontalPodAutoscalerBehavior: Definition = Definition {
name: "io.k8s.api.autoscaling.v2.HorizontalPodAutoscalerBehavior",
schema: object(&HorizontalPodAutoscalerBehavior_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "scaleUp", Wire::Message(&HPAScalingRules), "v2.HPAScalingRules").pointer().omit_empty(),
    wire(2, "scaleDown", Wire::Message(&HPAScalingRules), "v2.HPAScalingRules").pointer().omit_empty(),
] }),
published: true,
};

static HorizontalPodAutoscalerCondition_members: Object = Object {
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

pub(crate) static HorizontalPodAutoscalerCondition: Definition = Definition {
name: "io.k8s.api.autoscaling.v2.HorizontalPodAutoscalerCondition",
schema: object(&HorizontalPodAutoscalerCondition_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "type", Wire::String, "v2.HorizontalPodAutoscalerConditionType"),
    wire(2, "status", Wire::String, "v1.ConditionStatus"),
    wire(3, "lastTransitionTime", Wire::Message(&meta_v1::Time), "v1.Time").omit_empty(),
    wire(4, "reason", Wire::String, "string").omit_empty(),
    wire(5, "message", Wire::String, "string").omit_empty(),
] }),
published: true,
};

static HorizontalPodAutoscalerList_members: Object = Object {
fields: SharedSlice::Static(&[
    field("apiVersion", TEXT),
    field("items", list(&pool::refer_autoscaling_v2_HorizontalPodAutoscaler_zero)),
    field("kind", TEXT),
    field("metadata", refer(&meta_v1::ListMeta).zero()),
]),
required: SharedSlice::Static(&[text("items")]),
additional: Additional::Unset,
};

pub(crate) static HorizontalPodAutoscalerList: Definition = Definition {
name: "io.k8s.api.autoscaling.v2.HorizontalPodAutoscalerList",
schema: object(&HorizontalPodAutoscalerList_members),
kinds: &[kind("autoscaling", "v2", "HorizontalPodAutoscalerList"), ],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "metadata", Wire::Message(&meta_v1::ListMeta), "v1.ListMeta").omit_empty(),
    wire(2, "items", Wire::Message(&HorizontalPodAutoscaler), "[]v2.HorizontalPodAutoscaler").list(),
] }),
published: true,
};

static HorizontalPodAutoscalerSpec_members: Object = Object {
fields: SharedSlice::Static(&[
    field("behavior", refer(&HorizontalPodAutoscalerBehavior)),
    field("maxReplicas", INT32.zero()),
    field("metrics", list(&pool::refer_autoscaling_v2_MetricSpec_zero).list_type(ListType::Atomic)),
    field("minReplicas", INT32),
    field("scaleTargetRef", refer(&CrossVersionObjectReference).zero()),
]),
required: SharedSlice::Static(&[text("scaleTargetRef"), text("maxReplicas")]),
additional: Additional::Unset,
};

pub(crate) static HorizontalPodAutoscalerSpec: Definition = Definition {
name: "io.k8s.api.autoscaling.v2.HorizontalPodAutoscalerSpec",
schema: object(&HorizontalPodAutoscalerSpec_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "scaleTargetRef", Wire::Message(&CrossVersionObjectReference), "v2.CrossVersionObjectReference"),
    wire(2, "minReplicas", Wire::Int32, "int32").pointer().omit_empty(),
    wire(3, "maxReplicas", Wire::Int32, "int32"),
    wire(4, "metrics", Wire::Message(&MetricSpec), "[]v2.MetricSpec").list().omit_empty(),
    wire(5, "behavior", Wire::Message(&HorizontalPodAutoscalerBehavior), "v2.HorizontalPodAutoscalerBehavior").pointer().omit_empty(),
] }),
published: true,
};

static HorizontalPodAutoscalerStatus_members: Object = Object {
fields: SharedSlice::Static(&[
    field("conditions", list(&pool::refer_autoscaling_v2_HorizontalPodAutoscalerCondition_zero).list_type(ListType::Map).patch(PatchStrategy::Merge).extra(&pool::merge_keys_only_type_Some_type)),
    field("currentMetrics", list(&pool::refer_autoscaling_v2_MetricStatus_zero).list_type(ListType::Atomic)),
    field("currentReplicas", INT32),
    field("desiredReplicas", INT32.zero()),
    field("lastScaleTime", refer(&meta_v1::Time)),
    field("observedGeneration", INT64),
]),
required: SharedSlice::Static(&[text("desiredReplicas")]),
additional: Additional::Unset,
};

pub(crate) static HorizontalPodAutoscalerStatus: Definition = Definition {
name: "io.k8s.api.autoscaling.v2.HorizontalPodAutoscalerStatus",
schema: object(&HorizontalPodAutoscalerStatus_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "observedGeneration", Wire::Int64, "int64").pointer().omit_empty(),
    wire(2, "lastScaleTime", Wire::Message(&meta_v1::Time), "v1.Time").pointer().omit_empty(),
    wire(3, "currentReplicas", Wire::Int32, "int32").omit_empty(),
    wire(4, "desiredReplicas", Wire::Int32, "int32"),
    wire(5, "currentMetrics", Wire::Message(&MetricStatus), "[]v2.MetricStatus").list(),
    wire(6, "conditions", Wire::Message(&HorizontalPodAutoscalerCondition), "[]v2.HorizontalPodAutoscalerCondition").list().omit_empty(),
] }),
published: true,
};

static MetricIdentifier_members: Object = Object {
fields: SharedSlice::Static(&[
    field("name", TEXT.zero()),
    field("selector", refer(&meta_v1::LabelSelector)),
]),
required: SharedSlice::Static(&[text("name")]),
additional: Additional::Unset,
};

pub(crate) static MetricIdentifier: Definition = Definition {
name: "io.k8s.api.autoscaling.v2.MetricIdentifier",
schema: object(&MetricIdentifier_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "name", Wire::String, "string"),
    wire(2, "selector", Wire::Message(&meta_v1::LabelSelector), "v1.LabelSelector").pointer().omit_empty(),
] }),
published: true,
};

static MetricSpec_members: Object = Object {
fields: SharedSlice::Static(&[
    field("containerResource", refer(&ContainerResourceMetricSource)),
    field("external", refer(&ExternalMetricSource)),
    field("object", refer(&ObjectMetricSource)),
    field("pods", refer(&PodsMetricSource)),
    field("resource", refer(&ResourceMetricSource)),
    field("type", TEXT.zero()),
]),
required: SharedSlice::Static(&[text("type")]),
additional: Additional::Unset,
};

pub(crate) static MetricSpec: Definition = Definition {
name: "io.k8s.api.autoscaling.v2.MetricSpec",
schema: object(&MetricSpec_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "type", Wire::String, "v2.MetricSourceType"),
    wire(2, "object", Wire::Message(&ObjectMetricSource), "v2.ObjectMetricSource").pointer().omit_empty(),
    wire(3, "pods", Wire::Message(&PodsMetricSource), "v2.PodsMetricSource").pointer().omit_empty(),
    wire(4, "resource", Wire::Message(&ResourceMetricSource), "v2.ResourceMetricSource").pointer().omit_empty(),
    wire(5, "external", Wire::Message(&ExternalMetricSource), "v2.ExternalMetricSource").pointer().omit_empty(),
    wire(7, "containerResource", Wire::Message(&ContainerResourceMetricSource), "v2.ContainerResourceMetricSource").pointer().omit_empty(),
] }),
published: true,
};

static MetricStatus_members: Object = Object {
fields: SharedSlice::Static(&[
    field("containerResource", refer(&ContainerResourceMetricStatus)),
    field("external", refer(&ExternalMetricStatus)),
    field("object", refer(&ObjectMetricStatus)),
    field("pods", refer(&PodsMetricStatus)),
    field("resource", refer(&ResourceMetricStatus)),
    field("type", TEXT.zero()),
]),
required: SharedSlice::Static(&[text("type")]),
additional: Additional::Unset,
};

pub(crate) static MetricStatus: Definition = Definition {
name: "io.k8s.api.autoscaling.v2.MetricStatus",
schema: object(&MetricStatus_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "type", Wire::String, "v2.MetricSourceType"),
    wire(2, "object", Wire::Message(&ObjectMetricStatus), "v2.ObjectMetricStatus").pointer().omit_empty(),
    wire(3, "pods", Wire::Message(&PodsMetricStatus), "v2.PodsMetricStatus").pointer().omit_empty(),
    wire(4, "resource", Wire::Message(&ResourceMetricStatus), "v2.ResourceMetricStatus").pointer().omit_empty(),
    wire(5, "external", Wire::Message(&ExternalMetricStatus), "v2.ExternalMetricStatus").pointer().omit_empty(),
    wire(7, "containerResource", Wire::Message(&ContainerResourceMetricStatus), "v2.ContainerResourceMetricStatus").pointer().omit_empty(),
] }),
published: true,
};

static MetricTarget_members: Object = Object {
fields: SharedSlice::Static(&[
    field("averageUtilization", INT32),
    field("averageValue", refer(&resource::Quantity)),
    field("type", TEXT.zero()),
    field("value", refer(&resource::Quantity)),
]),
required: SharedSlice::Static(&[text("type")]),
additional: Additional::Unset,
};

pub(crate) static MetricTarget: Definition = Definition {
name: "io.k8s.api.autoscaling.v2.MetricTarget",
schema: object(&MetricTarget_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "type", Wire::String, "v2.MetricTargetType"),
    wire(2, "value", Wire::Message(&resource::Quantity), "resource.Quantity").pointer().omit_empty(),
    wire(3, "averageValue", Wire::Message(&resource::Quantity), "resource.Quantity").pointer().omit_empty(),
    wire(4, "averageUtilization", Wire::Int32, "int32").pointer().omit_empty(),
] }),
published: true,
};

static MetricValueStatus_members: Object = Object {
fields: SharedSlice::Static(&[
    field("averageUtilization", INT32),
    field("averageValue", refer(&resource::Quantity)),
    field("value", refer(&resource::Quantity)),
]),
required: SharedSlice::Static(&[]),
additional: Additional::Unset,
};

pub(crate) static MetricValueStatus: Definition = Definition {
name: "io.k8s.api.autoscaling.v2.MetricValueStatus",
schema: object(&MetricValueStatus_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "value", Wire::Message(&resource::Quantity), "resource.Quantity").pointer().omit_empty(),
    wire(2, "averageValue", Wire::Message(&resource::Quantity), "resource.Quantity").pointer().omit_empty(),
    wire(3, "averageUtilization", Wire::Int32, "int32").pointer().omit_empty(),
] }),
published: true,
};

static ObjectMetricSource_members: Object = Object {
fields: SharedSlice::Static(&[
    field("describedObject", refer(&CrossVersionObjectReference).zero()),
    field("metric", refer(&MetricIdentifier).zero()),
    field("target", refer(&MetricTarget).zero()),
]),
required: SharedSlice::Static(&[text("describedObject"), text("target"), text("metric")]),
additional: Additional::Unset,
};

pub(crate) static ObjectMetricSource: Definition = Definition {
name: "io.k8s.api.autoscaling.v2.ObjectMetricSource",
schema: object(&ObjectMetricSource_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "describedObject", Wire::Message(&CrossVersionObjectReference), "v2.CrossVersionObjectReference"),
    wire(2, "target", Wire::Message(&MetricTarget), "v2.MetricTarget"),
    wire(3, "metric", Wire::Message(&MetricIdentifier), "v2.MetricIdentifier"),
] }),
published: true,
};

static ObjectMetricStatus_members: Object = Object {
fields: SharedSlice::Static(&[
    field("current", refer(&MetricValueStatus).zero()),
    field("describedObject", refer(&CrossVersionObjectReference).zero()),
    field("metric", refer(&MetricIdentifier).zero()),
]),
required: SharedSlice::Static(&[text("metric"), text("current"), text("describedObject")]),
additional: Additional::Unset,
};

pub(crate) static ObjectMetricStatus: Definition = Definition {
name: "io.k8s.api.autoscaling.v2.ObjectMetricStatus",
schema: object(&ObjectMetricStatus_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "metric", Wire::Message(&MetricIdentifier), "v2.MetricIdentifier"),
    wire(2, "current", Wire::Message(&MetricValueStatus), "v2.MetricValueStatus"),
    wire(3, "describedObject", Wire::Message(&CrossVersionObjectReference), "v2.CrossVersionObjectReference"),
] }),
published: true,
};

static PodsMetricSource_members: Object = Object {
fields: SharedSlice::Static(&[
    field("metric", refer(&MetricIdentifier).zero()),
    field("target", refer(&MetricTarget).zero()),
]),
required: SharedSlice::Static(&[text("metric"), text("target")]),
additional: Additional::Unset,
};

pub(crate) static PodsMetricSource: Definition = Definition {
name: "io.k8s.api.autoscaling.v2.PodsMetricSource",
schema: object(&PodsMetricSource_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "metric", Wire::Message(&MetricIdentifier), "v2.MetricIdentifier"),
    wire(2, "target", Wire::Message(&MetricTarget), "v2.MetricTarget"),
] }),
published: true,
};

static PodsMetricStatus_members: Object = Object {
fields: SharedSlice::Static(&[
    field("current", refer(&MetricValueStatus).zero()),
    field("metric", refer(&MetricIdentifier).zero()),
]),
required: SharedSlice::Static(&[text("metric"), text("current")]),
additional: Additional::Unset,
};

pub(crate) static PodsMetricStatus: Definition = Definition {
name: "io.k8s.api.autoscaling.v2.PodsMetricStatus",
schema: object(&PodsMetricStatus_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "metric", Wire::Message(&MetricIdentifier), "v2.MetricIdentifier"),
    wire(2, "current", Wire::Message(&MetricValueStatus), "v2.MetricValueStatus"),
] }),
published: true,
};

static ResourceMetricSource_members: Object = Object {
fields: SharedSlice::Static(&[
    field("name", TEXT.zero()),
    field("target", refer(&MetricTarget).zero()),
]),
required: SharedSlice::Static(&[text("name"), text("target")]),
additional: Additional::Unset,
};

pub(crate) static ResourceMetricSource: Definition = Definition {
name: "io.k8s.api.autoscaling.v2.ResourceMetricSource",
schema: object(&ResourceMetricSource_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "name", Wire::String, "v1.ResourceName"),
    wire(2, "target", Wire::Message(&MetricTarget), "v2.MetricTarget"),
] }),
published: true,
};

static ResourceMetricStatus_members: Object = Object {
fields: SharedSlice::Static(&[
    field("current", refer(&MetricValueStatus).zero()),
    field("name", TEXT.zero()),
]),
required: SharedSlice::Static(&[text("name"), text("current")]),
additional: Additional::Unset,
};

pub(crate) static ResourceMetricStatus: Definition = Definition {
name: "io.k8s.api.autoscaling.v2.ResourceMetricStatus",
schema: object(&ResourceMetricStatus_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "name", Wire::String, "v1.ResourceName"),
    wire(2, "current", Wire::Message(&MetricValueStatus), "v2.MetricValueStatus"),
] }),
published: true,
};
