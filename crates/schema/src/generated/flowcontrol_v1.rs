//! Types of `flowcontrol_v1`. Written by `cargo xtask codegen` from the target version's data; do not edit.

use crate::table::*;
use crate::*;
use super::meta_v1;
use super::pool;

static ExemptPriorityLevelConfiguration_members: Object = Object {
fields: SharedSlice::Static(&[
    field("lendablePercent", INT32),
    field("nominalConcurrencyShares", INT32),
]),
required: SharedSlice::Static(&[]),
additional: Additional::Unset,
};

pub(crate) static ExemptPriorityLevelConfiguration: Definition = Definition {
name: "io.k8s.api.flowcontrol.v1.ExemptPriorityLevelConfiguration",
schema: object(&ExemptPriorityLevelConfiguration_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "nominalConcurrencyShares", Wire::Int32, "int32").pointer().omit_empty(),
    wire(2, "lendablePercent", Wire::Int32, "int32").pointer().omit_empty(),
] }),
published: true,
};

static FlowDistinguisherMethod_members: Object = Object {
fields: SharedSlice::Static(&[
    field("type", TEXT.zero()),
]),
required: SharedSlice::Static(&[text("type")]),
additional: Additional::Unset,
};

pub(crate) static FlowDistinguisherMethod: Definition = Definition {
name: "io.k8s.api.flowcontrol.v1.FlowDistinguisherMethod",
schema: object(&FlowDistinguisherMethod_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "type", Wire::String, "v1.FlowDistinguisherMethodType"),
] }),
published: true,
};

static FlowSchema_members: Object = Object {
fields: SharedSlice::Static(&[
    field("apiVersion", TEXT),
    field("kind", TEXT),
    field("metadata", refer(&meta_v1::ObjectMeta).zero()),
    field("spec", refer(&FlowSchemaSpec).zero()),
    field("status", refer(&FlowSchemaStatus).zero()),
]),
required: SharedSlice::Static(&[]),
additional: Additional::Unset,
};

pub(crate) static FlowSchema: Definition = Definition {
name: "io.k8s.api.flowcontrol.v1.FlowSchema",
schema: object(&FlowSchema_members),
kinds: &[kind("flowcontrol.apiserver.k8s.io", "v1", "FlowSchema"), ],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "metadata", Wire::Message(&meta_v1::ObjectMeta), "v1.ObjectMeta").omit_empty(),
    wire(2, "spec", Wire::Message(&FlowSchemaSpec), "v1.FlowSchemaSpec").omit_empty(),
    wire(3, "status", Wire::Message(&FlowSchemaStatus), "v1.FlowSchemaStatus").omit_empty(),
] }),
published: true,
};

static FlowSchemaCondition_members: Object = Object {
fields: SharedSlice::Static(&[
    field("lastTransitionTime", refer(&meta_v1::Time)),
    field("message", TEXT),
    field("reason", TEXT),
    field("status", TEXT),
    field("type", TEXT),
]),
required: SharedSlice::Static(&[]),
additional: Additional::Unset,
};

pub(crate) static FlowSchemaCondition: Definition = Definition {
name: "io.k8s.api.flowcontrol.v1.FlowSchemaCondition",
schema: object(&FlowSchemaCondition_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "type", Wire::String, "v1.FlowSchemaConditionType").omit_empty(),
    wire(2, "status", Wire::String, "v1.ConditionStatus").omit_empty(),
    wire(3, "lastTransitionTime", Wire::Message(&meta_v1::Time), "v1.Time").omit_empty(),
    wire(4, "reason", Wire::String, "string").omit_empty(),
    wire(5, "message", Wire::String, "string").omit_empty(),
] }),
published: true,
};

static FlowSchemaList_members: Object = Object {
fields: SharedSlice::Static(&[
    field("apiVersion", TEXT),
    field("items", list(&pool::refer_flowcontrol_v1_FlowSchema_zero)),
    field("kind", TEXT),
    field("metadata", refer(&meta_v1::ListMeta).zero()),
]),
required: SharedSlice::Static(&[text("items")]),
additional: Additional::Unset,
};

