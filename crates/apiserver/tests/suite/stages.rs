//! The stages of a request under stress: a stage that panics, a house that is full, a server that stops.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use apiserver::{
    ApiServer, Attributes, Authorizer, ConnectionLimits, Decision, LimitsConfig, Listener, Parts,
    request_body,
};
use async_trait::async_trait;
use bytes::Bytes;
use http::{Request, StatusCode};
use http_body_util::{BodyExt as _, Empty};
use hyper::body::Incoming;
use hyper_util::rt::TokioIo;
use resource::User;
use runtime::Shutdown;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Semaphore;

use crate::harness::{MAPS, PATIENCE, Server};

/// Panics when asked about `boom`, tells of the arrival of everybody else who wants a resource, and lets them wait until there is
/// a permit.
#[derive(Clone)]
struct Strange {
    arrived: Arc<Semaphore>,
    gate: Arc<Semaphore>,
}

impl Strange {
    fn new(permits: usize) -> Self {
        Self { arrived: Arc::new(Semaphore::new(0)), gate: Arc::new(Semaphore::new(permits)) }
    }
}

#[async_trait]
impl Authorizer for Strange {
    async fn authorize(&self, attributes: &Attributes<'_>) -> Decision {
        assert_ne!(attributes.name, "boom");
        if !attributes.is_resource {
            return Decision::allow();
        }
        self.arrived.add_permits(1);
        self.gate.acquire().await.unwrap().forget();
        Decision::allow()
    }
}

struct Nobody;

#[async_trait]
impl apiserver::Authenticator for Nobody {
    async fn authenticate(
        &self,
        _connection: &apiserver::Connection,
        _headers: &http::HeaderMap,
    ) -> Result<Option<User>, String> {
        Ok(None)
    }
}

/// A second server on the same registry, with one place for reads.
fn strange(server: &Server, authorizer: &Strange) -> Arc<ApiServer> {
    stopping(server, authorizer, Shutdown::new(), Shutdown::new())
}

/// The same, which can be told to stop.
fn stopping(server: &Server, authorizer: &Strange, draining: Shutdown, shutdown: Shutdown) -> Arc<ApiServer> {
    ApiServer::build(Parts {
        registry: server.api().registry().clone(),
        authenticator: Arc::new(Nobody),
        authorizer: Arc::new(authorizer.clone()),
        limits: LimitsConfig { max_mutating: 1, max_readonly: 1, max_queued: 0, ..LimitsConfig::default() },
        metrics: telemetry::metrics::Registry::new(),
        request_timeout: Duration::from_secs(60),
        draining,
        shutdown,
        address: String::new(),
        documents: Vec::new(),
    })
    .unwrap()
}

fn get(path: &str) -> Request<apiserver::RequestBody> {
    Request::get(path).body(request_body("")).unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_panic_is_an_answer() {
    let server = Server::start().await;
    let local = strange(&server, &Strange::new(8)).local(User { name: "eve".into(), ..User::default() });
    let answer = local.call(get(&format!("{MAPS}/boom"))).await;
    assert_eq!(answer.status(), StatusCode::INTERNAL_SERVER_ERROR);
    assert_eq!(local.call(get(MAPS)).await.status(), 200, "and the next request is served");
    drop(local);
    server.finish().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_full_house_says_when_to_come_back() {
    let server = Server::start().await;
    let authorizer = Strange::new(0);
    let strange = strange(&server, &authorizer);
    let eve = strange.local(User { name: "eve".into(), ..User::default() });
    let inside = tokio::spawn({
        let eve = eve.clone();
        async move { eve.call(get(MAPS)).await.status() }
    });
    authorizer.arrived.acquire().await.unwrap().forget();
    let turned = eve.call(get(MAPS)).await;
    assert_eq!(
        (turned.status(), &turned.headers()["retry-after"]),
        (StatusCode::TOO_MANY_REQUESTS, &"1".parse().unwrap())
    );
    let master = strange.local(User { groups: vec!["system:masters".into()], ..User::default() });
    authorizer.gate.add_permits(2);
    assert_eq!(master.call(get(MAPS)).await.status(), 200, "masters are always let in");
    assert_eq!(inside.await.unwrap(), 200);
    drop((strange, eve, master));
    server.finish().await;
}

/// Asks without TLS, on a connection of its own; the body is not read yet.
async fn ask(address: SocketAddr, path: &str) -> http::Response<Incoming> {
    let stream = TcpStream::connect(address).await.unwrap();
    let (mut sender, connection) = hyper::client::conn::http1::handshake(TokioIo::new(stream)).await.unwrap();
    tokio::spawn(connection);
    let request = Request::get(path).header("host", "x").body(Empty::<Bytes>::new()).unwrap();
    tokio::time::timeout(PATIENCE, sender.send_request(request)).await.expect("an answer in time").unwrap()
}

/// Readiness goes first, while everything is still served; then no more connections are taken and watches end; and what is under
/// way is finished.
#[tokio::test(flavor = "multi_thread")]
async fn a_stop_comes_in_steps() {
    let server = Server::start().await;
    let (authorizer, draining, shutdown) = (Strange::new(1), Shutdown::new(), Shutdown::new());
    let strange = stopping(&server, &authorizer, draining.clone(), shutdown.clone());
    let socket = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = socket.local_addr().unwrap();
    let listener = Listener { socket, tls: None, limits: ConnectionLimits::default() };
    let listening = tokio::spawn(apiserver::listen(strange.clone(), listener, shutdown.clone()));
    let watch = ask(address, &format!("{MAPS}?watch=1")).await;
    assert_eq!(watch.status(), 200);
    authorizer.arrived.acquire().await.unwrap().forget();
    let inside = tokio::spawn(async move { ask(address, MAPS).await });
    authorizer.arrived.acquire().await.unwrap().forget();
    assert_eq!(ask(address, "/readyz").await.status(), 200);

    draining.trigger();
    assert_eq!(ask(address, "/readyz").await.status(), 500);
    assert_eq!(ask(address, "/readyz/shutdown").await.status(), 500);
    assert_eq!(ask(address, "/livez").await.status(), 200, "it lives, and serves");
    assert_eq!(ask(address, "/readyz?exclude=shutdown").await.status(), 200);

    shutdown.trigger();
    let events = tokio::time::timeout(PATIENCE, watch.into_body().collect()).await.expect("the watch ends");
    assert!(events.is_ok(), "in good order: {events:?}");
    let refused = async { while TcpStream::connect(address).await.is_ok() {} };
    tokio::time::timeout(PATIENCE, refused).await.expect("no more connections are taken");
    assert!(!inside.is_finished() && !listening.is_finished());
    authorizer.gate.add_permits(1);
    let answer = inside.await.unwrap();
    assert_eq!(answer.status(), 200);
    let body = answer.into_body().collect().await.expect("the whole of it").to_bytes();
    assert_eq!(serde_json::from_slice::<serde_json::Value>(&body).unwrap()["kind"], "ConfigMapList");
    tokio::time::timeout(PATIENCE, listening).await.expect("all is done").unwrap();
    drop(strange);
    server.finish().await;
}
