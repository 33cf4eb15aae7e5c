//! Schemas as OpenAPI publishes them: the component schemas of a document, from the table.
//!
//! Prose is not in the table: the publisher passes a [`Describe`]. Paths, parameters and the document around the
//! components are the API server's business. Pure.

mod validations;

use serde_json::{Map, Value, json};

use crate::{Additional, Definition, Flags, Object, Schema, Special, Type};

/// Which form of OpenAPI is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dialect {
    /// OpenAPI 3.0: references wrapped where something stands beside them, defaults published.
    V3,
    /// Swagger 2.0: bare references, no alternatives, no defaults.
    V2,
}

/// The texts of a definition: `None` asks for its own, a name for the property's.
pub type Describe<'a> = dyn Fn(&Definition, Option<&str>) -> Option<String> + 'a;

/// A [`Describe`] without texts.
pub fn undescribed(_: &Definition, _: Option<&str>) -> Option<String> {
    None
}

/// Writes schemas for one document.
pub struct Publisher<'a> {
    dialect: Dialect,
    describe: &'a Describe<'a>,
}

impl<'a> Publisher<'a> {
    /// For the dialect, with the texts.
    pub fn new(dialect: Dialect, describe: &'a Describe<'a>) -> Self {
        Self { dialect, describe }
    }

    /// A named type. `group_version` is the document's own (`None` for documents of no group version); more than one
    /// is possible in a document that covers several.
    pub fn definition(&self, definition: &Definition, group_versions: &[(&str, &str)]) -> Value {
        let mut out = match definition.special {
            Special::Quantity => self.alternatives(&["string", "number"], None),
            Special::IntOrString => self.alternatives(&["integer", "string"], Some("int-or-string")),
            _ => self.map(&definition.schema),
        };
        if let Some(text) = (self.describe)(definition, None) {
            out.insert("description".into(), text.into());
        }
        if let Some(object) = definition.schema.object() {
            self.describe_fields(definition, object, &mut out);
        }
        let kinds = kinds(definition, group_versions);
        if !kinds.is_empty() {
            out.insert("x-kubernetes-group-version-kind".into(), kinds.into());
        }
        Value::Object(out)
    }

    /// One schema node, without texts.
    pub fn schema(&self, schema: &Schema) -> Value {
        Value::Object(self.map(schema))
    }

    fn describe_fields(&self, definition: &Definition, object: &Object, out: &mut Map<String, Value>) {
        let Some(properties) = out.get_mut("properties").and_then(Value::as_object_mut) else { return };
        for field in object.fields.iter() {
            let text = (self.describe)(definition, Some(&field.name));
            if let (Some(text), Some(Value::Object(property))) = (text, properties.get_mut(&*field.name)) {
                property.insert("description".into(), text.into());
            }
        }
    }

    fn map(&self, schema: &Schema) -> Map<String, Value> {
        let mut out = Map::new();
        self.put_type(schema, &mut out);
        if let Some(format) = schema.format_name() {
            out.insert("format".into(), format.into());
        }
        for (key, value) in [
            ("x-kubernetes-list-type", schema.list_type.as_str()),
            ("x-kubernetes-map-type", schema.map_type.as_str()),
            ("x-kubernetes-patch-strategy", schema.patch_strategy.as_str()),
            ("x-kubernetes-patch-merge-key", schema.patch_merge_key()),
        ] {
            if let Some(value) = value {
                out.insert(key.into(), value.into());
            }
        }
        if !schema.list_map_keys().is_empty() {
            out.insert("x-kubernetes-list-map-keys".into(), schema.list_map_keys().into());
        }
        put_flags(schema, &mut out);
        if self.dialect == Dialect::V3 {
            put_default(schema, &mut out);
        }
        if let Some(extra) = &schema.extra {
            if !extra.unions.is_empty() {
                out.insert("x-kubernetes-unions".into(), unions(&extra.unions));
            }
            if let Some(validations) = &extra.validations {
                validations::put(self, validations, &mut out);
            }
        }
        out
    }

    fn put_type(&self, schema: &Schema, out: &mut Map<String, Value>) {
        let name = match &schema.ty {
            Type::Any => return,
            Type::Ref(definition) => return self.put_reference(schema, definition, out),
            Type::Boolean => "boolean",
            Type::Integer => "integer",
            Type::Number => "number",
            Type::String => "string",
            Type::Array(items) => {
                out.insert("items".into(), self.schema(items));
                "array"
            }
            Type::Object(object) => {
                self.put_members(object, out);
                "object"
            }
        };
        out.insert("type".into(), name.into());
    }

