//! Kubernetes' named formats: `format.dns1123Label().validate(text)`.

use meta::validate::Messages;

use super::arguments::{opaque, text};
use super::url::Url;
use super::{Decl, Run};
use crate::error::{EvalError, Result};
use crate::time;
use crate::value::{Opaque, Value};

pub(super) const TABLE: &[Decl] = &[
    Decl("validate", "format-validate", "format.(string) optional(list(string))", Run::Values(validate)),
    Decl("format.named", "format-named", "(string) optional(format)", Run::Values(named)),
    Decl("format.dns1123Label", "format.dns1123Label", "() format", Run::Values(|_| Ok(value(0)))),
    Decl("format.dns1123Subdomain", "format.dns1123Subdomain", "() format", Run::Values(|_| Ok(value(1)))),
    Decl("format.dns1035Label", "format.dns1035Label", "() format", Run::Values(|_| Ok(value(2)))),
    Decl("format.qualifiedName", "format.qualifiedName", "() format", Run::Values(|_| Ok(value(3)))),
    Decl(
        "format.dns1123LabelPrefix",
        "format.dns1123LabelPrefix",
        "() format",
        Run::Values(|_| Ok(value(4))),
    ),
    Decl(
        "format.dns1123SubdomainPrefix",
        "format.dns1123SubdomainPrefix",
        "() format",
        Run::Values(|_| Ok(value(5))),
    ),
    Decl(
        "format.dns1035LabelPrefix",
        "format.dns1035LabelPrefix",
        "() format",
        Run::Values(|_| Ok(value(6))),
    ),
    Decl("format.labelValue", "format.labelValue", "() format", Run::Values(|_| Ok(value(7)))),
    Decl("format.uri", "format.uri", "() format", Run::Values(|_| Ok(value(8)))),
    Decl("format.uuid", "format.uuid", "() format", Run::Values(|_| Ok(value(9)))),
    Decl("format.byte", "format.byte", "() format", Run::Values(|_| Ok(value(10)))),
    Decl("format.date", "format.date", "() format", Run::Values(|_| Ok(value(11)))),
    Decl("format.datetime", "format.datetime", "() format", Run::Values(|_| Ok(value(12)))),
];

/// A format that text can have.
pub(crate) struct NamedFormat {
    pub name: &'static str,
    key: &'static str,
    check: fn(&str) -> Messages,
    /// The length of a regular expression as costly as the check.
    pub regex_size: u64,
}

impl std::fmt::Debug for NamedFormat {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name)
    }
}

const fn line(
    name: &'static str,
    key: &'static str,
    regex_size: u64,
    check: fn(&str) -> Messages,
) -> NamedFormat {
    NamedFormat { name, key, check, regex_size }
}

static FORMATS: [NamedFormat; 13] = [
    line("DNS1123Label", "dns1123Label", 30, |text| meta::names::dns_label(text, false)),
    line("DNS1123Subdomain", "dns1123Subdomain", 60, |text| meta::names::dns_subdomain(text, false)),
    line("DNS1035Label", "dns1035Label", 30, |text| meta::names::dns1035_label(text, false)),
    line("QualifiedName", "qualifiedName", 60, meta::validate::qualified_name),
    line("DNS1123LabelPrefix", "dns1123LabelPrefix", 30, |text| meta::names::dns_label(text, true)),
    line("DNS1123SubdomainPrefix", "dns1123SubdomainPrefix", 60, |text| {
        meta::names::dns_subdomain(text, true)
    }),
    line("DNS1035LabelPrefix", "dns1035LabelPrefix", 30, |text| meta::names::dns1035_label(text, true)),
    line("LabelValue", "labelValue", 40, meta::validate::label_value),
    line("URI", "uri", 1000, |text| Url::parse(text).err().map(Into::into).into_iter().collect()),
    line("uuid", "uuid", 73, |text| unless(is_uuid(text), "does not match the UUID format")),
    line("byte", "byte", 84, |text| unless(is_base64(text), "invalid base64")),
    line("date", "date", 88, |text| unless(time::parse_date(text).is_some(), "invalid date")),
    line("datetime", "datetime", 88, |text| unless(time::parse_timestamp(text).is_ok(), "invalid datetime")),
];

fn unless(valid: bool, message: &'static str) -> Messages {
    if valid { Messages::new() } else { vec![message.into()] }
}

fn is_uuid(text: &str) -> bool {
    let plain: String = text.chars().filter(|char| *char != '-').collect();
    let dashes: Vec<usize> = text.char_indices().filter(|(_, char)| *char == '-').map(|(at, _)| at).collect();
    plain.len() == 32
        && plain.bytes().all(|byte| byte.is_ascii_hexdigit())
        && (dashes.is_empty() || dashes == [8, 13, 18, 23])
}

fn is_base64(text: &str) -> bool {
    use base64::Engine as _;
    base64::engine::general_purpose::STANDARD.decode(text).is_ok()
}

fn value(at: usize) -> Value<'static> {
    Value::opaque(Opaque::Format(&FORMATS[at]))
}

fn named<'a>(args: &[Value<'a>]) -> Result<Value<'a>> {
    let name = text(args, 0)?;
    let found = FORMATS.iter().find(|format| format.key == name);
    Ok(found.map_or(Value::Optional(None), |format| Value::some(Value::opaque(Opaque::Format(format)))))
}

fn validate<'a>(args: &[Value<'a>]) -> Result<Value<'a>> {
    let Opaque::Format(format) = opaque(args, 0)? else { return Err(EvalError::no_such_overload()) };
    let messages = (format.check)(text(args, 1)?);
    if messages.is_empty() {
        return Ok(Value::Optional(None));
    }
    Ok(Value::some(Value::list(messages.into_iter().map(Value::text).collect())))
}
