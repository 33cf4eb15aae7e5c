//! The standard functions of strings.

use regex::Regex;

use super::arguments::text;
use super::{Decl, Run};
use crate::error::Result;
use crate::value::Value;

pub(super) const TABLE: &[Decl] = &[
    Decl("contains", "contains_string", "string.(string) bool", Run::Values(contains)),
    Decl("endsWith", "ends_with_string", "string.(string) bool", Run::Values(ends_with)),
    Decl("startsWith", "starts_with_string", "string.(string) bool", Run::Values(starts_with)),
    Decl("matches", "matches", "(string, string) bool", Run::Regex(matches)),
    Decl("matches", "matches_string", "string.(string) bool", Run::Regex(matches)),
];

fn contains<'a>(args: &[Value<'a>]) -> Result<Value<'a>> {
    Ok(Value::Bool(text(args, 0)?.contains(text(args, 1)?)))
}

fn ends_with<'a>(args: &[Value<'a>]) -> Result<Value<'a>> {
    Ok(Value::Bool(text(args, 0)?.ends_with(text(args, 1)?)))
}

fn starts_with<'a>(args: &[Value<'a>]) -> Result<Value<'a>> {
    Ok(Value::Bool(text(args, 0)?.starts_with(text(args, 1)?)))
}

fn matches<'a>(regex: &Regex, args: &[Value<'a>]) -> Result<Value<'a>> {
    Ok(Value::Bool(regex.is_match(text(args, 0)?)))
}
