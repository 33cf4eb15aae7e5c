//! A definition in the form in which a stock server judges it: what all versions have alike is taken out of them.

use meta::{BadValue, go};
use serde_json::{Map, Value};

use crate::rules::object::{has, text};

/// What may stand beside the versions instead of in each.
const PARTS: [&str; 4] = ["schema", "subresources", "additionalPrinterColumns", "selectableFields"];

/// The versions without what they share, and what they share.
pub struct Shared {
    /// The shared parts, by their names in a version.
    pub top: Value,
    /// The versions, without them.
    pub versions: Vec<Value>,
}

impl Shared {
    /// Takes out of the versions of a spec what they share.
    pub fn of(spec: &Value) -> Self {
        let mut versions = spec["versions"].as_array().cloned().unwrap_or_default();
        let mut top = Map::new();
        for part in PARTS {
            let Some(first) =
                versions.first().filter(|first| has(first, part)).map(|first| first[part].clone())
            else {
                continue;
            };
            if versions.iter().all(|version| version[part] == first) {
                top.insert(part.to_owned(), first);
                versions
                    .iter_mut()
                    .filter_map(Value::as_object_mut)
                    .for_each(|version| drop(version.remove(part)));
            }
        }
        Self { top: Value::Object(top), versions }
    }

    /// Whether any version has `/status`.
    pub fn has_status(&self) -> bool {
        let on = |tree: &Value| has(&tree["subresources"], "status");
        on(&self.top) || self.versions.iter().any(on)
    }

    /// The versions as an error shows them: with the names that their parts have inside a stock server.
    pub fn shown(&self) -> BadValue {
        if self.versions.is_empty() {
            return BadValue::Null;
        }
        let json = |value: &Value| go::to_json(value).unwrap_or_default();
        let texts: Vec<String> = self
            .versions
            .iter()
            .map(|version| {
                let is = |field: &str| version[field].as_bool().unwrap_or(false);
                format!(
                    r#"{{"Name":{},"Served":{},"Storage":{},"Deprecated":{},"DeprecationWarning":{},"Schema":{},"Subresources":{},"AdditionalPrinterColumns":{},"SelectableFields":{}}}"#,
                    go::to_json(text(version, "name")).unwrap_or_default(),
                    is("served"),
                    is("storage"),
                    is("deprecated"),
                    json(&version["deprecationWarning"]),
                    json(&version["schema"]),
                    json(&version["subresources"]),
                    json(&version["additionalPrinterColumns"]),
                    json(&version["selectableFields"]),
                )
            })
            .collect();
        BadValue::Json(format!("[{}]", texts.join(",")))
    }
}
