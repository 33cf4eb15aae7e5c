//! The Common Expression Language as Kubernetes v1.36 uses it.
//!
//! An [`Environment`] names the variables of an expression; [`Environment::compile`] parses and checks it, estimates what
//! it can cost, and gives a [`Program`]; [`Program::eval`] runs it on [`Bindings`] within a cost limit. Data is given as
//! borrowed JSON trees ([`Value::from_json`]), read by their [`DeclType`] where a schema is known.
//!
//! ```
//! use cel::{Bindings, Environment, Type, Value};
//!
//! let environment = Environment::new().variable("object", Type::Dyn);
//! let program = environment.compile("object.replicas <= 5")?;
//! assert_eq!(program.output_type(), &Type::Bool);
//! let object = serde_json::json!({"replicas": 3});
//! let bindings = Bindings::new().with("object", Value::from_json(&object, None)?);
//! let evaluation = program.eval(&bindings, cel::PER_CALL_LIMIT);
//! assert_eq!(evaluation.result?.as_bool(), Some(true));
//! # Ok::<_, Box<dyn std::error::Error>>(())
//! ```
//!
//! The users have their variables ready:
//!
//! * [`rules`]: the `x-kubernetes-validations` of custom resources, compiled with their schema and run over objects;
//! * [`admission`]: admission policies and the match conditions of webhooks;
//! * [`devices`]: the selectors of device classes and claims.
//!
//! Errors of compilation have the text and the marks of cel-go, because clients see them. Nothing here panics or runs
//! without bound, whatever the expression: depth, length, cost and sizes are limited.

pub mod admission;
mod ast;
mod authorizer;
mod checker;
mod cost;
mod decl;
pub mod devices;
mod environment;
mod error;
mod escape;
mod eval;
mod lexer;
mod library;
mod parser;
mod plan;
mod regexes;
pub mod rules;
mod scope;
mod source;
mod time;
mod types;
mod value;

pub use authorizer::{Authorizer, Decision, Requester, ResourceCheck};
pub use decl::DeclType;
pub use environment::{Environment, Evaluation, Program};
pub use error::{EvalError, Result};
pub use escape::{RESERVED, escape, unescape};
pub use eval::Bindings;
pub use source::CompileError;
pub use time::Timestamp;
pub use types::Type;
pub use value::{List, Map, OpaqueValue, Record, Struct, Text, Value};

/// What one evaluation may cost.
pub const PER_CALL_LIMIT: u64 = 1_000_000;
/// What all rules of one object, or all expressions of one policy binding, may cost together.
pub const RUNTIME_BUDGET: i64 = 10_000_000;
/// What the match conditions of one webhook or policy binding may cost together.
pub const MATCH_CONDITIONS_BUDGET: i64 = 2_500_000;
