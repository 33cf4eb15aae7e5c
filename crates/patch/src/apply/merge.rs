//! Laying an applied configuration over the live object: maps by member, lists by item, the rest replaced.

use std::collections::BTreeMap;

use schema::Schema;
use serde_json::{Map, Value};

use super::PathElement;
use super::list_key::element_of;
use super::place::{Atom, List, ListKind, Members, Place};

/// The live object with the configuration laid over it. Both have been checked against the schema; what cannot be told
/// apart all the same (a list item without its keys) is an error.
pub(super) fn merge(live: Value, config: &Value, schema: &Schema) -> Result<Value, String> {
    values(Place::root(schema), live, config)
}

fn values(place: Place<'_>, left: Value, right: &Value) -> Result<Value, String> {
    match place.atom(Some(right)) {
        Atom::Scalar(_) => Ok(right.clone()),
        Atom::List(list) => {
            let left_items = if let Value::Array(items) = left { items } else { Vec::new() };
            let right_items = right.as_array().map_or(&[][..], Vec::as_slice);
            if matches!(list.kind, ListKind::Atomic) || left_items.len() + right_items.len() == 0 {
                return Ok(right.clone());
            }
            items(&list, left_items, right_items).map(Value::Array)
        }
        Atom::Map(members) => {
            let left = if let Value::Object(object) = left { object } else { Map::new() };
            let size = right.as_object().map_or(0, Map::len);
            if members.atomic || left.len() + size == 0 {
                return Ok(right.clone());
            }
            maps(&members, left, right.as_object()).map(Value::Object)
        }
    }
}

fn maps(
    members: &Members<'_>,
    mut left: Map<String, Value>,
    right: Option<&Map<String, Value>>,
) -> Result<Map<String, Value>, String> {
    for (name, value) in right.into_iter().flatten() {
        match left.get_mut(name) {
            Some(slot) => {
                let live = std::mem::take(slot);
                *slot = values(members.member(name), live, value).map_err(|e| format!(".{name}{e}"))?;
            }
            None => {
                left.insert(name.clone(), value.clone());
            }
        }
    }
    Ok(left)
}

/// Items of both lists: those that both have come in the order of the configuration, and those that only the live object
/// has stay near their old neighbours.
fn items(list: &List<'_>, left: Vec<Value>, right: &[Value]) -> Result<Vec<Value>, String> {
    let right_elements = elements(list, right)?;
    let mut right_index = BTreeMap::new();
    for (at, element) in right_elements.iter().enumerate() {
        if right_index.insert(element, at).is_some() {
            return Err(format!(": duplicate entries for key {element}"));
        }
    }
    let left_elements = elements(list, &left)?;
    let mut left_index: BTreeMap<&PathElement, Vec<usize>> = BTreeMap::new();
    for (at, element) in left_elements.iter().enumerate() {
        left_index.entry(element).or_default().push(at);
    }
    let mut merging = Merging {
        list,
        left: left.into_iter().map(Some).collect(),
        left_index: &left_index,
        right,
        out: Vec::new(),
    };
    let shared = right_elements.iter().filter(|element| left_index.contains_key(element));
    weave(&left_elements, &right_elements, &right_index, shared, &mut merging)?;
    Ok(merging.out)
}

fn elements(list: &List<'_>, items: &[Value]) -> Result<Vec<PathElement>, String> {
    items
        .iter()
        .enumerate()
        .map(|(at, item)| element_of(list, item).map_err(|e| format!(": element {at}: {e}")))
        .collect()
}

/// The lists being merged.
struct Merging<'m> {
    list: &'m List<'m>,
    left: Vec<Option<Value>>,
    left_index: &'m BTreeMap<&'m PathElement, Vec<usize>>,
    right: &'m [Value],
    out: Vec<Value>,
}

impl Merging<'_> {
    fn take_left(&mut self, at: usize) {
        self.out.extend(self.left[at].take());
    }

    /// The item of the configuration, laid over the live one. Repeated live items are replaced, not merged.
    fn take_right(&mut self, at: usize, element: &PathElement) -> Result<(), String> {
        let live = match self.left_index.get(element).map(Vec::as_slice) {
            Some([only]) => self.left[*only].take(),
            Some(_) => Some(Value::Null),
            None => None,
        };
        let item = &self.right[at];
        self.out.push(match live {
            Some(live) => values(self.list.items, live, item).map_err(|e| format!("{element}{e}"))?,
            None => item.clone(),
        });
        Ok(())
    }
}

/// Walks both lists at once. `shared` are the elements that both have, in the configuration's order.
fn weave<'m>(
    left: &'m [PathElement],
    right: &'m [PathElement],
    right_index: &BTreeMap<&PathElement, usize>,
    mut shared: impl Iterator<Item = &'m PathElement>,
    merging: &mut Merging<'_>,
) -> Result<(), String> {
    let mut next_shared = shared.next();
    let (mut l, mut r) = (0, 0);
    while l < left.len() || r < right.len() {
        if l < left.len() && r < right.len() {
            if left[l] == right[r] {
                merging.take_right(r, &right[r])?;
                (l, r) = (l + 1, r + 1);
                next_shared = shared.next();
                continue;
            }
            let later =
                right_index.contains_key(&left[l]) && next_shared.is_some_and(|next| *next != left[l]);
            if later {
                l += 1;
                continue;
            }
        }
        if l < left.len() {
            match right_index.get(&left[l]) {
                None => {
                    merging.take_left(l);
                    l += 1;
                    continue;
                }
                Some(&at) if at < r => l += 1,
                Some(_) => {}
            }
        }
        if r < right.len() {
            merging.take_right(r, &right[r])?;
            if next_shared == Some(&right[r]) {
                next_shared = shared.next();
            }
            r += 1;
        }
    }
    Ok(())
}
