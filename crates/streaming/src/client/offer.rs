//! What a client asks for, and what it got. Pure.

use http::header::{
    CONNECTION, SEC_WEBSOCKET_ACCEPT, SEC_WEBSOCKET_KEY, SEC_WEBSOCKET_PROTOCOL, SEC_WEBSOCKET_VERSION,
    UPGRADE,
};
use http::{HeaderMap, HeaderName, HeaderValue, Response, StatusCode};
use tokio_tungstenite::tungstenite::handshake::client::generate_key;
use tokio_tungstenite::tungstenite::handshake::derive_accept_key;

use crate::Error;
use crate::negotiate::{SPDY, STREAM_PROTOCOL};
use crate::protocol::{self, PORT_FORWARD, Protocol, TUNNEL};

/// The wire and the protocols a client can speak.
#[derive(Debug, Clone)]
pub struct Offer {
    /// Over a WebSocket: its key.
    key: Option<String>,
    names: Vec<&'static str>,
}

/// What both sides speak from now on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Accepted {
    pub(crate) websocket: bool,
    pub(crate) name: &'static str,
}

impl Offer {
    /// `exec` and `attach` over SPDY, as every runtime knows it.
    pub fn exec_over_spdy() -> Self {
        Self { key: None, names: protocol::SPDY.iter().map(|known| known.name).collect() }
    }

    /// `exec` and `attach` over a WebSocket.
    pub fn exec_over_websocket() -> Self {
        Self { key: Some(generate_key()), names: vec!["v5.channel.k8s.io", "v4.channel.k8s.io"] }
    }

    /// `port-forward` over SPDY.
    pub fn port_forward_over_spdy() -> Self {
        Self { key: None, names: vec![PORT_FORWARD] }
    }

    /// `port-forward` over SPDY within a WebSocket.
    pub fn port_forward_over_websocket() -> Self {
        Self { key: Some(generate_key()), names: vec![TUNNEL] }
    }

    /// A WebSocket with one certain protocol.
    pub fn websocket(name: &str) -> Option<Self> {
        let name = protocol::WEBSOCKET.iter().map(|known| known.name).find(|known| *known == name)?;
        Some(Self { key: Some(generate_key()), names: vec![name] })
    }

    /// The headers of the request. WebSockets want `GET`; SPDY takes `POST` as well.
    pub fn headers(&self) -> HeaderMap {
        let mut headers = HeaderMap::new();
        headers.insert(CONNECTION, HeaderValue::from_static("Upgrade"));
        let Some(key) = &self.key else {
            headers.insert(UPGRADE, HeaderValue::from_static(SPDY));
            self.put_names(&mut headers, &STREAM_PROTOCOL);
            return headers;
        };
        headers.insert(UPGRADE, HeaderValue::from_static("websocket"));
        headers.insert(SEC_WEBSOCKET_VERSION, HeaderValue::from_static("13"));
        let fallback = || HeaderValue::from_static("");
        headers.insert(SEC_WEBSOCKET_KEY, HeaderValue::from_str(key).unwrap_or_else(|_| fallback()));
        self.put_names(&mut headers, &SEC_WEBSOCKET_PROTOCOL);
        headers
    }

    fn put_names(&self, headers: &mut HeaderMap, header: &HeaderName) {
        for name in self.names.iter().filter(|name| !name.is_empty()) {
            headers.append(header, HeaderValue::from_static(name));
        }
    }

    /// What the server chose.
    pub fn accepted<B>(&self, response: &Response<B>) -> Result<Accepted, Error> {
        let text = |name: &HeaderName| {
            response.headers().get(name).and_then(|value| value.to_str().ok()).unwrap_or_default()
        };
        if response.status() != StatusCode::SWITCHING_PROTOCOLS {
            return Err(Error::NotUpgraded(response.status().to_string()));
        }
        let chosen = match &self.key {
            None => text(&STREAM_PROTOCOL),
            Some(key) if text(&SEC_WEBSOCKET_ACCEPT) != derive_accept_key(key.as_bytes()) => {
                return Err(Error::NotUpgraded("the server's key does not fit".to_owned()));
            }
            Some(_) => text(&SEC_WEBSOCKET_PROTOCOL),
        };
        // A server of old names none: it speaks the first version.
        let chosen = if chosen.is_empty() && self.key.is_none() { "channel.k8s.io" } else { chosen };
        let name = self.names.iter().find(|name| **name == chosen);
        let name = name.ok_or_else(|| Error::Protocol(chosen.to_owned()))?;
        Ok(Accepted { websocket: self.key.is_some(), name })
    }
}

impl Accepted {
    /// Its line in the table of protocols for commands.
    pub(crate) fn protocol(self) -> Result<Protocol, Error> {
        let table = if self.websocket { protocol::WEBSOCKET } else { protocol::SPDY };
        let found = table.iter().find(|known| known.name == self.name);
        found.copied().ok_or_else(|| Error::Protocol(self.name.to_owned()))
    }
}
