//! What a fresh server holds, compared with what a fresh stock server holds.

use std::collections::BTreeMap;

use serde_json::Value;

use crate::harness::Server;
use crate::spec;

const COLLECTIONS: &[(&str, &str)] = &[
    ("apiservices", "/apis/apiregistration.k8s.io/v1/apiservices"),
    ("clusterrolebindings", "/apis/rbac.authorization.k8s.io/v1/clusterrolebindings"),
    ("clusterroles", "/apis/rbac.authorization.k8s.io/v1/clusterroles"),
    ("configmaps", "/api/v1/configmaps"),
    ("endpoints", "/api/v1/endpoints"),
    ("endpointslices", "/apis/discovery.k8s.io/v1/endpointslices"),
    ("flowschemas", "/apis/flowcontrol.apiserver.k8s.io/v1/flowschemas"),
    ("ipaddresses", "/apis/networking.k8s.io/v1/ipaddresses"),
    ("namespaces", "/api/v1/namespaces"),
    ("priorityclasses", "/apis/scheduling.k8s.io/v1/priorityclasses"),
    ("prioritylevelconfigurations", "/apis/flowcontrol.apiserver.k8s.io/v1/prioritylevelconfigurations"),
    ("rolebindings", "/apis/rbac.authorization.k8s.io/v1/rolebindings"),
    ("roles", "/apis/rbac.authorization.k8s.io/v1/roles"),
    ("secrets", "/api/v1/secrets"),
    ("servicecidrs", "/apis/networking.k8s.io/v1/servicecidrs"),
    ("services", "/api/v1/services"),
];

/// What differs from start to start: who wrote it, and when.
const VARYING: [&str; 6] =
    ["uid", "resourceVersion", "creationTimestamp", "managedFields", "kind", "apiVersion"];

fn by_name(list: &Value) -> BTreeMap<String, Value> {
    let items = list["items"].as_array().into_iter().flatten();
    items
        .map(|item| {
            let mut item = item.clone();
            for name in VARYING {
                item.as_object_mut().unwrap().remove(name);
                item["metadata"].as_object_mut().unwrap().remove(name);
            }
            let text = |name: &str| item["metadata"][name].as_str().unwrap_or_default().to_owned();
            (format!("{}/{}", text("namespace"), text("name")), item)
        })
        .collect()
}

/// What must be the same; a placeholder of the recording stands for anything.
fn differences(at: &str, ours: &Value, theirs: &Value, found: &mut Vec<String>) {
    match (ours, theirs) {
        (_, Value::String(text)) if text.contains('<') || at.ends_with("/since") => {}
        (Value::Object(one), Value::Object(other)) => {
            for name in one.keys().chain(other.keys()) {
                differences(&format!("{at}/{name}"), &ours[name.as_str()], &theirs[name.as_str()], found);
            }
        }
        (Value::Array(one), Value::Array(other)) if one.len() == other.len() => {
            for (number, (one, other)) in one.iter().zip(other).enumerate() {
                differences(&format!("{at}/{number}"), one, other, found);
            }
        }
        (one, other) if one == other => {}
        (one, other) => found.push(format!("{at}: {one} instead of {other}")),
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_fresh_server_holds_what_a_stock_one_does() {
    let Some(spec) = spec::find("v1.36/bootstrap") else { return };
    let advertise = |config: &mut apiserver::Config| {
        config.advertise_address = Some("10.0.0.1".parse().unwrap());
    };
    let server = Server::start_with(tempfile::tempdir().unwrap(), advertise).await;
    let client = server.admin();
    let mut found = Vec::new();
    for (file, path) in COLLECTIONS {
        let text = std::fs::read(spec.join(format!("{file}.json"))).unwrap();
        let theirs = by_name(&serde_json::from_slice(&text).unwrap());
        let mut ours = by_name(&client.get(path).await.json());
        for (name, theirs) in &theirs {
            let Some(mut ours) = ours.remove(name) else {
                found.push(format!("{file} {name} is missing"));
                continue;
            };
            // Roles that are sums of others are summed up at once here, by a controller there.
            if theirs["rules"].is_null() && !theirs["aggregationRule"].is_null() {
                ours["rules"] = Value::Null;
            }
            differences(&format!("{file} {name}"), &ours, theirs, &mut found);
        }
        found.extend(ours.keys().map(|name| format!("{file} {name} is one too many")));
    }
    // The port of this server is any, and the service's target with it.
    found.retain(|difference| !difference.contains("/port:") && !difference.contains("/targetPort:"));
    assert!(found.is_empty(), "{}", found.join("\n"));
    server.finish().await;
}
