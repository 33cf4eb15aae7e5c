//! The patch between two lists that are merged item by item.

use std::cmp::Ordering;
use std::collections::HashMap;

use serde_json::{Map, Value};

use super::Error;
use super::diff::{self, Options};
use super::directives::PATCH;
use super::lists::{Kind, kind_of};
use super::lookup::Found;
use super::order::{identities, identity};
use crate::go_text::plain;

/// What a patch says about one list.
#[derive(Default)]
pub(super) struct Lists {
    /// Items to merge or add, then items to delete.
    pub(super) patch: Vec<Value>,
    /// Scalars to delete.
    pub(super) deletions: Vec<Value>,
    /// The order of the result.
    pub(super) order: Vec<Value>,
}

/// The patch that turns one list into the other.
pub(super) fn lists(
    original: &[Value],
    modified: &[Value],
    found: &Found<'_>,
    options: Options,
) -> Result<Lists, Error> {
    if original.is_empty() {
        let patch = if options.only_deletions { Vec::new() } else { modified.to_vec() };
        return Ok(Lists { patch, ..Lists::default() });
    }
    match kind_of(&[original, modified])? {
        Some(Kind::Objects) => objects(original, modified, found, options),
        _ => Ok(scalars(original, modified, options)),
    }
}

fn scalars(original: &[Value], modified: &[Value], options: Options) -> Lists {
    let sorted = |list: &[Value]| {
        let mut list: Vec<(String, Value)> = list.iter().map(|item| (plain(item), item.clone())).collect();
        list.sort_by(|a, b| a.0.cmp(&b.0));
        list
    };
    let (old, new) = (sorted(original), sorted(modified));
    let mut lists = Lists::default();
    join(&old, &new, |met| {
        match met {
            (Some(_), Some(_)) => {}
            (Some((_, gone)), None) if !options.ignore_deletions => lists.deletions.push(gone.clone()),
            (None, Some((_, added))) if !options.only_deletions => lists.patch.push(added.clone()),
            _ => {}
        }
        Ok(())
    })
    .expect("the closure never fails");
    let mut seen = std::collections::HashSet::new();
    lists.deletions.retain(|item| seen.insert(identity(item)));
    let wanted = identities(modified, None);
    sort_as(&mut lists.patch, &wanted, identity);
    let says_order = (!options.ignore_deletions && !lists.deletions.is_empty())
        || (!options.only_deletions && original != modified);
    if options.set_order && says_order {
        lists.order = modified.to_vec();
    }
    lists
}

fn objects(
    original: &[Value],
    modified: &[Value],
    found: &Found<'_>,
    options: Options,
) -> Result<Lists, Error> {
    let key = found
        .merge_key
        .ok_or_else(|| Error::Other("cannot merge lists without merge key for struct".to_owned()))?;
    let (old, new) = (keyed(original, key)?, keyed(modified, key)?);
    let (mut patch, mut deletions) = (Vec::new(), Vec::new());
    join(&old, &new, |met| {
        match met {
            (Some((_, old)), Some((_, new))) => {
                let mut inner = diff::maps(old, new, found.schema, options)?;
                if !inner.is_empty() {
                    inner.insert(key.to_owned(), new[key].clone());
                    patch.push(Value::Object(inner));
                }
            }
            (Some((_, old)), None) if !options.ignore_deletions => {
                let mut gone = Map::new();
                gone.insert(key.to_owned(), old[key].clone());
                gone.insert(PATCH.to_owned(), Value::from("delete"));
                deletions.push(Value::Object(gone));
            }
            (None, Some((_, new))) if !options.only_deletions => patch.push(Value::Object((*new).clone())),
            _ => {}
        }
        Ok(())
    })?;
    let wanted = identities(modified, Some(key));
    sort_as(&mut patch, &wanted, |item| identity(&item[key]));
    patch.append(&mut deletions);
    let same_order = identities(original, Some(key)) == wanted;
    let says_order = (!options.only_deletions && (!patch.is_empty() || !same_order))
        || (!options.ignore_deletions && !patch.is_empty());
    let mut lists = Lists { patch, ..Lists::default() };
    if options.set_order && says_order {
        let only_key =
            |item: &Value| Value::Object([(key.to_owned(), item[key].clone())].into_iter().collect());
        lists.order = modified.iter().map(only_key).collect();
    }
    Ok(lists)
}

/// Sorts items by where `wanted` has them.
fn sort_as(items: &mut [Value], wanted: &[String], identity: impl Fn(&Value) -> String) {
    let positions: HashMap<&str, usize> =
        wanted.iter().enumerate().rev().map(|(at, identity)| (identity.as_str(), at)).collect();
    items.sort_by_cached_key(|item| positions.get(identity(item).as_str()).copied());
}

/// Items with the text of their key.
type Keyed<'v> = Vec<(String, &'v Map<String, Value>)>;

/// The items by the text of their key, sorted.
fn keyed<'v>(list: &'v [Value], key: &str) -> Result<Keyed<'v>, Error> {
    let mut items = list
        .iter()
        .map(|item| {
            let members = item.as_object().ok_or_else(|| Error::not_a_map(item))?;
            let value = members.get(key).ok_or_else(|| Error::no_merge_key(members, key))?;
            Ok((plain(value), members))
        })
        .collect::<Result<Vec<_>, Error>>()?;
    items.sort_by(|a, b| a.0.cmp(&b.0));
    Ok(items)
}

/// Walks two sorted lists, pairing equal keys.
fn join<'a, T>(
    left: &'a [(String, T)],
    right: &'a [(String, T)],
    mut visit: impl FnMut((Option<&'a (String, T)>, Option<&'a (String, T)>)) -> Result<(), Error>,
) -> Result<(), Error> {
    let (mut left, mut right) = (left.iter().peekable(), right.iter().peekable());
    loop {
        let order = match (left.peek(), right.peek()) {
            (Some(l), Some(r)) => l.0.cmp(&r.0),
            (Some(_), None) => Ordering::Less,
            (None, Some(_)) => Ordering::Greater,
            (None, None) => return Ok(()),
        };
        visit(match order {
            Ordering::Less => (left.next(), None),
            Ordering::Greater => (None, right.next()),
            Ordering::Equal => (left.next(), right.next()),
        })?;
    }
}
