//! The contract of a controller, and its runner.
//!
//! A controller is told which object to look at, never what happened: it looks again and brings about what should be. So a
//! missed, doubled or late event changes nothing.

use std::panic::AssertUnwindSafe;
use std::sync::Arc;
use std::time::Duration;

use api::Resource;
use async_trait::async_trait;
use futures_util::FutureExt as _;
use futures_util::future::{BoxFuture, join_all};
use runtime::{Clock, Shutdown};

use crate::{Error, Event, Informer, Key, Queue};

/// When to look at a key again if nothing happens.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Next {
    /// Never.
    Done,
    /// After this time.
    After(Duration),
}

/// Brings about what the objects it is responsible for ask for.
#[async_trait]
pub trait Controller: Send + Sync + 'static {
    /// Its name, for logs.
    fn name(&self) -> &'static str;

    /// Names what it watches, and which keys an event is about.
    fn inputs(&self, inputs: &mut Inputs);

    /// Looks at one key, and does what must be done. An error is tried again, later and later.
    async fn reconcile(&self, key: &Key) -> Result<Next, Error>;

    /// How many keys are worked on at the same time.
    fn workers(&self) -> usize {
        2
    }
}

/// Where a controller's keys come from.
pub struct Inputs {
    queue: Queue<Key>,
    synced: Vec<BoxFuture<'static, ()>>,
}

impl Inputs {
    /// Queues the keys that `keys` finds for each event. Work begins when the informer is synced.
    pub fn on<K: Resource>(
        &mut self,
        informer: &Informer<K>,
        keys: impl Fn(&Event<K>) -> Vec<Key> + Send + Sync + 'static,
    ) {
        let queue = self.queue.clone();
        informer.on(move |event| keys(event).into_iter().for_each(|key| queue.add(key)));
        self.needs(informer);
    }

    /// Work begins only when this informer is synced too.
    pub fn needs<K: Resource>(&mut self, informer: &Informer<K>) {
        let informer = informer.clone();
        self.synced.push(Box::pin(async move { informer.synced().await }));
    }

    /// The queue itself, for keys that come from elsewhere or with a delay.
    pub fn queue(&self) -> Queue<Key> {
        self.queue.clone()
    }
}

/// Runs controllers until told to stop, and until what they were doing then is done.
pub async fn run(controllers: Vec<Arc<dyn Controller>>, clock: Clock, shutdown: Shutdown) {
    join_all(controllers.into_iter().map(|one| run_one(one, clock.clone(), shutdown.clone()))).await;
}

async fn run_one(controller: Arc<dyn Controller>, clock: Clock, shutdown: Shutdown) {
    let mut inputs = Inputs { queue: Queue::new(clock), synced: Vec::new() };
    controller.inputs(&mut inputs);
    tokio::select! {
        _ = join_all(inputs.synced) => {}
        () = shutdown.wait() => return,
    }
    tracing::debug!(controller = controller.name(), "started");
    let queue = inputs.queue;
    let workers: Vec<_> =
        (0..controller.workers()).map(|_| tokio::spawn(work(controller.clone(), queue.clone()))).collect();
    shutdown.wait().await;
    queue.close();
    join_all(workers).await;
}

async fn work(controller: Arc<dyn Controller>, queue: Queue<Key>) {
    while let Some(key) = queue.next().await {
        let outcome = AssertUnwindSafe(controller.reconcile(&key)).catch_unwind().await;
        let outcome = outcome.unwrap_or_else(|_| Err(Error::other("the controller panicked")));
        match outcome {
            Ok(next) => {
                queue.forget(&key);
                if let Next::After(delay) = next {
                    queue.add_after(key.clone(), delay);
                }
            }
            Err(error) => {
                let (controller, retries) = (controller.name(), queue.retries(&key));
                // A lost race is the ordinary course of things.
                match &error {
                    Error::Client(lost) if lost.is_conflict() => {
                        tracing::debug!(controller, %key, %error, "trying again")
                    }
                    _ => tracing::warn!(controller, %key, retries, %error, "trying again"),
                }
                queue.retry(key.clone());
            }
        }
    }
}
