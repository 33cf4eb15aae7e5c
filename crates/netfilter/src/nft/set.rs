//! Sets and maps, and what is in them.

use std::fmt;
use std::time::Duration;

use super::value::{Type, Value, Verdict, joined, separated};
use crate::wire::attribute;

/// What a map gives for a key.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Data {
    /// Values, concatenated.
    Values(Vec<Value>),
    /// A verdict.
    Verdict(Verdict),
}

/// What kind of data a map gives.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum DataType {
    Values(Vec<Type>),
    Verdict,
}

/// A set or map to add. One big set is cheap and many small ones are not: the kernel's cost of every transaction follows their number.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Set {
    pub(super) name: String,
    pub(super) key: Vec<Type>,
    pub(super) data: Option<DataType>,
    pub(super) intervals: bool,
    /// Filled by packets, up to so many entries.
    pub(super) dynamic: Option<u32>,
    pub(super) timeout: Option<Duration>,
    pub(super) comment: Option<String>,
}

impl Set {
    /// A set of such keys.
    pub fn new(name: &str, key: &[Type]) -> Self {
        Self {
            name: name.to_owned(),
            key: key.to_vec(),
            data: None,
            intervals: false,
            dynamic: None,
            timeout: None,
            comment: None,
        }
    }

    /// A map from such keys to such values.
    pub fn map(name: &str, key: &[Type], data: &[Type]) -> Self {
        Self { data: Some(DataType::Values(data.to_vec())), ..Self::new(name, key) }
    }

    /// A map from such keys to verdicts.
    pub fn verdicts(name: &str, key: &[Type]) -> Self {
        Self { data: Some(DataType::Verdict), ..Self::new(name, key) }
    }

    /// Its elements may stand for ranges ([`Value::Net`]).
    pub fn intervals(mut self) -> Self {
        self.intervals = true;
        self
    }

    /// Packets fill it, up to this many elements, each for the time that the rule says.
    pub fn dynamic(mut self, size: u32) -> Self {
        self.dynamic = Some(size);
        self
    }

    /// What a reader of `nft list ruleset` is told.
    pub fn comment(mut self, comment: &str) -> Self {
        self.comment = Some(comment.to_owned());
        self
    }
}

impl Set {
    /// Reads an element of this set from its attributes.
    pub(super) fn read(&self, attributes: &[u8]) -> Option<Element> {
        let bytes = |kind| attribute(attribute(attributes, kind)?, 1);
        let key = separated(&self.key, bytes(1)?)?;
        let data = match &self.data {
            Some(DataType::Values(types)) => Some(Data::Values(separated(types, bytes(2)?)?)),
            _ => None,
        };
        Some(Element { key, data, comment: None })
    }
}

impl fmt::Display for Set {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let types = |types: &[Type]| types.iter().map(|one| one.word()).collect::<Vec<_>>().join(" . ");
        write!(f, "{} {{ type {}", self.name, types(&self.key))?;
        match &self.data {
            Some(DataType::Values(data)) => write!(f, " : {}", types(data))?,
            Some(DataType::Verdict) => write!(f, " : verdict")?,
            None => {}
        }
        if self.intervals {
            write!(f, "; flags interval")?;
        }
        if let Some(size) = self.dynamic {
            write!(f, "; flags dynamic, timeout; size {size}")?;
        }
        write!(f, "; }}")
    }
}

/// An element of a set or map.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Element {
    /// Its key, field by field.
    pub key: Vec<Value>,
    /// What a map gives for it.
    pub data: Option<Data>,
    /// What a reader of `nft list ruleset` is told.
    pub comment: Option<String>,
}

impl Element {
    /// An element of a set.
    pub fn new(key: Vec<Value>) -> Self {
        Self { key, data: None, comment: None }
    }

    /// An element of a map.
    pub fn with(key: Vec<Value>, data: Data) -> Self {
        Self { key, data: Some(data), comment: None }
    }

    /// Says what it is for.
    pub fn comment(mut self, comment: impl Into<String>) -> Self {
        self.comment = Some(comment.into());
        self
    }
}

impl fmt::Display for Element {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&joined(&self.key))?;
        if let Some(comment) = &self.comment {
            write!(f, " comment {comment:?}")?;
        }
        match &self.data {
            Some(Data::Values(values)) => write!(f, " : {}", joined(values)),
            Some(Data::Verdict(verdict)) => write!(f, " : {verdict}"),
            None => Ok(()),
        }
    }
}
