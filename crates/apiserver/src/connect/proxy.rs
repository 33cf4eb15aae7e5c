//! `pods/proxy`, `services/proxy` and `nodes/proxy`: HTTP requests of any method, passed on under the rest of their path.

use std::net::IpAddr;
use std::task::{Poll, ready};

use futures_util::{StreamExt as _, stream};
use http::header::{ACCEPT_ENCODING, CONTENT_ENCODING, CONTENT_LENGTH, CONTENT_TYPE, HeaderName, LOCATION};
use http::request::Parts;
use http::{HeaderValue, Method, StatusCode};
use http_body_util::BodyStream;
use meta::StatusError;
use registry::Target;
use resource::Object;
use serde_json::Value;

use super::dialer::{Place, Trust};
use super::forward::{self, Failure};
use super::html::Rewriter;
use super::named::Named;
use super::{find, nodes};
use crate::answer::Answer;
use crate::api_server::ApiServer;
use crate::body::Body;
use crate::pipeline::Identified;

/// Passes the request on.
pub(super) async fn run(
    server: &ApiServer,
    request: Identified,
    target: &Target,
) -> Result<Answer, StatusError> {
    let place = locate(server, target).await?;
    let raw = request.head.uri.path().to_owned();
    let (prefix, rest) = split(&raw);
    let method = &request.head.method;
    if rest.is_empty() && matches!(*method, Method::GET | Method::HEAD) {
        return Ok(with_slash(&request));
    }
    let rest = if rest.is_empty() { "/" } else { rest };
    let path = match request.query() {
        "" => rest.to_owned(),
        query => format!("{rest}?{query}"),
    };
    let prefix = prefix.to_owned();
    let mut head = request.head;
    describe(&mut head, &raw);
    match forward::exchange(server, &place, &path, &head, request.body).await {
        Ok(mut response) => {
            bring_home(response.headers_mut(), &prefix, &place);
            let page = is_page(response.headers());
            let answer = forward::back(server, &mut head, response);
            Ok(if page { with_links(answer, Rewriter::new(&prefix, &place.authority())) } else { answer })
        }
        Err(Failure::Refused(error)) => Err(error),
        Err(Failure::Unreachable(why)) => {
            Err(StatusError::service_unavailable(format!("error trying to reach service: {why}")))
        }
    }
}

/// The path up to `…/proxy`, and what follows. The third segment after the collection's is always `proxy`, so the first one that can be
/// is: names of objects hold no slash.
fn split(path: &str) -> (&str, &str) {
    let mut segments = path.char_indices().filter(|(_, c)| *c == '/').map(|(at, _)| at);
    let after_version = if path.starts_with("/api/v1/namespaces/") { 7 } else { 5 };
    match segments.nth(after_version) {
        Some(end) => path.split_at(end),
        None => (path, ""),
    }
}

/// A root without its slash is another page to browsers.
fn with_slash(request: &Identified) -> Answer {
    let uri = &request.head.uri;
    let query = uri.query().map(|query| format!("?{query}")).unwrap_or_default();
    let mut answer = Answer::new(Body::whole(""));
    *answer.status_mut() = StatusCode::MOVED_PERMANENTLY;
    if let Ok(to) = HeaderValue::from_str(&format!("{}/{query}", uri.path())) {
        answer.headers_mut().insert(LOCATION, to);
    }
    answer
}

/// What whoever answers may want to know of the way here.
fn describe(head: &mut Parts, raw: &str) {
    let host = head.headers.get(http::header::HOST).cloned();
    let host = host.or_else(|| HeaderValue::from_str(head.uri.authority()?.as_str()).ok());
    let uri = HeaderValue::from_str(raw).ok();
    let headers = [("x-forwarded-uri", uri), ("x-forwarded-host", host)];
    for (name, value) in headers.into_iter().filter_map(|(name, value)| Some((name, value?))) {
        head.headers.insert(HeaderName::from_static(name), value);
    }
    // Pages come unpacked, so that their links can be seen to.
    head.headers.remove(ACCEPT_ENCODING);
    head.headers.insert(HeaderName::from_static("x-forwarded-proto"), HeaderValue::from_static("https"));
}

