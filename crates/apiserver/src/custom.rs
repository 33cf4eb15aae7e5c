//! Custom resources are served: follows the definitions in the store and makes the registry serve what they define, from the moment
//! that their names are accepted until the last of their objects has gone.
//!
//! Told by the registry's own watch, so that a server learns of definitions that another one took in the same way. Discovery, OpenAPI,
//! authorization and admission see custom kinds like any other, because the registry does.
//!
//! | file | what it does |
//! |---|---|
//! | `status` | which names a definition gets, and its conditions; pure |
//! | `cleanup` | deletes the objects of a definition that is going, then lets it go |
//! | `webhook` | asks another program to convert objects between versions |
//! | `api_services` | an `APIService` for each group and version that definitions bring |

mod api_services;
mod cleanup;
mod status;
mod webhook;

use std::collections::HashMap;
use std::sync::{Arc, Weak};
use std::time::Duration;

use kinds::apiextensions::custom_resource_definition::{ESTABLISHED, condition};
use meta::StatusError;
use meta::options::{ListOptions, UpdateOptions};
use registry::{Object, Registry, Subscription, Target, WatchItem};
use resource::Lister;
use runtime::{Clock, Shutdown};
use serde_json::{Value, json};

use crate::api_server::ApiServer;
use crate::bootstrap::caller;
use cleanup::Closing;
use status::Claimed;

const GROUP: &str = "apiextensions.k8s.io";
const PLURAL: &str = "customresourcedefinitions";
const DEFINITIONS: &str = "customresourcedefinitions.apiextensions.k8s.io";
/// Until what failed is tried again.
const RETRY: Duration = Duration::from_secs(1);

/// The definitions of the cluster, as this server serves them.
pub(crate) struct Definitions {
    registry: Arc<Registry>,
    server: Weak<ApiServer>,
    clock: Clock,
    shutdown: Shutdown,
    /// By the definition's name.
    serving: HashMap<String, Serving>,
}

/// What is served of a definition.
struct Serving {
    uid: String,
    group: String,
    plural: String,
    /// What the kind was made of.
    made_of: Value,
    /// Whether its objects are being deleted.
    closing: bool,
}

/// Serves what there are definitions of, and whatever is defined from now on, until told to stop.
pub(crate) async fn follow(
    server: &Arc<ApiServer>,
    clock: &Clock,
    shutdown: &Shutdown,
) -> Result<(), StatusError> {
    let mut definitions = Definitions {
        registry: server.registry.clone(),
        server: Arc::downgrade(server),
        clock: clock.clone(),
        shutdown: shutdown.clone(),
        serving: HashMap::new(),
    };
    let mut watch = definitions.watch().await?;
    definitions.catch_up(&mut watch).await;
    tokio::spawn(definitions.run(watch));
    Ok(())
}

impl Definitions {
    /// A definition, or all of them.
    fn target(&self, name: &str, subresource: &str) -> Result<Target, StatusError> {
        let found = self.registry.resolve(GROUP, "v1", PLURAL);
        let (kind, served) = found.ok_or_else(|| StatusError::internal("definitions are not served"))?;
        let (name, subresource) = (name.to_owned(), subresource.to_owned());
        Ok(Target { kind, served, namespace: String::new(), name, subresource })
    }

    /// All definitions, as the cache has them.
    fn all(&self) -> Vec<Arc<Object>> {
        Lister::list(&*self.registry, DEFINITIONS, "")
    }

    async fn watch(&self) -> Result<Subscription, StatusError> {
        let options = ListOptions {
            send_initial_events: Some(true),
            allow_watch_bookmarks: true,
            ..ListOptions::default()
        };
        self.registry.watch(&self.target("", "")?, &options).await
    }

    /// Everything that was there when the watch began.
    async fn catch_up(&mut self, watch: &mut Subscription) {
        let mut seen = Vec::new();
        while let Some(item) = watch.next().await {
            match item {
                WatchItem::Initial(stored) => seen.push(stored.head.name.to_string()),
                WatchItem::Bookmark { initial_end: true, .. } => break,
                other => seen.extend(name_of(&other)),
            }
        }
        // What went while nobody watched.
        let gone: Vec<String> = self.serving.keys().filter(|name| !seen.contains(*name)).cloned().collect();
        for name in gone.iter().chain(&seen) {
            self.look_at(name).await;
        }
    }

    async fn run(mut self, mut watch: Subscription) {
        let shutdown = self.shutdown.clone();
        loop {
            let item = tokio::select! {
                () = shutdown.wait() => return,
                item = watch.next() => item,
            };
            match item {
                Some(WatchItem::Error(_)) | None => watch = self.again().await,
                Some(item) => {
                    if let Some(name) = name_of(&item) {
                        self.look_at(&name).await;
                    }
                }
            }
        }
    }

    /// A new watch in place of one that ended.
    async fn again(&mut self) -> Subscription {
        loop {
            match self.watch().await {
                Ok(mut watch) => {
                    self.catch_up(&mut watch).await;
                    return watch;
                }
                Err(error) => tracing::warn!(%error, "the definitions of custom resources can't be followed"),
            }
            self.clock.sleep(RETRY).await;
        }
    }

