//! IP addresses and CIDR blocks, by the rules of old fields (lenient reading) and of new ones (one spelling only).
//!
//! Old fields once accepted octets with leading zeros, which other software reads as octal; the strict rule refuses them
//! by name. Called by the validation of kinds with addresses.

use crate::field::{ErrorList, FieldError, Path};
use crate::go;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

fn parse_v4_sloppy(text: &str) -> Option<Ipv4Addr> {
    let mut octets = [0_u8; 4];
    let mut parts = text.split('.');
    for octet in &mut octets {
        let part =
            parts.next().filter(|part| !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit()))?;
        *octet = match part.trim_start_matches('0') {
            "" => 0,
            digits => digits.parse().ok()?,
        };
    }
    parts.next().is_none().then(|| Ipv4Addr::from(octets))
}

/// Shortens groups with needless zeros, and an embedded IPv4 address with them, to what the standard parser takes.
fn parse_v6_sloppy(text: &str) -> Option<Ipv6Addr> {
    if let Ok(address) = text.parse() {
        return Some(address);
    }
    let shorten = |group: &str| match group {
        "" => Some(String::new()),
        group if group.contains('.') => parse_v4_sloppy(group).map(|v4| v4.to_string()),
        group => Some(match group.trim_start_matches('0') {
            "" => "0".to_owned(),
            digits => digits.to_owned(),
        }),
    };
    text.split(':').map(shorten).collect::<Option<Vec<_>>>()?.join(":").parse().ok()
}

/// Reads an address as old fields do: leading zeros are ignored, IPv4 mapped into IPv6 stays IPv6 in form.
pub fn parse_ip_sloppy(text: &str) -> Option<IpAddr> {
    if text.contains(':') {
        parse_v6_sloppy(text).map(IpAddr::V6)
    } else {
        parse_v4_sloppy(text).map(IpAddr::V4)
    }
}

/// Reads a CIDR block as old fields do: the address with its host bits, and the length of the prefix.
pub fn parse_cidr_sloppy(text: &str) -> Option<(IpAddr, u8)> {
    let (address, length) = text.split_once('/')?;
    let address = parse_ip_sloppy(address)?;
    if length.is_empty() || !length.bytes().all(|b| b.is_ascii_digit()) {
        return None;
    }
    let length: u32 = match length.trim_start_matches('0') {
        "" => 0,
        digits => digits.parse().ok()?,
    };
    let bits = if address.is_ipv4() { 32 } else { 128 };
    u8::try_from(length).ok().filter(|length| *length <= bits).map(|length| (address, length))
}

fn is_mapped(address: &IpAddr) -> bool {
    matches!(address, IpAddr::V6(v6) if v6.to_ipv4_mapped().is_some())
}

fn canonical(address: &IpAddr) -> String {
    address.to_canonical().to_string()
}

fn masked(address: &IpAddr, length: u8) -> IpAddr {
    match address {
        IpAddr::V4(v4) => {
            let mask = u32::MAX.checked_shl(32 - u32::from(length)).unwrap_or(0);
            IpAddr::V4(Ipv4Addr::from(u32::from(*v4) & mask))
        }
        IpAddr::V6(v6) => {
            let mask = u128::MAX.checked_shl(128 - u32::from(length)).unwrap_or(0);
            IpAddr::V6(Ipv6Addr::from(u128::from(*v6) & mask))
        }
    }
}

/// Address and prefix in their one spelling; a mapped IPv4 block is shown as IPv4.
fn canonical_cidr(address: &IpAddr, length: u8) -> String {
    let length = if is_mapped(address) && length >= 96 { length - 96 } else { length };
    format!("{}/{length}", canonical(address))
}

fn has_leading_zero_length(text: &str) -> bool {
    text.rsplit('/').next().is_some_and(|length| length.len() > 1 && length.starts_with('0'))
}

fn ip_errors(path: &Path<'_>, text: &str, strict: bool) -> Result<(IpAddr, ErrorList), FieldError> {
    let detail = "must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)";
    let address = parse_ip_sloppy(text).ok_or_else(|| FieldError::invalid(path, text, detail))?;
    let mut errors = ErrorList::new();
    if strict {
        if text.parse::<IpAddr>().is_err() {
            errors.push(FieldError::invalid(path, text, "must not have leading 0s"));
        } else if is_mapped(&address) {
            errors.push(FieldError::invalid(path, text, "must not be an IPv4-mapped IPv6 address"));
        }
    }
    Ok((address, errors))
}

/// An address in an old field; `strict` refuses leading zeros and mapped addresses, but never a value of `old`.
pub fn ip_legacy(path: &Path<'_>, text: &str, strict: bool, old: &[&str]) -> ErrorList {
    if old.contains(&text) {
        return ErrorList::new();
    }
    ip_errors(path, text, strict).map_or_else(Into::into, |(_, errors)| errors)
}

