//! A watch: one gRPC stream at a time, taken up again where it broke off.
//!
//! Each watch has a stream of its own. A consumer that reads slowly then holds up nobody else, a progress mark speaks of one watch
//! only, and a broken stream is resumed on its own. Streams share a connection, so this costs a few buffers, not a socket.
//!
//! etcd has one blind spot. A watch that has to catch up and starts at exactly the revision that history was compacted to is not told
//! so, though the deletions of that revision may be gone. So a stream must prove that it missed nothing: once it is open, either the
//! store had not moved on from where the stream starts, or, when its first response is here, that point is still not compacted.

mod assembler;
mod wish;

use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use runtime::Backoff;
use tokio::sync::{mpsc, oneshot};
use tonic::Streaming;

use self::assembler::{Assembler, Step};
use self::wish::Wish;
use super::range::{self, nowhere, span, to_wire};
use super::rpc::{Failure, Login, Stream};
use super::wire::{self, Filter, WATCH, WatchCall, WatchCreateRequest, WatchProgressRequest};
use super::{Shared, floor};
use crate::{Error, KeyRange, Result, Revision, WatchItem, WatchRequest};

/// How many items may wait for the consumer before the stream does.
pub(super) const QUEUE: usize = 16;
/// How often a server that has not answered is asked for progress. It looks after watches that must catch up this often too.
const NUDGE: Duration = Duration::from_millis(100);
/// How long to wait before a broken watch is resumed, at first and at most.
const RETRY: (Duration, Duration) = (Duration::from_millis(20), Duration::from_secs(5));

type Pending<T> = Option<Pin<Box<dyn Future<Output = T> + Send>>>;

/// How far a stream has come.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Stage {
    /// The server has not taken it up yet.
    Opening,
    /// It may have missed something, and must prove at its first response that it has not.
    Unproven,
    /// It has missed nothing, and won't.
    Live,
}

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
    /// Dropped when the server has taken up the watch for the first time.
    opening: Option<oneshot::Sender<()>>,
    wish: Wish,
    /// The quorum's answer to a wish.
    newest: Pending<Result<Revision, Failure>>,
    /// When to ask the server for a mark (again).
    nudge: Pending<()>,
    /// The server has ended the watch, and since then not taken it up again.
    canceled: bool,
    /// With which the current stream was opened.
    login: Login,
}

impl Follower {
    /// A watch for what comes after `after`.
    pub fn new(
        shared: Arc<Shared>,
        request: WatchRequest,
        after: Revision,
        items: mpsc::Sender<Result<WatchItem>>,
        wishes: mpsc::Receiver<()>,
        opening: oneshot::Sender<()>,
    ) -> Self {
        let WatchRequest { keys, previous, .. } = request;
        let assembler = Assembler::new(shared.prefix.clone(), after, previous);
        let (opening, wish, newest, nudge) = (Some(opening), Wish::default(), None, None);
        let (canceled, login) = (false, Login::default());
        Self {
            shared,
            keys,
            previous,
            assembler,
            items,
            wishes,
            opening,
            wish,
            newest,
            nudge,
            canceled,
            login,
        }
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
        let Stream { calls, mut responses, login } = tokio::select! {
            opened = open => match opened {
                Ok(stream) => stream,
                Err(failure) => return ended(failure),
            },
            () = self.items.closed() => return End::Unwanted,
            () = shared.shutdown.wait() => return End::Unwanted,
        };
        self.login = login.clone();
        let mut stage = Stage::Opening;
        loop {
            tokio::select! {
                response = next(&shared, member, &mut responses, &login) => match response {
                    Ok(response) => match self.receive(response, stage).await {
                        Ok(next) => stage = next,
                        Err(end) => return end,
                    },
                    Err(failure) => return ended(failure),
                },
                Some(()) = self.wishes.recv() => self.wished(),
                answer = pending(&mut self.newest), if self.newest.is_some() => self.answered(answer),
                () = pending(&mut self.nudge), if stage != Stage::Opening && self.nudge.is_some() => {
                    let ask = WatchCall::Progress(WatchProgressRequest {});
                    // A full queue holds a request that is still to be sent.
                    let _ = calls.try_send(wire::WatchRequest { call: Some(ask) });
                    self.nudge = Some(sleep(&shared, NUDGE));
                }
                () = self.items.closed() => return End::Unwanted,
                () = shared.shutdown.wait() => return End::Unwanted,
            }
            if stage != Stage::Opening {
                backoff.reset();
            }
        }
    }

