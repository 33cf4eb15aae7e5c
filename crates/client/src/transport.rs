//! How requests travel: over the network by kube-rs, or within the process by a function.

use std::pin::Pin;
use std::task::{Context, Poll};

use bytes::Bytes;
use futures_core::Stream;
use futures_util::future::BoxFuture;
use futures_util::{StreamExt as _, TryStreamExt as _};
use http::{Request, Response};
use http_body_util::BodyExt as _;

use crate::Error;
use crate::error::Cause;

/// An upgraded connection, to read from and write to.
pub type Upgraded = hyper_util::rt::TokioIo<hyper::upgrade::Upgraded>;

/// The body of an answer, piece by piece as it comes in.
pub struct BodyStream(Pin<Box<dyn Stream<Item = Result<Bytes, Error>> + Send>>);

impl BodyStream {
    fn of<B>(body: B) -> Self
    where
        B: http_body::Body<Data = Bytes> + Send + 'static,
        B::Error: Into<Cause>,
    {
        Self(Box::pin(body.into_data_stream().map_err(|error| Error::Transport(error.into()))))
    }

    /// Reads it to its end.
    pub async fn collect(mut self) -> Result<Bytes, Error> {
        let Some(first) = self.next().await.transpose()? else { return Ok(Bytes::new()) };
        let Some(second) = self.next().await.transpose()? else { return Ok(first) };
        let mut whole = Vec::from(first);
        whole.extend_from_slice(&second);
        while let Some(piece) = self.next().await.transpose()? {
            whole.extend_from_slice(&piece);
        }
        Ok(whole.into())
    }
}

impl Stream for BodyStream {
    type Item = Result<Bytes, Error>;

    fn poll_next(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        self.0.as_mut().poll_next(cx)
    }
}

impl std::fmt::Debug for BodyStream {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("BodyStream")
    }
}

/// Takes a request to a server and its answer back.
pub(crate) trait Transport: Send + Sync + 'static {
    fn send(&self, request: Request<Bytes>) -> BoxFuture<'_, Result<Response<BodyStream>, Error>>;

    fn upgrade(&self, request: Request<Bytes>) -> BoxFuture<'_, Result<Response<Upgraded>, Error>>;
}

/// Over the network.
pub(crate) struct Remote(pub kube::Client);

impl Transport for Remote {
    fn send(&self, request: Request<Bytes>) -> BoxFuture<'_, Result<Response<BodyStream>, Error>> {
        Box::pin(async move {
            let answer = self.0.send(request.map(kube::client::Body::from)).await;
            Ok(answer.map_err(|error| Error::Transport(error.into()))?.map(BodyStream::of))
        })
    }

    fn upgrade(&self, request: Request<Bytes>) -> BoxFuture<'_, Result<Response<Upgraded>, Error>> {
        Box::pin(async move {
            let answer = self.0.send(request.map(kube::client::Body::from)).await;
            let mut answer = answer.map_err(|error| Error::Transport(error.into()))?;
            if answer.status() != http::StatusCode::SWITCHING_PROTOCOLS {
                let code = answer.status().as_u16();
                let body = BodyStream::of(answer.into_body()).collect().await?;
                return Err(Error::answered(code, "upgrade", &body));
            }
            let upgraded = hyper::upgrade::on(&mut answer).await;
            let upgraded = upgraded.map_err(|error| Error::Upgrade(error.to_string()))?;
            Ok(answer.map(|_| Upgraded::new(upgraded)))
        })
    }
}

/// Within the process.
pub(crate) struct Local<F>(pub F);

impl<F, Fut, B> Transport for Local<F>
where
    F: Fn(Request<Bytes>) -> Fut + Send + Sync + 'static,
    Fut: Future<Output = Response<B>> + Send,
    B: http_body::Body<Data = Bytes> + Send + 'static,
    B::Error: Into<Cause>,
{
    fn send(&self, request: Request<Bytes>) -> BoxFuture<'_, Result<Response<BodyStream>, Error>> {
        Box::pin(async move { Ok((self.0)(request).await.map(BodyStream::of)) })
    }

    fn upgrade(&self, _: Request<Bytes>) -> BoxFuture<'_, Result<Response<Upgraded>, Error>> {
        Box::pin(async { Err(Error::Upgrade("there is none within the process".to_owned())) })
    }
}
