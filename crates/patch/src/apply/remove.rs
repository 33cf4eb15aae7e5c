//! Taking fields out of an object, and deciding which: what a manager applied before, does not apply now, and nobody else
//! owns.

use schema::Schema;
use serde_json::{Map, Value};

use super::field_set::Node;
use super::fields_of::fields_of;
use super::list_key::element_of;
use super::place::{Atom, ListKind, Place};
use super::reconcile::with_named_parents;
use super::{FieldSet, PathElement};

/// Removes from the merged object what only `last`, the manager's former set, holds. `owned` is what anybody owns now,
/// the manager's new set included.
pub(super) fn prune(merged: &mut Value, last: &FieldSet, owned: &FieldSet, schema: &Schema) {
    let all = |object: &Value| with_named_parents(&fields_of(object, schema), schema);
    let last = with_named_parents(last, schema);
    let merged_set = all(merged);

    // Take away everything that was applied before …
    let mut pruned = merged.clone();
    remove(&mut pruned, &last, schema, Emptied::Null);
    // … give back what is owned, whoever owns it …
    let kept = all(&pruned).union(&with_named_parents(owned, schema));
    pruned.clone_from(merged);
    remove(&mut pruned, &merged_set.difference(&kept), schema, Emptied::Null);
    // … and what was lost although the manager never applied it.
    let gone = merged_set.difference(&all(&pruned)).intersection(&last);
    remove(merged, &gone, schema, Emptied::UnlessOwned(Some(owned)));
}

/// What becomes of a list or map from which nothing is left. Null still counts as a field while sets are worked out. In
/// the result there is nothing to say for it (Go would read it as absent), unless somebody owns the place itself.
#[derive(Clone, Copy)]
enum Emptied<'f> {
    Null,
    /// With what is owned from here on.
    UnlessOwned(Option<&'f FieldSet>),
}

impl<'f> Emptied<'f> {
    /// The same further down, and whether that place itself is owned.
    fn below(self, find: impl Fn(&'f FieldSet) -> Option<&'f Node>) -> (Self, bool) {
        match self {
            Self::Null => (self, false),
            Self::UnlessOwned(owned) => {
                let node = owned.and_then(find);
                (Self::UnlessOwned(node.map(|node| &node.children)), node.is_some_and(|node| node.member))
            }
        }
    }
}

/// Removes the fields of a set, and what is in them.
fn remove(object: &mut Value, fields: &FieldSet, schema: &Schema, emptied: Emptied<'_>) {
    if !fields.is_empty() {
        take(Place::root(schema), object, fields, emptied);
    }
}

fn take(place: Place<'_>, value: &mut Value, fields: &FieldSet, emptied: Emptied<'_>) {
    match (place.atom(Some(value)), &mut *value) {
        (Atom::Scalar(_), _) => return,
        (Atom::List(list), Value::Array(items)) if !matches!(list.kind, ListKind::Atomic) => {
            items.retain_mut(|item| {
                let element = element_of(&list, item).unwrap_or(PathElement::Index(-1));
                let below = emptied.below(|owned| owned.node(&element));
                keeps(fields.node(&element), list.items, item, below)
            });
            if !items.is_empty() {
                return;
            }
        }
        (Atom::Map(members), Value::Object(object)) if !members.atomic => {
            object.retain(|name, member| {
                let below = emptied.below(|owned| owned.field_node(name));
                keeps(fields.field_node(name), members.member(name), member, below)
            });
            if !object.is_empty() {
                return;
            }
        }
        _ => {}
    }
    *value = Value::Null;
}

/// Whether the item or member at a node stays; what is to go from inside it goes here.
fn keeps(
    node: Option<&Node>,
    place: Place<'_>,
    value: &mut Value,
    (emptied, owned): (Emptied<'_>, bool),
) -> bool {
    let Some(node) = node else { return true };
    if node.member {
        return false;
    }
    let empty = if value.is_array() { Value::Array(Vec::new()) } else { Value::Object(Map::new()) };
    take(place, value, &node.children, emptied);
    match emptied {
        Emptied::UnlessOwned(_) if value.is_null() => {
            *value = empty;
            owned
        }
        _ => true,
    }
}
