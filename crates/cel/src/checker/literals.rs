//! List, map and message literals: one type for all their parts.

use super::assign::most_general;
use super::{Checker, Reference, undeclared};
use crate::ast::{Expr, Kind};
use crate::types::Type;

impl Checker<'_> {
    pub(super) fn check_list(&mut self, expr: &mut Expr) {
        let id = expr.id;
        let Kind::List { items, optional } = &mut expr.kind else { return };
        let mut joined = None;
        for (item, optional) in items.iter_mut().zip(optional) {
            self.check(item);
            let found = self.element_type(item, *optional);
            joined = Some(self.join(joined, found));
        }
        let items = joined.unwrap_or_else(|| self.mapping.fresh());
        self.set_type(id, Type::list(items));
    }

    pub(super) fn check_map(&mut self, expr: &mut Expr) {
        let id = expr.id;
        let Kind::Map(entries) = &mut expr.kind else { return };
        let (mut keys, mut values) = (None, None);
        for entry in entries {
            self.check(&mut entry.key);
            let found = self.type_of(&entry.key);
            keys = Some(self.join(keys, found));
            self.check(&mut entry.value);
            let found = self.element_type(&entry.value, entry.optional);
            values = Some(self.join(values, found));
        }
        let keys = keys.unwrap_or_else(|| self.mapping.fresh());
        let values = values.unwrap_or_else(|| self.mapping.fresh());
        self.set_type(id, Type::map(keys, values));
    }

    pub(super) fn check_struct(&mut self, expr: &mut Expr) {
        let id = expr.id;
        let Kind::Struct { name, fields } = &mut expr.kind else { return };
        let plain = name.strip_prefix('.').unwrap_or(name).to_owned();
        let Some((found, reference)) = self.lookup(&plain) else {
            let message = undeclared(name);
            self.report(id, message);
            self.set_type(id, Type::Error);
            return;
        };
        *name = plain;
        let result = match (&reference, &found) {
            (Reference::TypeName(object @ Type::Object(_)), _) => object.clone(),
            (Reference::TypeName(other), _) => {
                let message = format!("'{}' is not a message type", other.name());
                self.report(id, message);
                Type::Error
            }
            (_, other) => {
                let message = format!("'{}' is not a type", other.name());
                self.report(id, message);
                Type::Error
            }
        };
        self.set_type(id, result.clone());
        self.set_reference(id, reference);
        for field in fields {
            self.check(&mut field.value);
            let wanted = match &result {
                Type::Object(object) => self.field_type(field.id, object, &field.name).unwrap_or(Type::Error),
                _ => Type::Error,
            };
            let found = self.element_type(&field.value, field.optional);
            if !self.assignable(&wanted, &found) {
                let message = format!(
                    "expected type of field '{}' is '{wanted}' but provided type is '{found}'",
                    field.name
                );
                self.report(field.id, message);
            }
        }
    }

    /// The type an element adds: what is inside, for one that is marked optional.
    fn element_type(&mut self, element: &Expr, optional: bool) -> Type {
        let found = self.type_of(element);
        if !optional {
            return found;
        }
        match found.unwrap_optional() {
            Some(inner) => inner.clone(),
            None => {
                if !found.is_dyn() {
                    self.mismatch(element.id, &Type::optional(found.clone()), &found);
                }
                found
            }
        }
    }

    /// One type for both; mixed ones are refused later, where that is not allowed.
    fn join(&mut self, before: Option<Type>, found: Type) -> Type {
        let Some(before) = before else { return found };
        if self.assignable(&before, &found) { most_general(&before, &found).clone() } else { Type::Dyn }
    }
}
