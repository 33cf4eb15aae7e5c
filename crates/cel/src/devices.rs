//! The selectors of device classes and resource claims: expressions about one `device`.

use std::sync::Arc;

use crate::decl::DeclType;
use crate::environment::{Environment, Program};
use crate::types::Type;

/// What one evaluation may cost.
pub const MAX_COST: u64 = 1_000_000;

/// The limits of the API that bound what a device can be.
const MAX_DOMAIN: i64 = 63;
const MAX_VALUE: i64 = 64;
const MAX_ENTRIES: i64 = 32;

/// The environment of selectors.
pub fn environment() -> Environment {
    let map = |values: DeclType| DeclType::map(DeclType::map(values, MAX_ENTRIES), MAX_ENTRIES);
    let device = Arc::new(DeclType::object(
        "kubernetes.DRADevice",
        [
            ("driver", DeclType::string(MAX_DOMAIN)),
            ("allowMultipleAllocations", DeclType::bool()),
            ("attributes", map(DeclType::any(MAX_VALUE))),
            ("capacity", map(DeclType::quantity())),
        ],
    ));
    Environment::new().with_bind().declared("device", &device).variable_sized_by("device", &device)
}

/// Compiles a selector. The error is what the API answers with.
pub fn compile(environment: &Environment, text: &str) -> Result<Program, String> {
    let program = environment.compile(text).map_err(|error| format!("compilation failed: {error}"))?;
    match program.output_type() {
        Type::Bool | Type::Any => Ok(program),
        other => Err(format!("must evaluate to bool or the unknown type, not {}", other.full_name())),
    }
}
