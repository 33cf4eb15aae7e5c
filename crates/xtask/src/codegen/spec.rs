//! The target version's data as read from disk: OpenAPI component schemas, Protobuf fields, discovery. Only GA group
//! versions and the unversioned documents are looked at.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use anyhow::{Context, Result, bail};
use serde::Deserialize;
use serde_json::Value;

/// Definitions that every group version's document lists under its own group too.
pub const IN_EVERY_GROUP: [&str; 2] =
    ["io.k8s.apimachinery.pkg.apis.meta.v1.DeleteOptions", "io.k8s.apimachinery.pkg.apis.meta.v1.WatchEvent"];

/// Everything read.
pub struct Spec {
    /// Published definitions by name.
    pub schemas: BTreeMap<String, Value>,
    /// Protobuf messages by definition name.
    pub messages: BTreeMap<String, Vec<GoField>>,
    /// Go's named non-struct types, and what they are.
    pub named: BTreeMap<String, String>,
    /// Discovery documents (`APIResourceList`) of GA group versions, by group version.
    pub resources: BTreeMap<String, Value>,
    /// The order in which discovery lists the groups.
    pub group_order: Vec<String>,
}

/// One field of a Go struct.
#[derive(Clone, Deserialize)]
pub struct GoField {
    /// JSON name.
    pub json: Option<String>,
    /// Protobuf tag.
    pub tag: u32,
    /// Type of one value.
    #[serde(rename = "type")]
    pub go_type: String,
    /// Key type of a map.
    pub map_key: Option<String>,
    /// A list.
    #[serde(default)]
    pub repeated: bool,
    /// Held by pointer.
    #[serde(default)]
    pub pointer: bool,
    /// `omitempty`
    #[serde(default)]
    pub omitempty: bool,
    /// `omitzero`
    #[serde(default)]
    pub omitzero: bool,
    /// An inlined struct.
    #[serde(default)]
    pub inline: bool,
}

#[derive(Deserialize)]
struct Fields {
    messages: BTreeMap<String, Vec<GoField>>,
    named_types: BTreeMap<String, String>,
}

impl Spec {
    /// Reads the folder.
    pub fn load(folder: &Path) -> Result<Self> {
        let fields: Fields = serde_json::from_value(read(&folder.join("fields.json"))?)?;
        let mut spec = Self {
            schemas: BTreeMap::new(),
            messages: fields.messages,
            named: fields.named_types,
            resources: BTreeMap::new(),
            group_order: Vec::new(),
        };
        for name in names(&folder.join("openapi-v3"))? {
            if !is_preview(&name) {
                spec.add_document(&read(&folder.join("openapi-v3").join(&name))?)
                    .with_context(|| format!("in {name}"))?;
            }
        }
        spec.load_discovery(&folder.join("discovery"))?;
        Ok(spec)
    }

    fn add_document(&mut self, document: &Value) -> Result<()> {
        let Some(schemas) = document["components"]["schemas"].as_object() else { return Ok(()) };
        for (name, schema) in schemas {
            let mut schema = schema.clone();
            if IN_EVERY_GROUP.contains(&name.as_str()) {
                own_group_only(&mut schema);
            }
            match self.schemas.get(name) {
                Some(known) if *known != schema => bail!("{name} differs between documents"),
                Some(_) => {}
                None => drop(self.schemas.insert(name.clone(), schema)),
            }
        }
        Ok(())
    }

    fn load_discovery(&mut self, folder: &Path) -> Result<()> {
        for name in names(folder)? {
            let document = read(&folder.join(&name))?;
            if document["kind"] == "APIResourceList" && !is_preview(&name) {
                let group_version = document["groupVersion"].as_str().context("no groupVersion")?.to_owned();
                self.resources.insert(group_version, document);
            }
        }
        let groups = read(&folder.join("apis.json"))?;
        for group in groups["groups"].as_array().context("no groups")? {
            self.group_order.push(group["name"].as_str().context("a group without name")?.to_owned());
        }
        Ok(())
    }

    /// Names of all definitions: published ones, and messages that only Protobuf knows.
    pub fn definitions(&self) -> BTreeSet<&str> {
        let wrapped = self.named.iter().filter(|(_, go)| *go == "[]string").map(|(name, _)| name);
        self.schemas.keys().chain(self.messages.keys()).chain(wrapped).map(String::as_str).collect()
    }
}

// What stands for all groups is the core group's entry; the publisher adds the document's own.
fn own_group_only(schema: &mut Value) {
    if let Some(kinds) = schema["x-kubernetes-group-version-kind"].as_array_mut() {
        kinds.retain(|kind| kind["group"] == "");
    }
}

fn is_preview(file: &str) -> bool {
    file.contains("alpha") || file.contains("beta")
}

fn names(folder: &Path) -> Result<BTreeSet<String>> {
    fs::read_dir(folder)
        .with_context(|| format!("listing {}", folder.display()))?
        .map(|entry| Ok(entry?.file_name().to_string_lossy().into_owned()))
        .collect()
}

fn read(path: &Path) -> Result<Value> {
    let text = fs::read_to_string(path).with_context(|| format!("reading {}", path.display()))?;
    serde_json::from_str(&text).with_context(|| format!("parsing {}", path.display()))
}
