//! Value validations of custom resources in their published form. Called by `openapi` only.

use serde_json::{Map, Value};

use super::Publisher;
use crate::{Rule, Schema, Validations};

pub(super) fn put(publisher: &Publisher<'_>, validations: &Validations, out: &mut Map<String, Value>) {
    let v = validations;
    for (key, value) in [("minimum", v.minimum), ("maximum", v.maximum), ("multipleOf", v.multiple_of)] {
        if let Some(value) = value {
            out.insert(key.into(), number(value));
        }
    }
    for (key, value) in [
        ("minLength", v.min_length),
        ("maxLength", v.max_length),
        ("minItems", v.min_items),
        ("maxItems", v.max_items),
        ("minProperties", v.min_properties),
        ("maxProperties", v.max_properties),
    ] {
        if let Some(value) = value {
            out.insert(key.into(), value.into());
        }
    }
    for (key, set) in [
        ("exclusiveMinimum", v.exclusive_minimum),
        ("exclusiveMaximum", v.exclusive_maximum),
        ("uniqueItems", v.unique_items),
    ] {
        if set {
            out.insert(key.into(), true.into());
        }
    }
    if let Some(pattern) = &v.pattern {
        out.insert("pattern".into(), pattern.as_str().into());
    }
    if let Some(values) = &v.one_of_values {
        out.insert("enum".into(), values.clone().into());
    }
    put_logic(publisher, v, out);
    if !v.rules.is_empty() {
        out.insert("x-kubernetes-validations".into(), v.rules.iter().map(rule).collect());
    }
}

fn put_logic(publisher: &Publisher<'_>, v: &Validations, out: &mut Map<String, Value>) {
    for (key, schemas) in [("allOf", &v.all_of), ("anyOf", &v.any_of), ("oneOf", &v.one_of)] {
        if !schemas.is_empty() {
            out.insert(key.into(), schemas.iter().map(|schema: &Schema| publisher.schema(schema)).collect());
        }
    }
    if let Some(schema) = &v.not {
        out.insert("not".into(), publisher.schema(schema));
    }
}

// A whole number is written without fraction, as Go writes it.
fn number(value: f64) -> Value {
    let whole = value as i64;
    if whole as f64 == value { whole.into() } else { value.into() }
}

fn rule(rule: &Rule) -> Value {
    let mut out = Map::from_iter([("rule".to_owned(), Value::from(rule.rule.as_str()))]);
    for (key, value) in [
        ("message", &rule.message),
        ("messageExpression", &rule.message_expression),
        ("reason", &rule.reason),
        ("fieldPath", &rule.field_path),
    ] {
        if let Some(value) = value {
            out.insert(key.into(), value.as_str().into());
        }
    }
    if let Some(value) = rule.optional_old_self {
        out.insert("optionalOldSelf".into(), value.into());
    }
    Value::Object(out)
}
