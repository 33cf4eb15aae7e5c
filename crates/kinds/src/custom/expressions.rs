//! The rules that a schema states as expressions (`x-kubernetes-validations`): compiled when the kind is made, run on objects that
//! are sound in every other respect.
//!
//! The one seam between custom resources and CEL: `strategy` calls [`Expressions::errors`] after everything else was checked.

use cel::rules::Validator;
use meta::ErrorList;
use schema::Schema;
use serde_json::Value;

/// What was made of a schema's rules.
pub(super) struct Expressions {
    validator: Option<Validator>,
}

impl Expressions {
    /// Compiles the rules of a schema and of everything below it.
    pub(super) fn of(schema: &Schema) -> Self {
        Self { validator: Validator::of_resource(schema) }
    }

    /// Whether there are any.
    pub(super) fn any(&self) -> bool {
        self.validator.is_some()
    }

    /// What the rules find wrong with an object, given what it was before, if it was.
    pub(super) fn errors(&self, new: &Value, old: Option<&Value>) -> ErrorList {
        self.validator.as_ref().map(|validator| validator.validate(new, old).errors).unwrap_or_default()
    }

    /// What the rules found wrong before already: it is only warned of while it does not change.
    pub(super) fn warnings(&self, new: &Value, old: Option<&Value>) -> Vec<String> {
        self.validator.as_ref().map(|validator| validator.validate(new, old).warnings).unwrap_or_default()
    }
}
