//! `pods/log`: what a container printed, from its node.

use http::{HeaderValue, StatusCode, header::CONTENT_TYPE};
use meta::options::Query;
use meta::{ErrorList, FieldError, GroupKind, Path, StatusError};
use registry::Target;

use super::dialer::{Place, Trust};
use super::forward::{self, Failure};
use super::parameters::{Parameters, is_on};
use super::{containers, find, nodes};
use crate::answer::{self, Answer};
use crate::api_server::ApiServer;
use crate::body::{Body, request_body};
use crate::pipeline::Identified;

/// The most that is read of a kubelet's refusal.
const MAX_REFUSAL: usize = 50_000;

/// Asks the kubelet, and passes on what it prints for as long as it prints.
pub(super) async fn run(
    server: &ApiServer,
    request: Identified,
    target: &Target,
) -> Result<Answer, StatusError> {
    let query = Query::parse(request.query());
    let errors = check(&query);
    if !errors.is_empty() {
        let kind = GroupKind::new("", "PodLogOptions");
        return Err(StatusError::invalid(&kind, &target.name, &errors));
    }
    let pod = find(server, "pods", &target.namespace, &target.name).await?;
    let container = containers::choose(&pod, query.get("container").unwrap_or_default())?;
    let node = pod.text("spec.nodeName");
    if node.is_empty() {
        // It runs nowhere, so it has printed nothing.
        let mut nothing = printed(Body::whole(""));
        *nothing.status_mut() = StatusCode::NO_CONTENT;
        return Ok(nothing);
    }
    let mut place = nodes::kubelet(&find(server, "nodes", "", node).await?)?;
    if is_on(&query, "insecureSkipTLSVerifyBackend") {
        place.trust = Trust::Anybody;
    }
    let path = format!("/containerLogs/{}/{}/{container}", target.namespace, target.name);
    let path = options(&query).after(&path);
    ask(server, request, target, &place, &path).await
}

async fn ask(
    server: &ApiServer,
    request: Identified,
    target: &Target,
    place: &Place,
    path: &str,
) -> Result<Answer, StatusError> {
    let mut head = request.head;
    // Logs are not objects: what forms of those the client takes is no business of the kubelet's.
    head.headers.clear();
    let response = match forward::exchange(server, place, path, &head, request_body("")).await {
        Ok(response) => response,
        Err(Failure::Refused(error)) => return Err(error),
        Err(Failure::Unreachable(why)) => {
            let url = format!("https://{}{path}", place.authority());
            return Err(StatusError::internal(format!("Get {url:?}: {why}")));
        }
    };
    let code = response.status().as_u16();
    if (200..=206).contains(&code) {
        return Ok(printed(forward::stream(response.into_body())));
    }
    let text = forward::text(response.into_body(), MAX_REFUSAL).await;
    Err(match code {
        400 => StatusError::bad_request(text),
        404 => {
            let what = "the server could not find the requested resource";
            answer::bare(404, meta::StatusReason::NotFound, format!("{what} ( pods/log {})", target.name))
        }
        500 => StatusError::internal(text),
        _ => answer::bare(code, meta::StatusReason::Unknown, text),
    })
}

fn printed(body: Body) -> Answer {
    let mut answer = Answer::new(body);
    answer.headers_mut().insert(CONTENT_TYPE, HeaderValue::from_static("text/plain"));
    answer
}

fn number(query: &Query<'_>, name: &str) -> Option<i64> {
    query.get(name).and_then(|value| value.parse().ok())
}

/// What can't be asked for.
fn check(query: &Query<'_>) -> ErrorList {
    let mut errors = ErrorList::new();
    let mut at_least = |name: &str, least: i64, text: &str| {
        if let Some(value) = number(query, name).filter(|value| *value < least) {
            errors.push(FieldError::invalid(&Path::new(name), value, text));
        }
    };
    at_least("tailLines", 0, "must be greater than or equal to 0");
    at_least("limitBytes", 1, "must be greater than 0");
    let both = query.get("sinceTime").is_some() && query.get("sinceSeconds").is_some();
    if !both {
        at_least("sinceSeconds", 1, "must be greater than 0");
    }
    if both {
        let text = "at most one of `sinceTime` or `sinceSeconds` may be specified";
        errors.push(FieldError::forbidden(&Path::new(""), text));
    }
    errors
}

/// What the kubelet is asked for.
fn options(query: &Query<'_>) -> Parameters {
    let mut parameters = Parameters::default();
    for name in ["follow", "previous", "timestamps"] {
        if is_on(query, name) {
            parameters.add(name, "true");
        }
    }
    for name in ["sinceSeconds", "sinceTime", "tailLines", "limitBytes"] {
        if let Some(value) = query.get(name) {
            parameters.add(name, value);
        }
    }
    if let Some(stream) = query.get("stream").filter(|stream| *stream != "All") {
        parameters.add("stream", stream);
    }
    parameters
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_are_checked_and_passed_on() {
        let query = Query::parse("follow=true&tailLines=5&container=c&timestamps=false&sinceSeconds=9");
        assert!(check(&query).is_empty());
        assert_eq!(options(&query).after("/l"), "/l?follow=true&sinceSeconds=9&tailLines=5");
        let wrong = check(&Query::parse("tailLines=-1&limitBytes=0&sinceSeconds=0"));
        assert_eq!(wrong.len(), 3);
        assert_eq!(check(&Query::parse("sinceSeconds=1&sinceTime=2020-01-01T00:00:00Z")).len(), 1);
    }
}
