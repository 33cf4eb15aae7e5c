//! Lists: of the data, made by the expression, or two joined without copying.

use std::sync::Arc;

use serde_json::Value as Json;

use super::Value;
use crate::decl::DeclType;
use crate::error::{EvalError, Result};

/// The most items a list may come to have. Joining is cheap, so its cost does not limit the size.
const MAX_ITEMS: usize = 10_000_000;

/// A list. Cloning is cheap.
#[derive(Clone, Debug)]
pub struct List<'a> {
    items: Items<'a>,
    /// What the schema says about the list: its items' type, and whether it is a set or a map.
    decl: Option<Arc<DeclType>>,
}

#[derive(Clone, Debug)]
enum Items<'a> {
    Json(&'a [Json]),
    Owned(Arc<Vec<Value<'a>>>),
    Joined(Arc<Joined<'a>>),
}

#[derive(Debug)]
struct Joined<'a> {
    first: List<'a>,
    second: List<'a>,
    len: usize,
    /// How many joins deep this is; past a limit the items are copied.
    depth: u16,
}

/// Joins this deep are copied into one list.
const MAX_DEPTH: u16 = 64;

impl<'a> List<'a> {
    /// A list the expression made.
    pub fn owned(items: Vec<Value<'a>>) -> Self {
        Self { items: Items::Owned(Arc::new(items)), decl: None }
    }

    pub(crate) const fn json(items: &'a [Json], decl: Option<Arc<DeclType>>) -> Self {
        Self { items: Items::Json(items), decl }
    }

    pub(crate) fn typed(items: Vec<Value<'a>>, decl: Option<Arc<DeclType>>) -> Self {
        Self { items: Items::Owned(Arc::new(items)), decl }
    }

    pub(crate) const fn decl(&self) -> Option<&Arc<DeclType>> {
        self.decl.as_ref()
    }

    /// How many items there are.
    pub fn len(&self) -> usize {
        match &self.items {
            Items::Json(items) => items.len(),
            Items::Owned(items) => items.len(),
            Items::Joined(joined) => joined.len,
        }
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The item at an index, if there is one.
    pub fn get(&self, index: usize) -> Option<Result<Value<'a>>> {
        match &self.items {
            Items::Json(items) => {
                let item = items.get(index)?;
                Some(Value::from_json(item, self.decl.as_ref().and_then(|decl| decl.items())))
            }
            Items::Owned(items) => items.get(index).cloned().map(Ok),
            Items::Joined(joined) => {
                let first = joined.first.len();
                if index < first { joined.first.get(index) } else { joined.second.get(index - first) }
            }
        }
    }

    /// The items in order.
    pub fn iter(&self) -> impl Iterator<Item = Result<Value<'a>>> + '_ {
        (0..self.len()).filter_map(|index| self.get(index))
    }

    /// The item that an index of any numeric type means.
    pub(crate) fn at(&self, index: &Value<'_>) -> Result<Option<Value<'a>>> {
        let index = match index {
            Value::Int(index) => usize::try_from(*index).ok(),
            Value::Uint(index) => usize::try_from(*index).ok(),
            Value::Double(index) if index.fract() == 0.0 && *index >= 0.0 && *index < 9e15 => {
                usize::try_from(*index as i64).ok()
            }
            Value::Double(index) => {
                return Err(EvalError::new(format!("unsupported index value {index} in list")));
            }
            other => {
                return Err(EvalError::new(format!(
                    "unsupported index type '{}' in list",
                    other.type_name()
                )));
            }
        };
        index.and_then(|index| self.get(index)).transpose()
    }

    /// Both lists after one another.
    pub(crate) fn join(&self, other: &Self) -> Result<Self> {
        if let Some(merged) = self.merge(other)? {
            return Ok(merged);
        }
        if other.is_empty() {
            return Ok(self.clone());
        }
        if self.is_empty() {
            return Ok(other.clone());
        }
        let len = self.len().saturating_add(other.len());
        if len > MAX_ITEMS {
            return Err(EvalError::cost_limit());
        }
        let depth = self.depth().max(other.depth()) + 1;
        if depth > MAX_DEPTH || len < 16 {
            let items = self.iter().chain(other.iter()).collect::<Result<_>>()?;
            return Ok(Self::owned(items));
        }
        let joined = Joined { first: self.clone(), second: other.clone(), len, depth };
        Ok(Self { items: Items::Joined(Arc::new(joined)), decl: None })
    }

    fn depth(&self) -> u16 {
        match &self.items {
            Items::Joined(joined) => joined.depth,
            _ => 0,
        }
    }

    /// The join of a set or a list of objects with keys: what the second has too replaces or is dropped.
    fn merge(&self, other: &Self) -> Result<Option<Self>> {
        let Some(decl) = &self.decl else { return Ok(None) };
        let mut items: Vec<Value<'a>> = self.iter().collect::<Result<_>>()?;
        if decl.is_set() {
            for item in other.iter() {
                let item = item?;
                let mut known = false;
                for before in &items {
                    known = known || before.equals(&item)?;
                }
                if !known {
                    items.push(item);
                }
            }
        } else if let Some(keys) = decl.map_keys() {
            for item in other.iter() {
                let item = item?;
                match position(&items, &item, keys)? {
                    Some(at) => items[at] = item,
                    None => items.push(item),
                }
            }
        } else {
            return Ok(None);
        }
        Ok(Some(Self::typed(items, Some(Arc::clone(decl)))))
    }
}

/// Where the item with the same keys is.
pub(super) fn position(items: &[Value<'_>], item: &Value<'_>, keys: &[String]) -> Result<Option<usize>> {
    for (at, before) in items.iter().enumerate() {
        if same_keys(before, item, keys)? {
            return Ok(Some(at));
        }
    }
    Ok(None)
}

fn same_keys(one: &Value<'_>, two: &Value<'_>, keys: &[String]) -> Result<bool> {
    for name in keys {
        if let (Value::Map(one), Value::Map(two)) = (one, two)
            && let (Some(one), Some(two)) = (one.raw(name), two.raw(name))
        {
            if one == two {
                continue;
            }
            return Ok(false);
        }
        let key = Value::text(crate::escape::escape(name).unwrap_or_else(|| name.clone()));
        let same = match (one.member(&key)?, two.member(&key)?) {
            (None, None) => true,
            (Some(a), Some(b)) => a.equals(&b)?,
            _ => false,
        };
        if !same {
            return Ok(false);
        }
    }
    Ok(true)
}
