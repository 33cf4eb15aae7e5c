//! Types of `batch_v1`. Written by `cargo xtask codegen` from the target version's data; do not edit.

use crate::table::*;
use crate::*;
use super::core_v1;
use super::meta_v1;
use super::pool;

static CronJob_members: Object = Object {
fields: SharedSlice::Static(&[
    field("apiVersion", TEXT),
    field("kind", TEXT),
    field("metadata", refer(&meta_v1::ObjectMeta).zero()),
    field("spec", refer(&CronJobSpec).zero()),
    field("status", refer(&CronJobStatus).zero()),
]),
required: SharedSlice::Static(&[text("spec")]),
additional: Additional::Unset,
};

pub(crate) static CronJob: Definition = Definition {
name: "io.k8s.api.batch.v1.CronJob",
schema: object(&CronJob_members),
kinds: &[kind("batch", "v1", "CronJob"), ],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "metadata", Wire::Message(&meta_v1::ObjectMeta), "v1.ObjectMeta").omit_empty(),
    wire(2, "spec", Wire::Message(&CronJobSpec), "v1.CronJobSpec").omit_empty(),
    wire(3, "status", Wire::Message(&CronJobStatus), "v1.CronJobStatus").omit_empty(),
] }),
published: true,
};

static CronJobList_members: Object = Object {
fields: SharedSlice::Static(&[
    field("apiVersion", TEXT),
    field("items", list(&pool::refer_batch_v1_CronJob_zero)),
    field("kind", TEXT),
    field("metadata", refer(&meta_v1::ListMeta).zero()),
]),
required: SharedSlice::Static(&[text("items")]),
additional: Additional::Unset,
};

pub(crate) static CronJobList: Definition = Definition {
name: "io.k8s.api.batch.v1.CronJobList",
schema: object(&CronJobList_members),
kinds: &[kind("batch", "v1", "CronJobList"), ],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "metadata", Wire::Message(&meta_v1::ListMeta), "v1.ListMeta").omit_empty(),
    wire(2, "items", Wire::Message(&CronJob), "[]v1.CronJob").list(),
] }),
published: true,
};

static CronJobSpec_members: Object = Object {
fields: SharedSlice::Static(&[
    field("concurrencyPolicy", TEXT),
    field("failedJobsHistoryLimit", INT32),
    field("jobTemplate", refer(&JobTemplateSpec).zero()),
    field("schedule", TEXT.zero()),
    field("startingDeadlineSeconds", INT64),
    field("successfulJobsHistoryLimit", INT32),
    field("suspend", BOOL),
    field("timeZone", TEXT),
]),
required: SharedSlice::Static(&[text("schedule"), text("jobTemplate")]),
additional: Additional::Unset,
};

pub(crate) static CronJobSpec: Definition = Definition {
name: "io.k8s.api.batch.v1.CronJobSpec",
schema: object(&CronJobSpec_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "schedule", Wire::String, "string"),
    wire(2, "startingDeadlineSeconds", Wire::Int64, "int64").pointer().omit_empty(),
    wire(3, "concurrencyPolicy", Wire::String, "v1.ConcurrencyPolicy").omit_empty(),
    wire(4, "suspend", Wire::Bool, "bool").pointer().omit_empty(),
    wire(5, "jobTemplate", Wire::Message(&JobTemplateSpec), "v1.JobTemplateSpec"),
    wire(6, "successfulJobsHistoryLimit", Wire::Int32, "int32").pointer().omit_empty(),
    wire(7, "failedJobsHistoryLimit", Wire::Int32, "int32").pointer().omit_empty(),
    wire(8, "timeZone", Wire::String, "string").pointer().omit_empty(),
] }),
published: true,
};

static CronJobStatus_members: Object = Object {
fields: SharedSlice::Static(&[
    field("active", list(&pool::refer_core_v1_ObjectReference_zero).list_type(ListType::Atomic)),
    field("lastScheduleTime", refer(&meta_v1::Time)),
    field("lastSuccessfulTime", refer(&meta_v1::Time)),
]),
required: SharedSlice::Static(&[]),
additional: Additional::Unset,
};

pub(crate) static CronJobStatus: Definition = Definition {
name: "io.k8s.api.batch.v1.CronJobStatus",
schema: object(&CronJobStatus_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "active", Wire::Message(&core_v1::ObjectReference), "[]v1.ObjectReference").list().omit_empty(),
    wire(4, "lastScheduleTime", Wire::Message(&meta_v1::Time), "v1.Time").pointer().omit_empty(),
    wire(5, "lastSuccessfulTime", Wire::Message(&meta_v1::Time), "v1.Time").pointer().omit_empty(),
] }),
published: true,
};

