//! Variables and what is selected from them.

use super::{Eval, Slot};
use crate::error::{EvalError, Result};
use crate::plan::{Attribute, Node, Qualifier, Root};
use crate::value::Value;

impl<'p, 'a> Eval<'p, 'a> {
    #[inline(never)]
    pub(super) fn attribute(&mut self, attribute: &'p Attribute) -> Result<Value<'a>> {
        let value = self.resolve(attribute);
        if !attribute.test_only && !matches!(attribute.root, Root::Conditional(..)) {
            self.charge(1)?;
        }
        value
    }

    /// The value, without what looking at an attribute costs.
    fn resolve(&mut self, attribute: &'p Attribute) -> Result<Value<'a>> {
        let value = self.root(&attribute.root)?;
        self.qualify(value, &attribute.qualifiers, attribute.test_only)
    }

    /// A part of another attribute: an attribute is not charged as such there.
    fn part(&mut self, node: &'p Node) -> Result<Value<'a>> {
        match node {
            Node::Attribute(attribute) => self.resolve(attribute),
            other => self.run(other),
        }
    }

    fn root(&mut self, root: &'p Root) -> Result<Value<'a>> {
        match root {
            Root::Variable(name) => match self.bindings.get(name) {
                Some(value) => Ok(value.clone()),
                None => Err(EvalError::new(format!("no such attribute(s): {name}"))),
            },
            Root::Local(slot) => self.local(*slot),
            Root::Value(node) => self.run(node),
            Root::Conditional(test, yes, no) => match self.run(test)? {
                Value::Bool(true) => self.part(yes),
                Value::Bool(false) => self.part(no),
                _ => Err(EvalError::no_such_overload()),
            },
        }
    }

    fn local(&mut self, slot: usize) -> Result<Value<'a>> {
        let pending = match self.locals.get(slot) {
            Some(Slot::Done(value)) => return value.clone(),
            Some(Slot::Pending(node)) => *node,
            Some(Slot::Empty) | None => return Err(EvalError::new("no such attribute(s)")),
        };
        // It was written outside of the loop, where the places from here on were free.
        let inner = self.locals.split_off(slot);
        let value = self.run(pending);
        self.locals.resize_with(slot, || Slot::Empty);
        self.locals.extend(inner);
        self.locals[slot] = Slot::Done(value.clone());
        value
    }

    fn qualify(
        &mut self,
        mut value: Value<'a>,
        qualifiers: &'p [Qualifier],
        test_only: bool,
    ) -> Result<Value<'a>> {
        if qualifiers.is_empty() {
            return Ok(value);
        }
        let mut optional = false;
        if let Value::Optional(inner) = value {
            match inner {
                None if test_only => return Ok(Value::Bool(false)),
                None => return Ok(Value::Optional(None)),
                Some(inner) => value = (*inner).clone(),
            }
            optional = true;
        }
        for (at, qualifier) in qualifiers.iter().enumerate() {
            optional = optional || qualifier.optional;
            let last = at + 1 == qualifiers.len();
            let key = self.part(&qualifier.key)?;
            let found = value.member(&key)?;
            if test_only && last {
                self.charge(1)?;
                return Ok(Value::Bool(found.is_some()));
            }
            match found {
                Some(found) => {
                    self.charge(1)?;
                    value = found;
                }
                None if optional && test_only => return Ok(Value::Bool(false)),
                None if optional => return Ok(Value::Optional(None)),
                None => {
                    self.charge(1)?;
                    return Err(value.missing(&key));
                }
            }
        }
        Ok(if optional { Value::some(value) } else { value })
    }
}
