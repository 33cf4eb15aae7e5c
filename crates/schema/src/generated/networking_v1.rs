//! Types of `networking_v1`. Written by `cargo xtask codegen` from the target version's data; do not edit.

use crate::table::*;
use crate::*;
use super::core_v1;
use super::intstr;
use super::meta_v1;
use super::pool;

static HTTPIngressPath_members: Object = Object {
fields: SharedSlice::Static(&[
    field("backend", refer(&IngressBackend).zero()),
    field("path", TEXT),
    field("pathType", TEXT),
]),
required: SharedSlice::Static(&[text("pathType"), text("backend")]),
additional: Additional::Unset,
};

pub(crate) static HTTPIngressPath: Definition = Definition {
name: "io.k8s.api.networking.v1.HTTPIngressPath",
schema: object(&HTTPIngressPath_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "path", Wire::String, "string").omit_empty(),
    wire(2, "backend", Wire::Message(&IngressBackend), "v1.IngressBackend"),
    wire(3, "pathType", Wire::String, "v1.PathType").pointer(),
] }),
published: true,
};

static HTTPIngressRuleValue_members: Object = Object {
fields: SharedSlice::Static(&[
    field("paths", list(&pool::refer_networking_v1_HTTPIngressPath_zero).list_type(ListType::Atomic)),
]),
required: SharedSlice::Static(&[text("paths")]),
additional: Additional::Unset,
};

pub(crate) static HTTPIngressRuleValue: Definition = Definition {
name: "io.k8s.api.networking.v1.HTTPIngressRuleValue",
schema: object(&HTTPIngressRuleValue_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "paths", Wire::Message(&HTTPIngressPath), "[]v1.HTTPIngressPath").list(),
] }),
published: true,
};

static IPAddress_members: Object = Object {
fields: SharedSlice::Static(&[
    field("apiVersion", TEXT),
    field("kind", TEXT),
    field("metadata", refer(&meta_v1::ObjectMeta).zero()),
    field("spec", refer(&IPAddressSpec).zero()),
]),
required: SharedSlice::Static(&[text("spec")]),
additional: Additional::Unset,
};

pub(crate) static IPAddress: Definition = Definition {
name: "io.k8s.api.networking.v1.IPAddress",
schema: object(&IPAddress_members),
kinds: &[kind("networking.k8s.io", "v1", "IPAddress"), ],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "metadata", Wire::Message(&meta_v1::ObjectMeta), "v1.ObjectMeta").omit_empty(),
    wire(2, "spec", Wire::Message(&IPAddressSpec), "v1.IPAddressSpec").omit_empty(),
] }),
published: true,
};

static IPAddressList_members: Object = Object {
fields: SharedSlice::Static(&[
    field("apiVersion", TEXT),
    field("items", list(&pool::refer_networking_v1_IPAddress_zero)),
    field("kind", TEXT),
    field("metadata", refer(&meta_v1::ListMeta).zero()),
]),
required: SharedSlice::Static(&[text("items")]),
additional: Additional::Unset,
};

pub(crate) static IPAddressList: Definition = Definition {
name: "io.k8s.api.networking.v1.IPAddressList",
schema: object(&IPAddressList_members),
kinds: &[kind("networking.k8s.io", "v1", "IPAddressList"), ],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "metadata", Wire::Message(&meta_v1::ListMeta), "v1.ListMeta").omit_empty(),
    wire(2, "items", Wire::Message(&IPAddress), "[]v1.IPAddress").list(),
] }),
published: true,
};

static IPAddressSpec_members: Object = Object {
fields: SharedSlice::Static(&[
    field("parentRef", refer(&ParentReference)),
]),
required: SharedSlice::Static(&[text("parentRef")]),
additional: Additional::Unset,
};

pub(crate) static IPAddressSpec: Definition = Definition {
name: "io.k8s.api.networking.v1.IPAddressSpec",
schema: object(&IPAddressSpec_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "parentRef", Wire::Message(&ParentReference), "v1.ParentReference").pointer().omit_empty(),
] }),
published: true,
};

