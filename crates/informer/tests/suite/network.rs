//! A client whose connections a test can count, cut and refuse.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use bytes::Bytes;
use client::Client;
use futures_util::future::BoxFuture;
use futures_util::{StreamExt as _, TryStreamExt as _};
use http::{Request, Response};
use http_body_util::StreamBody;
use http_body_util::combinators::UnsyncBoxBody;
use tokio::sync::watch;

type Body = UnsyncBoxBody<Bytes, client::Error>;
/// What a test answers itself, from the query.
type Refusal = fn(&str) -> Option<(u16, &'static str)>;

/// The network between a test's client and its server.
#[derive(Clone)]
pub struct Network {
    requests: Arc<AtomicUsize>,
    cuts: Arc<watch::Sender<u64>>,
    refusal: Arc<watch::Sender<Refusal>>,
}

impl Network {
    pub fn new() -> Self {
        Self {
            requests: Arc::default(),
            cuts: Arc::new(watch::Sender::new(0)),
            refusal: Arc::new(watch::Sender::new(|_| None)),
        }
    }

    /// The client on this side of it.
    pub fn client(&self, server: Client) -> Client {
        let network = self.clone();
        Client::in_process(move |request| network.clone().carry(server.clone(), request))
    }

    /// How many requests went through.
    pub fn requests(&self) -> usize {
        self.requests.load(Ordering::SeqCst)
    }

    /// Ends all bodies that are under way.
    pub fn cut(&self) {
        self.cuts.send_modify(|cuts| *cuts += 1);
    }

    /// From now on some requests are answered here.
    pub fn refuse(&self, refusal: Refusal) {
        self.refusal.send_replace(refusal);
    }

    fn carry(self, server: Client, request: Request<Bytes>) -> BoxFuture<'static, Response<Body>> {
        Box::pin(async move {
            self.requests.fetch_add(1, Ordering::SeqCst);
            let refusal = *self.refusal.borrow();
            if let Some((code, reason)) = refusal(request.uri().query().unwrap_or_default()) {
                return status(code, reason);
            }
            let mut cuts = self.cuts.subscribe();
            let answer = server.open(request).await.unwrap();
            answer.map(|body| {
                let cut = async move { drop(cuts.changed().await) };
                let frames = body.take_until(cut).map_ok(http_body::Frame::data);
                UnsyncBoxBody::new(StreamBody::new(frames))
            })
        })
    }
}

fn status(code: u16, reason: &str) -> Response<Body> {
    let text = format!(
        r#"{{"kind":"Status","apiVersion":"v1","status":"Failure","reason":"{reason}","code":{code}}}"#
    );
    let frame = futures_util::stream::iter([Ok(http_body::Frame::data(Bytes::from(text)))]);
    Response::builder().status(code).body(UnsyncBoxBody::new(StreamBody::new(frame))).unwrap()
}
