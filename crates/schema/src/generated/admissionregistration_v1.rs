//! Types of `admissionregistration_v1`. Written by `cargo xtask codegen` from the target version's data; do not edit.

use crate::table::*;
use crate::*;
use super::meta_v1;
use super::pool;

static ApplyConfiguration_members: Object = Object {
fields: SharedSlice::Static(&[
    field("expression", TEXT),
]),
required: SharedSlice::Static(&[]),
additional: Additional::Unset,
};

pub(crate) static ApplyConfiguration: Definition = Definition {
name: "io.k8s.api.admissionregistration.v1.ApplyConfiguration",
schema: object(&ApplyConfiguration_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "expression", Wire::String, "string").omit_empty(),
] }),
published: true,
};

static AuditAnnotation_members: Object = Object {
fields: SharedSlice::Static(&[
    field("key", TEXT.zero()),
    field("valueExpression", TEXT.zero()),
]),
required: SharedSlice::Static(&[text("key"), text("valueExpression")]),
additional: Additional::Unset,
};

pub(crate) static AuditAnnotation: Definition = Definition {
name: "io.k8s.api.admissionregistration.v1.AuditAnnotation",
schema: object(&AuditAnnotation_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "key", Wire::String, "string"),
    wire(2, "valueExpression", Wire::String, "string"),
] }),
published: true,
};

static ExpressionWarning_members: Object = Object {
fields: SharedSlice::Static(&[
    field("fieldRef", TEXT.zero()),
    field("warning", TEXT.zero()),
]),
required: SharedSlice::Static(&[text("fieldRef"), text("warning")]),
additional: Additional::Unset,
};

pub(crate) static ExpressionWarning: Definition = Definition {
name: "io.k8s.api.admissionregistration.v1.ExpressionWarning",
schema: object(&ExpressionWarning_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(2, "fieldRef", Wire::String, "string"),
    wire(3, "warning", Wire::String, "string"),
] }),
published: true,
};

static JSONPatch_members: Object = Object {
fields: SharedSlice::Static(&[
    field("expression", TEXT),
]),
required: SharedSlice::Static(&[]),
additional: Additional::Unset,
};

pub(crate) static JSONPatch: Definition = Definition {
name: "io.k8s.api.admissionregistration.v1.JSONPatch",
schema: object(&JSONPatch_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "expression", Wire::String, "string").omit_empty(),
] }),
published: true,
};

static MatchCondition_members: Object = Object {
fields: SharedSlice::Static(&[
    field("expression", TEXT.zero()),
    field("name", TEXT.zero()),
]),
required: SharedSlice::Static(&[text("name"), text("expression")]),
additional: Additional::Unset,
};

pub(crate) static MatchCondition: Definition = Definition {
name: "io.k8s.api.admissionregistration.v1.MatchCondition",
schema: object(&MatchCondition_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "name", Wire::String, "string"),
    wire(2, "expression", Wire::String, "string"),
] }),
published: true,
};

static MatchResources_members: Object = Object {
fields: SharedSlice::Static(&[
    field("excludeResourceRules", list(&pool::refer_admissionregistration_v1_NamedRuleWithOperations_zero).list_type(ListType::Atomic)),
    field("matchPolicy", TEXT),
    field("namespaceSelector", refer(&meta_v1::LabelSelector)),
    field("objectSelector", refer(&meta_v1::LabelSelector)),
    field("resourceRules", list(&pool::refer_admissionregistration_v1_NamedRuleWithOperations_zero).list_type(ListType::Atomic)),
]),
required: SharedSlice::Static(&[]),
additional: Additional::Unset,
};

pub(crate) static MatchResources: Definition = Definition {
name: "io.k8s.api.admissionregistration.v1.MatchResources",
schema: object(&MatchResources_members).map_type(MapType::Atomic),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "namespaceSelector", Wire::Message(&meta_v1::LabelSelector), "v1.LabelSelector").pointer().omit_empty(),
    wire(2, "objectSelector", Wire::Message(&meta_v1::LabelSelector), "v1.LabelSelector").pointer().omit_empty(),
    wire(3, "resourceRules", Wire::Message(&NamedRuleWithOperations), "[]v1.NamedRuleWithOperations").list().omit_empty(),
    wire(4, "excludeResourceRules", Wire::Message(&NamedRuleWithOperations), "[]v1.NamedRuleWithOperations").list().omit_empty(),
    wire(7, "matchPolicy", Wire::String, "v1.MatchPolicyType").pointer().omit_empty(),
] }),
published: true,
};

static MutatingAdmissionPolicy_members: Object = Object {
fields: SharedSlice::Static(&[
    field("apiVersion", TEXT),
    field("kind", TEXT),
    field("metadata", refer(&meta_v1::ObjectMeta).zero()),
    field("spec", refer(&MutatingAdmissionPolicySpec).zero()),
]),
required: SharedSlice::Static(&[]),
additional: Additional::Unset,
};

