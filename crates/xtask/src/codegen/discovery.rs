//! The resources that GA group versions serve, as a static table.

use std::fmt::Write;

use anyhow::{Context, Result};
use serde_json::Value;

use super::spec::Spec;
use super::tables::header;

/// The file `discovery.rs`.
pub fn render(spec: &Spec) -> Result<String> {
    let mut text = header("What GA group versions serve.");
    text.push_str("\nuse crate::discovery::{GroupVersion, Resource};\n\n");
    text.push_str("/// In the order of discovery: core first, then the groups as `/apis` lists them.\n");
    text.push_str("pub(crate) static GROUP_VERSIONS: &[GroupVersion] = &[\n");
    for group in std::iter::once("").chain(spec.group_order.iter().map(String::as_str)) {
        for (group_version, document) in &spec.resources {
            let (its_group, version) = group_version.split_once('/').unwrap_or(("", group_version));
            if its_group == group {
                writeln!(text, "GroupVersion {{ group: {group:?}, version: {version:?}, resources: &[")?;
                for resource in document["resources"].as_array().context("no resources")? {
                    text.push_str(&line(resource));
                }
                text.push_str("] },\n");
            }
        }
    }
    text.push_str("];\n");
    Ok(text)
}

fn line(resource: &Value) -> String {
    let text = |key: &str| resource[key].as_str().unwrap_or_default().to_owned();
    let list = |key: &str| {
        let items = resource[key].as_array().cloned().unwrap_or_default();
        items.iter().map(Value::to_string).collect::<Vec<_>>().join(", ")
    };
    format!(
        "    Resource {{ name: {:?}, singular: {:?}, kind: {:?}, group: {:?}, version: {:?}, namespaced: {}, \
         verbs: &[{}], short_names: &[{}], categories: &[{}], storage_version_hash: {:?} }},\n",
        text("name"),
        text("singularName"),
        text("kind"),
        text("group"),
        text("version"),
        resource["namespaced"].as_bool().unwrap_or_default(),
        list("verbs"),
        list("shortNames"),
        list("categories"),
        text("storageVersionHash"),
    )
}
