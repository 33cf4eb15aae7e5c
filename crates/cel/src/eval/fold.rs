//! Loops over lists and maps.

use super::{Eval, LIST_COST, Slot};
use crate::error::{EvalError, Result};
use crate::plan::{FoldNode, Node, Step};
use crate::value::{List, Map, MapData, Value};

/// What a loop that builds a list or map has so far.
enum Building<'a> {
    List(Vec<Value<'a>>),
    Map(MapData<'a>),
}

impl<'p, 'a> Eval<'p, 'a> {
    #[inline(never)]
    pub(super) fn fold(&mut self, fold: &'p FoldNode) -> Result<Value<'a>> {
        let range = self.run(&fold.range)?;
        self.locals.resize_with(fold.slot, || Slot::Empty);
        self.locals.push(Slot::Pending(&fold.init));
        let result = self.elements(fold, &range).and_then(|()| self.run(&fold.result));
        self.locals.truncate(fold.slot);
        result
    }

    fn elements(&mut self, fold: &'p FoldNode, range: &Value<'a>) -> Result<()> {
        let mut building = match &fold.step {
            Step::Value(_) => None,
            Step::Append { .. } => Some(Building::List(Vec::new())),
            Step::Insert { .. } => Some(Building::Map(MapData::default())),
        };
        match range {
            Value::List(list) => {
                for (at, item) in list.iter().enumerate() {
                    let item = item?;
                    let index = Value::Int(i64::try_from(at).unwrap_or(i64::MAX));
                    let (one, two) = if fold.two { (index, Some(item)) } else { (item, None) };
                    if !self.element(fold, one, two, &mut building)? {
                        break;
                    }
                }
            }
            Value::Map(map) => {
                for entry in map.iter() {
                    let (key, value) = entry?;
                    if !self.element(fold, key, fold.two.then_some(value), &mut building)? {
                        break;
                    }
                }
            }
            other if fold.two => {
                return Err(EvalError::new(format!(
                    "unsupported comprehension range type: {}",
                    other.type_name()
                )));
            }
            other => {
                return Err(EvalError::new(format!("got '{}', expected iterable type", other.type_name())));
            }
        }
        self.locals.truncate(fold.slot + 1);
        match building {
            None => {}
            Some(Building::List(items)) => {
                self.locals[fold.slot] = Slot::Done(Ok(Value::List(List::owned(items))));
            }
            Some(Building::Map(data)) => {
                self.locals[fold.slot] = Slot::Done(Ok(Value::Map(Map::owned(data))))
            }
        }
        Ok(())
    }

    /// One round; whether to go on.
    fn element(
        &mut self,
        fold: &'p FoldNode,
        one: Value<'a>,
        two: Option<Value<'a>>,
        building: &mut Option<Building<'a>>,
    ) -> Result<bool> {
        self.locals.truncate(fold.slot + 1);
        self.locals.push(Slot::Done(Ok(one)));
        self.locals.extend(two.map(|two| Slot::Done(Ok(two))));
        match self.run(&fold.condition) {
            Ok(Value::Bool(false)) => return Ok(false),
            Err(error) if error.is_cost_limit() => return Err(error),
            _ => {}
        }
        match (&fold.step, building) {
            (Step::Value(step), _) => {
                let value = self.run(step);
                if let Err(error) = &value
                    && error.is_cost_limit()
                {
                    return Err(error.clone());
                }
                self.locals[fold.slot] = Slot::Done(value);
            }
            (Step::Append { filter, items, constant }, Some(Building::List(list)))
                if self.passes(filter.as_ref())? =>
            {
                // What reading the accumulator, making the list and joining them costs.
                self.charge(1)?;
                let items = self.items(items);
                self.charge(if *constant { 1 } else { LIST_COST + 1 })?;
                list.extend(items?);
            }
            (Step::Insert { filter, key, value }, Some(Building::Map(data)))
                if self.passes(filter.as_ref())? =>
            {
                self.charge(1)?;
                let key = self.run(key)?;
                let value = self.run(value)?;
                self.charge(1)?;
                if data.has(&key) {
                    return Err(EvalError::new(format!("insert failed: key {key} already exists")));
                }
                data.insert(key, value);
            }
            _ => {}
        }
        Ok(true)
    }

    fn passes(&mut self, filter: Option<&'p Node>) -> Result<bool> {
        let Some(filter) = filter else { return Ok(true) };
        match self.run(filter)? {
            Value::Bool(passes) => Ok(passes),
            _ => Err(EvalError::no_such_overload()),
        }
    }
}
