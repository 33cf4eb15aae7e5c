//! Schemas for types that no OpenAPI document shows (inlined structs, request options, webhook reviews), derived from
//! their Go fields in OpenAPI's own form, so that they take the same way into the table.

use serde_json::{Map, Value, json};

use super::spec::{GoField, Spec};

/// Kinds that no OpenAPI document lists: package of the definition, group, version, names. They also have `apiVersion` and
/// `kind`, which the field data does not tell, since Protobuf carries those in the envelope.
const KINDS: [(&str, &str, &str, &[&str]); 6] = [
    ("io.k8s.api.admission.v1", "admission.k8s.io", "v1", &["AdmissionReview"]),
    (
        "io.k8s.api.apidiscovery.v2",
        "apidiscovery.k8s.io",
        "v2",
        &["APIGroupDiscovery", "APIGroupDiscoveryList"],
    ),
    (
        "io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1",
        "apiextensions.k8s.io",
        "v1",
        &["ConversionReview"],
    ),
    (
        "io.k8s.api.core.v1",
        "",
        "v1",
        &[
            "NodeProxyOptions",
            "PodAttachOptions",
            "PodExecOptions",
            "PodLogOptions",
            "PodPortForwardOptions",
            "PodProxyOptions",
            "PodStatusResult",
            "RangeAllocation",
            "SerializedReference",
            "ServiceProxyOptions",
        ],
    ),
    (
        "io.k8s.apimachinery.pkg.apis.meta.v1",
        "",
        "v1",
        &["CreateOptions", "GetOptions", "List", "ListOptions", "PatchOptions", "UpdateOptions"],
    ),
    (
        "io.k8s.apimachinery.pkg.apis.meta.v1",
        "meta.k8s.io",
        "v1",
        &["ApplyOptions", "PartialObjectMetadata", "PartialObjectMetadataList", "TableOptions"],
    ),
];

/// The kind of an unpublished type, in OpenAPI's form.
pub fn kind(name: &str) -> Option<Value> {
    let (package, short) = name.rsplit_once('.')?;
    let (_, group, version, _) =
        KINDS.iter().find(|(its_package, _, _, names)| *its_package == package && names.contains(&short))?;
    Some(json!({"group": group, "version": version, "kind": short}))
}

/// An OpenAPI schema for an unpublished type.
pub fn schema(name: &str, spec: &Spec) -> Value {
    if spec.named.get(name).is_some_and(|go| go == "[]string") {
        return json!({"type": "array", "items": {"type": "string"}});
    }
    let mut properties = Map::new();
    collect(name, spec, &mut properties);
    if kind(name).is_some() {
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
