//! What the server serves, and which resource a word means.

use std::rc::Rc;

use serde_json::Value;

use crate::error::{Result, bail};
use crate::server::{Ask, Server, escape};
use crate::tree::Tree as _;

const AGGREGATED: &str =
    "application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList,application/json";

/// A resource of the server.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Resource {
    /// Its group; empty for the core.
    pub group: String,
    /// Its version.
    pub version: String,
    /// `pods`.
    pub plural: String,
    /// `pod`.
    pub singular: String,
    /// `Pod`.
    pub kind: String,
    /// `po`.
    pub short_names: Vec<String>,
    /// `all`.
    pub categories: Vec<String>,
    /// Whether its objects are in namespaces.
    pub namespaced: bool,
    /// What can be done.
    pub verbs: Vec<String>,
}

impl Resource {
    /// `v1` or `apps/v1`.
    pub fn api_version(&self) -> String {
        if self.group.is_empty() { self.version.clone() } else { format!("{}/{}", self.group, self.version) }
    }

    /// `pods` or `deployments.apps`.
    pub fn full_name(&self) -> String {
        if self.group.is_empty() { self.plural.clone() } else { format!("{}.{}", self.plural, self.group) }
    }

    /// `pod/name` or `deployment.apps/name`.
    pub fn label(&self, name: &str) -> String {
        label(&self.group, &self.kind, name)
    }

    /// The path of all objects, or of those of a namespace.
    pub fn path(&self, namespace: &str) -> String {
        let root = if self.group.is_empty() {
            format!("/api/{}", self.version)
        } else {
            format!("/apis/{}/{}", self.group, self.version)
        };
        if self.namespaced && !namespace.is_empty() {
            format!("{root}/namespaces/{}/{}", escape(namespace), self.plural)
        } else {
            format!("{root}/{}", self.plural)
        }
    }

    /// The path of one object.
    pub fn item(&self, namespace: &str, name: &str) -> String {
        format!("{}/{}", self.path(namespace), escape(name))
    }
}

/// `pod/name` or `deployment.apps/name`.
pub fn label(group: &str, kind: &str, name: &str) -> String {
    let kind = kind.to_lowercase();
    if group.is_empty() { format!("{kind}/{name}") } else { format!("{kind}.{group}/{name}") }
}

/// A version of a group.
#[derive(Clone, Debug)]
pub struct GroupVersion {
    /// Empty for the core.
    pub group: String,
    /// `v1`.
    pub version: String,
}

/// All that the server serves, in its order.
#[derive(Clone, Debug, Default)]
pub struct Discovery {
    /// Groups and their versions.
    pub versions: Vec<GroupVersion>,
    /// Resources of all versions.
    pub resources: Vec<Rc<Resource>>,
}

impl Discovery {
    /// Asks the server.
    pub async fn fetch(server: &Server) -> Result<Self> {
        let mut found = Self::default();
        for root in ["/api", "/apis"] {
            let answer = match server.call(Ask::get(root).accept(AGGREGATED)).await {
                Ok(answer) => answer,
                Err(error) if error.is_not_found() => continue,
                Err(error) => return Err(error),
            };
            if answer.kind() == "APIGroupDiscoveryList" {
                found.aggregated(&answer);
            } else {
                found.one_by_one(server, root, &answer).await?;
            }
        }
        Ok(found)
    }

    fn aggregated(&mut self, list: &Value) {
        for group in list.items("items") {
            for version in group.items("versions") {
                let (group, version_name) = (group.name().to_owned(), version.text("version").to_owned());
                for resource in version.items("resources") {
                    self.resources.push(Rc::new(Resource {
                        group: resource.text("responseKind.group").to_owned(),
                        version: version_name.clone(),
                        plural: resource.text("resource").to_owned(),
                        singular: resource.text("singularResource").to_owned(),
                        kind: resource.text("responseKind.kind").to_owned(),
                        short_names: strings(resource.items("shortNames")),
                        categories: strings(resource.items("categories")),
                        namespaced: resource.text("scope") == "Namespaced",
                        verbs: strings(resource.items("verbs")),
                    }));
                    // The kind may be of another group than the resource; the path is the resource's.
                    if let Some(last) = self.resources.last_mut() {
                        Rc::make_mut(last).group.clone_from(&group);
                    }
                }
                self.versions.push(GroupVersion { group, version: version_name });
            }
        }
    }

