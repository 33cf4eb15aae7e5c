//! The schemas as clients read them: the Protobuf form of version 2 by a decoder that knows only gnostic's field numbers
//! (`tests/gnostic_v2.txt`), and version 2 against what upstream publishes as version 3.

use std::collections::BTreeMap;

use serde_json::{Map, Value, json};

use crate::harness::Server;
use crate::spec;

/// Messages by name: fields by number.
type Messages = BTreeMap<&'static str, BTreeMap<u64, Field>>;

struct Field {
    name: &'static str,
    kind: &'static str,
    repeated: bool,
}

/// The messages of gnostic's `OpenAPIv2.proto`, one per line: `Name: tag=*name:type …`, with a star where it repeats.
fn messages() -> Messages {
    let field = |text: &'static str| {
        let (tag, rest) = text.split_once('=').unwrap();
        let (name, kind) = rest.split_once(':').unwrap();
        let bare = name.strip_prefix('*');
        (tag.parse().unwrap(), Field { name: bare.unwrap_or(name), kind, repeated: bare.is_some() })
    };
    let line = |line: &'static str| {
        let (name, fields) = line.split_once(':').unwrap();
        (name, fields.split_whitespace().map(field).collect())
    };
    include_str!("../gnostic_v2.txt").lines().map(line).collect()
}

fn varint(bytes: &mut &[u8]) -> u64 {
    let mut value = 0;
    for shift in (0..70).step_by(7) {
        let byte = bytes[0];
        *bytes = &bytes[1..];
        value |= u64::from(byte & 0x7f) << shift;
        if byte < 0x80 {
            return value;
        }
    }
    panic!("a number without end");
}

/// A message as the part of the document that it stands for.
fn decode(messages: &Messages, message: &str, mut bytes: &[u8]) -> Value {
    let fields = &messages[message];
    let mut out = Map::new();
    while !bytes.is_empty() {
        let key = varint(&mut bytes);
        let field = fields.get(&(key >> 3)).unwrap_or_else(|| panic!("{message} has no field {}", key >> 3));
        let value = match (key & 7, field.kind) {
            (0, "bool") => Value::Bool(varint(&mut bytes) != 0),
            (0, "int64") => json!(varint(&mut bytes) as i64),
            (1, "double") => {
                let (number, rest) = bytes.split_at(8);
                bytes = rest;
                json!(f64::from_le_bytes(number.try_into().unwrap()))
            }
            (2, kind) => {
                let length = varint(&mut bytes) as usize;
                let (inside, rest) = bytes.split_at(length);
                bytes = rest;
                match kind {
                    "string" => String::from_utf8(inside.to_vec()).unwrap().into(),
                    kind => decode(messages, kind, inside),
                }
            }
            (wire, kind) => panic!("{message}.{}: {kind} in form {wire}", field.name),
        };
        put(&mut out, field, value);
    }
    unwrap(message, out)
}

/// Puts a field where the document has it.
fn put(out: &mut Map<String, Value>, field: &Field, value: Value) {
    if field.kind.starts_with("Named") {
        // Pairs of name and value are members of what holds them.
        out.insert(value["name"].as_str().unwrap().to_owned(), value["value"].clone());
        return;
    }
    let name = match field.name {
        "_ref" => "$ref".to_owned(),
        name => {
            let mut words = name.split('_');
            let first = words.next().unwrap().to_owned();
            words.fold(first, |all, word| all + &word[..1].to_ascii_uppercase() + &word[1..])
        }
    };
    if field.repeated {
        let list = out.entry(name).or_insert_with(|| json!([]));
        list.as_array_mut().unwrap().push(value);
    } else {
        out.insert(name, value);
    }
}

/// Messages that only wrap another thing are that thing.
fn unwrap(message: &str, mut out: Map<String, Value>) -> Value {
    let only = |out: Map<String, Value>| out.into_iter().next().map(|(_, value)| value).unwrap_or_default();
    match message {
        "AdditionalPropertiesItem"
        | "NonBodyParameter"
        | "Parameter"
        | "ParametersItem"
        | "ResponseValue"
        | "SchemaItem"
        | "SecurityDefinitionsItem" => {
            assert_eq!(out.len(), 1, "{message} is one of several");
            only(out)
        }
        "TypeItem" | "ItemsItem" => {
            let list = only(out);
            assert_eq!(list.as_array().map(Vec::len), Some(1), "{message}");
            list[0].clone()
        }
        "StringArray" => out.remove("value").unwrap_or_else(|| json!([])),
        "Any" => codec::yaml::decode(out["yaml"].as_str().unwrap().as_bytes()).unwrap().value,
        _ => Value::Object(out),
    }
}

/// A document without what Protobuf does not tell from absence.
fn without_zeros(value: &Value) -> Value {
    match value {
        Value::Object(members) => {
            let told = |value: &Value| !(value.is_null() || value == "" || *value == Value::Bool(false));
            let kept = members.iter().filter(|(_, value)| told(value));
            Value::Object(kept.map(|(name, value)| (name.clone(), without_zeros(value))).collect())
        }
        Value::Array(items) => items.iter().map(without_zeros).collect(),
        other => other.clone(),
    }
}

