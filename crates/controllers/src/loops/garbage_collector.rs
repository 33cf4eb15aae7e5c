//! Objects whose owners are gone go too; owners deleted in the foreground wait for their dependents, orphans are let free. Upstream:
//! `garbage-collector-controller`.
//!
//! ```text
//!  metadata of every kind ─► graph of owners and dependents ─► queue of objects to look at ─► plan ─► delete, or remove a finalizer
//! ```
//!
//! | module | what it holds |
//! |---|---|
//! | `watch` | what the server tells of objects, as changes of the graph |
//! | `graph` | who owns whom: pure |
//! | `plan` | what becomes of one object: pure |
//! | `act` | the requests |

mod act;
mod graph;
mod plan;
mod watch;

use std::collections::{HashMap, HashSet};
use std::sync::Arc;
use std::time::Duration;

use api::apiextensions::v1::CustomResourceDefinition;
use api::apiregistration::v1::APIService;
use client::Client;
use informer::{Informers, Queue};
use parking_lot::Mutex;
use runtime::{Clock, Shutdown};

use self::graph::{Graph, Uid};
use crate::discovery::{Found, discover};
use crate::metadata::Follower;
use crate::{Context, Work};

/// What the parts share.
pub(crate) struct Collector {
    client: Client,
    clock: Clock,
    graph: Mutex<Graph>,
    resources: Mutex<HashMap<(String, String), Found>>,
    /// Objects with an owner of a kind that the server did not have; they are looked at again when kinds have come.
    waiting: Mutex<HashSet<Uid>>,
    queue: Queue<Uid>,
}

const WORKERS: usize = 4;
/// Discovery is asked again this long after kinds have come or gone.
const SETTLE: Duration = Duration::from_millis(200);

/// Puts it together.
pub fn build(cx: &Context) -> Work {
    let (client, informers) = (cx.client.clone(), cx.informers.clone());
    Work::Runs(Box::pin(run(client, informers, cx.clock.clone(), cx.shutdown.clone())))
}

/// Runs until told to stop.
async fn run(client: Client, informers: Informers, clock: Clock, shutdown: Shutdown) {
    let collector = Arc::new(Collector {
        client,
        queue: Queue::new(clock.clone()),
        clock,
        graph: Mutex::default(),
        resources: Mutex::default(),
        waiting: Mutex::default(),
    });
    let changed = Arc::new(tokio::sync::Notify::new());
    let (crds, services) = (informers.of::<CustomResourceDefinition>(), informers.of::<APIService>());
    let told = changed.clone();
    crds.on(move |_| told.notify_one());
    let told = changed.clone();
    services.on(move |_| told.notify_one());
    tokio::select! {
        () = shutdown.wait() => return,
        () = async { tokio::join!(crds.synced(), services.synced()); } => {}
    }
    for _ in 0..WORKERS {
        tokio::spawn(collector.clone().work());
    }
    let mut running: HashMap<Found, Shutdown> = HashMap::new();
    loop {
        collector.follow(&mut running, &shutdown).await;
        tokio::select! {
            () = shutdown.wait() => break,
            () = changed.notified() => collector.clock.sleep(SETTLE).await,
        }
    }
    collector.queue.close();
}

impl Collector {
    /// Watches what the server has now, and nothing else.
    async fn follow(self: &Arc<Self>, running: &mut HashMap<Found, Shutdown>, shutdown: &Shutdown) {
        let resources = match discover(&self.client).await {
            Ok(resources) => resources,
            Err(error) => {
                tracing::warn!(%error, "the garbage collector does not know which kinds there are");
                return;
            }
        };
        let wanted: Vec<Found> = resources.into_iter().filter(is_watched).collect();
        running.retain(|resource, stop| {
            let keep = wanted.contains(resource);
            if !keep {
                stop.trigger();
                self.graph.lock().forget_resource(&resource.group, &resource.kind);
            }
            keep
        });
        for resource in wanted {
            let place = (resource.api_version(), resource.kind.clone());
            self.resources.lock().insert(place, resource.clone());
            if !running.contains_key(&resource) {
                let stop = shutdown.child();
                running.insert(resource.clone(), stop.clone());
                let follower = Follower { client: self.client.clone(), clock: self.clock.clone(), resource };
                let collector = self.clone();
                tokio::spawn(async move { follower.run(&*collector, stop).await });
            }
        }
        let waiting = std::mem::take(&mut *self.waiting.lock());
        waiting.into_iter().for_each(|uid| self.queue.add(uid));
    }

    async fn work(self: Arc<Self>) {
        while let Some(uid) = self.queue.next().await {
            match act::look(&self, &uid).await {
                Ok(()) => self.queue.forget(&uid),
                Err(error) => {
                    tracing::debug!(%error, uid = uid.0, "the garbage collector tries again");
                    self.queue.retry(uid.clone());
                }
            }
        }
    }
}

/// Objects that can be deleted and watched; events own nothing and go by age.
fn is_watched(resource: &Found) -> bool {
    let verbs = ["delete", "list", "watch"];
    verbs.iter().all(|verb| resource.has(verb)) && resource.plural != "events"
}
