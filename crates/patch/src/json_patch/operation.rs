//! One operation of a JSON patch: how it is read and what it does.

use serde_json::{Map, Value};

use super::{Error, MAX_DEPTH, Spent, document};
use crate::go_text::json_kind;

/// One operation. Members are kept as they came: upstream reads each only when the operation needs it, so that a patch
/// with a bad third operation fails on the first if that one does not apply.
#[derive(Clone, Debug, PartialEq)]
pub struct Operation(Map<String, Value>);

impl Operation {
    pub(super) fn read(value: &Value) -> Result<Self, Error> {
        match value {
            Value::Object(members) => Ok(Self(members.clone())),
            Value::Null => Ok(Self(Map::new())),
            other => Err(Error::Shape(json_kind(other), "jsonpatch.Operation")),
        }
    }

    /// The operation's name; `unknown` when it has none.
    pub fn name(&self) -> &str {
        self.0.get("op").and_then(Value::as_str).unwrap_or("unknown")
    }

    pub(super) fn run(&self, document: &mut Value, spent: &mut Spent) -> Result<(), Error> {
        match self.name() {
            "add" => self.add(document, spent),
            "remove" => self.remove(document, spent),
            "replace" => self.replace(document),
            "move" => self.relocate(document, spent),
            "test" => self.test(document).map_err(Error::Inapplicable),
            "copy" => self.copy(document, spent),
            other => Err(fail(format!("Unexpected kind: {other}"))),
        }
    }

    /// A member that must be a string; the error is Go's.
    fn text(&self, member: &str, missing: &str) -> Result<&str, String> {
        match self.0.get(member) {
            Some(Value::String(text)) => Ok(text),
            None | Some(Value::Null) => Err(missing.to_owned()),
            Some(other) => {
                Err(format!("json: cannot unmarshal {} into Go value of type string", json_kind(other)))
            }
        }
    }

    fn path(&self) -> Result<&str, String> {
        self.text("path", "operation missing path field: missing value")
    }

    fn from(&self) -> Result<&str, String> {
        self.text("from", "operation, missing from field: missing value")
    }

    fn value(&self) -> Value {
        self.0.get("value").cloned().unwrap_or(Value::Null)
    }

    fn add(&self, document: &mut Value, spent: &mut Spent) -> Result<(), Error> {
        let path = self.path().map_err(|_| fail("add operation failed to decode path: missing value"))?;
        let (holder, key) = document::holder(document, path).ok_or_else(|| {
            fail(format!("add operation does not apply: doc is missing path: \"{path}\": missing value"))
        })?;
        spent.shift(holder)?;
        document::add(holder, &key, fitting(self.value(), path)?)
            .map_err(|e| fail(format!("error in add for path: '{path}': {e}")))
    }

    fn remove(&self, document: &mut Value, spent: &mut Spent) -> Result<(), Error> {
        let path = self.path().map_err(|_| fail("remove operation failed to decode path: missing value"))?;
        let (holder, key) = document::holder(document, path).ok_or_else(|| {
            fail(format!("remove operation does not apply: doc is missing path: \"{path}\": missing value"))
        })?;
        spent.shift(holder)?;
        document::remove(holder, &key)
            .map(drop)
            .map_err(|e| fail(format!("error in remove for path: '{path}': {e}")))
    }

    fn replace(&self, document: &mut Value) -> Result<(), Error> {
        let path = self.path().map_err(|e| fail(format!("replace operation failed to decode path: {e}")))?;
        let value = fitting(self.value(), path)?;
        if path.is_empty() {
            if !matches!(value, Value::Object(_) | Value::Array(_)) {
                return Err(fail("replace operation value must be object or array: %!w(<nil>)"));
            }
            *document = value;
            return Ok(());
        }
        let (holder, key) = document::holder(document, path).ok_or_else(|| {
            fail(format!("replace operation does not apply: doc is missing path: {path}: missing value"))
        })?;
        document::get(holder, &key).map_err(|_| {
            fail(format!("replace operation does not apply: doc is missing key: {path}: missing value"))
        })?;
        document::set(holder, &key, value)
            .map_err(|e| fail(format!("error in remove for path: '{path}': {e}")))
    }

    fn relocate(&self, document: &mut Value, spent: &mut Spent) -> Result<(), Error> {
        let from = self.from().map_err(|e| fail(format!("move operation failed to decode from: {e}")))?;
        let (holder, key) = document::holder(document, from).ok_or_else(|| {
            fail(format!("move operation does not apply: doc is missing from path: {from}: missing value"))
        })?;
        spent.shift(holder)?;
        let value = document::remove(holder, &key)
            .map_err(|e| fail(format!("error in move for path: '{key}': {e}")))?;
        let path = self.path().map_err(|e| fail(format!("move operation failed to decode path: {e}")))?;
        let (holder, key) = document::holder(document, path).ok_or_else(|| {
            fail(format!(
                "move operation does not apply: doc is missing destination path: {path}: missing value"
            ))
        })?;
        spent.shift(holder)?;
        document::add(holder, &key, fitting(value, path)?)
            .map_err(|e| fail(format!("error in move for path: '{path}': {e}")))
    }

    fn test(&self, document: &mut Value) -> Result<(), String> {
        let path = self.path().map_err(|e| format!("test operation failed to decode path: {e}"))?;
        let failed = || Err(format!("testing value {path} failed: test failed"));
        let expected = self.0.get("value").filter(|value| !value.is_null());
        if path.is_empty() {
            return if expected == Some(document) { Ok(()) } else { failed() };
        }
        let (holder, key) = document::holder(document, path).ok_or_else(|| {
            format!("test operation does not apply: is missing path: {path}: missing value")
        })?;
        let found =
            document::get(holder, &key).map_err(|e| format!("error in test for path: '{path}': {e}"))?;
        if found == expected { Ok(()) } else { failed() }
    }

    fn copy(&self, document: &mut Value, spent: &mut Spent) -> Result<(), Error> {
        let value = self.copy_source(document).map_err(Error::Inapplicable)?;
        let path = self.path().map_err(|_| fail("copy operation failed to decode path: missing value"))?;
        let (holder, key) = document::holder(document, path).ok_or_else(|| {
            fail(format!(
                "copy operation does not apply: doc is missing destination path: {path}: missing value"
            ))
        })?;
        spent.copy(value.as_ref().map_or(0, |value| value.to_string().len()))?;
        spent.shift(holder)?;
        document::add(holder, &key, fitting(value.unwrap_or_default(), path)?)
            .map_err(|e| fail(format!("error while adding value during copy: {e}")))
    }

    fn copy_source(&self, document: &mut Value) -> Result<Option<Value>, String> {
        let from = self.from().map_err(|e| format!("copy operation failed to decode from: {e}"))?;
        let (holder, key) = document::holder(document, from).ok_or_else(|| {
            format!("copy operation does not apply: doc is missing from path: {from}: missing value")
        })?;
        document::get(holder, &key)
            .map(|value| value.cloned())
            .map_err(|e| format!("error in copy for from: '{from}': {e}"))
    }
}

fn fail(text: impl Into<String>) -> Error {
    Error::Inapplicable(text.into())
}

/// The value, if what is under this path is then no more nested than it may be.
fn fitting(value: Value, path: &str) -> Result<Value, Error> {
    let above = path.matches('/').count();
    if above + document::depth(&value) > MAX_DEPTH { Err(Error::Depth) } else { Ok(value) }
}
