//! How a node that is not in the server's process gets to know the server, and gets its certificates: the server by the hash in the
//! token, the node by the token itself. Afterwards the certificates on disk are all it needs.

use std::net::IpAddr;
use std::path::Path;

use anyhow::{Context, Result, bail};
use authn::JoinToken;
use client::{Auth, Client, Endpoint};
use runtime::Clock;
use tls::Certified;

use super::places::Places;

/// What a node has once it has joined.
pub struct Membership {
    /// The server: `https://…`.
    pub server: String,
    /// Who signs servers' certificates: PEM.
    pub server_ca: String,
    /// Who signs clients' certificates, among them the API server's own: PEM.
    pub client_ca: String,
    /// By which the node is known.
    pub client: Certified,
    /// What its kubelet shows.
    pub serving: Certified,
}

impl Membership {
    /// The API as this node sees it.
    pub fn connect(&self) -> Result<Client> {
        let auth = Auth::Certificate {
            cert: self.client.certificate.clone().into_bytes(),
            key: self.client.key.clone().into_bytes(),
        };
        let endpoint = Endpoint { server: self.server.clone(), ca_pem: self.server_ca.clone().into_bytes(), auth };
        Client::from_parts(endpoint).context("connecting to the server")
    }
}
