//! Kubernetes' URLs, read as Go reads them.

use std::fmt;

use super::arguments::{opaque, text};
use super::{Decl, Run};
use crate::error::{EvalError, Result};
use crate::value::{Map, MapData, Opaque, Value};

pub(super) const TABLE: &[Decl] = &[
    Decl("url", "string_to_url", "(string) url", Run::Values(parse)),
    Decl("getScheme", "url_get_scheme", "url.() string", Run::Values(scheme)),
    Decl("getHost", "url_get_host", "url.() string", Run::Values(host)),
    Decl("getHostname", "url_get_hostname", "url.() string", Run::Values(hostname)),
    Decl("getPort", "url_get_port", "url.() string", Run::Values(port)),
    Decl("getEscapedPath", "url_get_escaped_path", "url.() string", Run::Values(path)),
    Decl("getQuery", "url_get_query", "url.() map(string, list(string))", Run::Values(query)),
    Decl("isURL", "is_url_string", "(string) bool", Run::Values(is_url)),
];

/// The parts of a URL, as they were written.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub(crate) struct Url {
    text: String,
    scheme: String,
    host: String,
    path: String,
    query: String,
}

impl fmt::Display for Url {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl Url {
    /// Reads an absolute URL or path; the error is Go's.
    pub fn parse(text: &str) -> std::result::Result<Self, String> {
        Self::read(text).map_err(|why| format!("parse {}: {why}", meta::go::quote(text)))
    }

    fn read(text: &str) -> std::result::Result<Self, String> {
        if text.is_empty() {
            return Err("empty url".into());
        }
        if text.bytes().any(|byte| byte < 0x20 || byte == 0x7f) {
            return Err("net/url: invalid control character in URL".into());
        }
        let (scheme, rest) = split_scheme(text)?;
        let without_fragment = rest.split('#').next().unwrap_or(rest);
        let (rest, query) = without_fragment.split_once('?').unwrap_or((without_fragment, ""));
        if !rest.starts_with('/') {
            if scheme.is_empty() {
                return Err("invalid URI for request".into());
            }
            return Ok(Self { text: text.into(), scheme, query: query.into(), ..Self::default() });
        }
        let (authority, path) = match rest.strip_prefix("//") {
            Some(after) if !scheme.is_empty() || !rest.starts_with("///") => {
                after.find('/').map_or((after, ""), |at| after.split_at(at))
            }
            _ => ("", rest),
        };
        let host = authority.rsplit_once('@').map_or(authority, |(_, host)| host);
        check_host(host)?;
        check_escapes(path)?;
        Ok(Self { text: text.into(), scheme, host: host.into(), path: path.into(), query: query.into() })
    }

    fn hostname(&self) -> &str {
        match self.host.strip_prefix('[').and_then(|rest| rest.split_once(']')) {
            Some((inner, _)) => inner,
            None => self.host.rsplit_once(':').map_or(&*self.host, |(host, _)| host),
        }
    }

