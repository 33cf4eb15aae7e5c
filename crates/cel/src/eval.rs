//! Runs a plan, and counts what it costs.

mod attribute;
mod cost;
mod fold;

use crate::error::{EvalError, Result};
use crate::library::Run;
use crate::plan::{CallNode, Node};
use crate::types::Type;
use crate::value::{Map, MapData, Struct, Value};

/// What making a list, a map or a message costs.
const LIST_COST: u64 = 10;
const MAP_COST: u64 = 30;
const STRUCT_COST: u64 = 40;

/// The values of an expression's variables.
#[derive(Clone, Debug, Default)]
pub struct Bindings<'a> {
    values: Vec<(&'a str, Value<'a>)>,
}

impl<'a> Bindings<'a> {
    /// No variables.
    pub const fn new() -> Self {
        Self { values: Vec::new() }
    }

    /// These and one more.
    #[must_use]
    pub fn with(mut self, name: &'a str, value: Value<'a>) -> Self {
        self.values.push((name, value));
        self
    }

    fn get(&self, name: &str) -> Option<&Value<'a>> {
        self.values.iter().rev().find(|(known, _)| *known == name).map(|(_, value)| value)
    }
}

/// An evaluation under way.
pub(crate) struct Eval<'p, 'a> {
    bindings: &'p Bindings<'a>,
    locals: Vec<Slot<'p, 'a>>,
    pub cost: u64,
    limit: u64,
}

