//! Connections that the server carries on to a node, pod or service: logs, commands, forwarded ports, proxied requests.
//!
//! What is asked for is looked up in the cache and becomes a place and a path there (pure, one file for each subject); `forward` goes there
//! through the server's one [`Dialer`] and passes on what comes back, byte by byte once protocols were switched. Nothing of the streams
//! is understood here; kubelets speak the same protocols as clients. Called by `route.rs` with what was authorized.
//!
//! | file | what it does |
//! |---|---|
//! | `dialer` | opens sockets to nodes, pods and services; the one place that does |
//! | `forward` | one request onward, its answer back, upgraded or not |
//! | `html` | links in proxied pages |
//! | `install` | the dialer of a server on its own |
//! | `log`, `session`, `proxy` | the subresources |
//! | `containers`, `nodes`, `named` | which container, where a node listens, names with scheme and port |
//! | `parameters`, `options` | queries for kubelets; options for admission |
//! | `webhooks` | calls of admission webhooks |

mod containers;
mod dialer;
mod forward;
mod html;
mod install;
mod log;
mod named;
mod nodes;
mod options;
mod parameters;
mod proxy;
mod session;
mod webhooks;

pub use dialer::{Dialer, Direct, Place, Socket, Trust};
pub(crate) use install::install;
pub(crate) use webhooks::Webhooks;

use std::sync::Arc;

use meta::StatusError;
use meta::options::{GetOptions, Query};
use parking_lot::RwLock;
use registry::{Caller, Target};
use resource::Object;

use crate::answer::{self, Answer};
use crate::api_server::ApiServer;
use crate::pipeline::Authorized;

/// How a server reaches what is not itself; empty until the dialer is there.
#[derive(Default)]
pub(crate) struct Outward(RwLock<Option<Arc<dyn Dialer>>>);

impl Outward {
    /// The last dialer counts.
    pub(crate) fn set(&self, dialer: Arc<dyn Dialer>) {
        *self.0.write() = Some(dialer);
    }

    pub(crate) fn get(&self) -> Result<Arc<dyn Dialer>, StatusError> {
        let missing = || {
            let what = "connections to nodes are not available on this server";
            answer::bare(501, meta::StatusReason::Unknown, what)
        };
        self.0.read().clone().ok_or_else(missing)
    }
}

/// Carries an authorized request on.
pub(crate) async fn serve(
    server: Arc<ApiServer>,
    authorized: Authorized,
    target: Target,
) -> Result<Answer, StatusError> {
    let Authorized { request, user } = authorized;
    let rest = request.info.parts.get(3..).unwrap_or_default();
    if let Some(options) = options::of(&target, &Query::parse(request.query()), rest) {
        let caller = Caller { user, manager: String::new() };
        server.registry.admit_connection(&target, &caller, options).await?;
    }
    match (target.kind.plural.as_ref(), target.subresource.as_str()) {
        ("pods", "log") => log::run(&server, request, &target).await,
        ("pods", "exec" | "attach" | "portforward") => session::run(&server, request, &target).await,
        ("pods" | "services" | "nodes", "proxy") => proxy::run(&server, request, &target).await,
        _ => Err(answer::no_resource()),
    }
}

/// An object as it is now.
async fn find(server: &ApiServer, plural: &str, namespace: &str, name: &str) -> Result<Object, StatusError> {
    let (kind, served) = server.registry.resolve("", "v1", plural).ok_or_else(answer::no_resource)?;
    let (namespace, name) = (namespace.to_owned(), name.to_owned());
    let target = Target { kind, served, namespace, name, subresource: String::new() };
    let stored = server.registry.get(&target, &GetOptions::default()).await?;
    stored.object().map_err(StatusError::internal)
}
