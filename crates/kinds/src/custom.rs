//! Custom resources: a [`Kind`] made of a CustomResourceDefinition, the same thing that the table holds for built-in kinds.
//!
//! Pure: whoever follows the definitions of a cluster calls [`kind`] and serves what it gives. The hub is the version that objects
//! are stored in, whether it is served or not; every version has a schema, columns, subresources and selectable fields of its own.
//!
//! | file | what it holds |
//! |---|---|
//! | `version` | what one version of a definition says |
//! | `strategy` | the rules of a custom resource |
//! | `check` | values against schemas, with the texts of a stock server |
//! | `lists`, `embedded`, `scale` | keys of lists, objects within objects, numbers of replicas |
//! | `expressions` | the rules that a schema states as expressions |
//! | `columns` | printed columns |
//! | `pattern` | regular expressions as Go reads them |
//! | `published` | a schema as clients see it |

mod check;
mod columns;
mod embedded;
mod expressions;
mod lists;
mod pattern;
pub mod published;
mod scale;
mod strategy;
mod version;

use std::borrow::Cow;
use std::sync::Arc;

use resource::{Conversion, Kind, Object, Scope, Served, Verb};
use schema::Schema;
use serde_json::Value;

use self::strategy::Rules;
use self::version::Version;
use crate::rules::object::text;

/// Why a definition cannot be served. Definitions that the server took are sound; older ones may not be.
#[derive(Debug, PartialEq, Eq)]
pub struct Unserved(pub String);

impl std::fmt::Display for Unserved {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Unserved {}

/// The kind that a definition defines, by the names that were accepted for it.
pub fn kind(definition: &Object) -> Result<Kind, Unserved> {
    let spec = definition.get("spec").ok_or_else(|| Unserved("there is no spec".into()))?;
    let names = definition.get("status.acceptedNames").unwrap_or(&Value::Null);
    let group = text(spec, "group");
    let mut declared: Vec<&Value> = spec["versions"].as_array().into_iter().flatten().collect();
    let hub = declared.iter().position(|version| version["storage"] == true);
    let hub = hub.ok_or_else(|| Unserved("no version is stored".into()))?;
    let hub = declared.remove(hub);
    declared.retain(|version| version["served"] == true);
    declared.insert(0, hub);
    let versions = declared.into_iter().map(|declared| version::read(spec, declared));
    let versions: Vec<Version> = versions.collect::<Result<_, _>>()?;
    let mut selectable: Vec<Cow<'static, str>> = Vec::new();
    for path in versions.iter().flat_map(|version| &version.own.selectable) {
        if !selectable.contains(path) {
            selectable.push(path.clone());
        }
    }
    Ok(Kind {
        kind: owned(text(names, "kind")),
        list_kind: owned(text(names, "listKind")),
        plural: owned(text(names, "plural")),
        singular: owned(text(names, "singular")),
        short_names: texts(names, "shortNames"),
        categories: texts(names, "categories"),
        scope: if text(spec, "scope") == "Cluster" { Scope::Cluster } else { Scope::Namespaced },
        verbs: Verb::ALL.to_vec(),
        served: served(group, &versions, is_converted_elsewhere(spec)),
        subresources: Vec::new(),
        columns: Vec::new(),
        selectable,
        has_generation: true,
        strategy: Arc::new(Rules { versions }),
        converter: None,
    })
}

fn owned(text: &str) -> Cow<'static, str> {
    Cow::Owned(text.to_owned())
}

fn texts(names: &Value, field: &str) -> Vec<Cow<'static, str>> {
    names[field].as_array().into_iter().flatten().filter_map(Value::as_str).map(owned).collect()
}

/// Whether another program converts between versions.
pub fn is_converted_elsewhere(spec: &Value) -> bool {
    text(&spec["conversion"], "strategy") == "Webhook"
}

fn served(group: &str, versions: &[Version], elsewhere: bool) -> Vec<Served> {
    let Some(hub) = versions.first() else { return Vec::new() };
    let describe = |version: &Version| Served {
        group: owned(group),
        version: owned(&version.name),
        schema: version.schema.clone(),
        // Where the schemas are the same, so are the objects but for their `apiVersion`, and no byte is touched.
        conversion: (version.schema != hub.schema && !elsewhere)
            .then(|| conversion(&version.schema, &hub.schema)),
        deprecation: version.deprecation.clone(),
        own: Some(version.own.clone()),
        hidden: version.hidden,
    };
    versions.iter().map(describe).collect()
}

/// Between versions that differ in nothing but what their schemas know.
fn conversion(own: &Schema, hub: &Schema) -> Conversion {
    let (own, hub) = (own.clone(), hub.clone());
    let defaults = own.clone();
    Conversion::new(
        move |object| {
            schema::apply_defaults(object.tree_mut(), &defaults);
            schema::prune(object.tree_mut(), &hub);
        },
        move |object| schema::prune(object.tree_mut(), &own),
    )
}
