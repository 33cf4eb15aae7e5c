//! Values at run time. Data of the API is borrowed from its JSON tree and converted where it is looked at, by the declared
//! type where there is one.

mod equality;
mod json;
mod list;
mod map;
mod opaque;
mod show;

use std::fmt;
use std::ops::Deref;
use std::sync::Arc;

use crate::authorizer::{Requester, ResourceCheck};
use crate::error::{EvalError, Result};
use crate::library::semver::Semver;
use crate::time::Timestamp;
use crate::types::Type;

pub use list::List;
pub use map::Map;
pub(crate) use map::MapData;
pub(crate) use opaque::Opaque;

/// A value. Cloning is cheap.
#[derive(Clone, Debug)]
pub enum Value<'a> {
    /// `null`
    Null,
    /// `bool`
    Bool(bool),
    /// `int`
    Int(i64),
    /// `uint`
    Uint(u64),
    /// `double`
    Double(f64),
    /// `string`
    String(Text<'a>),
    /// `bytes`
    Bytes(Arc<[u8]>),
    /// A duration in nanoseconds.
    Duration(i64),
    /// An instant.
    Timestamp(Timestamp),
    /// A type.
    Type(Type),
    /// A list.
    List(List<'a>),
    /// A map, or an object of the API.
    Map(Map<'a>),
    /// A message that the expression made.
    Struct(Arc<Struct<'a>>),
    /// An optional value.
    Optional(Option<Arc<Value<'a>>>),
    /// A value of one of the libraries' own types; [`Value::type_name`] tells which.
    Opaque(OpaqueValue),
    /// Named results, of which some may be errors: the `variables` of admission policies.
    Record(Arc<Record<'a>>),
}

/// Text, borrowed or shared.
#[derive(Clone)]
pub enum Text<'a> {
    /// From the data.
    Borrowed(&'a str),
    /// Made by the expression.
    Shared(Arc<str>),
}

impl Deref for Text<'_> {
    type Target = str;
    fn deref(&self) -> &str {
        match self {
            Self::Borrowed(text) => text,
            Self::Shared(text) => text,
        }
    }
}

impl fmt::Debug for Text<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&**self, f)
    }
}

/// A message that an expression made: `Object{…}`, `JSONPatch{…}`.
#[derive(Clone, Debug)]
pub struct Struct<'a> {
    /// The name of its type.
    pub name: Arc<str>,
    /// Its fields, in the order they were written.
    pub fields: Vec<(Arc<str>, Value<'a>)>,
}

impl<'a> Struct<'a> {
    /// The field of that name.
    pub fn get(&self, name: &str) -> Option<&Value<'a>> {
        self.fields.iter().find(|(known, _)| &**known == name).map(|(_, value)| value)
    }
}

/// A value of a library's own type. Its content is the library's business.
#[derive(Clone, Debug)]
pub struct OpaqueValue(pub(crate) Opaque);

/// Named results. An error shows only where it is asked for.
#[derive(Clone, Debug, Default)]
pub struct Record<'a> {
    /// The names and what came of them.
    pub fields: Vec<(Arc<str>, Result<Value<'a>>)>,
}

impl<'a> Record<'a> {
    fn get(&self, name: &str) -> Option<Result<Value<'a>>> {
        self.fields.iter().find(|(known, _)| &**known == name).map(|(_, result)| result.clone())
    }
}

impl<'a> Value<'a> {
    /// A string the expression made.
    pub fn text(text: impl Into<Arc<str>>) -> Self {
        Self::String(Text::Shared(text.into()))
    }

    /// A string of the data.
    pub const fn borrowed(text: &'a str) -> Self {
        Self::String(Text::Borrowed(text))
    }

    /// A list of values.
    pub fn list(items: Vec<Self>) -> Self {
        Self::List(List::owned(items))
    }

