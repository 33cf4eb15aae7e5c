//! A server of its own for each test, and a client that speaks to it.

use std::path::Path;
use std::time::Duration;

use apiserver::{ApiServer, Config, Ready};
use bytes::Bytes;
use http::{HeaderMap, Request, Response};
use http_body_util::{BodyExt as _, Full};
use hyper::body::Incoming;
use hyper_util::rt::{TokioExecutor, TokioIo};
use runtime::{Clock, Shutdown};
use serde_json::Value;
use std::sync::Arc;
use tls::{Certified, ClientConfig, ClientIdentity, ClientOptions, Connector, Protocol, Roots};
use tokio::net::TcpStream;
use tokio::task::JoinHandle;

/// How long anything may take before a test is taken to hang.
pub const PATIENCE: Duration = Duration::from_secs(60);

pub struct Server {
    pub dir: tempfile::TempDir,
    pub ready: Ready,
    shutdown: Shutdown,
    task: JoinHandle<Result<(), apiserver::RunError>>,
}

impl Server {
    pub async fn start() -> Self {
        Self::start_in(tempfile::tempdir().unwrap()).await
    }

    pub async fn start_in(dir: tempfile::TempDir) -> Self {
        Self::start_with(dir, |_| {}).await
    }

    pub async fn start_with(dir: tempfile::TempDir, change: impl FnOnce(&mut Config)) -> Self {
        let mut config = Config {
            data_dir: dir.path().to_owned(),
            bind_address: "127.0.0.1".parse().unwrap(),
            secure_port: 0,
            ..Config::default()
        };
        change(&mut config);
        let (shutdown, (tell, told)) = (Shutdown::new(), tokio::sync::oneshot::channel());
        let until = shutdown.clone();
        let task = tokio::spawn(apiserver::run(config, until, move |ready| {
            let _ = tell.send(ready.clone());
        }));
        let ready = match tokio::time::timeout(PATIENCE, told).await.expect("the server starts in time") {
            Ok(ready) => ready,
            Err(_) => panic!("the server did not start: {:?}", task.await),
        };
        let server = Self { dir, ready, shutdown, task };
        server.make_account().await;
        server
    }

    /// The account that pods of the namespace `default` run as; a controller would make it. It may be there from an earlier start.
    async fn make_account(&self) {
        let tree = serde_json::json!({"apiVersion": "v1", "kind": "ServiceAccount", "metadata": {"name": "default"}});
        let accounts = "/api/v1/namespaces/default/serviceaccounts";
        let made = self.admin().post(accounts, &tree).await;
        assert!(matches!(made.code, 201 | 409), "{}", made.text());
    }

    pub fn api(&self) -> &Arc<ApiServer> {
        &self.ready.server
    }

    /// The administrator, over HTTP/1.1.
    pub fn admin(&self) -> Client {
        Client::new(self, Some("admin"), Protocol::Http1)
    }

    /// The administrator, over HTTP/2.
    pub fn admin_h2(&self) -> Client {
        Client::new(self, Some("admin"), Protocol::Http2)
    }

    /// Somebody without a certificate.
    pub fn nobody(&self) -> Client {
        Client::new(self, None, Protocol::Http1)
    }

    /// Somebody by a certificate of the cluster's, who may do everything but is no master.
    pub async fn operator(&self, name: &str) -> Client {
        let pki = tls::Pki::open_or_create(&self.dir.path().join("pki"), &Clock::system()).unwrap();
        let certified = pki.client_certificate(name, name, &["people"]).unwrap();
        let binding = serde_json::json!({
            "apiVersion": "rbac.authorization.k8s.io/v1", "kind": "ClusterRoleBinding", "metadata": {"name": name},
            "roleRef": {"apiGroup": "rbac.authorization.k8s.io", "kind": "ClusterRole", "name": "cluster-admin"},
            "subjects": [{"apiGroup": "rbac.authorization.k8s.io", "kind": "User", "name": name}],
        });
        let bindings = "/apis/rbac.authorization.k8s.io/v1/clusterrolebindings";
        assert_eq!(self.admin().post(bindings, &binding).await.code, 201);
        Client::with(self, Some(certified), Protocol::Http1)
    }

