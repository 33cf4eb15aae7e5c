//! The server as verbs see it: paths, queries and trees, with warnings shown and refusals as errors.

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};

use bytes::Bytes;
use client::{BodyStream, Client, Upgraded};
use http::header::{ACCEPT, CONTENT_TYPE, WARNING};
use http::{Method, Request, Response};
use meta::StatusError;
use serde_json::Value;
use tokio::sync::OnceCell;

use crate::cx::Cx;
use crate::discovery::Discovery;
use crate::error::{Error, Result, plain};
use crate::io::Io;

/// The usual form of bodies.
pub const JSON: &str = "application/json";
/// Lists as tables, where the server can.
pub const TABLE: &str = "application/json;as=Table;v=v1;g=meta.k8s.io,application/json;as=Table;v=v1beta1;g=meta.k8s.io,application/json";

/// A query: names and values.
pub type Query = Vec<(&'static str, String)>;

/// A server that was reached, or will be.
pub struct Server {
    client: Client,
    /// Its address.
    pub url: String,
    io: Arc<Io>,
    discovery: OnceCell<Discovery>,
    warned: Mutex<BTreeSet<String>>,
    strict: bool,
    failed: AtomicBool,
}

/// A request.
#[derive(Debug, Clone)]
pub struct Ask {
    method: Method,
    path: String,
    query: Query,
    accept: &'static str,
    content: &'static str,
    body: Bytes,
}

impl Ask {
    /// For a path below the server's address.
    pub fn new(method: Method, path: impl Into<String>) -> Self {
        Self { method, path: path.into(), query: Vec::new(), accept: JSON, content: JSON, body: Bytes::new() }
    }

    /// To read something.
    pub fn get(path: impl Into<String>) -> Self {
        Self::new(Method::GET, path)
    }

    /// With a query.
    pub fn query(mut self, query: Query) -> Self {
        self.query.extend(query);
        self
    }

    /// With a body.
    pub fn body(mut self, tree: &Value) -> Self {
        self.body = serde_json::to_vec(tree).unwrap_or_default().into();
        self
    }

    /// With a body of another form.
    pub fn bytes(mut self, content: &'static str, body: impl Into<Bytes>) -> Self {
        (self.content, self.body) = (content, body.into());
        self
    }

    /// With an answer of another form.
    pub fn accept(mut self, accept: &'static str) -> Self {
        self.accept = accept;
        self
    }

    fn uri(&self) -> String {
        let mut uri = self.path.clone();
        for (index, (name, value)) in self.query.iter().enumerate() {
            let first = index == 0 && !self.path.contains('?');
            uri.push(if first { '?' } else { '&' });
            uri.push_str(name);
            uri.push('=');
            uri.push_str(&escape(value));
        }
        uri
    }
}

/// Percent-encodes all but what needs no encoding anywhere.
pub fn escape(text: &str) -> String {
    let mut out = String::new();
    for byte in text.bytes() {
        match byte {
            b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' => out.push(char::from(byte)),
            _ => out.push_str(&format!("%{byte:02X}")),
        }
    }
    out
}

impl Server {
    /// The server that the kubeconfig and the flags name.
    pub async fn connect(cx: &Cx) -> Result<Self> {
        let (tree, url) = cx.config().await?.chosen(cx)?;
        let client = Client::from_kubeconfig_tree(tree).await?;
        Ok(Self {
            client: client.named(&format!(
                "kubectl/v1.36.4 ({}/{}) navarch",
                std::env::consts::OS,
                std::env::consts::ARCH
            )),
            url,
            io: cx.io.clone(),
            discovery: OnceCell::new(),
            warned: Mutex::default(),
            strict: cx.flags.on("warnings-as-errors"),
            failed: AtomicBool::new(false),
        })
    }

    /// What the server serves.
    pub async fn discovery(&self) -> Result<&Discovery> {
        self.discovery.get_or_try_init(|| Discovery::fetch(self)).await
    }

    /// The code to end with when all went well but for warnings.
    pub fn final_code(&self) -> u8 {
        u8::from(self.strict && self.failed.load(Ordering::Relaxed))
    }

    /// Sends a request; the answer's body is read as it comes. Refusals are errors.
    pub async fn send(&self, ask: Ask) -> Result<Response<BodyStream>> {
        let verb = ask.method.as_str().to_lowercase();
        let answer = self.client.open(request(&ask)?).await.map_err(|error| self.unreachable(error))?;
        self.warn(&answer);
        if answer.status().is_success() {
            return Ok(answer);
        }
        let code = answer.status().as_u16();
        let body = answer.into_body().collect().await.map_err(|error| self.unreachable(error))?;
        Err(Error::Status(refusal(code, &verb, &body)))
    }

    /// Sends a request and reads the tree that answers it.
    pub async fn call(&self, ask: Ask) -> Result<Value> {
        let body = self.read(ask).await?;
        if body.is_empty() {
            return Ok(Value::Null);
        }
        Ok(serde_json::from_slice(&body)?)
    }

    /// Sends a request and reads the whole answer.
    pub async fn read(&self, ask: Ask) -> Result<Bytes> {
        let body = self.send(ask).await?.into_body();
        body.collect().await.map_err(|error| self.unreachable(error))
    }

    /// Reads a tree at a path.
    pub async fn get(&self, path: &str) -> Result<Value> {
        self.call(Ask::get(path)).await
    }

    /// Sends a request that turns its connection into something else.
    pub async fn upgrade(
        &self,
        path: &str,
        query: Query,
        headers: http::HeaderMap,
    ) -> Result<Response<Upgraded>> {
        let mut request = request(&Ask::get(path).query(query))?;
        request.headers_mut().extend(headers);
        self.client.upgrade(request).await.map_err(|error| self.unreachable(error))
    }

    /// Passes a request on as it is; answers with an error code are answers.
    pub async fn pass(&self, request: Request<Bytes>) -> Result<Response<BodyStream>> {
        self.client.open(request).await.map_err(|error| self.unreachable(error))
    }

    fn warn(&self, answer: &Response<BodyStream>) {
        for value in answer.headers().get_all(WARNING) {
            let Some(text) = value.to_str().ok().and_then(warning) else { continue };
            let mut warned = self.warned.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
            if warned.insert(text.clone()) {
                self.failed.store(true, Ordering::Relaxed);
                self.io.err(format!("Warning: {text}\n"));
            }
        }
    }

    fn unreachable(&self, error: client::Error) -> Error {
        let client::Error::Transport(cause) = &error else { return error.into() };
        let mut words = vec![cause.to_string()];
        let mut below = cause.source();
        while let Some(error) = below {
            words.push(error.to_string());
            below = error.source();
        }
        if words.iter().any(|text| text.contains("Connection refused")) {
            let host =
                self.url.split("://").nth(1).unwrap_or(&self.url).split('/').next().unwrap_or_default();
            let text = format!(
                "The connection to the server {host} was refused - did you specify the right host or port?"
            );
            return Error::Connection(text);
        }
        words.dedup();
        Error::Connection(format!("Unable to connect to the server: {}", words.join(": ")))
    }
}

fn request(ask: &Ask) -> Result<Request<Bytes>> {
    let mut request = Request::builder().method(&ask.method).uri(ask.uri()).header(ACCEPT, ask.accept);
    if !ask.body.is_empty() {
        request = request.header(CONTENT_TYPE, ask.content);
    }
    request.body(ask.body.clone()).map_err(|error| plain(error.to_string()))
}

fn refusal(code: u16, verb: &str, body: &[u8]) -> StatusError {
    StatusError::from_json(body).unwrap_or_else(|| {
        let message = String::from_utf8_lossy(body);
        StatusError::from_response(&meta::status::Response {
            code,
            verb,
            message: message.trim(),
            ..Default::default()
        })
    })
}

/// The text of a header such as `299 - "text"`.
fn warning(header: &str) -> Option<String> {
    let text = header.strip_prefix("299 ")?;
    let quoted = &text[text.find('"')? + 1..];
    let mut out = String::new();
    let mut chars = quoted.chars();
    while let Some(c) = chars.next() {
        match c {
            '\\' => out.extend(chars.next()),
            '"' => break,
            other => out.push(other),
        }
    }
    Some(out)
}
