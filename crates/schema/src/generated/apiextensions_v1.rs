//! Types of `apiextensions_v1`. Written by `cargo xtask codegen` from the target version's data; do not edit.

use crate::table::*;
use crate::*;
use super::meta_v1;
use super::runtime;
use super::pool;

static ConversionRequest_members: Object = Object {
fields: SharedSlice::Static(&[
    field("desiredAPIVersion", TEXT),
    field("objects", list(&pool::bare_runtime_RawExtension)),
    field("uid", TEXT),
]),
required: SharedSlice::Static(&[]),
additional: Additional::Unset,
};

pub(crate) static ConversionRequest: Definition = Definition {
name: "io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.ConversionRequest",
schema: object(&ConversionRequest_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "uid", Wire::String, "types.UID"),
    wire(2, "desiredAPIVersion", Wire::String, "string"),
    wire(3, "objects", Wire::Message(&runtime::RawExtension), "[]runtime.RawExtension").list(),
] }),
published: false,
};

static ConversionResponse_members: Object = Object {
fields: SharedSlice::Static(&[
    field("convertedObjects", list(&pool::bare_runtime_RawExtension)),
    field("result", bare(&meta_v1::Status)),
    field("uid", TEXT),
]),
required: SharedSlice::Static(&[]),
additional: Additional::Unset,
};

pub(crate) static ConversionResponse: Definition = Definition {
name: "io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.ConversionResponse",
schema: object(&ConversionResponse_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "uid", Wire::String, "types.UID"),
    wire(2, "convertedObjects", Wire::Message(&runtime::RawExtension), "[]runtime.RawExtension").list(),
    wire(3, "result", Wire::Message(&meta_v1::Status), "v1.Status"),
] }),
published: false,
};

static ConversionReview_members: Object = Object {
fields: SharedSlice::Static(&[
    field("apiVersion", TEXT),
    field("kind", TEXT),
    field("request", bare(&ConversionRequest)),
    field("response", bare(&ConversionResponse)),
]),
required: SharedSlice::Static(&[]),
additional: Additional::Unset,
};

pub(crate) static ConversionReview: Definition = Definition {
name: "io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.ConversionReview",
schema: object(&ConversionReview_members),
kinds: &[kind("apiextensions.k8s.io", "v1", "ConversionReview"), ],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "request", Wire::Message(&ConversionRequest), "v1.ConversionRequest").pointer().omit_empty(),
    wire(2, "response", Wire::Message(&ConversionResponse), "v1.ConversionResponse").pointer().omit_empty(),
] }),
published: false,
};

static CustomResourceColumnDefinition_members: Object = Object {
fields: SharedSlice::Static(&[
    field("description", TEXT),
    field("format", TEXT),
    field("jsonPath", TEXT.zero()),
    field("name", TEXT.zero()),
    field("priority", INT32),
    field("type", TEXT.zero()),
]),
required: SharedSlice::Static(&[text("name"), text("type"), text("jsonPath")]),
additional: Additional::Unset,
};

pub(crate) static CustomResourceColumnDefinition: Definition = Definition {
name: "io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.CustomResourceColumnDefinition",
schema: object(&CustomResourceColumnDefinition_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "name", Wire::String, "string"),
    wire(2, "type", Wire::String, "string"),
    wire(3, "format", Wire::String, "string").omit_empty(),
    wire(4, "description", Wire::String, "string").omit_empty(),
    wire(5, "priority", Wire::Int32, "int32").omit_empty(),
    wire(6, "jsonPath", Wire::String, "string"),
] }),
published: true,
};

static CustomResourceConversion_members: Object = Object {
fields: SharedSlice::Static(&[
    field("strategy", TEXT.zero()),
    field("webhook", refer(&WebhookConversion)),
]),
required: SharedSlice::Static(&[text("strategy")]),
additional: Additional::Unset,
};

