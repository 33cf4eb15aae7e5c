//! The stages of a request under stress: a stage that panics, and a house that is full.

use std::sync::Arc;
use std::time::Duration;

use apiserver::{ApiServer, Attributes, Authorizer, Decision, LimitsConfig, Parts, request_body};
use async_trait::async_trait;
use http::{Request, StatusCode};
use resource::User;
use runtime::Shutdown;
use tokio::sync::Semaphore;

use crate::harness::{MAPS, Server};

/// Panics when asked about `boom`, tells of everybody else's arrival, and lets them wait until there is a permit.
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
    ApiServer::build(Parts {
        registry: server.api().registry().clone(),
        authenticator: Arc::new(Nobody),
        authorizer: Arc::new(authorizer.clone()),
        limits: LimitsConfig { max_mutating: 1, max_readonly: 1 },
        metrics: telemetry::metrics::Registry::new(),
        request_timeout: Duration::from_secs(60),
        shutdown: Shutdown::new(),
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
