//! Reading objects as trees: what a path leads to, or nothing. Verbs work on what the server sends, whatever its kind.

use serde_json::{Map, Value, json};

static NULL: Value = Value::Null;

/// Questions to ask of a tree. Paths have dots between names; numbers index lists.
pub trait Tree {
    /// What is at a path; null if there is nothing.
    fn at(&self, path: &str) -> &Value;

    /// The text at a path; empty if there is none.
    fn text(&self, path: &str) -> &str {
        self.at(path).as_str().unwrap_or_default()
    }

    /// The number at a path; 0 if there is none.
    fn int(&self, path: &str) -> i64 {
        self.at(path).as_i64().unwrap_or_default()
    }

    /// Whether there is a `true` at a path.
    fn truth(&self, path: &str) -> bool {
        self.at(path).as_bool().unwrap_or_default()
    }

    /// The items of the list at a path.
    fn items(&self, path: &str) -> &[Value] {
        self.at(path).as_array().map_or(&[], Vec::as_slice)
    }

    /// The members of the object at a path, by name.
    fn members(&self, path: &str) -> Vec<(&String, &Value)> {
        self.at(path).as_object().map(|members| members.iter().collect()).unwrap_or_default()
    }

    /// Whether there is something at a path.
    fn has(&self, path: &str) -> bool {
        !self.at(path).is_null()
    }

    /// What is there as people read it: texts without quotes.
    fn show(&self, path: &str) -> String {
        show(self.at(path))
    }

    /// `metadata.name`.
    fn name(&self) -> &str {
        self.text("metadata.name")
    }

    /// `metadata.namespace`.
    fn namespace(&self) -> &str {
        self.text("metadata.namespace")
    }

    /// `kind`.
    fn kind(&self) -> &str {
        self.text("kind")
    }

    /// The group of `apiVersion`.
    fn group(&self) -> &str {
        self.text("apiVersion").rsplit_once('/').map_or("", |(group, _)| group)
    }
}

impl Tree for Value {
    fn at(&self, path: &str) -> &Value {
        let mut at = self;
        for step in path.split('.').filter(|step| !step.is_empty()) {
            at = match at {
                Value::Object(members) => members.get(step).unwrap_or(&NULL),
                Value::Array(items) => {
                    step.parse().ok().and_then(|index: usize| items.get(index)).unwrap_or(&NULL)
                }
                _ => &NULL,
            };
        }
        at
    }
}

/// A value without quotes.
pub fn show(value: &Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::String(text) => text.clone(),
        other => other.to_string(),
    }
}

/// Puts a value at a path, making objects on the way.
pub fn put(tree: &mut Value, path: &str, value: Value) {
    let mut at = tree;
    for step in path.split('.') {
        if !at.is_object() {
            *at = json!({});
        }
        at = at.as_object_mut().expect("it was just made one").entry(step).or_insert(Value::Null);
    }
    *at = value;
}

/// The object at a path, made if it is not there.
pub fn object_at<'a>(tree: &'a mut Value, path: &str) -> &'a mut Map<String, Value> {
    let mut at = tree;
    for step in path.split('.') {
        if !at.is_object() {
            *at = json!({});
        }
        at = at.as_object_mut().expect("it was just made one").entry(step).or_insert(Value::Null);
    }
    if !at.is_object() {
        *at = json!({});
    }
    at.as_object_mut().expect("it was just made one")
}

/// Takes out what is at a path.
pub fn take(tree: &mut Value, path: &str) -> Option<Value> {
    let (parent, last) = match path.rsplit_once('.') {
        Some((parent, last)) => (Some(parent), last),
        None => (None, path),
    };
    let mut at = tree;
    for step in parent.into_iter().flat_map(|parent| parent.split('.')) {
        at = at.get_mut(step)?;
    }
    at.as_object_mut()?.remove(last)
}

/// Members whose values are texts, by name.
pub fn texts(value: &Value) -> Vec<(&str, &str)> {
    let members = value.as_object().into_iter().flatten();
    members.map(|(key, value)| (key.as_str(), value.as_str().unwrap_or_default())).collect()
}