pub(crate) static CustomResourceConversion: Definition = Definition {
name: "io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.CustomResourceConversion",
schema: object(&CustomResourceConversion_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "strategy", Wire::String, "v1.ConversionStrategyType"),
    wire(2, "webhook", Wire::Message(&WebhookConversion), "v1.WebhookConversion").pointer().omit_empty(),
] }),
published: true,
};

static CustomResourceDefinition_members: Object = Object {
fields: SharedSlice::Static(&[
    field("apiVersion", TEXT),
    field("kind", TEXT),
    field("metadata", refer(&meta_v1::ObjectMeta).zero()),
    field("spec", refer(&CustomResourceDefinitionSpec).zero()),
    field("status", refer(&CustomResourceDefinitionStatus).zero()),
]),
required: SharedSlice::Static(&[text("spec")]),
additional: Additional::Unset,
};

pub(crate) static CustomResourceDefinition: Definition = Definition {
name: "io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.CustomResourceDefinition",
schema: object(&CustomResourceDefinition_members),
kinds: &[kind("apiextensions.k8s.io", "v1", "CustomResourceDefinition"), ],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "metadata", Wire::Message(&meta_v1::ObjectMeta), "v1.ObjectMeta").omit_empty(),
    wire(2, "spec", Wire::Message(&CustomResourceDefinitionSpec), "v1.CustomResourceDefinitionSpec"),
    wire(3, "status", Wire::Message(&CustomResourceDefinitionStatus), "v1.CustomResourceDefinitionStatus").omit_empty(),
] }),
published: true,
};

static CustomResourceDefinitionCondition_members: Object = Object {
fields: SharedSlice::Static(&[
    field("lastTransitionTime", refer(&meta_v1::Time)),
    field("message", TEXT),
    field("observedGeneration", INT64),
    field("reason", TEXT),
    field("status", TEXT.zero()),
    field("type", TEXT.zero()),
]),
required: SharedSlice::Static(&[text("type"), text("status")]),
additional: Additional::Unset,
};

pub(crate) static CustomResourceDefinitionCondition: Definition = Definition {
name: "io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.CustomResourceDefinitionCondition",
schema: object(&CustomResourceDefinitionCondition_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "type", Wire::String, "v1.CustomResourceDefinitionConditionType"),
    wire(2, "status", Wire::String, "v1.ConditionStatus"),
    wire(3, "lastTransitionTime", Wire::Message(&meta_v1::Time), "v1.Time").omit_empty(),
    wire(4, "reason", Wire::String, "string").omit_empty(),
    wire(5, "message", Wire::String, "string").omit_empty(),
    wire(6, "observedGeneration", Wire::Int64, "int64").omit_empty(),
] }),
published: true,
};

static CustomResourceDefinitionList_members: Object = Object {
fields: SharedSlice::Static(&[
    field("apiVersion", TEXT),
    field("items", list(&pool::refer_apiextensions_v1_CustomResourceDefinition_zero)),
    field("kind", TEXT),
    field("metadata", refer(&meta_v1::ListMeta).zero()),
]),
required: SharedSlice::Static(&[text("items")]),
additional: Additional::Unset,
};

pub(crate) static CustomResourceDefinitionList: Definition = Definition {
name: "io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.CustomResourceDefinitionList",
schema: object(&CustomResourceDefinitionList_members),
kinds: &[kind("apiextensions.k8s.io", "v1", "CustomResourceDefinitionList"), ],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "metadata", Wire::Message(&meta_v1::ListMeta), "v1.ListMeta").omit_empty(),
    wire(2, "items", Wire::Message(&CustomResourceDefinition), "[]v1.CustomResourceDefinition").list(),
] }),
published: true,
};

static CustomResourceDefinitionNames_members: Object = Object {
fields: SharedSlice::Static(&[
    field("categories", list(&pool::TEXT_zero).list_type(ListType::Atomic)),
    field("kind", TEXT.zero()),
    field("listKind", TEXT),
    field("plural", TEXT.zero()),
    field("shortNames", list(&pool::TEXT_zero).list_type(ListType::Atomic)),
    field("singular", TEXT),
]),
required: SharedSlice::Static(&[text("plural"), text("kind")]),
additional: Additional::Unset,
};

