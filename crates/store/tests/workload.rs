//! Random concurrent clients and watchers, all on record, against any back end, over any number of restarts.

mod client;
mod tally;
mod watcher;

use std::sync::Arc;

use runtime::{Clock, ManualTime};
use store::{KeyRange, Result, Store, Write};

pub use tally::Tally;

use crate::history::{Client, History, Recorder};

/// What a run does.
#[derive(Debug, Clone)]
pub struct Plan {
    pub seed: u64,
    pub clients: usize,
    /// Operations of each client in each round.
    pub operations: usize,
    /// Whether clients compact.
    pub compact: bool,
    /// Whether keys get a time to live and the clock is moved.
    pub expire: bool,
}

impl Plan {
    /// A plan of medium size, with everything that every back end can do.
    pub fn new(seed: u64) -> Self {
        Self { seed, clients: 6, operations: 200, compact: true, expire: false }
    }
}

/// The keys that clients write: two groups, their nearest neighbours outside, and bytes that sort at the ends.
pub const KEYS: &[&[u8]] = &[
    b"/a/0",
    b"/a/1",
    b"/a/2",
    b"/a/\x00",
    b"/a/\xff",
    b"/a",
    b"/a0",
    b"/b/0",
    b"/b/1",
    b"/b/2",
    b"/b/\xff\xff",
    b"/c",
];

/// The keys of the last write, one in the range of each watcher.
const LAST: &[&[u8]] = &[b"/a/0", b"/b/end"];

/// The value of the last write.
pub const END: &[u8] = b"the end";

/// A run over one or more lives of a store.
pub struct Run {
    pub plan: Plan,
    pub recorder: Arc<Recorder>,
    watchers: Vec<watcher::Watcher>,
    rounds: usize,
}

impl Run {
    /// Begins with what the store holds now.
    pub async fn start(store: &Store, plan: Plan, clock: Option<(Clock, ManualTime)>) -> Result<Self> {
        let recorder = Recorder::start(store, clock).await?;
        let base = recorder.history().base;
        let watchers = watcher::all(plan.seed, base);
        Ok(Self { plan, recorder, watchers, rounds: 0 })
    }

    /// Clients and watchers work until all operations are done or the store fails; `true` if it did not fail. The last round
    /// ends with a write that tells the watchers to stop, in the others they are stopped by the store's end.
    pub async fn round(&mut self, store: &Store, last: bool) -> bool {
        self.rounds += 1;
        // What a new life begins with is on record before anything changes it.
        if self.client(store, usize::MAX).range(store::Range::new(KeyRange::all())).await.is_err() {
            return false;
        }
        let watchers: Vec<_> = std::mem::take(&mut self.watchers)
            .into_iter()
            .map(|watcher| {
                let client = self.client(store, watcher_id(watcher.id));
                tokio::spawn(watcher.run(client))
            })
            .collect();
        let clients: Vec<_> = (0..self.plan.clients)
            .map(|n| {
                let seed =
                    self.plan.seed ^ ((self.rounds * 1000 + n) as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
                tokio::spawn(client::run(self.client(store, n), self.plan.clone(), seed))
            })
            .collect();
        let mut alive = true;
        for client in clients {
            alive &= client.await.expect("a client panicked");
        }
        if alive && last {
            self.say_end(store).await;
        }
        if !last {
            store.close().await;
        }
        for watcher in watchers {
            self.watchers.push(watcher.await.expect("a watcher panicked"));
        }
        alive
    }

    fn client(&self, store: &Store, id: usize) -> Client {
        Client { id, store: store.clone(), recorder: self.recorder.clone() }
    }

    async fn say_end(&self, store: &Store) {
        let put = |key: &&'static [u8]| put(key, END, store::Expect::Any);
        let client = self.client(store, usize::MAX);
        // More often than a watcher looks ahead, so that none waits after the end.
        for _ in 0..=watcher::AHEAD {
            client.write(LAST.iter().map(put).collect()).await.expect("the last write");
        }
        client.range(store::Range::new(KeyRange::all())).await.expect("the last read");
    }

    /// The record.
    pub fn history(&self) -> History {
        self.recorder.history()
    }
}

/// Watchers and clients share one space of numbers.
fn watcher_id(watcher: usize) -> usize {
    1000 + watcher
}

/// A put without time to live.
pub fn put(key: &[u8], value: &[u8], expect: store::Expect) -> Write {
    Write::Put {
        key: bytes::Bytes::copy_from_slice(key),
        value: bytes::Bytes::copy_from_slice(value),
        expect,
        ttl: None,
    }
}

/// One whole run on one life of a store.
pub async fn plain(store: &Store, plan: Plan, clock: Option<(Clock, ManualTime)>) -> History {
    let mut run = Run::start(store, plan, clock).await.expect("the store answers");
    assert!(run.round(store, true).await, "the store failed: {:?}", Tally::of(&run.history()).failures);
    run.history()
}
