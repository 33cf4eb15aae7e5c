//! Duplicate fields under construction: each path once, up to the limit at which upstream stops.

use std::borrow::Cow;
use std::fmt::Write as _;

use schema::strict::FieldError;

/// Upstream stops collecting here.
const LIMIT: usize = 100;

/// One step of a path into a document.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Step<'a> {
    Key(Cow<'a, str>),
    Index(usize),
}

/// Findings under construction: each once, up to the limit.
#[derive(Default)]
pub(crate) struct Findings(Vec<FieldError>);

impl Findings {
    pub(crate) fn add(&mut self, finding: FieldError) {
        if self.0.len() < LIMIT && !self.0.contains(&finding) {
            self.0.push(finding);
        }
    }

    pub(crate) fn into_list(self) -> Vec<FieldError> {
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
