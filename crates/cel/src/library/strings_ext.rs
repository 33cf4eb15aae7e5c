//! The string extension library, version 2. Positions count code points.

use super::arguments::{int, items, text};
use super::{Decl, Run};
use crate::error::{EvalError, Result};
use crate::value::Value;

pub(super) const TABLE: &[Decl] = &[
    Decl("charAt", "string_char_at_int", "string.(int) string", Run::Values(char_at)),
    Decl("indexOf", "string_index_of_string", "string.(string) int", Run::Values(index_of)),
    Decl("indexOf", "string_index_of_string_int", "string.(string, int) int", Run::Values(index_of)),
    Decl("lastIndexOf", "string_last_index_of_string", "string.(string) int", Run::Values(last_index_of)),
    Decl(
        "lastIndexOf",
        "string_last_index_of_string_int",
        "string.(string, int) int",
        Run::Values(last_index_of),
    ),
    Decl("lowerAscii", "string_lower_ascii", "string.() string", Run::Values(lower)),
    Decl("replace", "string_replace_string_string", "string.(string, string) string", Run::Values(replace)),
    Decl(
        "replace",
        "string_replace_string_string_int",
        "string.(string, string, int) string",
        Run::Values(replace),
    ),
    Decl("split", "string_split_string", "string.(string) list(string)", Run::Values(split)),
    Decl("split", "string_split_string_int", "string.(string, int) list(string)", Run::Values(split)),
    Decl("substring", "string_substring_int", "string.(int) string", Run::Values(substring)),
    Decl("substring", "string_substring_int_int", "string.(int, int) string", Run::Values(substring)),
    Decl("trim", "string_trim", "string.() string", Run::Values(trim)),
    Decl("upperAscii", "string_upper_ascii", "string.() string", Run::Values(upper)),
    Decl("strings.quote", "strings_quote", "(string) string", Run::Values(quote)),
    Decl("join", "list_join", "list(string).() string", Run::Values(join)),
    Decl("join", "list_join_string", "list(string).(string) string", Run::Values(join)),
];

/// The longest text that is made at once: costs are reckoned by what goes in, which does not bound what comes out.
const MAX_TEXT: usize = 64 * 1024 * 1024;

fn bounded(length: usize) -> Result<()> {
    if length > MAX_TEXT { Err(EvalError::cost_limit()) } else { Ok(()) }
}

fn out_of_range(index: i64) -> EvalError {
    EvalError::new(format!("index out of range: {index}"))
}

fn chars(args: &[Value<'_>], at: usize) -> Result<Vec<char>> {
    Ok(text(args, at)?.chars().collect())
}

fn char_at<'a>(args: &[Value<'a>]) -> Result<Value<'a>> {
    let (text, index) = (text(args, 0)?, int(args, 1)?);
    let at = usize::try_from(index).map_err(|_| out_of_range(index))?;
    match text.chars().nth(at) {
        Some(char) => Ok(Value::text(char.to_string())),
        None if text.chars().count() == at => Ok(Value::text("")),
        None => Err(out_of_range(index)),
    }
}

fn position(at: Option<usize>) -> Value<'static> {
    Value::Int(at.and_then(|at| i64::try_from(at).ok()).unwrap_or(-1))
}

fn index_of<'a>(args: &[Value<'a>]) -> Result<Value<'a>> {
    let offset = if args.len() > 2 { int(args, 2)? } else { 0 };
    let (text, part) = (chars(args, 0)?, chars(args, 1)?);
    if part.is_empty() {
        return Ok(Value::Int(offset));
    }
    let from = usize::try_from(offset).map_err(|_| out_of_range(offset))?;
    let rest = text.get(from..).unwrap_or_default();
    Ok(position(rest.windows(part.len()).position(|window| window == part).map(|at| at + from)))
}

fn last_index_of<'a>(args: &[Value<'a>]) -> Result<Value<'a>> {
    let (text, part) = (chars(args, 0)?, chars(args, 1)?);
    let offset = if args.len() > 2 { Some(int(args, 2)?) } else { None };
    if part.is_empty() {
        return Ok(offset.map_or_else(|| position(Some(text.len())), Value::Int));
    }
    let last = match offset {
        None => text.len().saturating_sub(1),
        Some(offset) => usize::try_from(offset).map_err(|_| out_of_range(offset))?,
    };
    if last >= text.len() || part.len() > text.len() {
        return Ok(Value::Int(-1));
    }
    let last = last.min(text.len() - part.len());
    Ok(position((0..=last).rev().find(|at| text[*at..].starts_with(&part))))
}

