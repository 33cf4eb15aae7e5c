//! `metadata.managedFields`: reading, changing and writing its entries.
//!
//! An entry that nothing changes is written back as it came, so that a small update costs little.

use std::collections::HashMap;
use std::collections::hash_map::Entry as Slot;

use schema::Schema;
use serde_json::{Map, Value};
use thiserror::Error;

use super::reconcile::reconcile;
use super::{ElementError, FieldSet};

/// How a manager came to own its fields.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Operation {
    Apply,
    Update,
}

impl Operation {
    const fn as_str(self) -> &'static str {
        match self {
            Self::Apply => "Apply",
            Self::Update => "Update",
        }
    }
}

/// One entry. Managers are told apart by everything but time and fields; appliers also whatever the version.
#[derive(Clone, Debug)]
pub(super) struct Entry {
    pub(super) manager: String,
    pub(super) operation: Operation,
    pub(super) api_version: String,
    pub(super) subresource: String,
    pub(super) time: Option<String>,
    pub(super) set: FieldSet,
    /// The JSON form of `set`, as long as that is unchanged.
    json: Option<Value>,
}

/// Why `managedFields` cannot be read.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum DecodeError {
    /// Neither of the two operations.
    #[error("operation must be `Apply` or `Update`")]
    Operation,
    /// No version.
    #[error("apiVersion must not be empty")]
    NoVersion,
    /// No fields type.
    #[error("missing fieldsType in managed fields entry {0}")]
    NoFieldsType(usize),
    /// Another fields type than `FieldsV1`.
    #[error("invalid fieldsType {0:?} in managed fields entry {1}")]
    FieldsType(String, usize),
    /// A bad set.
    #[error("error decoding set: {0}")]
    Set(#[from] ElementError),
}

impl Entry {
    pub(super) fn new(manager: &str, operation: Operation, api_version: &str, subresource: &str) -> Self {
        Self {
            manager: manager.to_owned(),
            operation,
            api_version: api_version.to_owned(),
            subresource: subresource.to_owned(),
            time: None,
            set: FieldSet::new(),
            json: None,
        }
    }

    fn read(mut value: Value, at: usize) -> Result<Self, DecodeError> {
        let json = value.get_mut("fieldsV1").map(Value::take).filter(|fields| !fields.is_null());
        let text = |name: &str| value.get(name).and_then(Value::as_str).unwrap_or_default();
        let operation = match text("operation") {
            "Apply" => Operation::Apply,
            "Update" => Operation::Update,
            _ => return Err(DecodeError::Operation),
        };
        match (text("apiVersion"), text("fieldsType")) {
            ("", _) => return Err(DecodeError::NoVersion),
            (_, "FieldsV1") => {}
            (_, "") => return Err(DecodeError::NoFieldsType(at)),
            (_, other) => return Err(DecodeError::FieldsType(other.to_owned(), at)),
        }
        let mut entry = Self::new(text("manager"), operation, text("apiVersion"), text("subresource"));
        entry.time = value.get("time").and_then(Value::as_str).map(str::to_owned);
        entry.set = json.as_ref().map(FieldSet::from_json).transpose()?.unwrap_or_default();
        entry.json = json;
        Ok(entry)
    }

    fn write(self) -> Value {
        let mut out = Map::new();
        let mut text = |name: &str, value: String| {
            if !value.is_empty() {
                out.insert(name.to_owned(), Value::String(value));
            }
        };
        text("manager", self.manager);
        text("operation", self.operation.as_str().to_owned());
        text("apiVersion", self.api_version);
        text("time", self.time.unwrap_or_default());
        text("fieldsType", "FieldsV1".to_owned());
        text("subresource", self.subresource);
        let fields = self.json.unwrap_or_else(|| self.set.to_json());
        out.insert("fieldsV1".to_owned(), fields);
        Value::Object(out)
    }

    /// Takes fields away.
    pub(super) fn subtract(&mut self, fields: &FieldSet) {
        if self.set.subtract(fields) {
            self.json = None;
        }
    }