    /// A map with text keys.
    pub fn map(entries: impl IntoIterator<Item = (&'a str, Self)>) -> Self {
        let mut data = MapData::default();
        for (key, value) in entries {
            data.insert(Value::borrowed(key), value);
        }
        Self::Map(Map::owned(data))
    }

    /// A quantity.
    pub fn quantity(quantity: meta::Quantity) -> Self {
        Self::opaque(Opaque::Quantity(Arc::new(quantity)))
    }

    /// Somebody to ask about permissions.
    pub const fn authorizer(requester: Requester) -> Self {
        Self::opaque(Opaque::Authorizer(requester))
    }

    /// A question about permissions that is begun.
    pub fn resource_check(check: ResourceCheck) -> Self {
        Self::opaque(Opaque::ResourceCheck(Arc::new(check)))
    }

    /// A semantic version, or why the text is none.
    pub fn semver(text: &str) -> std::result::Result<Self, String> {
        Ok(Self::opaque(Opaque::Semver(Arc::new(Semver::parse(text)?))))
    }

    /// An optional that holds a value.
    pub fn some(value: Self) -> Self {
        Self::Optional(Some(Arc::new(value)))
    }

    pub(crate) const fn opaque(value: Opaque) -> Self {
        Self::Opaque(OpaqueValue(value))
    }

    /// The value's type; items of lists and maps are not looked at.
    pub fn type_of(&self) -> Type {
        match self {
            Self::Null => Type::Null,
            Self::Bool(_) => Type::Bool,
            Self::Int(_) => Type::Int,
            Self::Uint(_) => Type::Uint,
            Self::Double(_) => Type::Double,
            Self::String(_) => Type::String,
            Self::Bytes(_) => Type::Bytes,
            Self::Duration(_) => Type::Duration,
            Self::Timestamp(_) => Type::Timestamp,
            Self::Type(_) => Type::Type(None),
            Self::List(_) => Type::list(Type::Dyn),
            Self::Map(_) | Self::Record(_) => Type::map(Type::Dyn, Type::Dyn),
            Self::Struct(made) => Type::Object(Arc::clone(&made.name)),
            Self::Optional(_) => Type::optional(Type::Dyn),
            Self::Opaque(value) => crate::types::kubernetes::of(value.0.type_name()),
        }
    }

    /// The name of the value's type.
    pub fn type_name(&self) -> String {
        self.type_of().name().to_owned()
    }

    /// The boolean, if it is one.
    pub const fn as_bool(&self) -> Option<bool> {
        match self {
            Self::Bool(value) => Some(*value),
            _ => None,
        }
    }

    /// The text, if it is a string.
    pub fn as_str(&self) -> Option<&str> {
        match self {
            Self::String(text) => Some(text),
            _ => None,
        }
    }

    /// What `size()` gives; `None` for what has no size.
    pub(crate) fn size(&self) -> Option<u64> {
        let size = match self {
            Self::String(text) => text.chars().count(),
            Self::Bytes(bytes) => bytes.len(),
            Self::List(list) => list.len(),
            Self::Map(map) => map.len(),
            Self::Opaque(value) => return value.0.size(),
            _ => return None,
        };
        u64::try_from(size).ok()
    }

    /// Whether it is its type's zero value.
    pub(crate) fn is_zero(&self) -> bool {
        match self {
            Self::Null | Self::Optional(None) => true,
            Self::Bool(value) => !value,
            Self::Int(value) | Self::Duration(value) => *value == 0,
            Self::Uint(value) => *value == 0,
            Self::Double(value) => *value == 0.0,
            Self::String(text) => text.is_empty(),
            Self::Bytes(bytes) => bytes.is_empty(),
            Self::Timestamp(at) => at.is_zero(),
            Self::List(list) => list.is_empty(),
            Self::Map(map) => map.is_empty(),
            Self::Struct(made) => made.fields.is_empty(),
            Self::Optional(Some(_)) | Self::Type(_) | Self::Opaque(_) | Self::Record(_) => false,
        }
    }

    /// The member of that name or index, `None` when there is none. Nothing has members but maps, lists and messages.
    pub(crate) fn member(&self, key: &Self) -> Result<Option<Self>> {
        match (self, key) {
            (Self::Map(map), key) => map.get(key),
            (Self::List(list), key) => list.at(key),
            (Self::Struct(made), Self::String(name)) => Ok(made.get(name).cloned()),
            (Self::Record(record), Self::String(name)) => record.get(name).transpose(),
            (Self::Optional(Some(inner)), key) => inner.member(key),
            _ => Ok(None),
        }
    }

    /// The error for a member that is not there.
    pub(crate) fn missing(&self, key: &Self) -> EvalError {
        match self {
            Self::List(_) => EvalError::new(format!("index out of bounds: {key}")),
            _ => EvalError::new(format!("no such key: {key}")),
        }
    }
}
