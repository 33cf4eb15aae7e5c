//! What an expression can cost at most, and at least, before it runs: cel-go's estimate.
//!
//! Sizes come from constants, from the schema (by the path of fields that leads to a value), and from what is known of
//! the results of calls.

mod call;
mod library;
mod range;

use std::collections::HashMap;
use std::sync::Arc;

use crate::ast::{Call, Expr, Fold, Id, Kind, Literal, operators};
use crate::checker::Checked;
use crate::decl::DeclType;
use crate::types::Type;
pub(crate) use range::Range;

/// What is known of the sizes of variables: the types they were declared with.
#[derive(Clone, Debug, Default)]
pub(crate) struct Sizes {
    /// The type that the paths of every variable start from.
    pub root: Option<Arc<DeclType>>,
    /// Whether only paths of this variable are known.
    pub only: Option<String>,
}

impl Sizes {
    fn of(&self, path: &[String]) -> Option<Range> {
        let (first, rest) = path.split_first()?;
        if self.only.as_ref().is_some_and(|only| only != first) {
            return None;
        }
        let mut at = self.root.as_ref()?;
        let text = Arc::new(DeclType::string(0));
        for name in rest {
            at = match &**name {
                "@items" | "@values" => at.items()?,
                "@keys" if at.is_map() => &text,
                "@keys" => return None,
                // The attributes of a device are named by their users; all are of one size.
                name => at.field(name).or_else(|| at.items().filter(|_| self.only.is_some()))?,
            };
        }
        Some(Range { min: 0, max: u64::try_from(at.max_elements()).unwrap_or(u64::MAX) })
    }
}

/// The sizes of the entries of a list or map.
#[derive(Clone, Copy, Debug)]
struct Entry {
    list: bool,
    key: Range,
    value: Range,
}

#[derive(Clone, Debug)]
struct Local {
    path: Vec<String>,
    size: Option<Range>,
    entry: Option<Entry>,
}

/// A value as costs see it.
#[derive(Clone, Debug)]
struct Item<'e> {
    path: Vec<String>,
    ty: Type,
    size: Option<Range>,
    expr: Option<&'e Expr>,
}

struct Coster<'c> {
    checked: &'c Checked,
    sizes: &'c Sizes,
    paths: HashMap<Id, Vec<String>>,
    locals: HashMap<String, Vec<Local>>,
    computed: HashMap<Id, Range>,
    entries: HashMap<Id, Entry>,
}

/// The estimated cost of an expression.
pub(crate) fn estimate(checked: &Checked, sizes: &Sizes) -> Range {
    let mut coster = Coster {
        checked,
        sizes,
        paths: HashMap::new(),
        locals: HashMap::new(),
        computed: HashMap::new(),
        entries: HashMap::new(),
    };
    coster.cost(&checked.root)
}

impl<'c> Coster<'c> {
    fn cost(&mut self, expr: &'c Expr) -> Range {
        match &expr.kind {
            Kind::Missing | Kind::Literal(_) => Range::ZERO,
            Kind::Ident(name) => {
                let path = match self.local(name) {
                    Some(local) => local.path.clone(),
                    None => vec![name.clone()],
                };
                self.paths.insert(expr.id, path);
                Range::fixed(1)
            }
            Kind::Select { operand, field, test_only } => {
                let cost = self.cost(operand);
                if *test_only {
                    return cost;
                }
                let mut path = self.path(operand);
                path.push(field.clone());
                self.paths.insert(expr.id, path);
                match self.checked.type_of(operand) {
                    Type::Map(_) | Type::Object(_) | Type::Param(_) => cost.add(Range::fixed(1)),
                    _ => cost,
                }
            }
            Kind::Call(call) => self.call(expr, call),
            Kind::List { items, .. } => self.list(expr, items),
            Kind::Map(entries) => {
                let mut sum = Range::ZERO;
                let (mut keys, mut values) = (Range::nothing(entries.len()), Range::nothing(entries.len()));
                for entry in entries {
                    sum = sum.add(self.cost(&entry.key)).add(self.cost(&entry.value));
                    keys = keys.union(self.size_or_unknown(&entry.key));
                    values = values.union(self.size_or_unknown(&entry.value));
                }
                self.entries.insert(expr.id, Entry { list: false, key: keys, value: values });
                sum.add(Range::fixed(30))
            }
            Kind::Struct { fields, .. } => {
                let mut sum = Range::ZERO;
                for field in fields {
                    sum = sum.add(self.cost(&field.value));
                }
                sum.add(Range::fixed(40))
            }
            Kind::Fold(fold) if is_bind(fold) => self.bind(expr, fold),
            Kind::Fold(fold) => self.fold(expr, fold),
        }
    }

