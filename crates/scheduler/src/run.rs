//! The loop: informers feed cache and queue; one pod after the other is decided; bindings go out in the background.

mod bind;
mod events;
mod fail;

use std::collections::HashMap;
use std::sync::Arc;

use api::core::v1::{Namespace, Node, Pod};
use api::policy::v1::PodDisruptionBudget;
use client::Client;
use informer::{Informer, Informers, Recorder};
use parking_lot::Mutex;
use runtime::{Clock, Shutdown};
use tokio::sync::Semaphore;

use crate::cache::Cache;
use crate::config::Config;
use crate::decide::{Plugins, decide};
use crate::pod::PodInfo;
use crate::preempt;
use crate::queue::Queue;

/// Why the scheduler can't run.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// A profile names a plugin that there is not.
    #[error("profile {profile:?} names the plugin {plugin:?}, which does not exist")]
    Plugin {
        /// The profile.
        profile: String,
        /// The plugin.
        plugin: String,
    },
}

/// What the parts of the loop share.
pub(crate) struct Scheduler {
    client: Client,
    clock: Clock,
    profiles: HashMap<String, Plugins>,
    recorder: Recorder,
    cache: Mutex<Cache>,
    queue: Queue,
    budgets: Informer<PodDisruptionBudget>,
    binders: Semaphore,
}

/// Runs until told to stop.
pub async fn run(config: Config, client: Client, clock: Clock, shutdown: Shutdown) -> Result<(), Error> {
    let mut profiles = HashMap::new();
    for profile in &config.profiles {
        let plugins =
            Plugins::of(profile).map_err(|plugin| Error::Plugin { profile: profile.name.clone(), plugin })?;
        profiles.insert(profile.name.clone(), plugins);
    }
    let informers = Informers::new(client.clone(), clock.clone(), shutdown.clone());
    let (nodes, pods) = (informers.of::<Node>(), informers.of::<Pod>());
    let namespaces = informers.of::<Namespace>();
    let scheduler = Arc::new(Scheduler {
        recorder: Recorder::new(client.clone(), "default-scheduler", "", clock.clone()),
        client,
        profiles,
        cache: Mutex::default(),
        queue: Queue::new(clock.clone()),
        budgets: informers.of::<PodDisruptionBudget>(),
        binders: Semaphore::new(config.binders),
        clock,
    });
    events::listen(&scheduler, &nodes, &pods, &namespaces);
    tokio::select! {
        () = shutdown.wait() => return Ok(()),
        () = async { tokio::join!(nodes.synced(), pods.synced(), namespaces.synced(), scheduler.budgets.synced()); } => {}
    }
    loop {
        tokio::select! {
            () = shutdown.wait() => return Ok(()),
            pod = scheduler.queue.next() => scheduler.clone().schedule(pod).await,
        }
    }
}

impl Scheduler {
    /// Whether a pod is this scheduler's to place.
    fn is_ours(&self, pod: &PodInfo) -> bool {
        self.plugins(pod).is_some()
    }

    fn plugins(&self, pod: &PodInfo) -> Option<&Plugins> {
        let name = pod.spec().and_then(|spec| spec.scheduler_name.as_deref()).unwrap_or("default-scheduler");
        self.profiles.get(name)
    }

    /// One decision, and what follows from it.
    async fn schedule(self: Arc<Self>, pod: Arc<PodInfo>) {
        let Some(plugins) = self.plugins(&pod) else { return };
        if pod.is_terminating() || self.cache.lock().is_placed(pod.uid()) {
            self.queue.remove(pod.uid());
            return;
        }
        let snapshot = self.cache.lock().snapshot(&pod);
        match decide(plugins, &pod, &snapshot) {
            Ok(node) => {
                self.cache.lock().assume(pod.clone(), node.name());
                let node = node.name().to_owned();
                tokio::spawn(async move { bind::bind(&self, &pod, &node).await });
            }
            Err(mut unfit) => {
                let plan = preempt::plan(plugins, &pod, &snapshot, &self.budgets.list(), &mut unfit);
                fail::unfit(&self, &pod, &unfit, plan).await;
            }
        }
    }
}