pub(crate) static MutatingAdmissionPolicy: Definition = Definition {
name: "io.k8s.api.admissionregistration.v1.MutatingAdmissionPolicy",
schema: object(&MutatingAdmissionPolicy_members),
kinds: &[kind("admissionregistration.k8s.io", "v1", "MutatingAdmissionPolicy"), ],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "metadata", Wire::Message(&meta_v1::ObjectMeta), "v1.ObjectMeta").omit_empty(),
    wire(2, "spec", Wire::Message(&MutatingAdmissionPolicySpec), "v1.MutatingAdmissionPolicySpec").omit_empty(),
] }),
published: true,
};

static MutatingAdmissionPolicyBinding_members: Object = Object {
fields: SharedSlice::Static(&[
    field("apiVersion", TEXT),
    field("kind", TEXT),
    field("metadata", refer(&meta_v1::ObjectMeta).zero()),
    field("spec", refer(&MutatingAdmissionPolicyBindingSpec).zero()),
]),
required: SharedSlice::Static(&[]),
additional: Additional::Unset,
};

pub(crate) static MutatingAdmissionPolicyBinding: Definition = Definition {
name: "io.k8s.api.admissionregistration.v1.MutatingAdmissionPolicyBinding",
schema: object(&MutatingAdmissionPolicyBinding_members),
kinds: &[kind("admissionregistration.k8s.io", "v1", "MutatingAdmissionPolicyBinding"), ],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "metadata", Wire::Message(&meta_v1::ObjectMeta), "v1.ObjectMeta").omit_empty(),
    wire(2, "spec", Wire::Message(&MutatingAdmissionPolicyBindingSpec), "v1.MutatingAdmissionPolicyBindingSpec").omit_empty(),
] }),
published: true,
};

static MutatingAdmissionPolicyBindingList_members: Object = Object {
fields: SharedSlice::Static(&[
    field("apiVersion", TEXT),
    field("items", list(&pool::refer_admissionregistration_v1_MutatingAdmissionPolicyBinding_zero)),
    field("kind", TEXT),
    field("metadata", refer(&meta_v1::ListMeta).zero()),
]),
required: SharedSlice::Static(&[text("items")]),
additional: Additional::Unset,
};

pub(crate) static MutatingAdmissionPolicyBindingList: Definition = Definition {
name: "io.k8s.api.admissionregistration.v1.MutatingAdmissionPolicyBindingList",
schema: object(&MutatingAdmissionPolicyBindingList_members),
kinds: &[kind("admissionregistration.k8s.io", "v1", "MutatingAdmissionPolicyBindingList"), ],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "metadata", Wire::Message(&meta_v1::ListMeta), "v1.ListMeta").omit_empty(),
    wire(2, "items", Wire::Message(&MutatingAdmissionPolicyBinding), "[]v1.MutatingAdmissionPolicyBinding").list(),
] }),
published: true,
};

static MutatingAdmissionPolicyBindingSpec_members: Object = Object {
fields: SharedSlice::Static(&[
    field("matchResources", refer(&MatchResources)),
    field("paramRef", refer(&ParamRef)),
    field("policyName", TEXT),
]),
required: SharedSlice::Static(&[]),
additional: Additional::Unset,
};

pub(crate) static MutatingAdmissionPolicyBindingSpec: Definition = Definition {
name: "io.k8s.api.admissionregistration.v1.MutatingAdmissionPolicyBindingSpec",
schema: object(&MutatingAdmissionPolicyBindingSpec_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "policyName", Wire::String, "string").omit_empty(),
    wire(2, "paramRef", Wire::Message(&ParamRef), "v1.ParamRef").pointer().omit_empty(),
    wire(3, "matchResources", Wire::Message(&MatchResources), "v1.MatchResources").pointer().omit_empty(),
] }),
published: true,
};

static MutatingAdmissionPolicyList_members: Object = Object {
fields: SharedSlice::Static(&[
    field("apiVersion", TEXT),
    field("items", list(&pool::refer_admissionregistration_v1_MutatingAdmissionPolicy_zero)),
    field("kind", TEXT),
    field("metadata", refer(&meta_v1::ListMeta).zero()),
]),
required: SharedSlice::Static(&[text("items")]),
additional: Additional::Unset,
};

pub(crate) static MutatingAdmissionPolicyList: Definition = Definition {
name: "io.k8s.api.admissionregistration.v1.MutatingAdmissionPolicyList",
schema: object(&MutatingAdmissionPolicyList_members),
kinds: &[kind("admissionregistration.k8s.io", "v1", "MutatingAdmissionPolicyList"), ],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "metadata", Wire::Message(&meta_v1::ListMeta), "v1.ListMeta").omit_empty(),
    wire(2, "items", Wire::Message(&MutatingAdmissionPolicy), "[]v1.MutatingAdmissionPolicy").list(),
] }),
published: true,
};

