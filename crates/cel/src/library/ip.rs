//! Kubernetes' IP addresses.

use std::net::{IpAddr, Ipv6Addr};

use super::arguments::{opaque, text};
use super::{Decl, Run};
use crate::error::{EvalError, Result};
use crate::value::{Opaque, Value};

pub(super) const TABLE: &[Decl] = &[
    Decl("ip", "string_to_ip", "(string) ip", Run::Values(parse)),
    Decl("family", "ip_family", "ip.() int", Run::Values(family)),
    Decl("ip.isCanonical", "ip_is_canonical", "(string) bool", Run::Values(is_canonical)),
    Decl("isUnspecified", "ip_is_unspecified", "ip.() bool", Run::Values(is_unspecified)),
    Decl("isLoopback", "ip_is_loopback", "ip.() bool", Run::Values(is_loopback)),
    Decl(
        "isLinkLocalMulticast",
        "ip_is_link_local_multicast",
        "ip.() bool",
        Run::Values(is_link_local_multicast),
    ),
    Decl("isLinkLocalUnicast", "ip_is_link_local_unicast", "ip.() bool", Run::Values(is_link_local_unicast)),
    Decl("isGlobalUnicast", "ip_is_global_unicast", "ip.() bool", Run::Values(is_global_unicast)),
    Decl("isIP", "is_ip", "(string) bool", Run::Values(is_ip)),
];

/// Reads an address; those in IPv6 that stand for IPv4, and those with a zone, are refused.
pub(super) fn parse_ip(text: &str) -> Result<IpAddr> {
    if text.contains('%') && text.contains(':') {
        return Err(EvalError::new(format!(
            "IP address {} with zone value is not allowed",
            meta::go::quote(text)
        )));
    }
    let address: IpAddr = text.parse().map_err(|_| {
        EvalError::new(format!(
            "IP Address {0} parse error during conversion from string: ParseAddr({0}): unable to parse IP",
            meta::go::quote(text)
        ))
    })?;
    match address {
        IpAddr::V6(v6) if v6.to_ipv4_mapped().is_some() => {
            Err(EvalError::new(format!("IPv4-mapped IPv6 address {} is not allowed", meta::go::quote(text))))
        }
        other => Ok(other),
    }
}

fn address(args: &[Value<'_>]) -> Result<IpAddr> {
    match opaque(args, 0)? {
        Opaque::Ip(ip) => Ok(*ip),
        _ => Err(EvalError::no_such_overload()),
    }
}

fn parse<'a>(args: &[Value<'a>]) -> Result<Value<'a>> {
    parse_ip(text(args, 0)?).map(|ip| Value::opaque(Opaque::Ip(ip)))
}

fn is_ip<'a>(args: &[Value<'a>]) -> Result<Value<'a>> {
    Ok(Value::Bool(parse_ip(text(args, 0)?).is_ok()))
}

fn is_canonical<'a>(args: &[Value<'a>]) -> Result<Value<'a>> {
    let text = text(args, 0)?;
    Ok(Value::Bool(parse_ip(text)?.to_string() == text))
}

fn family<'a>(args: &[Value<'a>]) -> Result<Value<'a>> {
    Ok(Value::Int(if address(args)?.is_ipv4() { 4 } else { 6 }))
}

fn is_unspecified<'a>(args: &[Value<'a>]) -> Result<Value<'a>> {
    Ok(Value::Bool(address(args)?.is_unspecified()))
}

fn is_loopback<'a>(args: &[Value<'a>]) -> Result<Value<'a>> {
    Ok(Value::Bool(address(args)?.is_loopback()))
}

fn link_local_multicast(ip: IpAddr) -> bool {
    match ip {
        IpAddr::V4(v4) => v4.octets()[..3] == [224, 0, 0],
        IpAddr::V6(v6) => v6.segments()[0] & 0xff0f == 0xff02,
    }
}

fn link_local_unicast(ip: IpAddr) -> bool {
    match ip {
        IpAddr::V4(v4) => v4.is_link_local(),
        IpAddr::V6(v6) => v6.segments()[0] & 0xffc0 == 0xfe80,
    }
}

fn is_link_local_multicast<'a>(args: &[Value<'a>]) -> Result<Value<'a>> {
    Ok(Value::Bool(link_local_multicast(address(args)?)))
}

fn is_link_local_unicast<'a>(args: &[Value<'a>]) -> Result<Value<'a>> {
    Ok(Value::Bool(link_local_unicast(address(args)?)))
}

fn is_global_unicast<'a>(args: &[Value<'a>]) -> Result<Value<'a>> {
    let ip = address(args)?;
    let broadcast = matches!(ip, IpAddr::V4(v4) if v4.is_broadcast());
    let plain = ip != IpAddr::V6(Ipv6Addr::UNSPECIFIED) && !ip.is_unspecified();
    Ok(Value::Bool(plain && !broadcast && !ip.is_loopback() && !ip.is_multicast() && !link_local_unicast(ip)))
}
