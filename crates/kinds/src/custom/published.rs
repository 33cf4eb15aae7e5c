//! The schema of a custom resource as OpenAPI shows it: what its author wrote, with what every object has.
//!
//! Version 2 of OpenAPI has fewer words than the schemas of definitions, so that much is left out of it, as upstream does. Pure.

use serde_json::{Map, Value, json};

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
    let mut out = written.clone();
    if dialect == Dialect::V2 {
        reduce(&mut out);
    }
    // Whose members are not known, or not all of them, is shown as a bare object to clients of version 2.
    if dialect == Dialect::V2 && written["x-kubernetes-preserve-unknown-fields"] == true {
        out = json!({"type": "object"});
        if let Some(description) = written.get("description") {
            out["description"] = description.clone();
        }
    } else {
        let properties = out.as_object_mut().map(|out| out.entry("properties").or_insert_with(|| json!({})));
        if let Some(Value::Object(properties)) = properties {
            properties.insert("apiVersion".into(), json!({"type": "string", "description": API_VERSION}));
            properties.insert("kind".into(), json!({"type": "string", "description": KIND}));
            properties.insert("metadata".into(), dialect.described(&format!("{META}.ObjectMeta"), METADATA));
        }
    }
    out["x-kubernetes-group-version-kind"] = names(kind);
    out
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

/// Takes away what version 2 has no words for.
fn reduce(schema: &mut Value) {
    let Value::Object(members) = schema else { return };
    for word in ["oneOf", "anyOf", "allOf", "not", "default", "x-kubernetes-validations"] {
        members.remove(word);
    }
    let is = |members: &Map<String, Value>, word: &str| members.get(word) == Some(&Value::Bool(true));
    // A value that may be null, a number or a text is of no type that version 2 knows.
    if is(members, "nullable") {
        for word in ["nullable", "type", "items", "properties", "additionalProperties"] {
            members.remove(word);
        }
    }
    if is(members, "x-kubernetes-int-or-string") {
        members.remove("type");
    }
    if is(members, "x-kubernetes-preserve-unknown-fields") {
        for word in ["items", "properties"] {
            members.remove(word);
        }
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
