//! `create configmap`.

use base64::Engine as _;
use serde_json::{Map, Value, json};

use super::{COMMON, data, hash};
use crate::command::Verb;
use crate::cx::Cx;
use crate::error::{Result, bail};
use crate::generate::make;

/// The verb.
pub const VERB: Verb = Verb {
    name: "configmap",
    aliases: &["cm"],
    usage: "NAME [--from-file=[key=]source] [--from-literal=key1=value1] [--dry-run=server|client|none]",
    about: "Create a config map from a local file, directory or literal value",
    examples: &[(
        "Create a config map with key1=config1 and key2=config2",
        "kubectl create configmap my-config --from-literal=key1=config1 --from-literal=key2=config2",
    )],
    flags: &[COMMON[0], COMMON[1], COMMON[2], COMMON[3], COMMON[4], data::SOURCES],
    run: Some(|cx| Box::pin(run(cx))),
    ..Verb::NONE
};

async fn run(cx: &Cx) -> Result {
    let name = cx.one_name()?;
    let (mut texts, mut binary) = (Map::new(), Map::new());
    for (key, value) in data::read(cx, "config")? {
        let wrong = meta::validate::config_map_key(&key);
        if !wrong.is_empty() {
            bail!("{} is not a valid key name for a ConfigMap: {}", meta::go::quote(&key), wrong.join(","));
        }
        for (place, known) in [("Data", &texts), ("BinaryData", &binary)] {
            if known.contains_key(&key) {
                let (key, name) = (meta::go::quote(&key), meta::go::quote(name));
                bail!(
                    "cannot add key {key}, another key by that name already exists in {place} for ConfigMap {name}"
                );
            }
        }
        match String::from_utf8(value) {
            Ok(text) => texts.insert(key, json!(text)),
            Err(bytes) => binary
                .insert(key, json!(base64::engine::general_purpose::STANDARD.encode(bytes.into_bytes()))),
        };
    }
    let mut object = json!({"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": name}});
    for (field, members) in [("data", texts), ("binaryData", binary)] {
        if !members.is_empty() {
            object[field] = Value::Object(members);
        }
    }
    if cx.flags.on("append-hash") {
        hash::append(&mut object);
    }
    make(cx, object, true, "failed to create configmap:").await
}