static Job_members: Object = Object {
fields: SharedSlice::Static(&[
    field("apiVersion", TEXT),
    field("kind", TEXT),
    field("metadata", refer(&meta_v1::ObjectMeta).zero()),
    field("spec", refer(&JobSpec).zero()),
    field("status", refer(&JobStatus).zero()),
]),
required: SharedSlice::Static(&[]),
additional: Additional::Unset,
};

pub(crate) static Job: Definition = Definition {
name: "io.k8s.api.batch.v1.Job",
schema: object(&Job_members),
kinds: &[kind("batch", "v1", "Job"), ],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "metadata", Wire::Message(&meta_v1::ObjectMeta), "v1.ObjectMeta").omit_empty(),
    wire(2, "spec", Wire::Message(&JobSpec), "v1.JobSpec").omit_empty(),
    wire(3, "status", Wire::Message(&JobStatus), "v1.JobStatus").omit_empty(),
] }),
published: true,
};

static JobCondition_members: Object = Object {
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

pub(crate) static JobCondition: Definition = Definition {
name: "io.k8s.api.batch.v1.JobCondition",
schema: object(&JobCondition_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "type", Wire::String, "v1.JobConditionType"),
    wire(2, "status", Wire::String, "v1.ConditionStatus"),
    wire(3, "lastProbeTime", Wire::Message(&meta_v1::Time), "v1.Time").omit_empty(),
    wire(4, "lastTransitionTime", Wire::Message(&meta_v1::Time), "v1.Time").omit_empty(),
    wire(5, "reason", Wire::String, "string").omit_empty(),
    wire(6, "message", Wire::String, "string").omit_empty(),
] }),
published: true,
};

static JobList_members: Object = Object {
fields: SharedSlice::Static(&[
    field("apiVersion", TEXT),
    field("items", list(&pool::refer_batch_v1_Job_zero)),
    field("kind", TEXT),
    field("metadata", refer(&meta_v1::ListMeta).zero()),
]),
required: SharedSlice::Static(&[text("items")]),
additional: Additional::Unset,
};

pub(crate) static JobList: Definition = Definition {
name: "io.k8s.api.batch.v1.JobList",
schema: object(&JobList_members),
kinds: &[kind("batch", "v1", "JobList"), ],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "metadata", Wire::Message(&meta_v1::ListMeta), "v1.ListMeta").omit_empty(),
    wire(2, "items", Wire::Message(&Job), "[]v1.Job").list(),
] }),
published: true,
};

static JobSpec_members: Object = Object {
fields: SharedSlice::Static(&[
    field("activeDeadlineSeconds", INT64),
    field("backoffLimit", INT32),
    field("backoffLimitPerIndex", INT32),
    field("completionMode", TEXT),
    field("completions", INT32),
    field("managedBy", TEXT),
    field("manualSelector", BOOL),
    field("maxFailedIndexes", INT32),
    field("parallelism", INT32),
    field("podFailurePolicy", refer(&PodFailurePolicy)),
    field("podReplacementPolicy", TEXT),
    field("selector", refer(&meta_v1::LabelSelector)),
    field("successPolicy", refer(&SuccessPolicy)),
    field("suspend", BOOL),
    field("template", refer(&core_v1::PodTemplateSpec).zero()),
    field("ttlSecondsAfterFinished", INT32),
]),
required: SharedSlice::Static(&[text("template")]),
additional: Additional::Unset,
};

pub(crate) static JobSpec: Definition = Definition {
name: "io.k8s.api.batch.v1.JobSpec",
schema: object(&JobSpec_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "parallelism", Wire::Int32, "int32").pointer().omit_empty(),
    wire(2, "completions", Wire::Int32, "int32").pointer().omit_empty(),
    wire(3, "activeDeadlineSeconds", Wire::Int64, "int64").pointer().omit_empty(),
    wire(4, "selector", Wire::Message(&meta_v1::LabelSelector), "v1.LabelSelector").pointer().omit_empty(),
    wire(5, "manualSelector", Wire::Bool, "bool").pointer().omit_empty(),
    wire(6, "template", Wire::Message(&core_v1::PodTemplateSpec), "v1.PodTemplateSpec"),
    wire(7, "backoffLimit", Wire::Int32, "int32").pointer().omit_empty(),
    wire(8, "ttlSecondsAfterFinished", Wire::Int32, "int32").pointer().omit_empty(),
    wire(9, "completionMode", Wire::String, "v1.CompletionMode").pointer().omit_empty(),
    wire(10, "suspend", Wire::Bool, "bool").pointer().omit_empty(),
    wire(11, "podFailurePolicy", Wire::Message(&PodFailurePolicy), "v1.PodFailurePolicy").pointer().omit_empty(),
    wire(12, "backoffLimitPerIndex", Wire::Int32, "int32").pointer().omit_empty(),
    wire(13, "maxFailedIndexes", Wire::Int32, "int32").pointer().omit_empty(),
    wire(14, "podReplacementPolicy", Wire::String, "v1.PodReplacementPolicy").pointer().omit_empty(),
    wire(15, "managedBy", Wire::String, "string").pointer().omit_empty(),
    wire(16, "successPolicy", Wire::Message(&SuccessPolicy), "v1.SuccessPolicy").pointer().omit_empty(),
] }),
published: true,
};

