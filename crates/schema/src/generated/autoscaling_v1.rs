//! Types of `autoscaling_v1`. Written by `cargo xtask codegen` from the target version's data; do not edit.

use crate::table::*;
use crate::*;
use super::meta_v1;
use super::resource;
use super::pool;

static ContainerResourceMetricSource_members: Object = Object {
fields: SharedSlice::Static(&[
    field("container", TEXT),
    field("name", TEXT),
    field("targetAverageUtilization", INT32),
    field("targetAverageValue", bare(&resource::Quantity)),
]),
required: SharedSlice::Static(&[]),
additional: Additional::Unset,
};

pub(crate) static ContainerResourceMetricSource: Definition = Definition {
name: "io.k8s.api.autoscaling.v1.ContainerResourceMetricSource",
schema: object(&ContainerResourceMetricSource_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "name", Wire::String, "v1.ResourceName"),
    wire(2, "targetAverageUtilization", Wire::Int32, "int32").pointer().omit_empty(),
    wire(3, "targetAverageValue", Wire::Message(&resource::Quantity), "resource.Quantity").pointer().omit_empty(),
    wire(5, "container", Wire::String, "string"),
] }),
published: false,
};

static ContainerResourceMetricStatus_members: Object = Object {
fields: SharedSlice::Static(&[
    field("container", TEXT),
    field("currentAverageUtilization", INT32),
    field("currentAverageValue", bare(&resource::Quantity)),
    field("name", TEXT),
]),
required: SharedSlice::Static(&[]),
additional: Additional::Unset,
};

pub(crate) static ContainerResourceMetricStatus: Definition = Definition {
name: "io.k8s.api.autoscaling.v1.ContainerResourceMetricStatus",
schema: object(&ContainerResourceMetricStatus_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "name", Wire::String, "v1.ResourceName"),
    wire(2, "currentAverageUtilization", Wire::Int32, "int32").pointer().omit_empty(),
    wire(3, "currentAverageValue", Wire::Message(&resource::Quantity), "resource.Quantity"),
    wire(4, "container", Wire::String, "string"),
] }),
published: false,
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
name: "io.k8s.api.autoscaling.v1.CrossVersionObjectReference",
schema: object(&CrossVersionObjectReference_members).map_type(MapType::Atomic),
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
    field("metricName", TEXT),
    field("metricSelector", bare(&meta_v1::LabelSelector)),
    field("targetAverageValue", bare(&resource::Quantity)),
    field("targetValue", bare(&resource::Quantity)),
]),
required: SharedSlice::Static(&[]),
additional: Additional::Unset,
};

pub(crate) static ExternalMetricSource: Definition = Definition {
name: "io.k8s.api.autoscaling.v1.ExternalMetricSource",
schema: object(&ExternalMetricSource_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "metricName", Wire::String, "string"),
    wire(2, "metricSelector", Wire::Message(&meta_v1::LabelSelector), "v1.LabelSelector").pointer().omit_empty(),
    wire(3, "targetValue", Wire::Message(&resource::Quantity), "resource.Quantity").pointer().omit_empty(),
    wire(4, "targetAverageValue", Wire::Message(&resource::Quantity), "resource.Quantity").pointer().omit_empty(),
] }),
published: false,
};

static ExternalMetricStatus_members: Object = Object {
fields: SharedSlice::Static(&[
    field("currentAverageValue", bare(&resource::Quantity)),
    field("currentValue", bare(&resource::Quantity)),
    field("metricName", TEXT),
    field("metricSelector", bare(&meta_v1::LabelSelector)),
]),
required: SharedSlice::Static(&[]),
additional: Additional::Unset,
};