static IPBlock_members: Object = Object {
fields: SharedSlice::Static(&[
    field("cidr", TEXT.zero()),
    field("except", list(&pool::TEXT_zero).list_type(ListType::Atomic)),
]),
required: SharedSlice::Static(&[text("cidr")]),
additional: Additional::Unset,
};

pub(crate) static IPBlock: Definition = Definition {
name: "io.k8s.api.networking.v1.IPBlock",
schema: object(&IPBlock_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "cidr", Wire::String, "string"),
    wire(2, "except", Wire::String, "[]string").list().omit_empty(),
] }),
published: true,
};

static Ingress_members: Object = Object {
fields: SharedSlice::Static(&[
    field("apiVersion", TEXT),
    field("kind", TEXT),
    field("metadata", refer(&meta_v1::ObjectMeta).zero()),
    field("spec", refer(&IngressSpec).zero()),
    field("status", refer(&IngressStatus).zero()),
]),
required: SharedSlice::Static(&[]),
additional: Additional::Unset,
};

pub(crate) static Ingress: Definition = Definition {
name: "io.k8s.api.networking.v1.Ingress",
schema: object(&Ingress_members),
kinds: &[kind("networking.k8s.io", "v1", "Ingress"), ],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "metadata", Wire::Message(&meta_v1::ObjectMeta), "v1.ObjectMeta").omit_empty(),
    wire(2, "spec", Wire::Message(&IngressSpec), "v1.IngressSpec").omit_empty(),
    wire(3, "status", Wire::Message(&IngressStatus), "v1.IngressStatus").omit_empty(),
] }),
published: true,
};

static IngressBackend_members: Object = Object {
fields: SharedSlice::Static(&[
    field("resource", refer(&core_v1::TypedLocalObjectReference)),
    field("service", refer(&IngressServiceBackend)),
]),
required: SharedSlice::Static(&[]),
additional: Additional::Unset,
};

pub(crate) static IngressBackend: Definition = Definition {
name: "io.k8s.api.networking.v1.IngressBackend",
schema: object(&IngressBackend_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(3, "resource", Wire::Message(&core_v1::TypedLocalObjectReference), "v1.TypedLocalObjectReference").pointer().omit_empty(),
    wire(4, "service", Wire::Message(&IngressServiceBackend), "v1.IngressServiceBackend").pointer().omit_empty(),
] }),
published: true,
};

static IngressClass_members: Object = Object {
fields: SharedSlice::Static(&[
    field("apiVersion", TEXT),
    field("kind", TEXT),
    field("metadata", refer(&meta_v1::ObjectMeta).zero()),
    field("spec", refer(&IngressClassSpec).zero()),
]),
required: SharedSlice::Static(&[]),
additional: Additional::Unset,
};

pub(crate) static IngressClass: Definition = Definition {
name: "io.k8s.api.networking.v1.IngressClass",
schema: object(&IngressClass_members),
kinds: &[kind("networking.k8s.io", "v1", "IngressClass"), ],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "metadata", Wire::Message(&meta_v1::ObjectMeta), "v1.ObjectMeta").omit_empty(),
    wire(2, "spec", Wire::Message(&IngressClassSpec), "v1.IngressClassSpec").omit_empty(),
] }),
published: true,
};

static IngressClassList_members: Object = Object {
fields: SharedSlice::Static(&[
    field("apiVersion", TEXT),
    field("items", list(&pool::refer_networking_v1_IngressClass_zero)),
    field("kind", TEXT),
    field("metadata", refer(&meta_v1::ListMeta).zero()),
]),
required: SharedSlice::Static(&[text("items")]),
additional: Additional::Unset,
};

pub(crate) static IngressClassList: Definition = Definition {
name: "io.k8s.api.networking.v1.IngressClassList",
schema: object(&IngressClassList_members),
kinds: &[kind("networking.k8s.io", "v1", "IngressClassList"), ],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "metadata", Wire::Message(&meta_v1::ListMeta), "v1.ListMeta").omit_empty(),
    wire(2, "items", Wire::Message(&IngressClass), "[]v1.IngressClass").list(),
] }),
published: true,
};