pub(crate) static CustomResourceDefinitionNames: Definition = Definition {
name: "io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.CustomResourceDefinitionNames",
schema: object(&CustomResourceDefinitionNames_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "plural", Wire::String, "string"),
    wire(2, "singular", Wire::String, "string").omit_empty(),
    wire(3, "shortNames", Wire::String, "[]string").list().omit_empty(),
    wire(4, "kind", Wire::String, "string"),
    wire(5, "listKind", Wire::String, "string").omit_empty(),
    wire(6, "categories", Wire::String, "[]string").list().omit_empty(),
] }),
published: true,
};

static CustomResourceDefinitionSpec_members: Object = Object {
fields: SharedSlice::Static(&[
    field("conversion", refer(&CustomResourceConversion)),
    field("group", TEXT.zero()),
    field("names", refer(&CustomResourceDefinitionNames).zero()),
    field("preserveUnknownFields", BOOL),
    field("scope", TEXT.zero()),
    field("versions", list(&pool::refer_apiextensions_v1_CustomResourceDefinitionVersion_zero).list_type(ListType::Atomic)),
]),
required: SharedSlice::Static(&[text("group"), text("names"), text("scope"), text("versions")]),
additional: Additional::Unset,
};

pub(crate) static CustomResourceDefinitionSpec: Definition = Definition {
name: "io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.CustomResourceDefinitionSpec",
schema: object(&CustomResourceDefinitionSpec_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "group", Wire::String, "string"),
    wire(3, "names", Wire::Message(&CustomResourceDefinitionNames), "v1.CustomResourceDefinitionNames"),
    wire(4, "scope", Wire::String, "v1.ResourceScope"),
    wire(7, "versions", Wire::Message(&CustomResourceDefinitionVersion), "[]v1.CustomResourceDefinitionVersion").list(),
    wire(9, "conversion", Wire::Message(&CustomResourceConversion), "v1.CustomResourceConversion").pointer().omit_empty(),
    wire(10, "preserveUnknownFields", Wire::Bool, "bool").omit_empty(),
] }),
published: true,
};

static CustomResourceDefinitionStatus_members: Object = Object {
fields: SharedSlice::Static(&[
    field("acceptedNames", refer(&CustomResourceDefinitionNames).zero()),
    field("conditions", list(&pool::refer_apiextensions_v1_CustomResourceDefinitionCondition_zero).list_type(ListType::Map).extra(&pool::merge_keys_only_type_None)),
    field("observedGeneration", INT64),
    field("storedVersions", list(&pool::TEXT_zero).list_type(ListType::Atomic)),
]),
required: SharedSlice::Static(&[]),
additional: Additional::Unset,
};

pub(crate) static CustomResourceDefinitionStatus: Definition = Definition {
name: "io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.CustomResourceDefinitionStatus",
schema: object(&CustomResourceDefinitionStatus_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "conditions", Wire::Message(&CustomResourceDefinitionCondition), "[]v1.CustomResourceDefinitionCondition").list(),
    wire(2, "acceptedNames", Wire::Message(&CustomResourceDefinitionNames), "v1.CustomResourceDefinitionNames"),
    wire(3, "storedVersions", Wire::String, "[]string").list(),
    wire(4, "observedGeneration", Wire::Int64, "int64").omit_empty(),
] }),
published: true,
};

