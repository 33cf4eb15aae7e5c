//! The server itself: what every request needs, handed in once. Opens no socket (`server.rs` does) and reads no flag (`run.rs`).

use std::sync::Arc;
use std::time::Duration;

use authn::{Authenticator, Origin};
use authz::Authorizer;
use bytes::Bytes;
use futures_util::future::BoxFuture;
use http::Request;
use registry::Registry;
use resource::User;
use runtime::{Clock, Shutdown};
use telemetry::metrics::{self, RegisterError};

use crate::answer::Answer;
use crate::body::{RequestBody, request_body};
use crate::connect::{Dialer, Outward};
use crate::discovery::Discovery;
use crate::endpoints::Health;
use crate::limits::{Limits, LimitsConfig, Shown};
use crate::metrics::Metrics;
use crate::openapi::OpenApi;
use crate::pipeline;

/// What a server is made of.
pub struct Parts {
    /// The engine.
    pub registry: Arc<Registry>,
    /// Who asks.
    pub authenticator: Arc<dyn Authenticator>,
    /// May they.
    pub authorizer: Arc<dyn Authorizer>,
    /// How much at once.
    pub limits: LimitsConfig,
    /// Where to count.
    pub metrics: metrics::Registry,
    /// How long a request may take that is no watch and no connection.
    pub request_timeout: Duration,
    /// When to say that no more requests should come, while they are still served.
    pub draining: Shutdown,
    /// When to stop: lasting requests end with it.
    pub shutdown: Shutdown,
    /// The address that legacy discovery tells clients.
    pub address: String,
    /// What else is served, as it is.
    pub documents: Vec<Document>,
}

/// A document that never changes while the server runs.
#[derive(Debug, Clone)]
pub struct Document {
    /// Where.
    pub path: &'static str,
    /// What it is.
    pub content_type: &'static str,
    /// The document.
    pub body: Bytes,
}

/// The Kubernetes API, ready to answer requests. Cheap to share.
pub struct ApiServer {
    pub(crate) registry: Arc<Registry>,
    pub(crate) clock: Clock,
    pub(crate) authenticator: Arc<dyn Authenticator>,
    pub(crate) authorizer: Arc<dyn Authorizer>,
    pub(crate) limits: Limits,
    pub(crate) metrics: Metrics,
    pub(crate) health: Health,
    pub(crate) discovery: Discovery,
    pub(crate) openapi: OpenApi,
    pub(crate) request_timeout: Duration,
    pub(crate) shutdown: Shutdown,
    pub(crate) address: String,
    pub(crate) documents: Vec<Document>,
    pub(crate) outward: Outward,
}

impl ApiServer {
    /// Puts the parts together.
    pub fn build(parts: Parts) -> Result<Arc<Self>, RegisterError> {
        let metrics = Metrics::register(&parts.metrics)?;
        let clock = parts.registry.clock().clone();
        let shown = |kind| Shown { inflight: metrics.inflight(kind), inqueue: metrics.inqueue(kind) };
        let limits = Limits::new(&parts.limits, clock.clone(), shown("mutating"), shown("readOnly"));
        Ok(Arc::new(Self {
            clock,
            health: Health::new(&parts.registry, &parts.draining),
            registry: parts.registry,
            authenticator: parts.authenticator,
            authorizer: parts.authorizer,
            limits,
            metrics,
            discovery: Discovery::default(),
            openapi: OpenApi::default(),
            request_timeout: parts.request_timeout,
            shutdown: parts.shutdown,
            address: parts.address,
            documents: parts.documents,
            outward: Outward::default(),
        }))
    }

    /// Answers one request. The future is boxed: it is large, and every connection would hold several of it inline.
    pub fn serve(
        self: &Arc<Self>,
        request: Request<RequestBody>,
        origin: Origin,
    ) -> BoxFuture<'static, Answer> {
        let server = self.clone();
        Box::pin(async move { pipeline::serve(&server, request, origin).await })
    }

    /// The same API for one user within the process: through the same authorization and admission, without a socket.
    pub fn local(self: &Arc<Self>, user: User) -> Local {
        Local { server: self.clone(), user }
    }

    /// A client of this server for one user within the process, for components that know only the API.
    pub fn client(self: &Arc<Self>, user: User) -> client::Client {
        let server = self.clone();
        client::Client::in_process(move |request: Request<Bytes>| {
            server.serve(request.map(request_body), Origin::Process(user.clone()))
        })
    }

    /// From now on nodes, pods and services are reached through it.
    pub fn set_dialer(&self, dialer: Arc<dyn Dialer>) {
        self.outward.set(dialer);
    }

    /// The engine under it.
    pub fn registry(&self) -> &Arc<Registry> {
        &self.registry
    }
}

/// The API as one user within the process sees it.
#[derive(Clone)]
pub struct Local {
    server: Arc<ApiServer>,
    user: User,
}

impl Local {
    /// Answers one request.
    pub async fn call(&self, request: Request<RequestBody>) -> Answer {
        self.server.serve(request, Origin::Process(self.user.clone())).await
    }
}
