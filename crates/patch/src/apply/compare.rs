//! What differs between two objects, as sets of fields: the heart of tracking. One walk over both trees; only what differs
//! is built.

use schema::Schema;
use serde_json::{Map, Value};

use super::equality::values_equal;
use super::list_key::{aligned, element_of};
use super::place::{Atom, List, ListKind, Members, Place};
use super::{FieldSet, PathElement};

/// The difference between two objects. No path is in more than one set.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Comparison {
    /// Paths that only the left object has.
    pub removed: FieldSet,
    /// Paths that both have with different values.
    pub modified: FieldSet,
    /// Paths that only the right object has.
    pub added: FieldSet,
}

/// Which sets the place itself belongs to.
#[derive(Clone, Copy, Default)]
struct Marks {
    removed: bool,
    modified: bool,
    added: bool,
}

/// Compares two objects, but for `metadata.managedFields`.
pub fn compare(left: &Value, right: &Value, schema: &Schema) -> Comparison {
    let mut out = Comparison::default();
    walk(Place::root(schema), Some(left), Some(right), &mut out);
    out
}

impl Comparison {
    /// Whether the objects are the same.
    pub fn is_same(&self) -> bool {
        self.removed.is_empty() && self.modified.is_empty() && self.added.is_empty()
    }

    /// Drops paths, and everything below them.
    pub(super) fn exclude(&mut self, fields: &FieldSet) {
        for set in [&mut self.removed, &mut self.modified, &mut self.added] {
            if !set.is_empty() {
                *set = set.recursive_difference(fields);
            }
        }
    }

    fn attach(&mut self, element: PathElement, marks: Marks, below: Self) {
        let used = |marked: bool, set: &FieldSet| marked || !set.is_empty();
        if used(marks.removed, &below.removed) {
            self.removed.push(element.clone(), marks.removed, below.removed);
        }
        if used(marks.modified, &below.modified) {
            self.modified.push(element.clone(), marks.modified, below.modified);
        }
        if used(marks.added, &below.added) {
            self.added.push(element, marks.added, below.added);
        }
    }
}

impl Marks {
    const fn any(self) -> bool {
        self.removed || self.modified || self.added
    }

    /// The place as a leaf.
    fn leaf(&mut self, left: Option<&Value>, right: Option<&Value>) {
        match (left, right) {
            (None, _) => self.added = true,
            (_, None) => self.removed = true,
            (Some(left), Some(right)) => self.modified |= !values_equal(left, right),
        }
    }
}

/// Compares one place; what is below goes to `out`, the place itself is the answer.
fn walk(place: Place<'_>, left: Option<&Value>, right: Option<&Value>, out: &mut Comparison) -> Marks {
    let mut marks = Marks::default();
    let (of_left, of_right) = (place.atom(left), place.atom(right));
    let is_leaf = if right.is_none() {
        visit(of_left, left, right, out, &mut marks)
    } else if left.is_none() || of_left.same_kind(&of_right) {
        visit(of_right, left, right, out, &mut marks)
    } else {
        // A place without a type that held one kind of value and now holds another: seen once as each.
        visit(of_left, left, right, out, &mut marks);
        visit(of_right, left, right, out, &mut marks)
    };
    if !is_leaf {
        marks.added |= left.is_none();
        marks.removed |= left.is_some() && right.is_none();
    }
    marks
}

/// Says whether the place was treated as a leaf.
fn visit(
    atom: Atom<'_>,
    left: Option<&Value>,
    right: Option<&Value>,
    out: &mut Comparison,
    marks: &mut Marks,
) -> bool {
    match atom {
        Atom::Scalar(_) => {
            marks.leaf(left, right);
            true
        }
        Atom::List(list) => {
            let items = |side: Option<&'_ Value>| side.and_then(Value::as_array).map_or(0, Vec::len);
            let leaf = matches!(list.kind, ListKind::Atomic) || items(left) + items(right) == 0;
            if leaf {
                marks.leaf(left, right);
            } else {
                lists(&list, slice(left), slice(right), out);
            }
            leaf
        }
        Atom::Map(members) => {
            let size = |side: Option<&'_ Value>| side.and_then(Value::as_object).map_or(0, Map::len);
            let leaf = members.atomic || size(left) + size(right) == 0;
            if leaf {
                marks.leaf(left, right);
            } else {
                maps(&members, left.and_then(Value::as_object), right.and_then(Value::as_object), out);
            }
            leaf
        }
    }
}