/// Says where two trees differ first.
fn compare(at: &str, ours: &Value, theirs: &Value) {
    match (ours, theirs) {
        (Value::Object(a), Value::Object(b)) => {
            for name in a.keys().chain(b.keys()) {
                let absent = Value::Null;
                let (a, b) = (a.get(name).unwrap_or(&absent), b.get(name).unwrap_or(&absent));
                compare(&format!("{at}/{name}"), a, b);
            }
        }
        (Value::Array(a), Value::Array(b)) if a.len() == b.len() => {
            a.iter().zip(b).enumerate().for_each(|(i, (a, b))| compare(&format!("{at}/{i}"), a, b));
        }
        (a, b) => assert_eq!(a, b, "{at}"),
    }
}

const GNOSTIC: &str = "application/com.github.proto-openapi.spec.v2@v1.0+protobuf";

#[tokio::test(flavor = "multi_thread")]
async fn both_forms_of_version_2_say_the_same() {
    let server = Server::start().await;
    let client = server.admin();
    let plain = client.get("/openapi/v2").await.json();
    for accept in [GNOSTIC, "application/com.github.proto-openapi.spec.v2.v1.0+protobuf"] {
        let packed = client.send("GET", "/openapi/v2", &[("accept", accept)], "").await;
        assert_eq!(packed.code, 200, "{accept}");
        let read = decode(&messages(), "Document", &packed.body);
        compare("", &without_zeros(&read), &without_zeros(&plain));
    }
    server.finish().await;
}

/// What both versions say of a type in the same words: its shape, what it refers to, what is required, how lists and maps merge.
const SAID_ALIKE: [&str; 10] = [
    "type",
    "format",
    "required",
    "x-kubernetes-list-type",
    "x-kubernetes-list-map-keys",
    "x-kubernetes-map-type",
    "x-kubernetes-patch-strategy",
    "x-kubernetes-patch-merge-key",
    "x-kubernetes-preserve-unknown-fields",
    "x-kubernetes-int-or-string",
];

/// A schema, or what it only wraps to add a text or a default.
fn bare(schema: &Value) -> &Value {
    match schema["allOf"].as_array().map(Vec::as_slice) {
        Some([only]) => only,
        _ => schema,
    }
}

fn reference(schema: &Value) -> Option<&str> {
    bare(schema)["$ref"].as_str()?.rsplit('/').next()
}

/// Where two schemas say different things.
fn differences(at: &str, ours: &Value, theirs: &Value, found: &mut Vec<String>) {
    if reference(ours) != reference(theirs) {
        found.push(format!("{at}: {ours} / {theirs}"));
    }
    // What may be a number or a text has no words for it in version 2 but a format.
    let either = theirs.get("oneOf").is_some();
    for name in SAID_ALIKE.iter().filter(|name| !(either && ["type", "format"].contains(name))) {
        if ours.get(name) != theirs.get(name) {
            found.push(format!("{at} {name}: {:?} / {:?}", ours.get(name), theirs.get(name)));
        }
    }
    for name in ["items", "additionalProperties"] {
        match (ours.get(name), theirs.get(name)) {
            (Some(ours), Some(theirs)) => differences(&format!("{at}.{name}"), ours, theirs, found),
            (None, None) => {}
            (ours, theirs) => found.push(format!("{at} {name}: {ours:?} / {theirs:?}")),
        }
    }
    let none = Map::new();
    let fields = |schema: &Value| schema["properties"].as_object().unwrap_or(&none).clone();
    let (ours, theirs) = (fields(ours), fields(theirs));
    for name in ours.keys().chain(theirs.keys().filter(|name| !ours.contains_key(*name))) {
        match (ours.get(name), theirs.get(name)) {
            (Some(ours), Some(theirs)) => differences(&format!("{at}.{name}"), ours, theirs, found),
            (ours, _) => {
                found.push(format!("{at}.{name}: {}", if ours.is_some() { "only here" } else { "missing" }))
            }
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn version_2_describes_types_as_upstream_does() {
    let Some(folder) = spec::find("v1.36/openapi-v3") else { return };
    let mut published = BTreeMap::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let document: Value = serde_json::from_slice(&std::fs::read(entry.unwrap().path()).unwrap()).unwrap();
        for (name, schema) in document["components"]["schemas"].as_object().into_iter().flatten() {
            published.insert(name.clone(), schema.clone());
        }
    }
    let server = Server::start().await;
    let document = server.admin().get("/openapi/v2").await.json();
    let definitions = document["definitions"].as_object().unwrap();
    assert!(definitions.len() > 500, "only {}", definitions.len());
    let mut found = Vec::new();
    for (name, ours) in definitions {
        match published.get(name) {
            Some(theirs) => differences(name, ours, theirs, &mut found),
            None => found.push(format!("upstream has no {name}")),
        }
    }
    assert!(found.is_empty(), "{} differences:\n{}", found.len(), found.join("\n"));
    // Whatever refers to a definition finds it.
    let text = document.to_string();
    for reference in text.split("\"#/definitions/").skip(1) {
        let name = reference.split('"').next().unwrap();
        assert!(definitions.contains_key(name), "{name} is referred to and not there");
    }
    server.finish().await;
}