    fn list(&mut self, expr: &Expr, items: &'c [Expr]) -> Range {
        let mut sum = Range::ZERO;
        let mut sizes = Range::nothing(items.len());
        for item in items {
            sum = sum.add(self.cost(item));
            sizes = sizes.union(self.size_or_unknown(item));
        }
        self.entries.insert(expr.id, Entry { list: true, key: Range::fixed(1), value: sizes });
        sum.add(Range::fixed(10))
    }

    fn bind(&mut self, expr: &Expr, fold: &'c Fold) -> Range {
        let mut sum = self.cost(&fold.range).add(self.cost(&fold.init));
        self.push_value(&fold.accu, &fold.init);
        sum = sum.add(self.cost(&fold.result));
        self.pop(&fold.accu);
        self.copy_sizes(expr.id, &fold.result);
        sum
    }

    fn fold(&mut self, expr: &Expr, fold: &'c Fold) -> Range {
        let mut sum = self.cost(&fold.range).add(self.cost(&fold.init));
        self.push_value(&fold.accu, &fold.init);
        match &fold.var2 {
            Some(var2) => {
                self.push_iteration(&fold.var, &fold.range, Which::Key);
                self.push_iteration(var2, &fold.range, Which::Value);
            }
            None => self.push_iteration(&fold.var, &fold.range, Which::Single),
        }
        let round = self.cost(&fold.condition).add(self.cost(&fold.step));
        self.pop(&fold.var);
        if let Some(var2) = &fold.var2 {
            self.pop(var2);
        }
        sum = sum.add(self.cost(&fold.result));
        self.pop(&fold.accu);
        let rounds = self.size_or_unknown(&fold.range);
        sum = sum.add(rounds.multiply(round));
        match &fold.init.kind {
            Kind::Literal(_) => {
                if let Some(size) = self.size(&fold.init) {
                    self.computed.insert(expr.id, size);
                }
            }
            Kind::List { .. } | Kind::Map(_) => {
                self.computed.insert(expr.id, rounds);
                if let Some(entry) = self.entry(&fold.step) {
                    self.entries.insert(expr.id, entry);
                }
            }
            _ => {}
        }
        sum
    }

    fn push_value(&mut self, name: &str, value: &Expr) {
        let local = Local { path: self.path(value), size: self.size(value), entry: self.entry(value) };
        self.locals.entry(name.to_owned()).or_default().push(local);
    }

    fn push_iteration(&mut self, name: &str, range: &Expr, which: Which) {
        let entry = self.entry(range);
        let list = match entry {
            Some(entry) => entry.list,
            None => matches!(self.checked.type_of(range), Type::List(_)),
        };
        let mut path = self.path(range);
        let (part, value) = match (which, list) {
            (Which::Key, true) => ("@indices", false),
            (Which::Value, false) => ("@values", true),
            (Which::Value | Which::Single, true) => ("@items", true),
            (Which::Key | Which::Single, false) => ("@keys", false),
        };
        path.push(part.to_owned());
        let size = entry.map(|entry| if value { entry.value } else { entry.key });
        self.locals.entry(name.to_owned()).or_default().push(Local { path, size, entry: None });
    }

    fn pop(&mut self, name: &str) {
        if let Some(stack) = self.locals.get_mut(name) {
            stack.pop();
        }
    }

    fn local(&self, name: &str) -> Option<&Local> {
        self.locals.get(name)?.last()
    }

    fn path(&self, expr: &Expr) -> Vec<String> {
        if let Kind::Ident(name) = &expr.kind
            && let Some(local) = self.local(name)
        {
            return local.path.clone();
        }
        self.paths.get(&expr.id).cloned().unwrap_or_default()
    }

