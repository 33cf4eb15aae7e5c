//! `NamespaceLifecycle`: nothing comes into a namespace that is not there or is going, and the system's own namespaces stay.

use std::collections::HashMap;
use std::time::Duration;

use async_trait::async_trait;
use meta::StatusError;
use meta::status::StatusCause;
use parking_lot::Mutex;
use registry::Operation;
use resource::Object;

use crate::{Config, Plugin, Request};

/// The namespaces that cannot be deleted.
const IMMORTAL: [&str; 3] = ["default", "kube-system", "kube-public"];
/// How long after a deletion the cache is not believed when it shows a namespace as active.
const DOUBT: Duration = Duration::from_secs(30);

/// The plugin.
pub fn plugin(_config: &Config) -> Box<dyn Plugin> {
    Box::new(NamespaceLifecycle::default())
}

#[derive(Default)]
struct NamespaceLifecycle {
    /// Namespaces whose deletion went through here, with the (monotonic) time until which the store is asked about them.
    doubtful: Mutex<HashMap<String, Duration>>,
}

#[async_trait]
impl Plugin for NamespaceLifecycle {
    fn handles(&self, request: &Request<'_>) -> bool {
        // Access reviews are answered for any namespace: to say that there is none would tell who asks too much.
        let names = request.is("", "namespaces");
        match request.operation() {
            Operation::Delete => names,
            Operation::Create | Operation::Update => {
                !names
                    && !request.namespace().is_empty()
                    && !request.is("authorization.k8s.io", "localsubjectaccessreviews")
            }
            Operation::Connect => false,
        }
    }

    async fn mutate(
        &self,
        request: &Request<'_>,
        object: &mut Object,
        _warnings: &mut Vec<String>,
    ) -> Result<(), StatusError> {
        let name = request.namespace();
        let known = request.state.get("namespaces", "", name).filter(|namespace| {
            namespace.text("status.phase") != "Active" || !self.is_doubtful(request, name)
        });
        let namespace =
            match known {
                Some(namespace) => namespace,
                None => request.state.fetch("namespaces", "", name).await?.ok_or_else(|| {
                    StatusError::not_found(&meta::GroupResource::new("", "namespaces"), name)
                })?,
            };
        if request.creates() && namespace.text("status.phase") == "Terminating" {
            return Err(terminating(request, object));
        }
        Ok(())
    }

    async fn validate(
        &self,
        request: &Request<'_>,
        _object: Option<&Object>,
        _warnings: &mut Vec<String>,
    ) -> Result<(), StatusError> {
        if !request.deletes() {
            return Ok(());
        }
        if IMMORTAL.contains(&request.name()) {
            return Err(request.forbidden(None, "this namespace may not be deleted"));
        }
        if let Ok(registry) = request.state.registry() {
            let now = registry.clock().monotonic();
            let mut doubtful = self.doubtful.lock();
            doubtful.retain(|_, until| *until > now);
            doubtful.insert(request.name().to_owned(), now + DOUBT);
        }
        Ok(())
    }
}

impl NamespaceLifecycle {
    fn is_doubtful(&self, request: &Request<'_>, name: &str) -> bool {
        let Some(until) = self.doubtful.lock().get(name).copied() else { return false };
        request.state.registry().is_ok_and(|registry| registry.clock().monotonic() < until)
    }
}

fn terminating(request: &Request<'_>, object: &Object) -> StatusError {
    let name = request.namespace();
    let why = format!("unable to create new content in namespace {name} because it is being terminated");
    let mut error = request.forbidden(Some(object), why);
    if let Some(details) = &mut error.status_mut().details {
        details.causes.push(StatusCause {
            reason: "NamespaceTerminating".into(),
            message: format!("namespace {name} is being terminated"),
            field: "metadata.namespace".into(),
        });
    }
    error
}
