//! Structural schemas of custom resources: `JSONSchemaProps` (as a JSON tree) to [`Schema`].
//!
//! Structure, merge facts and flags go where the built-in table has them; value validations and CEL rules go into
//! [`Validations`]. Texts (`description`, `title`, `externalDocs`, `example`) are not kept: publishing reads them from the
//! stored definition. Whether a schema *is* structural is not judged here; what is malformed as data is an error.
//!
//! Called when a CustomResourceDefinition is established, once per version.

mod read;
mod validations;

use std::borrow::Cow;

use serde_json::{Map, Value};

use crate::{
    Additional, Extra, Field, Flags, Format, ListType, Literal, MapType, Object, Schema, Shared, SharedSlice,
    Type, Validations, generated, prune,
};
use read::Reader;

/// A schema that is malformed as data.
#[derive(Debug, thiserror::Error, PartialEq, Eq)]
#[error("{path}: {problem}")]
pub struct CustomSchemaError {
    /// Where, inside the schema: `properties[spec].type`.
    pub path: String,
    /// What is wrong.
    pub problem: String,
}

/// The schema of a custom resource from its version's `openAPIV3Schema`. `apiVersion`, `kind` and `metadata` are
/// understood to be there, as for every resource.
pub fn resource(open_api_v3_schema: &Value) -> Result<Schema, CustomSchemaError> {
    let mut schema = node(&Reader::root(open_api_v3_schema)?)?;
    add_object_members(&mut schema);
    Ok(schema)
}

/// The schema of an object of which nothing is known but what every object has.
pub fn bare() -> Schema {
    let mut schema = Schema::of(Type::Object(Shared::new(Object::default())));
    add_object_members(&mut schema);
    schema
}

/// Any other structural schema: a part of a resource's.
pub fn structural(json_schema_props: &Value) -> Result<Schema, CustomSchemaError> {
    node(&Reader::root(json_schema_props)?)
}

fn node(reader: &Reader<'_>) -> Result<Schema, CustomSchemaError> {
    let flags = flags(reader)?;
    let format = reader.text("format")?;
    let mut schema = Schema {
        ty: value_type(reader)?,
        format: format.map_or(Format::None, Format::parse),
        list_type: list_type(reader)?,
        map_type: map_type(reader)?,
        flags,
        ..Schema::default()
    };
    if flags.has(Flags::EMBEDDED_RESOURCE) {
        add_object_members(&mut schema);
    }
    schema.extra = extra(reader, &schema)?.map(Shared::new);
    Ok(schema)
}

fn flags(reader: &Reader<'_>) -> Result<Flags, CustomSchemaError> {
    let mut flags = Flags::NONE;
    for (key, flag) in [
        ("nullable", Flags::NULLABLE),
        ("x-kubernetes-preserve-unknown-fields", Flags::PRESERVE_UNKNOWN),
        ("x-kubernetes-embedded-resource", Flags::EMBEDDED_RESOURCE),
        ("x-kubernetes-int-or-string", Flags::INT_OR_STRING),
    ] {
        if reader.boolean(key)?.unwrap_or_default() {
            flags = flags.with(flag);
        }
    }
    Ok(flags)
}

fn value_type(reader: &Reader<'_>) -> Result<Type, CustomSchemaError> {
    let has_members =
        reader.has("properties") || reader.has("additionalProperties") || reader.has("required");
    Ok(match reader.text("type")?.unwrap_or_default() {
        // The parts of a `not` or `anyOf` name members without saying again that this is an object.
        "" if has_members => Type::Object(Shared::new(members(reader)?)),
        "" if reader.has("items") => Type::Array(Shared::new(items(reader)?)),
        "" => Type::Any,
        "boolean" => Type::Boolean,
        "integer" => Type::Integer,
        "number" => Type::Number,
        "string" => Type::String,
        "array" => Type::Array(Shared::new(items(reader)?)),
        "object" => Type::Object(Shared::new(members(reader)?)),
        other => return Err(reader.error("type", format!("unsupported type {other:?}"))),
    })
}

fn items(reader: &Reader<'_>) -> Result<Schema, CustomSchemaError> {
    reader.child("items")?.map_or(Ok(Schema::default()), |items| node(&items))
}

