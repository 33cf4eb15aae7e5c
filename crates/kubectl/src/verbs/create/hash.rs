//! `--append-hash`: names that change with what they name.

use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};

use crate::tree::Tree as _;

/// Appends the hash of a config map or secret to its name.
pub fn append(object: &mut Value) {
    let name = object.name().to_owned();
    let empty_or =
        |field: &str| if object.at(field).is_null() { json!("") } else { object.at(field).clone() };
    let mut tree = json!({"kind": object.kind(), "name": name, "data": empty_or("data")});
    if object.kind() == "Secret" {
        tree["type"] = json!(object.text("type"));
    } else if object.at("binaryData").as_object().is_some_and(|data| !data.is_empty()) {
        tree["binaryData"] = object.at("binaryData").clone();
    }
    let text = codec::json::to_vec(&tree);
    let hash: String = Sha256::digest(&text).iter().map(|byte| format!("{byte:02x}")).collect();
    let letters: String = hash
        .chars()
        .take(10)
        .map(|digit| match digit {
            '0' => 'g',
            '1' => 'h',
            '3' => 'k',
            'a' => 'm',
            'e' => 't',
            other => other,
        })
        .collect();
    object["metadata"]["name"] = json!(format!("{name}-{letters}"));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hashes_are_upstreams() {
        let mut empty = json!({"kind": "ConfigMap", "metadata": {"name": ""}, "data": {}});
        append(&mut empty);
        assert_eq!(empty.name(), "-42745tchd9");
        let mut one = json!({"kind": "ConfigMap", "metadata": {"name": ""}, "data": {"one": ""}});
        append(&mut one);
        assert_eq!(one.name(), "-9g67k2htb6");
    }
}