static IngressClassParametersReference_members: Object = Object {
fields: SharedSlice::Static(&[
    field("apiGroup", TEXT),
    field("kind", TEXT.zero()),
    field("name", TEXT.zero()),
    field("namespace", TEXT),
    field("scope", TEXT),
]),
required: SharedSlice::Static(&[text("kind"), text("name")]),
additional: Additional::Unset,
};

pub(crate) static IngressClassParametersReference: Definition = Definition {
name: "io.k8s.api.networking.v1.IngressClassParametersReference",
schema: object(&IngressClassParametersReference_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "apiGroup", Wire::String, "string").pointer().omit_empty(),
    wire(2, "kind", Wire::String, "string"),
    wire(3, "name", Wire::String, "string"),
    wire(4, "scope", Wire::String, "string").pointer(),
    wire(5, "namespace", Wire::String, "string").pointer().omit_empty(),
] }),
published: true,
};

static IngressClassSpec_members: Object = Object {
fields: SharedSlice::Static(&[
    field("controller", TEXT),
    field("parameters", refer(&IngressClassParametersReference)),
]),
required: SharedSlice::Static(&[]),
additional: Additional::Unset,
};

pub(crate) static IngressClassSpec: Definition = Definition {
name: "io.k8s.api.networking.v1.IngressClassSpec",
schema: object(&IngressClassSpec_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "controller", Wire::String, "string").omit_empty(),
    wire(2, "parameters", Wire::Message(&IngressClassParametersReference), "v1.IngressClassParametersReference").pointer().omit_empty(),
] }),
published: true,
};

static IngressList_members: Object = Object {
fields: SharedSlice::Static(&[
    field("apiVersion", TEXT),
    field("items", list(&pool::refer_networking_v1_Ingress_zero)),
    field("kind", TEXT),
    field("metadata", refer(&meta_v1::ListMeta).zero()),
]),
required: SharedSlice::Static(&[text("items")]),
additional: Additional::Unset,
};

pub(crate) static IngressList: Definition = Definition {
name: "io.k8s.api.networking.v1.IngressList",
schema: object(&IngressList_members),
kinds: &[kind("networking.k8s.io", "v1", "IngressList"), ],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "metadata", Wire::Message(&meta_v1::ListMeta), "v1.ListMeta").omit_empty(),
    wire(2, "items", Wire::Message(&Ingress), "[]v1.Ingress").list(),
] }),
published: true,
};

static IngressLoadBalancerIngress_members: Object = Object {
fields: SharedSlice::Static(&[
    field("hostname", TEXT),
    field("ip", TEXT),
    field("ports", list(&pool::refer_networking_v1_IngressPortStatus_zero).list_type(ListType::Atomic)),
]),
required: SharedSlice::Static(&[]),
additional: Additional::Unset,
};

pub(crate) static IngressLoadBalancerIngress: Definition = Definition {
name: "io.k8s.api.networking.v1.IngressLoadBalancerIngress",
schema: object(&IngressLoadBalancerIngress_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "ip", Wire::String, "string").omit_empty(),
    wire(2, "hostname", Wire::String, "string").omit_empty(),
    wire(4, "ports", Wire::Message(&IngressPortStatus), "[]v1.IngressPortStatus").list().omit_empty(),
] }),
published: true,
};

static IngressLoadBalancerStatus_members: Object = Object {
fields: SharedSlice::Static(&[
    field("ingress", list(&pool::refer_networking_v1_IngressLoadBalancerIngress_zero).list_type(ListType::Atomic)),
]),
required: SharedSlice::Static(&[]),
additional: Additional::Unset,
};

pub(crate) static IngressLoadBalancerStatus: Definition = Definition {
name: "io.k8s.api.networking.v1.IngressLoadBalancerStatus",
schema: object(&IngressLoadBalancerStatus_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "ingress", Wire::Message(&IngressLoadBalancerIngress), "[]v1.IngressLoadBalancerIngress").list().omit_empty(),
] }),
published: true,
};

