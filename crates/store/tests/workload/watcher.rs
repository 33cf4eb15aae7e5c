//! Random watchers: of everything and of parts, prompt and slow, from the start, from now on and from ahead; each stops and
//! resumes at random, also over restarts of the store.

use bytes::Bytes;
use store::{Error, Event, KeyRange, Range, Revision, WatchItem, WatchRequest};

use super::END;
use crate::history::Client;
use crate::history::recorder::Recording;

/// How many revisions a watcher may skip when it resumes.
pub const AHEAD: u64 = 4;

/// Where a watcher begins.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Start {
    /// After the revision at which the run began.
    Base,
    /// After its call.
    Now,
    /// After a revision that may not exist yet.
    Ahead,
}

/// A watcher between two watches.
pub struct Watcher {
    pub id: usize,
    keys: KeyRange,
    previous: bool,
    start: Start,
    /// Whether it is often busy with other things.
    slow: bool,
    /// Whether it drops its watch now and then.
    fickle: bool,
    rng: fastrand::Rng,
    /// Everything up to here was delivered.
    reached: Option<u64>,
    done: bool,
}

/// One watcher of each sort. The first sees everything: it is the one that resolves writes in doubt.
pub fn all(seed: u64, base: u64) -> Vec<Watcher> {
    let a = KeyRange::prefix("/a/");
    let table = [
        (KeyRange::all(), true, Start::Base, false, false),
        (KeyRange::all(), true, Start::Base, true, true),
        (KeyRange::all(), false, Start::Now, false, true),
        (a.clone(), true, Start::Base, false, true),
        (a, false, Start::Ahead, true, true),
        (KeyRange::prefix("/b/"), true, Start::Now, true, false),
        (KeyRange::prefix("/b"), true, Start::Ahead, false, true),
        (KeyRange::key("/a/0"), true, Start::Base, false, true),
    ];
    let one = |(id, (keys, previous, start, slow, fickle))| Watcher {
        id,
        keys,
        previous,
        start,
        slow,
        fickle,
        rng: fastrand::Rng::with_seed(seed.wrapping_add(id as u64)),
        reached: (start != Start::Now).then_some(base),
        done: false,
    };
    table.into_iter().enumerate().map(one).collect()
}

impl Watcher {
    /// Watches until the end of the run or of the store.
    pub async fn run(mut self, client: Client) -> Self {
        while !self.done {
            let ahead = if self.start == Start::Ahead { self.rng.u64(0..AHEAD) } else { 0 };
            let after = self.reached.map(|reached| Revision(reached + ahead));
            let request = WatchRequest { keys: self.keys.clone(), after, previous: self.previous };
            let end = match client.watch(request).await {
                Ok(watch) => self.follow(watch, &client).await,
                Err(error) => Err(error),
            };
            match end {
                Ok(()) => {}
                Err(Error::Compacted { .. }) => {
                    if self.list(&client).await.is_err() {
                        break;
                    }
                }
                Err(_) => break,
            }
        }
        self
    }

    /// Takes items until the watcher loses interest (`Ok`) or the watch ends.
    async fn follow(&mut self, mut watch: Recording, client: &Client) -> Result<(), Error> {
        loop {
            if client.store.progress_on_request() && self.rng.u32(0..10) == 0 {
                watch.request_progress();
            }
            let item = watch.next().await.unwrap_or_else(|| Err(Error::Unavailable("ended".into())))?;
            self.take(&item);
            if self.done || self.fickle && self.rng.u32(0..20) == 0 {
                return Ok(());
            }
            if self.slow && self.rng.u32(0..4) == 0 {
                for _ in 0..self.rng.usize(1..300) {
                    tokio::task::yield_now().await;
                }
            }
        }
    }

    fn take(&mut self, item: &WatchItem) {
        let to = match item {
            WatchItem::Progress(revision) => revision.0,
            WatchItem::Events(events) => {
                self.done |= events.iter().any(is_end);
                events.iter().map(|event| event.revision().0).max().unwrap_or(0)
            }
        };
        self.reached = self.reached.max(Some(to));
    }

    /// Begins anew with what is there, as a watcher must that came too late.
    async fn list(&mut self, client: &Client) -> Result<(), Error> {
        let list = client.range(Range::new(self.keys.clone())).await?;
        self.reached = Some(list.revision.0);
        self.done |= list.kvs.iter().any(|kv| kv.value == END);
        Ok(())
    }
}

fn is_end(event: &Event) -> bool {
    matches!(event, Event::Put { kv, .. } if kv.value == Bytes::from_static(END))
}