pub(crate) static FlowSchemaList: Definition = Definition {
name: "io.k8s.api.flowcontrol.v1.FlowSchemaList",
schema: object(&FlowSchemaList_members),
kinds: &[kind("flowcontrol.apiserver.k8s.io", "v1", "FlowSchemaList"), ],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "metadata", Wire::Message(&meta_v1::ListMeta), "v1.ListMeta").omit_empty(),
    wire(2, "items", Wire::Message(&FlowSchema), "[]v1.FlowSchema").list(),
] }),
published: true,
};

static FlowSchemaSpec_members: Object = Object {
fields: SharedSlice::Static(&[
    field("distinguisherMethod", refer(&FlowDistinguisherMethod)),
    field("matchingPrecedence", INT32.zero()),
    field("priorityLevelConfiguration", refer(&PriorityLevelConfigurationReference).zero()),
    field("rules", list(&pool::refer_flowcontrol_v1_PolicyRulesWithSubjects_zero).list_type(ListType::Atomic)),
]),
required: SharedSlice::Static(&[text("priorityLevelConfiguration")]),
additional: Additional::Unset,
};

pub(crate) static FlowSchemaSpec: Definition = Definition {
name: "io.k8s.api.flowcontrol.v1.FlowSchemaSpec",
schema: object(&FlowSchemaSpec_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "priorityLevelConfiguration", Wire::Message(&PriorityLevelConfigurationReference), "v1.PriorityLevelConfigurationReference"),
    wire(2, "matchingPrecedence", Wire::Int32, "int32"),
    wire(3, "distinguisherMethod", Wire::Message(&FlowDistinguisherMethod), "v1.FlowDistinguisherMethod").pointer().omit_empty(),
    wire(4, "rules", Wire::Message(&PolicyRulesWithSubjects), "[]v1.PolicyRulesWithSubjects").list().omit_empty(),
] }),
published: true,
};

static FlowSchemaStatus_members: Object = Object {
fields: SharedSlice::Static(&[
    field("conditions", list(&pool::refer_flowcontrol_v1_FlowSchemaCondition_zero).list_type(ListType::Map).patch(PatchStrategy::Merge).extra(&pool::merge_keys_only_type_Some_type)),
]),
required: SharedSlice::Static(&[]),
additional: Additional::Unset,
};

pub(crate) static FlowSchemaStatus: Definition = Definition {
name: "io.k8s.api.flowcontrol.v1.FlowSchemaStatus",
schema: object(&FlowSchemaStatus_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "conditions", Wire::Message(&FlowSchemaCondition), "[]v1.FlowSchemaCondition").list().omit_empty(),
] }),
published: true,
};

static GroupSubject_members: Object = Object {
fields: SharedSlice::Static(&[
    field("name", TEXT.zero()),
]),
required: SharedSlice::Static(&[text("name")]),
additional: Additional::Unset,
};

pub(crate) static GroupSubject: Definition = Definition {
name: "io.k8s.api.flowcontrol.v1.GroupSubject",
schema: object(&GroupSubject_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "name", Wire::String, "string"),
] }),
published: true,
};

static LimitResponse_members: Object = Object {
fields: SharedSlice::Static(&[
    field("queuing", refer(&QueuingConfiguration)),
    field("type", TEXT.zero()),
]),
required: SharedSlice::Static(&[text("type")]),
additional: Additional::Unset,
};

pub(crate) static LimitResponse: Definition = Definition {
name: "io.k8s.api.flowcontrol.v1.LimitResponse",
schema: object(&LimitResponse_members).extra(&pool::unions_union_Some_type_queuing_Queuing),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "type", Wire::String, "v1.LimitResponseType"),
    wire(2, "queuing", Wire::Message(&QueuingConfiguration), "v1.QueuingConfiguration").pointer().omit_empty(),
] }),
published: true,
};

static LimitedPriorityLevelConfiguration_members: Object = Object {
fields: SharedSlice::Static(&[
    field("borrowingLimitPercent", INT32),
    field("lendablePercent", INT32),
    field("limitResponse", refer(&LimitResponse).zero()),
    field("nominalConcurrencyShares", INT32),
]),
required: SharedSlice::Static(&[]),
additional: Additional::Unset,
};

