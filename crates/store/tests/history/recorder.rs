//! Clients that record what they do: the same calls as [`Store`], with every call and answer kept.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use parking_lot::Mutex;
use runtime::{Clock, ManualTime};
use store::{Range, RangeResult, Result, Revision, Store, WatchItem, WatchRequest, Write, WriteResult};

use super::op::{Answer, Call, History, Op, Tick, Watching};

/// Collects the record of all clients of one run.
pub struct Recorder {
    ticks: AtomicU64,
    clock: Option<(Clock, ManualTime)>,
    history: Mutex<History>,
}

impl Recorder {
    /// A record that begins at what the store holds now.
    pub async fn start(store: &Store, clock: Option<(Clock, ManualTime)>) -> Result<Arc<Self>> {
        let now = store.range(Range::new(store::KeyRange::all())).await?;
        let history = History { base: now.revision.0, initial: now.kvs, ..History::default() };
        Ok(Arc::new(Self { ticks: AtomicU64::new(1), clock, history: Mutex::new(history) }))
    }

    /// A record that begins with an empty store.
    pub fn empty() -> Arc<Self> {
        Arc::new(Self { ticks: AtomicU64::new(1), clock: None, history: Mutex::default() })
    }

    /// The next moment.
    pub fn tick(&self) -> Tick {
        self.ticks.fetch_add(1, Ordering::SeqCst)
    }

    /// The record so far.
    pub fn history(&self) -> History {
        self.history.lock().clone()
    }

    /// How many operations are on record.
    pub fn operations(&self) -> usize {
        self.history.lock().ops.len()
    }

    /// Lets the store's own forgetting pass from now on.
    pub fn allow_forgetting(&self) {
        self.history.lock().forgetful = true;
    }

    /// Moves the store's clock, if the run has one.
    pub fn advance(&self, by: Duration) {
        if let Some((clock, time)) = &self.clock {
            let mut history = self.history.lock();
            history.clock.push((self.tick(), clock.monotonic() + by));
            time.advance(by);
        }
    }

    fn clock(&self) -> Duration {
        self.clock.as_ref().map_or(Duration::ZERO, |(clock, _)| clock.monotonic())
    }
}

/// One client of the store. It sends one operation at a time.
pub struct Client {
    pub id: usize,
    pub store: Store,
    pub recorder: Arc<Recorder>,
}

impl Client {
    /// See [`Store::write`].
    pub async fn write(&self, writes: Vec<Write>) -> Result<WriteResult> {
        self.record(Call::Write(writes.clone()), Answer::Wrote, self.store.write(writes)).await
    }

    /// See [`Store::range`].
    pub async fn range(&self, range: Range) -> Result<RangeResult> {
        self.record(Call::Range(range.clone()), Answer::Read, self.store.range(range)).await
    }

    /// See [`Store::revision`].
    pub async fn revision(&self) -> Result<Revision> {
        self.record(Call::Revision, Answer::Newest, self.store.revision()).await
    }

    /// See [`Store::compact`].
    pub async fn compact(&self, revision: Revision) -> Result<()> {
        self.record(Call::Compact(revision), |()| Answer::Compacted, self.store.compact(revision)).await
    }

    async fn record<T: Clone>(
        &self,
        call: Call,
        answer: impl FnOnce(T) -> Answer,
        work: impl Future<Output = Result<T>>,
    ) -> Result<T> {
        let (clock, invoked) = (self.recorder.clock(), self.recorder.tick());
        let result = work.await;
        let returned = self.recorder.tick();
        let answer = result.clone().map_or_else(Answer::Failed, answer);
        let op = Op { client: self.id, invoked, returned, clock, call, answer };
        self.recorder.history.lock().ops.push(op);
        result
    }

    /// See [`Store::watch`]. All that it delivers is kept.
    pub async fn watch(&self, request: WatchRequest) -> Result<Recording> {
        let invoked = self.recorder.tick();
        let started = self.store.watch(request.clone()).await;
        let mut record = Watching {
            watcher: self.id,
            request,
            invoked,
            started: self.recorder.tick(),
            items: vec![],
            asked: vec![],
            end: None,
        };
        if let Err(error) = &started {
            record.end = Some((record.started, error.clone()));
        }
        let mut history = self.recorder.history.lock();
        history.watches.push(record);
        let index = history.watches.len() - 1;
        started.map(|watch| Recording { watch, index, recorder: self.recorder.clone() })
    }
}

/// A running watch on record.
pub struct Recording {
    watch: store::Watch,
    index: usize,
    recorder: Arc<Recorder>,
}

impl Recording {
    /// See [`store::Watch::next`].
    pub async fn next(&mut self) -> Option<Result<WatchItem>> {
        let item = self.watch.next().await;
        let tick = self.recorder.tick();
        let record = &mut self.recorder.history.lock().watches[self.index];
        match &item {
            Some(Ok(item)) => record.items.push((tick, item.clone())),
            Some(Err(error)) => record.end = Some((tick, error.clone())),
            None => {}
        }
        item
    }

    /// See [`store::Watch::request_progress`].
    pub fn request_progress(&mut self) {
        let tick = self.recorder.tick();
        self.recorder.history.lock().watches[self.index].asked.push(tick);
        self.watch.request_progress();
    }
}
