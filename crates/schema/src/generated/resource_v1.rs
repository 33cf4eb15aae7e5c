//! Types of `resource_v1`. Written by `cargo xtask codegen` from the target version's data; do not edit.

use crate::table::*;
use crate::*;
use super::core_v1;
use super::meta_v1;
use super::resource;
use super::runtime;
use super::pool;

static AllocatedDeviceStatus_members: Object = Object {
fields: SharedSlice::Static(&[
    field("conditions", list(&pool::refer_meta_v1_Condition_zero).list_type(ListType::Map).extra(&pool::merge_keys_only_type_None)),
    field("data", refer(&runtime::RawExtension)),
    field("device", TEXT.zero()),
    field("driver", TEXT.zero()),
    field("networkData", refer(&NetworkDeviceData)),
    field("pool", TEXT.zero()),
    field("shareID", TEXT),
]),
required: SharedSlice::Static(&[text("driver"), text("pool"), text("device")]),
additional: Additional::Unset,
};

pub(crate) static AllocatedDeviceStatus: Definition = Definition {
name: "io.k8s.api.resource.v1.AllocatedDeviceStatus",
schema: object(&AllocatedDeviceStatus_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "driver", Wire::String, "string"),
    wire(2, "pool", Wire::String, "string"),
    wire(3, "device", Wire::String, "string"),
    wire(4, "conditions", Wire::Message(&meta_v1::Condition), "[]v1.Condition").list(),
    wire(5, "data", Wire::Message(&runtime::RawExtension), "runtime.RawExtension").pointer().omit_empty(),
    wire(6, "networkData", Wire::Message(&NetworkDeviceData), "v1.NetworkDeviceData").pointer().omit_empty(),
    wire(7, "shareID", Wire::String, "string").pointer().omit_empty(),
] }),
published: true,
};

static AllocationResult_members: Object = Object {
fields: SharedSlice::Static(&[
    field("allocationTimestamp", refer(&meta_v1::Time)),
    field("devices", refer(&DeviceAllocationResult).zero()),
    field("nodeSelector", refer(&core_v1::NodeSelector)),
]),
required: SharedSlice::Static(&[]),
additional: Additional::Unset,
};

pub(crate) static AllocationResult: Definition = Definition {
name: "io.k8s.api.resource.v1.AllocationResult",
schema: object(&AllocationResult_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "devices", Wire::Message(&DeviceAllocationResult), "v1.DeviceAllocationResult").omit_empty(),
    wire(3, "nodeSelector", Wire::Message(&core_v1::NodeSelector), "v1.NodeSelector").pointer().omit_empty(),
    wire(5, "allocationTimestamp", Wire::Message(&meta_v1::Time), "v1.Time").pointer().omit_empty(),
] }),
published: true,
};

static CELDeviceSelector_members: Object = Object {
fields: SharedSlice::Static(&[
    field("expression", TEXT.zero()),
]),
required: SharedSlice::Static(&[text("expression")]),
additional: Additional::Unset,
};

pub(crate) static CELDeviceSelector: Definition = Definition {
name: "io.k8s.api.resource.v1.CELDeviceSelector",
schema: object(&CELDeviceSelector_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "expression", Wire::String, "string"),
] }),
published: true,
};

static CapacityRequestPolicy_members: Object = Object {
fields: SharedSlice::Static(&[
    field("default", refer(&resource::Quantity)),
    field("validRange", refer(&CapacityRequestPolicyRange)),
    field("validValues", list(&pool::bare_resource_Quantity).list_type(ListType::Atomic)),
]),
required: SharedSlice::Static(&[]),
additional: Additional::Unset,
};

pub(crate) static CapacityRequestPolicy: Definition = Definition {
name: "io.k8s.api.resource.v1.CapacityRequestPolicy",
schema: object(&CapacityRequestPolicy_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "default", Wire::Message(&resource::Quantity), "resource.Quantity").pointer(),
    wire(3, "validValues", Wire::Message(&resource::Quantity), "[]resource.Quantity").list().omit_empty(),
    wire(4, "validRange", Wire::Message(&CapacityRequestPolicyRange), "v1.CapacityRequestPolicyRange").pointer().omit_empty(),
] }),
published: true,
};

static CapacityRequestPolicyRange_members: Object = Object {
fields: SharedSlice::Static(&[
    field("max", refer(&resource::Quantity)),
    field("min", refer(&resource::Quantity)),
    field("step", refer(&resource::Quantity)),
]),
required: SharedSlice::Static(&[text("min")]),
additional: Additional::Unset,
};

pub(crate) static CapacityRequestPolicyRange: Definition = Definition {
name: "io.k8s.api.resource.v1.CapacityRequestPolicyRange",
schema: object(&CapacityRequestPolicyRange_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "min", Wire::Message(&resource::Quantity), "resource.Quantity").pointer().omit_empty(),
    wire(2, "max", Wire::Message(&resource::Quantity), "resource.Quantity").pointer().omit_empty(),
    wire(3, "step", Wire::Message(&resource::Quantity), "resource.Quantity").pointer().omit_empty(),
] }),
published: true,
};

static CapacityRequirements_members: Object = Object {
fields: SharedSlice::Static(&[
    field("requests", object(&pool::values_bare_resource_Quantity)),
]),
required: SharedSlice::Static(&[]),
additional: Additional::Unset,
};