pub(crate) static LimitedPriorityLevelConfiguration: Definition = Definition {
name: "io.k8s.api.flowcontrol.v1.LimitedPriorityLevelConfiguration",
schema: object(&LimitedPriorityLevelConfiguration_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "nominalConcurrencyShares", Wire::Int32, "int32").pointer(),
    wire(2, "limitResponse", Wire::Message(&LimitResponse), "v1.LimitResponse").omit_empty(),
    wire(3, "lendablePercent", Wire::Int32, "int32").pointer().omit_empty(),
    wire(4, "borrowingLimitPercent", Wire::Int32, "int32").pointer().omit_empty(),
] }),
published: true,
};

static NonResourcePolicyRule_members: Object = Object {
fields: SharedSlice::Static(&[
    field("nonResourceURLs", list(&pool::TEXT_zero).list_type(ListType::Set)),
    field("verbs", list(&pool::TEXT_zero).list_type(ListType::Set)),
]),
required: SharedSlice::Static(&[text("verbs"), text("nonResourceURLs")]),
additional: Additional::Unset,
};

pub(crate) static NonResourcePolicyRule: Definition = Definition {
name: "io.k8s.api.flowcontrol.v1.NonResourcePolicyRule",
schema: object(&NonResourcePolicyRule_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "verbs", Wire::String, "[]string").list(),
    wire(6, "nonResourceURLs", Wire::String, "[]string").list(),
] }),
published: true,
};

static PolicyRulesWithSubjects_members: Object = Object {
fields: SharedSlice::Static(&[
    field("nonResourceRules", list(&pool::refer_flowcontrol_v1_NonResourcePolicyRule_zero).list_type(ListType::Atomic)),
    field("resourceRules", list(&pool::refer_flowcontrol_v1_ResourcePolicyRule_zero).list_type(ListType::Atomic)),
    field("subjects", list(&pool::refer_flowcontrol_v1_Subject_zero).list_type(ListType::Atomic)),
]),
required: SharedSlice::Static(&[text("subjects")]),
additional: Additional::Unset,
};

pub(crate) static PolicyRulesWithSubjects: Definition = Definition {
name: "io.k8s.api.flowcontrol.v1.PolicyRulesWithSubjects",
schema: object(&PolicyRulesWithSubjects_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "subjects", Wire::Message(&Subject), "[]v1.Subject").list(),
    wire(2, "resourceRules", Wire::Message(&ResourcePolicyRule), "[]v1.ResourcePolicyRule").list().omit_empty(),
    wire(3, "nonResourceRules", Wire::Message(&NonResourcePolicyRule), "[]v1.NonResourcePolicyRule").list().omit_empty(),
] }),
published: true,
};

static PriorityLevelConfiguration_members: Object = Object {
fields: SharedSlice::Static(&[
    field("apiVersion", TEXT),
    field("kind", TEXT),
    field("metadata", refer(&meta_v1::ObjectMeta).zero()),
    field("spec", refer(&PriorityLevelConfigurationSpec).zero()),
    field("status", refer(&PriorityLevelConfigurationStatus).zero()),
]),
required: SharedSlice::Static(&[]),
additional: Additional::Unset,
};

pub(crate) static PriorityLevelConfiguration: Definition = Definition {
name: "io.k8s.api.flowcontrol.v1.PriorityLevelConfiguration",
schema: object(&PriorityLevelConfiguration_members),
kinds: &[kind("flowcontrol.apiserver.k8s.io", "v1", "PriorityLevelConfiguration"), ],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "metadata", Wire::Message(&meta_v1::ObjectMeta), "v1.ObjectMeta").omit_empty(),
    wire(2, "spec", Wire::Message(&PriorityLevelConfigurationSpec), "v1.PriorityLevelConfigurationSpec").omit_empty(),
    wire(3, "status", Wire::Message(&PriorityLevelConfigurationStatus), "v1.PriorityLevelConfigurationStatus").omit_empty(),
] }),
published: true,
};

static PriorityLevelConfigurationCondition_members: Object = Object {
fields: SharedSlice::Static(&[
    field("lastTransitionTime", refer(&meta_v1::Time)),
    field("message", TEXT),
    field("reason", TEXT),
    field("status", TEXT),
    field("type", TEXT),
]),
required: SharedSlice::Static(&[]),
additional: Additional::Unset,
};

