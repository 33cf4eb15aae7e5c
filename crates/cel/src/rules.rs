//! The `x-kubernetes-validations` of custom resources: compiled with their schema when a definition is written
//! ([`compile`]), and run over objects when those are ([`Validator`]).
//!
//! Mirrors upstream's `apiserver/schema/cel`. Texts and the order of errors are upstream's.

mod field_path;
mod validator;

use std::sync::Arc;

use schema::Rule;

use crate::decl::{DeclType, MAX_REQUEST_BYTES};
use crate::environment::{Environment, Program};
use crate::types::Type;

pub use field_path::field_path;
pub use validator::{Outcome, Validator};

/// The most that one rule may cost by estimate, times how often it can apply.
pub const MAX_RULE_COST: u64 = 10_000_000;
/// The most that all rules of a definition may cost together.
pub const MAX_DEFINITION_COST: u64 = 100_000_000;

/// A rule that was compiled, or why it was not.
#[derive(Debug)]
pub struct Compiled {
    /// The rule; nothing for an empty one.
    pub rule: Result<Option<Program>, String>,
    /// The expression for its message, if it has one and the rule compiles.
    pub message: Option<Result<Program, String>>,
}

impl Compiled {
    /// Whether the rule compares with the old value.
    pub fn uses_old_self(&self) -> bool {
        matches!(&self.rule, Ok(Some(program)) if program.uses("oldSelf"))
    }

    /// The rule's estimated cost; 0 for one that does not compile.
    pub fn max_cost(&self) -> u64 {
        match &self.rule {
            Ok(Some(program)) => program.max_cost(),
            _ => 0,
        }
    }
}

/// Compiles the rules of one node, whose data is of the given type.
pub fn compile(rules: &[Rule], decl: &Arc<DeclType>) -> Vec<Compiled> {
    let environment =
        |old: Type| Environment::new().declared("self", decl).variable("oldSelf", old).sized_by(decl);
    let plain = environment(decl.ty().clone());
    let optional = environment(Type::optional(decl.ty().clone()));
    rules
        .iter()
        .map(|rule| compile_one(rule, if rule.optional_old_self == Some(true) { &optional } else { &plain }))
        .collect()
}

fn compile_one(rule: &Rule, environment: &Environment) -> Compiled {
    if rule.rule.trim().is_empty() {
        return Compiled { rule: Ok(None), message: None };
    }
    let program = match environment.compile(&rule.rule) {
        Err(error) => Err(format!("compilation failed: {error}")),
        Ok(program) if *program.output_type() != Type::Bool => {
            Err("cel expression must evaluate to a bool".into())
        }
        Ok(program) => Ok(Some(program)),
    };
    let message = rule.message_expression.as_deref().filter(|text| !text.is_empty() && program.is_ok());
    let message = message.map(|text| match environment.compile(text) {
        Err(error) => Err(format!("messageExpression compilation failed: {error}")),
        Ok(program) if *program.output_type() != Type::String => {
            Err("messageExpression must evaluate to a string".into())
        }
        Ok(program) => Ok(program),
    });
    Compiled { rule: program, message }
}

/// How often data of the type can occur in one request.
pub fn max_cardinality(decl: &DeclType) -> u64 {
    u64::try_from(MAX_REQUEST_BYTES / (decl.min_size() + 1)).unwrap_or(0)
}
