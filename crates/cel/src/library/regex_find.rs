//! Kubernetes' regular expression library.

use regex::Regex;

use super::arguments::{int, text};
use super::{Decl, Run};
use crate::error::Result;
use crate::value::Value;

pub(super) const TABLE: &[Decl] = &[
    Decl("find", "string_find_string", "string.(string) string", Run::Regex(find)),
    Decl("findAll", "string_find_all_string", "string.(string) list(string)", Run::Regex(find_all)),
    Decl("findAll", "string_find_all_string_int", "string.(string, int) list(string)", Run::Regex(find_all)),
];

fn find<'a>(regex: &Regex, args: &[Value<'a>]) -> Result<Value<'a>> {
    Ok(Value::text(regex.find(text(args, 0)?).map_or("", |found| found.as_str())))
}

fn find_all<'a>(regex: &Regex, args: &[Value<'a>]) -> Result<Value<'a>> {
    let limit = if args.len() > 2 { int(args, 2)? } else { -1 };
    let limit = usize::try_from(limit).unwrap_or(usize::MAX);
    Ok(Value::list(
        regex.find_iter(text(args, 0)?).take(limit).map(|found| Value::text(found.as_str())).collect(),
    ))
}
