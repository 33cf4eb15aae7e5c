//! Kubernetes' network addresses.

use std::net::IpAddr;

use ipnet::IpNet;

use super::arguments::{opaque, text};
use super::ip::parse_ip;
use super::{Decl, Run};
use crate::error::{EvalError, Result};
use crate::value::{Opaque, Value};

pub(super) const TABLE: &[Decl] = &[
    Decl("cidr", "string_to_cidr", "(string) cidr", Run::Values(parse)),
    Decl("containsIP", "cidr_contains_ip_string", "cidr.(string) bool", Run::Values(contains_ip)),
    Decl("containsIP", "cidr_contains_ip_ip", "cidr.(ip) bool", Run::Values(contains_ip)),
    Decl("containsCIDR", "cidr_contains_cidr_string", "cidr.(string) bool", Run::Values(contains_cidr)),
    Decl("containsCIDR", "cidr_contains_cidr", "cidr.(cidr) bool", Run::Values(contains_cidr)),
    Decl("ip", "cidr_ip", "cidr.() ip", Run::Values(ip)),
    Decl("prefixLength", "cidr_prefix_length", "cidr.() int", Run::Values(prefix_length)),
    Decl("masked", "cidr_masked", "cidr.() cidr", Run::Values(masked)),
    Decl("isCIDR", "is_cidr", "(string) bool", Run::Values(is_cidr)),
];

fn parse_cidr(text: &str) -> Result<IpNet> {
    let quoted = meta::go::quote(text);
    let failed = |why: &str| {
        EvalError::new(format!(
            "network address parse error during conversion from string: network address parse error during conversion from string: netip.ParsePrefix({quoted}): {why}"
        ))
    };
    let Some((address, bits)) = text.rsplit_once('/') else { return Err(failed("no '/'")) };
    let address: IpAddr = address
        .parse()
        .map_err(|_| failed(&format!("ParseAddr({}): unable to parse IP", meta::go::quote(address))))?;
    let plain = !bits.is_empty()
        && bits.bytes().all(|byte| byte.is_ascii_digit())
        && (bits == "0" || !bits.starts_with('0'));
    let net = plain.then(|| IpNet::new(address, bits.parse().ok()?).ok()).flatten();
    let net = net.ok_or_else(|| failed(&format!("bad bits after slash: {}", meta::go::quote(bits))))?;
    if matches!(address, IpAddr::V6(v6) if v6.to_ipv4_mapped().is_some()) {
        return Err(EvalError::new(format!(
            "network address parse error during conversion from string: IPv4-mapped IPv6 address {quoted} is not allowed"
        )));
    }
    Ok(net)
}

fn net(args: &[Value<'_>], at: usize) -> Result<IpNet> {
    match opaque(args, at)? {
        Opaque::Cidr(ip, bits) => IpNet::new(*ip, *bits).map_err(|_| EvalError::no_such_overload()),
        _ => Err(EvalError::no_such_overload()),
    }
}

fn value<'a>(net: IpNet) -> Value<'a> {
    Value::opaque(Opaque::Cidr(net.addr(), net.prefix_len()))
}

fn parse<'a>(args: &[Value<'a>]) -> Result<Value<'a>> {
    parse_cidr(text(args, 0)?).map(value)
}

fn is_cidr<'a>(args: &[Value<'a>]) -> Result<Value<'a>> {
    Ok(Value::Bool(parse_cidr(text(args, 0)?).is_ok()))
}

fn contains_ip<'a>(args: &[Value<'a>]) -> Result<Value<'a>> {
    let ip = match args.get(1) {
        Some(Value::String(text)) => parse_ip(text)?,
        _ => match opaque(args, 1)? {
            Opaque::Ip(ip) => *ip,
            _ => return Err(EvalError::no_such_overload()),
        },
    };
    Ok(Value::Bool(net(args, 0)?.contains(&ip)))
}

fn contains_cidr<'a>(args: &[Value<'a>]) -> Result<Value<'a>> {
    let other = match args.get(1) {
        Some(Value::String(text)) => parse_cidr(text)?,
        _ => net(args, 1)?,
    };
    Ok(Value::Bool(net(args, 0)?.contains(&other)))
}

fn ip<'a>(args: &[Value<'a>]) -> Result<Value<'a>> {
    Ok(Value::opaque(Opaque::Ip(net(args, 0)?.addr())))
}

fn prefix_length<'a>(args: &[Value<'a>]) -> Result<Value<'a>> {
    Ok(Value::Int(i64::from(net(args, 0)?.prefix_len())))
}

fn masked<'a>(args: &[Value<'a>]) -> Result<Value<'a>> {
    Ok(value(net(args, 0)?.trunc()))
}
