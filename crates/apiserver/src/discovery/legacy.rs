//! The old form of discovery: lists of versions, groups and resources. Pure.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use registry::Kind;
use resource::{Subresource, Verb};
use serde_json::{Map, Value, json};

use super::order::Group;

/// `/api`
pub(super) fn versions(groups: &[Group], address: &str) -> Value {
    let core = groups.iter().find(|group| group.name.is_empty());
    let versions: Vec<&str> =
        core.into_iter().flat_map(|group| &group.versions).map(|version| version.name.as_str()).collect();
    json!({
        "kind": "APIVersions",
        "versions": versions,
        "serverAddressByClientCIDRs": [{"clientCIDR": "0.0.0.0/0", "serverAddress": address}],
    })
}

/// `/apis`
pub(super) fn groups(groups: &[Group]) -> Value {
    let shown = groups.iter().filter(|group| !group.name.is_empty()).map(|group| Value::Object(body(group)));
    json!({"kind": "APIGroupList", "apiVersion": "v1", "groups": shown.collect::<Vec<_>>()})
}

/// `/apis/<group>`
pub(super) fn group(group: &Group) -> Value {
    let mut out = Map::new();
    out.insert("kind".into(), "APIGroup".into());
    out.insert("apiVersion".into(), "v1".into());
    out.extend(body(group));
    Value::Object(out)
}

fn body(group: &Group) -> Map<String, Value> {
    let named =
        |version: &str| json!({"groupVersion": group_version(&group.name, version), "version": version});
    let versions: Vec<Value> = group.versions.iter().map(|version| named(&version.name)).collect();
    let mut out = Map::new();
    out.insert("name".into(), group.name.as_str().into());
    if let Some(preferred) = versions.first() {
        out.insert("preferredVersion".into(), preferred.clone());
    }
    out.insert("versions".into(), versions.into());
    out
}

fn group_version(group: &str, version: &str) -> String {
    if group.is_empty() { version.to_owned() } else { format!("{group}/{version}") }
}

/// `/api/<version>` and `/apis/<group>/<version>`
pub(super) fn resources(group: &Group, version: &str) -> Option<Value> {
    let found = group.versions.iter().find(|known| known.name == version)?;
    let mut resources = Vec::new();
    for (kind, served) in &found.kinds {
        resources.push(resource(kind, *served));
        resources.extend(kind.subresources_in(*served).iter().map(|below| subresource(kind, *served, below)));
    }
    resources.sort_by(|a, b| a["name"].as_str().cmp(&b["name"].as_str()));
    let mut out = Map::new();
    out.insert("kind".into(), "APIResourceList".into());
    // Core's list was there before lists had versions, and still has none.
    if !group.name.is_empty() {
        out.insert("apiVersion".into(), "v1".into());
    }
    out.insert("groupVersion".into(), group_version(&group.name, version).into());
    out.insert("resources".into(), resources.into());
    Some(Value::Object(out))
}

fn resource(kind: &Kind, served: usize) -> Value {
    let mut out = Map::new();
    out.insert("name".into(), kind.plural.as_ref().into());
    out.insert("singularName".into(), kind.singular.as_ref().into());
    out.insert("namespaced".into(), kind.is_namespaced().into());
    out.insert("kind".into(), kind.kind.as_ref().into());
    out.insert("verbs".into(), verbs(&kind.verbs));
    for (name, values) in [("shortNames", &kind.short_names), ("categories", &kind.categories)] {
        if !values.is_empty() {
            out.insert(name.into(), values.iter().map(AsRef::<str>::as_ref).collect::<Vec<_>>().into());
        }
    }
    if let Some(hash) = storage_hash(kind, served) {
        out.insert("storageVersionHash".into(), hash.into());
    }
    Value::Object(out)
}

fn subresource(kind: &Kind, served: usize, below: &Subresource) -> Value {
    let mut out = Map::new();
    out.insert("name".into(), format!("{}/{}", kind.plural, below.name).into());
    out.insert("singularName".into(), "".into());
    out.insert("namespaced".into(), kind.is_namespaced().into());
    let own = &kind.served[served];
    match &below.kind {
        Some((group, version, name)) => {
            if *group != own.group || *version != own.version {
                out.insert("group".into(), group.as_ref().into());
                out.insert("version".into(), version.as_ref().into());
            }
            out.insert("kind".into(), name.as_ref().into());
        }
        None => drop(out.insert("kind".into(), kind.kind.as_ref().into())),
    }
    out.insert("verbs".into(), verbs(&below.verbs));
    Value::Object(out)
}

/// Verbs in discovery's order.
pub(super) fn verbs(verbs: &[Verb]) -> Value {
    let mut names: Vec<&str> = verbs.iter().map(|verb| verb.as_str()).collect();
    names.sort_unstable();
    names.into()
}

/// The mark of the form that objects are stored in: for built-in kinds upstream's, so that tools which compare it across a
/// migration see no change.
fn storage_hash(kind: &Kind, served: usize) -> Option<String> {
    let version = &kind.served[served];
    if let Some(known) = schema::discovery::resource(&version.group, &version.version, &kind.plural) {
        return (!known.storage_version_hash.is_empty()).then(|| known.storage_version_hash.to_owned());
    }
    if !kind.allows(Verb::Get) {
        return None;
    }
    let hub = kind.hub();
    let text = format!("{}/{}/{}", hub.group, hub.version, kind.kind);
    let digest = ring::digest::digest(&ring::digest::SHA256, text.as_bytes());
    Some(STANDARD.encode(&digest.as_ref()[..8]))
}