/// An address in a new field: canonical spelling only.
pub fn ip(path: &Path<'_>, text: &str) -> ErrorList {
    match ip_errors(path, text, true) {
        Err(error) => error.into(),
        Ok((_, errors)) if !errors.is_empty() => errors,
        Ok((address, _)) => not_canonical(path, text, &canonical(&address)),
    }
}

fn not_canonical(path: &Path<'_>, text: &str, canonical: &str) -> ErrorList {
    if text == canonical {
        return ErrorList::new();
    }
    let detail = format!("must be in canonical form ({})", go::quote(canonical));
    FieldError::invalid(path, text, detail).into()
}

fn cidr_errors(path: &Path<'_>, text: &str, strict: bool) -> Result<((IpAddr, u8), ErrorList), FieldError> {
    let detail = "must be a valid CIDR value, (e.g. 10.9.8.0/24 or 2001:db8::/64)";
    let (address, length) = parse_cidr_sloppy(text).ok_or_else(|| FieldError::invalid(path, text, detail))?;
    let mut errors = ErrorList::new();
    if strict {
        let well_formed = text.split_once('/').is_some_and(|(address, _)| address.parse::<IpAddr>().is_ok());
        let problem = if !well_formed || has_leading_zero_length(text) {
            Some("must not have leading 0s in IP or prefix length")
        } else if is_mapped(&address) {
            Some("must not have an IPv4-mapped IPv6 address")
        } else if masked(&address, length) != address {
            Some("must not have bits set beyond the prefix length")
        } else {
            None
        };
        errors.extend(problem.map(|detail| FieldError::invalid(path, text, detail)));
    }
    Ok(((address, length), errors))
}

/// A block in an old field; `strict` refuses leading zeros, mapped addresses and host bits, but never a value of `old`.
pub fn cidr_legacy(path: &Path<'_>, text: &str, strict: bool, old: &[&str]) -> ErrorList {
    if old.contains(&text) {
        return ErrorList::new();
    }
    cidr_errors(path, text, strict).map_or_else(Into::into, |(_, errors)| errors)
}

/// A block in a new field: canonical spelling only.
pub fn cidr(path: &Path<'_>, text: &str) -> ErrorList {
    match cidr_errors(path, text, true) {
        Err(error) => error.into(),
        Ok((_, errors)) if !errors.is_empty() => errors,
        Ok(((address, length), _)) => {
            not_canonical(path, text, &canonical_cidr(&masked(&address, length), length))
        }
    }
}

/// An address together with the length of its network's prefix, canonical spelling only.
pub fn interface_address(path: &Path<'_>, text: &str) -> ErrorList {
    match parse_cidr_sloppy(text) {
        Some((address, length)) => not_canonical(path, text, &canonical_cidr(&address, length)),
        None => {
            let detail = "must be a valid address in CIDR form, (e.g. 10.9.8.7/24 or 2001:db8::1/64)";
            FieldError::invalid(path, text, detail).into()
        }
    }
}

/// Warnings for an address that an old field accepts but a new one would not.
pub fn ip_warnings(path: &Path<'_>, text: &str) -> Vec<String> {
    let Some(address) = parse_ip_sloppy(text) else { return Vec::new() };
    let (quoted, better) = (go::quote(text), go::quote(&canonical(&address)));
    if text.parse::<IpAddr>().is_err() || is_mapped(&address) {
        return vec![format!("{path}: non-standard IP address {quoted} is invalid: use {better}")];
    }
    if address.is_ipv6() && address.to_string() != text {
        let warning =
            format!("{path}: IPv6 address {quoted} should be in RFC 5952 canonical format ({better})");
        return vec![warning];
    }
    Vec::new()
}

/// Warnings for a block that an old field accepts but a new one would not.
pub fn cidr_warnings(path: &Path<'_>, text: &str) -> Vec<String> {
    let Some((address, length)) = parse_cidr_sloppy(text) else { return Vec::new() };
    let network = canonical_cidr(&masked(&address, length), length);
    let (quoted, better) = (go::quote(text), go::quote(&network));
    let mut warnings = Vec::new();
    if masked(&address, length) != address {
        let bits = if address.is_ipv4() { 32 } else { 128 };
        let single = go::quote(&format!("{}/{bits}", canonical(&address)));
        warnings.push(format!(
            "{path}: CIDR value {quoted} is ambiguous in this context (should be {better} or {single}?)"
        ));
    }
    let well_formed = text.split_once('/').is_some_and(|(address, _)| address.parse::<IpAddr>().is_ok());
    if !well_formed || has_leading_zero_length(text) || is_mapped(&address) {
        warnings.push(format!("{path}: non-standard CIDR value {quoted} is invalid: use {better}"));
    }
    if warnings.is_empty() && address.is_ipv6() && format!("{address}/{length}") != text {
        warnings.push(format!(
            "{path}: IPv6 CIDR value {quoted} should be in RFC 5952 canonical format ({better})"
        ));
    }
    warnings
}