static CustomResourceDefinitionVersion_members: Object = Object {
fields: SharedSlice::Static(&[
    field("additionalPrinterColumns", list(&pool::refer_apiextensions_v1_CustomResourceColumnDefinition_zero).list_type(ListType::Atomic)),
    field("deprecated", BOOL),
    field("deprecationWarning", TEXT),
    field("name", TEXT.zero()),
    field("schema", refer(&CustomResourceValidation)),
    field("selectableFields", list(&pool::refer_apiextensions_v1_SelectableField_zero).list_type(ListType::Atomic)),
    field("served", BOOL.zero()),
    field("storage", BOOL.zero()),
    field("subresources", refer(&CustomResourceSubresources)),
]),
required: SharedSlice::Static(&[text("name"), text("served"), text("storage")]),
additional: Additional::Unset,
};

pub(crate) static CustomResourceDefinitionVersion: Definition = Definition {
name: "io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.CustomResourceDefinitionVersion",
schema: object(&CustomResourceDefinitionVersion_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "name", Wire::String, "string"),
    wire(2, "served", Wire::Bool, "bool"),
    wire(3, "storage", Wire::Bool, "bool"),
    wire(4, "schema", Wire::Message(&CustomResourceValidation), "v1.CustomResourceValidation").pointer().omit_empty(),
    wire(5, "subresources", Wire::Message(&CustomResourceSubresources), "v1.CustomResourceSubresources").pointer().omit_empty(),
    wire(6, "additionalPrinterColumns", Wire::Message(&CustomResourceColumnDefinition), "[]v1.CustomResourceColumnDefinition").list().omit_empty(),
    wire(7, "deprecated", Wire::Bool, "bool").omit_empty(),
    wire(8, "deprecationWarning", Wire::String, "string").pointer().omit_empty(),
    wire(9, "selectableFields", Wire::Message(&SelectableField), "[]v1.SelectableField").list().omit_empty(),
] }),
published: true,
};

static CustomResourceSubresourceScale_members: Object = Object {
fields: SharedSlice::Static(&[
    field("labelSelectorPath", TEXT),
    field("specReplicasPath", TEXT.zero()),
    field("statusReplicasPath", TEXT.zero()),
]),
required: SharedSlice::Static(&[text("specReplicasPath"), text("statusReplicasPath")]),
additional: Additional::Unset,
};

pub(crate) static CustomResourceSubresourceScale: Definition = Definition {
name: "io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.CustomResourceSubresourceScale",
schema: object(&CustomResourceSubresourceScale_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "specReplicasPath", Wire::String, "string"),
    wire(2, "statusReplicasPath", Wire::String, "string"),
    wire(3, "labelSelectorPath", Wire::String, "string").pointer().omit_empty(),
] }),
published: true,
};

pub(crate) static CustomResourceSubresourceStatus: Definition = Definition {
name: "io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.CustomResourceSubresourceStatus",
schema: object(&EMPTY),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[] }),
published: true,
};

static CustomResourceSubresources_members: Object = Object {
fields: SharedSlice::Static(&[
    field("scale", refer(&CustomResourceSubresourceScale)),
    field("status", refer(&CustomResourceSubresourceStatus)),
]),
required: SharedSlice::Static(&[]),
additional: Additional::Unset,
};

pub(crate) static CustomResourceSubresources: Definition = Definition {
name: "io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.CustomResourceSubresources",
schema: object(&CustomResourceSubresources_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "status", Wire::Message(&CustomResourceSubresourceStatus), "v1.CustomResourceSubresourceStatus").pointer().omit_empty(),
    wire(2, "scale", Wire::Message(&CustomResourceSubresourceScale), "v1.CustomResourceSubresourceScale").pointer().omit_empty(),
] }),
published: true,
};

static CustomResourceValidation_members: Object = Object {
fields: SharedSlice::Static(&[
    field("openAPIV3Schema", refer(&JSONSchemaProps)),
]),
required: SharedSlice::Static(&[]),
additional: Additional::Unset,
};

pub(crate) static CustomResourceValidation: Definition = Definition {
name: "io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.CustomResourceValidation",
schema: object(&CustomResourceValidation_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "openAPIV3Schema", Wire::Message(&JSONSchemaProps), "v1.JSONSchemaProps").pointer().omit_empty(),
] }),
published: true,
};