static IngressPortStatus_members: Object = Object {
fields: SharedSlice::Static(&[
    field("error", TEXT),
    field("port", INT32.zero()),
    field("protocol", TEXT.zero()),
]),
required: SharedSlice::Static(&[text("port"), text("protocol")]),
additional: Additional::Unset,
};

pub(crate) static IngressPortStatus: Definition = Definition {
name: "io.k8s.api.networking.v1.IngressPortStatus",
schema: object(&IngressPortStatus_members),
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

static IngressRule_members: Object = Object {
fields: SharedSlice::Static(&[
    field("host", TEXT),
    field("http", bare(&HTTPIngressRuleValue)),
]),
required: SharedSlice::Static(&[]),
additional: Additional::Unset,
};

pub(crate) static IngressRule: Definition = Definition {
name: "io.k8s.api.networking.v1.IngressRule",
schema: object(&IngressRule_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "host", Wire::String, "string").omit_empty(),
    inline(2, &IngressRuleValue, "v1.IngressRuleValue"),
] }),
published: true,
};

static IngressRuleValue_members: Object = Object {
fields: SharedSlice::Static(&[
    field("http", bare(&HTTPIngressRuleValue)),
]),
required: SharedSlice::Static(&[]),
additional: Additional::Unset,
};

pub(crate) static IngressRuleValue: Definition = Definition {
name: "io.k8s.api.networking.v1.IngressRuleValue",
schema: object(&IngressRuleValue_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "http", Wire::Message(&HTTPIngressRuleValue), "v1.HTTPIngressRuleValue").pointer().omit_empty(),
] }),
published: false,
};

static IngressServiceBackend_members: Object = Object {
fields: SharedSlice::Static(&[
    field("name", TEXT.zero()),
    field("port", refer(&ServiceBackendPort).zero()),
]),
required: SharedSlice::Static(&[text("name")]),
additional: Additional::Unset,
};

pub(crate) static IngressServiceBackend: Definition = Definition {
name: "io.k8s.api.networking.v1.IngressServiceBackend",
schema: object(&IngressServiceBackend_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "name", Wire::String, "string"),
    wire(2, "port", Wire::Message(&ServiceBackendPort), "v1.ServiceBackendPort").omit_empty(),
] }),
published: true,
};

static IngressSpec_members: Object = Object {
fields: SharedSlice::Static(&[
    field("defaultBackend", refer(&IngressBackend)),
    field("ingressClassName", TEXT),
    field("rules", list(&pool::refer_networking_v1_IngressRule_zero).list_type(ListType::Atomic)),
    field("tls", list(&pool::refer_networking_v1_IngressTLS_zero).list_type(ListType::Atomic)),
]),
required: SharedSlice::Static(&[]),
additional: Additional::Unset,
};

pub(crate) static IngressSpec: Definition = Definition {
name: "io.k8s.api.networking.v1.IngressSpec",
schema: object(&IngressSpec_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "defaultBackend", Wire::Message(&IngressBackend), "v1.IngressBackend").pointer().omit_empty(),
    wire(2, "tls", Wire::Message(&IngressTLS), "[]v1.IngressTLS").list().omit_empty(),
    wire(3, "rules", Wire::Message(&IngressRule), "[]v1.IngressRule").list().omit_empty(),
    wire(4, "ingressClassName", Wire::String, "string").pointer().omit_empty(),
] }),
published: true,
};

static IngressStatus_members: Object = Object {
fields: SharedSlice::Static(&[
    field("loadBalancer", refer(&IngressLoadBalancerStatus).zero()),
]),
required: SharedSlice::Static(&[]),
additional: Additional::Unset,
};

pub(crate) static IngressStatus: Definition = Definition {
name: "io.k8s.api.networking.v1.IngressStatus",
schema: object(&IngressStatus_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "loadBalancer", Wire::Message(&IngressLoadBalancerStatus), "v1.IngressLoadBalancerStatus").omit_empty(),
] }),
published: true,
};

