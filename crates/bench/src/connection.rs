//! One connection, and requests on it one after the other. Bodies come and go as bytes.

use std::sync::Arc;

use bytes::Bytes;
use http::header::{ACCEPT, AUTHORIZATION, CONTENT_TYPE, HOST, USER_AGENT};
use http::{HeaderValue, Method, Request, Response};
use http_body_util::{BodyExt as _, Full};
use hyper::body::Incoming;
use hyper::client::conn::{http1, http2};
use hyper_util::rt::{TokioExecutor, TokioIo};
use tls::Protocol;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::TcpStream;

use crate::error::{Error, Result};
use crate::target::Target;

/// How much an HTTP/2 server may send ahead; a list of thousands of pods comes without a pause.
const WINDOW: u32 = 16 * 1024 * 1024;
/// How much of a refusal is shown.
const SHOWN: usize = 300;

/// A request that is ready but for the connection's own headers.
#[derive(Debug, Clone)]
pub(crate) struct Call {
    pub method: Method,
    /// The path with its query.
    pub path: String,
    pub accept: &'static str,
    pub content_type: &'static str,
    pub body: Bytes,
}

impl Call {
    pub(crate) fn get(path: impl Into<String>) -> Self {
        Self { method: Method::GET, path: path.into(), accept: JSON, content_type: "", body: Bytes::new() }
    }

    pub(crate) fn send(method: Method, path: impl Into<String>, body: impl Into<Bytes>) -> Self {
        Self { method, path: path.into(), accept: JSON, content_type: JSON, body: body.into() }
    }

    pub(crate) fn accept(self, accept: &'static str) -> Self {
        Self { accept, ..self }
    }

    pub(crate) fn content_type(self, content_type: &'static str) -> Self {
        Self { content_type, ..self }
    }
}

const JSON: &str = "application/json";

/// An open connection.
pub(crate) struct Connection {
    target: Arc<Target>,
    sender: Sender,
}

enum Sender {
    Http1(http1::SendRequest<Full<Bytes>>),
    Http2(http2::SendRequest<Full<Bytes>>),
}

/// What came of a request.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Outcome {
    pub code: u16,
    pub bytes: u64,
}

impl Outcome {
    pub(crate) fn is_good(self) -> bool {
        (200..300).contains(&self.code)
    }
}

impl Connection {
    pub(crate) async fn open(target: &Arc<Target>) -> Result<Self> {
        let failed = |source| Error::Connect { server: target.authority.clone(), source };
        let stream = TcpStream::connect(&target.authority).await.map_err(failed)?;
        stream.set_nodelay(true).map_err(failed)?;
        let sender = match &target.tls {
            None => shake_hands(stream, target.protocol).await?,
            Some(connector) => {
                let stream = connector.connect(&target.host, stream).await.map_err(failed)?;
                shake_hands(stream, target.protocol).await?
            }
        };
        Ok(Self { target: target.clone(), sender })
    }

    /// Sends a request and gives the answer as soon as its head is there.
    pub(crate) async fn start(&mut self, call: &Call) -> Result<Response<Incoming>> {
        let request = self.request(call)?;
        Ok(match &mut self.sender {
            Sender::Http1(sender) => {
                sender.ready().await?;
                sender.send_request(request).await?
            }
            Sender::Http2(sender) => sender.send_request(request).await?,
        })
    }

    /// Sends a request and reads the answer to its end, counting its bytes.
    pub(crate) async fn send(&mut self, call: &Call) -> Result<Outcome> {
        let answer = self.start(call).await?;
        let code = answer.status().as_u16();
        let (mut body, mut bytes) = (answer.into_body(), 0);
        while let Some(frame) = body.frame().await {
            bytes += frame?.data_ref().map_or(0, |data| data.len() as u64);
        }
        Ok(Outcome { code, bytes })
    }

    /// Sends a request that must succeed and gives the body of the answer.
    pub(crate) async fn fetch(&mut self, call: &Call) -> Result<Bytes> {
        let answer = self.start(call).await?;
        let status = answer.status();
        let body = answer.into_body().collect().await?.to_bytes();
        if status.is_success() {
            return Ok(body);
        }
        let shown = String::from_utf8_lossy(&body[..body.len().min(SHOWN)]).into_owned();
        Err(Error::Refused {
            what: format!("{} {}", call.method, call.path),
            code: status.as_u16(),
            body: shown,
        })
    }

    fn request(&self, call: &Call) -> Result<Request<Full<Bytes>>> {
        let mut request = Request::builder().method(&call.method);
        request = match self.sender {
            Sender::Http1(_) => request.uri(&call.path).header(HOST, &self.target.authority),
            Sender::Http2(_) => {
                let scheme = if self.target.tls.is_some() { "https" } else { "http" };
                request.uri(format!("{scheme}://{}{}", self.target.authority, call.path))
            }
        };
        request = request
            .header(USER_AGENT, HeaderValue::from_static("navarch-bench"))
            .header(ACCEPT, HeaderValue::from_static(call.accept));
        if !call.content_type.is_empty() {
            request = request.header(CONTENT_TYPE, HeaderValue::from_static(call.content_type));
        }
        if let Some(authorization) = &self.target.authorization {
            request = request.header(AUTHORIZATION, authorization.clone());
        }
        Ok(request.body(Full::new(call.body.clone()))?)
    }
}

async fn shake_hands<IO>(stream: IO, protocol: Protocol) -> Result<Sender>
where
    IO: AsyncRead + AsyncWrite + Unpin + Send + 'static,
{
    let io = TokioIo::new(stream);
    // The tasks end with their connections, which end when the sender is dropped.
    match protocol {
        Protocol::Http1 => {
            let (sender, connection) = http1::Builder::new().handshake(io).await?;
            tokio::spawn(connection);
            Ok(Sender::Http1(sender))
        }
        Protocol::Http2 => {
            let mut builder = http2::Builder::new(TokioExecutor::new());
            builder.initial_stream_window_size(WINDOW).initial_connection_window_size(WINDOW);
            let (sender, connection) = builder.handshake(io).await?;
            tokio::spawn(connection);
            Ok(Sender::Http2(sender))
        }
    }
}
