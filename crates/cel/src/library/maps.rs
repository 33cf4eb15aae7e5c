//! What two-variable comprehensions build maps with.

use super::arguments::map;
use super::{Decl, Run};
use crate::error::{EvalError, Result};
use crate::value::{Map, Value};

pub(super) const TABLE: &[Decl] = &[
    Decl("cel.@mapInsert", "@mapInsert_map_key_value", "(map(K, V), K, V) map(K, V)", Run::Values(insert)),
    Decl("cel.@mapInsert", "@mapInsert_map_map", "(map(K, V), map(K, V)) map(K, V)", Run::Values(insert_all)),
];

fn insert<'a>(args: &[Value<'a>]) -> Result<Value<'a>> {
    let mut data = map(args, 0)?.to_data()?;
    let [_, key, value] = args else { return Err(EvalError::no_such_overload()) };
    if data.has(key) {
        return Err(EvalError::new(format!("insert failed: key {key} already exists")));
    }
    data.insert(key.clone(), value.clone());
    Ok(Value::Map(Map::owned(data)))
}

fn insert_all<'a>(args: &[Value<'a>]) -> Result<Value<'a>> {
    let mut data = map(args, 0)?.to_data()?;
    for entry in map(args, 1)?.iter() {
        let (key, value) = entry?;
        if data.has(&key) {
            return Err(EvalError::new(format!("insert failed: key {key} already exists")));
        }
        data.insert(key, value);
    }
    Ok(Value::Map(Map::owned(data)))
}