static IngressTLS_members: Object = Object {
fields: SharedSlice::Static(&[
    field("hosts", list(&pool::TEXT_zero).list_type(ListType::Atomic)),
    field("secretName", TEXT),
]),
required: SharedSlice::Static(&[]),
additional: Additional::Unset,
};

pub(crate) static IngressTLS: Definition = Definition {
name: "io.k8s.api.networking.v1.IngressTLS",
schema: object(&IngressTLS_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "hosts", Wire::String, "[]string").list().omit_empty(),
    wire(2, "secretName", Wire::String, "string").omit_empty(),
] }),
published: true,
};

static NetworkPolicy_members: Object = Object {
fields: SharedSlice::Static(&[
    field("apiVersion", TEXT),
    field("kind", TEXT),
    field("metadata", refer(&meta_v1::ObjectMeta).zero()),
    field("spec", refer(&NetworkPolicySpec).zero()),
]),
required: SharedSlice::Static(&[]),
additional: Additional::Unset,
};

pub(crate) static NetworkPolicy: Definition = Definition {
name: "io.k8s.api.networking.v1.NetworkPolicy",
schema: object(&NetworkPolicy_members),
kinds: &[kind("networking.k8s.io", "v1", "NetworkPolicy"), ],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "metadata", Wire::Message(&meta_v1::ObjectMeta), "v1.ObjectMeta").omit_empty(),
    wire(2, "spec", Wire::Message(&NetworkPolicySpec), "v1.NetworkPolicySpec").omit_empty(),
] }),
published: true,
};

static NetworkPolicyEgressRule_members: Object = Object {
fields: SharedSlice::Static(&[
    field("ports", list(&pool::refer_networking_v1_NetworkPolicyPort_zero).list_type(ListType::Atomic)),
    field("to", list(&pool::refer_networking_v1_NetworkPolicyPeer_zero).list_type(ListType::Atomic)),
]),
required: SharedSlice::Static(&[]),
additional: Additional::Unset,
};

pub(crate) static NetworkPolicyEgressRule: Definition = Definition {
name: "io.k8s.api.networking.v1.NetworkPolicyEgressRule",
schema: object(&NetworkPolicyEgressRule_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "ports", Wire::Message(&NetworkPolicyPort), "[]v1.NetworkPolicyPort").list().omit_empty(),
    wire(2, "to", Wire::Message(&NetworkPolicyPeer), "[]v1.NetworkPolicyPeer").list().omit_empty(),
] }),
published: true,
};

static NetworkPolicyIngressRule_members: Object = Object {
fields: SharedSlice::Static(&[
    field("from", list(&pool::refer_networking_v1_NetworkPolicyPeer_zero).list_type(ListType::Atomic)),
    field("ports", list(&pool::refer_networking_v1_NetworkPolicyPort_zero).list_type(ListType::Atomic)),
]),
required: SharedSlice::Static(&[]),
additional: Additional::Unset,
};

pub(crate) static NetworkPolicyIngressRule: Definition = Definition {
name: "io.k8s.api.networking.v1.NetworkPolicyIngressRule",
schema: object(&NetworkPolicyIngressRule_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "ports", Wire::Message(&NetworkPolicyPort), "[]v1.NetworkPolicyPort").list().omit_empty(),
    wire(2, "from", Wire::Message(&NetworkPolicyPeer), "[]v1.NetworkPolicyPeer").list().omit_empty(),
] }),
published: true,
};

static NetworkPolicyList_members: Object = Object {
fields: SharedSlice::Static(&[
    field("apiVersion", TEXT),
    field("items", list(&pool::refer_networking_v1_NetworkPolicy_zero)),
    field("kind", TEXT),
    field("metadata", refer(&meta_v1::ListMeta).zero()),
]),
required: SharedSlice::Static(&[text("items")]),
additional: Additional::Unset,
};

pub(crate) static NetworkPolicyList: Definition = Definition {
name: "io.k8s.api.networking.v1.NetworkPolicyList",
schema: object(&NetworkPolicyList_members),
kinds: &[kind("networking.k8s.io", "v1", "NetworkPolicyList"), ],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "metadata", Wire::Message(&meta_v1::ListMeta), "v1.ListMeta").omit_empty(),
    wire(2, "items", Wire::Message(&NetworkPolicy), "[]v1.NetworkPolicy").list(),
] }),
published: true,
};

