//! The macros: calls that become other trees. Which are known is the environment's choice.

use super::Parser;
use super::nodes::call;
use crate::ast::{Expr, Fold, Id, Kind, Literal, operators};

/// The accumulator's name in every comprehension, which no expression can spell.
pub(crate) const ACCUMULATOR: &str = "@result";
/// Its name in earlier versions: expressions may not take it either.
const OLD_ACCUMULATOR: &str = "__result__";
/// How many nodes a tree may have before macros that copy stop doing so.
const MAX_NODES: usize = 100_000;
const SORT_INPUT: &str = "@__sortBy_input__";
const UNUSED: &str = "#unused";

/// Which macros beyond the standard ones are known.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct Macros {
    /// `cel.bind`
    pub bind: bool,
}

/// A macro was used in a wrong way: at which node, and how.
struct Misuse(Id, &'static str);
type Expansion = Result<Expr, MisuseOr>;
enum MisuseOr {
    Misuse(Misuse),
    Text(Id, String),
}

impl From<Misuse> for MisuseOr {
    fn from(misuse: Misuse) -> Self {
        Self::Misuse(misuse)
    }
}

impl Parser<'_> {
    pub(super) fn global_call(&mut self, id: Id, function: &str, mut args: Vec<Expr>) -> Expr {
        if function != "has" || args.len() != 1 {
            return call(id, function, None, args);
        }
        let arg = args.remove(0);
        let expansion = match arg.kind {
            Kind::Select { operand, field, .. } => {
                let id = self.macro_id(id);
                Ok(Expr::new(id, Kind::Select { operand, field, test_only: true }))
            }
            _ => Err(Misuse(arg.id, "invalid argument to has() macro").into()),
        };
        self.expanded(expansion)
    }

    pub(super) fn receiver_call(&mut self, id: Id, function: &str, target: Expr, args: Vec<Expr>) -> Expr {
        let expansion = match (function, args.len()) {
            ("all" | "exists" | "exists_one" | "existsOne", 2 | 3) => {
                self.quantifier(id, function, target, args)
            }
            ("map", 2 | 3) => self.map_macro(id, target, args),
            ("filter", 2) => self.filter_macro(id, target, args),
            ("transformList" | "transformMap" | "transformMapEntry", 3 | 4) => {
                self.transform(id, function, target, args)
            }
            ("sortBy", 2) => self.sort_by(id, target, args),
            ("optMap" | "optFlatMap", 2) => self.optional_map(id, function, target, args),
            ("bind", 3) if self.macros.bind && matches!(&target.kind, Kind::Ident(name) if name == "cel") => {
                self.bind(id, args)
            }
            _ => return call(id, function, Some(target), args),
        };
        self.expanded(expansion)
    }

    fn expanded(&mut self, expansion: Expansion) -> Expr {
        match expansion {
            Ok(expr) => expr,
            Err(MisuseOr::Misuse(Misuse(at, message))) => self.report(self.offset_of(at), message),
            Err(MisuseOr::Text(at, message)) => self.report(self.offset_of(at), message),
        }
    }

    /// A number for a node that the macro called at `id` makes.
    fn macro_id(&mut self, id: Id) -> Id {
        self.new_id(self.offset_of(id))
    }

    fn literal_node(&mut self, id: Id, literal: Literal) -> Expr {
        let id = self.macro_id(id);
        Expr::new(id, Kind::Literal(literal))
    }

    fn ident(&mut self, id: Id, name: &str) -> Expr {
        let id = self.macro_id(id);
        Expr::new(id, Kind::Ident(name.to_owned()))
    }

    fn accumulator(&mut self, id: Id) -> Expr {
        self.ident(id, ACCUMULATOR)
    }

    fn function(&mut self, id: Id, function: &str, args: Vec<Expr>) -> Expr {
        let id = self.macro_id(id);
        call(id, function, None, args)
    }

    fn list_node(&mut self, id: Id, items: Vec<Expr>) -> Expr {
        let id = self.macro_id(id);
        let optional = vec![false; items.len()];
        Expr::new(id, Kind::List { items, optional })
    }

    fn fold(&mut self, id: Id, fold: Fold) -> Expr {
        let id = self.macro_id(id);
        Expr::new(id, Kind::Fold(Box::new(fold)))
    }

    /// `range.all(x, p)`, `range.exists(k, v, p)` and the like.
    fn quantifier(&mut self, id: Id, function: &str, target: Expr, mut args: Vec<Expr>) -> Expansion {
        let Some(predicate) = args.pop() else {
            return Err(Misuse(id, "argument must be a simple name").into());
        };
        let (var, var2) = match &*args {
            [one] => (iteration_variable(one, "argument must be a simple name")?, None),
            [one, two] => iteration_variables(one, two)?,
            _ => return Err(Misuse(id, "argument must be a simple name").into()),
        };
        let (init, condition, step, result);
        match function {
            "all" => {
                init = self.literal_node(id, Literal::Bool(true));
                let accu = self.accumulator(id);
                condition = self.function(id, operators::NOT_STRICTLY_FALSE, vec![accu]);
                let accu = self.accumulator(id);
                step = self.function(id, operators::AND, vec![accu, predicate]);
                result = self.accumulator(id);
            }
            "exists" => {
                init = self.literal_node(id, Literal::Bool(false));
                let accu = self.accumulator(id);
                let not = self.function(id, operators::NOT, vec![accu]);
                condition = self.function(id, operators::NOT_STRICTLY_FALSE, vec![not]);
                let accu = self.accumulator(id);
                step = self.function(id, operators::OR, vec![accu, predicate]);
                result = self.accumulator(id);
            }
            _ => {
                init = self.literal_node(id, Literal::Int(0));
                condition = self.literal_node(id, Literal::Bool(true));
                let (accu, one) = (self.accumulator(id), self.literal_node(id, Literal::Int(1)));
                let more = self.function(id, operators::ADD, vec![accu, one]);
                let same = self.accumulator(id);
                step = self.function(id, operators::CONDITIONAL, vec![predicate, more, same]);
                let (accu, one) = (self.accumulator(id), self.literal_node(id, Literal::Int(1)));
                result = self.function(id, operators::EQUALS, vec![accu, one]);
            }
        }
        let accu = ACCUMULATOR.to_owned();
        Ok(self.fold(id, Fold { range: target, var, var2, accu, init, condition, step, result }))
    }

    /// `range.map(x, f)` and `range.map(x, p, f)`.
    fn map_macro(&mut self, id: Id, target: Expr, mut args: Vec<Expr>) -> Expansion {
        let var = iteration_variable(&args[0], "argument is not an identifier")?;
        let transform = args.pop();
        let filter = if args.len() == 2 { args.pop() } else { None };
        let item = self.list_node(id, transform.into_iter().collect());
        self.collect(id, target, (var, None), item, filter)
    }

    /// `range.filter(x, p)`
    fn filter_macro(&mut self, id: Id, target: Expr, mut args: Vec<Expr>) -> Expansion {
        let var = iteration_variable(&args[0], "argument is not an identifier")?;
        let filter = args.pop();
        let item = self.list_node(id, args);
        self.collect(id, target, (var, None), item, filter)
    }

    /// A comprehension that adds `item` to a list for each element that passes `filter`.
    fn collect(
        &mut self,
        id: Id,
        range: Expr,
        (var, var2): (String, Option<String>),
        item: Expr,
        filter: Option<Expr>,
    ) -> Expansion {
        let init = self.list_node(id, Vec::new());
        let condition = self.literal_node(id, Literal::Bool(true));
        let accu = self.accumulator(id);
        let mut step = self.function(id, operators::ADD, vec![accu, item]);
        if let Some(filter) = filter {
            let same = self.accumulator(id);
            step = self.function(id, operators::CONDITIONAL, vec![filter, step, same]);
        }
        let result = self.accumulator(id);
        let accu = ACCUMULATOR.to_owned();
        Ok(self.fold(id, Fold { range, var, var2, accu, init, condition, step, result }))
    }

    fn transform(&mut self, id: Id, function: &str, target: Expr, mut args: Vec<Expr>) -> Expansion {
        let vars = iteration_variables(&args[0], &args[1])?;
        let transform = args.pop();
        let filter = if args.len() == 3 { args.pop() } else { None };
        if function == "transformList" {
            let item = self.list_node(id, transform.into_iter().collect());
            return self.collect(id, target, vars, item, filter);
        }
        let (var, var2) = vars;
        let mut insert = vec![self.accumulator(id)];
        if function == "transformMap" {
            insert.push(self.ident(id, &var));
        }
        insert.extend(transform);
        let mut step = self.function(id, "cel.@mapInsert", insert);
        if let Some(filter) = filter {
            let same = self.accumulator(id);
            step = self.function(id, operators::CONDITIONAL, vec![filter, step, same]);
        }
        let init_id = self.macro_id(id);
        let init = Expr::new(init_id, Kind::Map(Vec::new()));
        let condition = self.literal_node(id, Literal::Bool(true));
        let result = self.accumulator(id);
        let accu = ACCUMULATOR.to_owned();
        Ok(self.fold(id, Fold { range: target, var, var2, accu, init, condition, step, result }))
    }

    /// `list.sortBy(x, key)`
    fn sort_by(&mut self, id: Id, target: Expr, args: Vec<Expr>) -> Expansion {
        if !matches!(
            target.kind,
            Kind::List { .. } | Kind::Select { .. } | Kind::Ident(_) | Kind::Fold(_) | Kind::Call(_)
        ) {
            let message =
                "sortBy can only be applied to a list, identifier, comprehension, call or select expression";
            return Err(Misuse(target.id, message).into());
        }
        let range = self.ident(id, SORT_INPUT);
        let keys = self.map_macro(id, range, args)?;
        let input = self.ident(id, SORT_INPUT);
        let call_id = self.macro_id(id);
        let sorted = call(call_id, "@sortByAssociatedKeys", Some(input), vec![keys]);
        Ok(self.bound(id, SORT_INPUT.to_owned(), target, sorted))
    }

    /// `optional.optMap(v, f)` and `optional.optFlatMap(v, f)`.
    fn optional_map(&mut self, id: Id, function: &str, target: Expr, mut args: Vec<Expr>) -> Expansion {
        let Kind::Ident(var) = args[0].kind.clone() else {
            let message = format!("{function}() variable name must be a simple identifier");
            return Err(MisuseOr::Text(args[0].id, message));
        };
        let Some(transform) = args.pop() else {
            return Err(Misuse(id, "argument is not an identifier").into());
        };
        // The target appears twice, so a chain of these grows fast.
        if self.offsets.len() > MAX_NODES {
            return Err(Misuse(id, "max recursion depth exceeded").into());
        }
        let copy = self.copy(&target);
        let has_id = self.macro_id(id);
        let has = call(has_id, "hasValue", Some(target), Vec::new());
        let value_id = self.macro_id(id);
        let value = call(value_id, "value", Some(copy), Vec::new());
        let mut mapped = self.bound(id, var, value, transform);
        if function == "optMap" {
            mapped = self.function(id, "optional.of", vec![mapped]);
        }
        let none = self.function(id, "optional.none", Vec::new());
        Ok(self.function(id, operators::CONDITIONAL, vec![has, mapped, none]))
    }

    /// `cel.bind(v, value, expr)`
    fn bind(&mut self, id: Id, args: Vec<Expr>) -> Expansion {
        let mut args = args.into_iter();
        let (Some(var), Some(value), Some(result)) = (args.next(), args.next(), args.next()) else {
            return Err(Misuse(id, "cel.bind() variable names must be simple identifiers").into());
        };
        let Kind::Ident(var) = var.kind else {
            return Err(Misuse(var.id, "cel.bind() variable names must be simple identifiers").into());
        };
        Ok(self.bound(id, var, value, result))
    }

    /// A loop that never runs: its accumulator is a name for a value.
    fn bound(&mut self, id: Id, var: String, value: Expr, result: Expr) -> Expr {
        let range = self.list_node(id, Vec::new());
        let condition = self.literal_node(id, Literal::Bool(false));
        let step = self.ident(id, &var);
        let unused = UNUSED.to_owned();
        self.fold(
            id,
            Fold { range, var: unused, var2: None, accu: var, init: value, condition, step, result },
        )
    }

    /// The same tree with new numbers.
    fn copy(&mut self, expr: &Expr) -> Expr {
        let mut copy = expr.clone();
        self.renumber(&mut copy);
        copy
    }

    fn renumber(&mut self, expr: &mut Expr) {
        expr.id = self.new_id(self.offset_of(expr.id));
        match &mut expr.kind {
            Kind::Missing | Kind::Literal(_) | Kind::Ident(_) => {}
            Kind::Select { operand, .. } => self.renumber(operand),
            Kind::Call(call) => call.target.iter_mut().chain(&mut call.args).for_each(|e| self.renumber(e)),
            Kind::List { items, .. } => items.iter_mut().for_each(|e| self.renumber(e)),
            Kind::Map(entries) => {
                for entry in entries {
                    self.renumber(&mut entry.key);
                    self.renumber(&mut entry.value);
                }
            }
            Kind::Struct { fields, .. } => {
                for field in fields {
                    field.id = self.new_id(self.offset_of(field.id));
                    self.renumber(&mut field.value);
                }
            }
            Kind::Fold(fold) => {
                for part in
                    [&mut fold.range, &mut fold.init, &mut fold.condition, &mut fold.step, &mut fold.result]
                {
                    self.renumber(part);
                }
            }
        }
    }
}

fn iteration_variable(arg: &Expr, otherwise: &'static str) -> Result<String, Misuse> {
    match &arg.kind {
        Kind::Ident(name) if name == ACCUMULATOR || name == OLD_ACCUMULATOR => {
            Err(Misuse(arg.id, "iteration variable overwrites accumulator variable"))
        }
        Kind::Ident(name) => Ok(name.clone()),
        _ => Err(Misuse(arg.id, otherwise)),
    }
}

fn iteration_variables(one: &Expr, two: &Expr) -> Result<(String, Option<String>), MisuseOr> {
    let var = iteration_variable(one, "argument must be a simple name")?;
    let var2 = iteration_variable(two, "argument must be a simple name")?;
    if var == var2 {
        return Err(MisuseOr::Text(two.id, format!("duplicate variable name: {var}")));
    }
    Ok((var, Some(var2)))
}