pub(crate) static CapacityRequirements: Definition = Definition {
name: "io.k8s.api.resource.v1.CapacityRequirements",
schema: object(&CapacityRequirements_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "requests", Wire::Message(&resource::Quantity), "map[v1.QualifiedName]resource.Quantity").map().omit_empty(),
] }),
published: true,
};

static Counter_members: Object = Object {
fields: SharedSlice::Static(&[
    field("value", refer(&resource::Quantity)),
]),
required: SharedSlice::Static(&[text("value")]),
additional: Additional::Unset,
};

pub(crate) static Counter: Definition = Definition {
name: "io.k8s.api.resource.v1.Counter",
schema: object(&Counter_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "value", Wire::Message(&resource::Quantity), "resource.Quantity"),
] }),
published: true,
};

static CounterSet_members: Object = Object {
fields: SharedSlice::Static(&[
    field("counters", object(&pool::values_refer_resource_v1_Counter_zero)),
    field("name", TEXT.zero()),
]),
required: SharedSlice::Static(&[text("name"), text("counters")]),
additional: Additional::Unset,
};

pub(crate) static CounterSet: Definition = Definition {
name: "io.k8s.api.resource.v1.CounterSet",
schema: object(&CounterSet_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "name", Wire::String, "string"),
    wire(2, "counters", Wire::Message(&Counter), "map[string]v1.Counter").map().omit_empty(),
] }),
published: true,
};

static Device_members: Object = Object {
fields: SharedSlice::Static(&[
    field("allNodes", BOOL),
    field("allowMultipleAllocations", BOOL),
    field("attributes", object(&pool::values_refer_resource_v1_DeviceAttribute_zero)),
    field("bindingConditions", list(&pool::TEXT_zero).list_type(ListType::Atomic)),
    field("bindingFailureConditions", list(&pool::TEXT_zero).list_type(ListType::Atomic)),
    field("bindsToNode", BOOL),
    field("capacity", object(&pool::values_refer_resource_v1_DeviceCapacity_zero)),
    field("consumesCounters", list(&pool::refer_resource_v1_DeviceCounterConsumption_zero).list_type(ListType::Atomic)),
    field("name", TEXT.zero()),
    field("nodeAllocatableResourceMappings", object(&pool::values_refer_resource_v1_NodeAllocatableResourceMapping_zero)),
    field("nodeName", TEXT),
    field("nodeSelector", refer(&core_v1::NodeSelector)),
    field("taints", list(&pool::refer_resource_v1_DeviceTaint_zero).list_type(ListType::Atomic)),
]),
required: SharedSlice::Static(&[text("name")]),
additional: Additional::Unset,
};

pub(crate) static Device: Definition = Definition {
name: "io.k8s.api.resource.v1.Device",
schema: object(&Device_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "name", Wire::String, "string"),
    wire(2, "attributes", Wire::Message(&DeviceAttribute), "map[v1.QualifiedName]v1.DeviceAttribute").map().omit_empty(),
    wire(3, "capacity", Wire::Message(&DeviceCapacity), "map[v1.QualifiedName]v1.DeviceCapacity").map().omit_empty(),
    wire(4, "consumesCounters", Wire::Message(&DeviceCounterConsumption), "[]v1.DeviceCounterConsumption").list().omit_empty(),
    wire(5, "nodeName", Wire::String, "string").pointer().omit_empty(),
    wire(6, "nodeSelector", Wire::Message(&core_v1::NodeSelector), "v1.NodeSelector").pointer().omit_empty(),
    wire(7, "allNodes", Wire::Bool, "bool").pointer().omit_empty(),
    wire(8, "taints", Wire::Message(&DeviceTaint), "[]v1.DeviceTaint").list().omit_empty(),
    wire(9, "bindsToNode", Wire::Bool, "bool").pointer().omit_empty(),
    wire(10, "bindingConditions", Wire::String, "[]string").list().omit_empty(),
    wire(11, "bindingFailureConditions", Wire::String, "[]string").list().omit_empty(),
    wire(12, "allowMultipleAllocations", Wire::Bool, "bool").pointer().omit_empty(),
    wire(13, "nodeAllocatableResourceMappings", Wire::Message(&NodeAllocatableResourceMapping), "map[v1.ResourceName]v1.NodeAllocatableResourceMapping").map().omit_empty(),
] }),
published: true,
};

static DeviceAllocationConfiguration_members: Object = Object {
fields: SharedSlice::Static(&[
    field("opaque", refer(&OpaqueDeviceConfiguration)),
    field("requests", list(&pool::TEXT_zero).list_type(ListType::Atomic)),
    field("source", TEXT.zero()),
]),
required: SharedSlice::Static(&[text("source")]),
additional: Additional::Unset,
};

pub(crate) static DeviceAllocationConfiguration: Definition = Definition {
name: "io.k8s.api.resource.v1.DeviceAllocationConfiguration",
schema: object(&DeviceAllocationConfiguration_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "source", Wire::String, "v1.AllocationConfigSource"),
    wire(2, "requests", Wire::String, "[]string").list().omit_empty(),
    inline(3, &DeviceConfiguration, "v1.DeviceConfiguration"),
] }),
published: true,
};

static DeviceAllocationResult_members: Object = Object {
fields: SharedSlice::Static(&[
    field("config", list(&pool::refer_resource_v1_DeviceAllocationConfiguration_zero).list_type(ListType::Atomic)),
    field("results", list(&pool::refer_resource_v1_DeviceRequestAllocationResult_zero).list_type(ListType::Atomic)),
]),
required: SharedSlice::Static(&[]),
additional: Additional::Unset,
};