static NetworkPolicyPeer_members: Object = Object {
fields: SharedSlice::Static(&[
    field("ipBlock", refer(&IPBlock)),
    field("namespaceSelector", refer(&meta_v1::LabelSelector)),
    field("podSelector", refer(&meta_v1::LabelSelector)),
]),
required: SharedSlice::Static(&[]),
additional: Additional::Unset,
};

pub(crate) static NetworkPolicyPeer: Definition = Definition {
name: "io.k8s.api.networking.v1.NetworkPolicyPeer",
schema: object(&NetworkPolicyPeer_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "podSelector", Wire::Message(&meta_v1::LabelSelector), "v1.LabelSelector").pointer().omit_empty(),
    wire(2, "namespaceSelector", Wire::Message(&meta_v1::LabelSelector), "v1.LabelSelector").pointer().omit_empty(),
    wire(3, "ipBlock", Wire::Message(&IPBlock), "v1.IPBlock").pointer().omit_empty(),
] }),
published: true,
};

static NetworkPolicyPort_members: Object = Object {
fields: SharedSlice::Static(&[
    field("endPort", INT32),
    field("port", refer(&intstr::IntOrString)),
    field("protocol", TEXT),
]),
required: SharedSlice::Static(&[]),
additional: Additional::Unset,
};

pub(crate) static NetworkPolicyPort: Definition = Definition {
name: "io.k8s.api.networking.v1.NetworkPolicyPort",
schema: object(&NetworkPolicyPort_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "protocol", Wire::String, "v1.Protocol").pointer().omit_empty(),
    wire(2, "port", Wire::Message(&intstr::IntOrString), "intstr.IntOrString").pointer().omit_empty(),
    wire(3, "endPort", Wire::Int32, "int32").pointer().omit_empty(),
] }),
published: true,
};

static NetworkPolicySpec_members: Object = Object {
fields: SharedSlice::Static(&[
    field("egress", list(&pool::refer_networking_v1_NetworkPolicyEgressRule_zero).list_type(ListType::Atomic)),
    field("ingress", list(&pool::refer_networking_v1_NetworkPolicyIngressRule_zero).list_type(ListType::Atomic)),
    field("podSelector", refer(&meta_v1::LabelSelector).zero()),
    field("policyTypes", list(&pool::TEXT_zero).list_type(ListType::Atomic)),
]),
required: SharedSlice::Static(&[]),
additional: Additional::Unset,
};

pub(crate) static NetworkPolicySpec: Definition = Definition {
name: "io.k8s.api.networking.v1.NetworkPolicySpec",
schema: object(&NetworkPolicySpec_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "podSelector", Wire::Message(&meta_v1::LabelSelector), "v1.LabelSelector"),
    wire(2, "ingress", Wire::Message(&NetworkPolicyIngressRule), "[]v1.NetworkPolicyIngressRule").list().omit_empty(),
    wire(3, "egress", Wire::Message(&NetworkPolicyEgressRule), "[]v1.NetworkPolicyEgressRule").list().omit_empty(),
    wire(4, "policyTypes", Wire::String, "[]v1.PolicyType").list().omit_empty(),
] }),
published: true,
};

static ParentReference_members: Object = Object {
fields: SharedSlice::Static(&[
    field("group", TEXT),
    field("name", TEXT),
    field("namespace", TEXT),
    field("resource", TEXT),
]),
required: SharedSlice::Static(&[text("resource"), text("name")]),
additional: Additional::Unset,
};

pub(crate) static ParentReference: Definition = Definition {
name: "io.k8s.api.networking.v1.ParentReference",
schema: object(&ParentReference_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "group", Wire::String, "string").omit_empty(),
    wire(2, "resource", Wire::String, "string").omit_empty(),
    wire(3, "namespace", Wire::String, "string").omit_empty(),
    wire(4, "name", Wire::String, "string").omit_empty(),
] }),
published: true,
};

