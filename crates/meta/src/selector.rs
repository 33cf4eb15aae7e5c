//! Label and field selectors: their grammar, the `LabelSelector` object, and matching.
//!
//! Parsing accepts and refuses the same texts as upstream and gives the same messages. Matching works on borrowed labels
//! through [`LabelLookup`] and allocates nothing; indexes look into a selector through its requirements.

mod fields;
mod label_selector;
mod lexer;
mod parser;
mod requirement;
mod set;

pub use fields::{
    FieldLookup, FieldOperator, FieldRequirement, FieldSelector, ParseFieldSelectorError, escape_value,
};
pub use label_selector::{
    AsMapError, LabelSelector, LabelSelectorError, LabelSelectorOptions, LabelSelectorRequirement,
    validate_field_requirement, validate_label_selector,
};
pub use parser::ParseSelectorError;
pub use requirement::{Operator, Requirement};
pub use set::Selector;

use std::collections::{BTreeMap, HashMap};

/// Labels that a selector can be matched against.
pub trait LabelLookup {
    /// The value of the label, if the object has it.
    fn label(&self, key: &str) -> Option<&str>;
}

impl LabelLookup for BTreeMap<String, String> {
    fn label(&self, key: &str) -> Option<&str> {
        self.get(key).map(String::as_str)
    }
}

impl LabelLookup for HashMap<String, String> {
    fn label(&self, key: &str) -> Option<&str> {
        self.get(key).map(String::as_str)
    }
}

/// An object as parsed JSON: the map under `metadata.labels`.
impl LabelLookup for serde_json::Map<String, serde_json::Value> {
    fn label(&self, key: &str) -> Option<&str> {
        self.get(key).and_then(serde_json::Value::as_str)
    }
}

impl LabelLookup for [(&str, &str)] {
    fn label(&self, key: &str) -> Option<&str> {
        self.iter().find(|(name, _)| *name == key).map(|(_, value)| *value)
    }
}

impl<T: LabelLookup + ?Sized> LabelLookup for Option<&T> {
    fn label(&self, key: &str) -> Option<&str> {
        self.and_then(|labels| labels.label(key))
    }
}

#[cfg(test)]
mod tests;
