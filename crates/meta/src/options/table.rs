//! Options of an answer as a table.

use super::Query;
use crate::field::{BadValue, ErrorList, FieldError, Path};
use crate::status::StatusError;

/// What a table asks for.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct TableOptions {
    /// Which part of an object goes with its row; text until [`TableOptions::validate`] has seen it.
    pub include_object: String,
}

/// Which part of an object goes with its row.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum IncludeObject {
    /// Nothing.
    None,
    /// Its metadata.
    #[default]
    Metadata,
    /// All of it.
    Object,
}

impl TableOptions {
    /// Reads the options.
    pub fn from_query(query: &Query<'_>) -> Self {
        Self { include_object: query.text("includeObject") }
    }

    /// Which part of an object goes with its row; metadata unless the options say otherwise.
    pub fn include(&self) -> IncludeObject {
        match self.include_object.as_str() {
            "None" => IncludeObject::None,
            "Object" => IncludeObject::Object,
            _ => IncludeObject::Metadata,
        }
    }

    /// What is not valid.
    pub fn errors(&self) -> ErrorList {
        if matches!(self.include_object.as_str(), "" | "None" | "Metadata" | "Object") {
            return ErrorList::new();
        }
        let detail = "must be 'Metadata', 'Object', 'None', or empty";
        FieldError::invalid(&Path::new("includeObject"), BadValue::json(&self.include_object), detail).into()
    }

    /// The `422` for options that are not valid.
    pub fn validate(&self) -> Result<(), StatusError> {
        super::invalid("TableOptions", &self.errors())
    }
}
