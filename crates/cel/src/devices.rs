//! The selectors of device classes and resource claims: expressions about one `device`.

use std::sync::Arc;

use meta::Quantity;

use crate::decl::DeclType;
use crate::environment::{Environment, Program};
use crate::types::Type;
use crate::value::{Map, MapData, Value};

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

/// The value of `device`: attributes and capacities by domain and name. A domain that a device has nothing of is empty
/// rather than missing.
pub fn device<'a>(
    driver: &'a str,
    allow_multiple_allocations: bool,
    attributes: impl IntoIterator<Item = (&'a str, &'a str, Value<'a>)>,
    capacity: impl IntoIterator<Item = (&'a str, &'a str, Quantity)>,
) -> Value<'a> {
    let capacity =
        capacity.into_iter().map(|(domain, name, quantity)| (domain, name, Value::quantity(quantity)));
    Value::map([
        ("driver", Value::borrowed(driver)),
        ("allowMultipleAllocations", Value::Bool(allow_multiple_allocations)),
        ("attributes", by_domain(attributes)),
        ("capacity", by_domain(capacity)),
    ])
}

fn by_domain<'a>(entries: impl IntoIterator<Item = (&'a str, &'a str, Value<'a>)>) -> Value<'a> {
    let mut domains: Vec<(&str, MapData<'a>)> = Vec::new();
    for (domain, name, value) in entries {
        let at = domains.iter().position(|(known, _)| *known == domain).unwrap_or_else(|| {
            domains.push((domain, MapData::default()));
            domains.len() - 1
        });
        domains[at].1.insert(Value::borrowed(name), value);
    }
    let mut data = MapData::default();
    for (domain, entries) in domains {
        data.insert(Value::borrowed(domain), Value::Map(Map::owned(entries)));
    }
    data.otherwise(Value::Map(Map::owned(MapData::default())));
    Value::Map(Map::owned(data))
}