    /// Tells the server to stop, without waiting.
    pub fn stop(&self) {
        self.shutdown.trigger();
    }

    /// Stops the server and gives its directory back.
    pub async fn finish(self) -> tempfile::TempDir {
        self.shutdown.trigger();
        drop(self.ready);
        tokio::time::timeout(PATIENCE, self.task).await.expect("it stops in time").unwrap().unwrap();
        self.dir
    }
}

pub struct Client {
    address: String,
    connector: Connector,
    protocol: Protocol,
}

/// What came back.
#[derive(Debug)]
pub struct Reply {
    pub code: u16,
    pub headers: HeaderMap,
    pub body: Bytes,
}

impl Reply {
    pub fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap_or_else(|_| panic!("no JSON: {:?}", self.body))
    }

    pub fn text(&self) -> &str {
        std::str::from_utf8(&self.body).unwrap()
    }

    pub fn header(&self, name: &str) -> &str {
        self.headers.get(name).map_or("", |value| value.to_str().unwrap())
    }

    /// `code reason: message` of a status.
    pub fn status(&self) -> String {
        let json = self.json();
        let text = |name: &str| json[name].as_str().unwrap_or_default().to_owned();
        assert_eq!(json["code"].as_u64().unwrap_or_default(), u64::from(self.code), "{json}");
        format!("{} {}: {}", self.code, text("reason"), text("message"))
    }
}

impl Client {
    fn new(server: &Server, user: Option<&str>, protocol: Protocol) -> Self {
        let pki = server.dir.path().join("pki");
        Self::with(server, user.map(|user| certified(&pki, user)), protocol)
    }

    pub fn with(server: &Server, user: Option<Certified>, protocol: Protocol) -> Self {
        let authority = std::fs::read_to_string(server.dir.path().join("pki/server-ca.crt")).unwrap();
        let mut options = ClientOptions::new(Roots::Bundle(authority));
        options.protocols = vec![protocol];
        options.identity = user.map(|user| ClientIdentity::build(&user).unwrap());
        let connector = ClientConfig::build(&options, &Clock::system()).unwrap().connector();
        Self { address: server.ready.url.trim_start_matches("https://").to_owned(), connector, protocol }
    }

    /// A connection on which nothing was said yet.
    pub async fn dial(&self) -> tls::ClientStream<TcpStream> {
        self.shake(TcpStream::connect(&self.address).await.unwrap()).await
    }

    /// The same on a socket of the test's own.
    pub async fn shake(&self, stream: TcpStream) -> tls::ClientStream<TcpStream> {
        self.connector.connect("127.0.0.1", stream).await.unwrap()
    }

    /// Where the server listens.
    pub fn address(&self) -> &str {
        &self.address
    }

    /// Sends a request on a connection of its own; the body is not read yet.
    pub async fn open(&self, request: Request<Full<Bytes>>) -> Response<Incoming> {
        let io = TokioIo::new(self.dial().await);
        if self.protocol == Protocol::Http2 {
            let (mut sender, connection) =
                hyper::client::conn::http2::handshake(TokioExecutor::new(), io).await.unwrap();
            tokio::spawn(connection);
            return sender.send_request(request).await.unwrap();
        }
        let (mut sender, connection) = hyper::client::conn::http1::handshake(io).await.unwrap();
        tokio::spawn(connection);
        sender.send_request(request).await.unwrap()
    }

    pub async fn send(
        &self,
        method: &str,
        path: &str,
        headers: &[(&str, &str)],
        body: impl Into<Bytes>,
    ) -> Reply {
        let response = tokio::time::timeout(PATIENCE, self.open(self.request(method, path, headers, body)));
        let (head, body) = response.await.expect("an answer in time").into_parts();
        let body = body.collect().await.unwrap().to_bytes();
        Reply { code: head.status.as_u16(), headers: head.headers, body }
    }

