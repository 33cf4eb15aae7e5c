//! Types of `policy_v1`. Written by `cargo xtask codegen` from the target version's data; do not edit.

use crate::table::*;
use crate::*;
use super::intstr;
use super::meta_v1;
use super::pool;

static Eviction_members: Object = Object {
fields: SharedSlice::Static(&[
    field("apiVersion", TEXT),
    field("deleteOptions", refer(&meta_v1::DeleteOptions)),
    field("kind", TEXT),
    field("metadata", refer(&meta_v1::ObjectMeta).zero()),
]),
required: SharedSlice::Static(&[]),
additional: Additional::Unset,
};

pub(crate) static Eviction: Definition = Definition {
name: "io.k8s.api.policy.v1.Eviction",
schema: object(&Eviction_members),
kinds: &[kind("policy", "v1", "Eviction"), ],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "metadata", Wire::Message(&meta_v1::ObjectMeta), "v1.ObjectMeta").omit_empty(),
    wire(2, "deleteOptions", Wire::Message(&meta_v1::DeleteOptions), "v1.DeleteOptions").pointer().omit_empty(),
] }),
published: true,
};

static PodDisruptionBudget_members: Object = Object {
fields: SharedSlice::Static(&[
    field("apiVersion", TEXT),
    field("kind", TEXT),
    field("metadata", refer(&meta_v1::ObjectMeta).zero()),
    field("spec", refer(&PodDisruptionBudgetSpec).zero()),
    field("status", refer(&PodDisruptionBudgetStatus).zero()),
]),
required: SharedSlice::Static(&[]),
additional: Additional::Unset,
};

pub(crate) static PodDisruptionBudget: Definition = Definition {
name: "io.k8s.api.policy.v1.PodDisruptionBudget",
schema: object(&PodDisruptionBudget_members),
kinds: &[kind("policy", "v1", "PodDisruptionBudget"), ],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "metadata", Wire::Message(&meta_v1::ObjectMeta), "v1.ObjectMeta").omit_empty(),
    wire(2, "spec", Wire::Message(&PodDisruptionBudgetSpec), "v1.PodDisruptionBudgetSpec").omit_empty(),
    wire(3, "status", Wire::Message(&PodDisruptionBudgetStatus), "v1.PodDisruptionBudgetStatus").omit_empty(),
] }),
published: true,
};

static PodDisruptionBudgetList_members: Object = Object {
fields: SharedSlice::Static(&[
    field("apiVersion", TEXT),
    field("items", list(&pool::refer_policy_v1_PodDisruptionBudget_zero)),
    field("kind", TEXT),
    field("metadata", refer(&meta_v1::ListMeta).zero()),
]),
required: SharedSlice::Static(&[text("items")]),
additional: Additional::Unset,
};

pub(crate) static PodDisruptionBudgetList: Definition = Definition {
name: "io.k8s.api.policy.v1.PodDisruptionBudgetList",
schema: object(&PodDisruptionBudgetList_members),
kinds: &[kind("policy", "v1", "PodDisruptionBudgetList"), ],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "metadata", Wire::Message(&meta_v1::ListMeta), "v1.ListMeta").omit_empty(),
    wire(2, "items", Wire::Message(&PodDisruptionBudget), "[]v1.PodDisruptionBudget").list(),
] }),
published: true,
};

static PodDisruptionBudgetSpec_members: Object = Object {
fields: SharedSlice::Static(&[
    field("maxUnavailable", refer(&intstr::IntOrString)),
    field("minAvailable", refer(&intstr::IntOrString)),
    field("selector", refer(&meta_v1::LabelSelector).patch(PatchStrategy::Replace)),
    field("unhealthyPodEvictionPolicy", TEXT),
]),
required: SharedSlice::Static(&[]),
additional: Additional::Unset,
};

pub(crate) static PodDisruptionBudgetSpec: Definition = Definition {
name: "io.k8s.api.policy.v1.PodDisruptionBudgetSpec",
schema: object(&PodDisruptionBudgetSpec_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "minAvailable", Wire::Message(&intstr::IntOrString), "intstr.IntOrString").pointer().omit_empty(),
    wire(2, "selector", Wire::Message(&meta_v1::LabelSelector), "v1.LabelSelector").pointer().omit_empty(),
    wire(3, "maxUnavailable", Wire::Message(&intstr::IntOrString), "intstr.IntOrString").pointer().omit_empty(),
    wire(4, "unhealthyPodEvictionPolicy", Wire::String, "v1.UnhealthyPodEvictionPolicyType").pointer().omit_empty(),
] }),
published: true,
};

static PodDisruptionBudgetStatus_members: Object = Object {
fields: SharedSlice::Static(&[
    field("conditions", list(&pool::refer_meta_v1_Condition_zero).list_type(ListType::Map).patch(PatchStrategy::Merge).extra(&pool::merge_keys_only_type_Some_type)),
    field("currentHealthy", INT32.zero()),
    field("desiredHealthy", INT32.zero()),
    field("disruptedPods", object(&pool::values_bare_meta_v1_Time)),
    field("disruptionsAllowed", INT32.zero()),
    field("expectedPods", INT32.zero()),
    field("observedGeneration", INT64),
]),
required: SharedSlice::Static(&[]),
additional: Additional::Unset,
};

pub(crate) static PodDisruptionBudgetStatus: Definition = Definition {
name: "io.k8s.api.policy.v1.PodDisruptionBudgetStatus",
schema: object(&PodDisruptionBudgetStatus_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "observedGeneration", Wire::Int64, "int64").omit_empty(),
    wire(2, "disruptedPods", Wire::Message(&meta_v1::Time), "map[string]v1.Time").map().omit_empty(),
    wire(3, "disruptionsAllowed", Wire::Int32, "int32"),
    wire(4, "currentHealthy", Wire::Int32, "int32"),
    wire(5, "desiredHealthy", Wire::Int32, "int32"),
    wire(6, "expectedPods", Wire::Int32, "int32"),
    wire(7, "conditions", Wire::Message(&meta_v1::Condition), "[]v1.Condition").list().omit_empty(),
] }),
published: true,
};
