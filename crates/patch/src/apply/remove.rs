//! Taking fields out of an object, and deciding which: what a manager applied before, does not apply now, and nobody else
//! owns.

use schema::Schema;
use serde_json::Value;

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
    remove(&mut pruned, &last, schema);
    // … give back what is owned, whoever owns it …
    let kept = all(&pruned).union(&with_named_parents(owned, schema));
    let mut pruned = merged.clone();
    remove(&mut pruned, &merged_set.difference(&kept), schema);
    // … and what was lost although the manager never applied it.
    let gone = merged_set.difference(&all(&pruned)).intersection(&last);
    remove(merged, &gone, schema);
}

/// Removes the fields of a set, and what is in them.
fn remove(object: &mut Value, fields: &FieldSet, schema: &Schema) {
    if !fields.is_empty() {
        take(Place::root(schema), object, fields);
    }
}

/// A list or map from which nothing is left becomes null.
fn take(place: Place<'_>, value: &mut Value, fields: &FieldSet) {
    match place.atom(Some(value)) {
        Atom::Scalar(_) => {}
        Atom::List(list) => {
            let Value::Array(items) = value else { return *value = Value::Null };
            if matches!(list.kind, ListKind::Atomic) {
                return *value = Value::Null;
            }
            items.retain_mut(|item| {
                let element = element_of(&list, item).unwrap_or(PathElement::Index(-1));
                let Some(node) = fields.node(&element) else { return true };
                if !node.member && !node.children.is_empty() {
                    take(list.items, item, &node.children);
                }
                !node.member
            });
            if items.is_empty() {
                *value = Value::Null;
            }
        }
        Atom::Map(members) => {
            let Value::Object(object) = value else { return *value = Value::Null };
            if members.atomic {
                return *value = Value::Null;
            }
            object.retain(|name, member| {
                let Some(node) = fields.field_node(name) else { return true };
                if !node.member && !node.children.is_empty() {
                    take(members.member(name), member, &node.children);
                }
                !node.member
            });
            if object.is_empty() {
                *value = Value::Null;
            }
        }
    }
}
