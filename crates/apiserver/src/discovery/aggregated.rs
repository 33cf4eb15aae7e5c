//! Aggregated discovery: all groups of `/apis`, or the core group, in one document. Pure.

use registry::Kind;
use resource::Subresource;
use serde_json::{Map, Value, json};

use super::legacy::verbs;
use super::order::Group;

/// The whole document.
pub(super) fn document(groups: &[&Group]) -> Value {
    let items: Vec<Value> = groups.iter().map(|group| item(group)).collect();
    json!({"kind": "APIGroupDiscoveryList", "apiVersion": "apidiscovery.k8s.io/v2", "metadata": {}, "items": items})
}

fn item(group: &Group) -> Value {
    let versions: Vec<Value> = group
        .versions
        .iter()
        .map(|version| {
            let resources: Vec<Value> =
                version.kinds.iter().map(|(kind, served)| resource(kind, *served)).collect();
            json!({"version": version.name, "resources": resources, "freshness": "Current"})
        })
        .collect();
    let metadata = if group.name.is_empty() { json!({}) } else { json!({"name": group.name}) };
    json!({"metadata": metadata, "versions": versions})
}

fn resource(kind: &Kind, served: usize) -> Value {
    let mut out = Map::new();
    out.insert("resource".into(), kind.plural.as_ref().into());
    out.insert("responseKind".into(), json!({"group": "", "version": "", "kind": kind.kind}));
    out.insert("scope".into(), if kind.is_namespaced() { "Namespaced" } else { "Cluster" }.into());
    out.insert("singularResource".into(), kind.singular.as_ref().into());
    out.insert("verbs".into(), verbs(&kind.verbs));
    for (name, values) in [("shortNames", &kind.short_names), ("categories", &kind.categories)] {
        if !values.is_empty() {
            out.insert(name.into(), values.iter().map(AsRef::<str>::as_ref).collect::<Vec<_>>().into());
        }
    }
    let mut below: Vec<&Subresource> = kind.subresources_in(served).iter().collect();
    below.sort_by(|a, b| a.name.cmp(&b.name));
    if !below.is_empty() {
        let below: Vec<Value> = below.into_iter().map(|one| subresource(kind, served, one)).collect();
        out.insert("subresources".into(), below.into());
    }
    Value::Object(out)
}

fn subresource(kind: &Kind, served: usize, below: &Subresource) -> Value {
    let own = &kind.served[served];
    let response = match &below.kind {
        Some((group, version, name)) if *group != own.group || *version != own.version => {
            json!({"group": group, "version": version, "kind": name})
        }
        Some((_, _, name)) => json!({"group": "", "version": "", "kind": name}),
        None => json!({"group": "", "version": "", "kind": kind.kind}),
    };
    json!({"subresource": below.name, "responseKind": response, "verbs": verbs(&below.verbs)})
}
