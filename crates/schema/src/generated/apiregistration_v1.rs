//! Types of `apiregistration_v1`. Written by `cargo xtask codegen` from the target version's data; do not edit.

use crate::table::*;
use crate::*;
use super::meta_v1;
use super::pool;

static APIService_members: Object = Object {
fields: SharedSlice::Static(&[
    field("apiVersion", TEXT),
    field("kind", TEXT),
    field("metadata", refer(&meta_v1::ObjectMeta).zero()),
    field("spec", refer(&APIServiceSpec).zero()),
    field("status", refer(&APIServiceStatus).zero()),
]),
required: SharedSlice::Static(&[]),
additional: Additional::Unset,
};

pub(crate) static APIService: Definition = Definition {
name: "io.k8s.kube-aggregator.pkg.apis.apiregistration.v1.APIService",
schema: object(&APIService_members),
kinds: &[kind("apiregistration.k8s.io", "v1", "APIService"), ],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "metadata", Wire::Message(&meta_v1::ObjectMeta), "v1.ObjectMeta").omit_empty(),
    wire(2, "spec", Wire::Message(&APIServiceSpec), "v1.APIServiceSpec").omit_empty(),
    wire(3, "status", Wire::Message(&APIServiceStatus), "v1.APIServiceStatus").omit_empty(),
] }),
published: true,
};

static APIServiceCondition_members: Object = Object {
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

pub(crate) static APIServiceCondition: Definition = Definition {
name: "io.k8s.kube-aggregator.pkg.apis.apiregistration.v1.APIServiceCondition",
schema: object(&APIServiceCondition_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "type", Wire::String, "v1.APIServiceConditionType"),
    wire(2, "status", Wire::String, "v1.ConditionStatus"),
    wire(3, "lastTransitionTime", Wire::Message(&meta_v1::Time), "v1.Time").omit_empty(),
    wire(4, "reason", Wire::String, "string").omit_empty(),
    wire(5, "message", Wire::String, "string").omit_empty(),
] }),
published: true,
};

static APIServiceList_members: Object = Object {
fields: SharedSlice::Static(&[
    field("apiVersion", TEXT),
    field("items", list(&pool::refer_apiregistration_v1_APIService_zero)),
    field("kind", TEXT),
    field("metadata", refer(&meta_v1::ListMeta).zero()),
]),
required: SharedSlice::Static(&[text("items")]),
additional: Additional::Unset,
};

pub(crate) static APIServiceList: Definition = Definition {
name: "io.k8s.kube-aggregator.pkg.apis.apiregistration.v1.APIServiceList",
schema: object(&APIServiceList_members),
kinds: &[kind("apiregistration.k8s.io", "v1", "APIServiceList"), ],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "metadata", Wire::Message(&meta_v1::ListMeta), "v1.ListMeta").omit_empty(),
    wire(2, "items", Wire::Message(&APIService), "[]v1.APIService").list(),
] }),
published: true,
};

static APIServiceSpec_members: Object = Object {
fields: SharedSlice::Static(&[
    field("caBundle", BYTES.list_type(ListType::Atomic)),
    field("group", TEXT),
    field("groupPriorityMinimum", INT32.zero()),
    field("insecureSkipTLSVerify", BOOL),
    field("service", refer(&ServiceReference)),
    field("version", TEXT),
    field("versionPriority", INT32.zero()),
]),
required: SharedSlice::Static(&[text("groupPriorityMinimum"), text("versionPriority")]),
additional: Additional::Unset,
};

pub(crate) static APIServiceSpec: Definition = Definition {
name: "io.k8s.kube-aggregator.pkg.apis.apiregistration.v1.APIServiceSpec",
schema: object(&APIServiceSpec_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "service", Wire::Message(&ServiceReference), "v1.ServiceReference").pointer().omit_empty(),
    wire(2, "group", Wire::String, "string").omit_empty(),
    wire(3, "version", Wire::String, "string").omit_empty(),
    wire(4, "insecureSkipTLSVerify", Wire::Bool, "bool").omit_empty(),
    wire(5, "caBundle", Wire::Bytes, "[]uint8").omit_empty(),
    wire(7, "groupPriorityMinimum", Wire::Int32, "int32"),
    wire(8, "versionPriority", Wire::Int32, "int32"),
] }),
published: true,
};

static APIServiceStatus_members: Object = Object {
fields: SharedSlice::Static(&[
    field("conditions", list(&pool::refer_apiregistration_v1_APIServiceCondition_zero).list_type(ListType::Map).patch(PatchStrategy::Merge).extra(&pool::merge_keys_only_type_Some_type)),
]),
required: SharedSlice::Static(&[]),
additional: Additional::Unset,
};

pub(crate) static APIServiceStatus: Definition = Definition {
name: "io.k8s.kube-aggregator.pkg.apis.apiregistration.v1.APIServiceStatus",
schema: object(&APIServiceStatus_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "conditions", Wire::Message(&APIServiceCondition), "[]v1.APIServiceCondition").list().omit_empty(),
] }),
published: true,
};

static ServiceReference_members: Object = Object {
fields: SharedSlice::Static(&[
    field("name", TEXT),
    field("namespace", TEXT),
    field("port", INT32),
]),
required: SharedSlice::Static(&[]),
additional: Additional::Unset,
};

pub(crate) static ServiceReference: Definition = Definition {
name: "io.k8s.kube-aggregator.pkg.apis.apiregistration.v1.ServiceReference",
schema: object(&ServiceReference_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "namespace", Wire::String, "string").omit_empty(),
    wire(2, "name", Wire::String, "string").omit_empty(),
    wire(3, "port", Wire::Int32, "int32").pointer().omit_empty(),
] }),
published: true,
};