static ServiceBackendPort_members: Object = Object {
fields: SharedSlice::Static(&[
    field("name", TEXT),
    field("number", INT32),
]),
required: SharedSlice::Static(&[]),
additional: Additional::Unset,
};

pub(crate) static ServiceBackendPort: Definition = Definition {
name: "io.k8s.api.networking.v1.ServiceBackendPort",
schema: object(&ServiceBackendPort_members).map_type(MapType::Atomic),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "name", Wire::String, "string").omit_empty(),
    wire(2, "number", Wire::Int32, "int32").omit_empty(),
] }),
published: true,
};

static ServiceCIDR_members: Object = Object {
fields: SharedSlice::Static(&[
    field("apiVersion", TEXT),
    field("kind", TEXT),
    field("metadata", refer(&meta_v1::ObjectMeta).zero()),
    field("spec", refer(&ServiceCIDRSpec).zero()),
    field("status", refer(&ServiceCIDRStatus).zero()),
]),
required: SharedSlice::Static(&[]),
additional: Additional::Unset,
};

pub(crate) static ServiceCIDR: Definition = Definition {
name: "io.k8s.api.networking.v1.ServiceCIDR",
schema: object(&ServiceCIDR_members),
kinds: &[kind("networking.k8s.io", "v1", "ServiceCIDR"), ],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "metadata", Wire::Message(&meta_v1::ObjectMeta), "v1.ObjectMeta").omit_empty(),
    wire(2, "spec", Wire::Message(&ServiceCIDRSpec), "v1.ServiceCIDRSpec").omit_empty(),
    wire(3, "status", Wire::Message(&ServiceCIDRStatus), "v1.ServiceCIDRStatus").omit_empty(),
] }),
published: true,
};

static ServiceCIDRList_members: Object = Object {
fields: SharedSlice::Static(&[
    field("apiVersion", TEXT),
    field("items", list(&pool::refer_networking_v1_ServiceCIDR_zero)),
    field("kind", TEXT),
    field("metadata", refer(&meta_v1::ListMeta).zero()),
]),
required: SharedSlice::Static(&[text("items")]),
additional: Additional::Unset,
};

pub(crate) static ServiceCIDRList: Definition = Definition {
name: "io.k8s.api.networking.v1.ServiceCIDRList",
schema: object(&ServiceCIDRList_members),
kinds: &[kind("networking.k8s.io", "v1", "ServiceCIDRList"), ],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "metadata", Wire::Message(&meta_v1::ListMeta), "v1.ListMeta").omit_empty(),
    wire(2, "items", Wire::Message(&ServiceCIDR), "[]v1.ServiceCIDR").list(),
] }),
published: true,
};

static ServiceCIDRSpec_members: Object = Object {
fields: SharedSlice::Static(&[
    field("cidrs", list(&pool::TEXT_zero).list_type(ListType::Atomic)),
]),
required: SharedSlice::Static(&[]),
additional: Additional::Unset,
};

pub(crate) static ServiceCIDRSpec: Definition = Definition {
name: "io.k8s.api.networking.v1.ServiceCIDRSpec",
schema: object(&ServiceCIDRSpec_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "cidrs", Wire::String, "[]string").list().omit_empty(),
] }),
published: true,
};

static ServiceCIDRStatus_members: Object = Object {
fields: SharedSlice::Static(&[
    field("conditions", list(&pool::refer_meta_v1_Condition_zero).list_type(ListType::Map).patch(PatchStrategy::Merge).extra(&pool::merge_keys_only_type_Some_type)),
]),
required: SharedSlice::Static(&[]),
additional: Additional::Unset,
};

pub(crate) static ServiceCIDRStatus: Definition = Definition {
name: "io.k8s.api.networking.v1.ServiceCIDRStatus",
schema: object(&ServiceCIDRStatus_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "conditions", Wire::Message(&meta_v1::Condition), "[]v1.Condition").list().omit_empty(),
] }),
published: true,
};