pub(crate) static ExternalMetricStatus: Definition = Definition {
name: "io.k8s.api.autoscaling.v1.ExternalMetricStatus",
schema: object(&ExternalMetricStatus_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "metricName", Wire::String, "string"),
    wire(2, "metricSelector", Wire::Message(&meta_v1::LabelSelector), "v1.LabelSelector").pointer().omit_empty(),
    wire(3, "currentValue", Wire::Message(&resource::Quantity), "resource.Quantity"),
    wire(4, "currentAverageValue", Wire::Message(&resource::Quantity), "resource.Quantity").pointer().omit_empty(),
] }),
published: false,
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
name: "io.k8s.api.autoscaling.v1.HorizontalPodAutoscaler",
schema: object(&HorizontalPodAutoscaler_members),
kinds: &[kind("autoscaling", "v1", "HorizontalPodAutoscaler"), ],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "metadata", Wire::Message(&meta_v1::ObjectMeta), "v1.ObjectMeta").omit_empty(),
    wire(2, "spec", Wire::Message(&HorizontalPodAutoscalerSpec), "v1.HorizontalPodAutoscalerSpec").omit_empty(),
    wire(3, "status", Wire::Message(&HorizontalPodAutoscalerStatus), "v1.HorizontalPodAutoscalerStatus").omit_empty(),
] }),
published: true,
};

static HorizontalPodAutoscalerCondition_members: Object = Object {
fields: SharedSlice::Static(&[
    field("lastTransitionTime", bare(&meta_v1::Time)),
    field("message", TEXT),
    field("reason", TEXT),
    field("status", TEXT),
    field("type", TEXT),
]),
required: SharedSlice::Static(&[]),
additional: Additional::Unset,
};

pub(crate) static HorizontalPodAutoscalerCondition: Definition = Definition {
name: "io.k8s.api.autoscaling.v1.HorizontalPodAutoscalerCondition",
schema: object(&HorizontalPodAutoscalerCondition_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "type", Wire::String, "v1.HorizontalPodAutoscalerConditionType"),
    wire(2, "status", Wire::String, "v1.ConditionStatus"),
    wire(3, "lastTransitionTime", Wire::Message(&meta_v1::Time), "v1.Time").omit_empty(),
    wire(4, "reason", Wire::String, "string").omit_empty(),
    wire(5, "message", Wire::String, "string").omit_empty(),
] }),
published: false,
};

static HorizontalPodAutoscalerList_members: Object = Object {
fields: SharedSlice::Static(&[
    field("apiVersion", TEXT),
    field("items", list(&pool::refer_autoscaling_v1_HorizontalPodAutoscaler_zero)),
    field("kind", TEXT),
    field("metadata", refer(&meta_v1::ListMeta).zero()),
]),
required: SharedSlice::Static(&[text("items")]),
additional: Additional::Unset,
};

pub(crate) static HorizontalPodAutoscalerList: Definition = Definition {
name: "io.k8s.api.autoscaling.v1.HorizontalPodAutoscalerList",
schema: object(&HorizontalPodAutoscalerList_members),
kinds: &[kind("autoscaling", "v1", "HorizontalPodAutoscalerList"), ],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "metadata", Wire::Message(&meta_v1::ListMeta), "v1.ListMeta").omit_empty(),
    wire(2, "items", Wire::Message(&HorizontalPodAutoscaler), "[]v1.HorizontalPodAutoscaler").list(),
] }),
published: true,
};

static HorizontalPodAutoscalerSpec_members: Object = Object {
fields: SharedSlice::Static(&[
    field("maxReplicas", INT32.zero()),
    field("minReplicas", INT32),
    field("scaleTargetRef", refer(&CrossVersionObjectReference).zero()),
    field("targetCPUUtilizationPercentage", INT32),
]),
required: SharedSlice::Static(&[text("scaleTargetRef"), text("maxReplicas")]),
additional: Additional::Unset,
};

pub(crate) static HorizontalPodAutoscalerSpec: Definition = Definition {
name: "io.k8s.api.autoscaling.v1.HorizontalPodAutoscalerSpec",
schema: object(&HorizontalPodAutoscalerSpec_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "scaleTargetRef", Wire::Message(&CrossVersionObjectReference), "v1.CrossVersionObjectReference"),
    wire(2, "minReplicas", Wire::Int32, "int32").pointer().omit_empty(),
    wire(3, "maxReplicas", Wire::Int32, "int32"),
    wire(4, "targetCPUUtilizationPercentage", Wire::Int32, "int32").pointer().omit_empty(),
] }),
published: true,
};

