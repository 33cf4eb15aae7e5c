//! A server to be measured: where it is, who we are to it, and how to find out what it costs.

use std::sync::Arc;

use http::{HeaderValue, Uri};
use runtime::Clock;
use tls::{ClientConfig, ClientIdentity, ClientOptions, Connector, Protocol, Roots};

use crate::connection::Connection;
use crate::endpoint::{Credentials, Endpoint};
use crate::error::{Error, Result};
use crate::meter::Meter;

/// A server.
#[derive(Clone)]
pub struct Target {
    /// What it is called in the report.
    pub name: String,
    /// How its processor time and memory are found out.
    pub meter: Meter,
    pub(crate) authority: String,
    pub(crate) host: String,
    pub(crate) authorization: Option<HeaderValue>,
    pub(crate) tls: Option<Connector>,
    pub(crate) protocol: Protocol,
}

impl Target {
    /// A server by its address and credentials.
    pub fn build(
        name: &str,
        endpoint: &Endpoint,
        protocol: Protocol,
        meter: Meter,
        clock: &Clock,
    ) -> Result<Self> {
        let wrong = || Error::Address(endpoint.server.clone());
        let uri: Uri = endpoint.server.parse().map_err(|_| wrong())?;
        let host = uri.host().ok_or_else(wrong)?.to_owned();
        let (secure, usual) = match uri.scheme_str() {
            Some("https") => (true, 443),
            Some("http") => (false, 80),
            _ => return Err(wrong()),
        };
        let tls = if secure { Some(connector(endpoint, protocol, clock)?) } else { None };
        let authority = format!("{host}:{}", uri.port_u16().unwrap_or(usual));
        let name = name.to_owned();
        Ok(Self { name, meter, authority, host, authorization: authorization(endpoint)?, tls, protocol })
    }

    /// Opens a connection.
    pub(crate) async fn connect(self: &Arc<Self>) -> Result<Connection> {
        Connection::open(self).await
    }
}

fn connector(endpoint: &Endpoint, protocol: Protocol, clock: &Clock) -> Result<Connector> {
    let roots = match (endpoint.insecure, endpoint.authorities.is_empty()) {
        (true, _) => Roots::Insecure,
        (false, true) => Roots::System,
        (false, false) => Roots::Bundle(endpoint.authorities.clone()),
    };
    let mut options = ClientOptions::new(roots);
    options.protocols = vec![protocol];
    if let Credentials::Certificate(certified) = &endpoint.credentials {
        options = options.with_identity(ClientIdentity::build(certified)?);
    }
    Ok(ClientConfig::build(&options, clock)?.connector())
}

fn authorization(endpoint: &Endpoint) -> Result<Option<HeaderValue>> {
    let Credentials::Token(token) = &endpoint.credentials else { return Ok(None) };
    let mut value = HeaderValue::from_str(&format!("Bearer {}", token.trim())).map_err(http::Error::from)?;
    value.set_sensitive(true);
    Ok(Some(value))
}
