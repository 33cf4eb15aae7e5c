//! The handle: any request, or an [`Api`] of one kind.

use std::sync::Arc;

use api::Resource;
use bytes::Bytes;
use http::header::{HeaderValue, USER_AGENT};
use http::{Request, Response};

use crate::error::Cause;
use crate::transport::{BodyStream, Local, Remote, Transport, Upgraded};
use crate::{Api, Error};

/// A client of one server under one identity. Cheap to clone.
#[derive(Clone)]
pub struct Client {
    transport: Arc<dyn Transport>,
    agent: HeaderValue,
}

impl Client {
    /// A client of a server in the same process: `serve` answers its requests.
    pub fn in_process<F, Fut, B>(serve: F) -> Self
    where
        F: Fn(Request<Bytes>) -> Fut + Send + Sync + 'static,
        Fut: Future<Output = Response<B>> + Send + 'static,
        B: http_body::Body<Data = Bytes> + Send + 'static,
        B::Error: Into<Cause>,
    {
        Self::over(Local(serve))
    }

    pub(crate) fn remote(client: kube::Client) -> Self {
        Self::over(Remote(client))
    }

    fn over(transport: impl Transport) -> Self {
        Self { transport: Arc::new(transport), agent: HeaderValue::from_static("navarch") }
    }

    /// The same client that calls itself so to the server, which shows in logs and as the manager of fields.
    pub fn named(&self, agent: &str) -> Self {
        let agent = HeaderValue::from_str(agent).unwrap_or_else(|_| self.agent.clone());
        Self { transport: self.transport.clone(), agent }
    }

    /// Objects of a kind that has no namespaces, or of all namespaces.
    pub fn all<K: Resource>(&self) -> Api<K> {
        Api::new(self.clone(), None)
    }

    /// Objects of a kind within one namespace.
    pub fn within<K: Resource>(&self, namespace: &str) -> Api<K> {
        Api::new(self.clone(), Some(namespace))
    }

    /// Sends a request to any path and reads the whole answer. Answers with an error code are answers, not errors.
    pub async fn request(&self, request: Request<Bytes>) -> Result<Response<Bytes>, Error> {
        let (head, body) = self.open(request).await?.into_parts();
        Ok(Response::from_parts(head, body.collect().await?))
    }

    /// Sends a request to any path; the answer's body is read by the caller, as it comes.
    pub async fn open(&self, request: Request<Bytes>) -> Result<Response<BodyStream>, Error> {
        self.transport.send(self.signed(request)).await
    }

    /// Sends a request that turns its connection into something else, such as a WebSocket. An answer other than "switching
    /// protocols" is an error.
    pub async fn upgrade(&self, request: Request<Bytes>) -> Result<Response<Upgraded>, Error> {
        self.transport.upgrade(self.signed(request)).await
    }

    fn signed(&self, mut request: Request<Bytes>) -> Request<Bytes> {
        request.headers_mut().entry(USER_AGENT).or_insert_with(|| self.agent.clone());
        request
    }
}

impl std::fmt::Debug for Client {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Client").field("agent", &self.agent).finish_non_exhaustive()
    }
}