pub(crate) static PriorityLevelConfigurationCondition: Definition = Definition {
name: "io.k8s.api.flowcontrol.v1.PriorityLevelConfigurationCondition",
schema: object(&PriorityLevelConfigurationCondition_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "type", Wire::String, "v1.PriorityLevelConfigurationConditionType").omit_empty(),
    wire(2, "status", Wire::String, "v1.ConditionStatus").omit_empty(),
    wire(3, "lastTransitionTime", Wire::Message(&meta_v1::Time), "v1.Time").omit_empty(),
    wire(4, "reason", Wire::String, "string").omit_empty(),
    wire(5, "message", Wire::String, "string").omit_empty(),
] }),
published: true,
};

static PriorityLevelConfigurationList_members: Object = Object {
fields: SharedSlice::Static(&[
    field("apiVersion", TEXT),
    field("items", list(&pool::refer_flowcontrol_v1_PriorityLevelConfiguration_zero)),
    field("kind", TEXT),
    field("metadata", refer(&meta_v1::ListMeta).zero()),
]),
required: SharedSlice::Static(&[text("items")]),
additional: Additional::Unset,
};

pub(crate) static PriorityLevelConfigurationList: Definition = Definition {
name: "io.k8s.api.flowcontrol.v1.PriorityLevelConfigurationList",
schema: object(&PriorityLevelConfigurationList_members),
kinds: &[kind("flowcontrol.apiserver.k8s.io", "v1", "PriorityLevelConfigurationList"), ],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "metadata", Wire::Message(&meta_v1::ListMeta), "v1.ListMeta").omit_empty(),
    wire(2, "items", Wire::Message(&PriorityLevelConfiguration), "[]v1.PriorityLevelConfiguration").list(),
] }),
published: true,
};

static PriorityLevelConfigurationReference_members: Object = Object {
fields: SharedSlice::Static(&[
    field("name", TEXT.zero()),
]),
required: SharedSlice::Static(&[text("name")]),
additional: Additional::Unset,
};

pub(crate) static PriorityLevelConfigurationReference: Definition = Definition {
name: "io.k8s.api.flowcontrol.v1.PriorityLevelConfigurationReference",
schema: object(&PriorityLevelConfigurationReference_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "name", Wire::String, "string"),
] }),
published: true,
};

static PriorityLevelConfigurationSpec_members: Object = Object {
fields: SharedSlice::Static(&[
    field("exempt", refer(&ExemptPriorityLevelConfiguration)),
    field("limited", refer(&LimitedPriorityLevelConfiguration)),
    field("type", TEXT.zero()),
]),
required: SharedSlice::Static(&[text("type")]),
additional: Additional::Unset,
};

pub(crate) static PriorityLevelConfigurationSpec: Definition = Definition {
name: "io.k8s.api.flowcontrol.v1.PriorityLevelConfigurationSpec",
schema: object(&PriorityLevelConfigurationSpec_members).extra(&pool::unions_union_Some_type_exempt_Exempt_limited_Limited),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "type", Wire::String, "v1.PriorityLevelEnablement"),
    wire(2, "limited", Wire::Message(&LimitedPriorityLevelConfiguration), "v1.LimitedPriorityLevelConfiguration").pointer().omit_empty(),
    wire(3, "exempt", Wire::Message(&ExemptPriorityLevelConfiguration), "v1.ExemptPriorityLevelConfiguration").pointer().omit_empty(),
] }),
published: true,
};

static PriorityLevelConfigurationStatus_members: Object = Object {
fields: SharedSlice::Static(&[
    field("conditions", list(&pool::refer_flowcontrol_v1_PriorityLevelConfigurationCondition_zero).list_type(ListType::Map).patch(PatchStrategy::Merge).extra(&pool::merge_keys_only_type_Some_type)),
]),
required: SharedSlice::Static(&[]),
additional: Additional::Unset,
};

pub(crate) static PriorityLevelConfigurationStatus: Definition = Definition {
name: "io.k8s.api.flowcontrol.v1.PriorityLevelConfigurationStatus",
schema: object(&PriorityLevelConfigurationStatus_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "conditions", Wire::Message(&PriorityLevelConfigurationCondition), "[]v1.PriorityLevelConfigurationCondition").list().omit_empty(),
] }),
published: true,
};

