//! Schemas to declared types: upstream's `SchemaDeclType`. A schema without a type, and what holds only such schemas, is
//! not visible to expressions.

use std::collections::BTreeMap;
use std::sync::Arc;

use schema::{Additional, Flags, ListType, Schema, Type as SchemaType, Validations};

use super::{DeclType, ListKind, MAX_REQUEST_BYTES, Scalar, Shape};
use crate::escape::escape;
use crate::types::Type;

impl DeclType {
    /// The type of a structural schema, or `None` when expressions cannot see such data. `name` becomes the name of an
    /// object's type; `root` is for whole resources, whose `apiVersion`, `kind` and names are always there.
    pub fn of_schema(schema: &Schema, name: &str, root: bool) -> Option<Self> {
        let mut decl = node(schema, name, root)?;
        decl.nullable = schema.has(Flags::NULLABLE);
        Some(decl)
    }
}

fn node(schema: &Schema, name: &str, root: bool) -> Option<DeclType> {
    if schema.has(Flags::INT_OR_STRING) || schema.format == schema::Format::IntOrString {
        let max = max_length(schema).unwrap_or(MAX_REQUEST_BYTES - 2);
        let decl = DeclType::scalar_of(Type::Dyn, Scalar::IntOrString, 1);
        return Some(DeclType { max_elements: max, ..decl });
    }
    match &schema.ty {
        SchemaType::Any => root.then(|| object(schema, name, true)).flatten(),
        SchemaType::Boolean => Some(DeclType::bool()),
        SchemaType::Integer => Some(DeclType::int()),
        SchemaType::Number => Some(DeclType::scalar_of(Type::Double, Scalar::Double, 1)),
        SchemaType::String => Some(string(schema)),
        SchemaType::Array(items) => list(schema, items, name),
        SchemaType::Object(members) => match &members.additional {
            Additional::Values(values) => map(schema, values, name),
            _ => object(schema, name, root),
        },
        SchemaType::Ref(_) if is_object_meta(schema) => Some(object_meta(name)),
        SchemaType::Ref(definition) => node(&definition.schema, name, root),
    }
}

fn validations(schema: &Schema) -> Option<&Validations> {
    schema.extra.as_ref()?.validations.as_deref()
}

/// A bound that counts characters, in bytes.
fn max_length(schema: &Schema) -> Option<i64> {
    Some(validations(schema)?.max_length?.max(0).saturating_mul(4))
}

fn string(schema: &Schema) -> DeclType {
    let given = validations(schema).and_then(|validations| validations.max_length).map(|max| max.max(0));
    let scalar = |ty, scalar, min_size, max| DeclType {
        max_elements: max,
        ..DeclType::scalar_of(ty, scalar, min_size)
    };
    match schema.format_name() {
        Some("byte") => scalar(Type::Bytes, Scalar::Bytes, 2, given.unwrap_or(MAX_REQUEST_BYTES - 2)),
        Some("duration") => scalar(Type::Duration, Scalar::Duration, 3, 32),
        Some("date") => scalar(Type::Timestamp, Scalar::Date, 12, 12),
        Some("date-time") => scalar(Type::Timestamp, Scalar::DateTime, 21, 32),
        _ => DeclType::string(
            max_length(schema).or_else(|| longest_choice(schema)).unwrap_or(MAX_REQUEST_BYTES - 2),
        ),
    }
}

fn longest_choice(schema: &Schema) -> Option<i64> {
    let choices = validations(schema)?.one_of_values.as_ref().filter(|choices| !choices.is_empty())?;
    let longest = choices.iter().filter_map(|choice| choice.as_str()).map(str::len).max().unwrap_or(0);
    i64::try_from(longest).ok()
}

fn list(schema: &Schema, items: &Schema, name: &str) -> Option<DeclType> {
    let items = DeclType::of_schema(items, &format!("{name}.@idx"), items.has(Flags::EMBEDDED_RESOURCE))?;
    let given = validations(schema).and_then(|validations| validations.max_items);
    let max = given.map_or((MAX_REQUEST_BYTES - 2) / (items.min_size + 1), |max| max.max(0));
    let mut decl = DeclType::list(items, max);
    let kind = match schema.list_type {
        ListType::Set => ListKind::Set,
        ListType::Map => {
            ListKind::Map(schema.list_map_keys().iter().map(|key| key.clone().into_owned()).collect())
        }
        _ => ListKind::Atomic,
    };
    if let Shape::List { kind: slot, .. } = &mut decl.shape {
        *slot = kind;
    }
    Some(decl)
}

fn map(schema: &Schema, values: &Schema, name: &str) -> Option<DeclType> {
    let values = DeclType::of_schema(values, &format!("{name}.@elem"), values.has(Flags::EMBEDDED_RESOURCE))?;
    let given = validations(schema).and_then(|validations| validations.max_properties);
    let max = given.map_or((MAX_REQUEST_BYTES - 2) / (values.min_size + 6), |max| max.max(0));
    Some(DeclType::map(values, max))
}

fn object(schema: &Schema, name: &str, root: bool) -> Option<DeclType> {
    let mut fields = BTreeMap::new();
    let mut min_size = 2;
    if let SchemaType::Object(members) = &schema.ty {
        for field in members.fields.iter() {
            let place = &field.schema;
            let path = format!("{name}.{}", escape(&field.name).unwrap_or_default());
            let Some(decl) = DeclType::of_schema(place, &path, place.has(Flags::EMBEDDED_RESOURCE)) else {
                continue;
            };
            if members.requires(&field.name) && place.default_value().is_none() {
                min_size += i64::try_from(field.name.len()).unwrap_or(0) + decl.min_size + 4;
            }
            if let Some(escaped) = escape(&field.name) {
                fields.insert(escaped, Arc::new(decl));
            }
        }
    }
    if root || schema.has(Flags::EMBEDDED_RESOURCE) {
        let text = || Arc::new(DeclType::string(MAX_REQUEST_BYTES - 2));
        fields.insert("apiVersion".into(), text());
        fields.insert("kind".into(), text());
        fields.insert("metadata".into(), Arc::new(object_meta(&format!("{name}.metadata"))));
    }
    Some(DeclType {
        ty: Type::object(name),
        shape: Shape::Object(fields),
        max_elements: 0,
        min_size,
        nullable: false,
    })
}

fn is_object_meta(schema: &Schema) -> bool {
    matches!(&schema.ty, SchemaType::Ref(definition) if definition.name.ends_with("meta.v1.ObjectMeta"))
}

/// Of an object's metadata only the names are visible to the rules of custom resources.
fn object_meta(name: &str) -> DeclType {
    let text = || DeclType::string(MAX_REQUEST_BYTES - 2);
    DeclType::object(name, [("name", text()), ("generateName", text())])
}
