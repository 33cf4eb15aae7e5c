//! The namespace in which a run works: made at its start, emptied and removed at its end. Also the objects that scenarios use.

use std::sync::Arc;

use bytes::Bytes;
use http::Method;
use serde_json::{Value, json};

use crate::connection::{Call, Connection};
use crate::error::{Error, Result};
use crate::target::Target;

/// How many bytes of data a ConfigMap has.
const PAYLOAD: usize = 256;

/// A namespace of a server.
#[derive(Clone)]
pub(crate) struct Space {
    pub target: Arc<Target>,
    pub namespace: String,
}

impl Space {
    /// Makes it, with the account that pods need: it is not waited for a controller to do so, since none may run.
    pub(crate) async fn make(target: &Arc<Target>) -> Result<Self> {
        let namespace = format!("navarch-bench-{:08x}", fastrand::u32(..));
        let space = Self { target: target.clone(), namespace };
        let mut connection = target.connect().await?;
        let named = |name: &str| encode(&json!({"metadata": {"name": name}}));
        connection.fetch(&Call::send(Method::POST, "/api/v1/namespaces", named(&space.namespace))).await?;
        let accounts = space.path("serviceaccounts");
        match connection.fetch(&Call::send(Method::POST, accounts, named("default"))).await {
            Err(Error::Refused { code: 409, .. }) | Ok(_) => Ok(space),
            Err(error) => Err(error),
        }
    }

    /// The path of a collection of the core group.
    pub(crate) fn path(&self, plural: &str) -> String {
        format!("/api/v1/namespaces/{}/{plural}", self.namespace)
    }

    /// The path of one object of the core group.
    pub(crate) fn item(&self, plural: &str, name: &str) -> String {
        format!("/api/v1/namespaces/{}/{plural}/{name}", self.namespace)
    }

    /// Removes what a scenario made, by its label.
    pub(crate) async fn clear(&self, plural: &str, part: &str) -> Result<()> {
        self.clear_by(plural, &format!("?labelSelector=part%3D{part}")).await
    }

    async fn clear_by(&self, plural: &str, query: &str) -> Result<()> {
        let mut connection = self.target.connect().await?;
        let options = encode(&json!({"gracePeriodSeconds": 0}));
        let path = format!("{}{query}", self.path(plural));
        connection.fetch(&Call::send(Method::DELETE, path, options)).await.map(drop)
    }

    /// Removes everything.
    pub(crate) async fn remove(&self) -> Result<()> {
        for plural in ["pods", "configmaps"] {
            self.clear_by(plural, "").await?;
        }
        let mut connection: Connection = self.target.connect().await?;
        let path = format!("/api/v1/namespaces/{}", self.namespace);
        connection.fetch(&Call::send(Method::DELETE, path, "{}")).await.map(drop)
    }
}

/// A ConfigMap of one part of the run; `start` is what its data begin with.
pub(crate) fn config_map(part: &str, name: &str, start: &str) -> Bytes {
    let data = format!("{start}{}", "x".repeat(PAYLOAD - start.len()));
    encode(&json!({
        "apiVersion": "v1",
        "kind": "ConfigMap",
        "metadata": {"name": name, "labels": {"part": part, "app": "navarch-bench"}},
        "data": {"value": data},
    }))
}

/// A pod as a deployment would make it. No scheduler takes it: what is measured is the API, not what happens to pods.
pub(crate) fn pod(part: &str, name: &str) -> Bytes {
    let probe = json!({"httpGet": {"path": "/healthz", "port": 8080}, "periodSeconds": 10});
    encode(&json!({
        "apiVersion": "v1",
        "kind": "Pod",
        "metadata": {
            "name": name,
            "labels": {"part": part, "app": "navarch-bench", "pod-template-hash": "7d4b8c6f9"},
            "annotations": {"example.com/checksum": "3b5d5c3712955042212316173ccf37be"},
        },
        "spec": {
            "schedulerName": "navarch-bench",
            "terminationGracePeriodSeconds": 0,
            "containers": [{
                "name": "main",
                "image": "registry.example.com/team/service:1.36.4",
                "args": ["--listen=:8080", "--log-level=info"],
                "env": [
                    {"name": "MODE", "value": "production"},
                    {"name": "POD_IP", "valueFrom": {"fieldRef": {"fieldPath": "status.podIP"}}},
                ],
                "ports": [{"name": "http", "containerPort": 8080}],
                "resources": {"requests": {"cpu": "100m", "memory": "64Mi"}, "limits": {"memory": "128Mi"}},
                "livenessProbe": probe,
                "readinessProbe": probe,
                "volumeMounts": [{"name": "scratch", "mountPath": "/tmp"}],
            }],
            "volumes": [{"name": "scratch", "emptyDir": {}}],
        },
    }))
}

pub(crate) fn encode(value: &Value) -> Bytes {
    Bytes::from(value.to_string())
}