static HorizontalPodAutoscalerStatus_members: Object = Object {
fields: SharedSlice::Static(&[
    field("currentCPUUtilizationPercentage", INT32),
    field("currentReplicas", INT32.zero()),
    field("desiredReplicas", INT32.zero()),
    field("lastScaleTime", refer(&meta_v1::Time)),
    field("observedGeneration", INT64),
]),
required: SharedSlice::Static(&[text("currentReplicas"), text("desiredReplicas")]),
additional: Additional::Unset,
};

pub(crate) static HorizontalPodAutoscalerStatus: Definition = Definition {
name: "io.k8s.api.autoscaling.v1.HorizontalPodAutoscalerStatus",
schema: object(&HorizontalPodAutoscalerStatus_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "observedGeneration", Wire::Int64, "int64").pointer().omit_empty(),
    wire(2, "lastScaleTime", Wire::Message(&meta_v1::Time), "v1.Time").pointer().omit_empty(),
    wire(3, "currentReplicas", Wire::Int32, "int32"),
    wire(4, "desiredReplicas", Wire::Int32, "int32"),
    wire(5, "currentCPUUtilizationPercentage", Wire::Int32, "int32").pointer().omit_empty(),
] }),
published: true,
};

static MetricSpec_members: Object = Object {
fields: SharedSlice::Static(&[
    field("containerResource", bare(&ContainerResourceMetricSource)),
    field("external", bare(&ExternalMetricSource)),
    field("object", bare(&ObjectMetricSource)),
    field("pods", bare(&PodsMetricSource)),
    field("resource", bare(&ResourceMetricSource)),
    field("type", TEXT),
]),
required: SharedSlice::Static(&[]),
additional: Additional::Unset,
};

pub(crate) static MetricSpec: Definition = Definition {
name: "io.k8s.api.autoscaling.v1.MetricSpec",
schema: object(&MetricSpec_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "type", Wire::String, "v1.MetricSourceType"),
    wire(2, "object", Wire::Message(&ObjectMetricSource), "v1.ObjectMetricSource").pointer().omit_empty(),
    wire(3, "pods", Wire::Message(&PodsMetricSource), "v1.PodsMetricSource").pointer().omit_empty(),
    wire(4, "resource", Wire::Message(&ResourceMetricSource), "v1.ResourceMetricSource").pointer().omit_empty(),
    wire(5, "external", Wire::Message(&ExternalMetricSource), "v1.ExternalMetricSource").pointer().omit_empty(),
    wire(7, "containerResource", Wire::Message(&ContainerResourceMetricSource), "v1.ContainerResourceMetricSource").pointer().omit_empty(),
] }),
published: false,
};

static MetricStatus_members: Object = Object {
fields: SharedSlice::Static(&[
    field("containerResource", bare(&ContainerResourceMetricStatus)),
    field("external", bare(&ExternalMetricStatus)),
    field("object", bare(&ObjectMetricStatus)),
    field("pods", bare(&PodsMetricStatus)),
    field("resource", bare(&ResourceMetricStatus)),
    field("type", TEXT),
]),
required: SharedSlice::Static(&[]),
additional: Additional::Unset,
};

pub(crate) static MetricStatus: Definition = Definition {
name: "io.k8s.api.autoscaling.v1.MetricStatus",
schema: object(&MetricStatus_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "type", Wire::String, "v1.MetricSourceType"),
    wire(2, "object", Wire::Message(&ObjectMetricStatus), "v1.ObjectMetricStatus").pointer().omit_empty(),
    wire(3, "pods", Wire::Message(&PodsMetricStatus), "v1.PodsMetricStatus").pointer().omit_empty(),
    wire(4, "resource", Wire::Message(&ResourceMetricStatus), "v1.ResourceMetricStatus").pointer().omit_empty(),
    wire(5, "external", Wire::Message(&ExternalMetricStatus), "v1.ExternalMetricStatus").pointer().omit_empty(),
    wire(7, "containerResource", Wire::Message(&ContainerResourceMetricStatus), "v1.ContainerResourceMetricStatus").pointer().omit_empty(),
] }),
published: false,
};

