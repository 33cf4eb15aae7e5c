//! Three small kinds, a registry on a store of its own, and short words for requests.

use std::sync::Arc;
use std::time::Duration;

use meta::StatusError;
use meta::options::{CreateOptions, DeleteOptions, GetOptions, ListOptions};
use registry::{
    Caller, Config, Deleted, Object, Page, Registry, Stored, Subscription, Target, WatchItem, Written,
};
use resource::{Delete, Kind, Plain, Scope, Served, Strategy, Subresource, SubresourceKind, User, Verb};
use schema::{Schema, Type};
use serde_json::{Value, json};
use store::Store;
use store::embedded::{Config as StoreConfig, Embedded};
use tempfile::TempDir;

/// A pod, as far as the engine cares.
pub struct PodLike;

impl Strategy for PodLike {
    fn delete(&self, object: &Object, grace: Option<i64>) -> Delete {
        let default = object.int("spec.terminationGracePeriodSeconds").unwrap_or(30);
        let assigned = !object.text("spec.nodeName").is_empty();
        Delete::Gracefully(if assigned { grace.unwrap_or(default) } else { 0 })
    }

    fn returns_deleted(&self) -> bool {
        true
    }
}

fn served(group: &'static str, version: &'static str, kind: &str) -> Served {
    let definition = schema::builtin(group, version, kind).expect("a built-in kind");
    Served {
        group: group.into(),
        version: version.into(),
        schema: Schema::of(Type::Ref(definition)),
        conversion: None,
        deprecation: None,
        own: None,
        hidden: false,
    }
}

fn kind(
    group: &'static str,
    name: &'static str,
    plural: &'static str,
    scope: Scope,
    strategy: Arc<dyn Strategy>,
) -> Kind {
    Kind {
        kind: name.into(),
        list_kind: format!("{name}List").into(),
        plural: plural.into(),
        singular: name.to_lowercase().into(),
        short_names: Vec::new(),
        categories: Vec::new(),
        scope,
        verbs: Verb::ALL.to_vec(),
        served: vec![served(group, "v1", name)],
        subresources: Vec::new(),
        columns: Vec::new(),
        selectable: Vec::new(),
        has_generation: false,
        strategy,
        converter: None,
    }
}

pub fn config_maps() -> Arc<Kind> {
    Arc::new(kind("", "ConfigMap", "configmaps", Scope::Namespaced, Arc::new(Plain)))
}

pub fn namespaces() -> Arc<Kind> {
    Arc::new(kind("", "Namespace", "namespaces", Scope::Cluster, Arc::new(Plain)))
}

pub fn pods() -> Arc<Kind> {
    let status = Subresource {
        name: "status".into(),
        verbs: vec![Verb::Get, Verb::Patch, Verb::Update],
        kind: None,
        does: SubresourceKind::View,
    };
    Arc::new(Kind {
        selectable: vec!["spec.nodeName".into(), "status.phase".into()],
        has_generation: true,
        subresources: vec![status],
        ..kind("", "Pod", "pods", Scope::Namespaced, Arc::new(PodLike))
    })
}

/// A replica set, for its scale.
pub fn replica_sets() -> Arc<Kind> {
    let scale = Subresource {
        name: "scale".into(),
        verbs: vec![Verb::Get, Verb::Patch, Verb::Update],
        kind: Some(("autoscaling".into(), "v1".into(), "Scale".into())),
        does: SubresourceKind::Scale {
            spec_replicas: "spec.replicas".into(),
            status_replicas: "status.replicas".into(),
            selector: Some("spec.selector".into()),
        },
    };
    Arc::new(Kind {
        has_generation: true,
        subresources: vec![scale],
        ..kind("apps", "ReplicaSet", "replicasets", Scope::Namespaced, Arc::new(Plain))
    })
}

/// A registry on a store in a directory of its own.
pub struct Lab {
    pub registry: Arc<Registry>,
    pub store: Store,
    pub dir: TempDir,
}

impl Lab {
    pub async fn new() -> Self {
        Self::with(Config::default()).await
    }

    pub async fn with(config: Config) -> Self {
        Self::at(tempfile::tempdir().expect("a temporary directory"), config).await
    }