static MutatingAdmissionPolicySpec_members: Object = Object {
fields: SharedSlice::Static(&[
    field("failurePolicy", TEXT),
    field("matchConditions", list(&pool::refer_admissionregistration_v1_MatchCondition_zero).list_type(ListType::Map).patch(PatchStrategy::Merge).extra(&pool::merge_keys_only_name_Some_name)),
    field("matchConstraints", refer(&MatchResources)),
    field("mutations", list(&pool::refer_admissionregistration_v1_Mutation_zero).list_type(ListType::Atomic)),
    field("paramKind", refer(&ParamKind)),
    field("reinvocationPolicy", TEXT),
    field("variables", list(&pool::refer_admissionregistration_v1_Variable_zero).list_type(ListType::Atomic)),
]),
required: SharedSlice::Static(&[]),
additional: Additional::Unset,
};

pub(crate) static MutatingAdmissionPolicySpec: Definition = Definition {
name: "io.k8s.api.admissionregistration.v1.MutatingAdmissionPolicySpec",
schema: object(&MutatingAdmissionPolicySpec_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "paramKind", Wire::Message(&ParamKind), "v1.ParamKind").pointer().omit_empty(),
    wire(2, "matchConstraints", Wire::Message(&MatchResources), "v1.MatchResources").pointer().omit_empty(),
    wire(3, "variables", Wire::Message(&Variable), "[]v1.Variable").list().omit_empty(),
    wire(4, "mutations", Wire::Message(&Mutation), "[]v1.Mutation").list().omit_empty(),
    wire(5, "failurePolicy", Wire::String, "v1.FailurePolicyType").pointer().omit_empty(),
    wire(6, "matchConditions", Wire::Message(&MatchCondition), "[]v1.MatchCondition").list().omit_empty(),
    wire(7, "reinvocationPolicy", Wire::String, "v1.ReinvocationPolicyType").omit_empty(),
] }),
published: true,
};

static MutatingWebhook_members: Object = Object {
fields: SharedSlice::Static(&[
    field("admissionReviewVersions", list(&pool::TEXT_zero).list_type(ListType::Atomic)),
    field("clientConfig", refer(&WebhookClientConfig).zero()),
    field("failurePolicy", TEXT),
    field("matchConditions", list(&pool::refer_admissionregistration_v1_MatchCondition_zero).list_type(ListType::Map).patch(PatchStrategy::Merge).extra(&pool::merge_keys_only_name_Some_name)),
    field("matchPolicy", TEXT),
    field("name", TEXT.zero()),
    field("namespaceSelector", refer(&meta_v1::LabelSelector)),
    field("objectSelector", refer(&meta_v1::LabelSelector)),
    field("reinvocationPolicy", TEXT),
    field("rules", list(&pool::refer_admissionregistration_v1_RuleWithOperations_zero).list_type(ListType::Atomic)),
    field("sideEffects", TEXT),
    field("timeoutSeconds", INT32),
]),
required: SharedSlice::Static(&[text("name"), text("clientConfig"), text("sideEffects"), text("admissionReviewVersions")]),
additional: Additional::Unset,
};

pub(crate) static MutatingWebhook: Definition = Definition {
name: "io.k8s.api.admissionregistration.v1.MutatingWebhook",
schema: object(&MutatingWebhook_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "name", Wire::String, "string"),
    wire(2, "clientConfig", Wire::Message(&WebhookClientConfig), "v1.WebhookClientConfig"),
    wire(3, "rules", Wire::Message(&RuleWithOperations), "[]v1.RuleWithOperations").list().omit_empty(),
    wire(4, "failurePolicy", Wire::String, "v1.FailurePolicyType").pointer().omit_empty(),
    wire(5, "namespaceSelector", Wire::Message(&meta_v1::LabelSelector), "v1.LabelSelector").pointer().omit_empty(),
    wire(6, "sideEffects", Wire::String, "v1.SideEffectClass").pointer(),
    wire(7, "timeoutSeconds", Wire::Int32, "int32").pointer().omit_empty(),
    wire(8, "admissionReviewVersions", Wire::String, "[]string").list(),
    wire(9, "matchPolicy", Wire::String, "v1.MatchPolicyType").pointer().omit_empty(),
    wire(10, "reinvocationPolicy", Wire::String, "v1.ReinvocationPolicyType").pointer().omit_empty(),
    wire(11, "objectSelector", Wire::Message(&meta_v1::LabelSelector), "v1.LabelSelector").pointer().omit_empty(),
    wire(12, "matchConditions", Wire::Message(&MatchCondition), "[]v1.MatchCondition").list().omit_empty(),
] }),
published: true,
};

static MutatingWebhookConfiguration_members: Object = Object {
fields: SharedSlice::Static(&[
    field("apiVersion", TEXT),
    field("kind", TEXT),
    field("metadata", refer(&meta_v1::ObjectMeta).zero()),
    field("webhooks", list(&pool::refer_admissionregistration_v1_MutatingWebhook_zero).list_type(ListType::Map).patch(PatchStrategy::Merge).extra(&pool::merge_keys_only_name_Some_name)),
]),
required: SharedSlice::Static(&[]),
additional: Additional::Unset,
};

