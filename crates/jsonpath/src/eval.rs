//! What the nodes of a template find in a tree.

use std::borrow::Cow;

use serde_json::Value;

use crate::Error;
use crate::compare;
use crate::node::{Bound, Node};

/// Something found: a part of the tree, or text and numbers of the template itself.
pub type Found<'a> = Cow<'a, Value>;

/// Runs a whole template.
pub(crate) fn find<'a>(
    nodes: &[Node],
    allow_missing: bool,
    tree: &'a Value,
) -> Result<Vec<Vec<Found<'a>>>, Error> {
    let mut run = Run { nodes, allow_missing, begin: 0, within: 0, ending: 0, last_end: 0 };
    run.from(0, Some(Cow::Borrowed(tree)))
}

/// Where a run is among nested ranges. Ranges are not nodes: `{range …}` and `{end}` are actions like others.
struct Run<'n> {
    nodes: &'n [Node],
    allow_missing: bool,
    begin: usize,
    within: usize,
    ending: usize,
    last_end: usize,
}

impl Run<'_> {
    fn from<'a>(&mut self, start: usize, value: Option<Found<'a>>) -> Result<Vec<Vec<Found<'a>>>, Error> {
        let current: Vec<Found<'a>> = value.into_iter().collect();
        let mut all = Vec::new();
        let mut at = start;
        while at < self.nodes.len() {
            let results = self.step(current.clone(), &self.nodes[at])?;
            if self.ending > 0 && self.ending <= self.within {
                self.ending -= 1;
                self.last_end = at;
                break;
            }
            if self.begin > 0 {
                self.begin -= 1;
                self.within += 1;
                if results.is_empty() {
                    // Nothing to go over: walk to the end all the same, to know where it is.
                    self.from(at + 1, None)?;
                }
                for value in results {
                    all.extend(self.from(at + 1, Some(value))?);
                }
                self.within -= 1;
                at = self.last_end.max(at) + 1;
                continue;
            }
            all.push(results);
            at += 1;
        }
        Ok(all)
    }

    fn steps<'a>(&mut self, mut values: Vec<Found<'a>>, nodes: &[Node]) -> Result<Vec<Found<'a>>, Error> {
        for node in nodes {
            values = self.step(values, node)?;
        }
        Ok(values)
    }

    fn step<'a>(&mut self, values: Vec<Found<'a>>, node: &Node) -> Result<Vec<Found<'a>>, Error> {
        let constant = |value: Value| Ok(values.iter().map(|_| Cow::Owned(value.clone())).collect());
        match node {
            Node::List(nodes) => self.steps(values, nodes),
            Node::Text(text) => Ok(vec![Cow::Owned(Value::String(text.clone()))]),
            Node::Int(number) => constant(Value::from(*number)),
            Node::Float(number) => constant(Value::from(*number)),
            Node::Bool(truth) => constant(Value::from(*truth)),
            Node::Field(name) => self.field(values, name),
            Node::Slice(bounds) => slice(values, bounds),
            Node::Filter { left, operator, right } => self.filter(values, left, operator, right),
            Node::Wildcard => Ok(values.into_iter().flat_map(children).collect()),
            Node::Recursive => Ok(recursive(values)),
            Node::Union(parts) => {
                let mut all = Vec::new();
                for part in parts {
                    all.extend(self.steps(values.clone(), part)?);
                }
                Ok(all)
            }
            Node::Identifier(name) => self.identifier(values, name),
        }
    }

    fn identifier<'a>(&mut self, values: Vec<Found<'a>>, name: &str) -> Result<Vec<Found<'a>>, Error> {
        match name {
            "range" => {
                self.begin += 1;
                Ok(values)
            }
            "end" if self.within > 0 => {
                self.ending += 1;
                Ok(Vec::new())
            }
            "end" => Err(Error::new("not in range, nothing to end")),
            other => Err(Error::new(format!("unrecognized identifier {other}"))),
        }
    }

    fn field<'a>(&self, values: Vec<Found<'a>>, name: &str) -> Result<Vec<Found<'a>>, Error> {
        if values.is_empty() {
            return Ok(values);
        }
        let found: Vec<_> = values.into_iter().filter_map(|value| member(value, name)).collect();
        if found.is_empty() && !self.allow_missing {
            return Err(Error::new(format!("{name} is not found")));
        }
        Ok(found)
    }

    fn filter<'a>(
        &mut self,
        values: Vec<Found<'a>>,
        left: &[Node],
        operator: &str,
        right: &[Node],
    ) -> Result<Vec<Found<'a>>, Error> {
        let mut all = Vec::new();
        for value in values {
            if !value.is_array() {
                let text = crate::print::go_value(&value);
                return Err(Error::new(format!("{text} is not array or slice and cannot be filtered")));
            }
            for item in children(value) {
                let lefts = self.steps(vec![item.clone()], left);
                if operator == "exists" {
                    if lefts.is_ok_and(|lefts| !lefts.is_empty()) {
                        all.push(item);
                    }
                    continue;
                }
                let Some(left) = single(lefts?)? else { continue };
                let Some(right) = single(self.steps(vec![item.clone()], right)?)? else { continue };
                if compare::holds(&left, operator, &right)? {
                    all.push(item);
                }
            }
        }
        Ok(all)
    }
}