fn slice(side: Option<&Value>) -> &[Value] {
    side.and_then(Value::as_array).map_or(&[], Vec::as_slice)
}

fn maps(
    members: &Members<'_>,
    left: Option<&Map<String, Value>>,
    right: Option<&Map<String, Value>>,
    out: &mut Comparison,
) {
    for (name, value) in left.into_iter().flatten() {
        let other = right.and_then(|right| right.get(name));
        member(members, name, Some(value), other, out);
    }
    for (name, value) in right.into_iter().flatten() {
        if left.is_none_or(|left| !left.contains_key(name)) {
            member(members, name, None, Some(value), out);
        }
    }
}

fn member(
    members: &Members<'_>,
    name: &str,
    left: Option<&Value>,
    right: Option<&Value>,
    out: &mut Comparison,
) {
    // Looking for equality first is cheaper than looking up the schema, and most members of most writes are equal.
    if left == right || members.skips(name) {
        return;
    }
    let mut below = Comparison::default();
    let marks = walk(members.member(name), left, right, &mut below);
    if marks.any() || !below.is_same() {
        out.attach(PathElement::field(name), marks, below);
    }
}

fn lists(list: &List<'_>, left: &[Value], right: &[Value], out: &mut Comparison) {
    if aligned(list, left, right) {
        for (left, right) in left.iter().zip(right).filter(|(left, right)| left != right) {
            let mut below = Comparison::default();
            let marks = walk(list.items, Some(left), Some(right), &mut below);
            if (marks.any() || !below.is_same())
                && let Ok(element) = element_of(list, left)
            {
                out.attach(element, marks, below);
            }
        }
        return;
    }
    let (left, right) = (indexed(list, left), indexed(list, right));
    let (mut left, mut right) = (left.as_slice(), right.as_slice());
    loop {
        let element = match (left.first(), right.first()) {
            (Some((l, _)), Some((r, _))) => l.min(r),
            (Some((element, _)), None) | (None, Some((element, _))) => element,
            (None, None) => return,
        };
        let count = |side: &[(PathElement, &Value)]| side.iter().take_while(|(e, _)| e == element).count();
        let (l, rest_left) = left.split_at(count(left));
        let (r, rest_right) = right.split_at(count(right));
        items(list, element, l, r, out);
        (left, right) = (rest_left, rest_right);
    }
}

fn indexed<'v>(list: &List<'_>, items: &'v [Value]) -> Vec<(PathElement, &'v Value)> {
    let mut elements: Vec<_> =
        items.iter().filter_map(|item| Some((element_of(list, item).ok()?, item))).collect();
    elements.sort_by(|a, b| a.0.cmp(&b.0));
    elements
}

/// All items with one key. Repeated items are compared as a whole.
fn items(
    list: &List<'_>,
    element: &PathElement,
    left: &[(PathElement, &Value)],
    right: &[(PathElement, &Value)],
    out: &mut Comparison,
) {
    let mut below = Comparison::default();
    let marks = match (left.len(), right.len()) {
        (0 | 1, 0 | 1) => {
            walk(list.items, left.first().map(|(_, v)| *v), right.first().map(|(_, v)| *v), &mut below)
        }
        (0 | 1, _) => {
            let mut marks = Marks::default();
            if let Some((_, item)) = left.first() {
                marks = walk(list.items, Some(item), None, &mut below);
            }
            Marks { added: true, ..marks }
        }
        (_, 0 | 1) => {
            let mut marks = Marks::default();
            if let Some((_, item)) = right.first() {
                marks = walk(list.items, None, Some(item), &mut below);
            }
            Marks { removed: true, ..marks }
        }
        (l, r) => {
            let same = l == r && left.iter().zip(right).all(|((_, l), (_, r))| values_equal(l, r));
            Marks { modified: !same, ..Marks::default() }
        }
    };
    if marks.any() || !below.is_same() {
        out.attach(element.clone(), marks, below);
    }
}
