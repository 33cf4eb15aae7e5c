//! A checked expression made ready to run: names resolved, constants made, calls bound to their code.
//!
//! The shape follows cel-go's plan, because costs are reckoned by it: a chain of selections is one attribute, lists of
//! constants are constants, and `x in [constants]` is a look-up.

use std::sync::Arc;

use regex::Regex;

use crate::ast::{Call, Expr, Fold, Kind, Literal, operators};
use crate::checker::{Checked, Reference};
use crate::library::{Overload, Run};
use crate::value::{Map, MapData, Value};

/// A step of a program.
#[derive(Debug)]
pub(crate) enum Node {
    Const(Value<'static>),
    Attribute(Box<Attribute>),
    And(Box<(Node, Node)>),
    Or(Box<(Node, Node)>),
    Equal(Box<(Node, Node)>, bool),
    NotStrictlyFalse(Box<Node>),
    /// `or` and `orValue`: the second is evaluated only when it is needed.
    OptionalOr(Box<(Node, Node)>, bool),
    /// A look-up in a list of constants.
    Member(Box<Node>, Value<'static>),
    Call(Box<CallNode>),
    List(Vec<(Node, bool)>),
    Map(Vec<(Node, Node, bool)>),
    Struct(Arc<str>, Vec<(Arc<str>, Node, bool)>),
    Fold(Box<FoldNode>),
}

/// A variable or another value, and what is selected from it.
#[derive(Debug)]
pub(crate) struct Attribute {
    pub root: Root,
    pub qualifiers: Vec<Qualifier>,
    /// Only whether the last is there is asked.
    pub test_only: bool,
}

#[derive(Debug)]
pub(crate) enum Root {
    Variable(Arc<str>),
    Local(usize),
    Value(Node),
    Conditional(Node, Node, Node),
}

#[derive(Debug)]
pub(crate) struct Qualifier {
    pub key: Node,
    pub optional: bool,
}

#[derive(Debug)]
pub(crate) struct CallNode {
    pub function: &'static str,
    pub overloads: Vec<&'static Overload>,
    pub args: Vec<Node>,
    /// The compiled constant of a function that takes a regular expression.
    pub regex: Option<Regex>,
}

#[derive(Debug)]
pub(crate) struct FoldNode {
    pub range: Node,
    /// Where the accumulator is kept; the iteration variables follow.
    pub slot: usize,
    pub two: bool,
    pub init: Node,
    pub condition: Node,
    pub step: Step,
    pub result: Node,
}

/// What a loop does with each element.
#[derive(Debug)]
pub(crate) enum Step {
    /// The accumulator becomes the value.
    Value(Node),
    /// Items are added to the list that is the accumulator, if the filter lets them.
    Append { filter: Option<Node>, items: Vec<(Node, bool)>, constant: bool },
    /// An entry is added to the map that is the accumulator, if the filter lets it.
    Insert { filter: Option<Node>, key: Node, value: Node },
}

/// Makes the plan. An error is a constant that cannot be converted.
pub(crate) fn plan(checked: &Checked) -> Result<Node, String> {
    Planner { checked, locals: Vec::new() }.node(&checked.root)
}

struct Planner<'c> {
    checked: &'c Checked,
    locals: Vec<String>,
}

type Planned = Result<Node, String>;

impl Planner<'_> {
    fn node(&mut self, expr: &Expr) -> Planned {
        match &expr.kind {
            Kind::Missing => Err("missing expression".into()),
            Kind::Literal(literal) => Ok(Node::Const(constant(literal))),
            Kind::Ident(name) => Ok(self.ident(expr, name)),
            Kind::Select { operand, field, test_only } => {
                let operand = self.node(operand)?;
                let mut attribute = into_attribute(operand);
                let key = Node::Const(Value::text(field.as_str()));
                attribute.qualifiers.push(Qualifier { key, optional: false });
                attribute.test_only = *test_only;
                Ok(Node::Attribute(Box::new(attribute)))
            }
            Kind::Call(call) => self.call(expr, call),
            Kind::List { items, optional } => self.list(items, optional),
            Kind::Map(entries) => {
                let mut planned = Vec::with_capacity(entries.len());
                for entry in entries {
                    planned.push((self.node(&entry.key)?, self.node(&entry.value)?, entry.optional));
                }
                Ok(constant_map(planned))
            }
            Kind::Struct { name, fields } => {
                let mut planned = Vec::with_capacity(fields.len());
                for field in fields {
                    planned.push((Arc::from(&*field.name), self.node(&field.value)?, field.optional));
                }
                Ok(Node::Struct(Arc::from(&**name), planned))
            }
            Kind::Fold(fold) => self.fold(fold),
        }
    }