pub(crate) static MutatingWebhookConfiguration: Definition = Definition {
name: "io.k8s.api.admissionregistration.v1.MutatingWebhookConfiguration",
schema: object(&MutatingWebhookConfiguration_members),
kinds: &[kind("admissionregistration.k8s.io", "v1", "MutatingWebhookConfiguration"), ],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "metadata", Wire::Message(&meta_v1::ObjectMeta), "v1.ObjectMeta").omit_empty(),
    wire(2, "webhooks", Wire::Message(&MutatingWebhook), "[]v1.MutatingWebhook").list().omit_empty(),
] }),
published: true,
};

static MutatingWebhookConfigurationList_members: Object = Object {
fields: SharedSlice::Static(&[
    field("apiVersion", TEXT),
    field("items", list(&pool::refer_admissionregistration_v1_MutatingWebhookConfiguration_zero)),
    field("kind", TEXT),
    field("metadata", refer(&meta_v1::ListMeta).zero()),
]),
required: SharedSlice::Static(&[text("items")]),
additional: Additional::Unset,
};

pub(crate) static MutatingWebhookConfigurationList: Definition = Definition {
name: "io.k8s.api.admissionregistration.v1.MutatingWebhookConfigurationList",
schema: object(&MutatingWebhookConfigurationList_members),
kinds: &[kind("admissionregistration.k8s.io", "v1", "MutatingWebhookConfigurationList"), ],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "metadata", Wire::Message(&meta_v1::ListMeta), "v1.ListMeta").omit_empty(),
    wire(2, "items", Wire::Message(&MutatingWebhookConfiguration), "[]v1.MutatingWebhookConfiguration").list(),
] }),
published: true,
};

static Mutation_members: Object = Object {
fields: SharedSlice::Static(&[
    field("applyConfiguration", refer(&ApplyConfiguration)),
    field("jsonPatch", refer(&JSONPatch)),
    field("patchType", TEXT.zero()),
]),
required: SharedSlice::Static(&[text("patchType")]),
additional: Additional::Unset,
};

pub(crate) static Mutation: Definition = Definition {
name: "io.k8s.api.admissionregistration.v1.Mutation",
schema: object(&Mutation_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(2, "patchType", Wire::String, "v1.PatchType"),
    wire(3, "applyConfiguration", Wire::Message(&ApplyConfiguration), "v1.ApplyConfiguration").pointer().omit_empty(),
    wire(4, "jsonPatch", Wire::Message(&JSONPatch), "v1.JSONPatch").pointer().omit_empty(),
] }),
published: true,
};

static NamedRuleWithOperations_members: Object = Object {
fields: SharedSlice::Static(&[
    field("apiGroups", list(&pool::TEXT_zero).list_type(ListType::Atomic)),
    field("apiVersions", list(&pool::TEXT_zero).list_type(ListType::Atomic)),
    field("operations", list(&pool::TEXT_zero).list_type(ListType::Atomic)),
    field("resourceNames", list(&pool::TEXT_zero).list_type(ListType::Atomic)),
    field("resources", list(&pool::TEXT_zero).list_type(ListType::Atomic)),
    field("scope", TEXT),
]),
required: SharedSlice::Static(&[]),
additional: Additional::Unset,
};

pub(crate) static NamedRuleWithOperations: Definition = Definition {
name: "io.k8s.api.admissionregistration.v1.NamedRuleWithOperations",
schema: object(&NamedRuleWithOperations_members).map_type(MapType::Atomic),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "resourceNames", Wire::String, "[]string").list().omit_empty(),
    inline(2, &RuleWithOperations, "v1.RuleWithOperations"),
] }),
published: true,
};

static ParamKind_members: Object = Object {
fields: SharedSlice::Static(&[
    field("apiVersion", TEXT),
    field("kind", TEXT),
]),
required: SharedSlice::Static(&[]),
additional: Additional::Unset,
};

pub(crate) static ParamKind: Definition = Definition {
name: "io.k8s.api.admissionregistration.v1.ParamKind",
schema: object(&ParamKind_members).map_type(MapType::Atomic),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "apiVersion", Wire::String, "string").omit_empty(),
    wire(2, "kind", Wire::String, "string").omit_empty(),
] }),
published: true,
};

static ParamRef_members: Object = Object {
fields: SharedSlice::Static(&[
    field("name", TEXT),
    field("namespace", TEXT),
    field("parameterNotFoundAction", TEXT),
    field("selector", refer(&meta_v1::LabelSelector)),
]),
required: SharedSlice::Static(&[]),
additional: Additional::Unset,
};

