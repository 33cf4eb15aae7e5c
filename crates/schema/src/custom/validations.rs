//! The value validations of one `JSONSchemaProps` node. Used by `custom` only.

use super::read::Reader;
use super::{CustomSchemaError, node};
use crate::{Rule, Schema, Validations};

pub(super) fn read(reader: &Reader<'_>) -> Result<Validations, CustomSchemaError> {
    let flag = |key| Ok(reader.boolean(key)?.unwrap_or_default());
    Ok(Validations {
        minimum: reader.number("minimum")?,
        exclusive_minimum: flag("exclusiveMinimum")?,
        maximum: reader.number("maximum")?,
        exclusive_maximum: flag("exclusiveMaximum")?,
        multiple_of: reader.number("multipleOf")?,
        min_length: reader.integer("minLength")?,
        max_length: reader.integer("maxLength")?,
        pattern: reader.owned("pattern")?.filter(|pattern| !pattern.is_empty()),
        min_items: reader.integer("minItems")?,
        max_items: reader.integer("maxItems")?,
        unique_items: flag("uniqueItems")?,
        min_properties: reader.integer("minProperties")?,
        max_properties: reader.integer("maxProperties")?,
        one_of_values: reader.has("enum").then(|| reader.list("enum").map(<[_]>::to_vec)).transpose()?,
        all_of: nodes(reader, "allOf")?,
        any_of: nodes(reader, "anyOf")?,
        one_of: nodes(reader, "oneOf")?,
        not: reader.child("not")?.map(|child| node(&child)).transpose()?,
        rules: reader.children_in("x-kubernetes-validations")?.iter().map(rule).collect::<Result<_, _>>()?,
    })
}

fn nodes(reader: &Reader<'_>, key: &str) -> Result<Vec<Schema>, CustomSchemaError> {
    reader.children_in(key)?.iter().map(node).collect()
}

fn rule(reader: &Reader<'_>) -> Result<Rule, CustomSchemaError> {
    Ok(Rule {
        rule: reader.owned("rule")?.unwrap_or_default(),
        message: reader.owned("message")?,
        message_expression: reader.owned("messageExpression")?,
        reason: reader.owned("reason")?,
        field_path: reader.owned("fieldPath")?,
        optional_old_self: reader.boolean("optionalOldSelf")?,
    })
}