    fn ident(&self, expr: &Expr, name: &str) -> Node {
        if let Some(Reference::TypeName(found)) = self.checked.reference(expr) {
            return Node::Const(Value::Type(found.clone()));
        }
        let name = name.strip_prefix('.').unwrap_or(name);
        let root = match self.locals.iter().rposition(|local| local == name) {
            Some(slot) => Root::Local(slot),
            None => Root::Variable(Arc::from(name)),
        };
        Node::Attribute(Box::new(Attribute { root, qualifiers: Vec::new(), test_only: false }))
    }

    fn list(&mut self, items: &[Expr], optional: &[bool]) -> Planned {
        let planned = self.items(items, optional)?;
        if planned.iter().all(|(node, optional)| !optional && matches!(node, Node::Const(_))) {
            let items = planned.into_iter().filter_map(|(node, _)| match node {
                Node::Const(value) => Some(value),
                _ => None,
            });
            return Ok(Node::Const(Value::list(items.collect())));
        }
        Ok(Node::List(planned))
    }

    fn items(&mut self, items: &[Expr], optional: &[bool]) -> Result<Vec<(Node, bool)>, String> {
        items.iter().zip(optional).map(|(item, optional)| Ok((self.node(item)?, *optional))).collect()
    }

    fn call(&mut self, expr: &Expr, call: &Call) -> Planned {
        let mut args = Vec::with_capacity(call.args.len() + 1);
        for arg in call.target.iter().chain(&call.args) {
            args.push(self.node(arg)?);
        }
        let overloads = self.checked.overloads(expr).to_vec();
        match &*call.function {
            operators::AND => pair(args).map(|pair| Node::And(Box::new(pair))),
            operators::OR => pair(args).map(|pair| Node::Or(Box::new(pair))),
            operators::EQUALS => pair(args).map(|pair| Node::Equal(Box::new(pair), true)),
            operators::NOT_EQUALS => pair(args).map(|pair| Node::Equal(Box::new(pair), false)),
            operators::INDEX => pair(args).map(|pair| index(pair, false)),
            operators::OPT_INDEX | operators::OPT_SELECT => pair(args).map(|pair| index(pair, true)),
            operators::NOT_STRICTLY_FALSE => args
                .pop()
                .map(|arg| Node::NotStrictlyFalse(Box::new(arg)))
                .ok_or_else(|| "missing argument".into()),
            "or" => pair(args).map(|pair| Node::OptionalOr(Box::new(pair), false)),
            "orValue" => pair(args).map(|pair| Node::OptionalOr(Box::new(pair), true)),
            operators::CONDITIONAL => {
                let mut args = args.into_iter();
                let (Some(test), Some(yes), Some(no)) = (args.next(), args.next(), args.next()) else {
                    return Err("missing argument".into());
                };
                let root = Root::Conditional(test, yes, no);
                Ok(Node::Attribute(Box::new(Attribute { root, qualifiers: Vec::new(), test_only: false })))
            }
            _ => function(overloads, args),
        }
    }

    fn fold(&mut self, fold: &Fold) -> Planned {
        let range = self.node(&fold.range)?;
        let init = self.node(&fold.init)?;
        let slot = self.locals.len();
        self.locals.push(fold.accu.clone());
        self.locals.push(fold.var.clone());
        if let Some(var2) = &fold.var2 {
            self.locals.push(var2.clone());
        }
        let condition = self.node(&fold.condition)?;
        let step = self.step(fold)?;
        // The iteration variables are not visible to the result, but their places stay taken.
        for local in &mut self.locals[slot + 1..] {
            local.clear();
        }
        let result = self.node(&fold.result)?;
        self.locals.truncate(slot);
        let two = fold.var2.is_some();
        Ok(Node::Fold(Box::new(FoldNode { range, slot, two, init, condition, step, result })))
    }

