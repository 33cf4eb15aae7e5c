//! Field sets against the schema: named parents made explicit for removal, and sets written when a place was still
//! granular brought in line with a schema that now calls it atomic.

use schema::Schema;

use super::place::{Atom, ListKind, Place};
use super::{FieldSet, PathElement};

/// The set, plus every declared field that has a member below it. Keys of maps and list items are left alone: they are
/// members in their own right.
pub(super) fn with_named_parents(set: &FieldSet, schema: &Schema) -> FieldSet {
    named(set, Some(Place::root(schema)))
}

fn named(set: &FieldSet, place: Option<Place<'_>>) -> FieldSet {
    let atom = place.map(|place| place.atom(None));
    let mut out = FieldSet::new();
    for node in &set.nodes {
        let (below, declared) = match (&node.element, &atom) {
            (PathElement::Field(name), Some(Atom::Map(members))) => {
                (Some(members.member(name)), members.declared(name).is_some())
            }
            (PathElement::Key(_), Some(Atom::List(list))) => (Some(list.items), false),
            _ => (None, false),
        };
        let member = node.member || (declared && !node.children.is_empty());
        out.push(node.element.clone(), member, named(&node.children, below));
    }
    out
}

/// Who owned fields inside a place that has become atomic now owns the place. Says whether anything changed.
pub(super) fn reconcile(set: &mut FieldSet, schema: &Schema) -> bool {
    visit(set, Place::root(schema))
}

/// Says whether the set below the place was changed.
fn visit(set: &mut FieldSet, place: Place<'_>) -> bool {
    if place.is_deduced() {
        return false;
    }
    let atom = place.atom(None);
    let mut changed = false;
    for node in &mut set.nodes {
        let below = match (&atom, &node.element) {
            (Atom::Map(members), _) if members.is_free() => return changed,
            (Atom::Map(members), PathElement::Field(name)) => members.member(name),
            (Atom::List(list), _) => list.items,
            _ => continue,
        };
        if below.is_undeclared() {
            continue;
        }
        let was_whole = node.member && node.children.is_empty();
        let now_whole = match below.atom(None) {
            Atom::Map(members) => members.atomic && !node.children.is_empty(),
            Atom::List(list) => matches!(list.kind, ListKind::Atomic),
            Atom::Scalar(_) => false,
        };
        if !was_whole && now_whole {
            (node.member, node.children) = (true, FieldSet::new());
            changed = true;
        } else {
            changed |= visit(&mut node.children, below);
        }
    }
    changed
}