fn lower<'a>(args: &[Value<'a>]) -> Result<Value<'a>> {
    Ok(Value::text(text(args, 0)?.to_ascii_lowercase()))
}

fn upper<'a>(args: &[Value<'a>]) -> Result<Value<'a>> {
    Ok(Value::text(text(args, 0)?.to_ascii_uppercase()))
}

fn trim<'a>(args: &[Value<'a>]) -> Result<Value<'a>> {
    Ok(Value::text(text(args, 0)?.trim()))
}

fn replace<'a>(args: &[Value<'a>]) -> Result<Value<'a>> {
    let (text, from, to) = (text(args, 0)?, text(args, 1)?, text(args, 2)?);
    let limit = if args.len() > 3 { int(args, 3)? } else { -1 };
    let found = if from.len() < to.len() { text.matches(from).count() } else { 0 };
    bounded(text.len().saturating_add(found.saturating_mul(to.len())))?;
    Ok(Value::text(match usize::try_from(limit) {
        Ok(limit) => text.replacen(from, to, limit),
        Err(_) => text.replace(from, to),
    }))
}

fn split<'a>(args: &[Value<'a>]) -> Result<Value<'a>> {
    let (text, separator) = (text(args, 0)?, text(args, 1)?);
    let limit = if args.len() > 2 { int(args, 2)? } else { -1 };
    let limit = usize::try_from(limit).unwrap_or(usize::MAX);
    if limit == 0 {
        return Ok(Value::list(Vec::new()));
    }
    let parts: Vec<Value<'a>> = if separator.is_empty() {
        let ends = text.char_indices().map(|(at, _)| at).chain([text.len()]);
        let mut ends: Vec<usize> = ends.collect();
        if limit < ends.len() {
            ends.truncate(limit);
            ends.push(text.len());
        }
        ends.windows(2).map(|pair| Value::text(&text[pair[0]..pair[1]])).collect()
    } else {
        text.splitn(limit, separator).map(Value::text).collect()
    };
    Ok(Value::list(parts))
}

fn substring<'a>(args: &[Value<'a>]) -> Result<Value<'a>> {
    let text = chars(args, 0)?;
    let start = int(args, 1)?;
    let end = if args.len() > 2 { int(args, 2)? } else { i64::try_from(text.len()).unwrap_or(i64::MAX) };
    if args.len() > 2 && start > end {
        return Err(EvalError::new(format!("invalid substring range. start: {start}, end: {end}")));
    }
    let within = |index: i64| usize::try_from(index).ok().filter(|at| *at <= text.len());
    let from = within(start).ok_or_else(|| out_of_range(start))?;
    let to = within(end).ok_or_else(|| out_of_range(end))?;
    Ok(Value::text(text[from..to].iter().collect::<String>()))
}

fn join<'a>(args: &[Value<'a>]) -> Result<Value<'a>> {
    let separator = if args.len() > 1 { text(args, 1)? } else { "" };
    let mut out = String::new();
    for (number, item) in items(args, 0)?.iter().enumerate() {
        if number > 0 {
            out.push_str(separator);
        }
        bounded(out.len())?;
        match item {
            Value::String(text) => out.push_str(text),
            other => return Err(EvalError::new(format!("join: invalid input: {other}"))),
        }
    }
    Ok(Value::text(out))
}

fn quote<'a>(args: &[Value<'a>]) -> Result<Value<'a>> {
    Ok(Value::text(quoted(text(args, 0)?)))
}

/// The text in double quotes, with CEL's escapes.
pub(super) fn quoted(text: &str) -> String {
    let mut out = String::from("\"");
    for char in text.chars() {
        match char {
            '\u{7}' => out.push_str("\\a"),
            '\u{8}' => out.push_str("\\b"),
            '\u{c}' => out.push_str("\\f"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            '\u{b}' => out.push_str("\\v"),
            '\\' => out.push_str("\\\\"),
            '"' => out.push_str("\\\""),
            other => out.push(other),
        }
    }
    out.push('"');
    out
}