static QueuingConfiguration_members: Object = Object {
fields: SharedSlice::Static(&[
    field("handSize", INT32.zero()),
    field("queueLengthLimit", INT32.zero()),
    field("queues", INT32.zero()),
]),
required: SharedSlice::Static(&[]),
additional: Additional::Unset,
};

pub(crate) static QueuingConfiguration: Definition = Definition {
name: "io.k8s.api.flowcontrol.v1.QueuingConfiguration",
schema: object(&QueuingConfiguration_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "queues", Wire::Int32, "int32"),
    wire(2, "handSize", Wire::Int32, "int32"),
    wire(3, "queueLengthLimit", Wire::Int32, "int32"),
] }),
published: true,
};

static ResourcePolicyRule_members: Object = Object {
fields: SharedSlice::Static(&[
    field("apiGroups", list(&pool::TEXT_zero).list_type(ListType::Set)),
    field("clusterScope", BOOL),
    field("namespaces", list(&pool::TEXT_zero).list_type(ListType::Set)),
    field("resources", list(&pool::TEXT_zero).list_type(ListType::Set)),
    field("verbs", list(&pool::TEXT_zero).list_type(ListType::Set)),
]),
required: SharedSlice::Static(&[text("verbs"), text("apiGroups"), text("resources")]),
additional: Additional::Unset,
};

pub(crate) static ResourcePolicyRule: Definition = Definition {
name: "io.k8s.api.flowcontrol.v1.ResourcePolicyRule",
schema: object(&ResourcePolicyRule_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "verbs", Wire::String, "[]string").list(),
    wire(2, "apiGroups", Wire::String, "[]string").list(),
    wire(3, "resources", Wire::String, "[]string").list(),
    wire(4, "clusterScope", Wire::Bool, "bool").omit_empty(),
    wire(5, "namespaces", Wire::String, "[]string").list(),
] }),
published: true,
};

static ServiceAccountSubject_members: Object = Object {
fields: SharedSlice::Static(&[
    field("name", TEXT.zero()),
    field("namespace", TEXT.zero()),
]),
required: SharedSlice::Static(&[text("namespace"), text("name")]),
additional: Additional::Unset,
};

pub(crate) static ServiceAccountSubject: Definition = Definition {
name: "io.k8s.api.flowcontrol.v1.ServiceAccountSubject",
schema: object(&ServiceAccountSubject_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "namespace", Wire::String, "string"),
    wire(2, "name", Wire::String, "string"),
] }),
published: true,
};

static Subject_members: Object = Object {
fields: SharedSlice::Static(&[
    field("group", refer(&GroupSubject)),
    field("kind", TEXT.zero()),
    field("serviceAccount", refer(&ServiceAccountSubject)),
    field("user", refer(&UserSubject)),
]),
required: SharedSlice::Static(&[text("kind")]),
additional: Additional::Unset,
};

pub(crate) static Subject: Definition = Definition {
name: "io.k8s.api.flowcontrol.v1.Subject",
schema: object(&Subject_members).extra(&pool::unions_union_Some_kind_group_Group_serviceAccount_ServiceAccount_user_User),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "kind", Wire::String, "v1.SubjectKind"),
    wire(2, "user", Wire::Message(&UserSubject), "v1.UserSubject").pointer().omit_empty(),
    wire(3, "group", Wire::Message(&GroupSubject), "v1.GroupSubject").pointer().omit_empty(),
    wire(4, "serviceAccount", Wire::Message(&ServiceAccountSubject), "v1.ServiceAccountSubject").pointer().omit_empty(),
] }),
published: true,
};

static UserSubject_members: Object = Object {
fields: SharedSlice::Static(&[
    field("name", TEXT.zero()),
]),
required: SharedSlice::Static(&[text("name")]),
additional: Additional::Unset,
};

pub(crate) static UserSubject: Definition = Definition {
name: "io.k8s.api.flowcontrol.v1.UserSubject",
schema: object(&UserSubject_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "name", Wire::String, "string"),
] }),
published: true,
};
