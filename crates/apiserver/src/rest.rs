//! The verbs of a resource over HTTP: read the options, decode the body, ask the registry, encode the answer.
//!
//! | file | what it does |
//! |---|---|
//! | `act` | subresources and kinds that act upon what is sent |
//! | `call` | what every verb knows of its request |
//! | `decode` | bodies to trees, with upstream's errors and warnings |
//! | `get`, `list`, `watch`, `create`, `update`, `patch`, `delete` | the verbs |
//! | `log` | the log of a container, as far as no node is needed |
//! | `render`, `scale_table` | objects and pages to answers |

mod act;
mod call;
mod create;
mod decode;
mod delete;
mod get;
mod list;
mod patch;
mod render;
mod scale_table;
mod update;
mod watch;

use std::sync::Arc;

use meta::StatusError;
use registry::Target;
use resource::{SubresourceKind, Verb};

use crate::answer::{self, Answer};
use crate::api_server::ApiServer;
use crate::pipeline::Authorized;
use call::Call;

/// What is to be done with the target.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Action {
    Get,
    List,
    Watch,
    Create,
    Update,
    Patch,
    Delete,
    DeleteCollection,
    /// A connection carried on to a node, pod or service.
    Connect,
}

/// Does it.
pub(crate) async fn serve(
    server: Arc<ApiServer>,
    authorized: Authorized,
    target: Target,
    action: Action,
) -> Result<Answer, StatusError> {
    let mut call = Call::new(server, authorized, target);
    let warnings = deprecation(&call.target);
    let outcome = match action {
        Action::Get => get::run(&call).await,
        Action::List => list::run(&call).await,
        Action::Watch => watch::run(&call).await,
        Action::Create if !acts(&call.target) => create::run(&mut call).await,
        Action::Create if call.server.registry.can_act(&call.target) => act::run(&mut call).await,
        Action::Update => update::run(&mut call).await,
        Action::Patch => patch::run(&mut call).await,
        Action::Delete => delete::one(&mut call).await,
        Action::DeleteCollection => delete::many(&mut call).await,
        Action::Create | Action::Connect => Err(not_here(&call.target)),
    };
    // Whoever uses what is going away is told so, whether or not the request went well.
    let mut answer = match outcome {
        Ok(answer) => answer,
        Err(error) => answer::failure(&error, &call.wishes),
    };
    answer::warn(answer.headers_mut(), warnings.iter().chain(&call.warnings));
    Ok(answer)
}

fn deprecation(target: &Target) -> Vec<String> {
    target.version().deprecation.iter().map(|deprecation| deprecation.warning.to_string()).collect()
}

/// Whether what is sent is acted upon and not kept: a subresource with code of its own, or a kind that can only be created, such
/// as a review.
fn acts(target: &Target) -> bool {
    match target.below() {
        Some(below) => below.does == SubresourceKind::Action,
        None => !target.kind.allows(Verb::Get),
    }
}

/// What this server has no code for: it needs a node, or a part that is not wired in.
fn not_here(target: &Target) -> StatusError {
    let below =
        if target.subresource.is_empty() { String::new() } else { format!("/{}", target.subresource) };
    let what = format!("{}{below} is not available on this server", target.kind.plural);
    answer::bare(501, meta::StatusReason::Unknown, what)
}
