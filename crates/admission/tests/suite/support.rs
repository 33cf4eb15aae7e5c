//! A registry with all plugins on a store of its own, and short words for requests.

use std::sync::Arc;

use admission::{Chain, Config};
use meta::StatusError;
use meta::options::{CreateOptions, DeleteOptions, GetOptions, UpdateOptions};
use registry::{Caller, Deleted, Object, Registry, Target, Written};
use resource::User;
use runtime::Clock;
use serde_json::{Value, json};
use store::Store;
use store::embedded::{Config as StoreConfig, Embedded};
use tempfile::TempDir;

pub struct Cluster {
    pub registry: Arc<Registry>,
    store: Store,
    _dir: TempDir,
}

impl Cluster {
    /// With the plugins that are on anyway and these.
    pub async fn with(enable: &[&str]) -> Self {
        let dir = tempfile::tempdir().unwrap();
        let store = Store::new(Embedded::open(dir.path(), StoreConfig::default()).await.unwrap());
        let registry =
            Registry::open(store.clone(), kinds::builtin(), Clock::system(), registry::Config::default());
        registry.ready().await;
        let enable = enable.iter().map(|name| (*name).to_owned()).collect();
        let chain = Chain::new(&registry, &Config { enable, ..Config::default() }).unwrap();
        registry.set_admission(chain);
        let cluster = Self { registry, store, _dir: dir };
        cluster.namespace("ns", json!({})).await;
        cluster
    }

    pub async fn new() -> Self {
        Self::with(&[]).await
    }

    /// A namespace with these labels, and with the account that a controller would make in it.
    pub async fn namespace(&self, name: &str, labels: Value) {
        self.create("namespaces", "", json!({"metadata": {"name": name, "labels": labels}})).await.unwrap();
        let account = json!({"metadata": {"name": "default"}});
        self.create("serviceaccounts", name, account).await.unwrap();
    }

    pub fn target(&self, resource: &str, namespace: &str, name: &str) -> Target {
        let resource = meta::GroupResource::parse(resource);
        Target {
            kind: self.registry.hub(&resource.group, &resource.resource).unwrap(),
            served: 0,
            namespace: namespace.into(),
            name: name.into(),
            subresource: String::new(),
        }
    }

    pub async fn create(&self, resource: &str, namespace: &str, tree: Value) -> Result<Object, String> {
        self.create_as(&admin(), resource, namespace, tree).await.map(|(object, _)| object)
    }

    pub async fn create_as(
        &self,
        caller: &Caller,
        resource: &str,
        namespace: &str,
        tree: Value,
    ) -> Result<(Object, Vec<String>), String> {
        let (target, object) = (self.target(resource, namespace, ""), Object::new(tree).unwrap());
        let made = self.registry.create(&target, caller, object, &CreateOptions::default()).await;
        self.catch_up().await;
        shown(made)
    }

    /// Changes an object through one of its paths (`pods/status`).
    pub async fn change(
        &self,
        caller: &Caller,
        path: &str,
        namespace: &str,
        name: &str,
        change: impl Fn(&mut Object) + Send + Sync,
    ) -> Result<(Object, Vec<String>), String> {
        let (resource, subresource) = path.split_once('/').unwrap_or((path, ""));
        let mut target = self.target(resource, namespace, name);
        target.subresource = subresource.into();
        let change = |object: &mut Object| {
            change(object);
            Ok(())
        };
        let changed = self.registry.modify(&target, caller, &UpdateOptions::default(), change).await;
        self.catch_up().await;
        shown(changed)
    }

    /// Writes what no client could: the status that controllers keep.
    pub async fn set(&self, resource: &str, namespace: &str, name: &str, path: &str, value: Value) {
        let change = |object: &mut Object| {
            object.set(path, value.clone());
            Ok(())
        };
        self.registry.alter(&self.target(resource, namespace, name), false, change).await.unwrap();
        self.catch_up().await;
    }

    /// Waits until the cache, which plugins read from, shows all that was written: a consistent read does.
    async fn catch_up(&self) {
        let _ = self.registry.get(&self.target("namespaces", "", "ns"), &GetOptions::default()).await;
    }

    pub async fn delete_as(
        &self,
        caller: &Caller,
        resource: &str,
        namespace: &str,
        name: &str,
    ) -> Result<Deleted, String> {
        let target = self.target(resource, namespace, name);
        let done = self.registry.delete(&target, caller, &DeleteOptions::default()).await;
        done.map_err(text)
    }

    pub async fn get(&self, resource: &str, namespace: &str, name: &str) -> Option<Object> {
        let target = self.target(resource, namespace, name);
        let found = self.registry.get(&target, &GetOptions::default()).await.ok();
        found.map(|stored| stored.object().unwrap())
    }

    pub async fn finish(self) {
        self.store.close().await;
    }
}

fn shown(written: Result<Written, StatusError>) -> Result<(Object, Vec<String>), String> {
    let Written { stored, warnings, .. } = written.map_err(text)?;
    Ok((stored.object().unwrap(), warnings))
}

fn text(error: StatusError) -> String {
    error.status().message.clone()
}

pub fn caller(name: &str, groups: &[&str]) -> Caller {
    let groups = groups.iter().map(|group| (*group).to_owned()).collect();
    Caller { user: User { name: name.into(), groups, ..User::default() }, manager: "test".into() }
}

pub fn admin() -> Caller {
    caller("admin", &["system:masters"])
}

pub fn node(name: &str) -> Caller {
    caller(&format!("system:node:{name}"), &["system:nodes"])
}

/// A pod with one container, and with more in its spec.
pub fn pod(name: &str, spec: Value) -> Value {
    let mut tree = json!({"metadata": {"name": name}, "spec": {"containers": [{"name": "c", "image": "i"}]}});
    for (key, value) in spec.as_object().unwrap() {
        tree["spec"][key] = value.clone();
    }
    tree
}