static ExternalDocumentation_members: Object = Object {
fields: SharedSlice::Static(&[
    field("description", TEXT),
    field("url", TEXT),
]),
required: SharedSlice::Static(&[]),
additional: Additional::Unset,
};

pub(crate) static ExternalDocumentation: Definition = Definition {
name: "io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.ExternalDocumentation",
schema: object(&ExternalDocumentation_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "description", Wire::String, "string").omit_empty(),
    wire(2, "url", Wire::String, "string").omit_empty(),
] }),
published: true,
};

pub(crate) static JSON: Definition = Definition {
name: "io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.JSON",
schema: ANY,
kinds: &[],
in_every_group: false,
special: Special::Json,
message: None,
published: true,
};

static JSONSchemaProps_members: Object = Object {
fields: SharedSlice::Static(&[
    field("$ref", TEXT),
    field("$schema", TEXT),
    field("additionalItems", bare(&JSONSchemaPropsOrBool)),
    field("additionalProperties", bare(&JSONSchemaPropsOrBool)),
    field("allOf", list(&pool::refer_apiextensions_v1_JSONSchemaProps_zero).list_type(ListType::Atomic)),
    field("anyOf", list(&pool::refer_apiextensions_v1_JSONSchemaProps_zero).list_type(ListType::Atomic)),
    field("default", refer(&JSON)),
    field("definitions", object(&pool::values_refer_apiextensions_v1_JSONSchemaProps_zero)),
    field("dependencies", object(&pool::values_bare_apiextensions_v1_JSONSchemaPropsOrStringArray)),
    field("description", TEXT),
    field("enum", list(&pool::bare_apiextensions_v1_JSON).list_type(ListType::Atomic)),
    field("example", bare(&JSON)),
    field("exclusiveMaximum", BOOL),
    field("exclusiveMinimum", BOOL),
    field("externalDocs", bare(&ExternalDocumentation)),
    field("format", TEXT),
    field("id", TEXT),
    field("items", bare(&JSONSchemaPropsOrArray)),
    field("maxItems", INT64),
    field("maxLength", INT64),
    field("maxProperties", INT64),
    field("maximum", DOUBLE),
    field("minItems", INT64),
    field("minLength", INT64),
    field("minProperties", INT64),
    field("minimum", DOUBLE),
    field("multipleOf", DOUBLE),
    field("not", bare(&JSONSchemaProps)),
    field("nullable", BOOL),
    field("oneOf", list(&pool::refer_apiextensions_v1_JSONSchemaProps_zero).list_type(ListType::Atomic)),
    field("pattern", TEXT),
    field("patternProperties", object(&pool::values_refer_apiextensions_v1_JSONSchemaProps_zero)),
    field("properties", object(&pool::values_refer_apiextensions_v1_JSONSchemaProps_zero)),
    field("required", list(&pool::TEXT_zero).list_type(ListType::Atomic)),
    field("title", TEXT),
    field("type", TEXT),
    field("uniqueItems", BOOL),
    field("x-kubernetes-embedded-resource", BOOL),
    field("x-kubernetes-int-or-string", BOOL),
    field("x-kubernetes-list-map-keys", list(&pool::TEXT_zero).list_type(ListType::Atomic)),
    field("x-kubernetes-list-type", TEXT),
    field("x-kubernetes-map-type", TEXT),
    field("x-kubernetes-preserve-unknown-fields", BOOL),
    field("x-kubernetes-validations", list(&pool::refer_apiextensions_v1_ValidationRule_zero).list_type(ListType::Map).patch(PatchStrategy::Merge).extra(&pool::merge_keys_only_rule_Some_rule)),
]),
required: SharedSlice::Static(&[]),
additional: Additional::Unset,
};

