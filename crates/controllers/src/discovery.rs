//! Which resources the server has, for controllers that deal with objects of every kind.

use bytes::Bytes;
use client::{Client, Error};
use http::Request;
use http::header::ACCEPT;
use serde_json::Value;

const AGGREGATED: &str = "application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList";

/// One resource in its preferred version.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Found {
    pub group: String,
    pub version: String,
    pub plural: String,
    pub kind: String,
    pub namespaced: bool,
    pub verbs: Vec<String>,
}

impl Found {
    pub fn has(&self, verb: &str) -> bool {
        self.verbs.iter().any(|one| one == verb)
    }

    /// `apps/v1`, `v1`.
    pub fn api_version(&self) -> String {
        if self.group.is_empty() { self.version.clone() } else { format!("{}/{}", self.group, self.version) }
    }

    /// The path of its objects; all namespaces if it is empty.
    pub fn path(&self, namespace: &str) -> String {
        let root = if self.group.is_empty() { "/api".to_owned() } else { format!("/apis/{}", self.group) };
        match namespace {
            "" => format!("{root}/{}/{}", self.version, self.plural),
            namespace => format!("{root}/{}/namespaces/{namespace}/{}", self.version, self.plural),
        }
    }
}

/// All resources in their preferred versions.
pub async fn discover(client: &Client) -> Result<Vec<Found>, Error> {
    let mut found = Vec::new();
    for path in ["/api", "/apis"] {
        let request = Request::get(path).header(ACCEPT, AGGREGATED).body(Bytes::new());
        let answer = client.request(request.expect("a constant request")).await?;
        let tree = serde_json::from_slice(answer.body()).unwrap_or(Value::Null);
        found.extend(read(&tree));
    }
    Ok(found)
}

fn read(tree: &Value) -> Vec<Found> {
    let text = |tree: &Value, field: &str| tree[field].as_str().unwrap_or_default().to_owned();
    let list = |tree: &Value, field: &str| tree[field].as_array().cloned().unwrap_or_default();
    let mut found: Vec<Found> = Vec::new();
    for group in list(tree, "items") {
        for version in list(&group, "versions") {
            for resource in list(&version, "resources") {
                let one = Found {
                    group: text(&group["metadata"], "name"),
                    version: text(&version, "version"),
                    plural: text(&resource, "resource"),
                    kind: text(&resource["responseKind"], "kind"),
                    namespaced: resource["scope"] == "Namespaced",
                    verbs: list(&resource, "verbs")
                        .iter()
                        .filter_map(|verb| Some(verb.as_str()?.to_owned()))
                        .collect(),
                };
                // Versions come in the server's order of preference.
                if !found.iter().any(|other| other.group == one.group && other.plural == one.plural) {
                    found.push(one);
                }
            }
        }
    }
    found
}
