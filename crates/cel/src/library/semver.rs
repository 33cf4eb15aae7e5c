//! Semantic versions.

use std::cmp::Ordering;
use std::fmt;

use super::arguments::{boolean, opaque, text};
use super::{Decl, Run};
use crate::error::{EvalError, Result};
use crate::value::{Opaque, Value};

pub(super) const TABLE: &[Decl] = &[
    Decl("semver", "string_to_semver", "(string) semver", Run::Values(parse)),
    Decl("semver", "string_bool_to_semver", "(string, bool) semver", Run::Values(parse)),
    Decl("isSemver", "is_semver_string", "(string) bool", Run::Values(is_semver)),
    Decl("isSemver", "is_semver_string_bool", "(string, bool) bool", Run::Values(is_semver)),
    Decl("isGreaterThan", "semver_is_greater_than", "semver.(semver) bool", Run::Values(greater)),
    Decl("isLessThan", "semver_is_less_than", "semver.(semver) bool", Run::Values(less)),
    Decl("compareTo", "semver_compare_to", "semver.(semver) int", Run::Values(compare)),
    Decl("major", "semver_major", "semver.() int", Run::Values(major)),
    Decl("minor", "semver_minor", "semver.() int", Run::Values(minor)),
    Decl("patch", "semver_patch", "semver.() int", Run::Values(patch)),
];

/// A version.
#[derive(Clone, Debug)]
pub(crate) struct Semver {
    numbers: [u64; 3],
    before: Vec<Identifier>,
    build: Vec<String>,
}

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Identifier {
    Number(u64),
    Text(String),
}

impl Semver {
    /// Reads a version.
    pub fn parse(text: &str) -> std::result::Result<Self, String> {
        if text.is_empty() {
            return Err("Version string empty".into());
        }
        let mut parts = text.splitn(3, '.');
        let (Some(major), Some(minor), Some(rest)) = (parts.next(), parts.next(), parts.next()) else {
            return Err("No Major.Minor.Patch elements found".into());
        };
        let (rest, build) = rest.split_once('+').map_or((rest, None), |(rest, build)| (rest, Some(build)));
        let (patch, before) =
            rest.split_once('-').map_or((rest, None), |(patch, before)| (patch, Some(before)));
        let numbers = [number("major", major)?, number("minor", minor)?, number("patch", patch)?];
        let before =
            before.map(|text| text.split('.').map(identifier).collect()).transpose()?.unwrap_or_default();
        let build =
            build.map(|text| text.split('.').map(build_part).collect()).transpose()?.unwrap_or_default();
        Ok(Self { numbers, before, build })
    }

    /// Their order; what was built from does not count.
    pub fn order(&self, other: &Self) -> Ordering {
        self.numbers.cmp(&other.numbers).then_with(|| {
            match (self.before.is_empty(), other.before.is_empty()) {
                (true, true) => Ordering::Equal,
                (true, false) => Ordering::Greater,
                (false, true) => Ordering::Less,
                (false, false) => self.before.cmp(&other.before),
            }
        })
    }
}

fn number(which: &str, text: &str) -> std::result::Result<u64, String> {
    let quoted = meta::go::quote(text);
    if text.is_empty() || !text.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(format!("Invalid character(s) found in {which} number {quoted}"));
    }
    if text.len() > 1 && text.starts_with('0') {
        let mut name = which.to_owned();
        name[..1].make_ascii_uppercase();
        return Err(format!("{name} number must not contain leading zeroes {quoted}"));
    }
    text.parse().map_err(|_| format!("strconv.ParseUint: parsing {quoted}: value out of range"))
}

fn identifier(text: &str) -> std::result::Result<Identifier, String> {
    if text.is_empty() {
        return Err("Prerelease is empty".into());
    }
    if text.bytes().all(|byte| byte.is_ascii_digit()) {
        if text.len() > 1 && text.starts_with('0') {
            return Err(format!(
                "Numeric PreRelease version must not contain leading zeroes {}",
                meta::go::quote(text)
            ));
        }
        return text.parse().map(Identifier::Number).map_err(|_| "Prerelease number is too large".into());
    }
    if !text.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-') {
        return Err(format!("Invalid character(s) found in prerelease {}", meta::go::quote(text)));
    }
    Ok(Identifier::Text(text.to_owned()))
}