    fn port(&self) -> &str {
        let after = self.host.rsplit_once(']').map_or(&*self.host, |(_, after)| after);
        after.rsplit_once(':').map_or("", |(_, port)| port)
    }
}

fn split_scheme(text: &str) -> std::result::Result<(String, &str), String> {
    for (at, char) in text.char_indices() {
        match char {
            'a'..='z' | 'A'..='Z' => {}
            '0'..='9' | '+' | '-' | '.' if at > 0 => {}
            ':' if at == 0 => return Err("missing protocol scheme".into()),
            ':' => return Ok((text[..at].to_ascii_lowercase(), &text[at + 1..])),
            _ => break,
        }
    }
    Ok((String::new(), text))
}

fn check_host(host: &str) -> std::result::Result<(), String> {
    if host.starts_with('[') {
        let Some(end) = host.rfind(']') else { return Err("missing ']' in host".into()) };
        return check_port(&host[end + 1..]);
    }
    if let Some(at) = host.rfind(':') {
        check_port(&host[at..])?;
    }
    if let Some(char) =
        host.chars().find(|char| matches!(char, ' ' | '<' | '>' | '"' | '^' | '`' | '{' | '}' | '|' | '\\'))
    {
        return Err(format!("invalid character {} in host name", meta::go::quote(&char.to_string())));
    }
    check_escapes(host)
}

fn check_port(port: &str) -> std::result::Result<(), String> {
    let valid = port.is_empty()
        || port.strip_prefix(':').is_some_and(|digits| digits.bytes().all(|byte| byte.is_ascii_digit()));
    if valid { Ok(()) } else { Err(format!("invalid port {} after host", meta::go::quote(port))) }
}

fn check_escapes(text: &str) -> std::result::Result<(), String> {
    let mut rest = text;
    while let Some(at) = rest.find('%') {
        rest = &rest[at..];
        let valid = rest.get(1..3).is_some_and(|hex| hex.bytes().all(|byte| byte.is_ascii_hexdigit()));
        if !valid {
            let shown: String = rest.chars().take(3).collect();
            return Err(format!("invalid URL escape {}", meta::go::quote(&shown)));
        }
        rest = &rest[3..];
    }
    Ok(())
}

fn url<'v>(args: &'v [Value<'_>]) -> Result<&'v Url> {
    match opaque(args, 0)? {
        Opaque::Url(url) => Ok(url),
        _ => Err(EvalError::no_such_overload()),
    }
}

fn parse<'a>(args: &[Value<'a>]) -> Result<Value<'a>> {
    match Url::parse(text(args, 0)?) {
        Ok(url) => Ok(Value::opaque(Opaque::Url(url.into()))),
        Err(why) => Err(EvalError::new(format!("URL parse error during conversion from string: {why}"))),
    }
}

fn is_url<'a>(args: &[Value<'a>]) -> Result<Value<'a>> {
    Ok(Value::Bool(Url::parse(text(args, 0)?).is_ok()))
}

fn scheme<'a>(args: &[Value<'a>]) -> Result<Value<'a>> {
    Ok(Value::text(&*url(args)?.scheme))
}

fn host<'a>(args: &[Value<'a>]) -> Result<Value<'a>> {
    Ok(Value::text(&*url(args)?.host))
}

fn hostname<'a>(args: &[Value<'a>]) -> Result<Value<'a>> {
    Ok(Value::text(url(args)?.hostname()))
}

fn port<'a>(args: &[Value<'a>]) -> Result<Value<'a>> {
    Ok(Value::text(url(args)?.port()))
}

fn path<'a>(args: &[Value<'a>]) -> Result<Value<'a>> {
    Ok(Value::text(escape_path(&url(args)?.path)))
}

/// The path with what may not stand in one escaped.
fn escape_path(path: &str) -> String {
    let mut out = String::with_capacity(path.len());
    for byte in path.bytes() {
        if byte.is_ascii_alphanumeric() || b"-_.~$&+,/:;=@!'()*%[]".contains(&byte) {
            out.push(char::from(byte));
        } else {
            out.push_str(&format!("%{byte:02X}"));
        }
    }
    out
}

fn query<'a>(args: &[Value<'a>]) -> Result<Value<'a>> {
    let mut found: Vec<(String, Vec<Value<'a>>)> = Vec::new();
    for pair in url(args)?.query.split('&').filter(|pair| !pair.is_empty() && !pair.contains(';')) {
        let (key, value) = pair.split_once('=').unwrap_or((pair, ""));
        let (Some(key), Some(value)) = (unescape(key), unescape(value)) else { continue };
        match found.iter_mut().find(|(known, _)| *known == key) {
            Some((_, values)) => values.push(Value::text(value)),
            None => found.push((key, vec![Value::text(value)])),
        }
    }
    let mut data = MapData::default();
    for (key, values) in found {
        data.insert(Value::text(key), Value::list(values));
    }
    Ok(Value::Map(Map::owned(data)))
}

fn unescape(text: &str) -> Option<String> {
    check_escapes(text).ok()?;
    let mut out = Vec::with_capacity(text.len());
    let mut bytes = text.bytes();
    while let Some(byte) = bytes.next() {
        match byte {
            b'+' => out.push(b' '),
            b'%' => {
                let hex = [bytes.next()?, bytes.next()?];
                out.push(u8::from_str_radix(std::str::from_utf8(&hex).ok()?, 16).ok()?);
            }
            other => out.push(other),
        }
    }
    Some(String::from_utf8_lossy(&out).into_owned())
}
