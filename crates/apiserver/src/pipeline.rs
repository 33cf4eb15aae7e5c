//! The life of a request, in the order in which it happens.
//!
//! ```text
//!  what is asked ─► who asks ─► as whom ─► is there room ─► may they ─► route ─► kind's verb or another endpoint ─► answer
//!    Identified     Authenticated                             Authorized
//! ```
//!
//! Each stage is a type that only the stage before can make, so that nothing reaches the registry unauthorized. What each stage
//! decides is in its own file; refusals at any stage become a `Status` in the form that the client asked for.

use std::panic::AssertUnwindSafe;
use std::sync::Arc;
use std::time::Duration;

use authn::{Origin, anonymous};
use futures_util::FutureExt as _;
use futures_util::future::BoxFuture;
use http::header::{HeaderName, RETRY_AFTER};
use http::request::Parts;
use http::{HeaderValue, Request};
use meta::StatusError;
use meta::options::Query;
use resource::User;

use crate::answer::{self, Answer, Wishes};
use crate::api_server::ApiServer;
use crate::authorize;
use crate::body::RequestBody;
use crate::metrics::Answered;
use crate::request_info::RequestInfo;
use crate::server::Unhurried;
use crate::{impersonate, route};

/// The header that names a request in logs of both sides.
const AUDIT_ID: HeaderName = HeaderName::from_static("audit-id");

/// A request of which is known what it asks for.
pub(crate) struct Identified {
    pub head: Parts,
    pub body: RequestBody,
    pub info: RequestInfo,
    pub wishes: Wishes,
}

/// A request of which is known who asks.
pub(crate) struct Authenticated {
    request: Identified,
    user: User,
}

/// A request that may be served.
pub(crate) struct Authorized {
    pub request: Identified,
    pub user: User,
}

/// Serves one request. Always answers.
pub(crate) async fn serve(server: &Arc<ApiServer>, request: Request<RequestBody>, origin: Origin) -> Answer {
    let started = server.clock.monotonic();
    let identified = identify(request);
    let (info, audit_id) = (identified.info.clone(), audit_id(&identified));
    let dry_run = Query::parse(identified.query()).get("dryRun").unwrap_or_default().to_owned();
    let mut answer = match AssertUnwindSafe(handle(server, identified, origin)).catch_unwind().await {
        Ok(answer) => answer,
        Err(_) => {
            tracing::error!(path = info.path, verb = info.verb, audit_id, "a request made the server panic");
            answer::text(500, "This request caused apiserver to panic. Look in the logs for details.\n")
        }
    };
    if let Ok(value) = HeaderValue::from_str(&audit_id) {
        answer.headers_mut().insert(AUDIT_ID, value);
    }
    let took = server.clock.monotonic().saturating_sub(started);
    let known = info.is_resource && route::is_known(server, &info);
    let size = answer.body().as_whole().map(bytes::Bytes::len);
    let answered = Answered { code: answer.status().as_u16(), took, size };
    server.metrics.answered(&info, &dry_run, known, &answered);
    if answer.extensions().get::<Terminated>().is_some() {
        server.metrics.terminated(&info, known, answer.status().as_str());
    }
    tracing::debug!(
        path = info.path,
        verb = info.verb,
        code = answer.status().as_u16(),
        ?took,
        audit_id,
        "answered"
    );
    answer
}

/// The stages, one after the other.
async fn handle(server: &Arc<ApiServer>, identified: Identified, origin: Origin) -> Answer {
    let wishes = identified.wishes.clone();
    let authenticated = match identified.authenticate(server, origin).await {
        Ok(authenticated) => authenticated,
        Err(error) => return answer::failure(&error, &wishes),
    };
    let authenticated = match authenticated.impersonate(server).await {
        Ok(authenticated) => authenticated,
        Err(error) => return answer::failure(&error, &wishes),
    };
    let lasting = authenticated.request.info.is_long_running();
    let unhurried = lasting && authenticated.request.info.verb != "watch";
    let longest = match deadline(server, &authenticated.request) {
        Ok(longest) => longest,
        Err(error) => return answer::failure(&error, &wishes),
    };
    let Some(place) = authenticated.admit(server, lasting).await else { return busy() };
    let authorized = match authenticated.authorize(server).await {
        Ok(authorized) => authorized,
        Err(error) => return answer::failure(&error, &wishes),
    };
    let mut answer = match within(server, longest, route::dispatch(server.clone(), authorized).boxed()).await
    {
        Some(Ok(answer)) => answer,
        Some(Err(error)) => answer::failure(&error, &wishes),
        None => {
            let error = StatusError::timeout("request did not complete within the allotted timeout", 0);
            terminated(answer::failure(&error, &wishes))
        }
    };
    if unhurried {
        answer.extensions_mut().insert(Unhurried);
    }
    // The place is held until the answer is on its way, however long the client takes to read it.
    answer.map(|body| body.guard(place))
}