fn build_part(text: &str) -> std::result::Result<String, String> {
    if text.is_empty() {
        return Err("Build meta data is empty".into());
    }
    if !text.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-') {
        return Err(format!("Invalid character(s) found in build meta data {}", meta::go::quote(text)));
    }
    Ok(text.to_owned())
}

impl fmt::Display for Semver {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [major, minor, patch] = self.numbers;
        write!(f, "{major}.{minor}.{patch}")?;
        for (at, part) in self.before.iter().enumerate() {
            f.write_str(if at == 0 { "-" } else { "." })?;
            match part {
                Identifier::Number(number) => write!(f, "{number}")?,
                Identifier::Text(text) => f.write_str(text)?,
            }
        }
        for (at, part) in self.build.iter().enumerate() {
            write!(f, "{}{part}", if at == 0 { "+" } else { "." })?;
        }
        Ok(())
    }
}

/// Drops a leading `v` and leading zeroes, and adds missing numbers.
fn normalize(text: &str) -> String {
    let text = text.strip_prefix('v').unwrap_or(text);
    let mut parts: Vec<String> = text
        .splitn(3, '.')
        .map(|part| {
            if part.len() <= 1 {
                return part.to_owned();
            }
            let kept = part.trim_start_matches('0');
            if kept.starts_with(|char: char| char.is_ascii_digit()) {
                kept.into()
            } else {
                format!("0{kept}")
            }
        })
        .collect();
    if parts.len() < 3 && !parts.last().is_some_and(|last| last.contains(['+', '-'])) {
        parts.resize(3, "0".into());
    }
    parts.join(".")
}

fn read(args: &[Value<'_>]) -> Result<std::result::Result<Semver, String>> {
    let text = text(args, 0)?;
    let tolerant = if args.len() > 1 { boolean(args, 1)? } else { false };
    Ok(if tolerant { Semver::parse(&normalize(text)) } else { Semver::parse(text) })
}

fn parse<'a>(args: &[Value<'a>]) -> Result<Value<'a>> {
    match read(args)? {
        Ok(version) => Ok(Value::opaque(Opaque::Semver(version.into()))),
        Err(why) => Err(EvalError::new(why)),
    }
}

fn is_semver<'a>(args: &[Value<'a>]) -> Result<Value<'a>> {
    Ok(Value::Bool(read(args)?.is_ok()))
}

fn version<'v>(args: &'v [Value<'_>], at: usize) -> Result<&'v Semver> {
    match opaque(args, at)? {
        Opaque::Semver(version) => Ok(version),
        _ => Err(EvalError::no_such_overload()),
    }
}

fn order(args: &[Value<'_>]) -> Result<Ordering> {
    Ok(version(args, 0)?.order(version(args, 1)?))
}

fn greater<'a>(args: &[Value<'a>]) -> Result<Value<'a>> {
    order(args).map(|order| Value::Bool(order.is_gt()))
}

fn less<'a>(args: &[Value<'a>]) -> Result<Value<'a>> {
    order(args).map(|order| Value::Bool(order.is_lt()))
}

fn compare<'a>(args: &[Value<'a>]) -> Result<Value<'a>> {
    order(args).map(|order| Value::Int(order as i64))
}

fn component<'a>(args: &[Value<'a>], at: usize) -> Result<Value<'a>> {
    Ok(Value::Int(i64::try_from(version(args, 0)?.numbers[at]).unwrap_or(i64::MAX)))
}

fn major<'a>(args: &[Value<'a>]) -> Result<Value<'a>> {
    component(args, 0)
}

fn minor<'a>(args: &[Value<'a>]) -> Result<Value<'a>> {
    component(args, 1)
}

fn patch<'a>(args: &[Value<'a>]) -> Result<Value<'a>> {
    component(args, 2)
}
