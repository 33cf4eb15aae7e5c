//! A set of paths, as a tree that shares common prefixes. The algebra is in `set_algebra`, the JSON form in `set_json`.

use std::fmt;

use super::PathElement;

/// A path from the root of an object.
pub type Path = [PathElement];

/// A set of paths. Owning a path says nothing about its parents or children.
#[derive(Clone, Default, PartialEq, Eq)]
pub struct FieldSet {
    /// Sorted by element, each element once.
    pub(super) nodes: Vec<Node>,
}

/// One element: whether the path ending here is in the set, and what is below it. Never neither.
#[derive(Clone, PartialEq, Eq)]
pub(super) struct Node {
    pub(super) element: PathElement,
    pub(super) member: bool,
    pub(super) children: FieldSet,
}

impl FieldSet {
    /// The empty set.
    pub const fn new() -> Self {
        Self { nodes: Vec::new() }
    }

    /// The set of these paths, each given as field names: `[&["spec"], &["status", "phase"]]`.
    pub fn of_fields<'p>(paths: impl IntoIterator<Item = &'p [&'p str]>) -> Self {
        let mut set = Self::new();
        for path in paths {
            let path: Vec<_> = path.iter().map(|name| PathElement::field(name)).collect();
            set.insert(&path);
        }
        set
    }

    /// Whether nothing is in it.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// How many paths it has.
    pub fn len(&self) -> usize {
        self.nodes.iter().map(|node| usize::from(node.member) + node.children.len()).sum()
    }

    /// Adds a path. The empty path (the whole object) is nobody's.
    pub fn insert(&mut self, path: &Path) {
        let Some((last, parents)) = path.split_last() else { return };
        let mut set = self;
        for element in parents {
            set = &mut set.node_mut(element).children;
        }
        set.node_mut(last).member = true;
    }

    /// Whether the path is in the set.
    pub fn has(&self, path: &Path) -> bool {
        let Some((last, parents)) = path.split_last() else { return false };
        let mut set = self;
        for element in parents {
            match set.node(element) {
                Some(node) => set = &node.children,
                None => return false,
            }
        }
        set.has_member(last)
    }

    /// Whether the path of one element is in the set.
    pub(super) fn has_member(&self, element: &PathElement) -> bool {
        self.node(element).is_some_and(|node| node.member)
    }

    pub(super) fn node(&self, element: &PathElement) -> Option<&Node> {
        let at = self.nodes.binary_search_by(|node| node.element.cmp(element)).ok()?;
        Some(&self.nodes[at])
    }

    /// The node of a field, without making an element for the search.
    pub(super) fn field_node(&self, name: &str) -> Option<&Node> {
        let at = self.nodes.binary_search_by(|node| match &node.element {
            PathElement::Field(field) => (**field).cmp(name),
            _ => std::cmp::Ordering::Greater,
        });
        at.ok().map(|at| &self.nodes[at])
    }

    fn node_mut(&mut self, element: &PathElement) -> &mut Node {
        let at = match self.nodes.binary_search_by(|node| node.element.cmp(element)) {
            Ok(at) => at,
            Err(at) => {
                let node = Node { element: element.clone(), member: false, children: Self::new() };
                self.nodes.insert(at, node);
                at
            }
        };
        &mut self.nodes[at]
    }

    /// Adds a node whose element is not there yet; cheap when nodes come in order.
    pub(super) fn push(&mut self, element: PathElement, member: bool, children: Self) {
        if !member && children.is_empty() {
            return;
        }
        let node = Node { element, member, children };
        match self.nodes.last() {
            Some(last) if last.element >= node.element => {
                match self.nodes.binary_search_by(|other| other.element.cmp(&node.element)) {
                    Ok(at) => {
                        self.nodes[at].member |= node.member;
                        self.nodes[at].children.extend(&node.children);
                    }
                    Err(at) => self.nodes.insert(at, node),
                }
            }
            _ => self.nodes.push(node),
        }
    }

    /// Every path: at each level first those that end there, then those that go deeper.
    pub fn paths(&self) -> Vec<Vec<PathElement>> {
        let mut paths = Vec::new();
        self.visit(&mut Vec::new(), &mut |path| paths.push(path.to_vec()));
        paths
    }

    fn visit(&self, prefix: &mut Vec<PathElement>, f: &mut impl FnMut(&Path)) {
        for node in self.nodes.iter().filter(|node| node.member) {
            prefix.push(node.element.clone());
            f(prefix);
            prefix.pop();
        }
        for node in self.nodes.iter().filter(|node| !node.children.is_empty()) {
            prefix.push(node.element.clone());
            node.children.visit(prefix, f);
            prefix.pop();
        }
    }
}

impl fmt::Debug for FieldSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = |path: Vec<PathElement>| path.iter().map(ToString::to_string).collect::<String>();
        f.debug_set().entries(self.paths().into_iter().map(text)).finish()
    }
}
