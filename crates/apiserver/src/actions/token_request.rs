//! `serviceaccounts/token`: a token for a service account, for a time, for certain audiences, perhaps bound to an object.

use std::sync::Arc;

use async_trait::async_trait;
use authn::service_account::{Bound, Issuer, Reference, Request};
use meta::options::GetOptions;
use meta::{ErrorList, FieldError, GroupKind, GroupResource, Path, StatusError, Time};
use registry::{Action, Answer, Call, Object, Registry, Target};
use serde_json::{Value, json};

const GROUP: &str = "authentication.k8s.io";
const SHORTEST: i64 = 10 * 60;
const LONGEST: i64 = 1 << 32;
/// What the kubelet asks for in the name of pods that do not say: such tokens are good for a year, and their use is warned of after
/// the time that was asked for.
const EXTENDED: i64 = 60 * 60 + 7;
const YEAR: i64 = 365 * 24 * 3600;

/// Issues tokens.
pub(super) struct TokenRequest {
    pub issuer: Arc<Issuer>,
    /// The audiences of a request that names none.
    pub audiences: Vec<String>,
}

#[async_trait]
impl Action for TokenRequest {
    fn defaults(&self, body: &mut Object) {
        if body.get("spec").is_none() {
            body.set("spec", json!({}));
        }
        body.set_default("spec.expirationSeconds", 3600);
    }

    async fn run(
        &self,
        registry: &Registry,
        call: Call<'_>,
        mut body: Object,
    ) -> Result<Answer, StatusError> {
        let (name, namespace) = (&call.target.name, &call.target.namespace);
        check_name(&body, name)?;
        let account = find(registry, "serviceaccounts", namespace, name).await?;
        if !body.uid().is_empty() && body.uid() != account.uid() {
            let why = format!(
                "the UID in the token request ({}) does not match the UID of the service account ({})",
                body.uid(),
                account.uid()
            );
            return Err(StatusError::conflict(&GroupResource::new(GROUP, "TokenRequest"), name, why));
        }
        if body.get("spec.audiences").and_then(Value::as_array).is_none_or(Vec::is_empty) {
            body.set("spec.audiences", self.audiences.clone());
        }
        let now = Time::from(registry.clock().now());
        for (path, value) in [("name", name.as_str()), ("namespace", namespace), ("uid", account.uid())] {
            body.set(&format!("metadata.{path}"), value);
        }
        body.set("metadata.creationTimestamp", now.to_string());
        body.remove("status");
        let seconds = check_time(&body)?;
        let bound = bound(registry, &body, name, namespace).await?;
        let token = self.token(&body, &account, seconds, bound)?;
        body.set(
            "status",
            json!({"token": token, "expirationTimestamp": Time::from_unix(now.unix() + seconds).to_string()}),
        );
        Ok(Answer::Tree(body))
    }
}

impl TokenRequest {
    fn token(
        &self,
        body: &Object,
        account: &Object,
        seconds: i64,
        bound: Option<Bound>,
    ) -> Result<String, StatusError> {
        let listed = body.get("spec.audiences").and_then(Value::as_array).into_iter().flatten();
        let audiences: Vec<String> = listed.filter_map(Value::as_str).map(str::to_owned).collect();
        let is_ours = audiences.iter().all(|audience| self.audiences.contains(audience));
        let extended = seconds == EXTENDED && is_ours && matches!(bound, Some(Bound::Pod(..)));
        let request = Request {
            namespace: account.namespace().to_owned(),
            account: reference(account),
            audiences,
            seconds: if extended { YEAR } else { seconds },
            bound,
            warn_after: extended.then_some(seconds),
        };
        let failed = |error| StatusError::internal(format!("failed to generate token: {error}"));
        self.issuer.issue(&request).map_err(failed)
    }
}

fn invalid(name: &str, errors: &ErrorList) -> StatusError {
    StatusError::invalid(&GroupKind::new(GROUP, "TokenRequest"), name, errors)
}

fn check_name(body: &Object, name: &str) -> Result<(), StatusError> {
    if body.name().is_empty() || body.name() == name {
        return Ok(());
    }
    let (path, detail) = (Path::new("metadata.name"), "must match the service account name if specified");
    Err(invalid(name, &FieldError::invalid(&path, body.name(), detail).into()))
}

fn check_time(body: &Object) -> Result<i64, StatusError> {
    let seconds = body.int("spec.expirationSeconds").unwrap_or_default();
    let detail = match seconds {
        ..SHORTEST => "may not specify a duration less than 10 minutes",
        SHORTEST..=LONGEST => return Ok(seconds),
        _ => "may not specify a duration larger than 2^32 seconds",
    };
    let path = Path::new("spec.expirationSeconds");
    Err(invalid("", &FieldError::invalid(&path, seconds, detail).into()))
}

/// The object that the token is to be bound to, if one is named.
async fn bound(
    registry: &Registry,
    body: &Object,
    account: &str,
    namespace: &str,
) -> Result<Option<Bound>, StatusError> {
    let Some(wanted) = body.get("spec.boundObjectRef") else { return Ok(None) };
    let text = |field: &str| wanted[field].as_str().unwrap_or_default();
    let (kind, name) = (text("kind"), text("name"));
    let group = text("apiVersion").split_once('/').map_or("", |(group, _)| group);
    let found = match (group, kind) {
        ("", "Pod") => find(registry, "pods", namespace, name).await?,
        ("", "Node") => find(registry, "nodes", "", name).await?,
        ("", "Secret") => find(registry, "secrets", namespace, name).await?,
        _ => {
            let (group, version) = text("apiVersion").split_once('/').unwrap_or(("", text("apiVersion")));
            let shown = format!("{group}/{version}, Kind={kind}");
            return Err(StatusError::bad_request(format!("cannot bind token to object of type {shown}")));
        }
    };
    if kind == "Pod" && found.text("spec.serviceAccountName") != account {
        return Err(StatusError::bad_request(format!(
            "cannot bind token for serviceaccount {} to pod running with different serviceaccount name.",
            meta::go::quote(account)
        )));
    }
    if !text("uid").is_empty() && text("uid") != found.uid() {
        let why = format!(
            "the UID in the bound object reference ({}) does not match the UID in record. The object might have been deleted and then recreated",
            text("uid")
        );
        return Err(StatusError::conflict(&GroupResource::new("", kind), name, why));
    }
    Ok(Some(match kind {
        "Pod" => Bound::Pod(reference(&found), node_of(registry, &found).await),
        "Node" => Bound::Node(reference(&found)),
        _ => Bound::Secret(reference(&found)),
    }))
}

/// The node that a pod is on; without a uid if there is no such node.
async fn node_of(registry: &Registry, pod: &Object) -> Option<Reference> {
    let name = pod.text("spec.nodeName");
    if name.is_empty() {
        return None;
    }
    let found = find(registry, "nodes", "", name).await.ok();
    let uid = found.map(|node| node.uid().to_owned()).unwrap_or_default();
    Some(Reference { name: name.to_owned(), uid })
}

fn reference(object: &Object) -> Reference {
    Reference { name: object.name().to_owned(), uid: object.uid().to_owned() }
}

async fn find(registry: &Registry, plural: &str, namespace: &str, name: &str) -> Result<Object, StatusError> {
    let (kind, served) = registry.resolve("", "v1", plural).ok_or_else(crate::answer::no_resource)?;
    let (namespace, name, subresource) = (namespace.to_owned(), name.to_owned(), String::new());
    let target = Target { kind, served, namespace, name, subresource };
    let stored = registry.get(&target, &GetOptions::default()).await?;
    stored.object().map_err(StatusError::internal)
}
