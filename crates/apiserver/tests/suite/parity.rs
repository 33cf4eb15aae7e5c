//! Every stable group and version of the target, compared with what a stock server publishes: resources, and types in version 3 of
//! OpenAPI with all but their prose.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Map, Value};

use crate::harness::Server;
use crate::spec;

/// Groups and versions that are stable: `apps/v1`, and `v1` for the first of all.
fn is_stable(version: &str) -> bool {
    let version = version.rsplit('/').next().unwrap_or_default();
    version.strip_prefix('v').is_some_and(|number| number.parse::<u32>().is_ok())
}

fn read(path: &std::path::Path) -> Value {
    serde_json::from_slice(&std::fs::read(path).unwrap()).unwrap()
}

/// The tree without its prose.
fn bare(tree: &Value) -> Value {
    match tree {
        Value::Object(fields) => {
            // A property may have this name: it is then no text.
            let said = fields.iter().filter(|(name, value)| *name != "description" || !value.is_string());
            said.map(|(name, value)| (name.clone(), bare(value))).collect::<Map<_, _>>().into()
        }
        Value::Array(items) => items.iter().map(bare).collect(),
        other => other.clone(),
    }
}

fn differences(at: &str, ours: &Value, theirs: &Value, found: &mut Vec<String>) {
    match (ours, theirs) {
        (Value::Object(one), Value::Object(other)) => {
            for name in one.keys().chain(other.keys()).collect::<BTreeSet<_>>() {
                differences(&format!("{at}.{name}"), &ours[name.as_str()], &theirs[name.as_str()], found);
            }
        }
        (one, other) if one == other => {}
        (one, other) => found.push(format!("{at}: {one} instead of {other}")),
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn every_stable_resource_is_served() {
    let Some(folder) = spec::find("v1.36/discovery") else { return };
    let server = Server::start().await;
    let client = server.admin();
    let (mut found, mut count) = (Vec::new(), 0);
    let groups = read(&folder.join("apis.json"));
    let groups = groups["groups"].as_array().unwrap().iter();
    let versions = groups.flat_map(|group| group["versions"].as_array().unwrap());
    let mut paths: Vec<String> =
        versions.map(|version| format!("/apis/{}", version["groupVersion"].as_str().unwrap())).collect();
    paths.push("/api/v1".to_owned());
    for path in paths.iter().filter(|path| is_stable(path)) {
        let by_name = |list: &Value| -> BTreeMap<String, Value> {
            let items = list["resources"].as_array().into_iter().flatten();
            items.map(|item| (item["name"].as_str().unwrap().to_owned(), item.clone())).collect()
        };
        let theirs = by_name(&read(&folder.join(format!("{}.json", path[1..].replace('/', "__")))));
        let ours = by_name(&client.get(path).await.json());
        count += theirs.len();
        for name in ours.keys().chain(theirs.keys()).collect::<BTreeSet<_>>() {
            let missing = Value::Null;
            let (ours, theirs) = (ours.get(name).unwrap_or(&missing), theirs.get(name).unwrap_or(&missing));
            differences(&format!("{path} {name}"), ours, theirs, &mut found);
        }
    }
    assert!(count > 100, "only {count} resources were compared");
    assert!(found.is_empty(), "{} differences:\n{}", found.len(), found.join("\n"));
    server.finish().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn every_stable_type_is_described() {
    let Some(folder) = spec::find("v1.36/openapi-v3") else { return };
    let server = Server::start().await;
    let client = server.admin();
    let index = client.get("/openapi/v3").await.json();
    let (mut found, mut count) = (Vec::new(), 0);
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_str().unwrap();
        let Some(version) = name.strip_suffix("_openapi.json").map(|name| name.replace("__", "/")) else {
            continue;
        };
        if !is_stable(&version) {
            continue;
        }
        let Some(url) = index["paths"][&version]["serverRelativeURL"].as_str() else {
            found.push(format!("{version} is not published"));
            continue;
        };
        let ours = client.get(url).await.json();
        for (name, theirs) in read(&path)["components"]["schemas"].as_object().into_iter().flatten() {
            count += theirs["properties"].as_object().map_or(0, Map::len);
            let ours = bare(&ours["components"]["schemas"][name.as_str()]);
            differences(&format!("{version} {name}"), &ours, &bare(theirs), &mut found);
        }
    }
    assert!(count > 5_000, "only {count} properties were compared");
    assert!(found.is_empty(), "{} differences:\n{}", found.len(), found.join("\n"));
    server.finish().await;
}