static JobStatus_members: Object = Object {
fields: SharedSlice::Static(&[
    field("active", INT32),
    field("completedIndexes", TEXT),
    field("completionTime", refer(&meta_v1::Time)),
    field("conditions", list(&pool::refer_batch_v1_JobCondition_zero).list_type(ListType::Atomic).patch(PatchStrategy::Merge).extra(&pool::merge_keys_Some_type)),
    field("failed", INT32),
    field("failedIndexes", TEXT),
    field("ready", INT32),
    field("startTime", refer(&meta_v1::Time)),
    field("succeeded", INT32),
    field("terminating", INT32),
    field("uncountedTerminatedPods", refer(&UncountedTerminatedPods)),
]),
required: SharedSlice::Static(&[]),
additional: Additional::Unset,
};

pub(crate) static JobStatus: Definition = Definition {
name: "io.k8s.api.batch.v1.JobStatus",
schema: object(&JobStatus_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "conditions", Wire::Message(&JobCondition), "[]v1.JobCondition").list().omit_empty(),
    wire(2, "startTime", Wire::Message(&meta_v1::Time), "v1.Time").pointer().omit_empty(),
    wire(3, "completionTime", Wire::Message(&meta_v1::Time), "v1.Time").pointer().omit_empty(),
    wire(4, "active", Wire::Int32, "int32").omit_empty(),
    wire(5, "succeeded", Wire::Int32, "int32").omit_empty(),
    wire(6, "failed", Wire::Int32, "int32").omit_empty(),
    wire(7, "completedIndexes", Wire::String, "string").omit_empty(),
    wire(8, "uncountedTerminatedPods", Wire::Message(&UncountedTerminatedPods), "v1.UncountedTerminatedPods").pointer().omit_empty(),
    wire(9, "ready", Wire::Int32, "int32").pointer().omit_empty(),
    wire(10, "failedIndexes", Wire::String, "string").pointer().omit_empty(),
    wire(11, "terminating", Wire::Int32, "int32").pointer().omit_empty(),
] }),
published: true,
};

static JobTemplateSpec_members: Object = Object {
fields: SharedSlice::Static(&[
    field("metadata", refer(&meta_v1::ObjectMeta).zero()),
    field("spec", refer(&JobSpec).zero()),
]),
required: SharedSlice::Static(&[]),
additional: Additional::Unset,
};

pub(crate) static JobTemplateSpec: Definition = Definition {
name: "io.k8s.api.batch.v1.JobTemplateSpec",
schema: object(&JobTemplateSpec_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "metadata", Wire::Message(&meta_v1::ObjectMeta), "v1.ObjectMeta").omit_empty(),
    wire(2, "spec", Wire::Message(&JobSpec), "v1.JobSpec").omit_empty(),
] }),
published: true,
};

static PodFailurePolicy_members: Object = Object {
fields: SharedSlice::Static(&[
    field("rules", list(&pool::refer_batch_v1_PodFailurePolicyRule_zero).list_type(ListType::Atomic)),
]),
required: SharedSlice::Static(&[text("rules")]),
additional: Additional::Unset,
};

pub(crate) static PodFailurePolicy: Definition = Definition {
name: "io.k8s.api.batch.v1.PodFailurePolicy",
schema: object(&PodFailurePolicy_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "rules", Wire::Message(&PodFailurePolicyRule), "[]v1.PodFailurePolicyRule").list(),
] }),
published: true,
};

static PodFailurePolicyOnExitCodesRequirement_members: Object = Object {
fields: SharedSlice::Static(&[
    field("containerName", TEXT),
    field("operator", TEXT.zero()),
    field("values", list(&pool::INT32_zero).list_type(ListType::Set)),
]),
required: SharedSlice::Static(&[text("operator"), text("values")]),
additional: Additional::Unset,
};

