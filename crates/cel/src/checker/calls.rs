//! Which overload a call means.

use super::{Checker, Reference, undeclared};
use crate::ast::{Call, Expr, Id, Kind, operators};
use crate::library::Overload;
use crate::types::Type;

impl Checker<'_> {
    pub(super) fn check_call(&mut self, expr: &mut Expr) {
        let id = expr.id;
        let Kind::Call(call) = &mut expr.kind else { return };
        for arg in &mut call.args {
            self.check(arg);
        }
        // A target may be a part of the function's name.
        if let Some(name) = call.target.as_ref().and_then(Expr::qualified_name) {
            let qualified = format!("{name}.{}", call.function);
            if !self.overloads(&qualified).is_empty() {
                call.function = qualified;
                call.target = None;
            }
        }
        if let Some(target) = &mut call.target {
            self.check(target);
        }
        let overloads = self.overloads(&call.function);
        if overloads.is_empty() {
            let message = undeclared(&call.function);
            self.report(id, message);
            self.set_type(id, Type::Error);
            return;
        }
        if let Some(plain) = call.function.strip_prefix('.') {
            call.function = plain.to_owned();
        }
        match self.resolve(id, call, overloads) {
            Some((found, candidates)) => {
                self.set_type(id, found);
                self.set_reference(id, Reference::Overloads(candidates));
            }
            None => self.set_type(id, Type::Error),
        }
    }

    fn overloads(&self, name: &str) -> &'static [&'static Overload] {
        self.scope.functions(name.strip_prefix('.').unwrap_or(name))
    }

    fn resolve(
        &mut self,
        id: Id,
        call: &Call,
        overloads: &[&'static Overload],
    ) -> Option<(Type, Vec<&'static Overload>)> {
        let args: Vec<Type> = call.target.iter().chain(&call.args).map(|arg| self.type_of(arg)).collect();
        if matches!(&*call.function, operators::AND | operators::OR) {
            return self.resolve_logical(call, &args, overloads);
        }
        let mut result: Option<Type> = None;
        let mut candidates = Vec::new();
        for overload in overloads.iter().filter(|overload| overload.member == call.target.is_some()) {
            let fresh: Vec<Type> = overload.params.iter().map(|_| self.mapping.fresh()).collect();
            let wanted: Vec<Type> =
                overload.args.iter().map(|arg| instantiate(arg, &overload.params, &fresh)).collect();
            if !self.mapping.all_assignable(&args, &wanted) {
                continue;
            }
            candidates.push(*overload);
            let found = instantiate(&overload.result, &overload.params, &fresh);
            let found = self.mapping.substitute(&found, false);
            result = Some(match result {
                None => found,
                Some(before) if before.is_dyn() || before == found => before,
                Some(_) => Type::Dyn,
            });
        }
        if result.is_none() {
            let args: Vec<String> =
                args.iter().map(|arg| self.mapping.substitute(arg, true).to_string()).collect();
            let signature = match &call.target {
                Some(_) => format!("{}.({})", args[0], args[1..].join(", ")),
                None => format!("({})", args.join(", ")),
            };
            let message =
                format!("found no matching overload for '{}' applied to '{signature}'", call.function);
            self.report(id, message);
        }
        Some((result?, candidates))
    }

    fn resolve_logical(
        &mut self,
        call: &Call,
        args: &[Type],
        overloads: &[&'static Overload],
    ) -> Option<(Type, Vec<&'static Overload>)> {
        let mut fits = true;
        for (arg, found) in call.args.iter().zip(args) {
            if !self.assignable(found, &Type::Bool) {
                self.mismatch(arg.id, &Type::Bool, found);
                fits = false;
            }
        }
        fits.then(|| (Type::Bool, overloads.to_vec()))
    }
}

/// The declared type with fresh variables for its parameters.
fn instantiate(declared: &Type, params: &[std::sync::Arc<str>], fresh: &[Type]) -> Type {
    match declared {
        Type::Param(name) => {
            params.iter().position(|param| param == name).map_or(Type::Dyn, |at| fresh[at].clone())
        }
        Type::List(items) => Type::list(instantiate(items, params, fresh)),
        Type::Map(pair) => {
            Type::map(instantiate(&pair.0, params, fresh), instantiate(&pair.1, params, fresh))
        }
        Type::Type(Some(inner)) => Type::of_type(instantiate(inner, params, fresh)),
        Type::Opaque(name, inner) => Type::Opaque(
            std::sync::Arc::clone(name),
            inner.iter().map(|inner| instantiate(inner, params, fresh)).collect(),
        ),
        other => other.clone(),
    }
}
