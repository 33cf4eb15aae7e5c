//! `ServiceAccount`: a pod runs as a service account of its namespace, and finds a token of it in a volume.

mod secrets;

use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use meta::StatusError;
use resource::Object;
use serde_json::{Value, json};

use crate::{Config, Plugin, Request, pods};

const DEFAULT: &str = "default";
const MOUNT_PATH: &str = "/var/run/secrets/kubernetes.io/serviceaccount";
const VOLUME_PREFIX: &str = "kube-api-access-";
/// An hour, and the few seconds that mark a token whose length nobody asked for.
const TOKEN_SECONDS: i64 = 60 * 60 + 7;
/// How long a pod waits for the account that a controller makes in each new namespace.
const PATIENCE: Duration = Duration::from_millis(1500);

/// The plugin.
pub fn plugin(_config: &Config) -> Box<dyn Plugin> {
    Box::new(ServiceAccount)
}

struct ServiceAccount;

#[async_trait]
impl Plugin for ServiceAccount {
    fn handles(&self, request: &Request<'_>) -> bool {
        request.is("", "pods")
            && match request.subresource() {
                "" => request.creates(),
                "ephemeralcontainers" => request.updates(),
                _ => false,
            }
    }

    async fn mutate(
        &self,
        request: &Request<'_>,
        object: &mut Object,
        _warnings: &mut Vec<String>,
    ) -> Result<(), StatusError> {
        if !request.creates() {
            return Ok(());
        }
        // A mirror pod must stay as the kubelet wrote it, or the kubelet deletes it.
        if pods::is_mirror(object) {
            return check_mirror(request, object);
        }
        if object.text("spec.serviceAccountName").is_empty() {
            object.set("spec.serviceAccountName", DEFAULT);
        }
        let account = account(request, object).await?;
        if wants_token(&account, object) {
            mount_token(object);
        }
        if pods::items(object, "imagePullSecrets").next().is_none()
            && let Some(secrets) = account.get("imagePullSecrets").and_then(Value::as_array)
        {
            let names = secrets.iter().map(|secret| json!({"name": secret["name"]}));
            let names: Vec<Value> = names.collect();
            object.set("spec.imagePullSecrets", names);
        }
        secrets::check(request, &account, object)
    }

    async fn validate(
        &self,
        request: &Request<'_>,
        object: Option<&Object>,
        _warnings: &mut Vec<String>,
    ) -> Result<(), StatusError> {
        let Some(pod) = object else { return Ok(()) };
        if request.creates() && pods::is_mirror(pod) {
            return check_mirror(request, pod);
        }
        if pod.text("spec.serviceAccountName").is_empty() {
            let (namespace, name) = (request.namespace(), pod.name());
            let why = format!("no service account specified for pod {namespace}/{name}");
            return Err(request.forbidden(object, why));
        }
        let account = account(request, pod).await?;
        if request.creates() {
            secrets::check(request, &account, pod)
        } else {
            secrets::check_ephemeral(&account, pod)
        }
    }
}

/// The account that the pod names. The default one may be on its way: each new namespace gets it from a controller.
async fn account(request: &Request<'_>, pod: &Object) -> Result<Arc<Object>, StatusError> {
    let (namespace, name) = (request.namespace(), pod.text("spec.serviceAccountName"));
    let found = if name == DEFAULT {
        request.state.await_one("serviceaccounts", namespace, name, PATIENCE).await?
    } else {
        request.state.find("serviceaccounts", namespace, name).await?
    };
    found.ok_or_else(|| {
        let why =
            format!("error looking up service account {namespace}/{name}: serviceaccount {name:?} not found");
        request.forbidden(Some(pod), why)
    })
}

fn check_mirror(request: &Request<'_>, pod: &Object) -> Result<(), StatusError> {
    let refuse = |why: &str| Err(request.forbidden(Some(pod), why));
    if !pod.text("spec.serviceAccountName").is_empty() {
        return refuse("a mirror pod may not reference service accounts");
    }
    if secrets::names_any(pod)? {
        return refuse("a mirror pod may not reference secrets");
    }
    let sources = pods::items(pod, "volumes").filter_map(|volume| volume.pointer("/projected/sources"));
    let mut sources = sources.filter_map(Value::as_array).flatten();
    if sources.any(|source| source.get("serviceAccountToken").is_some_and(|token| !token.is_null())) {
        return refuse("a mirror pod may not use ServiceAccountToken volume projections");
    }
    Ok(())
}

/// Whether a token is wanted: the pod's word counts before the account's.
fn wants_token(account: &Object, pod: &Object) -> bool {
    let pod = pod.get("spec.automountServiceAccountToken").and_then(Value::as_bool);
    pod.or_else(|| account.get("automountServiceAccountToken").and_then(Value::as_bool)).unwrap_or(true)
}

/// Gives each container the token's volume at the well-known path, unless something else is there.
fn mount_token(pod: &mut Object) {
    let given = pods::items(pod, "volumes")
        .filter_map(|volume| volume.get("name")?.as_str())
        .find(|name| name.starts_with(VOLUME_PREFIX))
        .map(str::to_owned);
    let name = given
        .clone()
        .unwrap_or_else(|| meta::names::generate(VOLUME_PREFIX, |bound| fastrand::usize(..bound)));
    let mut needed = false;
    for list in ["initContainers", "containers"] {
        for container in pods::items_mut(pod, list) {
            let mounts = container.get("volumeMounts").and_then(Value::as_array).into_iter().flatten();
            if mounts.clone().any(|mount| mount["mountPath"] == MOUNT_PATH) {
                continue;
            }
            let mount = json!({"name": name, "readOnly": true, "mountPath": MOUNT_PATH});
            pods::push(container, "volumeMounts", mount);
            needed = true;
        }
    }
    if given.is_none() && needed {
        pods::push(&mut pod.tree_mut()["spec"], "volumes", token_volume(&name));
    }
}

fn token_volume(name: &str) -> Value {
    json!({"name": name, "projected": {"defaultMode": 0o644, "sources": [
        {"serviceAccountToken": {"path": "token", "expirationSeconds": TOKEN_SECONDS}},
        {"configMap": {"name": "kube-root-ca.crt", "items": [{"key": "ca.crt", "path": "ca.crt"}]}},
        {"downwardAPI": {"items": [
            {"path": "namespace", "fieldRef": {"apiVersion": "v1", "fieldPath": "metadata.namespace"}}
        ]}},
    ]}})
}
