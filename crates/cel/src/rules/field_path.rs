//! Where a rule reports its failure: a path such as `.spec['a.b'].c`, relative to the rule's node.

use schema::{Additional, Schema, Type};

/// The path as field errors write it, and the schema it leads to. The error is upstream's.
pub fn field_path(path: &str, schema: &Schema) -> Result<String, String> {
    let mut tokens = tokens(path).into_iter();
    let mut at = schema;
    let mut out = String::new();
    while let Some(token) = tokens.next() {
        let end = || "unexpected end of JSON path".to_owned();
        let name = match token {
            "[" => {
                let quoted = tokens.next().ok_or_else(end)?;
                let inner = quoted.strip_prefix('\'').and_then(|rest| rest.strip_suffix('\''));
                let inner = inner.ok_or_else(|| format!("expected single quoted string but got {quoted}"))?;
                let name = unescape(inner)?;
                match tokens.next() {
                    None => return Err(end()),
                    Some("]") => name,
                    Some(other) => return Err(format!("expected ] but got {other}")),
                }
            }
            "." => tokens.next().ok_or_else(end)?.to_owned(),
            other => return Err(format!("expected [ or . but got: {other}")),
        };
        let nowhere = || "does not refer to a valid field".to_owned();
        let Type::Object(object) = &at.ty else { return Err(nowhere()) };
        if !object.fields.is_empty() {
            at = object.field(&name).ok_or_else(nowhere)?;
            if !out.is_empty() {
                out.push('.');
            }
            out.push_str(&name);
        } else if let Additional::Values(values) = &object.additional {
            at = values;
            out.push_str(&format!("[{name}]"));
        } else {
            return Err(nowhere());
        }
    }
    Ok(out)
}

/// Dots, brackets, quoted strings, and what is between.
fn tokens(path: &str) -> Vec<&str> {
    let mut tokens = Vec::new();
    let mut rest = path;
    while let Some(first) = rest.chars().next() {
        let length = match first {
            '.' | '[' | ']' => 1,
            '\'' => {
                let bytes = rest.as_bytes();
                (1..bytes.len())
                    .find(|at| bytes[*at] == b'\'' && bytes[at - 1] != b'\\')
                    .map_or(rest.len(), |at| at + 1)
            }
            _ => rest.find(['.', '[', ']']).unwrap_or(rest.len()),
        };
        let (token, after) = rest.split_at(length);
        tokens.push(token);
        rest = after;
    }
    tokens
}

fn unescape(text: &str) -> Result<String, String> {
    let mut out = String::with_capacity(text.len());
    let mut chars = text.chars();
    while let Some(char) = chars.next() {
        if char != '\\' {
            out.push(char);
            continue;
        }
        out.push(match chars.next() {
            Some('a') => '\u{7}',
            Some('b') => '\u{8}',
            Some('f') => '\u{c}',
            Some('n') => '\n',
            Some('r') => '\r',
            Some('t') => '\t',
            Some('v') => '\u{b}',
            Some('\'') => '\'',
            Some('\\') => '\\',
            Some(other) => return Err(format!("invalid string literal: invalid escape char \\{other}")),
            None => return Err("invalid string literal: invalid escape char \\".into()),
        });
    }
    Ok(out)
}
