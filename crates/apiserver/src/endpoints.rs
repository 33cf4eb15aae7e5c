//! Paths of no resource: health, version, metrics, and the index of all paths.

use std::sync::Arc;

use meta::options::Query;
use registry::Registry;
use runtime::Shutdown;
use serde_json::json;
use telemetry::health::{self, Check, Checks};

use crate::answer::{self, Answer};
use crate::api_server::ApiServer;

/// The version that is served.
const MAJOR: &str = "1";
const MINOR: &str = "36";
const GIT_VERSION: &str = "v1.36.4";

/// The three health endpoints.
pub(crate) struct Health {
    healthz: Checks,
    livez: Checks,
    readyz: Checks,
}

impl Health {
    pub(crate) fn new(registry: &Arc<Registry>, shutdown: &Shutdown) -> Self {
        let health = Self {
            healthz: Checks::new("healthz"),
            livez: Checks::new("livez"),
            readyz: Checks::new("readyz"),
        };
        let loaded = {
            let registry = registry.clone();
            Check::asked(move || {
                if registry.is_ready() { Ok(()) } else { Err("the cache has not loaded yet".into()) }
            })
        };
        let store = {
            let store = registry.store().clone();
            Check::asked_async(move || {
                let store = store.clone();
                async move { store.revision().await.map(drop).map_err(|error| error.to_string()) }
            })
        };
        let running = {
            let shutdown = shutdown.clone();
            Check::asked(move || {
                if shutdown.is_triggered() { Err("process is shutting down".into()) } else { Ok(()) }
            })
        };
        for checks in [&health.healthz, &health.livez, &health.readyz] {
            checks.add("ping", Check::ping());
            checks.add("etcd", store.clone());
        }
        health.readyz.add("informer-sync", loaded);
        health.readyz.add("shutdown", running);
        health
    }

    fn of(&self, endpoint: &str) -> Option<&Checks> {
        match endpoint {
            "healthz" => Some(&self.healthz),
            "livez" => Some(&self.livez),
            "readyz" => Some(&self.readyz),
            _ => None,
        }
    }

    async fn answer(&self, path: &str, query: &Query<'_>) -> Option<Answer> {
        let path = path.trim_start_matches('/');
        let (endpoint, one) =
            path.split_once('/').map_or((path, None), |(endpoint, one)| (endpoint, Some(one)));
        let checks = self.of(endpoint)?;
        let response = match one {
            Some(name) => checks.report_one(name).await?,
            None => {
                let asked = health::Query {
                    verbose: query.get("verbose").is_some(),
                    exclude: query.all("exclude").map(ToOwned::to_owned).collect(),
                };
                checks.report(&asked).await
            }
        };
        Some(answer::text(response.status, response.body))
    }
}

/// Answers a path of no resource that is neither discovery nor OpenAPI.
pub(crate) async fn answer(server: &ApiServer, path: &str, query: &Query<'_>) -> Answer {
    match path {
        "/version" => version(),
        "/metrics" => answer::raw(200, telemetry::metrics::CONTENT_TYPE, server.metrics.render()),
        "/" => index(server),
        _ => match server.documents.iter().find(|document| document.path == path) {
            Some(document) => answer::raw(200, document.content_type, document.body.clone()),
            None => server.health.answer(path, query).await.unwrap_or_else(answer::no_page),
        },
    }
}

fn version() -> Answer {
    let platform = if cfg!(target_arch = "aarch64") { "linux/arm64" } else { "linux/amd64" };
    let body = json!({
        "major": MAJOR,
        "minor": MINOR,
        "emulationMajor": MAJOR,
        "emulationMinor": MINOR,
        "minCompatibilityMajor": MAJOR,
        "minCompatibilityMinor": "35",
        "gitVersion": GIT_VERSION,
        "gitCommit": "",
        "gitTreeState": "clean",
        "buildDate": "1970-01-01T00:00:00Z",
        "goVersion": "",
        "compiler": "rustc",
        "platform": platform,
    });
    answer::raw(200, "application/json", codec::json::to_vec_pretty(&body))
}

/// Every path that there is something at.
fn index(server: &ApiServer) -> Answer {
    let mut paths = vec!["/api".to_owned(), "/apis".to_owned()];
    for kind in server.registry.kinds() {
        for served in &kind.served {
            if served.group.is_empty() {
                paths.push(format!("/api/{}", served.version));
            } else {
                paths.push(format!("/apis/{}", served.group));
                paths.push(format!("/apis/{}/{}", served.group, served.version));
            }
        }
    }
    for (endpoint, checks) in [
        ("healthz", &server.health.healthz),
        ("livez", &server.health.livez),
        ("readyz", &server.health.readyz),
    ] {
        paths.push(format!("/{endpoint}"));
        paths.extend(checks.names().iter().map(|name| format!("/{endpoint}/{name}")));
    }
    paths.extend(server.documents.iter().map(|document| document.path.to_owned()));
    paths.extend(["/metrics", "/openapi/v2", "/openapi/v3", "/version"].map(str::to_owned));
    paths.sort();
    paths.dedup();
    answer::raw(200, "application/json", codec::json::to_vec_pretty(&json!({ "paths": paths })))
}