pub(crate) static JSONSchemaProps: Definition = Definition {
name: "io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.JSONSchemaProps",
schema: object(&JSONSchemaProps_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "id", Wire::String, "string").omit_empty(),
    wire(2, "$schema", Wire::String, "v1.JSONSchemaURL").omit_empty(),
    wire(3, "$ref", Wire::String, "string").pointer().omit_empty(),
    wire(4, "description", Wire::String, "string").omit_empty(),
    wire(5, "type", Wire::String, "string").omit_empty(),
    wire(6, "format", Wire::String, "string").omit_empty(),
    wire(7, "title", Wire::String, "string").omit_empty(),
    wire(8, "default", Wire::Message(&JSON), "v1.JSON").pointer().omit_empty(),
    wire(9, "maximum", Wire::Double, "float64").pointer().omit_empty(),
    wire(10, "exclusiveMaximum", Wire::Bool, "bool").omit_empty(),
    wire(11, "minimum", Wire::Double, "float64").pointer().omit_empty(),
    wire(12, "exclusiveMinimum", Wire::Bool, "bool").omit_empty(),
    wire(13, "maxLength", Wire::Int64, "int64").pointer().omit_empty(),
    wire(14, "minLength", Wire::Int64, "int64").pointer().omit_empty(),
    wire(15, "pattern", Wire::String, "string").omit_empty(),
    wire(16, "maxItems", Wire::Int64, "int64").pointer().omit_empty(),
    wire(17, "minItems", Wire::Int64, "int64").pointer().omit_empty(),
    wire(18, "uniqueItems", Wire::Bool, "bool").omit_empty(),
    wire(19, "multipleOf", Wire::Double, "float64").pointer().omit_empty(),
    wire(20, "enum", Wire::Message(&JSON), "[]v1.JSON").list().omit_empty(),
    wire(21, "maxProperties", Wire::Int64, "int64").pointer().omit_empty(),
    wire(22, "minProperties", Wire::Int64, "int64").pointer().omit_empty(),
    wire(23, "required", Wire::String, "[]string").list().omit_empty(),
    wire(24, "items", Wire::Message(&JSONSchemaPropsOrArray), "v1.JSONSchemaPropsOrArray").pointer().omit_empty(),
    wire(25, "allOf", Wire::Message(&JSONSchemaProps), "[]v1.JSONSchemaProps").list().omit_empty(),
    wire(26, "oneOf", Wire::Message(&JSONSchemaProps), "[]v1.JSONSchemaProps").list().omit_empty(),
    wire(27, "anyOf", Wire::Message(&JSONSchemaProps), "[]v1.JSONSchemaProps").list().omit_empty(),
    wire(28, "not", Wire::Message(&JSONSchemaProps), "v1.JSONSchemaProps").pointer().omit_empty(),
    wire(29, "properties", Wire::Message(&JSONSchemaProps), "map[string]v1.JSONSchemaProps").map().omit_empty(),
    wire(30, "additionalProperties", Wire::Message(&JSONSchemaPropsOrBool), "v1.JSONSchemaPropsOrBool").pointer().omit_empty(),
    wire(31, "patternProperties", Wire::Message(&JSONSchemaProps), "map[string]v1.JSONSchemaProps").map().omit_empty(),
    wire(32, "dependencies", Wire::Message(&JSONSchemaPropsOrStringArray), "v1.JSONSchemaDependencies").map().omit_empty(),
    wire(33, "additionalItems", Wire::Message(&JSONSchemaPropsOrBool), "v1.JSONSchemaPropsOrBool").pointer().omit_empty(),
    wire(34, "definitions", Wire::Message(&JSONSchemaProps), "v1.JSONSchemaDefinitions").map().omit_empty(),
    wire(35, "externalDocs", Wire::Message(&ExternalDocumentation), "v1.ExternalDocumentation").pointer().omit_empty(),
    wire(36, "example", Wire::Message(&JSON), "v1.JSON").pointer().omit_empty(),
    wire(37, "nullable", Wire::Bool, "bool").omit_empty(),
    wire(38, "x-kubernetes-preserve-unknown-fields", Wire::Bool, "bool").pointer().omit_empty(),
    wire(39, "x-kubernetes-embedded-resource", Wire::Bool, "bool").omit_empty(),
    wire(40, "x-kubernetes-int-or-string", Wire::Bool, "bool").omit_empty(),
    wire(41, "x-kubernetes-list-map-keys", Wire::String, "[]string").list().omit_empty(),
    wire(42, "x-kubernetes-list-type", Wire::String, "string").pointer().omit_empty(),
    wire(43, "x-kubernetes-map-type", Wire::String, "string").pointer().omit_empty(),
    wire(44, "x-kubernetes-validations", Wire::Message(&ValidationRule), "v1.ValidationRules").list().omit_empty(),
] }),
published: true,
};