    /// Looks at a definition as it is now, and at those that it may have kept from their names.
    async fn look_at(&mut self, name: &str) {
        let group = name.split_once('.').map_or("", |(_, group)| group).to_owned();
        self.reconcile(name).await;
        for other in self.all() {
            let refused =
                condition::find(&other, "NamesAccepted").is_some_and(|one| one["status"] == "False");
            if refused && other.name() != name && other.text("spec.group") == group {
                self.reconcile(other.name()).await;
            }
        }
    }

    async fn reconcile(&mut self, name: &str) {
        while let Err(error) = self.try_reconcile(name).await {
            tracing::warn!(name, %error, "a custom resource can't be served yet");
            self.clock.sleep(RETRY).await;
            if self.shutdown.is_triggered() {
                return;
            }
        }
    }

    async fn try_reconcile(&mut self, name: &str) -> Result<(), StatusError> {
        let Some(definition) = Lister::get(&*self.registry, DEFINITIONS, "", name) else {
            self.withdraw(name).await;
            return Ok(());
        };
        if self.serving.get(name).is_some_and(|serving| serving.uid != definition.uid()) {
            self.withdraw(name).await;
        }
        if definition.is_terminating() {
            if condition::holds(&definition, ESTABLISHED) {
                self.serve(&definition).await;
            }
            self.close(&definition);
            return Ok(());
        }
        let claimed = Claimed::of(self.all().iter(), definition.text("spec.group"));
        let now = self.clock.now().into();
        let mut wanted = (*definition).clone();
        status::settle(&mut wanted, &claimed, now);
        // Served first, told afterwards: who waits for the condition finds the resource.
        if condition::holds(&wanted, ESTABLISHED) {
            self.serve(&wanted).await;
        }
        if wanted == *definition {
            return Ok(());
        }
        let change = |object: &mut Object| {
            if !object.is_terminating() {
                status::settle(object, &claimed, now);
            }
            Ok(())
        };
        self.write_status(name, change).await
    }

    /// Changes the status of a definition, if it is still there.
    async fn write_status(
        &self,
        name: &str,
        change: impl Fn(&mut Object) -> Result<(), StatusError> + Send + Sync,
    ) -> Result<(), StatusError> {
        let target = self.target(name, "status")?;
        match self.registry.modify(&target, &caller(), &UpdateOptions::default(), change).await {
            Err(error) if !error.is_not_found() => Err(error),
            _ => Ok(()),
        }
    }

    /// Serves what a definition defines, unless that is done already.
    async fn serve(&mut self, definition: &Object) {
        let name = definition.name();
        let made_of = json!([definition.get("spec"), definition.get("status.acceptedNames")]);
        if self.serving.get(name).is_some_and(|serving| serving.made_of == made_of) {
            return;
        }
        let mut kind = match kinds::custom::kind(definition) {
            Ok(kind) => kind,
            Err(problem) => return tracing::error!(name, %problem, "a definition can't be served"),
        };
        let (group, plural) = (kind.hub().group.to_string(), kind.plural.to_string());
        if self.registry.hub(&group, &plural).is_some_and(|known| !known.is_custom()) {
            return tracing::warn!(name, "a definition of a built-in resource has no effect");
        }
        match webhook::converter(definition, &self.server, &self.clock) {
            Ok(converter) => kind.converter = converter,
            Err(problem) => return tracing::error!(name, problem, "a definition can't be served"),
        }
        self.registry.add_kind(Arc::new(kind));
        let serving = Serving { uid: definition.uid().to_owned(), group, plural, made_of, closing: false };
        self.serving.insert(name.to_owned(), serving);
        api_services::settle(&self.registry, definition.text("spec.group")).await;
    }

    /// Serves a definition no longer.
    async fn withdraw(&mut self, name: &str) {
        if let Some(serving) = self.serving.remove(name) {
            self.registry.remove_kind(&serving.group, &serving.plural);
            self.registry.remove_hook(&serving.group, &serving.plural);
            api_services::settle(&self.registry, &serving.group).await;
        }
    }

    /// Begins to delete the objects of a definition that is going. It is served until then, but takes no new objects.
    fn close(&mut self, definition: &Object) {
        let name = definition.name().to_owned();
        let serving = self.serving.entry(name.clone()).or_insert_with(|| Serving {
            uid: definition.uid().to_owned(),
            group: definition.text("spec.group").to_owned(),
            plural: definition.text("spec.names.plural").to_owned(),
            made_of: Value::Null,
            closing: false,
        });
        if std::mem::replace(&mut serving.closing, true) {
            return;
        }
        let (group, plural) = (serving.group.clone(), serving.plural.clone());
        let closing = Closing::new(&self.registry, &self.clock, &name, definition.uid(), (&group, &plural));
        tokio::spawn(closing.run(self.shutdown.clone()));
    }
}

fn name_of(item: &WatchItem) -> Option<String> {
    match item {
        WatchItem::Initial(stored) => Some(stored.head.name.to_string()),
        WatchItem::Change(change, view) => change.object(*view).map(|stored| stored.head.name.to_string()),
        WatchItem::Bookmark { .. } | WatchItem::Error(_) => None,
    }
}
