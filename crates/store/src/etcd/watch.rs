//! A watch: one gRPC stream at a time, taken up again where it broke off.
//!
//! Each watch has a stream of its own. A consumer that reads slowly then holds up nobody else, a progress mark speaks of one watch
//! only, and a broken stream is resumed on its own. Streams share a connection, so this costs a few buffers, not a socket.

mod assembler;
mod wish;

use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use runtime::Backoff;
use tokio::sync::mpsc;
use tonic::Streaming;

use self::assembler::{Assembler, Step};
use self::wish::Wish;
use super::Shared;
use super::range::{self, nowhere, span, to_wire};
use super::rpc::Failure;
use super::wire::{self, Filter, WATCH, WatchCall, WatchCreateRequest, WatchProgressRequest};
use crate::{Error, KeyRange, Result, Revision, WatchItem, WatchRequest};

/// How many items may wait for the consumer before the stream does.
pub(super) const QUEUE: usize = 16;
/// How often a server that has not answered is asked for progress. It looks after watches that must catch up this often too.
const NUDGE: Duration = Duration::from_millis(100);
/// How long to wait before a broken watch is resumed, at first and at most.
const RETRY: (Duration, Duration) = (Duration::from_millis(20), Duration::from_secs(5));

type Pending<T> = Option<Pin<Box<dyn Future<Output = T> + Send>>>;

/// Why a stream is over.
enum End {
    /// The consumer has gone, or the store closes.
    Unwanted,
    /// To be taken up again.
    Broken(String),
    /// The consumer must be told.
    Failed(Error),
}

/// A running watch.
pub(super) struct Follower {
    shared: Arc<Shared>,
    keys: KeyRange,
    previous: bool,
    assembler: Assembler,
    items: mpsc::Sender<Result<WatchItem>>,
    wishes: mpsc::Receiver<()>,
    wish: Wish,
    /// The quorum's answer to a wish.
    newest: Pending<Result<Revision, Failure>>,
    /// When to ask the server for a mark (again).
    nudge: Pending<()>,
}

impl Follower {
    /// A watch for what comes after `after`.
    pub fn new(
        shared: Arc<Shared>,
        request: WatchRequest,
        after: Revision,
        items: mpsc::Sender<Result<WatchItem>>,
        wishes: mpsc::Receiver<()>,
    ) -> Self {
        let WatchRequest { keys, previous, .. } = request;
        let assembler = Assembler::new(shared.prefix.clone(), after, previous);
        let wish = Wish::default();
        Self { shared, keys, previous, assembler, items, wishes, wish, newest: None, nudge: None }
    }

    /// Runs until nobody wants it, it fails for good, or the store closes.
    pub async fn run(mut self) {
        let mut backoff = Backoff::new(RETRY.0, RETRY.1);
        loop {
            let member = self.shared.rpc.current();
            let why = match self.follow(member, &mut backoff).await {
                End::Unwanted => return,
                End::Failed(error) => {
                    let shutdown = self.shared.shutdown.clone();
                    tokio::select! {
                        _ = self.items.send(Err(error)) => {}
                        () = shutdown.wait() => {}
                    }
                    return;
                }
                End::Broken(why) => why,
            };
            tracing::debug!(keys = ?self.keys, after = %self.assembler.delivered(), why, "watch broke off");
            self.shared.rpc.leave(member);
            tokio::select! {
                () = self.shared.clock.sleep(backoff.next_delay()) => {}
                () = self.items.closed() => return,
                () = self.shared.shutdown.wait() => return,
            }
        }
    }

    /// One stream, from its beginning to its end.
    async fn follow(&mut self, member: usize, backoff: &mut Backoff) -> End {
        let create = self.create();
        let shared = self.shared.clone();
        let open = shared.rpc.stream(member, &WATCH, create);
        let (calls, mut responses) = tokio::select! {
            opened = open => match opened {
                Ok(stream) => stream,
                Err(failure) => return ended(failure),
            },
            () = self.items.closed() => return End::Unwanted,
            () = shared.shutdown.wait() => return End::Unwanted,
        };
        let mut created = false;
        loop {
            tokio::select! {
                step = next(&shared, member, &mut responses, &mut self.assembler) => match step {
                    Ok(Step::Created) => {
                        created = true;
                        backoff.reset();
                        self.nudge_now();
                    }
                    Ok(step) => if let Some(end) = self.act(step).await { return end },
                    Err(failure) => return ended(failure),
                },
                Some(()) = self.wishes.recv() => self.wished(),
                answer = pending(&mut self.newest), if self.newest.is_some() => self.answered(answer),
                () = pending(&mut self.nudge), if created && self.nudge.is_some() => {
                    let ask = WatchCall::Progress(WatchProgressRequest {});
                    // A full queue holds a request that is still to be sent.
                    let _ = calls.try_send(wire::WatchRequest { call: Some(ask) });
                    self.nudge = Some(sleep(&shared, NUDGE));
                }
                () = self.items.closed() => return End::Unwanted,
                () = shared.shutdown.wait() => return End::Unwanted,
            }
        }
    }

