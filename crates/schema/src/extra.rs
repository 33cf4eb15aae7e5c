//! What only few schema nodes have: list keys, defaults, unions, and the value validations of custom resources.
//!
//! Kept apart so that the thousands of plain fields stay small. Data only: checking values and running CEL rules is the
//! business of those who call.

use std::borrow::Cow;

use serde_json::Value;

use crate::{Schema, SharedSlice};

/// The rarer facts of a schema node.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Extra {
    /// `x-kubernetes-list-map-keys`
    pub list_map_keys: SharedSlice<Cow<'static, str>>,
    /// `x-kubernetes-patch-merge-key`
    pub patch_merge_key: Option<Cow<'static, str>>,
    /// A default that is not the type's zero value (built-ins), or any default (custom resources).
    pub default: Option<Literal>,
    /// `x-kubernetes-unions`
    pub unions: SharedSlice<Union>,
    /// The spelling of a [`crate::Format::Other`].
    pub format: Option<Cow<'static, str>>,
    /// Custom resources only.
    pub validations: Option<Box<Validations>>,
}

impl Extra {
    /// Nothing; the generated table starts from it.
    pub const NONE: Self = Self {
        list_map_keys: SharedSlice::EMPTY,
        patch_merge_key: None,
        default: None,
        unions: SharedSlice::EMPTY,
        format: None,
        validations: None,
    };
}

/// A default value. The first two exist because a JSON tree cannot be static data.
#[derive(Clone, Debug, PartialEq)]
pub enum Literal {
    /// A string.
    Text(Cow<'static, str>),
    /// An integer.
    Integer(i64),
    /// Anything else.
    Json(Value),
}

impl Literal {
    /// The value as a JSON tree.
    pub fn to_value(&self) -> Value {
        match self {
            Self::Text(text) => Value::from(&**text),
            Self::Integer(number) => Value::from(*number),
            Self::Json(value) => value.clone(),
        }
    }
}

/// One union: which members exclude one another, and the value of the discriminator that goes with each.
#[derive(Clone, Debug, PartialEq)]
pub struct Union {
    /// The member that says which one is set.
    pub discriminator: Option<Cow<'static, str>>,
    /// Member name and discriminator value, sorted by name.
    pub fields: SharedSlice<(Cow<'static, str>, Cow<'static, str>)>,
}

/// The value validations of one node of a custom resource's schema.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Validations {
    /// `minimum`
    pub minimum: Option<f64>,
    /// `exclusiveMinimum`
    pub exclusive_minimum: bool,
    /// `maximum`
    pub maximum: Option<f64>,
    /// `exclusiveMaximum`
    pub exclusive_maximum: bool,
    /// `multipleOf`
    pub multiple_of: Option<f64>,
    /// `minLength`, in code points
    pub min_length: Option<i64>,
    /// `maxLength`, in code points
    pub max_length: Option<i64>,
    /// `pattern`
    pub pattern: Option<String>,
    /// `minItems`
    pub min_items: Option<i64>,
    /// `maxItems`
    pub max_items: Option<i64>,
    /// `uniqueItems`
    pub unique_items: bool,
    /// `minProperties`
    pub min_properties: Option<i64>,
    /// `maxProperties`
    pub max_properties: Option<i64>,
    /// `enum`
    pub one_of_values: Option<Vec<Value>>,
    /// `allOf`
    pub all_of: Vec<Schema>,
    /// `anyOf`
    pub any_of: Vec<Schema>,
    /// `oneOf`
    pub one_of: Vec<Schema>,
    /// `not`
    pub not: Option<Schema>,
    /// `x-kubernetes-validations`
    pub rules: Vec<Rule>,
}

/// One CEL rule, as written in the custom resource definition.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Rule {
    /// The expression that must hold.
    pub rule: String,
    /// The message when it does not.
    pub message: Option<String>,
    /// An expression that makes the message.
    pub message_expression: Option<String>,
    /// The machine-readable reason.
    pub reason: Option<String>,
    /// Where to report the failure, relative to the node.
    pub field_path: Option<String>,
    /// Whether a transition rule also runs on creation.
    pub optional_old_self: Option<bool>,
}
