//! Calls to the cluster: which member is asked, how long, and what is tried again.
//!
//! Calls stick to one member until it fails, then move to the next; so a dead member costs one failed attempt, not one in every few
//! calls, and consecutive calls see one member's view. What is certain not to have happened is tried again, on another member, until
//! the call's time is up. What may have happened is tried again only if doing it twice is the same as doing it once.

mod channel;
mod failure;

use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use http::uri::PathAndQuery;
use parking_lot::Mutex;
use runtime::{Backoff, Clock, Shutdown};
use tokio::sync::mpsc;
use tokio_stream::wrappers::ReceiverStream;
use tonic::client::Grpc;
use tonic::metadata::{Ascii, MetadataValue};
use tonic::transport::Channel;
use tonic::{Request, Streaming};
use tonic_prost::ProstCodec;

use self::channel::Member;
pub(super) use self::failure::Failure;
use super::config::{Config, Credentials};
use super::wire::{AUTHENTICATE, AuthenticateRequest, AuthenticateResponse, Method};
use crate::Result;

/// protobuf's own limit; lists are cut into pages far below it.
const MAX_MESSAGE: usize = i32::MAX as usize;

/// Whether a call may be made twice.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Repeat {
    /// Twice is the same as once: reads, and what leaves nothing behind.
    Harmless,
    /// Never again once it was sent.
    Never,
}

/// A message that can be sent, more than once if need be.
pub(super) trait Outgoing: prost::Message + Clone + 'static {}
impl<T: prost::Message + Clone + 'static> Outgoing for T {}

/// A message that can be received.
pub(super) trait Incoming: prost::Message + Default + 'static {}
impl<T: prost::Message + Default + 'static> Incoming for T {}

/// The cluster, as something to call.
pub(super) struct Rpc {
    members: Vec<Member>,
    current: AtomicUsize,
    credentials: Option<Credentials>,
    token: Mutex<Option<MetadataValue<Ascii>>>,
    clock: Clock,
    shutdown: Shutdown,
    request_timeout: Duration,
    attempt_timeout: Duration,
}

impl Rpc {
    /// Prepares to call the members that `config` names, until `shutdown`.
    pub fn new(config: &Config, shutdown: Shutdown) -> Result<Self> {
        let members = config.endpoints.iter().map(|address| Member::new(address, config));
        Ok(Self {
            members: members.collect::<Result<_>>()?,
            current: AtomicUsize::new(0),
            credentials: config.credentials.clone(),
            token: Mutex::new(None),
            clock: config.clock.clone(),
            shutdown,
            request_timeout: config.request_timeout,
            attempt_timeout: config.attempt_timeout,
        })
    }

    /// How many members there are to ask.
    pub fn members(&self) -> usize {
        self.members.len()
    }

    /// How long a call may take in all.
    pub fn request_timeout(&self) -> Duration {
        self.request_timeout
    }

    /// How long one attempt may take while others can be made.
    pub fn attempt_timeout(&self) -> Duration {
        self.attempt_timeout
    }

    /// The member that calls go to now.
    pub fn current(&self) -> usize {
        self.current.load(Ordering::Relaxed)
    }

    /// Sends later calls elsewhere, unless somebody already has.
    pub fn leave(&self, member: usize) {
        let next = (member + 1) % self.members.len();
        let _ = self.current.compare_exchange(member, next, Ordering::Relaxed, Ordering::Relaxed);
    }

    /// Makes a call, on whichever member answers.
    pub async fn call<Q: Outgoing, R: Incoming>(
        &self,
        method: &Method<Q, R>,
        request: Q,
        repeat: Repeat,
    ) -> Result<R, Failure> {
        let deadline = self.clock.monotonic() + self.request_timeout;
        let mut backoff = Backoff::new(Duration::from_millis(20), Duration::from_millis(500));
        let mut attempts = 0;
        loop {
            if self.shutdown.is_triggered() {
                return Err(Failure::NotDone("the store is closed".into()));
            }
            let left = deadline.saturating_sub(self.clock.monotonic());
            // With others to ask, a silent member gets a part of the time; a call that can't be repeated gets it all.
            let patient = self.members.len() == 1 || repeat == Repeat::Never;
            let timeout = if patient { left } else { left.min(self.attempt_timeout) };
            let member = self.current();
            let failure = match self.call_member(member, method, request.clone(), timeout).await {
                Ok(answer) => return Ok(answer),
                Err(failure) => failure,
            };
            if !self.may_try_again(member, &failure, repeat) {
                return Err(failure);
            }
            attempts += 1;
            // The first round over the members needs no pause: each is asked for the first time.
            let pause = if attempts < self.members.len() { Duration::ZERO } else { backoff.next_delay() };
            if self.clock.monotonic() + pause >= deadline {
                return Err(failure);
            }
            tokio::select! {
                () = self.clock.sleep(pause) => {}
                () = self.shutdown.wait() => {}
            }
        }
    }