fn members(reader: &Reader<'_>) -> Result<Object, CustomSchemaError> {
    let mut fields = Vec::new();
    for (name, property) in reader.children_of("properties")? {
        fields.push(Field { name: Cow::Owned(name.to_owned()), schema: node(&property)? });
    }
    fields.sort_by(|a, b| a.name.cmp(&b.name));
    let required = reader.texts("required")?;
    let additional = match reader.get("additionalProperties") {
        None => Additional::Unset,
        Some(Value::Bool(true)) => Additional::Any,
        Some(Value::Bool(false)) => Additional::None,
        Some(_) => {
            let values = reader.child("additionalProperties")?;
            values
                .map_or(Ok(Additional::Unset), |values| Ok(Additional::Values(Shared::new(node(&values)?))))?
        }
    };
    Ok(Object { fields: fields.into(), required: required.into(), additional })
}

fn list_type(reader: &Reader<'_>) -> Result<ListType, CustomSchemaError> {
    let Some(text) = reader.text("x-kubernetes-list-type")? else { return Ok(ListType::Unset) };
    let known = [ListType::Atomic, ListType::Set, ListType::Map];
    known
        .into_iter()
        .find(|known| known.as_str() == Some(text))
        .ok_or_else(|| reader.error("x-kubernetes-list-type", format!("unsupported list type {text:?}")))
}

fn map_type(reader: &Reader<'_>) -> Result<MapType, CustomSchemaError> {
    let Some(text) = reader.text("x-kubernetes-map-type")? else { return Ok(MapType::Unset) };
    let known = [MapType::Granular, MapType::Atomic];
    known
        .into_iter()
        .find(|known| known.as_str() == Some(text))
        .ok_or_else(|| reader.error("x-kubernetes-map-type", format!("unsupported map type {text:?}")))
}

fn extra(reader: &Reader<'_>, schema: &Schema) -> Result<Option<Extra>, CustomSchemaError> {
    let extra = Extra {
        list_map_keys: reader.texts("x-kubernetes-list-map-keys")?.into(),
        default: default(reader, schema),
        format: match schema.format {
            Format::Other => reader.text("format")?.map(|text| Cow::Owned(text.to_owned())),
            _ => None,
        },
        validations: Some(validations::read(reader)?).filter(|v| *v != Validations::default()).map(Box::new),
        ..Extra::NONE
    };
    Ok(Some(extra).filter(|extra| *extra != Extra::NONE))
}

// A default must not bring in what pruning would remove.
fn default(reader: &Reader<'_>, schema: &Schema) -> Option<Literal> {
    let mut value = reader.get("default")?.clone();
    prune(&mut value, schema);
    Some(Literal::Json(value))
}

/// Gives an object the members that every resource has. What the author said about `metadata` (which may only restrict
/// it) becomes a validation beside the real type.
fn add_object_members(schema: &mut Schema) {
    let mut object = match &schema.ty {
        Type::Object(object) => (**object).clone(),
        _ => Object::default(),
    };
    let mut fields = object.fields.to_vec();
    for name in ["apiVersion", "kind"] {
        if object.field(name).is_none() {
            fields.push(Field { name: name.into(), schema: Schema::of(Type::String) });
        }
    }
    let restriction = object.field("metadata").cloned();
    fields.retain(|field| field.name != "metadata");
    let mut metadata = Schema::of(Type::Ref(&generated::meta_v1::ObjectMeta)).flag(Flags::ALL_OF);
    if let Some(restriction) = restriction.filter(says_something) {
        let validations = Validations { all_of: vec![restriction], ..Validations::default() };
        metadata.extra = Some(Shared::new(Extra { validations: Some(Box::new(validations)), ..Extra::NONE }));
    }
    fields.push(Field { name: "metadata".into(), schema: metadata });
    fields.sort_by(|a, b| a.name.cmp(&b.name));
    object.fields = SharedSlice::from(fields);
    schema.ty = Type::Object(Shared::new(object));
}

fn says_something(schema: &Schema) -> bool {
    schema.extra.is_some() || schema.object().is_some_and(|object| *object != Object::default())
}

/// The members of a JSON object, or the error that it is none.
fn as_object<'v>(value: &'v Value, path: &str) -> Result<&'v Map<String, Value>, CustomSchemaError> {
    value
        .as_object()
        .ok_or_else(|| CustomSchemaError { path: path.to_owned(), problem: "must be an object".into() })
}