    /// Brings the set in line with today's schema.
    pub(super) fn align(&mut self, schema: &Schema) {
        if reconcile(&mut self.set, schema) {
            self.json = None;
        }
    }

    /// Puts another set in place.
    pub(super) fn replace(&mut self, set: FieldSet) {
        if self.set != set {
            self.json = None;
        }
        self.set = set;
    }

    /// The text by which upstream tells managers apart, and sorts them.
    pub(super) fn identity(&self) -> String {
        let mut out = format!("{{\"manager\":{}", Value::from(self.manager.as_str()));
        out.push_str(&format!(",\"operation\":\"{}\"", self.operation.as_str()));
        if self.operation == Operation::Update {
            out.push_str(&format!(",\"apiVersion\":{}", Value::from(self.api_version.as_str())));
        }
        if !self.subresource.is_empty() {
            out.push_str(&format!(",\"subresource\":{}", Value::from(self.subresource.as_str())));
        }
        out.push('}');
        out
    }

    /// Whether both entries are of the same manager.
    pub(super) fn same_manager(&self, other: &Self) -> bool {
        self.manager == other.manager
            && self.operation == other.operation
            && self.subresource == other.subresource
            && (self.operation == Operation::Apply || self.api_version == other.api_version)
    }
}

/// Reads the entries; a later entry of the same manager replaces an earlier one.
pub(super) fn read(managed_fields: Option<Value>) -> Result<Vec<Entry>, DecodeError> {
    /// Beyond this, comparing with all others costs more than looking up. Nobody has so many but who makes them up.
    const FEW: usize = 32;
    let mut entries: Vec<Entry> = Vec::new();
    let Some(Value::Array(values)) = managed_fields else { return Ok(entries) };
    if values.len() > FEW {
        let mut places: HashMap<String, usize> = HashMap::with_capacity(values.len());
        for (at, value) in values.into_iter().enumerate() {
            let entry = Entry::read(value, at)?;
            match places.entry(entry.identity()) {
                Slot::Occupied(earlier) => entries[*earlier.get()] = entry,
                Slot::Vacant(free) => {
                    free.insert(entries.len());
                    entries.push(entry);
                }
            }
        }
        return Ok(entries);
    }
    for (at, value) in values.into_iter().enumerate() {
        let entry = Entry::read(value, at)?;
        match entries.iter_mut().find(|other| other.same_manager(&entry)) {
            Some(earlier) => *earlier = entry,
            None => entries.push(entry),
        }
    }
    Ok(entries)
}

/// The entries in the order in which they are published; `None` when there are none.
pub(super) fn write(mut entries: Vec<Entry>) -> Option<Value> {
    entries.sort_by(|a, b| {
        (a.operation, &a.time, &a.manager, &a.api_version, &a.subresource).cmp(&(
            b.operation,
            &b.time,
            &b.manager,
            &b.api_version,
            &b.subresource,
        ))
    });
    (!entries.is_empty()).then(|| entries.into_iter().map(Entry::write).collect())
}

/// The record in an object.
pub(super) fn of(object: &Value) -> Option<&Value> {
    object.get("metadata")?.get("managedFields").filter(|fields| !fields.is_null())
}

/// Takes the record out of an object.
pub(super) fn take(object: &mut Value) -> Option<Value> {
    let metadata = object.get_mut("metadata")?.as_object_mut()?;
    metadata.remove("managedFields").filter(|fields| !fields.is_null())
}

/// Puts a record into an object.
pub(super) fn put(object: &mut Value, managed_fields: Option<Value>) {
    let Some(fields) = managed_fields else {
        take(object);
        return;
    };
    let Value::Object(members) = object else { return };
    let metadata = members.entry("metadata").or_insert_with(|| Value::Object(Map::new()));
    if let Value::Object(metadata) = metadata {
        metadata.insert("managedFields".to_owned(), fields);
    }
}