    pub fn request(
        &self,
        method: &str,
        path: &str,
        headers: &[(&str, &str)],
        body: impl Into<Bytes>,
    ) -> Request<Full<Bytes>> {
        let uri = match self.protocol {
            Protocol::Http2 => format!("https://{}{path}", self.address),
            _ => path.to_owned(),
        };
        let mut request = Request::builder().method(method).uri(uri);
        if self.protocol != Protocol::Http2 {
            request = request.header("host", &self.address);
        }
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        request.body(Full::new(body.into())).unwrap()
    }

    pub async fn get(&self, path: &str) -> Reply {
        self.send("GET", path, &[], "").await
    }

    pub async fn delete(&self, path: &str) -> Reply {
        self.send("DELETE", path, &[], "").await
    }

    pub async fn post(&self, path: &str, body: &Value) -> Reply {
        self.send("POST", path, &[("content-type", "application/json")], body.to_string()).await
    }

    pub async fn put(&self, path: &str, body: &Value) -> Reply {
        self.send("PUT", path, &[("content-type", "application/json")], body.to_string()).await
    }

    pub async fn patch(&self, path: &str, kind: &str, body: &str) -> Reply {
        self.send("PATCH", path, &[("content-type", kind)], body.to_owned()).await
    }

    /// Starts a watch.
    pub async fn watch(&self, path: &str, headers: &[(&str, &str)]) -> Stream {
        let response = self.open(self.request("GET", path, headers, "")).await;
        assert_eq!(response.status(), 200);
        Stream { headers: response.headers().clone(), body: response.into_body(), buffer: Vec::new() }
    }
}

/// The events of a watch.
pub struct Stream {
    pub headers: HeaderMap,
    body: Incoming,
    buffer: Vec<u8>,
}

impl Stream {
    /// More bytes; false at the end.
    async fn more(&mut self) -> bool {
        let frame = tokio::time::timeout(PATIENCE, self.body.frame()).await.expect("an event in time");
        match frame {
            None => false,
            Some(frame) => {
                self.buffer.extend_from_slice(&frame.unwrap().into_data().unwrap_or_default());
                true
            }
        }
    }

    /// The next event of a JSON stream; `None` at the end.
    pub async fn next(&mut self) -> Option<Value> {
        loop {
            if let Some(end) = self.buffer.iter().position(|byte| *byte == b'\n') {
                let line: Vec<u8> = self.buffer.drain(..=end).collect();
                return Some(serde_json::from_slice(&line).unwrap());
            }
            if !self.more().await {
                return None;
            }
        }
    }

    /// The next frame of a Protobuf stream, without its length.
    pub async fn next_frame(&mut self) -> Option<Vec<u8>> {
        loop {
            if let Some(length) = codec::protobuf::frame_length(&self.buffer)
                && self.buffer.len() >= length + 4
            {
                let frame: Vec<u8> = self.buffer.drain(..length + 4).collect();
                return Some(frame[4..].to_vec());
            }
            if !self.more().await {
                return None;
            }
        }
    }
}

fn certified(pki: &Path, user: &str) -> Certified {
    let read = |ending: &str| std::fs::read_to_string(pki.join(format!("{user}.{ending}"))).unwrap();
    Certified { certificate: read("crt"), key: read("key") }
}

/// A config map.
pub fn config_map(name: &str, data: &[(&str, &str)]) -> Value {
    let data: serde_json::Map<String, Value> =
        data.iter().map(|(k, v)| ((*k).to_owned(), (*v).into())).collect();
    serde_json::json!({"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": name}, "data": data})
}

/// The collection that most tests work in.
pub const MAPS: &str = "/api/v1/namespaces/default/configmaps";