    /// The step of a loop. Those of the macros that build lists and maps add to what is there instead of copying it.
    fn step(&mut self, fold: &Fold) -> Result<Step, String> {
        let (filter, grow) = match &fold.step.kind {
            Kind::Call(call) if call.function == operators::CONDITIONAL => match &*call.args {
                [filter, grow, same] if is_ident(same, &fold.accu) => (Some(filter), grow),
                _ => (None, &fold.step),
            },
            _ => (None, &fold.step),
        };
        if let Kind::Call(call) = &grow.kind {
            match (&*call.function, &*call.args) {
                (operators::ADD, [accu, Expr { kind: Kind::List { items, optional }, .. }])
                    if is_ident(accu, &fold.accu) && matches!(fold.init.kind, Kind::List { .. }) =>
                {
                    let filter = filter.map(|filter| self.node(filter)).transpose()?;
                    let items = self.items(items, optional)?;
                    let constant =
                        items.iter().all(|(node, optional)| !optional && matches!(node, Node::Const(_)));
                    return Ok(Step::Append { filter, items, constant });
                }
                ("cel.@mapInsert", [accu, key, value]) if is_ident(accu, &fold.accu) => {
                    let filter = filter.map(|filter| self.node(filter)).transpose()?;
                    return Ok(Step::Insert { filter, key: self.node(key)?, value: self.node(value)? });
                }
                _ => {}
            }
        }
        self.node(&fold.step).map(Step::Value)
    }
}

fn is_ident(expr: &Expr, name: &str) -> bool {
    matches!(&expr.kind, Kind::Ident(found) if found == name)
}

fn pair(args: Vec<Node>) -> Result<(Node, Node), String> {
    let mut args = args.into_iter();
    args.next().zip(args.next()).ok_or_else(|| "missing argument".into())
}

fn into_attribute(node: Node) -> Attribute {
    match node {
        Node::Attribute(attribute) if !attribute.test_only => *attribute,
        other => Attribute { root: Root::Value(other), qualifiers: Vec::new(), test_only: false },
    }
}

fn index((operand, key): (Node, Node), optional: bool) -> Node {
    let mut attribute = into_attribute(operand);
    attribute.qualifiers.push(Qualifier { key, optional });
    Node::Attribute(Box::new(attribute))
}

fn constant(literal: &Literal) -> Value<'static> {
    match literal {
        Literal::Null => Value::Null,
        Literal::Bool(value) => Value::Bool(*value),
        Literal::Int(value) => Value::Int(*value),
        Literal::Uint(value) => Value::Uint(*value),
        Literal::Double(value) => Value::Double(*value),
        Literal::String(text) => Value::text(&**text),
        Literal::Bytes(bytes) => Value::Bytes(Arc::from(&**bytes)),
    }
}

fn constant_map(entries: Vec<(Node, Node, bool)>) -> Node {
    let fixed = |(key, value, optional): &(Node, Node, bool)| {
        !optional && matches!(key, Node::Const(_)) && matches!(value, Node::Const(_))
    };
    if !entries.iter().all(fixed) {
        return Node::Map(entries);
    }
    let mut data = MapData::default();
    for entry in entries {
        if let (Node::Const(key), Node::Const(value), _) = entry {
            data.insert(key, value);
        }
    }
    Node::Const(Value::Map(Map::owned(data)))
}

fn function(overloads: Vec<&'static Overload>, mut args: Vec<Node>) -> Planned {
    let Some(first) = overloads.first() else { return Err("no such overload".into()) };
    let function = first.function;
    let single = overloads.len() == 1;
    if single && first.id == "in_list" && matches!(&args[..], [_, Node::Const(list)] if scalars(list)) {
        if let (Some(Node::Const(list)), Some(item)) = (args.pop(), args.pop()) {
            return Ok(Node::Member(Box::new(item), list));
        }
        return Err("missing argument".into());
    }
    let conversion = matches!(
        function,
        "bool" | "bytes" | "double" | "duration" | "dyn" | "int" | "string" | "timestamp" | "type" | "uint"
    );
    if conversion && let ([Node::Const(arg)], Run::Values(run)) = (&args[..], first.run) {
        return run(std::slice::from_ref(arg)).map(Node::Const).map_err(|error| error.to_string());
    }
    let regex = match (first.run, args.get(1)) {
        (Run::Regex(_), Some(Node::Const(Value::String(pattern)))) => Some(crate::regexes::compile(pattern)?),
        _ => None,
    };
    Ok(Node::Call(Box::new(CallNode { function, overloads, args, regex })))
}

fn scalars(list: &Value<'_>) -> bool {
    let Value::List(list) = list else { return false };
    list.iter().all(|item| {
        matches!(
            item,
            Ok(Value::Bool(_)
                | Value::Bytes(_)
                | Value::Double(_)
                | Value::Int(_)
                | Value::String(_)
                | Value::Uint(_))
        )
    })
}
