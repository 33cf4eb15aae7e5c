//! An expression's text with its lines, and compile errors as they are shown: position, line, and a mark under the place.
//!
//! Positions count code points from 0; lines are shown from 1 and columns from 1.

use std::fmt;

/// How many errors are shown before the rest is only counted.
const MAX_SHOWN: usize = 100;
/// The longest line that is shown with an error.
const MAX_SNIPPET: usize = 16_384;

/// A place in the text. Errors that have none are at line -1, column -1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Location {
    pub line: i64,
    pub column: i64,
}

impl Location {
    pub const NONE: Self = Self { line: -1, column: -1 };
}

/// The text of an expression.
#[derive(Clone, Debug)]
pub(crate) struct Source {
    text: String,
    /// Offset, in code points, of each line's first character.
    lines: Vec<u32>,
}

impl Source {
    pub fn new(text: &str) -> Self {
        let mut lines = vec![0];
        let mut at = 0_u32;
        for char in text.chars() {
            at = at.saturating_add(1);
            if char == '\n' {
                lines.push(at);
            }
        }
        Self { text: text.to_owned(), lines }
    }

    pub fn location(&self, offset: u32) -> Location {
        let line = self.lines.partition_point(|start| *start <= offset).max(1);
        let start = self.lines.get(line - 1).copied().unwrap_or(0);
        Location { line: i64::try_from(line).unwrap_or(i64::MAX), column: i64::from(offset - start) }
    }

    fn line(&self, line: i64) -> Option<&str> {
        self.text.split('\n').nth(usize::try_from(line).ok()?.checked_sub(1)?)
    }
}

/// What is wrong with one place of an expression.
#[derive(Clone, Debug)]
pub(crate) struct Issue {
    pub at: Location,
    pub message: String,
}

/// Errors collected while parsing and checking.
#[derive(Debug, Default)]
pub(crate) struct Issues {
    issues: Vec<Issue>,
}

impl Issues {
    pub fn push(&mut self, at: Location, message: impl Into<String>) {
        self.issues.push(Issue { at, message: message.into() });
    }

    pub fn is_empty(&self) -> bool {
        self.issues.is_empty()
    }

    /// The errors as an error, or nothing when there are none.
    pub fn into_error(mut self, source: &Source) -> Option<CompileError> {
        if self.issues.is_empty() {
            return None;
        }
        let total = self.issues.len();
        self.issues.truncate(MAX_SHOWN);
        self.issues.sort_by_key(|issue| issue.at);
        let mut shown: Vec<_> = self.issues.iter().map(|issue| show(issue, source)).collect();
        if total > MAX_SHOWN {
            shown.push(format!("{} more errors were truncated", total - MAX_SHOWN));
        }
        Some(CompileError { text: shown.join("\n") })
    }
}

fn show(issue: &Issue, source: &Source) -> String {
    let head = format!("ERROR: <input>:{}:{}: {}", issue.at.line, issue.at.column + 1, issue.message);
    let Some(line) = source.line(issue.at.line).filter(|line| line.len() <= MAX_SNIPPET) else { return head };
    let line = line.replace('\t', " ");
    let mut mark = String::new();
    let mut rest = line.chars();
    for _ in 0..issue.at.column {
        match rest.next() {
            Some(char) => mark.push(if char.len_utf8() > 1 { '．' } else { '.' }),
            None => break,
        }
    }
    mark.push(if rest.next().is_some_and(|char| char.len_utf8() > 1) { '＾' } else { '^' });
    format!("{head}\n | {line}\n | {mark}")
}

/// Why an expression does not compile: every error with its line and a mark, as cel-go shows them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CompileError {
    text: String,
}

impl CompileError {
    /// An error without a place.
    pub(crate) fn plain(message: impl Into<String>) -> Self {
        Self { text: message.into() }
    }
}

impl fmt::Display for CompileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl std::error::Error for CompileError {}
