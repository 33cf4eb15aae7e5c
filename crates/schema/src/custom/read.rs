//! Typed access to the members of one `JSONSchemaProps` tree, with the path for errors. Used by `custom` only.

use std::borrow::Cow;

use serde_json::{Map, Value};

use super::{CustomSchemaError, as_object};

pub(super) struct Reader<'v> {
    members: &'v Map<String, Value>,
    path: String,
}

impl<'v> Reader<'v> {
    pub(super) fn root(value: &'v Value) -> Result<Self, CustomSchemaError> {
        Self::new(value, String::new())
    }

    fn new(value: &'v Value, path: String) -> Result<Self, CustomSchemaError> {
        Ok(Self { members: as_object(value, &path)?, path })
    }

    /// The member, unless it is null, which means absent.
    pub(super) fn get(&self, key: &str) -> Option<&'v Value> {
        self.members.get(key).filter(|value| !value.is_null())
    }

    pub(super) fn has(&self, key: &str) -> bool {
        self.get(key).is_some()
    }

    pub(super) fn error(&self, key: &str, problem: impl Into<String>) -> CustomSchemaError {
        CustomSchemaError { path: self.below(key), problem: problem.into() }
    }

    fn below(&self, key: &str) -> String {
        if self.path.is_empty() { key.to_owned() } else { format!("{}.{key}", self.path) }
    }

    pub(super) fn boolean(&self, key: &str) -> Result<Option<bool>, CustomSchemaError> {
        self.read(key, Value::as_bool, "must be a boolean")
    }

    pub(super) fn integer(&self, key: &str) -> Result<Option<i64>, CustomSchemaError> {
        self.read(key, Value::as_i64, "must be an integer")
    }

    pub(super) fn number(&self, key: &str) -> Result<Option<f64>, CustomSchemaError> {
        self.read(key, Value::as_f64, "must be a number")
    }

    pub(super) fn text(&self, key: &str) -> Result<Option<&'v str>, CustomSchemaError> {
        self.read(key, Value::as_str, "must be a string")
    }

    pub(super) fn owned(&self, key: &str) -> Result<Option<String>, CustomSchemaError> {
        Ok(self.text(key)?.map(str::to_owned))
    }

    pub(super) fn list(&self, key: &str) -> Result<&'v [Value], CustomSchemaError> {
        Ok(self.read(key, Value::as_array, "must be a list")?.map_or(&[], Vec::as_slice))
    }

    pub(super) fn texts(&self, key: &str) -> Result<Vec<Cow<'static, str>>, CustomSchemaError> {
        let texts = self.list(key)?.iter().map(|item| item.as_str().map(|text| Cow::Owned(text.to_owned())));
        texts.collect::<Option<_>>().ok_or_else(|| self.error(key, "must be a list of strings"))
    }

    pub(super) fn child(&self, key: &str) -> Result<Option<Self>, CustomSchemaError> {
        self.get(key).map(|value| Self::new(value, self.below(key))).transpose()
    }

    /// Children by name, in an object.
    pub(super) fn children_of(&self, key: &str) -> Result<Vec<(&'v str, Self)>, CustomSchemaError> {
        let Some(value) = self.get(key) else { return Ok(Vec::new()) };
        let path = self.below(key);
        let children = as_object(value, &path)?.iter();
        children
            .map(|(name, value)| Ok((name.as_str(), Self::new(value, format!("{path}[{name}]"))?)))
            .collect()
    }

    /// Children in a list.
    pub(super) fn children_in(&self, key: &str) -> Result<Vec<Self>, CustomSchemaError> {
        let path = self.below(key);
        let children = self.list(key)?.iter().enumerate();
        children.map(|(index, value)| Self::new(value, format!("{path}[{index}]"))).collect()
    }

    fn read<T>(
        &self,
        key: &str,
        read: impl Fn(&'v Value) -> Option<T>,
        problem: &str,
    ) -> Result<Option<T>, CustomSchemaError> {
        self.get(key).map(|value| read(value).ok_or_else(|| self.error(key, problem))).transpose()
    }
}
