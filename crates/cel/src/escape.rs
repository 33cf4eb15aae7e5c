//! Property names as identifiers: what CEL's grammar cannot spell is written between double underscores.

use std::borrow::Cow;

/// Words that are no names.
pub const RESERVED: [&str; 21] = [
    "true",
    "false",
    "null",
    "in",
    "as",
    "break",
    "const",
    "continue",
    "else",
    "for",
    "function",
    "if",
    "import",
    "let",
    "loop",
    "package",
    "namespace",
    "return",
    "var",
    "void",
    "while",
];
const ESCAPES: [(&str, &str); 4] =
    [("__", "__underscores__"), (".", "__dot__"), ("-", "__dash__"), ("/", "__slash__")];

/// The identifier that stands for a property, if one can.
pub fn escape(name: &str) -> Option<String> {
    if name.is_empty() || name.starts_with(|char: char| char.is_ascii_digit()) {
        return None;
    }
    if RESERVED.contains(&name) {
        return Some(format!("__{name}__"));
    }
    let mut out = String::with_capacity(name.len());
    let mut rest = name;
    while let Some(char) = rest.chars().next() {
        if let Some((from, to)) = ESCAPES.iter().find(|(from, _)| rest.starts_with(from)) {
            out.push_str(to);
            rest = &rest[from.len()..];
        } else if char.is_ascii_alphanumeric() || char == '_' {
            out.push(char);
            rest = &rest[1..];
        } else {
            return None;
        }
    }
    Some(out)
}

/// The property that an identifier stands for.
pub fn unescape(name: &str) -> Cow<'_, str> {
    let inner = name.strip_prefix("__").and_then(|inner| inner.strip_suffix("__"));
    if let Some(word) = inner.filter(|inner| RESERVED.contains(inner)) {
        return Cow::Borrowed(word);
    }
    if !name.contains("__") {
        return Cow::Borrowed(name);
    }
    let mut out = String::with_capacity(name.len());
    let mut rest = name;
    while let Some(char) = rest.chars().next() {
        if let Some((to, from)) = ESCAPES.iter().find(|(_, from)| rest.starts_with(from)) {
            out.push_str(to);
            rest = &rest[from.len()..];
        } else {
            out.push(char);
            rest = &rest[char.len_utf8()..];
        }
    }
    Cow::Owned(out)
}

#[cfg(test)]
mod tests {
    use super::{escape, unescape};

    #[test]
    fn names_survive() {
        for (name, escaped) in [
            ("plain_name", "plain_name"),
            ("namespace", "__namespace__"),
            ("a.b-c/d", "a__dot__b__dash__c__slash__d"),
            ("a__b", "a__underscores__b"),
            ("_a", "_a"),
        ] {
            assert_eq!(escape(name).as_deref(), Some(escaped));
            assert_eq!(unescape(escaped), name);
        }
        for name in ["", "1a", "a b", "ä", "$ref"] {
            assert_eq!(escape(name), None, "{name}");
        }
    }
}