pub(crate) static ParamRef: Definition = Definition {
name: "io.k8s.api.admissionregistration.v1.ParamRef",
schema: object(&ParamRef_members).map_type(MapType::Atomic),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "name", Wire::String, "string").omit_empty(),
    wire(2, "namespace", Wire::String, "string").omit_empty(),
    wire(3, "selector", Wire::Message(&meta_v1::LabelSelector), "v1.LabelSelector").pointer().omit_empty(),
    wire(4, "parameterNotFoundAction", Wire::String, "v1.ParameterNotFoundActionType").pointer().omit_empty(),
] }),
published: true,
};

static Rule_members: Object = Object {
fields: SharedSlice::Static(&[
    field("apiGroups", list(&pool::only_TEXT)),
    field("apiVersions", list(&pool::only_TEXT)),
    field("resources", list(&pool::only_TEXT)),
    field("scope", TEXT),
]),
required: SharedSlice::Static(&[]),
additional: Additional::Unset,
};

pub(crate) static Rule: Definition = Definition {
name: "io.k8s.api.admissionregistration.v1.Rule",
schema: object(&Rule_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "apiGroups", Wire::String, "[]string").list().omit_empty(),
    wire(2, "apiVersions", Wire::String, "[]string").list().omit_empty(),
    wire(3, "resources", Wire::String, "[]string").list().omit_empty(),
    wire(4, "scope", Wire::String, "v1.ScopeType").pointer().omit_empty(),
] }),
published: false,
};

static RuleWithOperations_members: Object = Object {
fields: SharedSlice::Static(&[
    field("apiGroups", list(&pool::TEXT_zero).list_type(ListType::Atomic)),
    field("apiVersions", list(&pool::TEXT_zero).list_type(ListType::Atomic)),
    field("operations", list(&pool::TEXT_zero).list_type(ListType::Atomic)),
    field("resources", list(&pool::TEXT_zero).list_type(ListType::Atomic)),
    field("scope", TEXT),
]),
required: SharedSlice::Static(&[]),
additional: Additional::Unset,
};

pub(crate) static RuleWithOperations: Definition = Definition {
name: "io.k8s.api.admissionregistration.v1.RuleWithOperations",
schema: object(&RuleWithOperations_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "operations", Wire::String, "[]v1.OperationType").list().omit_empty(),
    inline(2, &Rule, "v1.Rule"),
] }),
published: true,
};

static ServiceReference_members: Object = Object {
fields: SharedSlice::Static(&[
    field("name", TEXT.zero()),
    field("namespace", TEXT.zero()),
    field("path", TEXT),
    field("port", INT32),
]),
required: SharedSlice::Static(&[text("namespace"), text("name")]),
additional: Additional::Unset,
};

pub(crate) static ServiceReference: Definition = Definition {
name: "io.k8s.api.admissionregistration.v1.ServiceReference",
schema: object(&ServiceReference_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "namespace", Wire::String, "string"),
    wire(2, "name", Wire::String, "string"),
    wire(3, "path", Wire::String, "string").pointer().omit_empty(),
    wire(4, "port", Wire::Int32, "int32").pointer().omit_empty(),
] }),
published: true,
};

static TypeChecking_members: Object = Object {
fields: SharedSlice::Static(&[
    field("expressionWarnings", list(&pool::refer_admissionregistration_v1_ExpressionWarning_zero).list_type(ListType::Atomic)),
]),
required: SharedSlice::Static(&[]),
additional: Additional::Unset,
};

pub(crate) static TypeChecking: Definition = Definition {
name: "io.k8s.api.admissionregistration.v1.TypeChecking",
schema: object(&TypeChecking_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "expressionWarnings", Wire::Message(&ExpressionWarning), "[]v1.ExpressionWarning").list().omit_empty(),
] }),
published: true,
};

static ValidatingAdmissionPolicy_members: Object = Object {
fields: SharedSlice::Static(&[
    field("apiVersion", TEXT),
    field("kind", TEXT),
    field("metadata", refer(&meta_v1::ObjectMeta).zero()),
    field("spec", refer(&ValidatingAdmissionPolicySpec).zero()),
    field("status", refer(&ValidatingAdmissionPolicyStatus).zero()),
]),
required: SharedSlice::Static(&[]),
additional: Additional::Unset,
};

pub(crate) static ValidatingAdmissionPolicy: Definition = Definition {
name: "io.k8s.api.admissionregistration.v1.ValidatingAdmissionPolicy",
schema: object(&ValidatingAdmissionPolicy_members),
kinds: &[kind("admissionregistration.k8s.io", "v1", "ValidatingAdmissionPolicy"), ],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "metadata", Wire::Message(&meta_v1::ObjectMeta), "v1.ObjectMeta").omit_empty(),
    wire(2, "spec", Wire::Message(&ValidatingAdmissionPolicySpec), "v1.ValidatingAdmissionPolicySpec").omit_empty(),
    wire(3, "status", Wire::Message(&ValidatingAdmissionPolicyStatus), "v1.ValidatingAdmissionPolicyStatus").omit_empty(),
] }),
published: true,
};

