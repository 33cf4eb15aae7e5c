//! `FieldsV1`: the JSON form of a field set. An object per element, `.` marking an element that is itself in the set when
//! there is more below it.

use serde_json::{Map, Value};

use super::{ElementError, FieldSet, PathElement};

impl FieldSet {
    /// The JSON form.
    pub fn to_json(&self) -> Value {
        self.write(false)
    }

    fn write(&self, member: bool) -> Value {
        let mut out = Map::new();
        if member && !self.is_empty() {
            out.insert(".".to_owned(), Value::Object(Map::new()));
        }
        for node in &self.nodes {
            out.insert(node.element.write(), node.children.write(node.member));
        }
        Value::Object(out)
    }

    /// Reads the JSON form. Steps of unknown kind are dropped.
    pub fn from_json(json: &Value) -> Result<Self, ElementError> {
        match json {
            Value::Null => Ok(Self::new()),
            Value::Object(members) => read(members).map(|(set, _)| set),
            _ => Err(ElementError::Content("expected an object".to_owned())),
        }
    }
}

/// What is below, and whether the place itself is in the set: when it says so, or when nothing is below.
fn read(members: &Map<String, Value>) -> Result<(FieldSet, bool), ElementError> {
    let (mut set, mut member) = (FieldSet::new(), false);
    for (name, below) in members {
        if name == "." {
            member = true;
            continue;
        }
        let Some(element) = PathElement::read(name)? else { continue };
        let (children, is_member) = match below {
            Value::Object(below) => read(below)?,
            Value::Null => (FieldSet::new(), true),
            _ => return Err(ElementError::Content(format!("expected an object below {name}"))),
        };
        set.push(element, is_member, children);
    }
    let alone = set.is_empty();
    Ok((set, member || alone))
}
