//! Kubernetes' dialect of JSONPath: text with actions in braces (`{.metadata.name}`, `{range .items[*]}…{end}`), filters, unions,
//! slices and recursive descent. Mirrors upstream's `client-go/util/jsonpath`, texts of errors included.
//!
//! * `parse`: from text to nodes.
//! * `eval`: what the nodes find in a tree.
//! * `print`: what was found as text.
//!
//! Not here: any I/O. `kubectl` prints, sorts and waits by it; the columns of custom resources are such paths too.

mod compare;
mod eval;
mod node;
mod parse;
mod print;
mod relax;
#[cfg(test)]
mod tests;

use serde_json::Value;

pub use eval::Found;
pub use print::go_value;
pub use relax::relaxed;

/// Why a template is no template, or does not fit a tree. The texts are upstream's.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct Error(pub(crate) String);

impl Error {
    pub(crate) fn new(text: impl Into<String>) -> Self {
        Self(text.into())
    }
}

/// A template, ready to run.
#[derive(Clone, Debug)]
pub struct JsonPath {
    nodes: Vec<node::Node>,
    allow_missing: bool,
}

impl JsonPath {
    /// Reads a template. Fields that are not there are errors.
    pub fn parse(text: &str) -> Result<Self, Error> {
        Ok(Self { nodes: parse::parse(text)?, allow_missing: false })
    }

    /// The same template, for which fields that are not there are nothing.
    pub fn allow_missing(mut self, allow: bool) -> Self {
        self.allow_missing = allow;
        self
    }

    /// What each part of the template finds.
    pub fn find<'a>(&self, tree: &'a Value) -> Result<Vec<Vec<Found<'a>>>, Error> {
        eval::find(&self.nodes, self.allow_missing, tree)
    }

    /// What the template makes of a tree.
    pub fn render(&self, tree: &Value) -> Result<String, Error> {
        let mut out = String::new();
        for results in self.find(tree)? {
            print::results(&results, &mut out);
        }
        Ok(out)
    }

    /// The same with everything that is found as indented JSON.
    pub fn render_json(&self, tree: &Value) -> Result<String, Error> {
        let mut out = String::new();
        for results in self.find(tree)? {
            print::results_as_json(&results, &mut out);
        }
        Ok(out)
    }
}
