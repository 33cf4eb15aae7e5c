//! From nodes to the JSON tree: scalars get their types, keys become strings, merge keys and aliases are expanded.

use std::borrow::Cow;

use serde_json::{Map, Number, Value};

use super::node::{Content, Item, Scalar};
use super::resolve::{Resolved, resolve, resolve_tagged};
use super::{Decoded, YamlError};
use crate::json::MAX_DEPTH;

/// Below this many values nobody counts how many came from aliases.
const ALIAS_FLOOR: usize = 100;
const VALUE_FLOOR: usize = 1000;

/// Makes the tree of a document.
pub(super) fn compose(root: &Item) -> Result<Decoded, YamlError> {
    let mut composer = Composer::default();
    let value = composer.value(root)?;
    Ok(Decoded { value, duplicates: composer.duplicates })
}

#[derive(Default)]
struct Composer {
    duplicates: Vec<String>,
    depth: usize,
    alias_depth: usize,
    aliased: usize,
    decoded: usize,
}

impl Composer {
    fn value(&mut self, item: &Item) -> Result<Value, YamlError> {
        self.enter(item)?;
        let value = match &*item.content {
            Content::Scalar(scalar) => json_scalar(scalar_value(scalar)?)?,
            Content::Sequence(items) => {
                Value::Array(items.iter().map(|item| self.value(item)).collect::<Result<_, _>>()?)
            }
            Content::Mapping(entries) => {
                let mut members = Map::new();
                self.entries(entries, &mut members)?;
                Value::Object(members)
            }
        };
        self.leave(item);
        Ok(value)
    }

    /// Counts, so that a few aliases of aliases cannot make a tree of millions.
    fn enter(&mut self, item: &Item) -> Result<(), YamlError> {
        self.depth += 1;
        self.alias_depth += usize::from(item.by_alias);
        self.decoded += 1;
        self.aliased += usize::from(self.alias_depth > 0);
        let excessive = self.aliased > ALIAS_FLOOR
            && self.decoded > VALUE_FLOOR
            && self.aliased as f64 / self.decoded as f64 > allowed_ratio(self.decoded);
        if excessive {
            return Err(YamlError::content("document contains excessive aliasing"));
        }
        if self.depth > MAX_DEPTH {
            return Err(YamlError::content("exceeded max depth"));
        }
        Ok(())
    }

    fn leave(&mut self, item: &Item) {
        self.depth -= 1;
        self.alias_depth -= usize::from(item.by_alias);
    }

    fn entries(
        &mut self,
        entries: &[(Item, Item)],
        members: &mut Map<String, Value>,
    ) -> Result<(), YamlError> {
        for (key, value) in entries {
            if is_merge(key) {
                self.merge(value, members)?;
                continue;
            }
            let name = key_text(key)?;
            let quoted = key_in_message(key, &name);
            let value_line = value.line;
            let value = self.value(value)?;
            if members.insert(name.into_owned(), value).is_some() {
                self.duplicates.push(format!("line {value_line}: key {quoted} already set in map"));
            }
        }
        Ok(())
    }

    /// `<<`: the entries of one map or of several, of which the earlier ones win.
    fn merge(&mut self, value: &Item, members: &mut Map<String, Value>) -> Result<(), YamlError> {
        let wrong = || YamlError::content("map merge requires map or sequence of maps as the value");
        match &*value.content {
            Content::Mapping(_) => self.merge_one(value, members),
            Content::Sequence(maps) if !value.by_alias => maps.iter().rev().try_for_each(|map| {
                if !matches!(*map.content, Content::Mapping(_)) {
                    return Err(wrong());
                }
                self.merge_one(map, members)
            }),
            _ => Err(wrong()),
        }
    }

    fn merge_one(&mut self, map: &Item, members: &mut Map<String, Value>) -> Result<(), YamlError> {
        self.enter(map)?;
        if let Content::Mapping(entries) = &*map.content {
            self.entries(entries, members)?;
        }
        self.leave(map);
        Ok(())
    }
}

/// How much of a document may come from aliases: nearly all of a small one, a tenth of a huge one.
fn allowed_ratio(decoded: usize) -> f64 {
    const LOW: f64 = 400_000.0;
    const HIGH: f64 = 4_000_000.0;
    let decoded = decoded as f64;
    0.99 - 0.89 * ((decoded - LOW) / (HIGH - LOW)).clamp(0.0, 1.0)
}

fn is_merge(key: &Item) -> bool {
    match &*key.content {
        Content::Scalar(scalar) => {
            let tagged = scalar.tag.as_deref() == Some("tag:yaml.org,2002:merge");
            scalar.text == "<<" && ((scalar.plain && scalar.tag.is_none()) || tagged)
        }
        _ => false,
    }
}

fn scalar_value(scalar: &Scalar) -> Result<Resolved<'_>, YamlError> {
    match &scalar.tag {
        Some(tag) => resolve_tagged(tag, &scalar.text),
        None if scalar.plain => Ok(resolve(&scalar.text)),
        None => Ok(Resolved::Text(&scalar.text)),
    }
}

fn json_scalar(resolved: Resolved<'_>) -> Result<Value, YamlError> {
    Ok(match resolved {
        Resolved::Null => Value::Null,
        Resolved::Bool(flag) => Value::Bool(flag),
        Resolved::Integer(integer) => Value::from(integer),
        Resolved::Unsigned(integer) => Value::from(integer),
        Resolved::Float(float) => match Number::from_f64(float) {
            // Upstream passes through JSON text, where a float without fraction is an integer again.
            Some(_) if float.fract() == 0.0 && float.abs() < 9e15 => Value::from(float as i64),
            Some(number) => Value::Number(number),
            None => return Err(YamlError::Content(format!("json: unsupported value: {float}"))),
        },
        Resolved::Binary(bytes) => Value::String(crate::json::as_text(&bytes).into_owned()),
        Resolved::Text(text) | Resolved::Timestamp(text) => Value::String(text.to_owned()),
    })
}

/// A key as the string that JSON needs.
fn key_text(key: &Item) -> Result<Cow<'_, str>, YamlError> {
    let scalar = match &*key.content {
        Content::Scalar(scalar) => scalar,
        Content::Sequence(_) => return Err(YamlError::content("invalid map key: a sequence")),
        Content::Mapping(_) => return Err(YamlError::content("invalid map key: a mapping")),
    };
    Ok(match scalar_value(scalar)? {
        Resolved::Text(text) | Resolved::Timestamp(text) => Cow::Borrowed(text),
        Resolved::Integer(integer) => Cow::Owned(integer.to_string()),
        Resolved::Bool(flag) => Cow::Borrowed(if flag { "true" } else { "false" }),
        Resolved::Float(float) => Cow::Owned(super::emit::float_text(float)),
        Resolved::Null => return Err(YamlError::Key("%!s(<nil>), key: interface {}(nil)")),
        Resolved::Unsigned(_) => return Err(YamlError::Key("uint64")),
        Resolved::Binary(bytes) => Cow::Owned(crate::json::as_text(&bytes).into_owned()),
    })
}

/// The key as messages about duplicates show it: strings in quotes, the rest bare.
fn key_in_message(key: &Item, name: &str) -> String {
    let quoted = match &*key.content {
        Content::Scalar(scalar) => matches!(
            scalar_value(scalar),
            Ok(Resolved::Text(_) | Resolved::Timestamp(_) | Resolved::Binary(_))
        ),
        _ => true,
    };
    if quoted { meta::go::quote(name) } else { name.to_owned() }
}
