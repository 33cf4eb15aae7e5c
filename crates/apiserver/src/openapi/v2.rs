//! The document of version 2: all paths and types in one. Pure.

use api::Descriptions;
use schema::openapi::{Dialect, Publisher};
use serde_json::{Map, Value, json};

use super::operations::{self, Operation, PathItem, Takes, type_name};
use super::parameters::parameter;
use super::types::Types;
use super::v3::{tag, word};
use crate::discovery::Group;

/// The whole document.
pub(super) fn document(groups: &[Group], texts: &Descriptions) -> Value {
    let mut types = Types::new();
    let mut paths = Map::new();
    let mut served: Vec<(&str, &str)> = Vec::new();
    for group in groups {
        for version in &group.versions {
            served.push((&group.name, &version.name));
            let tag = tag(&group.name, &version.name);
            for (kind, at) in &version.kinds {
                types.add_kind(&group.name, &version.name, &kind.kind);
                types.add_kind(&group.name, &version.name, &kind.list_kind);
                types.add_subresources(kind);
                if schema::builtin(&group.name, &version.name, &kind.kind).is_none() {
                    let own = kind.served[*at].schema.clone();
                    types.walk(&own);
                    types.custom.insert(type_name(&group.name, &version.name, &kind.kind), own);
                }
                for item in operations::of_kind(kind, *at) {
                    paths.insert(item.path.clone(), path(&item, &tag));
                }
            }
        }
    }
    let describe = |definition: &schema::Definition, field: Option<&str>| {
        texts.of(definition.name, field).map(str::to_owned)
    };
    let publisher = Publisher::new(Dialect::V2, &describe);
    let builtin = types.builtin.values();
    let mut definitions: Map<String, Value> = builtin
        .map(|definition| (definition.name.to_owned(), publisher.definition(definition, &served)))
        .collect();
    definitions.extend(types.custom.iter().map(|(name, schema)| (name.clone(), publisher.schema(schema))));
    json!({
        "swagger": "2.0",
        "info": {"title": "Kubernetes", "version": "v1.36.4"},
        "paths": paths,
        "definitions": definitions,
        "securityDefinitions": {"BearerToken": {"type": "apiKey", "name": "authorization", "in": "header",
            "description": "Bearer Token authentication"}},
        "security": [{"BearerToken": []}],
    })
}

fn path(item: &PathItem, tag: &str) -> Value {
    let mut out = Map::new();
    for operation in &item.operations {
        out.insert(operation.method.to_owned(), self::operation(operation, tag));
    }
    let mut parameters: Vec<Value> = item.in_path.iter().map(|name| plain(name, "path")).collect();
    parameters.push(plain("pretty", "query"));
    out.insert("parameters".into(), parameters.into());
    Value::Object(out)
}

fn plain(name: &str, place: &str) -> Value {
    let (kind, description) = parameter(name);
    let mut out =
        json!({"name": name, "in": place, "type": kind, "uniqueItems": true, "description": description});
    if place == "path" {
        out["required"] = true.into();
    }
    out
}

fn reference(name: &str) -> Value {
    json!({"$ref": format!("#/definitions/{name}")})
}

fn operation(operation: &Operation, tag: &str) -> Value {
    let (group, version, kind) = &operation.about;
    let meta = |name: &str| format!("io.k8s.apimachinery.pkg.apis.meta.v1.{name}");
    let mut parameters: Vec<Value> = operation.options.iter().map(|name| plain(name, "query")).collect();
    let (body, consumes): (Option<(String, bool)>, &[&str]) = match &operation.takes {
        Takes::Nothing => (None, &["*/*"]),
        Takes::Object(name) => (Some((name.clone(), true)), &["*/*"]),
        Takes::DeleteOptions => (Some((meta("DeleteOptions"), false)), &["*/*"]),
        Takes::Patch => (
            Some((meta("Patch"), true)),
            &[
                "application/json-patch+json",
                "application/merge-patch+json",
                "application/strategic-merge-patch+json",
                "application/apply-patch+yaml",
            ],
        ),
    };
    if let Some((name, required)) = body {
        let mut body = json!({"name": "body", "in": "body", "schema": reference(&name)});
        if required {
            body["required"] = true.into();
        }
        parameters.push(body);
    }
    let mut responses = Map::new();
    for code in operation.codes {
        let mut response = json!({"description": word(*code)});
        if let Some(given) = &operation.gives {
            response["schema"] = reference(given);
        }
        responses.insert(code.to_string(), response);
    }
    responses.insert("401".into(), json!({"description": "Unauthorized"}));
    let mut out = json!({
        "tags": [tag],
        "description": operation.description,
        "operationId": operation.id,
        "consumes": consumes,
        "produces": ["application/json", "application/yaml", "application/vnd.kubernetes.protobuf"],
        "schemes": ["https"],
        "responses": responses,
        "x-kubernetes-action": operation.action,
        "x-kubernetes-group-version-kind": {"group": group, "version": version, "kind": kind},
    });
    if !parameters.is_empty() {
        out["parameters"] = parameters.into();
    }
    out
}