fn identify(request: Request<RequestBody>) -> Identified {
    let (head, body) = request.into_parts();
    let query = Query::parse(head.uri.query().unwrap_or_default());
    let info = RequestInfo::read(&head.method, head.uri.path(), &query);
    let wishes = Wishes::of(&head.headers, &query);
    Identified { head, body, info, wishes }
}

impl Identified {
    /// The query as it was sent.
    pub(crate) fn query(&self) -> &str {
        self.head.uri.query().unwrap_or_default()
    }

    /// A header's text; empty if there is none.
    pub(crate) fn header(&self, name: HeaderName) -> &str {
        self.head.headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or_default()
    }

    async fn authenticate(self, server: &ApiServer, origin: Origin) -> Result<Authenticated, StatusError> {
        let found = match origin {
            Origin::Process(user) => Ok(Some(user)),
            Origin::Network(connection) => {
                server.authenticator.authenticate(&connection, &self.head.headers).await
            }
        };
        let user = match found {
            Ok(Some(user)) => user,
            Ok(None) if !self.info.is_resource && authorize::is_open(&self.info.verb, &self.info.path) => {
                anonymous()
            }
            Ok(None) => return Err(StatusError::unauthorized("Unauthorized")),
            Err(reason) => {
                tracing::warn!(path = self.info.path, reason, "a client could not be authenticated");
                return Err(StatusError::unauthorized("Unauthorized"));
            }
        };
        Ok(Authenticated { request: self, user })
    }
}

impl Authenticated {
    async fn impersonate(self, server: &ApiServer) -> Result<Self, StatusError> {
        let Self { request, user } = self;
        let user = impersonate::user(server, &request.head.headers, user).await?;
        Ok(Self { request, user })
    }

    /// What is held while the request is served; `None` if there is no room for it.
    async fn admit(&self, server: &ApiServer, lasting: bool) -> Option<Box<dyn std::any::Any + Send>> {
        let (user, info) = (&self.user, &self.request.info);
        if lasting {
            return Some(Box::new(server.metrics.long_running(info)));
        }
        server.limits.admit(user, info).await.map(|place| Box::new(place) as _)
    }

    async fn authorize(self, server: &ApiServer) -> Result<Authorized, StatusError> {
        let Self { request, user } = self;
        let asked = authorize::attributes(&user, &request.info);
        let decision = server.authorizer.authorize(&asked).await;
        if !decision.is_allowed() {
            return Err(authorize::refusal(&asked, decision.reason()));
        }
        Ok(Authorized { request, user })
    }
}

/// The id that the client gave the request, or a new one.
fn audit_id(request: &Identified) -> String {
    match request.header(AUDIT_ID) {
        "" => {
            let (high, low) = (fastrand::u64(..), fastrand::u64(..));
            let text = format!("{high:016x}{low:016x}");
            // The form of a random UUID: version 4, variant 1.
            format!("{}-{}-4{}-a{}-{}", &text[..8], &text[8..12], &text[13..16], &text[17..20], &text[20..])
        }
        given => given.chars().take(64).collect(),
    }
}

fn busy() -> Answer {
    let mut answer = answer::text(429, "Too many requests, please try again later.\n");
    answer.headers_mut().insert(RETRY_AFTER, HeaderValue::from_static("1"));
    terminated(answer)
}

/// Put among the extensions of an answer to a request that was ended to protect the server.
#[derive(Clone, Copy)]
struct Terminated;

fn terminated(mut answer: Answer) -> Answer {
    answer.extensions_mut().insert(Terminated);
    answer
}

/// How long the request may take: what the client says, up to what the server allows. Lasting ones may take any time.
fn deadline(server: &ApiServer, request: &Identified) -> Result<Option<Duration>, StatusError> {
    if request.info.is_long_running() {
        return Ok(None);
    }
    let query = Query::parse(request.query());
    let asked = match query.get("timeout").unwrap_or_default() {
        "" => None,
        text => match text.parse::<meta::time::Duration>() {
            Ok(asked) => asked.to_std().filter(|asked| !asked.is_zero()),
            Err(error) => {
                let why = format!("invalid timeout specified in the request URL - {error}");
                return Err(StatusError::bad_request(why));
            }
        },
    };
    Ok(Some(asked.map_or(server.request_timeout, |asked| asked.min(server.request_timeout))))
}

/// What the work gives, or `None` if it takes too long.
async fn within<T>(server: &ApiServer, longest: Option<Duration>, work: BoxFuture<'_, T>) -> Option<T> {
    let Some(longest) = longest else { return Some(work.await) };
    tokio::select! {
        biased;
        done = work => Some(done),
        () = server.clock.sleep(longest) => None,
    }
}