    fn item<'e>(&mut self, expr: &'e Expr) -> Item<'e> {
        let mut path = self.path(expr);
        if path.first().is_some_and(|first| first == "@result" || first == "__result__") {
            path.clear();
        }
        Item { path, ty: self.checked.type_of(expr), size: self.size(expr), expr: Some(expr) }
    }

    fn size_or_unknown(&mut self, expr: &Expr) -> Range {
        self.size(expr).unwrap_or(Range::UNKNOWN)
    }

    fn size(&mut self, expr: &Expr) -> Option<Range> {
        if let Some(size) = self.computed.get(&expr.id) {
            return Some(*size);
        }
        if let Some(size) = literal_size(expr) {
            return Some(Range::fixed(size));
        }
        if let Some(size) = self.sizes.of(&self.path(expr)) {
            self.computed.insert(expr.id, size);
            return Some(size);
        }
        if is_scalar(&self.checked.type_of(expr)) {
            return Some(Range::fixed(1));
        }
        match &expr.kind {
            Kind::Ident(name) => self.local(name)?.size,
            _ => None,
        }
    }

    fn entry(&self, expr: &Expr) -> Option<Entry> {
        if let Some(entry) = self.entries.get(&expr.id) {
            return Some(*entry);
        }
        match &expr.kind {
            Kind::Ident(name) => self.local(name)?.entry,
            _ => None,
        }
    }

    fn copy_sizes(&mut self, to: Id, from: &Expr) {
        if let Some(size) = self.size(from) {
            self.computed.insert(to, size);
        }
        if let Some(entry) = self.entry(from) {
            self.entries.insert(to, entry);
        }
    }

    fn call(&mut self, expr: &'c Expr, call: &'c Call) -> Range {
        if call.function == "dyn"
            && let [arg] = &*call.args
        {
            let cost = self.cost(arg);
            self.copy_sizes(expr.id, arg);
            return cost.add(Range::fixed(1));
        }
        let costs: Vec<Range> = call.args.iter().map(|arg| self.cost(arg)).collect();
        let args: Vec<Item<'_>> = call.args.iter().map(|arg| self.item(arg)).collect();
        let overloads = self.checked.overloads(expr);
        if overloads.is_empty() {
            return Range::ZERO;
        }
        let (mut sum, mut target) = (Range::ZERO, None);
        if let Some(receiver) = &call.target {
            sum = self.cost(receiver);
            target = Some(self.item(receiver));
        }
        let mut total = Range { min: u64::MAX, max: 0 };
        let mut result: Option<Range> = None;
        for overload in overloads {
            let (cost, size) =
                self.overload(expr, &call.function, overload.id, target.as_ref(), &args, &costs);
            total = total.union(cost);
            result = match (result, size) {
                (Some(before), Some(size)) => Some(before.union(size)),
                (before, size) => before.or(size),
            };
            if let (Some(part), Some(first)) = (index_part(overload.id), call.args.first()) {
                result = self.entry(first).map(|entry| entry.value);
                let mut path = self.path(first);
                path.push(part.to_owned());
                self.paths.insert(expr.id, path);
            }
            if result.is_none() {
                result = self.size(expr);
            }
        }
        if let Some(size) = result {
            self.computed.insert(expr.id, size);
        }
        sum.add(total)
    }
}

#[derive(Clone, Copy)]
enum Which {
    Key,
    Value,
    Single,
}

fn index_part(overload: &str) -> Option<&'static str> {
    match overload {
        "index_list" => Some("@items"),
        "index_map" => Some("@values"),
        _ => None,
    }
}

/// Whether a loop only names a value.
fn is_bind(fold: &Fold) -> bool {
    matches!(&fold.range.kind, Kind::List { items, .. } if items.is_empty())
        && matches!(fold.condition.kind, Kind::Literal(Literal::Bool(false)))
}

fn literal_size(expr: &Expr) -> Option<u64> {
    let size = match &expr.kind {
        Kind::Literal(Literal::String(text)) => text.chars().count(),
        Kind::Literal(Literal::Bytes(bytes)) => bytes.len(),
        Kind::Literal(_) => 1,
        Kind::List { items, .. } => items.len(),
        Kind::Map(entries) => entries.len(),
        _ => return None,
    };
    u64::try_from(size).ok()
}

fn is_scalar(ty: &Type) -> bool {
    match ty {
        Type::Bool | Type::Double | Type::Duration | Type::Int | Type::Timestamp | Type::Uint => true,
        other => other.unwrap_optional().is_some_and(is_scalar),
    }
}

/// The operators whose cost is that of their parts.
fn is_logical(function: &str) -> bool {
    matches!(function, operators::AND | operators::OR)
}