pub(crate) static DeviceAllocationResult: Definition = Definition {
name: "io.k8s.api.resource.v1.DeviceAllocationResult",
schema: object(&DeviceAllocationResult_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "results", Wire::Message(&DeviceRequestAllocationResult), "[]v1.DeviceRequestAllocationResult").list().omit_empty(),
    wire(2, "config", Wire::Message(&DeviceAllocationConfiguration), "[]v1.DeviceAllocationConfiguration").list().omit_empty(),
] }),
published: true,
};

static DeviceAttribute_members: Object = Object {
fields: SharedSlice::Static(&[
    field("bool", BOOL),
    field("bools", list(&pool::BOOL_zero).list_type(ListType::Atomic)),
    field("int", INT64),
    field("ints", list(&pool::INT64_zero).list_type(ListType::Atomic)),
    field("string", TEXT),
    field("strings", list(&pool::TEXT_zero).list_type(ListType::Atomic)),
    field("version", TEXT),
    field("versions", list(&pool::TEXT_zero).list_type(ListType::Atomic)),
]),
required: SharedSlice::Static(&[]),
additional: Additional::Unset,
};

pub(crate) static DeviceAttribute: Definition = Definition {
name: "io.k8s.api.resource.v1.DeviceAttribute",
schema: object(&DeviceAttribute_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(2, "int", Wire::Int64, "int64").pointer().omit_empty(),
    wire(3, "bool", Wire::Bool, "bool").pointer().omit_empty(),
    wire(4, "string", Wire::String, "string").pointer().omit_empty(),
    wire(5, "version", Wire::String, "string").pointer().omit_empty(),
    wire(6, "ints", Wire::Int64, "[]int64").list().omit_empty(),
    wire(7, "bools", Wire::Bool, "[]bool").list().omit_empty(),
    wire(8, "strings", Wire::String, "[]string").list().omit_empty(),
    wire(9, "versions", Wire::String, "[]string").list().omit_empty(),
] }),
published: true,
};

static DeviceCapacity_members: Object = Object {
fields: SharedSlice::Static(&[
    field("requestPolicy", refer(&CapacityRequestPolicy)),
    field("value", refer(&resource::Quantity)),
]),
required: SharedSlice::Static(&[text("value")]),
additional: Additional::Unset,
};

pub(crate) static DeviceCapacity: Definition = Definition {
name: "io.k8s.api.resource.v1.DeviceCapacity",
schema: object(&DeviceCapacity_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "value", Wire::Message(&resource::Quantity), "resource.Quantity"),
    wire(2, "requestPolicy", Wire::Message(&CapacityRequestPolicy), "v1.CapacityRequestPolicy").pointer().omit_empty(),
] }),
published: true,
};

static DeviceClaim_members: Object = Object {
fields: SharedSlice::Static(&[
    field("config", list(&pool::refer_resource_v1_DeviceClaimConfiguration_zero).list_type(ListType::Atomic)),
    field("constraints", list(&pool::refer_resource_v1_DeviceConstraint_zero).list_type(ListType::Atomic)),
    field("requests", list(&pool::refer_resource_v1_DeviceRequest_zero).list_type(ListType::Atomic)),
]),
required: SharedSlice::Static(&[]),
additional: Additional::Unset,
};

pub(crate) static DeviceClaim: Definition = Definition {
name: "io.k8s.api.resource.v1.DeviceClaim",
schema: object(&DeviceClaim_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "requests", Wire::Message(&DeviceRequest), "[]v1.DeviceRequest").list(),
    wire(2, "constraints", Wire::Message(&DeviceConstraint), "[]v1.DeviceConstraint").list().omit_empty(),
    wire(3, "config", Wire::Message(&DeviceClaimConfiguration), "[]v1.DeviceClaimConfiguration").list().omit_empty(),
] }),
published: true,
};

static DeviceClaimConfiguration_members: Object = Object {
fields: SharedSlice::Static(&[
    field("opaque", refer(&OpaqueDeviceConfiguration)),
    field("requests", list(&pool::TEXT_zero).list_type(ListType::Atomic)),
]),
required: SharedSlice::Static(&[]),
additional: Additional::Unset,
};

pub(crate) static DeviceClaimConfiguration: Definition = Definition {
name: "io.k8s.api.resource.v1.DeviceClaimConfiguration",
schema: object(&DeviceClaimConfiguration_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "requests", Wire::String, "[]string").list().omit_empty(),
    inline(2, &DeviceConfiguration, "v1.DeviceConfiguration"),
] }),
published: true,
};

static DeviceClass_members: Object = Object {
fields: SharedSlice::Static(&[
    field("apiVersion", TEXT),
    field("kind", TEXT),
    field("metadata", refer(&meta_v1::ObjectMeta).zero()),
    field("spec", refer(&DeviceClassSpec).zero()),
]),
required: SharedSlice::Static(&[text("spec")]),
additional: Additional::Unset,
};

pub(crate) static DeviceClass: Definition = Definition {
name: "io.k8s.api.resource.v1.DeviceClass",
schema: object(&DeviceClass_members),
kinds: &[kind("resource.k8s.io", "v1", "DeviceClass"), ],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "metadata", Wire::Message(&meta_v1::ObjectMeta), "v1.ObjectMeta").omit_empty(),
    wire(2, "spec", Wire::Message(&DeviceClassSpec), "v1.DeviceClassSpec"),
] }),
published: true,
};