static ValidatingAdmissionPolicyBinding_members: Object = Object {
fields: SharedSlice::Static(&[
    field("apiVersion", TEXT),
    field("kind", TEXT),
    field("metadata", refer(&meta_v1::ObjectMeta).zero()),
    field("spec", refer(&ValidatingAdmissionPolicyBindingSpec).zero()),
]),
required: SharedSlice::Static(&[text("spec")]),
additional: Additional::Unset,
};

pub(crate) static ValidatingAdmissionPolicyBinding: Definition = Definition {
name: "io.k8s.api.admissionregistration.v1.ValidatingAdmissionPolicyBinding",
schema: object(&ValidatingAdmissionPolicyBinding_members),
kinds: &[kind("admissionregistration.k8s.io", "v1", "ValidatingAdmissionPolicyBinding"), ],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "metadata", Wire::Message(&meta_v1::ObjectMeta), "v1.ObjectMeta").omit_empty(),
    wire(2, "spec", Wire::Message(&ValidatingAdmissionPolicyBindingSpec), "v1.ValidatingAdmissionPolicyBindingSpec").omit_empty(),
] }),
published: true,
};

static ValidatingAdmissionPolicyBindingList_members: Object = Object {
fields: SharedSlice::Static(&[
    field("apiVersion", TEXT),
    field("items", list(&pool::refer_admissionregistration_v1_ValidatingAdmissionPolicyBinding_zero)),
    field("kind", TEXT),
    field("metadata", refer(&meta_v1::ListMeta).zero()),
]),
required: SharedSlice::Static(&[text("items")]),
additional: Additional::Unset,
};

pub(crate) static ValidatingAdmissionPolicyBindingList: Definition = Definition {
name: "io.k8s.api.admissionregistration.v1.ValidatingAdmissionPolicyBindingList",
schema: object(&ValidatingAdmissionPolicyBindingList_members),
kinds: &[kind("admissionregistration.k8s.io", "v1", "ValidatingAdmissionPolicyBindingList"), ],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "metadata", Wire::Message(&meta_v1::ListMeta), "v1.ListMeta").omit_empty(),
    wire(2, "items", Wire::Message(&ValidatingAdmissionPolicyBinding), "[]v1.ValidatingAdmissionPolicyBinding").list(),
] }),
published: true,
};

static ValidatingAdmissionPolicyBindingSpec_members: Object = Object {
fields: SharedSlice::Static(&[
    field("matchResources", refer(&MatchResources)),
    field("paramRef", refer(&ParamRef)),
    field("policyName", TEXT),
    field("validationActions", list(&pool::TEXT_zero).list_type(ListType::Set)),
]),
required: SharedSlice::Static(&[text("policyName"), text("validationActions")]),
additional: Additional::Unset,
};

pub(crate) static ValidatingAdmissionPolicyBindingSpec: Definition = Definition {
name: "io.k8s.api.admissionregistration.v1.ValidatingAdmissionPolicyBindingSpec",
schema: object(&ValidatingAdmissionPolicyBindingSpec_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "policyName", Wire::String, "string").omit_empty(),
    wire(2, "paramRef", Wire::Message(&ParamRef), "v1.ParamRef").pointer().omit_empty(),
    wire(3, "matchResources", Wire::Message(&MatchResources), "v1.MatchResources").pointer().omit_empty(),
    wire(4, "validationActions", Wire::String, "[]v1.ValidationAction").list().omit_empty(),
] }),
published: true,
};

static ValidatingAdmissionPolicyList_members: Object = Object {
fields: SharedSlice::Static(&[
    field("apiVersion", TEXT),
    field("items", list(&pool::refer_admissionregistration_v1_ValidatingAdmissionPolicy_zero)),
    field("kind", TEXT),
    field("metadata", refer(&meta_v1::ListMeta).zero()),
]),
required: SharedSlice::Static(&[text("items")]),
additional: Additional::Unset,
};

pub(crate) static ValidatingAdmissionPolicyList: Definition = Definition {
name: "io.k8s.api.admissionregistration.v1.ValidatingAdmissionPolicyList",
schema: object(&ValidatingAdmissionPolicyList_members),
kinds: &[kind("admissionregistration.k8s.io", "v1", "ValidatingAdmissionPolicyList"), ],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "metadata", Wire::Message(&meta_v1::ListMeta), "v1.ListMeta").omit_empty(),
    wire(2, "items", Wire::Message(&ValidatingAdmissionPolicy), "[]v1.ValidatingAdmissionPolicy").list(),
] }),
published: true,
};