/// The place of a local variable.
enum Slot<'p, 'a> {
    /// Of a loop that is over.
    Empty,
    /// Not asked for yet.
    Pending(&'p Node),
    Done(Result<Value<'a>>),
}

impl<'p, 'a> Eval<'p, 'a> {
    pub fn new(bindings: &'p Bindings<'a>, limit: u64) -> Self {
        Self { bindings, locals: Vec::new(), cost: 0, limit }
    }

    /// The value of a step.
    pub fn run(&mut self, node: &'p Node) -> Result<Value<'a>> {
        match node {
            Node::Const(value) => Ok(value.clone()),
            Node::Attribute(attribute) => self.attribute(attribute),
            Node::And(pair) => self.logical(pair, false),
            Node::Or(pair) => self.logical(pair, true),
            Node::Equal(pair, wanted) => self.equal(pair, *wanted),
            Node::NotStrictlyFalse(arg) => self.not_strictly_false(arg),
            Node::OptionalOr(pair, unwrap) => self.optional_or(pair, *unwrap),
            Node::Member(item, list) => self.member(item, list),
            Node::Call(call) => self.call(call),
            Node::List(items) => {
                let items = self.items(items);
                self.charge(LIST_COST)?;
                items.map(Value::list)
            }
            Node::Map(entries) => self.map(entries),
            Node::Struct(name, fields) => self.structure(name, fields),
            Node::Fold(fold) => self.fold(fold),
        }
    }

    fn charge(&mut self, cost: u64) -> Result<()> {
        self.cost = self.cost.saturating_add(cost);
        if self.cost > self.limit { Err(EvalError::cost_limit()) } else { Ok(()) }
    }

    /// The value or error of a step; only what ends the evaluation is an error of this.
    fn attempt(&mut self, node: &'p Node) -> Result<Result<Value<'a>>> {
        match self.run(node) {
            Err(error) if error.is_cost_limit() => Err(error),
            other => Ok(other),
        }
    }

    /// `&&` and `||`: a decisive value on either side wins over an error on the other.
    #[inline(never)]
    fn logical(&mut self, pair: &'p (Node, Node), decisive: bool) -> Result<Value<'a>> {
        let mut failure = None;
        for term in [&pair.0, &pair.1] {
            match self.run(term) {
                Ok(Value::Bool(value)) if value == decisive => return Ok(Value::Bool(decisive)),
                Ok(Value::Bool(_)) => {}
                Ok(_) => failure = failure.or_else(|| Some(EvalError::no_such_overload())),
                Err(error) if error.is_cost_limit() => return Err(error),
                Err(error) => failure = failure.or(Some(error)),
            }
        }
        failure.map_or(Ok(Value::Bool(!decisive)), Err)
    }

    #[inline(never)]
    fn equal(&mut self, pair: &'p (Node, Node), wanted: bool) -> Result<Value<'a>> {
        let one = self.attempt(&pair.0)?;
        let two = self.attempt(&pair.1)?;
        let (Ok(one), Ok(two)) = (&one, &two) else {
            self.charge(1)?;
            return one.and(two);
        };
        self.charge(cost::equality(one, two, wanted))?;
        Ok(Value::Bool(one.equals(two)? == wanted))
    }

    #[inline(never)]
    fn not_strictly_false(&mut self, arg: &'p Node) -> Result<Value<'a>> {
        let value = self.run(arg);
        self.charge(1)?;
        match value {
            Err(error) if error.is_cost_limit() => Err(error),
            Ok(Value::Bool(false)) => Ok(Value::Bool(false)),
            _ => Ok(Value::Bool(true)),
        }
    }

    #[inline(never)]
    fn optional_or(&mut self, pair: &'p (Node, Node), unwrap: bool) -> Result<Value<'a>> {
        match self.run(&pair.0)? {
            Value::Optional(Some(inner)) if unwrap => Ok((*inner).clone()),
            Value::Optional(Some(inner)) => Ok(Value::Optional(Some(inner))),
            Value::Optional(None) => self.run(&pair.1),
            other => Err(EvalError::new(format!(
                "no such overload: {}.{}({})",
                other.type_name(),
                if unwrap { "orValue" } else { "or" },
                "dyn"
            ))),
        }
    }

    #[inline(never)]
    fn member(&mut self, item: &'p Node, list: &Value<'static>) -> Result<Value<'a>> {
        let item = self.run(item)?;
        if let Value::List(list) = list {
            for other in list.iter() {
                if item.equals(&other?)? {
                    return Ok(Value::Bool(true));
                }
            }
        }
        Ok(Value::Bool(false))
    }

    fn items(&mut self, items: &'p [(Node, bool)]) -> Result<Vec<Value<'a>>> {
        let mut values = Vec::with_capacity(items.len());
        for (node, optional) in items {
            match self.run(node)? {
                Value::Optional(inner) if *optional => values.extend(inner.map(|inner| (*inner).clone())),
                other if *optional => {
                    return Err(EvalError::new(format!(
                        "cannot initialize optional list element from non-optional value {other}"
                    )));
                }
                value => values.push(value),
            }
        }
        Ok(values)
    }

    #[inline(never)]
    fn map(&mut self, entries: &'p [(Node, Node, bool)]) -> Result<Value<'a>> {
        let mut data = MapData::default();
        for (key, value, optional) in entries {
            let key = self.run(key)?;
            match self.run(value)? {
                Value::Optional(Some(inner)) if *optional => data.insert(key, (*inner).clone()),
                Value::Optional(None) if *optional => {}
                other if *optional => {
                    return Err(EvalError::new(format!(
                        "cannot initialize optional entry '{key}' from non-optional value {other}"
                    )));
                }
                value => data.insert(key, value),
            }
        }
        self.charge(MAP_COST)?;
        Ok(Value::Map(Map::owned(data)))
    }

    #[inline(never)]
    fn structure(
        &mut self,
        name: &std::sync::Arc<str>,
        fields: &'p [(std::sync::Arc<str>, Node, bool)],
    ) -> Result<Value<'a>> {
        let mut values = Vec::with_capacity(fields.len());
        for (field, node, optional) in fields {
            match self.run(node)? {
                Value::Optional(Some(inner)) if *optional => values.push((field.clone(), (*inner).clone())),
                Value::Optional(None) if *optional => {}
                other if *optional => {
                    return Err(EvalError::new(format!(
                        "cannot initialize optional entry '{field}' from non-optional value {other}"
                    )));
                }
                value => values.push((field.clone(), value)),
            }
        }
        self.charge(STRUCT_COST)?;
        Ok(Value::Struct(Struct { name: name.clone(), fields: values }.into()))
    }

    #[inline(never)]
    fn call(&mut self, call: &'p CallNode) -> Result<Value<'a>> {
        let mut args = Vec::with_capacity(call.args.len());
        let mut failure = None;
        for arg in &call.args {
            match self.attempt(arg)? {
                Ok(value) => args.push(value),
                // Calls with one or two arguments are charged for also when one of them failed.
                Err(error) if call.args.len() > 2 => return Err(error),
                Err(error) => {
                    args.push(Value::Null);
                    failure = failure.or(Some(error));
                }
            }
        }
        if let Some(error) = failure {
            self.charge(cost::call(call, &args, None))?;
            return Err(error);
        }
        // Most costs follow from the arguments, and are charged before the work is done.
        let by_result = matches!(call.function, "join" | "slice" | "lists.range" | "reverse");
        if !by_result {
            self.charge(cost::call(call, &args, None))?;
        }
        let result = dispatch(call, &args);
        if by_result {
            self.charge(cost::call(call, &args, result.as_ref().ok()))?;
        }
        result
    }
}

/// Calls the overload that the values fit.
fn dispatch<'a>(call: &CallNode, args: &[Value<'a>]) -> Result<Value<'a>> {
    let no_overload = || {
        let types: Vec<String> = args.iter().map(Value::type_name).collect();
        EvalError::new(format!("no such overload: {}({})", call.function, types.join(", ")))
    };
    let operator = call.function.starts_with(['_', '@', '!', '-']);
    let found = match &call.overloads[..] {
        [one] => Some(one),
        many if operator => many.first(),
        many => many.iter().find(|overload| {
            overload.args.len() == args.len()
                && overload.args.iter().zip(args).all(|(wanted, arg)| fits(wanted, arg))
        }),
    };
    let result = match found.ok_or_else(no_overload)?.run {
        Run::Values(run) => run(args),
        Run::Regex(run) => match (&call.regex, args.get(1)) {
            (Some(regex), _) => run(regex, args),
            (None, Some(Value::String(pattern))) => match crate::regexes::compile(pattern) {
                Ok(regex) => run(&regex, args),
                Err(why) if call.function == "matches" => Err(EvalError::new(why)),
                Err(why) => Err(EvalError::new(format!("Illegal regex: {why}"))),
            },
            _ => Err(EvalError::no_such_overload()),
        },
        Run::Special => Err(EvalError::no_such_overload()),
    };
    match result {
        Err(error) if !operator && error == EvalError::no_such_overload() => Err(no_overload()),
        other => other,
    }
}

/// Whether a value is of a declared type; of lists and maps the first element tells.
fn fits(wanted: &Type, value: &Value<'_>) -> bool {
    match (wanted, value) {
        (Type::Dyn | Type::Any | Type::Param(_), _) => true,
        (Type::List(items), Value::List(list)) => match list.get(0) {
            Some(Ok(first)) => fits(items, &first),
            _ => true,
        },
        (Type::Map(pair), Value::Map(map)) => match map.iter().next() {
            Some(Ok((key, value))) => fits(&pair.0, &key) && fits(&pair.1, &value),
            _ => true,
        },
        (Type::Opaque(name, _), Value::Optional(_)) => &**name == "optional_type",
        (wanted, value) => wanted.name() == value.type_of().name(),
    }
}
