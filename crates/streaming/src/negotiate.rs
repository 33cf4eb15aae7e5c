//! Which wire and which protocol are spoken: from the headers of a request to the answer that switches to it. Pure.

use http::header::{
    CONNECTION, HeaderName, SEC_WEBSOCKET_ACCEPT, SEC_WEBSOCKET_KEY, SEC_WEBSOCKET_PROTOCOL, UPGRADE,
};
use http::{HeaderMap, HeaderValue, Response, StatusCode};
use tokio_tungstenite::tungstenite::handshake::derive_accept_key;

/// Names the protocol that is spoken over SPDY.
pub(crate) const STREAM_PROTOCOL: HeaderName = HeaderName::from_static("x-stream-protocol-version");
/// Tells a client that was refused what it could have asked for.
const ACCEPTED_PROTOCOLS: HeaderName = HeaderName::from_static("x-accepted-stream-protocol-versions");
/// What SPDY is called in upgrades.
pub(crate) const SPDY: &str = "SPDY/3.1";

/// Why a request can't be served. The message is the whole body, as plain text.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct Refusal {
    /// The HTTP status.
    pub code: u16,
    /// The body.
    pub message: String,
    /// More headers of the answer.
    pub headers: Vec<(HeaderName, HeaderValue)>,
}

impl Refusal {
    pub(crate) fn bad_request(message: impl Into<String>) -> Self {
        Self { code: 400, message: message.into(), headers: Vec::new() }
    }

    /// The answer.
    pub fn response(&self) -> Response<String> {
        let mut response = Response::new(self.message.clone());
        *response.status_mut() = StatusCode::from_u16(self.code).unwrap_or(StatusCode::BAD_REQUEST);
        for (name, value) in &self.headers {
            response.headers_mut().append(name, value.clone());
        }
        response
    }
}

/// Whether the client wants to switch protocols.
pub fn is_upgrade(headers: &HeaderMap) -> bool {
    values(headers, CONNECTION).any(|value| value.eq_ignore_ascii_case("upgrade"))
}

/// Whether it wants a WebSocket.
pub fn is_websocket(headers: &HeaderMap) -> bool {
    is_upgrade(headers) && values(headers, UPGRADE).any(|value| value.eq_ignore_ascii_case("websocket"))
}

/// The elements of a header that is a list, over all its lines.
fn values(headers: &HeaderMap, name: HeaderName) -> impl Iterator<Item = &str> {
    headers
        .get_all(name)
        .iter()
        .filter_map(|value| value.to_str().ok())
        .flat_map(|value| value.split(','))
        .map(str::trim)
        .filter(|value| !value.is_empty())
}

