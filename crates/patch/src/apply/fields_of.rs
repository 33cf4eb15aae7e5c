//! The set of fields that an object has: what an applied configuration comes to own.

use serde_json::Value;

use schema::Schema;

use super::list_key::element_of;
use super::place::{Atom, List, ListKind, Members, Place};
use super::{FieldSet, PathElement};

/// Every leaf of the object, every list item, every key of a map, and empty structs and nulls.
pub fn fields_of(object: &Value, schema: &Schema) -> FieldSet {
    walk(Place::root(schema), object).0
}

/// What is below a value, and whether the value itself counts.
fn walk(place: Place<'_>, value: &Value) -> (FieldSet, bool) {
    match place.atom(Some(value)) {
        Atom::Scalar(_) => (FieldSet::new(), true),
        Atom::List(list) if matches!(list.kind, ListKind::Atomic) => (FieldSet::new(), true),
        Atom::List(list) => (value.as_array().map(|items| of_items(&list, items)).unwrap_or_default(), false),
        Atom::Map(members) if members.atomic => (FieldSet::new(), true),
        Atom::Map(members) => (of_members(&members, value), false),
    }
}

fn of_members(members: &Members<'_>, value: &Value) -> FieldSet {
    let mut set = FieldSet::new();
    let Value::Object(object) = value else { return set };
    for (name, value) in object {
        if members.skips(name) {
            continue;
        }
        let declared = members.declared(name);
        let (children, own) = walk(declared.unwrap_or_else(|| members.member(name)), value);
        let empty = value.is_null() || value.as_object().is_some_and(serde_json::Map::is_empty);
        set.push(PathElement::field(name), own || empty || declared.is_none(), children);
    }
    set
}

/// Items that occur more than once are owned as one, without what is in them.
fn of_items(list: &List<'_>, items: &[Value]) -> FieldSet {
    let mut elements: Vec<(PathElement, &Value)> =
        items.iter().filter_map(|item| Some((element_of(list, item).ok()?, item))).collect();
    elements.sort_by(|a, b| a.0.cmp(&b.0));
    let mut set = FieldSet::new();
    let mut elements = elements.into_iter().peekable();
    while let Some((element, item)) = elements.next() {
        let mut repeated = false;
        while elements.next_if(|(next, _)| *next == element).is_some() {
            repeated = true;
        }
        let children = if repeated { FieldSet::new() } else { walk(list.items, item).0 };
        set.push(element, true, children);
    }
    set
}
