//! The kubelet's own API: logs, exec, attach, port-forward, pods, stats, metrics. On TLS, for the API server and administrators only.
//!
//! One route is one file here and one line in `route`.

mod answer;
mod authorize;
mod exec;
mod health;
mod listen;
mod log;
mod metrics;
mod pods;
mod port_forward;
mod query;
mod stats;

use std::collections::HashMap;
use std::sync::Arc;

use http::{Method, Request};
use hyper::body::Incoming;
use parking_lot::Mutex;
use telemetry::metrics::Registry;

pub use listen::{listen, listen_health};

use crate::manager::Roster;
use crate::shared::Shared;
use answer::Answer;

/// What requests are answered from.
pub struct Server {
    shared: Arc<Shared>,
    roster: Roster,
    metrics: Registry,
    /// The last processor times by container id, to tell rates from.
    samples: Mutex<HashMap<String, (i64, u64)>>,
}

impl Server {
    /// A server over the node's pods.
    pub fn new(shared: Arc<Shared>, roster: Roster, metrics: Registry) -> Self {
        Self { shared, roster, metrics, samples: Mutex::default() }
    }

    /// Answers a request whose sender may ask.
    async fn serve(self: Arc<Self>, request: Request<Incoming>) -> Answer {
        let path = request.uri().path().to_owned();
        let parts: Vec<&str> = path.trim_matches('/').split('/').collect();
        match (request.method(), parts.as_slice()) {
            (&Method::GET, ["healthz" | "livez" | "readyz", ..]) => health::ok(),
            (&Method::GET, ["pods"]) => pods::wanted(&self),
            (&Method::GET, ["runningpods"]) => pods::running(&self),
            (&Method::GET, ["configz"]) => pods::configuration(&self),
            (&Method::GET, ["metrics"]) => metrics::own(&self),
            (&Method::GET, ["metrics", "resource"]) => metrics::resource(&self).await,
            (&Method::GET, ["stats", "summary"]) => stats::summary(&self).await,
            (&Method::GET, ["containerLogs", namespace, pod, container]) => {
                log::log(&self, namespace, pod, container, request.uri().query().unwrap_or_default())
            }
            (_, ["exec", rest @ ..]) => exec::exec(self.clone(), rest, request).await,
            (_, ["attach", rest @ ..]) => exec::attach(self.clone(), rest, request).await,
            (&Method::POST, ["run", rest @ ..]) => exec::run(&self, rest, &request).await,
            (_, ["portForward", rest @ ..]) => port_forward::port_forward(self.clone(), rest, request),
            _ => answer::text(404, "404 page not found\n"),
        }
    }
}
