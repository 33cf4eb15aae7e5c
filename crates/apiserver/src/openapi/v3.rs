//! One document of version 3: the paths and types of a group version. Pure.

use api::Descriptions;
use schema::openapi::{Dialect, Publisher};
use serde_json::{Map, Value, json};

use super::operations::{self, Operation, PathItem, Takes, type_name};
use super::parameters::parameter;
use super::types::Types;
use crate::discovery::{Group, Version};

const MEDIA: [&str; 3] = ["application/json", "application/vnd.kubernetes.protobuf", "application/yaml"];
const STREAMS: [&str; 2] =
    ["application/json;stream=watch", "application/vnd.kubernetes.protobuf;stream=watch"];
const PATCHES: [&str; 4] = [
    "application/apply-patch+yaml",
    "application/json-patch+json",
    "application/merge-patch+json",
    "application/strategic-merge-patch+json",
];

/// The document of a group version.
pub(super) fn document(group: &Group, version: &Version, texts: &Descriptions) -> Value {
    let mut types = Types::new();
    let mut paths = Map::new();
    let tag = tag(&group.name, &version.name);
    for (kind, served) in &version.kinds {
        let own = &kind.served[*served];
        types.add_kind(&group.name, &version.name, &kind.kind);
        types.add_kind(&group.name, &version.name, &kind.list_kind);
        if schema::builtin(&group.name, &version.name, &kind.kind).is_none() {
            types.walk(&own.schema);
            types.custom.insert(type_name(&group.name, &version.name, &kind.kind), own.schema.clone());
        }
        types.add_subresources(kind);
        for item in operations::of_kind(kind, *served) {
            paths.insert(item.path.clone(), path(&item, &tag));
        }
    }
    json!({
        "openapi": "3.0.0",
        "info": {"title": "Kubernetes", "version": "unversioned"},
        "paths": paths,
        "components": {
            "schemas": schemas(&types, &group.name, &version.name, texts),
            "securitySchemes": {"BearerToken": {"type": "apiKey", "name": "authorization", "in": "header",
                "description": "Bearer Token authentication"}},
        },
    })
}

/// `core_v1`, `rbacAuthorization_v1`
pub(super) fn tag(group: &str, version: &str) -> String {
    let camel = operations::prefix(group, "");
    let mut chars = camel.chars();
    let lower: String =
        chars.next().map(|first| first.to_lowercase().chain(chars).collect()).unwrap_or_default();
    format!("{lower}_{version}")
}

fn schemas(types: &Types, group: &str, version: &str, texts: &Descriptions) -> Map<String, Value> {
    let describe = |definition: &schema::Definition, field: Option<&str>| {
        texts.of(definition.name, field).map(str::to_owned)
    };
    let publisher = Publisher::new(Dialect::V3, &describe);
    let mut out: Map<String, Value> = types
        .builtin
        .values()
        .map(|definition| (definition.name.to_owned(), publisher.definition(definition, &[(group, version)])))
        .collect();
    for (name, schema) in &types.custom {
        out.insert(name.clone(), publisher.schema(schema));
    }
    out
}

fn path(item: &PathItem, tag: &str) -> Value {
    let mut out = Map::new();
    for operation in &item.operations {
        out.insert(operation.method.to_owned(), self::operation(operation, tag));
    }
    let mut parameters: Vec<Value> = item.in_path.iter().map(|name| in_path(name)).collect();
    parameters.push(in_query("pretty"));
    out.insert("parameters".into(), parameters.into());
    Value::Object(out)
}

fn in_path(name: &str) -> Value {
    let (kind, description) = parameter(name);
    json!({"name": name, "in": "path", "required": true, "description": description,
        "schema": {"type": kind, "uniqueItems": true}})
}

fn in_query(name: &str) -> Value {
    let (kind, description) = parameter(name);
    json!({"name": name, "in": "query", "description": description, "schema": {"type": kind, "uniqueItems": true}})
}

fn reference(name: &str) -> Value {
    json!({"schema": {"$ref": format!("#/components/schemas/{name}")}})
}

fn operation(operation: &Operation, tag: &str) -> Value {
    let (group, version, kind) = &operation.about;
    let mut out = Map::new();
    out.insert("tags".into(), json!([tag]));
    out.insert("description".into(), operation.description.as_str().into());
    out.insert("operationId".into(), operation.id.as_str().into());
    if !operation.options.is_empty() {
        out.insert("parameters".into(), operation.options.iter().map(|name| in_query(name)).collect());
    }
    let meta = |name: &str| reference(&format!("io.k8s.apimachinery.pkg.apis.meta.v1.{name}"));
    let body = match &operation.takes {
        Takes::Nothing => None,
        Takes::Object(name) => Some(json!({"content": {"*/*": reference(name)}, "required": true})),
        Takes::DeleteOptions => Some(json!({"content": {"*/*": meta("DeleteOptions")}})),
        Takes::Patch => {
            let content: Map<String, Value> =
                PATCHES.iter().map(|name| ((*name).to_owned(), meta("Patch"))).collect();
            Some(json!({"content": content, "required": true}))
        }
    };
    if let Some(body) = body {
        out.insert("requestBody".into(), body);
    }
    out.insert("responses".into(), responses(operation));
    out.insert("x-kubernetes-action".into(), operation.action.into());
    out.insert(
        "x-kubernetes-group-version-kind".into(),
        json!({"group": group, "version": version, "kind": kind}),
    );
    Value::Object(out)
}

fn responses(operation: &Operation) -> Value {
    let mut out = Map::new();
    for code in operation.codes {
        let streams: &[&str] = if operation.streams { &STREAMS } else { &[] };
        let content: Map<String, Value> = match &operation.gives {
            None => Map::new(),
            Some(name) => {
                MEDIA.iter().chain(streams).map(|media| ((*media).to_owned(), reference(name))).collect()
            }
        };
        out.insert(code.to_string(), json!({"description": word(*code), "content": content}));
    }
    out.insert("401".into(), json!({"description": "Unauthorized"}));
    Value::Object(out)
}

/// What a code of success is called.
pub(super) fn word(code: u16) -> &'static str {
    match code {
        201 => "Created",
        202 => "Accepted",
        _ => "OK",
    }
}
