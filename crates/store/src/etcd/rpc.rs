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
use runtime::{Backoff, Clock, Shutdown};
use tokio::sync::{Mutex, mpsc};
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

/// Who we are to the server.
#[derive(Clone, Default)]
pub(super) struct Login {
    token: Option<MetadataValue<Ascii>>,
    /// Counts the tokens we had.
    number: u64,
}

/// A stream of messages both ways.
pub(super) struct Stream<Q, R> {
    pub calls: mpsc::Sender<Q>,
    pub responses: Streaming<R>,
    pub login: Login,
}

/// The cluster, as something to call.
pub(super) struct Rpc {
    members: Vec<Member>,
    current: AtomicUsize,
    credentials: Option<Credentials>,
    login: Mutex<Login>,
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
            login: Mutex::default(),
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
            Failure::Login(_) => self.credentials.is_some(),
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
            let login = self.login(member).await?;
            let request = request(message, &login);
            let mut grpc = grpc(calls, address).await?;
            match grpc.unary(request, path(method), ProstCodec::<Q, R>::default()).await {
                Ok(answer) => Ok(answer.into_inner()),
                Err(status) => Err(self.failed(member, &status, &login).await),
            }
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
    ) -> Result<Stream<Q, R>, Failure> {
        let Member { address, streams, .. } = &self.members[member];
        let (calls, receiver) = mpsc::channel(4);
        calls.try_send(first).expect("the queue is new and has room");
        let open = async {
            let login = self.login(member).await?;
            let request = request(ReceiverStream::new(receiver), &login);
            let mut grpc = grpc(streams, address).await?;
            match grpc.streaming(request, path(method), ProstCodec::<Q, R>::default()).await {
                Ok(answer) => Ok(Stream { calls, responses: answer.into_inner(), login }),
                Err(status) => Err(self.failed(member, &status, &login).await),
            }
        };
        match tokio::time::timeout(self.attempt_timeout, open).await {
            Ok(answer) => answer,
            Err(_) => Err(Failure::Lost(format!("{address}: no answer within {:?}", self.attempt_timeout))),
        }
    }

    /// What it means that `member` answered a call, or ended a stream, with this.
    pub async fn failed(&self, member: usize, status: &tonic::Status, login: &Login) -> Failure {
        let failure = failure::classify(status, &self.members[member].address);
        if matches!(failure, Failure::Login(_)) {
            self.forget(login).await;
        }
        failure
    }

    /// The server may not know this login any more: who still has it logs in anew. `false` if there is nobody to log in as.
    pub async fn forget(&self, login: &Login) -> bool {
        let mut current = self.login.lock().await;
        if current.number == login.number {
            current.token = None;
        }
        self.credentials.is_some()
    }

    /// Who we are, if the cluster wants to know. Many may find that they have to log in; one of them does, since it costs the server much.
    async fn login(&self, member: usize) -> Result<Login, Failure> {
        let Some(credentials) = &self.credentials else { return Ok(Login::default()) };
        let mut login = self.login.lock().await;
        if login.token.is_none() {
            let token = self.authenticate(member, credentials).await?;
            *login = Login { token: Some(token), number: login.number + 1 };
        }
        Ok(login.clone())
    }

    async fn authenticate(
        &self,
        member: usize,
        credentials: &Credentials,
    ) -> Result<MetadataValue<Ascii>, Failure> {
        let Credentials { username, password } = credentials;
        let Member { address, calls, .. } = &self.members[member];
        let request = AuthenticateRequest { name: username.clone(), password: password.clone() };
        let codec = ProstCodec::<_, AuthenticateResponse>::default();
        let mut grpc = grpc(calls, address).await?;
        match grpc.unary(Request::new(request), path(&AUTHENTICATE), codec).await {
            Ok(answer) => {
                let token = answer.into_inner().token.parse();
                token.map_err(|_| Failure::Refused(format!("{address}: unusable token")))
            }
            // Whatever became of the login, the call itself was not made.
            Err(status) => Err(match failure::classify(&status, address) {
                Failure::Lost(why) => Failure::NotDone(why),
                other => other,
            }),
        }
    }
}

fn request<T>(message: T, login: &Login) -> Request<T> {
    let mut request = Request::new(message);
    let metadata = request.metadata_mut();
    // A member cut off from the others then says so instead of letting calls hang and watches go quiet.
    metadata.insert("hasleader", MetadataValue::from_static("true"));
    if let Some(token) = &login.token {
        metadata.insert("token", token.clone());
    }
    request
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