static ValidatingAdmissionPolicySpec_members: Object = Object {
fields: SharedSlice::Static(&[
    field("auditAnnotations", list(&pool::refer_admissionregistration_v1_AuditAnnotation_zero).list_type(ListType::Atomic)),
    field("failurePolicy", TEXT),
    field("matchConditions", list(&pool::refer_admissionregistration_v1_MatchCondition_zero).list_type(ListType::Map).patch(PatchStrategy::Merge).extra(&pool::merge_keys_only_name_Some_name)),
    field("matchConstraints", refer(&MatchResources)),
    field("paramKind", refer(&ParamKind)),
    field("validations", list(&pool::refer_admissionregistration_v1_Validation_zero).list_type(ListType::Atomic)),
    field("variables", list(&pool::refer_admissionregistration_v1_Variable_zero).list_type(ListType::Map).patch(PatchStrategy::Merge).extra(&pool::merge_keys_only_name_Some_name)),
]),
required: SharedSlice::Static(&[]),
additional: Additional::Unset,
};

pub(crate) static ValidatingAdmissionPolicySpec: Definition = Definition {
name: "io.k8s.api.admissionregistration.v1.ValidatingAdmissionPolicySpec",
schema: object(&ValidatingAdmissionPolicySpec_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "paramKind", Wire::Message(&ParamKind), "v1.ParamKind").pointer().omit_empty(),
    wire(2, "matchConstraints", Wire::Message(&MatchResources), "v1.MatchResources").pointer().omit_empty(),
    wire(3, "validations", Wire::Message(&Validation), "[]v1.Validation").list().omit_empty(),
    wire(4, "failurePolicy", Wire::String, "v1.FailurePolicyType").pointer().omit_empty(),
    wire(5, "auditAnnotations", Wire::Message(&AuditAnnotation), "[]v1.AuditAnnotation").list().omit_empty(),
    wire(6, "matchConditions", Wire::Message(&MatchCondition), "[]v1.MatchCondition").list().omit_empty(),
    wire(7, "variables", Wire::Message(&Variable), "[]v1.Variable").list().omit_empty(),
] }),
published: true,
};

static ValidatingAdmissionPolicyStatus_members: Object = Object {
fields: SharedSlice::Static(&[
    field("conditions", list(&pool::refer_meta_v1_Condition_zero).list_type(ListType::Map).extra(&pool::merge_keys_only_type_None)),
    field("observedGeneration", INT64),
    field("typeChecking", refer(&TypeChecking)),
]),
required: SharedSlice::Static(&[]),
additional: Additional::Unset,
};

pub(crate) static ValidatingAdmissionPolicyStatus: Definition = Definition {
name: "io.k8s.api.admissionregistration.v1.ValidatingAdmissionPolicyStatus",
schema: object(&ValidatingAdmissionPolicyStatus_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "observedGeneration", Wire::Int64, "int64").omit_empty(),
    wire(2, "typeChecking", Wire::Message(&TypeChecking), "v1.TypeChecking").pointer().omit_empty(),
    wire(3, "conditions", Wire::Message(&meta_v1::Condition), "[]v1.Condition").list().omit_empty(),
] }),
published: true,
};

static ValidatingWebhook_members: Object = Object {
fields: SharedSlice::Static(&[
    field("admissionReviewVersions", list(&pool::TEXT_zero).list_type(ListType::Atomic)),
    field("clientConfig", refer(&WebhookClientConfig).zero()),
    field("failurePolicy", TEXT),
    field("matchConditions", list(&pool::refer_admissionregistration_v1_MatchCondition_zero).list_type(ListType::Map).patch(PatchStrategy::Merge).extra(&pool::merge_keys_only_name_Some_name)),
    field("matchPolicy", TEXT),
    field("name", TEXT.zero()),
    field("namespaceSelector", refer(&meta_v1::LabelSelector)),
    field("objectSelector", refer(&meta_v1::LabelSelector)),
    field("rules", list(&pool::refer_admissionregistration_v1_RuleWithOperations_zero).list_type(ListType::Atomic)),
    field("sideEffects", TEXT),
    field("timeoutSeconds", INT32),
]),
required: SharedSlice::Static(&[text("name"), text("clientConfig"), text("sideEffects"), text("admissionReviewVersions")]),
additional: Additional::Unset,
};

pub(crate) static ValidatingWebhook: Definition = Definition {
name: "io.k8s.api.admissionregistration.v1.ValidatingWebhook",
schema: object(&ValidatingWebhook_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "name", Wire::String, "string"),
    wire(2, "clientConfig", Wire::Message(&WebhookClientConfig), "v1.WebhookClientConfig"),
    wire(3, "rules", Wire::Message(&RuleWithOperations), "[]v1.RuleWithOperations").list().omit_empty(),
    wire(4, "failurePolicy", Wire::String, "v1.FailurePolicyType").pointer().omit_empty(),
    wire(5, "namespaceSelector", Wire::Message(&meta_v1::LabelSelector), "v1.LabelSelector").pointer().omit_empty(),
    wire(6, "sideEffects", Wire::String, "v1.SideEffectClass").pointer(),
    wire(7, "timeoutSeconds", Wire::Int32, "int32").pointer().omit_empty(),
    wire(8, "admissionReviewVersions", Wire::String, "[]string").list(),
    wire(9, "matchPolicy", Wire::String, "v1.MatchPolicyType").pointer().omit_empty(),
    wire(10, "objectSelector", Wire::Message(&meta_v1::LabelSelector), "v1.LabelSelector").pointer().omit_empty(),
    wire(11, "matchConditions", Wire::Message(&MatchCondition), "[]v1.MatchCondition").list().omit_empty(),
] }),
published: true,
};