    fn put_reference(&self, schema: &Schema, definition: &Definition, out: &mut Map<String, Value>) {
        let (prefix, wrap) = match self.dialect {
            Dialect::V3 => ("#/components/schemas/", schema.has(Flags::ALL_OF)),
            Dialect::V2 => ("#/definitions/", false),
        };
        let target = Value::from(format!("{prefix}{}", definition.name));
        if wrap {
            out.insert("allOf".into(), json!([{"$ref": target}]));
        } else {
            out.insert("$ref".into(), target);
        }
    }

    fn put_members(&self, object: &Object, out: &mut Map<String, Value>) {
        if !object.fields.is_empty() {
            let fields = object.fields.iter();
            let properties: Map<_, _> =
                fields.map(|field| (field.name.clone().into_owned(), self.schema(&field.schema))).collect();
            out.insert("properties".into(), properties.into());
        }
        if !object.required.is_empty() {
            out.insert("required".into(), (&*object.required).into());
        }
        let additional = match &object.additional {
            Additional::Unset => return,
            Additional::Any => Value::Bool(true),
            Additional::None => Value::Bool(false),
            Additional::Values(values) => self.schema(values),
        };
        out.insert("additionalProperties".into(), additional);
    }

    // Swagger 2.0 has no alternatives: such a value is a string there.
    fn alternatives(&self, types: &[&str], format: Option<&str>) -> Map<String, Value> {
        let mut out = Map::new();
        match self.dialect {
            Dialect::V3 => {
                let types: Vec<Value> = types.iter().map(|name| json!({"type": name})).collect();
                out.insert("oneOf".into(), types.into());
            }
            Dialect::V2 => drop(out.insert("type".into(), "string".into())),
        }
        if let Some(format) = format {
            out.insert("format".into(), format.into());
        }
        out
    }
}

fn kinds(definition: &Definition, group_versions: &[(&str, &str)]) -> Vec<Value> {
    let mut kinds: Vec<(&str, &str, &str)> =
        definition.kinds.iter().map(|name| (name.group, name.version, name.kind)).collect();
    if definition.in_every_group {
        let kind = definition.short_name();
        for (group, version) in group_versions {
            if !kinds.contains(&(group, version, kind)) {
                kinds.push((group, version, kind));
            }
        }
    }
    let written = |(group, version, kind): &(&str, &str, &str)| json!({"group": group, "version": version, "kind": kind});
    kinds.iter().map(written).collect()
}

fn put_flags(schema: &Schema, out: &mut Map<String, Value>) {
    for (flag, key) in [
        (Flags::NULLABLE, "nullable"),
        (Flags::PRESERVE_UNKNOWN, "x-kubernetes-preserve-unknown-fields"),
        (Flags::EMBEDDED_RESOURCE, "x-kubernetes-embedded-resource"),
        (Flags::INT_OR_STRING, "x-kubernetes-int-or-string"),
    ] {
        if schema.has(flag) {
            out.insert(key.into(), true.into());
        }
    }
}

fn put_default(schema: &Schema, out: &mut Map<String, Value>) {
    if let Some(value) = schema.default_value() {
        out.insert("default".into(), value.to_value());
    } else if schema.has(Flags::OPENAPI_ZERO_DEFAULT) {
        let zero = match schema.ty {
            Type::String => json!(""),
            Type::Integer | Type::Number => json!(0),
            Type::Boolean => json!(false),
            _ => json!({}),
        };
        out.insert("default".into(), zero);
    }
}

fn unions(unions: &[crate::Union]) -> Value {
    let written = unions.iter().map(|union| {
        let fields: Map<_, _> =
            union.fields.iter().map(|(name, value)| (name.to_string(), Value::from(&**value))).collect();
        let mut out = Map::from_iter([("fields-to-discriminateBy".to_owned(), Value::Object(fields))]);
        if let Some(discriminator) = &union.discriminator {
            out.insert("discriminator".into(), Value::from(&**discriminator));
        }
        Value::Object(out)
    });
    Value::Array(written.collect())
}