    /// What to ask the server for, from where the last stream broke off.
    fn create(&mut self) -> wire::WatchRequest {
        let start = self.assembler.restart();
        let mut create = WatchCreateRequest {
            start_revision: to_wire(start),
            progress_notify: true,
            prev_kv: self.previous,
            fragment: true,
            ..Default::default()
        };
        match span(&self.shared.prefix, &self.keys) {
            Some(span) => (create.key, create.range_end) = (span.key, span.end),
            // Nothing lies in the range; the watch still tells of progress and compaction.
            None => {
                create.key = nowhere(&self.shared.prefix);
                create.filters = vec![Filter::NoPut.into(), Filter::NoDelete.into()];
            }
        }
        wire::WatchRequest { call: Some(WatchCall::Create(create)) }
    }

    async fn act(&mut self, step: Step) -> Option<End> {
        let item = match step {
            Step::Nothing | Step::Created => return None,
            Step::Deliver(WatchItem::Progress(revision)) if !self.wish.accepts(revision) => return None,
            Step::Deliver(item) => item,
            Step::Compacted(compacted) => {
                let requested = self.assembler.delivered();
                return Some(End::Failed(Error::Compacted { requested, compacted }));
            }
            Step::Canceled(why) => {
                return Some(End::Failed(Error::Unavailable(format!("etcd ended the watch: {why}"))));
            }
        };
        if !self.wish.is_waiting() {
            self.nudge = None;
        }
        tokio::select! {
            sent = self.items.send(Ok(item)) => sent.is_err().then_some(End::Unwanted),
            () = self.shared.shutdown.wait() => Some(End::Unwanted),
        }
    }

    fn wished(&mut self) {
        if self.shared.trusts_progress() && self.wish.made() {
            self.ask_newest(Duration::ZERO);
        }
    }

    fn answered(&mut self, answer: Result<Revision, Failure>) {
        self.newest = None;
        let pause = if answer.is_ok() { Duration::ZERO } else { NUDGE };
        if self.wish.answered(answer.ok()) {
            self.ask_newest(pause);
        }
        self.nudge_now();
    }

    fn ask_newest(&mut self, pause: Duration) {
        let shared = self.shared.clone();
        self.newest = Some(Box::pin(async move {
            if !pause.is_zero() {
                shared.clock.sleep(pause).await;
            }
            range::revision(&shared.rpc, &shared.prefix).await
        }));
    }

    fn nudge_now(&mut self) {
        if self.wish.is_waiting() {
            self.nudge = Some(Box::pin(std::future::ready(())));
        }
    }
}

fn sleep(shared: &Arc<Shared>, duration: Duration) -> Pin<Box<dyn Future<Output = ()> + Send>> {
    let clock = shared.clock.clone();
    Box::pin(async move { clock.sleep(duration).await })
}

/// The result of a future that is there; the caller has checked.
async fn pending<T>(slot: &mut Pending<T>) -> T {
    slot.as_mut().expect("polled only while there is one").await
}

/// The next step that the stream leads to.
async fn next(
    shared: &Shared,
    member: usize,
    responses: &mut Streaming<wire::WatchResponse>,
    assembler: &mut Assembler,
) -> Result<Step, Failure> {
    match responses.message().await {
        Ok(Some(response)) => Ok(assembler.take(response)),
        Ok(None) => Err(Failure::Lost("the server has ended the stream".into())),
        Err(status) => Err(shared.rpc.broken(member, &status)),
    }
}

/// A watch changes nothing: whatever ended its stream, it can be taken up again, unless the server will never have it.
fn ended(failure: Failure) -> End {
    match failure {
        Failure::NotDone(why) | Failure::Lost(why) | Failure::Login(why) => End::Broken(why),
        other => End::Failed(other.into_error()),
    }
}