    /// Takes a response: proves what must be proven, then delivers.
    async fn receive(&mut self, response: wire::WatchResponse, stage: Stage) -> Result<Stage, End> {
        let mut stage = stage;
        if stage == Stage::Unproven && !response.canceled {
            self.prove().await?;
            stage = Stage::Live;
        }
        match self.assembler.take(response) {
            Step::Created => {
                stage = self.prove().await?;
                self.opening = None;
                self.canceled = false;
                self.nudge_now();
            }
            step => self.act(step).await?,
        }
        Ok(stage)
    }

    /// Whether the stream can have missed anything so far. Must come before the assembler sees the response in question: a stream that
    /// fails here starts again from where this one did.
    async fn prove(&mut self) -> Result<Stage, End> {
        let Shared { rpc, prefix, shutdown, .. } = &*self.shared;
        let after = self.assembler.started();
        let newest = tokio::select! {
            newest = range::revision_since(rpc, prefix, after) => newest,
            () = self.items.closed() => return Err(End::Unwanted),
            () = shutdown.wait() => return Err(End::Unwanted),
        };
        match newest {
            // Nothing had happened when the stream began, so it had nothing to catch up with.
            Ok(newest) if newest <= after => Ok(Stage::Live),
            Err(Failure::Future) => Ok(Stage::Live),
            Ok(_) => Ok(Stage::Unproven),
            Err(Failure::Compacted) => Err(End::Failed(floor::compacted(rpc, prefix, after).await)),
            Err(failure) => Err(ended(failure)),
        }
    }

    /// What to ask the server for, from where the last stream broke off.
    fn create(&mut self) -> wire::WatchRequest {
        self.assembler.restart();
        let mut create = WatchCreateRequest {
            start_revision: to_wire(self.assembler.started()).saturating_add(1),
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

    async fn act(&mut self, step: Step) -> Result<(), End> {
        let item = match step {
            Step::Nothing | Step::Created => return Ok(()),
            Step::Deliver(WatchItem::Progress(revision)) if !self.wish.accepts(revision) => return Ok(()),
            Step::Deliver(item) => item,
            Step::Compacted(compacted) => {
                let requested = self.assembler.delivered();
                return Err(End::Failed(Error::Compacted { requested, compacted }));
            }
            Step::Canceled(why) => return Err(self.ended_by_server(why).await),
        };
        if !self.wish.is_waiting() {
            self.nudge = None;
        }
        tokio::select! {
            sent = self.items.send(Ok(item)) => sent.map_err(|_| End::Unwanted),
            () = self.shared.shutdown.wait() => Err(End::Unwanted),
        }
    }

    /// A server that has forgotten who we are says so here, or only that this is not permitted; so its word counts when it is given
    /// twice, the second time to a new login.
    async fn ended_by_server(&mut self, why: String) -> End {
        if !std::mem::replace(&mut self.canceled, true) && self.shared.rpc.forget(&self.login).await {
            return End::Broken(why);
        }
        End::Failed(Error::Unavailable(format!("etcd ended the watch: {why}")))
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

/// The next response of the stream.
async fn next(
    shared: &Shared,
    member: usize,
    responses: &mut Streaming<wire::WatchResponse>,
    login: &Login,
) -> Result<wire::WatchResponse, Failure> {
    match responses.message().await {
        Ok(Some(response)) => Ok(response),
        Ok(None) => Err(Failure::Lost("the server has ended the stream".into())),
        Err(status) => Err(shared.rpc.failed(member, &status, login).await),
    }
}

/// A watch changes nothing: whatever ended its stream, it can be taken up again, unless the server will never have it.
fn ended(failure: Failure) -> End {
    match failure {
        Failure::NotDone(why) | Failure::Lost(why) | Failure::Login(why) => End::Broken(why),
        other => End::Failed(other.into_error()),
    }
}