    pub async fn at(dir: TempDir, config: Config) -> Self {
        let clock = runtime::Clock::system();
        let store =
            Embedded::open(dir.path(), StoreConfig { clock: clock.clone(), ..StoreConfig::default() })
                .await
                .expect("the store opens");
        let store = Store::new(store);
        let kinds = [config_maps(), namespaces(), pods(), replica_sets()];
        let registry = Registry::open(store.clone(), kinds, clock, config);
        registry.ready().await;
        Self { registry, store, dir }
    }

    pub fn target(&self, plural: &str, namespace: &str, name: &str) -> Target {
        let group = if plural == "replicasets" { "apps" } else { "" };
        let (kind, served) = self.registry.resolve(group, "v1", plural).expect("a served kind");
        Target { kind, served, namespace: namespace.into(), name: name.into(), subresource: String::new() }
    }

    pub fn maps(&self) -> Target {
        self.target("configmaps", "ns", "")
    }

    pub async fn create(&self, target: &Target, tree: Value) -> Result<Written, StatusError> {
        self.registry.create(target, &caller(), object(tree), &CreateOptions::default()).await
    }

    /// A config map `name` with labels.
    pub async fn map(&self, name: &str, labels: Value) -> Arc<Stored> {
        let tree = json!({"metadata": {"name": name, "labels": labels}, "data": {"n": "0"}});
        self.create(&self.maps(), tree).await.expect("it is created").stored
    }

    pub async fn get(&self, plural: &str, name: &str) -> Result<Object, StatusError> {
        let namespace = if plural == "namespaces" { "" } else { "ns" };
        let stored = self.registry.get(&self.target(plural, namespace, name), &GetOptions::default()).await?;
        Ok(stored.object().expect("it is readable"))
    }

    pub async fn update(&self, target: &Target, tree: Value) -> Result<Written, StatusError> {
        self.registry.update(target, &caller(), object(tree), &CreateOptions::default()).await
    }

    /// Changes an object by reading, changing and replacing it.
    pub async fn change(
        &self,
        plural: &str,
        name: &str,
        change: impl Fn(&mut Object),
    ) -> Result<Written, StatusError> {
        let mut object = self.get(plural, name).await?;
        change(&mut object);
        let namespace = if plural == "namespaces" { "" } else { "ns" };
        self.update(&self.target(plural, namespace, name), object.into_tree()).await
    }

    pub async fn delete(&self, plural: &str, name: &str, options: Value) -> Result<Deleted, StatusError> {
        let options: DeleteOptions = serde_json::from_value(options).expect("delete options");
        let namespace = if plural == "namespaces" { "" } else { "ns" };
        self.registry.delete(&self.target(plural, namespace, name), &caller(), &options).await
    }

    pub async fn list(&self, target: &Target, query: &str) -> Result<Page, StatusError> {
        self.registry.list(target, &options(query)).await
    }

    pub async fn watch(&self, target: &Target, query: &str) -> Result<Subscription, StatusError> {
        self.registry.watch(target, &options(query)).await
    }
}

pub fn options(query: &str) -> ListOptions {
    ListOptions::from_query(&meta::options::Query::parse(query)).expect("list options")
}

pub fn object(tree: Value) -> Object {
    Object::new(tree).expect("an object")
}

pub fn caller() -> Caller {
    Caller { user: User { name: "tester".into(), ..User::default() }, manager: "test".into() }
}

pub fn names(page: &Page) -> Vec<&str> {
    page.items.iter().map(|stored| &*stored.head.name).collect()
}

/// The next item of a watch, as `TYPE name` or `BOOKMARK`; fails the test if none comes.
pub async fn next(watch: &mut Subscription) -> String {
    let item = tokio::time::timeout(Duration::from_secs(20), watch.next()).await.expect("an item comes");
    match item {
        None => "END".into(),
        Some(WatchItem::Initial(stored)) => format!("ADDED {}", stored.head.name),
        Some(WatchItem::Change(change, view)) => {
            let stored = change.object(view).expect("there is something to show");
            format!("{} {}", view.as_str(), stored.head.name)
        }
        Some(WatchItem::Bookmark { initial_end, .. }) => {
            if initial_end {
                "INITIAL-END".into()
            } else {
                "BOOKMARK".into()
            }
        }
        Some(WatchItem::Error(error)) => format!("ERROR {}", error.code()),
    }
}
