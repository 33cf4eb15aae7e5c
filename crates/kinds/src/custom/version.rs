//! One version of a definition, read once: schema, subresources, columns, selectable fields.

use std::borrow::Cow;
use std::cmp::Reverse;
use std::sync::Arc;

use resource::{Deprecation, Own, Subresource, SubresourceKind};
use schema::{Flags, Schema};
use serde_json::{Value, json};

use super::columns::{self, Cell};
use super::expressions::Expressions;
use super::pattern::Patterns;
use super::scale::Scale;
use super::{Unserved, owned};
use crate::describe::VIEW;
use crate::rules::object::text;

/// What is known of one version.
pub(super) struct Version {
    pub name: String,
    pub api_version: String,
    pub schema: Schema,
    pub patterns: Patterns,
    pub expressions: Expressions,
    pub own: Arc<Own>,
    pub cells: Vec<Cell>,
    pub has_status: bool,
    pub scale: Option<Scale>,
    pub deprecation: Option<Deprecation>,
    pub hidden: bool,
}

/// Reads a version of a definition.
pub(super) fn read(spec: &Value, declared: &Value) -> Result<Version, Unserved> {
    let (group, preserve) = (text(spec, "group"), spec["preserveUnknownFields"] == true);
    let name = text(declared, "name").to_owned();
    let api_version = format!("{group}/{name}");
    let mut written = declared["schema"]["openAPIV3Schema"].clone();
    if !written.is_object() {
        written = json!({"type": "object"});
    }
    let problem = |error: schema::custom::CustomSchemaError| Unserved(format!("version {name}: {error}"));
    let mut schema = schema::custom::resource(&written).map_err(problem)?;
    if preserve {
        schema.flags = schema.flags.with(Flags::PRESERVE_UNKNOWN);
    }
    let below = &declared["subresources"];
    let scale = below["scale"].is_object().then(|| Scale::read(&below["scale"]));
    let has_status = below["status"].is_object();
    let (columns, cells) = columns::read(&declared["additionalPrinterColumns"]);
    let selectable = declared["selectableFields"].as_array().into_iter().flatten();
    let own = Own {
        subresources: subresources(has_status, scale.as_ref()),
        columns,
        selectable: selectable.map(|field| owned(text(field, "jsonPath").trim_start_matches('.'))).collect(),
        schema: written,
    };
    Ok(Version {
        patterns: Patterns::of(&schema),
        expressions: Expressions::of(&schema),
        deprecation: deprecation(spec, declared),
        hidden: declared["served"] != true,
        own: Arc::new(own),
        name,
        api_version,
        schema,
        cells,
        has_status,
        scale,
    })
}

fn subresources(has_status: bool, scale: Option<&Scale>) -> Vec<Subresource> {
    let view = |name: &'static str, kind, does| Subresource {
        name: Cow::Borrowed(name),
        verbs: VIEW.to_vec(),
        kind,
        does,
    };
    let status = has_status.then(|| view("status", None, SubresourceKind::View));
    let scale = scale.map(|scale| {
        let does = SubresourceKind::Scale {
            spec_replicas: owned(scale.spec.path()),
            status_replicas: owned(scale.status.path()),
            selector: scale.selector.as_ref().map(|selector| owned(selector.path())),
        };
        view("scale", Some(("autoscaling".into(), "v1".into(), "Scale".into())), does)
    });
    status.into_iter().chain(scale).collect()
}

/// Whoever uses a deprecated version is told so, and which to use instead.
fn deprecation(spec: &Value, declared: &Value) -> Option<Deprecation> {
    if declared["deprecated"] != true {
        return None;
    }
    if let Some(given) = declared["deprecationWarning"].as_str() {
        return Some(Deprecation { warning: given.to_owned().into() });
    }
    let own = text(declared, "name");
    let named = |version: &str| format!("{}/{version} {}", text(spec, "group"), text(&spec["names"], "kind"));
    let others = spec["versions"].as_array().into_iter().flatten();
    let others = others.filter(|other| other["served"] == true && other["deprecated"] != true);
    let better = others.map(|other| text(other, "name")).filter(|other| rank(other) > rank(own));
    let mut warning = format!("{} is deprecated", named(own));
    if let Some(best) = better.max_by_key(|other| rank(other)) {
        warning.push_str(&format!("; use {}", named(best)));
    }
    Some(Deprecation { warning: warning.into() })
}

/// How good a version is: stable before beta before alpha, the higher number first; what is no version comes last, by name.
fn rank(version: &str) -> (u8, u32, u32, Reverse<&str>) {
    let parse = || {
        let rest = version.strip_prefix('v')?;
        let end = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
        let major = rest[..end].parse().ok()?;
        let stage = &rest[end..];
        let number = |word: &str| stage.strip_prefix(word).and_then(|number| number.parse().ok());
        match (stage, number("beta"), number("alpha")) {
            ("", ..) => Some((3, major, 0)),
            (_, Some(beta), _) => Some((2, major, beta)),
            (_, _, Some(alpha)) => Some((1, major, alpha)),
            _ => None,
        }
    };
    let (stage, major, minor) = parse().unwrap_or((0, 0, 0));
    (stage, major, minor, Reverse(version))
}