static ValidatingWebhookConfiguration_members: Object = Object {
fields: SharedSlice::Static(&[
    field("apiVersion", TEXT),
    field("kind", TEXT),
    field("metadata", refer(&meta_v1::ObjectMeta).zero()),
    field("webhooks", list(&pool::refer_admissionregistration_v1_ValidatingWebhook_zero).list_type(ListType::Map).patch(PatchStrategy::Merge).extra(&pool::merge_keys_only_name_Some_name)),
]),
required: SharedSlice::Static(&[]),
additional: Additional::Unset,
};

pub(crate) static ValidatingWebhookConfiguration: Definition = Definition {
name: "io.k8s.api.admissionregistration.v1.ValidatingWebhookConfiguration",
schema: object(&ValidatingWebhookConfiguration_members),
kinds: &[kind("admissionregistration.k8s.io", "v1", "ValidatingWebhookConfiguration"), ],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "metadata", Wire::Message(&meta_v1::ObjectMeta), "v1.ObjectMeta").omit_empty(),
    wire(2, "webhooks", Wire::Message(&ValidatingWebhook), "[]v1.ValidatingWebhook").list().omit_empty(),
] }),
published: true,
};

static ValidatingWebhookConfigurationList_members: Object = Object {
fields: SharedSlice::Static(&[
    field("apiVersion", TEXT),
    field("items", list(&pool::refer_admissionregistration_v1_ValidatingWebhookConfiguration_zero)),
    field("kind", TEXT),
    field("metadata", refer(&meta_v1::ListMeta).zero()),
]),
required: SharedSlice::Static(&[text("items")]),
additional: Additional::Unset,
};

pub(crate) static ValidatingWebhookConfigurationList: Definition = Definition {
name: "io.k8s.api.admissionregistration.v1.ValidatingWebhookConfigurationList",
schema: object(&ValidatingWebhookConfigurationList_members),
kinds: &[kind("admissionregistration.k8s.io", "v1", "ValidatingWebhookConfigurationList"), ],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "metadata", Wire::Message(&meta_v1::ListMeta), "v1.ListMeta").omit_empty(),
    wire(2, "items", Wire::Message(&ValidatingWebhookConfiguration), "[]v1.ValidatingWebhookConfiguration").list(),
] }),
published: true,
};

static Validation_members: Object = Object {
fields: SharedSlice::Static(&[
    field("expression", TEXT.zero()),
    field("message", TEXT),
    field("messageExpression", TEXT),
    field("reason", TEXT),
]),
required: SharedSlice::Static(&[text("expression")]),
additional: Additional::Unset,
};

pub(crate) static Validation: Definition = Definition {
name: "io.k8s.api.admissionregistration.v1.Validation",
schema: object(&Validation_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "expression", Wire::String, "string"),
    wire(2, "message", Wire::String, "string").omit_empty(),
    wire(3, "reason", Wire::String, "v1.StatusReason").pointer().omit_empty(),
    wire(4, "messageExpression", Wire::String, "string").omit_empty(),
] }),
published: true,
};

static Variable_members: Object = Object {
fields: SharedSlice::Static(&[
    field("expression", TEXT.zero()),
    field("name", TEXT.zero()),
]),
required: SharedSlice::Static(&[text("name"), text("expression")]),
additional: Additional::Unset,
};

pub(crate) static Variable: Definition = Definition {
name: "io.k8s.api.admissionregistration.v1.Variable",
schema: object(&Variable_members).map_type(MapType::Atomic),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "name", Wire::String, "string"),
    wire(2, "expression", Wire::String, "string"),
] }),
published: true,
};

static WebhookClientConfig_members: Object = Object {
fields: SharedSlice::Static(&[
    field("caBundle", BYTES),
    field("service", refer(&ServiceReference)),
    field("url", TEXT),
]),
required: SharedSlice::Static(&[]),
additional: Additional::Unset,
};

pub(crate) static WebhookClientConfig: Definition = Definition {
name: "io.k8s.api.admissionregistration.v1.WebhookClientConfig",
schema: object(&WebhookClientConfig_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "service", Wire::Message(&ServiceReference), "v1.ServiceReference").pointer().omit_empty(),
    wire(2, "caBundle", Wire::Bytes, "[]uint8").omit_empty(),
    wire(3, "url", Wire::String, "string").pointer().omit_empty(),
] }),
published: true,
};
