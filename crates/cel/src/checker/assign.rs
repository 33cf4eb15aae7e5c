//! Whether a value of one type can stand where another is wanted, and what that says about types not known yet.

use std::sync::Arc;

use crate::types::Type;

/// What is known of the type variables. A failed attempt is undone by its trail.
#[derive(Default)]
pub(super) struct Mapping {
    bound: Vec<Option<Type>>,
    trail: Vec<(usize, Option<Type>)>,
}

impl Mapping {
    pub fn fresh(&mut self) -> Type {
        self.bound.push(None);
        Type::Var(u32::try_from(self.bound.len() - 1).unwrap_or(u32::MAX))
    }

    /// Whether `two` fits where `one` is wanted (the relation is nearly symmetric); keeps what it learns when it does.
    pub fn assignable(&mut self, one: &Type, two: &Type) -> bool {
        self.attempt(|mapping| mapping.fits(one, two))
    }

    pub fn all_assignable(&mut self, ones: &[Type], twos: &[Type]) -> bool {
        ones.len() == twos.len()
            && self.attempt(|mapping| ones.iter().zip(twos).all(|(one, two)| mapping.fits(one, two)))
    }

    fn attempt(&mut self, test: impl FnOnce(&mut Self) -> bool) -> bool {
        let start = self.trail.len();
        let fits = test(self);
        if !fits {
            for (at, before) in self.trail.drain(start..).rev() {
                self.bound[at] = before;
            }
        }
        if start == 0 {
            self.trail.clear();
        }
        fits
    }

    fn bind(&mut self, var: u32, to: Type) {
        if let Some(slot) = self.bound.get_mut(var as usize) {
            let before = slot.replace(to);
            self.trail.push((var as usize, before));
        }
    }

    fn find(&self, var: u32) -> Option<&Type> {
        self.bound.get(var as usize)?.as_ref()
    }

    fn fits(&mut self, one: &Type, two: &Type) -> bool {
        if let Type::Var(var) = two {
            let (valid, known) = self.valid_substitution(one, *var);
            if valid {
                return true;
            }
            if known {
                return false;
            }
        }
        if let Type::Var(var) = one {
            return self.valid_substitution(two, *var).0;
        }
        if one.is_dyn_or_error() || two.is_dyn_or_error() {
            return true;
        }
        match (one, two) {
            (Type::Null, other) | (other, Type::Null) => nullable(other),
            (Type::Type(_), Type::Type(_)) => true,
            (Type::List(a), Type::List(b)) => self.fits(a, b),
            (Type::Map(a), Type::Map(b)) => self.fits(&a.0, &b.0) && self.fits(&a.1, &b.1),
            (Type::Opaque(name, a), Type::Opaque(other, b)) => {
                name == other && a.len() == b.len() && a.iter().zip(b.iter()).all(|(a, b)| self.fits(a, b))
            }
            _ => one == two,
        }
    }

    /// Whether the variable may stand for the type, and whether something was known of it before.
    fn valid_substitution(&mut self, one: &Type, var: u32) -> (bool, bool) {
        if *one == Type::Var(var) {
            return (true, true);
        }
        if let Some(known) = self.find(var).cloned() {
            if *one == known {
                return (true, true);
            }
            if !self.fits(one, &known) {
                return (false, true);
            }
            let general = most_general(one, &known).clone();
            if self.not_referenced(var, &general) {
                self.bind(var, general);
            }
            return (true, true);
        }
        if self.not_referenced(var, one) {
            self.bind(var, one.clone());
            return (true, false);
        }
        (false, false)
    }

    fn not_referenced(&self, var: u32, within: &Type) -> bool {
        match within {
            Type::Var(other) if *other == var => false,
            Type::Var(other) => self.find(*other).is_none_or(|known| self.not_referenced(var, known)),
            other => other.parameters().into_iter().all(|inner| self.not_referenced(var, inner)),
        }
    }

    /// The type with what is known put in; what is not becomes `dyn` when asked.
    pub fn substitute(&self, found: &Type, to_dyn: bool) -> Type {
        match found {
            Type::Var(var) => match self.find(*var) {
                Some(known) => self.substitute(known, to_dyn),
                None if to_dyn => Type::Dyn,
                None => found.clone(),
            },
            Type::List(items) => Type::list(self.substitute(items, to_dyn)),
            Type::Map(pair) => Type::map(self.substitute(&pair.0, to_dyn), self.substitute(&pair.1, to_dyn)),
            Type::Type(Some(inner)) => Type::of_type(self.substitute(inner, to_dyn)),
            Type::Opaque(name, params) if !params.is_empty() => Type::Opaque(
                Arc::clone(name),
                params.iter().map(|inner| self.substitute(inner, to_dyn)).collect(),
            ),
            other => other.clone(),
        }
    }
}

/// Types that `null` fits.
const fn nullable(found: &Type) -> bool {
    matches!(
        found,
        Type::Null | Type::Opaque(..) | Type::Object(_) | Type::Duration | Type::Timestamp | Type::Any
    )
}

pub(super) fn most_general<'t>(one: &'t Type, two: &'t Type) -> &'t Type {
    if equal_or_less_specific(one, two) { one } else { two }
}

fn equal_or_less_specific(one: &Type, two: &Type) -> bool {
    if one.is_dyn() || matches!(one, Type::Var(_)) {
        return true;
    }
    if two.is_dyn() || matches!(two, Type::Var(_)) {
        return false;
    }
    match (one, two) {
        (Type::Opaque(name, a), Type::Opaque(other, b)) => {
            name == other
                && a.len() == b.len()
                && a.iter().zip(b.iter()).all(|(a, b)| equal_or_less_specific(a, b))
        }
        (Type::List(a), Type::List(b)) => equal_or_less_specific(a, b),
        (Type::Map(a), Type::Map(b)) => {
            equal_or_less_specific(&a.0, &b.0) && equal_or_less_specific(&a.1, &b.1)
        }
        (Type::Type(_), Type::Type(_)) => true,
        _ => one == two,
    }
}
