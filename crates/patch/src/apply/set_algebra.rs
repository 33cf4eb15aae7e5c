//! Union, difference, intersection and their kin: one pass over two sorted trees each.

use std::cmp::Ordering;

use super::field_set::{FieldSet, Node};

/// What a merge of two sorted node lists meets next.
enum Met<'a> {
    Left(&'a Node),
    Right(&'a Node),
    Both(&'a Node, &'a Node),
}

fn zip<'a>(left: &'a [Node], right: &'a [Node]) -> impl Iterator<Item = Met<'a>> {
    let (mut left, mut right) = (left.iter().peekable(), right.iter().peekable());
    std::iter::from_fn(move || {
        let order = match (left.peek(), right.peek()) {
            (Some(l), Some(r)) => l.element.cmp(&r.element),
            (Some(_), None) => Ordering::Less,
            (None, Some(_)) => Ordering::Greater,
            (None, None) => return None,
        };
        match order {
            Ordering::Less => left.next().map(Met::Left),
            Ordering::Greater => right.next().map(Met::Right),
            Ordering::Equal => left.next().zip(right.next()).map(|(l, r)| Met::Both(l, r)),
        }
    })
}

impl FieldSet {
    fn collect<'a>(nodes: impl Iterator<Item = (&'a Node, bool, Self)>) -> Self {
        let nodes = nodes
            .filter(|(_, member, children)| *member || !children.is_empty())
            .map(|(from, member, children)| Node { element: from.element.clone(), member, children });
        Self { nodes: nodes.collect() }
    }

    /// Paths in either.
    #[must_use]
    pub fn union(&self, other: &Self) -> Self {
        Self::collect(zip(&self.nodes, &other.nodes).map(|met| match met {
            Met::Left(node) | Met::Right(node) => (node, node.member, node.children.clone()),
            Met::Both(l, r) => (l, l.member || r.member, l.children.union(&r.children)),
        }))
    }

    /// Adds every path of another set.
    pub fn extend(&mut self, other: &Self) {
        if self.is_empty() {
            self.clone_from(other);
        } else if !other.is_empty() {
            *self = self.union(other);
        }
    }

    /// Paths in both.
    #[must_use]
    pub fn intersection(&self, other: &Self) -> Self {
        Self::collect(zip(&self.nodes, &other.nodes).filter_map(|met| match met {
            Met::Both(l, r) => Some((l, l.member && r.member, l.children.intersection(&r.children))),
            _ => None,
        }))
    }

    /// Paths of this set that the other does not have. Parents and children are paths of their own.
    #[must_use]
    pub fn difference(&self, other: &Self) -> Self {
        Self::collect(zip(&self.nodes, &other.nodes).filter_map(|met| match met {
            Met::Left(node) => Some((node, node.member, node.children.clone())),
            Met::Right(_) => None,
            Met::Both(l, r) => Some((l, l.member && !r.member, l.children.difference(&r.children))),
        }))
    }

    /// [`FieldSet::difference`] in place; says whether anything was taken away.
    pub fn subtract(&mut self, other: &Self) -> bool {
        let mut changed = false;
        for gone in &other.nodes {
            let Ok(at) = self.nodes.binary_search_by(|node| node.element.cmp(&gone.element)) else {
                continue;
            };
            let node = &mut self.nodes[at];
            if node.member && gone.member {
                node.member = false;
                changed = true;
            }
            changed |= node.children.subtract(&gone.children);
            if !node.member && node.children.is_empty() {
                self.nodes.remove(at);
            }
        }
        changed
    }

    /// Paths that are neither in the other set nor below one of its paths.
    #[must_use]
    pub fn recursive_difference(&self, other: &Self) -> Self {
        Self::collect(zip(&self.nodes, &other.nodes).filter_map(|met| match met {
            Met::Left(node) => Some((node, node.member, node.children.clone())),
            Met::Right(_) => None,
            Met::Both(_, r) if r.member => None,
            Met::Both(l, r) => Some((l, l.member, l.children.recursive_difference(&r.children))),
        }))
    }

    /// Paths below which the set has nothing.
    #[must_use]
    pub fn leaves(&self) -> Self {
        Self::collect(
            self.nodes
                .iter()
                .map(|node| (node, node.member && node.children.is_empty(), node.children.leaves())),
        )
    }

    /// Whether every path of this set is in the other.
    pub fn is_subset(&self, other: &Self) -> bool {
        zip(&self.nodes, &other.nodes).all(|met| match met {
            Met::Left(_) => false,
            Met::Right(_) => true,
            Met::Both(l, r) => (!l.member || r.member) && l.children.is_subset(&r.children),
        })
    }
}
