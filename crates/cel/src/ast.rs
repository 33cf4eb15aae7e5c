//! The tree of an expression, after macros are expanded. Every node has a number; what is known of a node (its place,
//! its type, which overload it calls) is kept in tables by that number.

/// The number of a node.
pub(crate) type Id = u32;

/// One node.
#[derive(Clone, Debug)]
pub(crate) struct Expr {
    pub id: Id,
    /// How many nodes deep this tree is: evaluation recurses, so it is limited.
    pub depth: u16,
    pub kind: Kind,
}

#[derive(Clone, Debug)]
pub(crate) enum Kind {
    /// Left by an error that is reported elsewhere.
    Missing,
    Literal(Literal),
    Ident(String),
    Select {
        operand: Box<Expr>,
        field: String,
        test_only: bool,
    },
    Call(Box<Call>),
    List {
        items: Vec<Expr>,
        optional: Vec<bool>,
    },
    Map(Vec<Entry>),
    Struct {
        name: String,
        fields: Vec<Field>,
    },
    Fold(Box<Fold>),
}

/// A constant in the text.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Literal {
    Null,
    Bool(bool),
    Int(i64),
    Uint(u64),
    Double(f64),
    String(String),
    Bytes(Vec<u8>),
}

#[derive(Clone, Debug)]
pub(crate) struct Call {
    pub function: String,
    pub target: Option<Expr>,
    pub args: Vec<Expr>,
}

/// An entry of a map literal.
#[derive(Clone, Debug)]
pub(crate) struct Entry {
    pub key: Expr,
    pub value: Expr,
    pub optional: bool,
}

/// A field of a message literal.
#[derive(Clone, Debug)]
pub(crate) struct Field {
    pub id: Id,
    pub name: String,
    pub value: Expr,
    pub optional: bool,
}

/// A loop over a list or map with an accumulator: what the macros become.
#[derive(Clone, Debug)]
pub(crate) struct Fold {
    pub range: Expr,
    pub var: String,
    /// The second variable of a two-variable comprehension.
    pub var2: Option<String>,
    pub accu: String,
    pub init: Expr,
    pub condition: Expr,
    pub step: Expr,
    pub result: Expr,
}

impl Expr {
    pub fn new(id: Id, kind: Kind) -> Self {
        let depth = kind.children().map(|child| child.depth).max().unwrap_or(0).saturating_add(1);
        Self { id, depth, kind }
    }

    /// The dotted name this node spells, when it is made of identifiers and plain selections.
    pub fn qualified_name(&self) -> Option<String> {
        match &self.kind {
            Kind::Ident(name) => Some(name.clone()),
            Kind::Select { operand, field, test_only: false } => {
                Some(format!("{}.{field}", operand.qualified_name()?))
            }
            _ => None,
        }
    }
}

impl Kind {
    /// The nodes right below.
    pub fn children(&self) -> Box<dyn Iterator<Item = &Expr> + '_> {
        match self {
            Self::Missing | Self::Literal(_) | Self::Ident(_) => Box::new(std::iter::empty()),
            Self::Select { operand, .. } => Box::new(std::iter::once(&**operand)),
            Self::Call(call) => Box::new(call.target.iter().chain(&call.args)),
            Self::List { items, .. } => Box::new(items.iter()),
            Self::Map(entries) => Box::new(entries.iter().flat_map(|entry| [&entry.key, &entry.value])),
            Self::Struct { fields, .. } => Box::new(fields.iter().map(|field| &field.value)),
            Self::Fold(fold) => {
                Box::new([&fold.range, &fold.init, &fold.condition, &fold.step, &fold.result].into_iter())
            }
        }
    }
}

/// A parsed expression: the tree and where its nodes begin.
#[derive(Clone, Debug)]
pub(crate) struct Parsed {
    pub root: Expr,
    /// The offset of each node, by number; `None` for nodes without a place.
    pub offsets: Vec<Option<u32>>,
}

/// The names of the operators as functions.
pub(crate) mod operators {
    pub const CONDITIONAL: &str = "_?_:_";
    pub const AND: &str = "_&&_";
    pub const OR: &str = "_||_";
    pub const NOT: &str = "!_";
    pub const EQUALS: &str = "_==_";
    pub const NOT_EQUALS: &str = "_!=_";
    pub const LESS: &str = "_<_";
    pub const LESS_EQUALS: &str = "_<=_";
    pub const GREATER: &str = "_>_";
    pub const GREATER_EQUALS: &str = "_>=_";
    pub const ADD: &str = "_+_";
    pub const SUBTRACT: &str = "_-_";
    pub const MULTIPLY: &str = "_*_";
    pub const DIVIDE: &str = "_/_";
    pub const MODULO: &str = "_%_";
    pub const NEGATE: &str = "-_";
    pub const INDEX: &str = "_[_]";
    pub const OPT_INDEX: &str = "_[?_]";
    pub const OPT_SELECT: &str = "_?._";
    pub const IN: &str = "@in";
    pub const NOT_STRICTLY_FALSE: &str = "@not_strictly_false";
}
