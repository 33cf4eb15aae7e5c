//! A label selector: requirements that all must hold.

use super::parser::{ParseSelectorError, parse};
use super::{LabelLookup, Operator, Requirement};
use crate::field::Path;
use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;

/// What a selector selects.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Selector {
    /// No object at all.
    Nothing,
    /// The objects that satisfy every requirement; all objects when there is none. Sorted by key.
    All(Vec<Requirement>),
}

impl Selector {
    /// Selects every object.
    pub const fn everything() -> Self {
        Self::All(Vec::new())
    }

    /// Selects objects with every one of these labels. The labels are taken to be valid.
    pub fn from_labels(labels: &BTreeMap<String, String>) -> Self {
        Self::All(labels.iter().map(|(key, value)| Requirement::equals_unchecked(key, value)).collect())
    }

    /// From requirements in any order.
    pub fn from_requirements(mut requirements: Vec<Requirement>) -> Self {
        requirements.sort_by(|a, b| a.key().cmp(b.key()));
        Self::All(requirements)
    }

    /// Reads a selector whose errors name fields below `path`.
    pub fn parse_at(text: &str, path: &Path<'_>) -> Result<Self, ParseSelectorError> {
        parse(text, path).map(Self::from_requirements)
    }

    /// With more requirements.
    pub fn with(self, more: impl IntoIterator<Item = Requirement>) -> Self {
        match self {
            Self::Nothing => Self::Nothing,
            Self::All(mut requirements) => {
                requirements.extend(more);
                Self::from_requirements(requirements)
            }
        }
    }

    /// Whether it selects every object.
    pub fn is_everything(&self) -> bool {
        self.requirements().is_some_and(<[_]>::is_empty)
    }

    /// The requirements; `None` when nothing is selected.
    pub fn requirements(&self) -> Option<&[Requirement]> {
        match self {
            Self::Nothing => None,
            Self::All(requirements) => Some(requirements),
        }
    }

    /// Whether the labels satisfy the selector.
    pub fn matches<L: LabelLookup + ?Sized>(&self, labels: &L) -> bool {
        self.requirements().is_some_and(|all| all.iter().all(|one| one.matches(labels)))
    }

    /// The one value that the first requirement on `key` demands, if it demands one.
    pub fn exact_match(&self, key: &str) -> Option<&str> {
        self.requirements()?.iter().find(|one| one.key() == key)?.exact_value()
    }

    /// Whether only `=` and `==` are used, so that the selector is also a plain map of labels.
    pub fn is_equality_based(&self) -> bool {
        let equality =
            |one: &Requirement| matches!(one.operator(), Operator::Equals | Operator::DoubleEquals);
        self.requirements().is_some_and(|all| all.iter().all(equality))
    }
}

impl FromStr for Selector {
    type Err = ParseSelectorError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Self::parse_at(text, &Path::nil())
    }
}

/// The canonical form: requirements sorted by key, values sorted, no spaces but around `in` and `notin`.
impl fmt::Display for Selector {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, requirement) in self.requirements().unwrap_or_default().iter().enumerate() {
            if at > 0 {
                f.write_str(",")?;
            }
            write!(f, "{requirement}")?;
        }
        Ok(())
    }
}