pub(crate) static JSONSchemaPropsOrArray: Definition = Definition {
name: "io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.JSONSchemaPropsOrArray",
schema: ANY,
kinds: &[],
in_every_group: false,
special: Special::SchemaOrArray,
message: None,
published: true,
};

pub(crate) static JSONSchemaPropsOrBool: Definition = Definition {
name: "io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.JSONSchemaPropsOrBool",
schema: ANY,
kinds: &[],
in_every_group: false,
special: Special::SchemaOrBool,
message: None,
published: true,
};

pub(crate) static JSONSchemaPropsOrStringArray: Definition = Definition {
name: "io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.JSONSchemaPropsOrStringArray",
schema: ANY,
kinds: &[],
in_every_group: false,
special: Special::SchemaOrStringArray,
message: None,
published: true,
};

static SelectableField_members: Object = Object {
fields: SharedSlice::Static(&[
    field("jsonPath", TEXT.zero()),
]),
required: SharedSlice::Static(&[text("jsonPath")]),
additional: Additional::Unset,
};

pub(crate) static SelectableField: Definition = Definition {
name: "io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.SelectableField",
schema: object(&SelectableField_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "jsonPath", Wire::String, "string"),
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
name: "io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.ServiceReference",
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

static ValidationRule_members: Object = Object {
fields: SharedSlice::Static(&[
    field("fieldPath", TEXT),
    field("message", TEXT),
    field("messageExpression", TEXT),
    field("optionalOldSelf", BOOL),
    field("reason", TEXT),
    field("rule", TEXT.zero()),
]),
required: SharedSlice::Static(&[text("rule")]),
additional: Additional::Unset,
};

pub(crate) static ValidationRule: Definition = Definition {
name: "io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.ValidationRule",
schema: object(&ValidationRule_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "rule", Wire::String, "string"),
    wire(2, "message", Wire::String, "string").omit_empty(),
    wire(3, "messageExpression", Wire::String, "string").omit_empty(),
    wire(4, "reason", Wire::String, "v1.FieldValueErrorReason").pointer().omit_empty(),
    wire(5, "fieldPath", Wire::String, "string").omit_empty(),
    wire(6, "optionalOldSelf", Wire::Bool, "bool").pointer().omit_empty(),
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
name: "io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.WebhookClientConfig",
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

static WebhookConversion_members: Object = Object {
fields: SharedSlice::Static(&[
    field("clientConfig", refer(&WebhookClientConfig)),
    field("conversionReviewVersions", list(&pool::TEXT_zero).list_type(ListType::Atomic)),
]),
required: SharedSlice::Static(&[text("conversionReviewVersions")]),
additional: Additional::Unset,
};

pub(crate) static WebhookConversion: Definition = Definition {
name: "io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.WebhookConversion",
schema: object(&WebhookConversion_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(2, "clientConfig", Wire::Message(&WebhookClientConfig), "v1.WebhookClientConfig").pointer().omit_empty(),
    wire(3, "conversionReviewVersions", Wire::String, "[]string").list(),
] }),
published: true,
};
