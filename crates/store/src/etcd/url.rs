//! Datastore URLs: `etcd://host:port,host:port/prefix`, or the same with `http` or `https`, as `--datastore` takes them.
//!
//! Pure text; nothing is looked up or connected to.

use bytes::Bytes;
use runtime::Clock;

use super::config::{Config, Credentials, Tls};
use crate::{Error, Result};

/// etcd's port for clients, where the URL names none.
const DEFAULT_PORT: u16 = 2379;

impl Config {
    /// Reads a datastore URL. `etcd` means `https` if `tls` is given and `http` if not. Members are separated by commas and each
    /// may repeat the scheme; the path, if any, becomes the prefix of all keys.
    pub fn from_url(url: &str, tls: Option<Tls>, clock: Clock) -> Result<Self> {
        let parts = parse(url).map_err(|why| Error::Invalid(format!("datastore {}: {why}", hidden(url))))?;
        let scheme = match parts.scheme {
            "etcd" if tls.is_some() => "https",
            "etcd" => "http",
            other => other,
        };
        let endpoints = parts.hosts.iter().map(|host| format!("{scheme}://{host}")).collect();
        let config =
            Self { tls, prefix: parts.prefix, credentials: parts.credentials, ..Self::new(endpoints, clock) };
        config.check()?;
        Ok(config)
    }
}

/// What a URL says.
#[derive(Debug, PartialEq, Eq)]
struct Parts<'a> {
    scheme: &'a str,
    credentials: Option<Credentials>,
    hosts: Vec<String>,
    prefix: Bytes,
}

fn parse(url: &str) -> Result<Parts<'_>, String> {
    let (scheme, rest) = url.split_once("://").ok_or("it has no scheme such as etcd://")?;
    if !matches!(scheme, "etcd" | "http" | "https") {
        return Err(format!("the scheme {scheme} is not one of etcd, http, https"));
    }
    if rest.contains(['?', '#']) {
        return Err("it may not have a query or a fragment".into());
    }
    let authority_end = rest.find('/').unwrap_or(rest.len());
    let (userinfo, rest) = match rest[..authority_end].rfind('@') {
        Some(at) => (Some(&rest[..at]), &rest[at + 1..]),
        None => (None, rest),
    };
    let credentials = userinfo.map(credentials).transpose()?;
    let repeated = format!("{scheme}://");
    let mut hosts = Vec::new();
    let mut prefix = "";
    let mut members = rest.split(',').peekable();
    while let Some(member) = members.next() {
        let member = member.strip_prefix(&repeated).unwrap_or(member);
        if member.contains("://") {
            return Err("its members do not share one scheme".into());
        }
        let (authority, path) = member.find('/').map_or((member, ""), |slash| member.split_at(slash));
        if members.peek().is_some() && !matches!(path, "" | "/") {
            return Err("only the last member may be followed by a prefix".into());
        }
        hosts.push(host(authority)?);
        prefix = path.trim_end_matches('/');
    }
    Ok(Parts { scheme, credentials, hosts, prefix: decode(prefix)?.into() })
}

/// A host with its port, the default one if none is written.
fn host(authority: &str) -> Result<String, String> {
    let (name, port) = match authority.rsplit_once(':') {
        // A colon inside brackets belongs to an IPv6 address.
        Some((name, port)) if !port.contains(']') => (name, Some(port)),
        _ => (authority, None),
    };
    if name.is_empty() {
        return Err("a member has no host".into());
    }
    if name.contains(':') && !(name.starts_with('[') && name.ends_with(']')) {
        return Err(format!("the address {name} needs brackets around it"));
    }
    let port = match port {
        Some(port) => port.parse().ok().filter(|&port| port != 0).ok_or(format!("{port:?} is not a port"))?,
        None => DEFAULT_PORT,
    };
    Ok(format!("{name}:{port}"))
}

fn credentials(userinfo: &str) -> Result<Credentials, String> {
    let (username, password) = userinfo.split_once(':').ok_or("the user has no password")?;
    let text = |part| String::from_utf8(decode(part)?).map_err(|_| "the user is not UTF-8".to_string());
    Ok(Credentials { username: text(username)?, password: text(password)? })
}

/// Undoes percent encoding.
fn decode(text: &str) -> Result<Vec<u8>, String> {
    let mut out = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let Some((&byte, tail)) = rest.split_first() {
        rest = tail;
        if byte == b'%' {
            let digits = rest.get(..2).and_then(|two| std::str::from_utf8(two).ok());
            let value = digits.and_then(|two| u8::from_str_radix(two, 16).ok());
            out.push(value.ok_or("a % is not followed by two hexadecimal digits")?);
            rest = &rest[2..];
        } else {
            out.push(byte);
        }
    }
    Ok(out)
}

/// The URL as it may be shown: without a password.
fn hidden(url: &str) -> String {
    match (url.find("://"), url.rfind('@')) {
        (Some(scheme), Some(at)) if at > scheme => format!("{}…{}", &url[..scheme + 3], &url[at..]),
        _ => url.to_string(),
    }
}

#[cfg(test)]
mod tests;
