//! Why an expression has no value.

use std::fmt;
use std::sync::Arc;

/// The result of a step.
pub type Result<T> = std::result::Result<T, EvalError>;

/// Why an expression has no value. `&&` and `||` may absorb it, unless it ends the evaluation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EvalError {
    message: Arc<str>,
    cost: bool,
}

impl EvalError {
    /// An error with that text.
    pub fn new(message: impl Into<Arc<str>>) -> Self {
        Self { message: message.into(), cost: false }
    }

    pub(crate) fn no_such_overload() -> Self {
        Self::new("no such overload")
    }

    /// The evaluation cost more than it may.
    pub(crate) fn cost_limit() -> Self {
        Self { message: "operation cancelled: actual cost limit exceeded".into(), cost: true }
    }

    /// Whether the evaluation was ended because it cost too much.
    pub const fn is_cost_limit(&self) -> bool {
        self.cost
    }
}

impl fmt::Display for EvalError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for EvalError {}
