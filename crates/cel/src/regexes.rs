//! Regular expressions, in RE2's syntax and with bounded memory.

use regex::{Regex, RegexBuilder};

/// How large a compiled expression may be.
const SIZE_LIMIT: usize = 10 * 1024 * 1024;

/// Compiles an expression; the error is as RE2 words it where that is known.
pub(crate) fn compile(pattern: &str) -> Result<Regex, String> {
    RegexBuilder::new(pattern).size_limit(SIZE_LIMIT).nest_limit(250).build().map_err(|error| match error {
        regex::Error::CompiledTooBig(_) => "error parsing regexp: expression too large".to_owned(),
        _ => format!("error parsing regexp: {}", reason(pattern)),
    })
}

/// What is wrong, in Go's words for the usual mistakes.
fn reason(pattern: &str) -> String {
    let count = |char| pattern.matches(char).count();
    if count('(') > count(')') {
        return format!("missing closing ): `{pattern}`");
    }
    if count(')') > count('(') {
        return format!("unexpected ): `{pattern}`");
    }
    if count('[') > count(']') {
        let at = pattern.rfind('[').unwrap_or(0);
        return format!("missing closing ]: `{}`", &pattern[at..]);
    }
    if let Some(first) = pattern.chars().next().filter(|char| matches!(char, '*' | '+' | '?')) {
        return format!("missing argument to repetition operator: `{first}`");
    }
    if pattern.ends_with('\\') {
        return "trailing backslash at end of expression: ``".into();
    }
    if let Some(at) = ["(?=", "(?!", "(?<=", "(?<!"].iter().find_map(|form| pattern.find(form)) {
        let end = pattern[at..].char_indices().nth(3).map_or(pattern.len(), |(end, _)| at + end);
        return format!("invalid or unsupported Perl syntax: `{}`", &pattern[at..end]);
    }
    format!("invalid syntax: `{pattern}`")
}
