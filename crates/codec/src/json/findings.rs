//! What strict field validation reports about a document that can be decoded all the same.

use std::borrow::Cow;
use std::fmt;
use std::fmt::Write as _;

/// Upstream stops collecting here.
const LIMIT: usize = 100;

/// One thing that strict decoding objects to. Displays as upstream's text: `unknown field "spec.x"`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Finding {
    /// The field at this path occurs more than once in its object.
    Duplicate(String),
    /// The type has no field at this path.
    Unknown(String),
}

impl Finding {
    /// The path of the field, such as `spec.containers[0].image`.
    pub fn path(&self) -> &str {
        match self {
            Self::Duplicate(path) | Self::Unknown(path) => path,
        }
    }
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Duplicate(path) => write!(f, "duplicate field \"{path}\""),
            Self::Unknown(path) => write!(f, "unknown field \"{path}\""),
        }
    }
}

/// One step of a path into a document.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Step<'a> {
    Key(Cow<'a, str>),
    Index(usize),
}

/// Findings under construction: each once, up to the limit.
#[derive(Default)]
pub(crate) struct Findings(Vec<Finding>);

impl Findings {
    pub(crate) fn add(&mut self, finding: Finding) {
        if self.0.len() < LIMIT && !self.0.contains(&finding) {
            self.0.push(finding);
        }
    }

    pub(crate) fn into_list(self) -> Vec<Finding> {
        self.0
    }
}

/// The path as upstream writes it: `spec.containers[0].image`.
pub(crate) fn render(path: &[Step<'_>], last: &str) -> String {
    let mut text = String::new();
    for step in path {
        match step {
            Step::Key(key) => push_key(&mut text, key),
            Step::Index(index) => write!(text, "[{index}]").expect("writing to a string cannot fail"),
        }
    }
    push_key(&mut text, last);
    text
}

fn push_key(text: &mut String, key: &str) {
    if !text.is_empty() {
        text.push('.');
    }
    text.push_str(key);
}