static DeviceClassConfiguration_members: Object = Object {
fields: SharedSlice::Static(&[
    field("opaque", refer(&OpaqueDeviceConfiguration)),
]),
required: SharedSlice::Static(&[]),
additional: Additional::Unset,
};

pub(crate) static DeviceClassConfiguration: Definition = Definition {
name: "io.k8s.api.resource.v1.DeviceClassConfiguration",
schema: object(&DeviceClassConfiguration_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    inline(1, &DeviceConfiguration, "v1.DeviceConfiguration"),
] }),
published: true,
};

static DeviceClassList_members: Object = Object {
fields: SharedSlice::Static(&[
    field("apiVersion", TEXT),
    field("items", list(&pool::refer_resource_v1_DeviceClass_zero)),
    field("kind", TEXT),
    field("metadata", refer(&meta_v1::ListMeta).zero()),
]),
required: SharedSlice::Static(&[text("items")]),
additional: Additional::Unset,
};

pub(crate) static DeviceClassList: Definition = Definition {
name: "io.k8s.api.resource.v1.DeviceClassList",
schema: object(&DeviceClassList_members),
kinds: &[kind("resource.k8s.io", "v1", "DeviceClassList"), ],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "metadata", Wire::Message(&meta_v1::ListMeta), "v1.ListMeta").omit_empty(),
    wire(2, "items", Wire::Message(&DeviceClass), "[]v1.DeviceClass").list(),
] }),
published: true,
};

static DeviceClassSpec_members: Object = Object {
fields: SharedSlice::Static(&[
    field("config", list(&pool::refer_resource_v1_DeviceClassConfiguration_zero).list_type(ListType::Atomic)),
    field("extendedResourceName", TEXT),
    field("selectors", list(&pool::refer_resource_v1_DeviceSelector_zero).list_type(ListType::Atomic)),
]),
required: SharedSlice::Static(&[]),
additional: Additional::Unset,
};

pub(crate) static DeviceClassSpec: Definition = Definition {
name: "io.k8s.api.resource.v1.DeviceClassSpec",
schema: object(&DeviceClassSpec_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "selectors", Wire::Message(&DeviceSelector), "[]v1.DeviceSelector").list().omit_empty(),
    wire(2, "config", Wire::Message(&DeviceClassConfiguration), "[]v1.DeviceClassConfiguration").list().omit_empty(),
    wire(4, "extendedResourceName", Wire::String, "string").pointer().omit_empty(),
] }),
published: true,
};

static DeviceConfiguration_members: Object = Object {
fields: SharedSlice::Static(&[
    field("opaque", bare(&OpaqueDeviceConfiguration)),
]),
required: SharedSlice::Static(&[]),
additional: Additional::Unset,
};

pub(crate) static DeviceConfiguration: Definition = Definition {
name: "io.k8s.api.resource.v1.DeviceConfiguration",
schema: object(&DeviceConfiguration_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "opaque", Wire::Message(&OpaqueDeviceConfiguration), "v1.OpaqueDeviceConfiguration").pointer().omit_empty(),
] }),
published: false,
};

static DeviceConstraint_members: Object = Object {
fields: SharedSlice::Static(&[
    field("distinctAttribute", TEXT),
    field("matchAttribute", TEXT),
    field("requests", list(&pool::TEXT_zero).list_type(ListType::Atomic)),
]),
required: SharedSlice::Static(&[]),
additional: Additional::Unset,
};

pub(crate) static DeviceConstraint: Definition = Definition {
name: "io.k8s.api.resource.v1.DeviceConstraint",
schema: object(&DeviceConstraint_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "requests", Wire::String, "[]string").list().omit_empty(),
    wire(2, "matchAttribute", Wire::String, "v1.FullyQualifiedName").pointer().omit_empty(),
    wire(3, "distinctAttribute", Wire::String, "v1.FullyQualifiedName").pointer().omit_empty(),
] }),
published: true,
};

static DeviceCounterConsumption_members: Object = Object {
fields: SharedSlice::Static(&[
    field("counterSet", TEXT.zero()),
    field("counters", object(&pool::values_refer_resource_v1_Counter_zero)),
]),
required: SharedSlice::Static(&[text("counterSet"), text("counters")]),
additional: Additional::Unset,
};

pub(crate) static DeviceCounterConsumption: Definition = Definition {
name: "io.k8s.api.resource.v1.DeviceCounterConsumption",
schema: object(&DeviceCounterConsumption_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "counterSet", Wire::String, "string"),
    wire(2, "counters", Wire::Message(&Counter), "map[string]v1.Counter").map().omit_empty(),
] }),
published: true,
};

static DeviceRequest_members: Object = Object {
fields: SharedSlice::Static(&[
    field("exactly", refer(&ExactDeviceRequest)),
    field("firstAvailable", list(&pool::refer_resource_v1_DeviceSubRequest_zero).list_type(ListType::Atomic)),
    field("name", TEXT.zero()),
]),
required: SharedSlice::Static(&[text("name")]),
additional: Additional::Unset,
};

