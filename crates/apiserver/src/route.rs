//! Which part of the server answers: a verb of a kind, discovery, OpenAPI, or another endpoint.
//!
//! A path that has a resource but not for this method is told so; a path that has none is told the other way, and below groups
//! that nobody serves there is no API at all. Called by `pipeline.rs` with what was authorized.

use std::sync::Arc;

use http::Method;
use meta::StatusError;
use meta::options::Query;
use registry::Target;
use resource::{Subresource, SubresourceKind, Verb};

use crate::answer::{self, Answer};
use crate::api_server::ApiServer;
use crate::pipeline::Authorized;
use crate::request_info::RequestInfo;
use crate::rest::{self, Action};
use crate::{connect, discovery, endpoints, openapi};

/// Answers an authorized request.
pub(crate) async fn dispatch(server: Arc<ApiServer>, authorized: Authorized) -> Result<Answer, StatusError> {
    let info = &authorized.request.info;
    if info.is_resource {
        return match find(&server, info, &authorized.request.head.method)? {
            Some((target, Action::Connect)) => connect::serve(server, authorized, target).await,
            Some((target, action)) => rest::serve(server, authorized, target, action).await,
            None => Ok(missing(info)?),
        };
    }
    let first = info.path.trim_start_matches('/').split('/').next().unwrap_or_default();
    match first {
        "api" | "apis" => {
            let request = &authorized.request;
            let found = discovery::answer(&server.discovery, &server.registry, &server.address, request)?;
            found.map_or_else(|| missing(info), Ok)
        }
        "openapi" => openapi::answer(&server, &authorized.request),
        _ if !matches!(authorized.request.head.method, Method::GET | Method::HEAD) => {
            Ok(answer::text(405, "405 method not allowed\n"))
        }
        _ => {
            let query = Query::parse(authorized.request.query());
            Ok(endpoints::answer(&server, &info.path, &query).await)
        }
    }
}

/// Whether the request names a resource that is served.
pub(crate) fn is_known(server: &ApiServer, info: &RequestInfo) -> bool {
    server.registry.resolve(&info.group, &info.version, &info.resource).is_some()
}

/// The answer where there is nothing: in a built-in group a status, elsewhere no page.
fn missing(info: &RequestInfo) -> Result<Answer, StatusError> {
    let mut segments = info.path.trim_start_matches('/').split('/');
    let group = match (segments.next(), segments.next()) {
        (Some("api"), _) => "",
        (_, group) => group.unwrap_or_default(),
    };
    let built_in = schema::discovery::group_versions().iter().any(|known| known.group == group);
    if built_in { Err(answer::no_resource()) } else { Ok(answer::no_page()) }
}

/// What the path and the method mean; `None` if there is no such resource.
fn find(
    server: &ApiServer,
    info: &RequestInfo,
    method: &Method,
) -> Result<Option<(Target, Action)>, StatusError> {
    let Some((kind, served)) = server.registry.resolve(&info.group, &info.version, &info.resource) else {
        return Ok(None);
    };
    // The path of a namespace reads as if it lay in itself.
    let is_namespace = info.group.is_empty() && info.resource == "namespaces";
    let namespace = if is_namespace { String::new() } else { info.namespace.clone() };
    if !kind.is_namespaced() && !namespace.is_empty() {
        return Err(answer::no_resource());
    }
    let lost = kind.is_namespaced() && namespace.is_empty();
    // The path's own: a field selector may have given the request a name, too.
    let name = info.parts.get(1).cloned().unwrap_or_default();
    if lost && !name.is_empty() {
        return Err(answer::no_resource());
    }
    let (subresource, rest) = (info.subresource.clone(), info.parts.get(3..).unwrap_or_default());
    let target = Target { kind, served, namespace, name, subresource };
    // Whatever is passed on may be asked for its head, too.
    if method == Method::HEAD && info.subresource != "proxy" {
        return Err(answer::no_method());
    }
    let action = match (target.name.is_empty(), target.subresource.as_str()) {
        (false, "") => object(&target, info, method)?,
        (false, _) => below(&target, rest, method)?,
        (true, _) => collection(&target, info, method, lost)?,
    };
    Ok(Some((target, action)))
}

/// One of `offered` by its method, if the kind has it; else that there is no such method, or no such path.
fn choose(
    offered: &[(Method, Verb, Action)],
    has: impl Fn(Verb) -> bool,
    method: &Method,
) -> Result<Action, StatusError> {
    let mut any = false;
    for (by, verb, action) in offered {
        if has(*verb) {
            any = true;
            if by == method {
                return Ok(*action);
            }
        }
    }
    Err(if any { answer::no_method() } else { answer::no_resource() })
}

fn collection(
    target: &Target,
    info: &RequestInfo,
    method: &Method,
    lost: bool,
) -> Result<Action, StatusError> {
    let has = |verb| target.kind.allows(verb);
    let read = if info.verb == "watch" {
        (Method::GET, Verb::Watch, Action::Watch)
    } else {
        (Method::GET, Verb::List, Action::List)
    };
    if info.watch_prefix || lost {
        let offered = [read];
        return choose(&offered, has, method);
    }
    let offered = [
        read,
        (Method::POST, Verb::Create, Action::Create),
        (Method::DELETE, Verb::DeleteCollection, Action::DeleteCollection),
    ];
    choose(&offered, has, method)
}

fn object(target: &Target, info: &RequestInfo, method: &Method) -> Result<Action, StatusError> {
    let has = |verb| target.kind.allows(verb);
    if info.watch_prefix {
        return choose(&[(Method::GET, Verb::Watch, Action::Watch)], has, method);
    }
    let offered = [
        (Method::GET, Verb::Get, Action::Get),
        (Method::PUT, Verb::Update, Action::Update),
        (Method::PATCH, Verb::Patch, Action::Patch),
        (Method::DELETE, Verb::Delete, Action::Delete),
    ];
    choose(&offered, has, method)
}

fn below(target: &Target, rest: &[String], method: &Method) -> Result<Action, StatusError> {
    let Some(subresource) = target.below() else { return Err(answer::no_resource()) };
    let carries_path = subresource.does == SubresourceKind::Connect && subresource.name == "proxy";
    if !rest.is_empty() && !carries_path {
        return Err(answer::no_resource());
    }
    if carries_path && matches!(*method, Method::HEAD | Method::OPTIONS) {
        return Ok(Action::Connect);
    }
    let has = |verb| subresource.verbs.contains(&verb);
    choose(&offered(subresource), has, method)
}

fn offered(subresource: &Subresource) -> Vec<(Method, Verb, Action)> {
    let of = |view: Action| if subresource.does == SubresourceKind::Connect { Action::Connect } else { view };
    vec![
        (Method::GET, Verb::Get, of(Action::Get)),
        (Method::PUT, Verb::Update, of(Action::Update)),
        (Method::PATCH, Verb::Patch, of(Action::Patch)),
        (Method::DELETE, Verb::Delete, of(Action::Delete)),
        (Method::POST, Verb::Create, of(Action::Create)),
    ]
}