pub(crate) static PodFailurePolicyOnExitCodesRequirement: Definition = Definition {
name: "io.k8s.api.batch.v1.PodFailurePolicyOnExitCodesRequirement",
schema: object(&PodFailurePolicyOnExitCodesRequirement_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "containerName", Wire::String, "string").pointer().omit_empty(),
    wire(2, "operator", Wire::String, "v1.PodFailurePolicyOnExitCodesOperator"),
    wire(3, "values", Wire::Int32, "[]int32").list(),
] }),
published: true,
};

static PodFailurePolicyOnPodConditionsPattern_members: Object = Object {
fields: SharedSlice::Static(&[
    field("status", TEXT.zero()),
    field("type", TEXT.zero()),
]),
required: SharedSlice::Static(&[text("type")]),
additional: Additional::Unset,
};

pub(crate) static PodFailurePolicyOnPodConditionsPattern: Definition = Definition {
name: "io.k8s.api.batch.v1.PodFailurePolicyOnPodConditionsPattern",
schema: object(&PodFailurePolicyOnPodConditionsPattern_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "type", Wire::String, "v1.PodConditionType"),
    wire(2, "status", Wire::String, "v1.ConditionStatus"),
] }),
published: true,
};

static PodFailurePolicyRule_members: Object = Object {
fields: SharedSlice::Static(&[
    field("action", TEXT.zero()),
    field("onExitCodes", refer(&PodFailurePolicyOnExitCodesRequirement)),
    field("onPodConditions", list(&pool::refer_batch_v1_PodFailurePolicyOnPodConditionsPattern_zero).list_type(ListType::Atomic)),
]),
required: SharedSlice::Static(&[text("action")]),
additional: Additional::Unset,
};

pub(crate) static PodFailurePolicyRule: Definition = Definition {
name: "io.k8s.api.batch.v1.PodFailurePolicyRule",
schema: object(&PodFailurePolicyRule_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "action", Wire::String, "v1.PodFailurePolicyAction"),
    wire(2, "onExitCodes", Wire::Message(&PodFailurePolicyOnExitCodesRequirement), "v1.PodFailurePolicyOnExitCodesRequirement").pointer().omit_empty(),
    wire(3, "onPodConditions", Wire::Message(&PodFailurePolicyOnPodConditionsPattern), "[]v1.PodFailurePolicyOnPodConditionsPattern").list().omit_empty(),
] }),
published: true,
};

static SuccessPolicy_members: Object = Object {
fields: SharedSlice::Static(&[
    field("rules", list(&pool::refer_batch_v1_SuccessPolicyRule_zero).list_type(ListType::Atomic)),
]),
required: SharedSlice::Static(&[text("rules")]),
additional: Additional::Unset,
};

pub(crate) static SuccessPolicy: Definition = Definition {
name: "io.k8s.api.batch.v1.SuccessPolicy",
schema: object(&SuccessPolicy_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "rules", Wire::Message(&SuccessPolicyRule), "[]v1.SuccessPolicyRule").list(),
] }),
published: true,
};

static SuccessPolicyRule_members: Object = Object {
fields: SharedSlice::Static(&[
    field("succeededCount", INT32),
    field("succeededIndexes", TEXT),
]),
required: SharedSlice::Static(&[]),
additional: Additional::Unset,
};

pub(crate) static SuccessPolicyRule: Definition = Definition {
name: "io.k8s.api.batch.v1.SuccessPolicyRule",
schema: object(&SuccessPolicyRule_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "succeededIndexes", Wire::String, "string").pointer().omit_empty(),
    wire(2, "succeededCount", Wire::Int32, "int32").pointer().omit_empty(),
] }),
published: true,
};

static UncountedTerminatedPods_members: Object = Object {
fields: SharedSlice::Static(&[
    field("failed", list(&pool::TEXT_zero).list_type(ListType::Set)),
    field("succeeded", list(&pool::TEXT_zero).list_type(ListType::Set)),
]),
required: SharedSlice::Static(&[]),
additional: Additional::Unset,
};

pub(crate) static UncountedTerminatedPods: Definition = Definition {
name: "io.k8s.api.batch.v1.UncountedTerminatedPods",
schema: object(&UncountedTerminatedPods_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "succeeded", Wire::String, "[]types.UID").list().omit_empty(),
    wire(2, "failed", Wire::String, "[]types.UID").list().omit_empty(),
] }),
published: true,
};
