//! The schema of a custom resource as OpenAPI shows it: what its author wrote, with what every object has.
//!
//! Version 2 of OpenAPI has fewer words than the schemas of definitions, so that much is left out of it, as upstream does. Pure.

use serde_json::{Value, json};

const PRESERVE: &str = "x-kubernetes-preserve-unknown-fields";
const EMBEDDED: &str = "x-kubernetes-embedded-resource";
const META: &str = "io.k8s.apimachinery.pkg.apis.meta.v1";
/// What the documentation says of `apiVersion`.
const API_VERSION: &str = "APIVersion defines the versioned schema of this representation of an object. Servers should convert recognized schemas to the latest internal value, and may reject unrecognized values. More info: https://git.k8s.io/community/contributors/devel/sig-architecture/api-conventions.md#resources";
/// What the documentation says of `kind`.
const KIND: &str = "Kind is a string value representing the REST resource this object represents. Servers may infer this from the endpoint the client submits requests to. Cannot be updated. In CamelCase. More info: https://git.k8s.io/community/contributors/devel/sig-architecture/api-conventions.md#types-kinds";
const METADATA: &str = "Standard object's metadata. More info: https://git.k8s.io/community/contributors/devel/sig-architecture/api-conventions.md#metadata";
const LIST_METADATA: &str = "Standard list metadata. More info: https://git.k8s.io/community/contributors/devel/sig-architecture/api-conventions.md#types-kinds";
/// What the documentation says of `metadata.name`.
pub(super) const NAME: &str = "Name must be unique within a namespace. Is required when creating resources, although some resources may allow a client to request the generation of an appropriate name automatically. Name is primarily intended for creation idempotence and configuration definition. Cannot be updated. More info: https://kubernetes.io/docs/concepts/overview/working-with-objects/names#names";
/// What the documentation says of `metadata.creationTimestamp`.
pub(super) const CREATED: &str = "CreationTimestamp is a timestamp representing the server time when this object was created. It is not guaranteed to be set in happens-before order across separate operations. Clients may not set this value. It is represented in RFC3339 form and is in UTC.\n\nPopulated by the system. Read-only. Null for lists. More info: https://git.k8s.io/community/contributors/devel/sig-architecture/api-conventions.md#metadata";

/// What tells the two versions of OpenAPI apart here.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Dialect {
    /// Version 3.
    V3,
    /// Version 2.
    V2,
}

impl Dialect {
    fn reference(self, name: &str) -> Value {
        let place = if self == Self::V3 { "#/components/schemas/" } else { "#/definitions/" };
        json!({"$ref": format!("{place}{name}")})
    }

    fn described(self, name: &str, description: &str) -> Value {
        match self {
            Self::V3 => json!({"description": description, "allOf": [self.reference(name)]}),
            Self::V2 => {
                let mut out = self.reference(name);
                out["description"] = description.into();
                out
            }
        }
    }
}

/// The type of an object; `kind` is its group, version and kind.
pub fn object(written: &Value, kind: (&str, &str, &str), dialect: Dialect) -> Value {
    let mut out = if dialect == Dialect::V2 && is(written, PRESERVE) {
        // Clients of version 2 would take every member that is not named for a mistake.
        json!({"type": "object"})
    } else {
        let mut out = written.clone();
        if dialect == Dialect::V2 {
            reduce(&mut out);
        }
        add_embedded(&mut out, dialect);
        add_object_members(&mut out, dialect);
        out
    };
    out["x-kubernetes-group-version-kind"] = names(kind);
    out
}

fn is(schema: &Value, word: &str) -> bool {
    schema[word] == true
}

/// What every object has.
fn add_object_members(schema: &mut Value, dialect: Dialect) {
    let properties =
        schema.as_object_mut().map(|schema| schema.entry("properties").or_insert_with(|| json!({})));
    if let Some(Value::Object(properties)) = properties {
        properties.insert("apiVersion".into(), json!({"type": "string", "description": API_VERSION}));
        properties.insert("kind".into(), json!({"type": "string", "description": KIND}));
        properties.insert("metadata".into(), dialect.described(&format!("{META}.ObjectMeta"), METADATA));
    }
}

/// The same for objects within objects, which must say what they are.
fn add_embedded(schema: &mut Value, dialect: Dialect) {
    let Value::Object(members) = &mut *schema else { return };
    for word in ["items", "additionalProperties"] {
        if let Some(below) = members.get_mut(word) {
            add_embedded(below, dialect);
        }
    }
    if let Some(Value::Object(properties)) = members.get_mut("properties") {
        properties.values_mut().for_each(|below| add_embedded(below, dialect));
    }
    if !is(schema, EMBEDDED) || (dialect == Dialect::V2 && is(schema, PRESERVE)) {
        return;
    }
    add_object_members(schema, dialect);
    let mut required = schema["required"].as_array().cloned().unwrap_or_default();
    for name in ["kind", "apiVersion"] {
        if !required.contains(&name.into()) {
            required.push(name.into());
        }
    }
    schema["required"] = required.into();
}

/// The type of a list of objects; `item` is the published name of theirs.
pub fn list(item: &str, kind: (&str, &str, &str), dialect: Dialect) -> Value {
    let single = kind.2.strip_suffix("List").unwrap_or(kind.2);
    json!({
        "type": "object",
        "description": format!("{} is a list of {single}", kind.2),
        "required": ["items"],
        "properties": {
            "apiVersion": {"type": "string", "description": API_VERSION},
            "items": {
                "type": "array",
                "description": format!("List of {}. More info: https://git.k8s.io/community/contributors/devel/sig-architecture/api-conventions.md", single.to_lowercase()),
                "items": dialect.reference(item),
            },
            "kind": {"type": "string", "description": KIND},
            "metadata": dialect.described(&format!("{META}.ListMeta"), LIST_METADATA),
        },
        "x-kubernetes-group-version-kind": names(kind),
    })
}

fn names((group, version, kind): (&str, &str, &str)) -> Value {
    json!([{"group": group, "version": version, "kind": kind}])
}

/// Takes away what version 2 has no words for, and what its clients stumble over.
fn reduce(schema: &mut Value) {
    if !schema.is_object() {
        return;
    }
    let (nullable, preserves) = (is(schema, "nullable"), is(schema, PRESERVE));
    let unrequired: Vec<String> = nullable_members(schema);
    let Value::Object(members) = schema else { return };
    for word in ["oneOf", "anyOf", "allOf", "not"] {
        members.remove(word);
    }
    if nullable {
        members.remove("nullable");
        members.remove("type");
    }
    if nullable || preserves {
        members.remove("items");
        members.remove("properties");
    }
    let kind = members.get("type").and_then(Value::as_str).unwrap_or_default();
    if (kind == "array" && !members.contains_key("items")) || (kind == "object" && preserves) {
        members.remove("type");
    }
    if let Some(Value::Array(required)) = members.get_mut("required") {
        required.retain(|name| !unrequired.iter().any(|other| name == other));
    }
    for word in ["items", "additionalProperties"] {
        if let Some(below) = members.get_mut(word) {
            reduce(below);
        }
    }
    if let Some(Value::Object(properties)) = members.get_mut("properties") {
        properties.values_mut().for_each(reduce);
    }
}

fn nullable_members(schema: &Value) -> Vec<String> {
    let properties = schema["properties"].as_object().into_iter().flatten();
    properties.filter(|(_, property)| is(property, "nullable")).map(|(name, _)| name.clone()).collect()
}