static ObjectMetricSource_members: Object = Object {
fields: SharedSlice::Static(&[
    field("averageValue", bare(&resource::Quantity)),
    field("metricName", TEXT),
    field("selector", bare(&meta_v1::LabelSelector)),
    field("target", bare(&CrossVersionObjectReference)),
    field("targetValue", bare(&resource::Quantity)),
]),
required: SharedSlice::Static(&[]),
additional: Additional::Unset,
};

pub(crate) static ObjectMetricSource: Definition = Definition {
name: "io.k8s.api.autoscaling.v1.ObjectMetricSource",
schema: object(&ObjectMetricSource_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "target", Wire::Message(&CrossVersionObjectReference), "v1.CrossVersionObjectReference"),
    wire(2, "metricName", Wire::String, "string"),
    wire(3, "targetValue", Wire::Message(&resource::Quantity), "resource.Quantity"),
    wire(4, "selector", Wire::Message(&meta_v1::LabelSelector), "v1.LabelSelector").pointer().omit_empty(),
    wire(5, "averageValue", Wire::Message(&resource::Quantity), "resource.Quantity").pointer().omit_empty(),
] }),
published: false,
};

static ObjectMetricStatus_members: Object = Object {
fields: SharedSlice::Static(&[
    field("averageValue", bare(&resource::Quantity)),
    field("currentValue", bare(&resource::Quantity)),
    field("metricName", TEXT),
    field("selector", bare(&meta_v1::LabelSelector)),
    field("target", bare(&CrossVersionObjectReference)),
]),
required: SharedSlice::Static(&[]),
additional: Additional::Unset,
};

pub(crate) static ObjectMetricStatus: Definition = Definition {
name: "io.k8s.api.autoscaling.v1.ObjectMetricStatus",
schema: object(&ObjectMetricStatus_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "target", Wire::Message(&CrossVersionObjectReference), "v1.CrossVersionObjectReference"),
    wire(2, "metricName", Wire::String, "string"),
    wire(3, "currentValue", Wire::Message(&resource::Quantity), "resource.Quantity"),
    wire(4, "selector", Wire::Message(&meta_v1::LabelSelector), "v1.LabelSelector").pointer().omit_empty(),
    wire(5, "averageValue", Wire::Message(&resource::Quantity), "resource.Quantity").pointer().omit_empty(),
] }),
published: false,
};

static PodsMetricSource_members: Object = Object {
fields: SharedSlice::Static(&[
    field("metricName", TEXT),
    field("selector", bare(&meta_v1::LabelSelector)),
    field("targetAverageValue", bare(&resource::Quantity)),
]),
required: SharedSlice::Static(&[]),
additional: Additional::Unset,
};

pub(crate) static PodsMetricSource: Definition = Definition {
name: "io.k8s.api.autoscaling.v1.PodsMetricSource",
schema: object(&PodsMetricSource_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "metricName", Wire::String, "string"),
    wire(2, "targetAverageValue", Wire::Message(&resource::Quantity), "resource.Quantity"),
    wire(3, "selector", Wire::Message(&meta_v1::LabelSelector), "v1.LabelSelector").pointer().omit_empty(),
] }),
published: false,
};

static PodsMetricStatus_members: Object = Object {
fields: SharedSlice::Static(&[
    field("currentAverageValue", bare(&resource::Quantity)),
    field("metricName", TEXT),
    field("selector", bare(&meta_v1::LabelSelector)),
]),
required: SharedSlice::Static(&[]),
additional: Additional::Unset,
};

