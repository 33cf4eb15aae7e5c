//! The tree of a stored object without its record of managers: that is up to half of the bytes, and of no concern to those who look
//! for selectable fields or print columns.

use std::fmt;

use serde::de::{DeserializeSeed, Deserializer, IgnoredAny, MapAccess, Visitor};
use serde_json::{Map, Value};

/// What is left out, below `metadata`.
const MANAGERS: &str = "managedFields";

/// Reads stored JSON.
pub(crate) fn tree(json: &[u8]) -> Result<Value, serde_json::Error> {
    let mut deserializer = serde_json::Deserializer::from_slice(json);
    let lean = Members { of_metadata: false }.deserialize(&mut deserializer);
    match lean.and_then(|value| deserializer.end().map(|()| value)) {
        Ok(value) => Ok(value),
        // Whatever else it is: an error of the usual kind, or a tree of an unusual shape.
        Err(_) => serde_json::from_slice(json),
    }
}

/// The members of the object, or of its metadata.
#[derive(Clone, Copy)]
struct Members {
    of_metadata: bool,
}

impl<'de> DeserializeSeed<'de> for Members {
    type Value = Value;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Value, D::Error> {
        deserializer.deserialize_map(self)
    }
}

impl<'de> Visitor<'de> for Members {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Value, A::Error> {
        let mut members = Map::new();
        while let Some(name) = map.next_key::<String>()? {
            let value = match (self.of_metadata, name.as_str()) {
                (true, MANAGERS) => {
                    map.next_value::<IgnoredAny>()?;
                    continue;
                }
                (false, "metadata") => map.next_value_seed(Self { of_metadata: true })?,
                _ => map.next_value()?,
            };
            members.insert(name, value);
        }
        Ok(Value::Object(members))
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn only_the_record_of_managers_is_left_out() {
        let whole = json!({
            "metadata": {"name": "a", "managedFields": [{"manager": "m"}], "labels": {"managedFields": "kept"}},
            "spec": {"metadata": {"managedFields": "kept"}, "n": 1},
        });
        let mut expected = whole.clone();
        expected["metadata"].as_object_mut().unwrap().remove("managedFields");
        assert_eq!(tree(whole.to_string().as_bytes()).unwrap(), expected);
    }

    #[test]
    fn unusual_shapes_are_read_as_they_are() {
        for text in ["{}", "[1]", "null", r#"{"metadata":null}"#, r#"{"metadata":[1],"a":{}}"#] {
            let expected: Value = serde_json::from_str(text).unwrap();
            assert_eq!(tree(text.as_bytes()).unwrap(), expected, "{text}");
        }
        assert!(tree(b"{\"a\":").is_err());
        assert!(tree(b"{} {}").is_err());
    }
}
