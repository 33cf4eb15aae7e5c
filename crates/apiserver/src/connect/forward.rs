//! One request onward and its answer back. Once protocols are switched, bytes go both ways until one side ends, or the server stops.

use std::time::Duration;

use bytes::Bytes;
use futures_util::StreamExt as _;
use http::header::{
    AUTHORIZATION, CONNECTION, HOST, HeaderName, PROXY_AUTHENTICATE, PROXY_AUTHORIZATION, TE, TRAILER,
    TRANSFER_ENCODING, UPGRADE,
};
use http::request::Parts;
use http::{HeaderMap, HeaderValue, Request, Response, StatusCode, Version};
use http_body_util::{BodyExt as _, BodyStream};
use hyper::body::Incoming;
use hyper::upgrade::OnUpgrade;
use hyper_util::rt::TokioIo;
use meta::StatusError;
use runtime::Shutdown;

use super::dialer::Place;
use crate::answer::Answer;
use crate::api_server::ApiServer;
use crate::body::{Body, RequestBody};

/// How long it may take to get there.
const DIAL: Duration = Duration::from_secs(30);
/// The most that is copied at once.
const CHUNK: usize = 32 * 1024;

/// What concerns one connection only and is not passed on.
const HOP_BY_HOP: [HeaderName; 9] = [
    CONNECTION,
    HeaderName::from_static("keep-alive"),
    HeaderName::from_static("proxy-connection"),
    PROXY_AUTHENTICATE,
    PROXY_AUTHORIZATION,
    TE,
    TRAILER,
    TRANSFER_ENCODING,
    UPGRADE,
];

/// Why nothing came back: it could not be reached, or broke off. The words are for the client.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub(super) struct Unreachable(String);

/// Sends the request to a place, under another path there, and gives what it answers.
pub(super) async fn exchange(
    server: &ApiServer,
    place: &Place,
    path: &str,
    head: &Parts,
    body: RequestBody,
) -> Result<Response<Incoming>, Failure> {
    let dialer = server.outward.get()?;
    let words = |error: &dyn std::error::Error| Unreachable(error.to_string());
    let io = tokio::select! {
        io = dialer.dial(place) => io.map_err(|error| words(&error))?,
        () = server.clock.sleep(DIAL) => {
            return Err(Unreachable(format!("dial tcp {}: i/o timeout", place.authority())).into());
        }
    };
    let request = onward(place, path, head, body);
    let shaken = hyper::client::conn::http1::handshake(TokioIo::new(io)).await;
    let (mut sender, connection) = shaken.map_err(|error| words(&error))?;
    tokio::spawn(async move {
        if let Err(error) = connection.with_upgrades().await {
            tracing::debug!(%error, "a connection to a node, pod or service broke off");
        }
    });
    Ok(sender.send_request(request).await.map_err(|error| words(&error))?)
}

/// Why there is no answer.
pub(super) enum Failure {
    /// It could not be asked.
    Unreachable(Unreachable),
    /// It must not be asked.
    Refused(StatusError),
}

impl From<Unreachable> for Failure {
    fn from(why: Unreachable) -> Self {
        Self::Unreachable(why)
    }
}

impl From<StatusError> for Failure {
    fn from(why: StatusError) -> Self {
        Self::Refused(why)
    }
}

fn onward(place: &Place, path: &str, head: &Parts, body: RequestBody) -> Request<RequestBody> {
    let mut request = Request::new(body);
    *request.method_mut() = head.method.clone();
    *request.uri_mut() = path.parse().unwrap_or_else(|_| http::Uri::from_static("/"));
    *request.version_mut() = Version::HTTP_11;
    let upgrade = streaming::is_upgrade(&head.headers);
    let headers = request.headers_mut();
    for (name, value) in &head.headers {
        let lasting = upgrade && (*name == CONNECTION || *name == UPGRADE);
        // Who asked was found out here; the other side is asked under the server's own name.
        if (lasting || !HOP_BY_HOP.contains(name)) && *name != AUTHORIZATION {
            headers.append(name, value.clone());
        }
    }
    if let Ok(host) = HeaderValue::from_str(&place.authority()) {
        headers.insert(HOST, host);
    }
    request
}

/// The answer as the client gets it.
pub(super) fn back(server: &ApiServer, head: &mut Parts, mut response: Response<Incoming>) -> Answer {
    if response.status() == StatusCode::SWITCHING_PROTOCOLS {
        return switched(server, head, response);
    }
    clean(response.headers_mut());
    response.map(stream)
}

/// A body, passed on as it comes.
pub(super) fn stream(body: Incoming) -> Body {
    let pieces = BodyStream::new(body).filter_map(|frame| async move {
        match frame {
            Ok(frame) => frame.into_data().ok().map(Ok),
            Err(error) => Some(Err(error.into())),
        }
    });
    Body::stream(pieces)
}

fn clean(headers: &mut HeaderMap) {
    for name in &HOP_BY_HOP {
        headers.remove(name);
    }
}

/// Ties both connections together, and tells the client what the other side said.
fn switched(server: &ApiServer, head: &mut Parts, mut response: Response<Incoming>) -> Answer {
    let there = hyper::upgrade::on(&mut response);
    let Some(here) = head.extensions.remove::<OnUpgrade>() else {
        let message = "unable to upgrade: the connection can't be taken over";
        return crate::answer::text(500, Bytes::from_static(message.as_bytes()));
    };
    tokio::spawn(pipe(here, there, server.shutdown.clone()));
    response.map(|_| Body::whole(Bytes::new()))
}

async fn pipe(here: OnUpgrade, there: OnUpgrade, shutdown: Shutdown) {
    let (here, there) = match tokio::try_join!(here, there) {
        Ok(both) => both,
        Err(error) => {
            tracing::debug!(%error, "a connection could not be taken over");
            return;
        }
    };
    let (mut here, mut there) = (TokioIo::new(here), TokioIo::new(there));
    tokio::select! {
        done = tokio::io::copy_bidirectional_with_sizes(&mut here, &mut there, CHUNK, CHUNK) => {
            if let Err(error) = done {
                tracing::debug!(%error, "a carried connection broke off");
            }
        }
        () = shutdown.wait() => {}
    }
}

/// The first part of a body as text, for errors.
pub(super) async fn text(body: Incoming, most: usize) -> String {
    let mut body = http_body_util::Limited::new(body, most);
    let mut text = Vec::new();
    while let Some(Ok(frame)) = body.frame().await {
        if let Ok(data) = frame.into_data() {
            text.extend_from_slice(&data);
        }
    }
    String::from_utf8_lossy(&text).into_owned()
}