/// Redirects that stay on the other side are brought below the proxied path.
fn bring_home(headers: &mut http::HeaderMap, prefix: &str, place: &Place) {
    let Some(location) = headers.get(LOCATION).and_then(|value| value.to_str().ok()) else { return };
    let local = match location.split_once("://") {
        None => location,
        Some((_, rest)) => match rest.strip_prefix(&place.authority()) {
            Some(path) => path,
            None => return,
        },
    };
    if local.starts_with('/')
        && let Ok(value) = HeaderValue::from_str(&format!("{prefix}{local}"))
    {
        headers.insert(LOCATION, value);
    }
}

/// Whether it is a page with links. One that is packed otherwise than browsers of ours ask for is left alone.
fn is_page(headers: &http::HeaderMap) -> bool {
    let text =
        |name| headers.get(name).and_then(|value: &HeaderValue| value.to_str().ok()).unwrap_or_default();
    text(CONTENT_TYPE).split(';').next().is_some_and(|name| name.trim() == "text/html")
        && matches!(text(CONTENT_ENCODING), "" | "identity")
}

fn with_links(mut answer: Answer, mut rewriter: Rewriter) -> Answer {
    answer.headers_mut().remove(CONTENT_LENGTH);
    answer.map(|body| {
        let mut body = BodyStream::new(body);
        let mut over = false;
        Body::stream(stream::poll_fn(move |cx| {
            loop {
                if over {
                    return Poll::Ready(None);
                }
                let piece = match ready!(body.poll_next_unpin(cx)) {
                    Some(Ok(frame)) => frame.into_data().map(|data| rewriter.push(&data)).unwrap_or_default(),
                    Some(Err(error)) => return Poll::Ready(Some(Err(error))),
                    None => {
                        over = true;
                        rewriter.finish()
                    }
                };
                if !piece.is_empty() {
                    return Poll::Ready(Some(Ok(piece.into())));
                }
            }
        }))
    })
}

/// Where the request goes.
async fn locate(server: &ApiServer, target: &Target) -> Result<Place, StatusError> {
    let singular = target.kind.plural.trim_end_matches('s');
    let named = Named::parse(&target.name)
        .ok_or_else(|| StatusError::bad_request(format!("invalid {singular} request {:?}", target.name)))?;
    match singular {
        "node" => node(server, named).await,
        "pod" => pod(&find(server, "pods", &target.namespace, named.name).await?, named),
        _ => service(server, target, named).await,
    }
}

const fn trust(named: Named<'_>) -> Trust {
    if named.https { Trust::Anybody } else { Trust::Plain }
}

async fn node(server: &ApiServer, named: Named<'_>) -> Result<Place, StatusError> {
    let kubelet = nodes::kubelet(&find(server, "nodes", "", named.name).await?)?;
    if kubelet.host.parse::<IpAddr>().is_ok_and(|address| !is_allowed(address)) {
        return Err(StatusError::bad_request("address not allowed"));
    }
    if named.port.is_empty() || named.port == kubelet.port.to_string() {
        return Ok(kubelet);
    }
    Ok(Place { port: port(named.port)?, trust: trust(named), ..kubelet })
}

fn pod(pod: &Object, named: Named<'_>) -> Result<Place, StatusError> {
    let first = || {
        let containers = pod.get("spec.containers").and_then(Value::as_array)?;
        containers.iter().find_map(|container| container["ports"][0]["containerPort"].as_u64())
    };
    let usual = if named.https { 443 } else { 80 };
    let port = match named.port {
        "" => first().and_then(|port| u16::try_from(port).ok()).unwrap_or(usual),
        given => port(given)?,
    };
    let ips = pod.get("status.podIPs").and_then(Value::as_array);
    let host = ips.and_then(|ips| ips.first()?["ip"].as_str()).unwrap_or_default();
    if !host.parse().is_ok_and(is_allowed) {
        return Err(StatusError::bad_request("address not allowed"));
    }
    Ok(Place { host: host.to_owned(), port, trust: trust(named) })
}