pub(crate) static DeviceRequest: Definition = Definition {
name: "io.k8s.api.resource.v1.DeviceRequest",
schema: object(&DeviceRequest_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "name", Wire::String, "string"),
    wire(2, "exactly", Wire::Message(&ExactDeviceRequest), "v1.ExactDeviceRequest").pointer().omit_empty(),
    wire(3, "firstAvailable", Wire::Message(&DeviceSubRequest), "[]v1.DeviceSubRequest").list().omit_empty(),
] }),
published: true,
};

static DeviceRequestAllocationResult_members: Object = Object {
fields: SharedSlice::Static(&[
    field("adminAccess", BOOL),
    field("bindingConditions", list(&pool::TEXT_zero).list_type(ListType::Atomic)),
    field("bindingFailureConditions", list(&pool::TEXT_zero).list_type(ListType::Atomic)),
    field("consumedCapacity", object(&pool::values_bare_resource_Quantity)),
    field("device", TEXT.zero()),
    field("driver", TEXT.zero()),
    field("pool", TEXT.zero()),
    field("request", TEXT.zero()),
    field("shareID", TEXT),
    field("tolerations", list(&pool::refer_resource_v1_DeviceToleration_zero).list_type(ListType::Atomic)),
]),
required: SharedSlice::Static(&[text("request"), text("driver"), text("pool"), text("device")]),
additional: Additional::Unset,
};

pub(crate) static DeviceRequestAllocationResult: Definition = Definition {
name: "io.k8s.api.resource.v1.DeviceRequestAllocationResult",
schema: object(&DeviceRequestAllocationResult_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "request", Wire::String, "string"),
    wire(2, "driver", Wire::String, "string"),
    wire(3, "pool", Wire::String, "string"),
    wire(4, "device", Wire::String, "string"),
    wire(5, "adminAccess", Wire::Bool, "bool").pointer().omit_empty(),
    wire(6, "tolerations", Wire::Message(&DeviceToleration), "[]v1.DeviceToleration").list().omit_empty(),
    wire(7, "bindingConditions", Wire::String, "[]string").list().omit_empty(),
    wire(8, "bindingFailureConditions", Wire::String, "[]string").list().omit_empty(),
    wire(9, "shareID", Wire::String, "types.UID").pointer().omit_empty(),
    wire(10, "consumedCapacity", Wire::Message(&resource::Quantity), "map[v1.QualifiedName]resource.Quantity").map().omit_empty(),
] }),
published: true,
};

static DeviceSelector_members: Object = Object {
fields: SharedSlice::Static(&[
    field("cel", refer(&CELDeviceSelector)),
]),
required: SharedSlice::Static(&[]),
additional: Additional::Unset,
};

pub(crate) static DeviceSelector: Definition = Definition {
name: "io.k8s.api.resource.v1.DeviceSelector",
schema: object(&DeviceSelector_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "cel", Wire::Message(&CELDeviceSelector), "v1.CELDeviceSelector").pointer().omit_empty(),
] }),
published: true,
};

static DeviceSubRequest_members: Object = Object {
fields: SharedSlice::Static(&[
    field("allocationMode", TEXT),
    field("capacity", refer(&CapacityRequirements)),
    field("count", INT64),
    field("deviceClassName", TEXT.zero()),
    field("name", TEXT.zero()),
    field("selectors", list(&pool::refer_resource_v1_DeviceSelector_zero).list_type(ListType::Atomic)),
    field("tolerations", list(&pool::refer_resource_v1_DeviceToleration_zero).list_type(ListType::Atomic)),
]),
required: SharedSlice::Static(&[text("name"), text("deviceClassName")]),
additional: Additional::Unset,
};

pub(crate) static DeviceSubRequest: Definition = Definition {
name: "io.k8s.api.resource.v1.DeviceSubRequest",
schema: object(&DeviceSubRequest_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "name", Wire::String, "string"),
    wire(2, "deviceClassName", Wire::String, "string"),
    wire(3, "selectors", Wire::Message(&DeviceSelector), "[]v1.DeviceSelector").list().omit_empty(),
    wire(4, "allocationMode", Wire::String, "v1.DeviceAllocationMode").omit_empty(),
    wire(5, "count", Wire::Int64, "int64").omit_empty(),
    wire(6, "tolerations", Wire::Message(&DeviceToleration), "[]v1.DeviceToleration").list().omit_empty(),
    wire(7, "capacity", Wire::Message(&CapacityRequirements), "v1.CapacityRequirements").pointer().omit_empty(),
] }),
published: true,
};

static DeviceTaint_members: Object = Object {
fields: SharedSlice::Static(&[
    field("effect", TEXT.zero()),
    field("key", TEXT.zero()),
    field("timeAdded", refer(&meta_v1::Time)),
    field("value", TEXT),
]),
required: SharedSlice::Static(&[text("key"), text("effect")]),
additional: Additional::Unset,
};

pub(crate) static DeviceTaint: Definition = Definition {
name: "io.k8s.api.resource.v1.DeviceTaint",
schema: object(&DeviceTaint_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "key", Wire::String, "string"),
    wire(2, "value", Wire::String, "string").omit_empty(),
    wire(3, "effect", Wire::String, "v1.DeviceTaintEffect"),
    wire(4, "timeAdded", Wire::Message(&meta_v1::Time), "v1.Time").pointer().omit_empty(),
] }),
published: true,
};

static DeviceToleration_members: Object = Object {
fields: SharedSlice::Static(&[
    field("effect", TEXT),
    field("key", TEXT),
    field("operator", TEXT.extra(&pool::default_Equal)),
    field("tolerationSeconds", INT64),
    field("value", TEXT),
]),
required: SharedSlice::Static(&[]),
additional: Additional::Unset,
};