    async fn one_by_one(&mut self, server: &Server, root: &str, answer: &Value) -> Result {
        let mut versions: Vec<GroupVersion> = Vec::new();
        for version in answer.items("versions").iter().filter(|_| root == "/api") {
            let version = version.as_str().unwrap_or_default().to_owned();
            versions.push(GroupVersion { group: String::new(), version });
        }
        for group in answer.items("groups") {
            for version in group.items("versions") {
                versions.push(GroupVersion {
                    group: group.text("name").to_owned(),
                    version: version.text("version").to_owned(),
                });
            }
        }
        for version in versions {
            let path = if root == "/api" {
                format!("/api/{}", version.version)
            } else {
                format!("/apis/{}/{}", version.group, version.version)
            };
            // A group that an extension serves may be away for now.
            if let Ok(list) = server.get(&path).await {
                for resource in list.items("resources").iter().filter(|one| !one.text("name").contains('/')) {
                    self.resources.push(Rc::new(Resource {
                        group: version.group.clone(),
                        version: version.version.clone(),
                        plural: resource.text("name").to_owned(),
                        singular: resource.text("singularName").to_owned(),
                        kind: resource.kind().to_owned(),
                        short_names: strings(resource.items("shortNames")),
                        categories: strings(resource.items("categories")),
                        namespaced: resource.truth("namespaced"),
                        verbs: strings(resource.items("verbs")),
                    }));
                }
            }
            self.versions.push(version);
        }
        Ok(())
    }

    /// The resource that a word means: `pods`, `po`, `Pod`, `deployments.apps`, `deployments.v1.apps`.
    pub fn resource(&self, word: &str) -> Result<Rc<Resource>> {
        let parts: Vec<&str> = word.splitn(3, '.').collect();
        let full =
            if let [name, version, group] = parts[..] { self.find(name, group, version) } else { None };
        let by_group = || {
            let (name, group) = word.split_once('.').unwrap_or((word, ""));
            self.find(name, group, "")
                .or_else(|| self.find(name, "", group).filter(|found| found.group.is_empty()))
        };
        let Some(found) = full.or_else(by_group) else {
            let name = word.split('.').next().unwrap_or(word);
            bail!("the server doesn't have a resource type {}", meta::go::quote(name));
        };
        Ok(found)
    }

    fn find(&self, name: &str, group: &str, version: &str) -> Option<Rc<Resource>> {
        let lower = name.to_lowercase();
        let in_group = |one: &&Rc<Resource>| {
            group.is_empty() || one.group == group || one.group.starts_with(&format!("{group}."))
        };
        let in_version = |one: &&Rc<Resource>| version.is_empty() || one.version == version;
        let candidates = || self.resources.iter().filter(in_group).filter(in_version);
        let exact = candidates().find(|one| one.plural == lower || one.singular == lower);
        let exact = exact.or_else(|| candidates().find(|one| one.short_names.contains(&lower)));
        exact.or_else(|| candidates().find(|one| one.kind.to_lowercase() == lower)).cloned()
    }

    /// The resource of a kind in a version of a group.
    pub fn of_kind(&self, api_version: &str, kind: &str) -> Result<Rc<Resource>> {
        let found = self.resources.iter().find(|one| one.kind == kind && one.api_version() == api_version);
        let Some(found) = found else {
            bail!(
                "no matches for kind {} in version {}",
                meta::go::quote(kind),
                meta::go::quote(api_version)
            );
        };
        Ok(found.clone())
    }

    /// The resources of a category such as `all`, each once, preferred versions only.
    pub fn category(&self, name: &str) -> Vec<Rc<Resource>> {
        let mut found: Vec<Rc<Resource>> = Vec::new();
        for one in self.resources.iter().filter(|one| one.categories.iter().any(|category| category == name))
        {
            if !found.iter().any(|other| other.full_name() == one.full_name()) {
                found.push(one.clone());
            }
        }
        found
    }
}

fn strings(values: &[Value]) -> Vec<String> {
    values.iter().filter_map(Value::as_str).map(str::to_owned).collect()
}