pub(crate) static PodsMetricStatus: Definition = Definition {
name: "io.k8s.api.autoscaling.v1.PodsMetricStatus",
schema: object(&PodsMetricStatus_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "metricName", Wire::String, "string"),
    wire(2, "currentAverageValue", Wire::Message(&resource::Quantity), "resource.Quantity"),
    wire(3, "selector", Wire::Message(&meta_v1::LabelSelector), "v1.LabelSelector").pointer().omit_empty(),
] }),
published: false,
};

static ResourceMetricSource_members: Object = Object {
fields: SharedSlice::Static(&[
    field("name", TEXT),
    field("targetAverageUtilization", INT32),
    field("targetAverageValue", bare(&resource::Quantity)),
]),
required: SharedSlice::Static(&[]),
additional: Additional::Unset,
};

pub(crate) static ResourceMetricSource: Definition = Definition {
name: "io.k8s.api.autoscaling.v1.ResourceMetricSource",
schema: object(&ResourceMetricSource_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "name", Wire::String, "v1.ResourceName"),
    wire(2, "targetAverageUtilization", Wire::Int32, "int32").pointer().omit_empty(),
    wire(3, "targetAverageValue", Wire::Message(&resource::Quantity), "resource.Quantity").pointer().omit_empty(),
] }),
published: false,
};

static ResourceMetricStatus_members: Object = Object {
fields: SharedSlice::Static(&[
    field("currentAverageUtilization", INT32),
    field("currentAverageValue", bare(&resource::Quantity)),
    field("name", TEXT),
]),
required: SharedSlice::Static(&[]),
additional: Additional::Unset,
};

pub(crate) static ResourceMetricStatus: Definition = Definition {
name: "io.k8s.api.autoscaling.v1.ResourceMetricStatus",
schema: object(&ResourceMetricStatus_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "name", Wire::String, "v1.ResourceName"),
    wire(2, "currentAverageUtilization", Wire::Int32, "int32").pointer().omit_empty(),
    wire(3, "currentAverageValue", Wire::Message(&resource::Quantity), "resource.Quantity"),
] }),
published: false,
};

static Scale_members: Object = Object {
fields: SharedSlice::Static(&[
    field("apiVersion", TEXT),
    field("kind", TEXT),
    field("metadata", refer(&meta_v1::ObjectMeta).zero()),
    field("spec", refer(&ScaleSpec).zero()),
    field("status", refer(&ScaleStatus).zero()),
]),
required: SharedSlice::Static(&[]),
additional: Additional::Unset,
};

pub(crate) static Scale: Definition = Definition {
name: "io.k8s.api.autoscaling.v1.Scale",
schema: object(&Scale_members),
kinds: &[kind("autoscaling", "v1", "Scale"), ],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "metadata", Wire::Message(&meta_v1::ObjectMeta), "v1.ObjectMeta").omit_empty(),
    wire(2, "spec", Wire::Message(&ScaleSpec), "v1.ScaleSpec").omit_empty(),
    wire(3, "status", Wire::Message(&ScaleStatus), "v1.ScaleStatus").omit_empty(),
] }),
published: true,
};

static ScaleSpec_members: Object = Object {
fields: SharedSlice::Static(&[
    field("replicas", INT32.zero()),
]),
required: SharedSlice::Static(&[]),
additional: Additional::Unset,
};

pub(crate) static ScaleSpec: Definition = Definition {
name: "io.k8s.api.autoscaling.v1.ScaleSpec",
schema: object(&ScaleSpec_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "replicas", Wire::Int32, "int32").omit_empty(),
] }),
published: true,
};

static ScaleStatus_members: Object = Object {
fields: SharedSlice::Static(&[
    field("replicas", INT32.zero()),
    field("selector", TEXT),
]),
required: SharedSlice::Static(&[text("replicas")]),
additional: Additional::Unset,
};

pub(crate) static ScaleStatus: Definition = Definition {
name: "io.k8s.api.autoscaling.v1.ScaleStatus",
schema: object(&ScaleStatus_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "replicas", Wire::Int32, "int32"),
    wire(2, "selector", Wire::String, "string").omit_empty(),
] }),
published: true,
};
