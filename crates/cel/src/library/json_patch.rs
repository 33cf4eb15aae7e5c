//! What JSON patches need: keys escaped for JSON pointers.

use super::arguments::text;
use super::{Decl, Run};
use crate::error::Result;
use crate::value::Value;

pub(super) const TABLE: &[Decl] = &[Decl(
    "jsonpatch.escapeKey",
    "string_jsonpatch_escapeKey_string",
    "(string) string",
    Run::Values(escape_key),
)];

fn escape_key<'a>(args: &[Value<'a>]) -> Result<Value<'a>> {
    Ok(Value::text(text(args, 0)?.replace('~', "~0").replace('/', "~1")))
}
