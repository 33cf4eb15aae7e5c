//! Schemas for types that no OpenAPI document shows (inlined structs, request options, webhook reviews), derived from
//! their Go fields in OpenAPI's own form, so that they take the same way into the table.

use serde_json::{Map, Value, json};

use super::spec::{GoField, Spec};

/// Unpublished types that carry `apiVersion` and `kind`; the field data does not tell, since Protobuf has them elsewhere.
const WITH_TYPE_META: [&str; 24] = [
    "AdmissionReview",
    "APIGroup",
    "APIGroupDiscovery",
    "APIGroupDiscoveryList",
    "APIGroupList",
    "APIVersions",
    "ApplyOptions",
    "ConversionReview",
    "CreateOptions",
    "GetOptions",
    "List",
    "ListOptions",
    "NodeProxyOptions",
    "PartialObjectMetadata",
    "PartialObjectMetadataList",
    "PatchOptions",
    "PodAttachOptions",
    "PodExecOptions",
    "PodLogOptions",
    "PodPortForwardOptions",
    "PodProxyOptions",
    "RangeAllocation",
    "TableOptions",
    "UpdateOptions",
];

/// More of them, whose names end alike.
const WITH_TYPE_META_TOO: [&str; 3] = ["PodStatusResult", "SerializedReference", "ServiceProxyOptions"];

/// An OpenAPI schema for an unpublished type.
pub fn schema(name: &str, spec: &Spec) -> Value {
    if spec.named.get(name).is_some_and(|go| go == "[]string") {
        return json!({"type": "array", "items": {"type": "string"}});
    }
    let mut properties = Map::new();
    collect(name, spec, &mut properties);
    let short = super::names::short(name);
    if WITH_TYPE_META.contains(&short) || WITH_TYPE_META_TOO.contains(&short) {
        for member in ["apiVersion", "kind"] {
            properties.insert(member.to_owned(), json!({"type": "string"}));
        }
    }
    json!({"type": "object", "properties": properties})
}

// JSON flattens inlined structs.
fn collect(name: &str, spec: &Spec, into: &mut Map<String, Value>) {
    for field in spec.messages.get(name).into_iter().flatten() {
        match &field.json {
            None if field.inline => collect(&field.go_type, spec, into),
            Some(json_name) if json_name != "-" => {
                into.insert(json_name.clone(), property(field, spec));
            }
            _ => {}
        }
    }
}

fn property(field: &GoField, spec: &Spec) -> Value {
    let one = one(&field.go_type, spec);
    if field.repeated {
        json!({"type": "array", "items": one})
    } else if field.map_key.is_some() {
        json!({"type": "object", "additionalProperties": one})
    } else {
        one
    }
}

fn one(go_type: &str, spec: &Spec) -> Value {
    match spec.named.get(go_type).map_or(go_type, String::as_str) {
        "string" | "types.UID" => json!({"type": "string"}),
        "bool" => json!({"type": "boolean"}),
        "int32" => json!({"type": "integer", "format": "int32"}),
        "int64" | "time.Duration" => json!({"type": "integer", "format": "int64"}),
        "float64" => json!({"type": "number", "format": "double"}),
        "[]byte" => json!({"type": "string", "format": "byte"}),
        "map[ResourceName]resource.Quantity" => json!({"type": "object", "additionalProperties":
            {"$ref": "#/components/schemas/io.k8s.apimachinery.pkg.api.resource.Quantity"}}),
        _ => json!({"$ref": format!("#/components/schemas/{go_type}")}),
    }
}
