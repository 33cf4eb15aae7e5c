//! Calls over the runtime's socket, and what their failures mean.

use std::time::Duration;

use ::runtime::Clock;
use http::uri::PathAndQuery;
use node::RuntimeError;
use tonic::client::Grpc;
use tonic::transport::{Channel, Endpoint};
use tonic::{Code, Request, Status, Streaming};
use tonic_prost::ProstCodec;

use crate::wire::Method;

/// How long a call may take that says nothing about it.
pub(crate) const USUAL: Duration = Duration::from_secs(120);
/// The largest answer: lists of a full node.
const MAX_MESSAGE: usize = 16 * 1024 * 1024;

/// A message that can be sent.
pub(crate) trait Outgoing: prost::Message + Clone + 'static {}
impl<T: prost::Message + Clone + 'static> Outgoing for T {}
/// A message that can be received.
pub(crate) trait Incoming: prost::Message + Default + 'static {}
impl<T: prost::Message + Default + 'static> Incoming for T {}

/// The runtime, as something to call.
#[derive(Clone)]
pub(crate) struct Rpc {
    channel: Channel,
    clock: Clock,
}

impl Rpc {
    /// Prepares to call; the socket is opened on first use, and again when it was lost.
    pub(crate) fn new(endpoint: &str, clock: Clock) -> Result<Self, RuntimeError> {
        let path =
            endpoint.strip_prefix("unix://").or_else(|| endpoint.strip_prefix("unix:")).unwrap_or(endpoint);
        if !path.starts_with('/') {
            return Err(RuntimeError::Invalid(format!("{endpoint:?} is no path of a socket")));
        }
        let endpoint = Endpoint::from_shared(format!("unix://{path}"))
            .map_err(|error| RuntimeError::Invalid(format!("{endpoint:?}: {error}")))?;
        Ok(Self { channel: endpoint.connect_lazy(), clock })
    }

    pub(crate) const fn clock(&self) -> &Clock {
        &self.clock
    }

    /// Makes a call about `what`, which failures name. `None` waits as long as it takes.
    pub(crate) async fn call<Q: Outgoing, R: Incoming>(
        &self,
        method: &Method<Q, R>,
        request: Q,
        what: &str,
        longest: Option<Duration>,
    ) -> Result<R, RuntimeError> {
        let calling = async {
            let mut grpc = Grpc::new(self.channel.clone()).max_decoding_message_size(MAX_MESSAGE);
            grpc.ready().await.map_err(|error| Status::unavailable(words(&error)))?;
            let path = PathAndQuery::from_static(method.path);
            let answer = grpc.unary(Request::new(request), path, ProstCodec::<Q, R>::default()).await?;
            Ok(answer.into_inner())
        };
        let Some(longest) = longest else { return calling.await.map_err(|status| failure(&status, what)) };
        tokio::select! {
            answer = calling => answer.map_err(|status| failure(&status, what)),
            () = self.clock.sleep(longest) => Err(RuntimeError::Timeout(what.to_owned())),
        }
    }

    /// Makes a call that is answered again and again.
    pub(crate) async fn stream<Q: Outgoing, R: Incoming>(
        &self,
        method: &Method<Q, R>,
        request: Q,
    ) -> Result<Streaming<R>, Status> {
        let mut grpc = Grpc::new(self.channel.clone()).max_decoding_message_size(MAX_MESSAGE);
        grpc.ready().await.map_err(|error| Status::unavailable(words(&error)))?;
        let path = PathAndQuery::from_static(method.path);
        let codec = ProstCodec::<Q, R>::default();
        Ok(grpc.server_streaming(Request::new(request), path, codec).await?.into_inner())
    }
}

/// An error with all that is behind it: the outermost says next to nothing.
fn words(error: &dyn std::error::Error) -> String {
    let mut text = error.to_string();
    let mut source = error.source();
    while let Some(inner) = source {
        text = format!("{text}: {inner}");
        source = inner.source();
    }
    text
}

/// What a failed call about `what` means.
pub(crate) fn failure(status: &Status, what: &str) -> RuntimeError {
    let message = status.message().to_owned();
    match status.code() {
        Code::NotFound => RuntimeError::NotFound(what.to_owned()),
        Code::AlreadyExists => RuntimeError::Exists(what.to_owned()),
        Code::DeadlineExceeded => RuntimeError::Timeout(what.to_owned()),
        Code::Unimplemented => RuntimeError::Unsupported(what.to_owned()),
        Code::InvalidArgument => RuntimeError::Invalid(message),
        Code::FailedPrecondition => RuntimeError::State(message),
        // Some failures have words only; these are those of containerd.
        _ if message.contains("DeadlineExceeded") || message.ends_with("context deadline exceeded") => {
            RuntimeError::Timeout(what.to_owned())
        }
        _ if message.contains("is reserved for") => RuntimeError::Exists(what.to_owned()),
        _ if message.contains("not in running state") || message.contains("is in CONTAINER_") => {
            RuntimeError::State(message)
        }
        _ => RuntimeError::Other(message),
    }
}
