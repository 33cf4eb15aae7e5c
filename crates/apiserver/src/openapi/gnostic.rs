//! A version 2 document in gnostic's Protobuf form, which kubectl prefers. Field numbers are those of its `OpenAPIv2.proto`. Pure.
//!
//! Only what our documents hold is written; extensions travel as YAML text, of which JSON is a part.

use serde_json::{Map, Value};

/// The whole document.
pub(super) fn encode(document: &Value) -> Vec<u8> {
    let mut out = Vec::with_capacity(512 * 1024);
    text(&mut out, 1, &document["swagger"]);
    nested(&mut out, 2, |out| {
        text(out, 1, &document["info"]["title"]);
        text(out, 2, &document["info"]["version"]);
    });
    nested(&mut out, 8, |out| named(out, 2, &document["paths"], path));
    nested(&mut out, 9, |out| named(out, 1, &document["definitions"], schema));
    for requirement in document["security"].as_array().into_iter().flatten() {
        nested(&mut out, 12, |out| named(out, 1, requirement, |out, scopes| texts(out, 1, scopes)));
    }
    nested(&mut out, 13, |out| named(out, 1, &document["securityDefinitions"], api_key));
    out
}

/// How clients show who they are: the one way that there is, as one of several that there could be.
fn api_key(out: &mut Vec<u8>, value: &Value) {
    nested(out, 2, |out| {
        for (tag, name) in [(1, "type"), (2, "name"), (3, "in"), (4, "description")] {
            text(out, tag, &value[name]);
        }
    });
}

/// A map as repeated pairs of name and value.
fn named(out: &mut Vec<u8>, tag: u32, members: &Value, write: fn(&mut Vec<u8>, &Value)) {
    for (name, value) in members.as_object().into_iter().flatten() {
        nested(out, tag, |out| {
            bytes(out, 1, name.as_bytes());
            nested(out, 2, |out| write(out, value));
        });
    }
}

fn path(out: &mut Vec<u8>, item: &Value) {
    for (tag, method) in [(2, "get"), (3, "put"), (4, "post"), (5, "delete"), (8, "patch")] {
        if let Some(found) = item.get(method) {
            nested(out, tag, |out| operation(out, found));
        }
    }
    parameters(out, 9, &item["parameters"]);
}

fn operation(out: &mut Vec<u8>, value: &Value) {
    texts(out, 1, &value["tags"]);
    text(out, 3, &value["description"]);
    text(out, 5, &value["operationId"]);
    texts(out, 6, &value["produces"]);
    texts(out, 7, &value["consumes"]);
    parameters(out, 8, &value["parameters"]);
    nested(out, 9, |out| named(out, 1, &value["responses"], response));
    texts(out, 10, &value["schemes"]);
    extensions(out, 13, value);
}

/// A response by value, not by reference.
fn response(out: &mut Vec<u8>, value: &Value) {
    nested(out, 1, |out| {
        text(out, 1, &value["description"]);
        if let Some(found) = value.get("schema").filter(|found| !found.is_null()) {
            nested(out, 2, |out| nested(out, 1, |out| schema(out, found)));
        }
    });
}

fn parameters(out: &mut Vec<u8>, tag: u32, all: &Value) {
    for value in all.as_array().into_iter().flatten() {
        nested(out, tag, |out| nested(out, 1, |out| parameter(out, value)));
    }
}

fn parameter(out: &mut Vec<u8>, value: &Value) {
    match value["in"].as_str() {
        Some("body") => nested(out, 1, |out| {
            text(out, 1, &value["description"]);
            text(out, 2, &value["name"]);
            text(out, 3, &value["in"]);
            flag(out, 4, &value["required"]);
            nested(out, 5, |out| schema(out, &value["schema"]));
        }),
        place => nested(out, 2, |out| {
            // Parameters of a query may be empty, those of a path may not: from there on their numbers differ by one.
            let (tag, shift) = if place == Some("query") { (3, 0) } else { (4, 1) };
            nested(out, tag, |out| {
                flag(out, 1, &value["required"]);
                text(out, 2, &value["in"]);
                text(out, 3, &value["description"]);
                text(out, 4, &value["name"]);
                text(out, 6 - shift, &value["type"]);
                flag(out, 20 - shift, &value["uniqueItems"]);
            });
        }),
    }
}

fn schema(out: &mut Vec<u8>, value: &Value) {
    text(out, 1, &value["$ref"]);
    text(out, 2, &value["format"]);
    text(out, 4, &value["description"]);
    texts(out, 19, &value["required"]);
    match value.get("additionalProperties") {
        Some(Value::Bool(allowed)) => nested(out, 21, |out| flag(out, 2, &Value::Bool(*allowed))),
        Some(found @ Value::Object(_)) => nested(out, 21, |out| nested(out, 1, |out| schema(out, found))),
        _ => {}
    }
    if value["type"].is_string() {
        nested(out, 22, |out| text(out, 1, &value["type"]));
    }
    if let Some(items) = value.get("items") {
        nested(out, 23, |out| nested(out, 1, |out| schema(out, items)));
    }
    for one in value["allOf"].as_array().into_iter().flatten() {
        nested(out, 24, |out| schema(out, one));
    }
    if value["properties"].is_object() {
        nested(out, 25, |out| named(out, 1, &value["properties"], schema));
    }
    extensions(out, 31, value);
}

fn extensions(out: &mut Vec<u8>, tag: u32, value: &Value) {
    let none = Map::new();
    for (name, value) in value.as_object().unwrap_or(&none).iter().filter(|(name, _)| name.starts_with("x-"))
    {
        nested(out, tag, |out| {
            bytes(out, 1, name.as_bytes());
            nested(out, 2, |out| bytes(out, 2, codec::yaml::to_string(value).as_bytes()));
        });
    }
}

fn text(out: &mut Vec<u8>, tag: u32, value: &Value) {
    if let Some(text) = value.as_str().filter(|text| !text.is_empty()) {
        bytes(out, tag, text.as_bytes());
    }
}

fn texts(out: &mut Vec<u8>, tag: u32, values: &Value) {
    for value in values.as_array().into_iter().flatten().filter_map(Value::as_str) {
        bytes(out, tag, value.as_bytes());
    }
}

fn flag(out: &mut Vec<u8>, tag: u32, value: &Value) {
    if value.as_bool() == Some(true) {
        varint(out, u64::from(tag) << 3);
        out.push(1);
    }
}

fn nested(out: &mut Vec<u8>, tag: u32, write: impl FnOnce(&mut Vec<u8>)) {
    let mut inner = Vec::new();
    write(&mut inner);
    bytes(out, tag, &inner);
}

fn bytes(out: &mut Vec<u8>, tag: u32, value: &[u8]) {
    varint(out, u64::from(tag) << 3 | 2);
    varint(out, value.len() as u64);
    out.extend_from_slice(value);
}

fn varint(out: &mut Vec<u8>, mut value: u64) {
    while value >= 0x80 {
        out.push((value & 0x7f) as u8 | 0x80);
        value >>= 7;
    }
    out.push(value as u8);
}
