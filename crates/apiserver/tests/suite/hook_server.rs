//! A service that answers admission reviews, over HTTPS with an authority of its own.

use std::convert::Infallible;
use std::sync::Arc;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use bytes::Bytes;
use http::{Request, Response};
use http_body_util::{BodyExt as _, Full};
use hyper::body::Incoming;
use hyper::service::service_fn;
use hyper_util::rt::TokioIo;
use parking_lot::Mutex;
use runtime::Clock;
use serde_json::{Value, json};
use tokio::net::TcpListener;
use tokio::task::AbortHandle;

/// What the service does with a review.
pub enum Said {
    /// Answers with this response, to which the uid is added unless it has one.
    Response(Value),
    /// Answers with anything.
    Body(u16, String),
    /// Does not answer.
    Nothing,
}

/// Decides by the path and the request of the review.
type Judge = dyn Fn(&str, &Value) -> Said + Send + Sync;

pub struct HookServer {
    pub port: u16,
    /// The authority, as configurations hold it.
    pub bundle: String,
    /// What was asked: paths with their reviews.
    pub asked: Arc<Mutex<Vec<(String, Value)>>>,
    /// How many connections there were.
    pub connections: Arc<Mutex<usize>>,
    task: AbortHandle,
    _dir: tempfile::TempDir,
}

impl Drop for HookServer {
    fn drop(&mut self) {
        self.task.abort();
    }
}

impl HookServer {
    pub async fn start(judge: impl Fn(&str, &Value) -> Said + Send + Sync + 'static) -> Self {
        let (dir, clock) = (tempfile::tempdir().unwrap(), Clock::system());
        let pki = tls::Pki::open_or_create(&dir.path().join("pki"), &clock).unwrap();
        let certificate = pki.serving_certificate("hook", &["127.0.0.1".to_owned()]).unwrap();
        let bundle = STANDARD.encode(pki.server_authority().certificate());
        let acceptor =
            Arc::new(tls::Acceptor::build(&tls::ServerOptions::new(certificate, ""), &clock).unwrap());
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let port = listener.local_addr().unwrap().port();
        let (asked, connections) = (Arc::new(Mutex::new(Vec::new())), Arc::new(Mutex::new(0)));
        let (noted, counted) = (asked.clone(), connections.clone());
        let judge: Arc<Judge> = Arc::new(judge);
        let task = tokio::spawn(async move {
            loop {
                let (socket, _) = listener.accept().await.unwrap();
                let (acceptor, noted, counted, judge) =
                    (acceptor.clone(), noted.clone(), counted.clone(), judge.clone());
                tokio::spawn(async move {
                    let Ok((stream, _)) = acceptor.accept(socket).await else { return };
                    *counted.lock() += 1;
                    let service = service_fn(move |request| answer(request, noted.clone(), judge.clone()));
                    let server = hyper::server::conn::http1::Builder::new();
                    server.serve_connection(TokioIo::new(stream), service).await.ok();
                });
            }
        });
        Self { port, bundle, asked, connections, task: task.abort_handle(), _dir: dir }
    }

    /// A webhook of a configuration: at a path here, for config maps, with more fields.
    pub fn hook(&self, name: &str, path: &str, more: Value) -> Value {
        let mut hook = json!({
            "name": name, "sideEffects": "None", "admissionReviewVersions": ["v1"],
            "clientConfig": {"url": format!("https://127.0.0.1:{}{path}", self.port), "caBundle": self.bundle},
            "rules": [{"operations": ["CREATE"], "apiGroups": [""], "apiVersions": ["v1"], "resources": ["configmaps"]}],
        });
        for (key, value) in more.as_object().unwrap() {
            hook[key] = value.clone();
        }
        hook
    }

    /// The requests that came to a path, which are forgotten then.
    pub fn take(&self, path: &str) -> Vec<Value> {
        let mut asked = self.asked.lock();
        let taken =
            asked.iter().filter(|(at, _)| at == path).map(|(_, review)| review["request"].clone()).collect();
        asked.retain(|(at, _)| at != path);
        taken
    }
}

async fn answer(
    request: Request<Incoming>,
    noted: Arc<Mutex<Vec<(String, Value)>>>,
    judge: Arc<Judge>,
) -> Result<Response<Full<Bytes>>, Infallible> {
    let path = request.uri().path().to_owned();
    let body = request.into_body().collect().await.unwrap().to_bytes();
    let review: Value = serde_json::from_slice(&body).unwrap();
    noted.lock().push((path.clone(), review.clone()));
    let (code, body) = match judge(&path, &review["request"]) {
        Said::Nothing => std::future::pending().await,
        Said::Body(code, body) => (code, body),
        Said::Response(mut response) => {
            if response["uid"].is_null() {
                response["uid"] = review["request"]["uid"].clone();
            }
            let body =
                json!({"apiVersion": review["apiVersion"], "kind": review["kind"], "response": response});
            (200, body.to_string())
        }
    };
    let mut response = Response::new(Full::new(body.into()));
    *response.status_mut() = http::StatusCode::from_u16(code).unwrap();
    Ok(response)
}

/// The response that changes the object.
pub fn patch(operations: &Value) -> Said {
    let patch = STANDARD.encode(operations.to_string());
    Said::Response(json!({"allowed": true, "patchType": "JSONPatch", "patch": patch}))
}
