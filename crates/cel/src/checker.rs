//! Finds the type of every part of an expression and which overload each call means, and reports what does not fit, in
//! cel-go's words.

mod assign;
mod calls;
mod literals;
mod scopes;
mod validate;

use crate::ast::{Expr, Fold, Id, Kind, Literal, Parsed, operators};
use crate::library::Overload;
use crate::scope::Scope;
use crate::source::{Issues, Location, Source};
use crate::types::Type;
use assign::Mapping;
use scopes::Scopes;

/// What a name or a call means.
#[derive(Clone, Debug)]
pub(crate) enum Reference {
    /// A variable.
    Variable(String),
    /// The name of a type.
    TypeName(Type),
    /// A function: the overloads that the arguments may fit.
    Overloads(Vec<&'static Overload>),
}

/// A checked expression: the tree with what is known of its nodes.
#[derive(Debug)]
pub(crate) struct Checked {
    pub root: Expr,
    pub types: Vec<Option<Type>>,
    pub references: Vec<Option<Reference>>,
}

impl Checked {
    pub fn type_of(&self, expr: &Expr) -> Type {
        self.types.get(expr.id as usize).cloned().flatten().unwrap_or(Type::Dyn)
    }

    pub fn reference(&self, expr: &Expr) -> Option<&Reference> {
        self.references.get(expr.id as usize)?.as_ref()
    }

    pub fn overloads(&self, expr: &Expr) -> &[&'static Overload] {
        match self.reference(expr) {
            Some(Reference::Overloads(overloads)) => overloads,
            _ => &[],
        }
    }
}

struct Checker<'a> {
    scope: &'a Scope,
    source: &'a Source,
    issues: &'a mut Issues,
    offsets: Vec<Option<u32>>,
    types: Vec<Option<Type>>,
    references: Vec<Option<Reference>>,
    locals: Scopes,
    mapping: Mapping,
}

/// Checks a parsed expression. Errors are added to `issues`.
pub(crate) fn check(parsed: Parsed, scope: &Scope, source: &Source, issues: &mut Issues) -> Checked {
    let Parsed { mut root, offsets } = parsed;
    let count = offsets.len();
    let mut checker = Checker {
        scope,
        source,
        issues,
        offsets,
        types: vec![None; count],
        references: vec![None; count],
        locals: Scopes::default(),
        mapping: Mapping::default(),
    };
    checker.check(&mut root);
    let Checker { mut types, references, mapping, offsets, issues, .. } = checker;
    for found in types.iter_mut().flatten() {
        *found = mapping.substitute(found, true);
    }
    let checked = Checked { root, types, references };
    if issues.is_empty() {
        validate::validate(&checked, &offsets, source, issues);
    }
    checked
}

