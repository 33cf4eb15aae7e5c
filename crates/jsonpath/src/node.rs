//! What a template consists of. Made by `parse`, run by `eval`.

/// A part of a template.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Node {
    /// Steps that follow one another: what is between a pair of braces.
    List(Vec<Node>),
    /// Text as it is.
    Text(String),
    /// A member of an object.
    Field(String),
    /// Items of a list.
    Slice([Bound; 3]),
    /// Items for which a comparison holds; without an operator, for which the left side finds something.
    Filter { left: Vec<Node>, operator: String, right: Vec<Node> },
    /// A whole number.
    Int(i64),
    /// Another number.
    Float(f64),
    /// Yes or no.
    Bool(bool),
    /// All members or items.
    Wildcard,
    /// Everything below.
    Recursive,
    /// What several steps find.
    Union(Vec<Vec<Node>>),
    /// `range` or `end`.
    Identifier(String),
}

/// Where a slice begins or ends, or its step.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Bound {
    pub value: i64,
    pub known: bool,
    /// The end of a slice that is just one index.
    pub derived: bool,
}