/// The protocol over a WebSocket, and the answer. An empty name among `known` is for clients that name none.
pub(crate) fn websocket(
    headers: &HeaderMap,
    known: &[&'static str],
) -> Result<(Response<()>, &'static str), Refusal> {
    let key = headers.get(SEC_WEBSOCKET_KEY);
    let key = key.ok_or_else(|| Refusal::bad_request("missing Sec-WebSocket-Key in the request"))?;
    let asked: Vec<&str> = values(headers, SEC_WEBSOCKET_PROTOCOL).collect();
    let asked: &[&str] = if asked.is_empty() { &[""] } else { &asked };
    let found = asked.iter().find_map(|name| known.iter().find(|known| *known == name));
    let Some(protocol) = found.copied() else {
        let message = format!("requested protocol(s) are not supported: {asked:?}; supports {known:?}");
        return Err(Refusal { code: 403, message, headers: Vec::new() });
    };
    let mut response = switching("websocket");
    let accept = HeaderValue::from_str(&derive_accept_key(key.as_bytes()));
    response
        .headers_mut()
        .insert(SEC_WEBSOCKET_ACCEPT, accept.map_err(|_| Refusal::bad_request("bad Sec-WebSocket-Key"))?);
    if !protocol.is_empty() {
        response.headers_mut().insert(SEC_WEBSOCKET_PROTOCOL, HeaderValue::from_static(protocol));
    }
    Ok((response, protocol))
}

/// The protocol over SPDY, and the answer.
pub(crate) fn spdy(
    headers: &HeaderMap,
    known: &[&'static str],
) -> Result<(Response<()>, &'static str), Refusal> {
    let spdy = values(headers, UPGRADE).any(|value| value.eq_ignore_ascii_case(SPDY));
    if !is_upgrade(headers) || !spdy {
        return Err(Refusal::bad_request("unable to upgrade: missing upgrade headers in request"));
    }
    let asked: Vec<&str> = values(headers, STREAM_PROTOCOL).collect();
    if asked.is_empty() {
        let message = "unable to upgrade: header X-Stream-Protocol-Version does not exist in request";
        return Err(Refusal::bad_request(message));
    }
    let found = asked.iter().find_map(|name| known.iter().find(|known| *known == name));
    let Some(protocol) = found.copied() else {
        let message = format!(
            "unable to upgrade: unable to negotiate protocol: client supports [{}], server accepts [{}]",
            asked.join(" "),
            known.join(" ")
        );
        let accepted = known.iter().map(|name| (ACCEPTED_PROTOCOLS, HeaderValue::from_static(name)));
        return Err(Refusal { code: 403, message, headers: accepted.collect() });
    };
    let mut response = switching(SPDY);
    response.headers_mut().insert(STREAM_PROTOCOL, HeaderValue::from_static(protocol));
    Ok((response, protocol))
}

fn switching(to: &'static str) -> Response<()> {
    let mut response = Response::new(());
    *response.status_mut() = StatusCode::SWITCHING_PROTOCOLS;
    response.headers_mut().insert(CONNECTION, HeaderValue::from_static("Upgrade"));
    response.headers_mut().insert(UPGRADE, HeaderValue::from_static(to));
    response
}

#[cfg(test)]
mod tests {
    use super::*;

    fn headers(pairs: &[(&str, &str)]) -> HeaderMap {
        let mut headers = HeaderMap::new();
        for (name, value) in pairs {
            headers.append(HeaderName::try_from(*name).unwrap(), value.parse().unwrap());
        }
        headers
    }

    #[test]
    fn the_first_that_both_know_is_spoken() {
        let asked = headers(&[
            ("Connection", "keep-alive, Upgrade"),
            ("Upgrade", "spdy/3.1"),
            ("X-Stream-Protocol-Version", "v9.channel.k8s.io"),
            ("X-Stream-Protocol-Version", "v4.channel.k8s.io, channel.k8s.io"),
        ]);
        let (response, protocol) = spdy(&asked, &["channel.k8s.io", "v4.channel.k8s.io"]).unwrap();
        assert_eq!(protocol, "v4.channel.k8s.io");
        assert_eq!(response.status(), 101);
        assert_eq!(response.headers()["x-stream-protocol-version"], "v4.channel.k8s.io");
        assert_eq!(response.headers()["upgrade"], "SPDY/3.1");
    }

    #[test]
    fn a_client_without_a_common_protocol_is_told_which_there_are() {
        let asked = headers(&[
            ("Connection", "Upgrade"),
            ("Upgrade", "SPDY/3.1"),
            ("X-Stream-Protocol-Version", "v9.channel.k8s.io"),
        ]);
        let refusal = spdy(&asked, &["v4.channel.k8s.io"]).unwrap_err();
        assert_eq!(refusal.code, 403);
        assert_eq!(
            refusal.message,
            "unable to upgrade: unable to negotiate protocol: client supports [v9.channel.k8s.io], server accepts [v4.channel.k8s.io]"
        );
        assert_eq!(refusal.response().headers()["x-accepted-stream-protocol-versions"], "v4.channel.k8s.io");
        assert_eq!(spdy(&headers(&[]), &["x"]).unwrap_err().code, 400);
    }

    #[test]
    fn a_websocket_is_answered_with_its_key() {
        let key = ("Sec-WebSocket-Key", "dGhlIHNhbXBsZSBub25jZQ==");
        let upgrade = [("Connection", "Upgrade"), ("Upgrade", "websocket"), key];
        let (response, protocol) = websocket(&headers(&upgrade), &["v5.channel.k8s.io", ""]).unwrap();
        assert_eq!(protocol, "");
        assert_eq!(response.headers()["sec-websocket-accept"], "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=");
        assert!(!response.headers().contains_key("sec-websocket-protocol"));
        assert!(is_websocket(&headers(&upgrade)));
        assert_eq!(websocket(&headers(&upgrade), &["v5.channel.k8s.io"]).unwrap_err().code, 403);
    }
}