    /// Whether a call that failed on `member` is worth another attempt, and safe. Later calls avoid a member that can't answer.
    fn may_try_again(&self, member: usize, failure: &Failure, repeat: Repeat) -> bool {
        match failure {
            Failure::NotDone(_) => {
                self.leave(member);
                true
            }
            Failure::Lost(_) => {
                self.leave(member);
                repeat == Repeat::Harmless
            }
            Failure::Login(_) => self.token.lock().take().is_some(),
            _ => false,
        }
    }

    /// Makes a call on one member, once.
    pub async fn call_member<Q: Outgoing, R: Incoming>(
        &self,
        member: usize,
        method: &Method<Q, R>,
        message: Q,
        timeout: Duration,
    ) -> Result<R, Failure> {
        let Member { address, calls, .. } = &self.members[member];
        let attempt = async {
            self.login(member).await?;
            let request = self.request(message);
            let mut grpc = grpc(calls, address).await?;
            let answer = grpc.unary(request, path(method), ProstCodec::<Q, R>::default()).await;
            answer.map(tonic::Response::into_inner).map_err(|status| failure::classify(&status, address))
        };
        match tokio::time::timeout(timeout, attempt).await {
            Ok(answer) => answer,
            Err(_) => Err(Failure::Lost(format!("{address}: no answer within {timeout:?}"))),
        }
    }

    /// Opens a stream of messages both ways to one member; `first` is sent at once.
    pub async fn stream<Q: Outgoing, R: Incoming>(
        &self,
        member: usize,
        method: &Method<Q, R>,
        first: Q,
    ) -> Result<(mpsc::Sender<Q>, Streaming<R>), Failure> {
        let Member { address, streams, .. } = &self.members[member];
        let (sender, receiver) = mpsc::channel(4);
        sender.try_send(first).expect("the queue is new and has room");
        let open = async {
            self.login(member).await?;
            let request = self.request(ReceiverStream::new(receiver));
            let mut grpc = grpc(streams, address).await?;
            let answer = grpc.streaming(request, path(method), ProstCodec::<Q, R>::default()).await;
            answer.map_err(|status| failure::classify(&status, address))
        };
        match tokio::time::timeout(self.attempt_timeout, open).await {
            Ok(answer) => Ok((sender, answer?.into_inner())),
            Err(_) => Err(Failure::Lost(format!("{address}: no answer within {:?}", self.attempt_timeout))),
        }
    }

    /// What the end of a stream from `member` means.
    pub fn broken(&self, member: usize, status: &tonic::Status) -> Failure {
        let failure = failure::classify(status, &self.members[member].address);
        if matches!(failure, Failure::Login(_)) {
            *self.token.lock() = None;
        }
        failure
    }

    /// Gets a token if the cluster wants one and there is none.
    async fn login(&self, member: usize) -> Result<(), Failure> {
        let Some(Credentials { username, password }) = &self.credentials else { return Ok(()) };
        if self.token.lock().is_some() {
            return Ok(());
        }
        let Member { address, calls, .. } = &self.members[member];
        let request = AuthenticateRequest { name: username.clone(), password: password.clone() };
        let codec = ProstCodec::<_, AuthenticateResponse>::default();
        let mut grpc = grpc(calls, address).await?;
        let answer = grpc.unary(Request::new(request), path(&AUTHENTICATE), codec).await;
        let token = match answer {
            Ok(answer) => answer.into_inner().token,
            // Whatever became of the login, the call itself was not made.
            Err(status) => {
                return Err(match failure::classify(&status, address) {
                    Failure::Lost(why) => Failure::NotDone(why),
                    other => other,
                });
            }
        };
        let token = token.parse().map_err(|_| Failure::Refused(format!("{address}: unusable token")))?;
        *self.token.lock() = Some(token);
        Ok(())
    }

    fn request<T>(&self, message: T) -> Request<T> {
        let mut request = Request::new(message);
        let metadata = request.metadata_mut();
        // A member cut off from the others then says so instead of letting calls hang and watches go quiet.
        metadata.insert("hasleader", MetadataValue::from_static("true"));
        if let Some(token) = &*self.token.lock() {
            metadata.insert("token", token.clone());
        }
        request
    }
}

/// A client on `channel` that is ready to take one call.
async fn grpc(channel: &Channel, address: &str) -> Result<Grpc<Channel>, Failure> {
    let mut grpc = Grpc::new(channel.clone()).max_decoding_message_size(MAX_MESSAGE);
    match grpc.ready().await {
        Ok(()) => Ok(grpc),
        Err(error) => Err(Failure::NotDone(format!("{address}: {error}"))),
    }
}

fn path<Q, R>(method: &Method<Q, R>) -> PathAndQuery {
    PathAndQuery::from_static(method.path)
}