fn port(text: &str) -> Result<u16, StatusError> {
    text.parse().map_err(|_| {
        StatusError::service_unavailable(format!("error trying to reach service: unknown port {text:?}"))
    })
}

/// Whether an address is one that pods and nodes have, and not one of this machine's own or of its neighbours'.
fn is_allowed(address: IpAddr) -> bool {
    let local = match address {
        IpAddr::V4(address) => address.is_link_local() || address.is_broadcast(),
        IpAddr::V6(address) => address.is_unicast_link_local(),
    };
    !(local || address.is_loopback() || address.is_unspecified() || address.is_multicast())
}

/// One of the service's endpoints that is ready and has the port.
async fn service(server: &ApiServer, target: &Target, named: Named<'_>) -> Result<Place, StatusError> {
    let none =
        |name: &str| StatusError::service_unavailable(format!("no endpoints available for service {name:?}"));
    let mut name = named.port.to_owned();
    if let Ok(number) = named.port.parse::<i64>() {
        let service = find(server, "services", &target.namespace, named.name).await?;
        let ports = service.get("spec.ports").and_then(Value::as_array).cloned().unwrap_or_default();
        let Some(port) = ports.iter().find(|port| port["port"].as_i64() == Some(number)) else {
            let text = format!("no service port {number} found for service {:?}", named.name);
            return Err(StatusError::service_unavailable(text));
        };
        name = port["name"].as_str().unwrap_or_default().to_owned();
    }
    let endpoints = find(server, "endpoints", &target.namespace, named.name).await?;
    if endpoints.get("subsets").and_then(Value::as_array).is_none_or(Vec::is_empty) {
        return Err(none(named.name));
    }
    let mut choices = choices(&endpoints, &name);
    if choices.is_empty() {
        return Err(none(&target.name));
    }
    let (host, port) = choices.swap_remove(fastrand::usize(..choices.len()));
    Ok(Place { host, port, trust: trust(named) })
}

/// The addresses of pods that are ready and have a port of this name.
pub(super) fn choices(endpoints: &Object, name: &str) -> Vec<(String, u16)> {
    let mut choices: Vec<(String, u16)> = Vec::new();
    for subset in endpoints.get("subsets").and_then(Value::as_array).into_iter().flatten() {
        let list = |key: &str| subset[key].as_array().cloned().unwrap_or_default();
        let port = list("ports").into_iter().find(|port| port["name"].as_str().unwrap_or_default() == name);
        let Some(port) = port.and_then(|port| u16::try_from(port["port"].as_u64()?).ok()) else { continue };
        let addresses = list("addresses");
        let real = addresses.iter().filter(|address| address["targetRef"]["kind"] == "Pod");
        choices.extend(real.filter_map(|address| Some((address["ip"].as_str()?.to_owned(), port))));
    }
    choices.retain(|(address, _)| address.parse().is_ok_and(is_allowed));
    choices
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_cut_behind_proxy() {
        for (path, prefix, rest) in [
            ("/api/v1/nodes/n/proxy/stats/summary", "/api/v1/nodes/n/proxy", "/stats/summary"),
            ("/api/v1/nodes/n/proxy", "/api/v1/nodes/n/proxy", ""),
            ("/api/v1/nodes/n/proxy/", "/api/v1/nodes/n/proxy", "/"),
            (
                "/api/v1/namespaces/a/pods/p:80/proxy/x/%2Fy/",
                "/api/v1/namespaces/a/pods/p:80/proxy",
                "/x/%2Fy/",
            ),
        ] {
            assert_eq!(split(path), (prefix, rest), "{path}");
        }
    }

    #[test]
    fn only_addresses_of_pods_and_nodes() {
        let allowed = |text: &str| is_allowed(text.parse().unwrap());
        assert!(allowed("10.244.0.5") && allowed("fd00::5"));
        for text in ["127.0.0.1", "::1", "169.254.169.254", "0.0.0.0", "224.0.0.1", "fe80::1"] {
            assert!(!allowed(text), "{text}");
        }
    }
}
