//! Calls of admission webhooks: HTTPS through the server's dialer, over connections that are kept for the next call.

mod pool;
mod resolve;

use std::sync::{Arc, Weak};
use std::time::Duration;

use admission::{Caller, Endpoint, Reply};
use async_trait::async_trait;
use bytes::Bytes;
use http::header::{ACCEPT, CONTENT_TYPE, HOST, USER_AGENT};
use http::{HeaderValue, Method, Request};
use http_body_util::{BodyExt as _, Full, Limited};
use hyper::client::conn::http1::{self, SendRequest};
use hyper_util::rt::TokioIo;
use tls::{ClientConfig, ClientOptions, Protocol, Roots};

use crate::api_server::ApiServer;
use pool::{Key, Pool};

/// The longest answer that is read.
const MAX_ANSWER: usize = 16 * 1024 * 1024;

type Sender = SendRequest<Full<Bytes>>;

/// Calls webhooks for a server.
pub(crate) struct Webhooks {
    server: Weak<ApiServer>,
    pool: Pool<Sender>,
}

/// Why a connection gave no answer.
struct Broken {
    words: String,
    /// It was closed before it said anything: another one may do.
    silent: bool,
}

impl Webhooks {
    /// For this server, which holds them in turn.
    pub(crate) fn new(server: &Arc<ApiServer>) -> Self {
        Self { server: Arc::downgrade(server), pool: Pool::default() }
    }

    async fn exchange(
        &self,
        server: &ApiServer,
        endpoint: &Endpoint,
        body: Bytes,
        timeout: Duration,
    ) -> Result<Reply, String> {
        let place = resolve::locate(&*server.registry, endpoint)?;
        let key = Key { place, name: endpoint.server_name(), authorities: endpoint.authorities.clone() };
        let now = server.clock.monotonic();
        if let Some(mut kept) = self.pool.take(&key, now) {
            match post(&mut kept, endpoint, body.clone(), timeout).await {
                Ok(reply) => {
                    self.pool.give(key, kept, server.clock.monotonic());
                    return Ok(reply);
                }
                Err(broken) if broken.silent => {}
                Err(broken) => return Err(broken.words),
            }
        }
        let mut fresh = connect(server, &key).await?;
        let reply = post(&mut fresh, endpoint, body, timeout).await.map_err(|broken| broken.words)?;
        self.pool.give(key, fresh, server.clock.monotonic());
        Ok(reply)
    }
}

#[async_trait]
impl Caller for Webhooks {
    async fn call(&self, endpoint: &Endpoint, body: Vec<u8>, timeout: Duration) -> Result<Reply, String> {
        let server = self.server.upgrade().ok_or("the server is stopping")?;
        tokio::select! {
            reply = self.exchange(&server, endpoint, body.into(), timeout) => reply,
            () = server.clock.sleep(timeout) => Err("context deadline exceeded".to_owned()),
        }
    }
}

async fn connect(server: &ApiServer, key: &Key) -> Result<Sender, String> {
    let roots = if key.authorities.trim().is_empty() {
        Roots::System
    } else {
        Roots::Bundle(key.authorities.clone())
    };
    let mut options = ClientOptions::new(roots);
    options.protocols = vec![Protocol::Http1];
    let config = ClientConfig::build(&options, &server.clock);
    let connector = config.map_err(|error| format!("unable to load root certificates: {error}"))?.connector();
    let dialer = server.outward.get().map_err(|error| error.to_string())?;
    let socket = dialer.dial(&key.place).await.map_err(|error| error.to_string())?;
    let stream = connector.connect(&key.name, socket).await.map_err(|error| words(&error.to_string()))?;
    let (sender, connection) =
        http1::handshake(TokioIo::new(stream)).await.map_err(|error| error.to_string())?;
    tokio::spawn(async move {
        if let Err(error) = connection.await {
            tracing::debug!(%error, "a connection to a webhook broke off");
        }
    });
    Ok(sender)
}

/// The words that everybody knows, where there are any.
fn words(error: &str) -> String {
    match error.split_once("invalid peer certificate: ") {
        // An authority of the same name with another key is as unknown as one of another name.
        Some((_, "UnknownIssuer" | "BadSignature")) => {
            "tls: failed to verify certificate: x509: certificate signed by unknown authority".to_owned()
        }
        Some((_, why)) => format!("tls: failed to verify certificate: x509: {why}"),
        None => error.to_owned(),
    }
}

async fn post(
    sender: &mut Sender,
    endpoint: &Endpoint,
    body: Bytes,
    timeout: Duration,
) -> Result<Reply, Broken> {
    let broken = |error: hyper::Error| Broken {
        silent: error.is_canceled() || error.is_closed() || error.is_incomplete_message(),
        words: if error.is_incomplete_message() { "EOF".to_owned() } else { error.to_string() },
    };
    let odd = |words: String| Broken { words, silent: false };
    let mut request = Request::new(Full::new(body));
    *request.method_mut() = Method::POST;
    *request.uri_mut() = endpoint.path(timeout).parse().map_err(|_| odd("invalid path".to_owned()))?;
    let host = HeaderValue::from_str(endpoint.authority()).map_err(|_| odd("invalid host".to_owned()))?;
    let headers = request.headers_mut();
    headers.insert(HOST, host);
    headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
    headers.insert(ACCEPT, HeaderValue::from_static("application/json, */*"));
    headers.insert(USER_AGENT, HeaderValue::from_static("kube-apiserver-admission"));
    sender.ready().await.map_err(broken)?;
    let (head, body) = sender.send_request(request).await.map_err(broken)?.into_parts();
    let body = Limited::new(body, MAX_ANSWER).collect().await.map_err(|error| odd(error.to_string()))?;
    let content_type = head.headers.get(CONTENT_TYPE).and_then(|value| value.to_str().ok());
    Ok(Reply {
        code: head.status.as_u16(),
        content_type: content_type.unwrap_or_default().to_owned(),
        body: body.to_bytes().to_vec(),
    })
}