pub(crate) static DeviceToleration: Definition = Definition {
name: "io.k8s.api.resource.v1.DeviceToleration",
schema: object(&DeviceToleration_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "key", Wire::String, "string").omit_empty(),
    wire(2, "operator", Wire::String, "v1.DeviceTolerationOperator").omit_empty(),
    wire(3, "value", Wire::String, "string").omit_empty(),
    wire(4, "effect", Wire::String, "v1.DeviceTaintEffect").omit_empty(),
    wire(5, "tolerationSeconds", Wire::Int64, "int64").pointer().omit_empty(),
] }),
published: true,
};

static ExactDeviceRequest_members: Object = Object {
fields: SharedSlice::Static(&[
    field("adminAccess", BOOL),
    field("allocationMode", TEXT),
    field("capacity", refer(&CapacityRequirements)),
    field("count", INT64),
    field("deviceClassName", TEXT.zero()),
    field("selectors", list(&pool::refer_resource_v1_DeviceSelector_zero).list_type(ListType::Atomic)),
    field("tolerations", list(&pool::refer_resource_v1_DeviceToleration_zero).list_type(ListType::Atomic)),
]),
required: SharedSlice::Static(&[text("deviceClassName")]),
additional: Additional::Unset,
};

pub(crate) static ExactDeviceRequest: Definition = Definition {
name: "io.k8s.api.resource.v1.ExactDeviceRequest",
schema: object(&ExactDeviceRequest_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "deviceClassName", Wire::String, "string"),
    wire(2, "selectors", Wire::Message(&DeviceSelector), "[]v1.DeviceSelector").list().omit_empty(),
    wire(3, "allocationMode", Wire::String, "v1.DeviceAllocationMode").omit_empty(),
    wire(4, "count", Wire::Int64, "int64").omit_empty(),
    wire(5, "adminAccess", Wire::Bool, "bool").pointer().omit_empty(),
    wire(6, "tolerations", Wire::Message(&DeviceToleration), "[]v1.DeviceToleration").list().omit_empty(),
    wire(7, "capacity", Wire::Message(&CapacityRequirements), "v1.CapacityRequirements").pointer().omit_empty(),
] }),
published: true,
};

static NetworkDeviceData_members: Object = Object {
fields: SharedSlice::Static(&[
    field("hardwareAddress", TEXT),
    field("interfaceName", TEXT),
    field("ips", list(&pool::TEXT_zero).list_type(ListType::Atomic)),
]),
required: SharedSlice::Static(&[]),
additional: Additional::Unset,
};

pub(crate) static NetworkDeviceData: Definition = Definition {
name: "io.k8s.api.resource.v1.NetworkDeviceData",
schema: object(&NetworkDeviceData_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "interfaceName", Wire::String, "string").omit_empty(),
    wire(2, "ips", Wire::String, "[]string").list().omit_empty(),
    wire(3, "hardwareAddress", Wire::String, "string").omit_empty(),
] }),
published: true,
};

static NodeAllocatableResourceMapping_members: Object = Object {
fields: SharedSlice::Static(&[
    field("allocationMultiplier", refer(&resource::Quantity)),
    field("capacityKey", TEXT),
]),
required: SharedSlice::Static(&[]),
additional: Additional::Unset,
};

pub(crate) static NodeAllocatableResourceMapping: Definition = Definition {
name: "io.k8s.api.resource.v1.NodeAllocatableResourceMapping",
schema: object(&NodeAllocatableResourceMapping_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "capacityKey", Wire::String, "v1.QualifiedName").pointer().omit_empty(),
    wire(2, "allocationMultiplier", Wire::Message(&resource::Quantity), "resource.Quantity").pointer().omit_empty(),
] }),
published: true,
};

static OpaqueDeviceConfiguration_members: Object = Object {
fields: SharedSlice::Static(&[
    field("driver", TEXT.zero()),
    field("parameters", refer(&runtime::RawExtension)),
]),
required: SharedSlice::Static(&[text("driver"), text("parameters")]),
additional: Additional::Unset,
};

pub(crate) static OpaqueDeviceConfiguration: Definition = Definition {
name: "io.k8s.api.resource.v1.OpaqueDeviceConfiguration",
schema: object(&OpaqueDeviceConfiguration_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "driver", Wire::String, "string"),
    wire(2, "parameters", Wire::Message(&runtime::RawExtension), "runtime.RawExtension"),
] }),
published: true,
};

static ResourceClaim_members: Object = Object {
fields: SharedSlice::Static(&[
    field("apiVersion", TEXT),
    field("kind", TEXT),
    field("metadata", refer(&meta_v1::ObjectMeta).zero()),
    field("spec", refer(&ResourceClaimSpec).zero()),
    field("status", refer(&ResourceClaimStatus).zero()),
]),
required: SharedSlice::Static(&[text("spec")]),
additional: Additional::Unset,
};

pub(crate) static ResourceClaim: Definition = Definition {
name: "io.k8s.api.resource.v1.ResourceClaim",
schema: object(&ResourceClaim_members),
kinds: &[kind("resource.k8s.io", "v1", "ResourceClaim"), ],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "metadata", Wire::Message(&meta_v1::ObjectMeta), "v1.ObjectMeta").omit_empty(),
    wire(2, "spec", Wire::Message(&ResourceClaimSpec), "v1.ResourceClaimSpec"),
    wire(3, "status", Wire::Message(&ResourceClaimStatus), "v1.ResourceClaimStatus").omit_empty(),
] }),
published: true,
};

