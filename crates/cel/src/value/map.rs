//! Maps: objects and maps of the data, and those the expression made.

use std::collections::HashMap;
use std::sync::Arc;

use serde_json::Value as Json;

use super::Value;
use crate::decl::DeclType;
use crate::error::{EvalError, Result};
use crate::escape::unescape;

/// A map, or an object of the API. Cloning is cheap.
#[derive(Clone, Debug)]
pub struct Map<'a> {
    entries: Entries<'a>,
    decl: Option<Arc<DeclType>>,
}

#[derive(Clone, Debug)]
enum Entries<'a> {
    Json(&'a serde_json::Map<String, Json>),
    Owned(Arc<MapData<'a>>),
}

/// The entries of a map the expression made, in the order they were added.
#[derive(Clone, Debug, Default)]
pub(crate) struct MapData<'a> {
    entries: Vec<(Value<'a>, Value<'a>)>,
    index: HashMap<Key, usize>,
    /// What a key that is not there gives.
    otherwise: Option<Box<Value<'a>>>,
}

/// A key by its value: numbers that are equal are one key, whatever their type.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Key {
    Null,
    Bool(bool),
    Int(i64),
    Uint(u64),
    Bits(u64),
    String(Box<str>),
    Other(Box<str>),
}

impl Key {
    fn of(value: &Value<'_>) -> Self {
        match value {
            Value::Null => Self::Null,
            Value::Bool(value) => Self::Bool(*value),
            Value::Int(value) => Self::Int(*value),
            Value::Uint(value) => i64::try_from(*value).map_or(Self::Uint(*value), Self::Int),
            Value::Double(value) if value.fract() == 0.0 && value.abs() < 9.0e15 => Self::Int(*value as i64),
            Value::Double(value) => Self::Bits(value.to_bits()),
            Value::String(text) => Self::String((&**text).into()),
            other => Self::Other(format!("{}:{other}", other.type_name()).into()),
        }
    }
}

impl<'a> MapData<'a> {
    /// Adds an entry, or replaces the one with that key.
    pub fn insert(&mut self, key: Value<'a>, value: Value<'a>) {
        let at = Key::of(&key);
        match self.index.get(&at) {
            Some(at) => self.entries[*at].1 = value,
            None => {
                self.index.insert(at, self.entries.len());
                self.entries.push((key, value));
            }
        }
    }

    /// From now on a key that is not there gives this.
    pub fn otherwise(&mut self, value: Value<'a>) {
        self.otherwise = Some(Box::new(value));
    }

    pub fn has(&self, key: &Value<'_>) -> bool {
        self.index.contains_key(&Key::of(key))
    }
}

impl<'a> Map<'a> {
    pub(crate) fn owned(data: MapData<'a>) -> Self {
        Self { entries: Entries::Owned(Arc::new(data)), decl: None }
    }

    pub(crate) const fn json(
        entries: &'a serde_json::Map<String, Json>,
        decl: Option<Arc<DeclType>>,
    ) -> Self {
        Self { entries: Entries::Json(entries), decl }
    }

    /// The data of a member by its own name.
    pub(super) fn raw(&self, name: &str) -> Option<&'a Json> {
        match &self.entries {
            Entries::Json(entries) => entries.get(name),
            Entries::Owned(_) => None,
        }
    }

    /// Whether the members that the type does not know are equal, where both have them.
    pub(super) fn unknown_equal(&self, other: &Map<'_>) -> bool {
        let (Entries::Json(entries), Some(decl)) = (&self.entries, self.decl.as_deref()) else { return true };
        if !decl.is_object() {
            return true;
        }
        entries.iter().all(|(name, json)| {
            let known = crate::escape::escape(name).is_some_and(|escaped| decl.field(&escaped).is_some());
            known || other.raw(name).is_none_or(|other| other == json)
        })
    }

    /// The entries, to add to.
    pub(crate) fn to_data(&self) -> Result<MapData<'a>> {
        match &self.entries {
            Entries::Owned(data) => Ok((**data).clone()),
            Entries::Json(_) => {
                let mut data = MapData::default();
                for entry in self.iter() {
                    let (key, value) = entry?;
                    data.insert(key, value);
                }
                Ok(data)
            }
        }
    }

    /// How many entries there are.
    pub fn len(&self) -> usize {
        match &self.entries {
            Entries::Json(entries) => entries.len(),
            Entries::Owned(data) => data.entries.len(),
        }
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The value of a key, if there is one.
    pub fn get(&self, key: &Value<'_>) -> Result<Option<Value<'a>>> {
        match &self.entries {
            Entries::Json(entries) => {
                let Value::String(name) = key else {
                    return match self.decl.as_deref() {
                        Some(decl) if decl.is_object() => Err(EvalError::no_such_overload()),
                        _ => Ok(None),
                    };
                };
                self.json_member(entries, name)
            }
            Entries::Owned(data) => match data.index.get(&Key::of(key)) {
                Some(at) => Ok(Some(data.entries[*at].1.clone())),
                None => Ok(data.otherwise.as_deref().cloned()),
            },
        }
    }

    fn json_member(
        &self,
        entries: &'a serde_json::Map<String, Json>,
        name: &str,
    ) -> Result<Option<Value<'a>>> {
        let Some(decl) = self.decl.as_deref() else {
            return entries.get(name).map(|json| Value::from_json(json, None)).transpose();
        };
        if !decl.is_object() {
            return entries.get(name).map(|json| Value::from_json(json, decl.items())).transpose();
        }
        let property = unescape(name);
        match decl.field(name) {
            // Null in a field is the same as no field.
            Some(field) => entries
                .get(&*property)
                .filter(|json| !json.is_null())
                .map(|json| Value::from_json(json, Some(field)))
                .transpose(),
            None => Ok(None),
        }
    }

    /// The entries in order. Of a typed object, those that the type has.
    pub fn iter(&self) -> Box<dyn Iterator<Item = Result<(Value<'a>, Value<'a>)>> + '_> {
        match &self.entries {
            Entries::Owned(data) => Box::new(data.entries.iter().cloned().map(Ok)),
            Entries::Json(entries) => Box::new(entries.iter().filter_map(|(name, json)| {
                let decl = match self.decl.as_deref() {
                    None => None,
                    Some(decl) if decl.is_object() => {
                        if json.is_null() {
                            return None;
                        }
                        let escaped = crate::escape::escape(name)?;
                        return Some(
                            Value::from_json(json, Some(decl.field(&escaped)?))
                                .map(|value| (Value::text(escaped), value)),
                        );
                    }
                    Some(decl) => decl.items(),
                };
                Some(Value::from_json(json, decl).map(|value| (Value::borrowed(name), value)))
            })),
        }
    }
}