impl Checker<'_> {
    fn check(&mut self, expr: &mut Expr) {
        match &mut expr.kind {
            Kind::Missing => self.set_type(expr.id, Type::Error),
            Kind::Literal(literal) => {
                let found = literal_type(literal);
                self.set_type(expr.id, found);
            }
            Kind::Ident(_) => self.check_ident(expr),
            Kind::Select { .. } => self.check_select(expr),
            Kind::Call(call) if call.function == operators::OPT_SELECT => self.check_optional_select(expr),
            Kind::Call(_) => self.check_call(expr),
            Kind::List { .. } => self.check_list(expr),
            Kind::Map(_) => self.check_map(expr),
            Kind::Struct { .. } => self.check_struct(expr),
            Kind::Fold(fold) => {
                let found = self.check_fold(fold);
                self.set_type(expr.id, found);
            }
        }
    }

    fn check_ident(&mut self, expr: &mut Expr) {
        let Kind::Ident(name) = &expr.kind else { return };
        match self.lookup(name) {
            Some((found, reference)) => {
                self.set_type(expr.id, found);
                self.set_reference(expr.id, reference);
            }
            None => {
                let message = undeclared(name);
                self.set_type(expr.id, Type::Error);
                self.report(expr.id, message);
            }
        }
    }

    /// What a name stands for: a local variable, one of the environment's, or a type.
    fn lookup(&self, name: &str) -> Option<(Type, Reference)> {
        let plain = name.strip_prefix('.').unwrap_or(name);
        if let Some(found) = self.locals.find(plain) {
            return Some((found.clone(), Reference::Variable(plain.to_owned())));
        }
        if let Some(found) = self.scope.variable(plain) {
            return Some((found.clone(), Reference::Variable(plain.to_owned())));
        }
        let found = self.scope.type_named(plain)?;
        Some((Type::of_type(found.clone()), Reference::TypeName(found)))
    }

    fn check_select(&mut self, expr: &mut Expr) {
        // Before anything else, the whole may be a dotted name.
        if let Some(name) = expr.qualified_name()
            && let Some((found, reference)) = self.lookup(&name)
        {
            self.set_type(expr.id, found);
            self.set_reference(expr.id, reference);
            expr.kind = Kind::Ident(name);
            return;
        }
        let id = expr.id;
        let Kind::Select { operand, field, test_only } = &mut expr.kind else { return };
        let found = self.select(id, operand, field, false);
        let found = if *test_only { Type::Bool } else { found };
        let found = self.mapping.substitute(&found, false);
        self.set_type(id, found);
    }

    fn check_optional_select(&mut self, expr: &mut Expr) {
        let id = expr.id;
        let Kind::Call(call) = &mut expr.kind else { return };
        let [operand, field] = &mut *call.args else { return };
        let Kind::Literal(Literal::String(name)) = &field.kind else { return };
        let name = name.clone();
        let found = self.select(id, operand, &name, true);
        let found = self.mapping.substitute(&found, false);
        self.set_type(id, found);
        let overloads = self.scope.functions(operators::OPT_SELECT).to_vec();
        self.set_reference(id, Reference::Overloads(overloads));
    }

    /// The type of a field of an operand.
    fn select(&mut self, id: Id, operand: &mut Expr, field: &str, optional: bool) -> Type {
        self.check(operand);
        let operand = self.mapping.substitute(&self.type_of(operand), false);
        let (target, was_optional) = match operand.unwrap_optional() {
            Some(inner) => (inner.clone(), true),
            None => (operand, false),
        };
        let result = match &target {
            Type::Map(pair) => pair.1.clone(),
            Type::Object(name) => self.field_type(id, name, field).unwrap_or(Type::Error),
            Type::Var(_) => {
                self.assignable(&Type::Dyn, &target);
                Type::Dyn
            }
            other => {
                if !other.is_dyn_or_error() {
                    self.report(id, format!("type '{other}' does not support field selection"));
                }
                Type::Dyn
            }
        };
        if was_optional || optional { Type::optional(result) } else { result }
    }

    fn field_type(&mut self, id: Id, object: &str, field: &str) -> Option<Type> {
        if self.scope.object(object).is_none() && self.scope.type_named(object).is_none() {
            self.report(id, format!("unexpected failed resolution of '{object}'"));
            return None;
        }
        let found = self.scope.field(object, field);
        if found.is_none() {
            self.report(id, format!("undefined field '{field}'"));
        }
        found
    }

    fn check_fold(&mut self, fold: &mut Fold) -> Type {
        self.check(&mut fold.range);
        self.check(&mut fold.init);
        let range = self.mapping.substitute(&self.type_of(&fold.range), false);
        let accumulator = self.type_of(&fold.init);
        self.locals.enter();
        self.locals.add(&fold.accu, accumulator.clone());
        let two = fold.var2.is_some();
        let (var, var2) = match &range {
            Type::List(items) if two => (Type::Int, (**items).clone()),
            Type::List(items) => ((**items).clone(), Type::Dyn),
            Type::Map(pair) => (pair.0.clone(), pair.1.clone()),
            Type::Dyn | Type::Any | Type::Error | Type::Var(_) => {
                self.assignable(&Type::Dyn, &range);
                (Type::Dyn, Type::Dyn)
            }
            other => {
                let message = format!(
                    "expression of type '{other}' cannot be range of a comprehension (must be list, map, or dynamic)"
                );
                self.report(fold.range.id, message);
                (Type::Error, Type::Error)
            }
        };
        self.locals.enter();
        self.locals.add(&fold.var, var);
        if let Some(name) = &fold.var2 {
            self.locals.add(name, var2);
        }
        self.check(&mut fold.condition);
        self.assert_type(&fold.condition, &Type::Bool);
        self.check(&mut fold.step);
        self.assert_type(&fold.step, &accumulator);
        self.locals.leave();
        self.check(&mut fold.result);
        self.locals.leave();
        self.mapping.substitute(&self.type_of(&fold.result), false)
    }

    fn assert_type(&mut self, expr: &Expr, wanted: &Type) {
        let found = self.type_of(expr);
        if !self.assignable(wanted, &found) {
            self.mismatch(expr.id, wanted, &found);
        }
    }

    fn assignable(&mut self, one: &Type, two: &Type) -> bool {
        self.mapping.assignable(one, two)
    }

    fn mismatch(&mut self, id: Id, wanted: &Type, found: &Type) {
        self.report(id, format!("expected type '{wanted}' but found '{found}'"));
    }

    fn report(&mut self, id: Id, message: String) {
        let offset = self.offsets.get(id as usize).copied().flatten();
        let at = offset.map_or(Location::NONE, |offset| self.source.location(offset));
        self.issues.push(at, message);
    }

    fn type_of(&self, expr: &Expr) -> Type {
        self.types.get(expr.id as usize).cloned().flatten().unwrap_or(Type::Error)
    }

    fn set_type(&mut self, id: Id, found: Type) {
        if let Some(slot) = self.types.get_mut(id as usize) {
            *slot = Some(found);
        }
    }

    fn set_reference(&mut self, id: Id, reference: Reference) {
        if let Some(slot) = self.references.get_mut(id as usize) {
            *slot = Some(reference);
        }
    }
}

fn undeclared(name: &str) -> String {
    format!("undeclared reference to '{name}' (in container '')")
}

const fn literal_type(literal: &Literal) -> Type {
    match literal {
        Literal::Null => Type::Null,
        Literal::Bool(_) => Type::Bool,
        Literal::Int(_) => Type::Int,
        Literal::Uint(_) => Type::Uint,
        Literal::Double(_) => Type::Double,
        Literal::String(_) => Type::String,
        Literal::Bytes(_) => Type::Bytes,
    }
}