static ResourceClaimConsumerReference_members: Object = Object {
fields: SharedSlice::Static(&[
    field("apiGroup", TEXT),
    field("name", TEXT.zero()),
    field("resource", TEXT.zero()),
    field("uid", TEXT.zero()),
]),
required: SharedSlice::Static(&[text("resource"), text("name"), text("uid")]),
additional: Additional::Unset,
};

pub(crate) static ResourceClaimConsumerReference: Definition = Definition {
name: "io.k8s.api.resource.v1.ResourceClaimConsumerReference",
schema: object(&ResourceClaimConsumerReference_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "apiGroup", Wire::String, "string").omit_empty(),
    wire(3, "resource", Wire::String, "string"),
    wire(4, "name", Wire::String, "string"),
    wire(5, "uid", Wire::String, "types.UID"),
] }),
published: true,
};

static ResourceClaimList_members: Object = Object {
fields: SharedSlice::Static(&[
    field("apiVersion", TEXT),
    field("items", list(&pool::refer_resource_v1_ResourceClaim_zero)),
    field("kind", TEXT),
    field("metadata", refer(&meta_v1::ListMeta).zero()),
]),
required: SharedSlice::Static(&[text("items")]),
additional: Additional::Unset,
};

pub(crate) static ResourceClaimList: Definition = Definition {
name: "io.k8s.api.resource.v1.ResourceClaimList",
schema: object(&ResourceClaimList_members),
kinds: &[kind("resource.k8s.io", "v1", "ResourceClaimList"), ],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "metadata", Wire::Message(&meta_v1::ListMeta), "v1.ListMeta").omit_empty(),
    wire(2, "items", Wire::Message(&ResourceClaim), "[]v1.ResourceClaim").list(),
] }),
published: true,
};

static ResourceClaimSpec_members: Object = Object {
fields: SharedSlice::Static(&[
    field("devices", refer(&DeviceClaim).zero()),
]),
required: SharedSlice::Static(&[]),
additional: Additional::Unset,
};

pub(crate) static ResourceClaimSpec: Definition = Definition {
name: "io.k8s.api.resource.v1.ResourceClaimSpec",
schema: object(&ResourceClaimSpec_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "devices", Wire::Message(&DeviceClaim), "v1.DeviceClaim"),
] }),
published: true,
};

static ResourceClaimStatus_members: Object = Object {
fields: SharedSlice::Static(&[
    field("allocation", refer(&AllocationResult)),
    field("devices", list(&pool::refer_resource_v1_AllocatedDeviceStatus_zero).list_type(ListType::Map).extra(&pool::merge_keys_driver_device_pool_shareID_None)),
    field("reservedFor", list(&pool::refer_resource_v1_ResourceClaimConsumerReference_zero).list_type(ListType::Map).patch(PatchStrategy::Merge).extra(&pool::merge_keys_only_uid_Some_uid)),
]),
required: SharedSlice::Static(&[]),
additional: Additional::Unset,
};

pub(crate) static ResourceClaimStatus: Definition = Definition {
name: "io.k8s.api.resource.v1.ResourceClaimStatus",
schema: object(&ResourceClaimStatus_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "allocation", Wire::Message(&AllocationResult), "v1.AllocationResult").pointer().omit_empty(),
    wire(2, "reservedFor", Wire::Message(&ResourceClaimConsumerReference), "[]v1.ResourceClaimConsumerReference").list().omit_empty(),
    wire(4, "devices", Wire::Message(&AllocatedDeviceStatus), "[]v1.AllocatedDeviceStatus").list().omit_empty(),
] }),
published: true,
};

static ResourceClaimTemplate_members: Object = Object {
fields: SharedSlice::Static(&[
    field("apiVersion", TEXT),
    field("kind", TEXT),
    field("metadata", refer(&meta_v1::ObjectMeta).zero()),
    field("spec", refer(&ResourceClaimTemplateSpec).zero()),
]),
required: SharedSlice::Static(&[text("spec")]),
additional: Additional::Unset,
};

pub(crate) static ResourceClaimTemplate: Definition = Definition {
name: "io.k8s.api.resource.v1.ResourceClaimTemplate",
schema: object(&ResourceClaimTemplate_members),
kinds: &[kind("resource.k8s.io", "v1", "ResourceClaimTemplate"), ],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "metadata", Wire::Message(&meta_v1::ObjectMeta), "v1.ObjectMeta").omit_empty(),
    wire(2, "spec", Wire::Message(&ResourceClaimTemplateSpec), "v1.ResourceClaimTemplateSpec"),
] }),
published: true,
};

static ResourceClaimTemplateList_members: Object = Object {
fields: SharedSlice::Static(&[
    field("apiVersion", TEXT),
    field("items", list(&pool::refer_resource_v1_ResourceClaimTemplate_zero)),
    field("kind", TEXT),
    field("metadata", refer(&meta_v1::ListMeta).zero()),
]),
required: SharedSlice::Static(&[text("items")]),
additional: Additional::Unset,
};