fn single(mut values: Vec<Found<'_>>) -> Result<Option<Found<'_>>, Error> {
    match values.len() {
        0 | 1 => Ok(values.pop()),
        _ => Err(Error::new("can only compare one element at a time")),
    }
}

fn member<'a>(value: Found<'a>, name: &str) -> Option<Found<'a>> {
    match value {
        Cow::Borrowed(value) => value.as_object()?.get(name).map(Cow::Borrowed),
        Cow::Owned(mut value) => value.as_object_mut()?.remove(name).map(Cow::Owned),
    }
}

/// Members of an object (by name, where upstream has no order) or items of a list.
fn children(value: Found<'_>) -> Vec<Found<'_>> {
    match value {
        Cow::Borrowed(Value::Object(members)) => members.values().map(Cow::Borrowed).collect(),
        Cow::Borrowed(Value::Array(items)) => items.iter().map(Cow::Borrowed).collect(),
        Cow::Owned(Value::Object(members)) => {
            members.into_iter().map(|(_, value)| Cow::Owned(value)).collect()
        }
        Cow::Owned(Value::Array(items)) => items.into_iter().map(Cow::Owned).collect(),
        _ => Vec::new(),
    }
}

fn recursive(values: Vec<Found<'_>>) -> Vec<Found<'_>> {
    let mut all = Vec::new();
    for value in values {
        let below = children(value.clone());
        if !below.is_empty() {
            all.push(value);
            all.extend(recursive(below));
        }
    }
    all
}

fn slice<'a>(values: Vec<Found<'a>>, bounds: &[Bound; 3]) -> Result<Vec<Found<'a>>, Error> {
    let mut all = Vec::new();
    for value in values {
        if value.is_null() {
            continue;
        }
        if !value.is_array() {
            return Err(Error::new(format!("{} is not array or slice", go_type(&value))));
        }
        let items = children(value);
        let length = i64::try_from(items.len()).unwrap_or(i64::MAX);
        let [mut start, mut end, step] = *bounds;
        if start.value < 0 {
            start.value += length;
        }
        if !end.known {
            end.value = length;
        }
        if end.value < 0 || (end.value == 0 && end.derived) {
            end.value += length;
        }
        if start.value == end.value {
            return Ok(all);
        }
        let outside =
            |index| Error::new(format!("array index out of bounds: index {index}, length {length}"));
        if start.value >= length || start.value < 0 {
            return Err(outside(start.value));
        }
        if end.value > length || end.value < 0 {
            return Err(outside(end.value - 1));
        }
        if start.value > end.value {
            let text = format!("starting index {} is greater than ending index {}", start.value, end.value);
            return Err(Error::new(text));
        }
        if step.known && step.value <= 0 {
            return Err(Error::new("step must be > 0"));
        }
        let step = if step.known { usize::try_from(step.value).unwrap_or(1) } else { 1 };
        let (from, count) = (start.value as usize, (end.value - start.value) as usize);
        all.extend(items.into_iter().skip(from).take(count).step_by(step));
    }
    Ok(all)
}

fn go_type(value: &Value) -> &'static str {
    match value {
        Value::Null => "<nil>",
        Value::Bool(_) => "bool",
        Value::Number(number) if number.is_i64() || number.is_u64() => "int64",
        Value::Number(_) => "float64",
        Value::String(_) => "string",
        Value::Array(_) => "[]interface {}",
        Value::Object(_) => "map[string]interface {}",
    }
}