pub(crate) static ResourceClaimTemplateList: Definition = Definition {
name: "io.k8s.api.resource.v1.ResourceClaimTemplateList",
schema: object(&ResourceClaimTemplateList_members),
kinds: &[kind("resource.k8s.io", "v1", "ResourceClaimTemplateList"), ],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "metadata", Wire::Message(&meta_v1::ListMeta), "v1.ListMeta").omit_empty(),
    wire(2, "items", Wire::Message(&ResourceClaimTemplate), "[]v1.ResourceClaimTemplate").list(),
] }),
published: true,
};

static ResourceClaimTemplateSpec_members: Object = Object {
fields: SharedSlice::Static(&[
    field("metadata", refer(&meta_v1::ObjectMeta).zero()),
    field("spec", refer(&ResourceClaimSpec).zero()),
]),
required: SharedSlice::Static(&[text("spec")]),
additional: Additional::Unset,
};

pub(crate) static ResourceClaimTemplateSpec: Definition = Definition {
name: "io.k8s.api.resource.v1.ResourceClaimTemplateSpec",
schema: object(&ResourceClaimTemplateSpec_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "metadata", Wire::Message(&meta_v1::ObjectMeta), "v1.ObjectMeta").omit_empty(),
    wire(2, "spec", Wire::Message(&ResourceClaimSpec), "v1.ResourceClaimSpec"),
] }),
published: true,
};

static ResourcePool_members: Object = Object {
fields: SharedSlice::Static(&[
    field("generation", INT64.zero()),
    field("name", TEXT.zero()),
    field("resourceSliceCount", INT64.zero()),
]),
required: SharedSlice::Static(&[text("name"), text("generation"), text("resourceSliceCount")]),
additional: Additional::Unset,
};

pub(crate) static ResourcePool: Definition = Definition {
name: "io.k8s.api.resource.v1.ResourcePool",
schema: object(&ResourcePool_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "name", Wire::String, "string"),
    wire(2, "generation", Wire::Int64, "int64"),
    wire(3, "resourceSliceCount", Wire::Int64, "int64"),
] }),
published: true,
};

static ResourceSlice_members: Object = Object {
fields: SharedSlice::Static(&[
    field("apiVersion", TEXT),
    field("kind", TEXT),
    field("metadata", refer(&meta_v1::ObjectMeta).zero()),
    field("spec", refer(&ResourceSliceSpec).zero()),
]),
required: SharedSlice::Static(&[text("spec")]),
additional: Additional::Unset,
};

pub(crate) static ResourceSlice: Definition = Definition {
name: "io.k8s.api.resource.v1.ResourceSlice",
schema: object(&ResourceSlice_members),
kinds: &[kind("resource.k8s.io", "v1", "ResourceSlice"), ],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "metadata", Wire::Message(&meta_v1::ObjectMeta), "v1.ObjectMeta").omit_empty(),
    wire(2, "spec", Wire::Message(&ResourceSliceSpec), "v1.ResourceSliceSpec"),
] }),
published: true,
};

static ResourceSliceList_members: Object = Object {
fields: SharedSlice::Static(&[
    field("apiVersion", TEXT),
    field("items", list(&pool::refer_resource_v1_ResourceSlice_zero)),
    field("kind", TEXT),
    field("metadata", refer(&meta_v1::ListMeta).zero()),
]),
required: SharedSlice::Static(&[text("items")]),
additional: Additional::Unset,
};

pub(crate) static ResourceSliceList: Definition = Definition {
name: "io.k8s.api.resource.v1.ResourceSliceList",
schema: object(&ResourceSliceList_members),
kinds: &[kind("resource.k8s.io", "v1", "ResourceSliceList"), ],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "metadata", Wire::Message(&meta_v1::ListMeta), "v1.ListMeta").omit_empty(),
    wire(2, "items", Wire::Message(&ResourceSlice), "[]v1.ResourceSlice").list(),
] }),
published: true,
};

static ResourceSliceSpec_members: Object = Object {
fields: SharedSlice::Static(&[
    field("allNodes", BOOL),
    field("devices", list(&pool::refer_resource_v1_Device_zero).list_type(ListType::Atomic)),
    field("driver", TEXT.zero()),
    field("nodeName", TEXT),
    field("nodeSelector", refer(&core_v1::NodeSelector)),
    field("perDeviceNodeSelection", BOOL),
    field("pool", refer(&ResourcePool).zero()),
    field("sharedCounters", list(&pool::refer_resource_v1_CounterSet_zero).list_type(ListType::Atomic)),
]),
required: SharedSlice::Static(&[text("driver"), text("pool")]),
additional: Additional::Unset,
};

pub(crate) static ResourceSliceSpec: Definition = Definition {
name: "io.k8s.api.resource.v1.ResourceSliceSpec",
schema: object(&ResourceSliceSpec_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "driver", Wire::String, "string"),
    wire(2, "pool", Wire::Message(&ResourcePool), "v1.ResourcePool"),
    wire(3, "nodeName", Wire::String, "string").pointer().omit_empty(),
    wire(4, "nodeSelector", Wire::Message(&core_v1::NodeSelector), "v1.NodeSelector").pointer().omit_empty(),
    wire(5, "allNodes", Wire::Bool, "bool").pointer().omit_empty(),
    wire(6, "devices", Wire::Message(&Device), "[]v1.Device").list().omit_empty(),
    wire(7, "perDeviceNodeSelection", Wire::Bool, "bool").pointer().omit_empty(),
    wire(8, "sharedCounters", Wire::Message(&CounterSet), "[]v1.CounterSet").list().omit_empty(),
] }),
published: true,
};
