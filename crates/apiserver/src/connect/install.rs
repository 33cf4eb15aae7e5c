//! The dialer of a server that reaches its nodes over the network.

use std::sync::Arc;

use runtime::Clock;
use tls::{ClientConfig, ClientIdentity, ClientOptions, Protocol, Roots};

use super::dialer::Direct;
use crate::api_server::ApiServer;
use crate::config::Config;
use crate::run::RunError;

/// Who the server is to kubelets.
const NAME: &str = "kube-apiserver-kubelet-client";

/// Gives the server its certificate for kubelets and a way to them. Kubelets' own certificates are not checked unless somebody says by
/// what: many make their own.
pub(crate) fn install(server: &ApiServer, config: &Config, clock: &Clock) -> Result<(), RunError> {
    let pki = tls::Pki::open_or_create(&config.pki_dir(), clock)?;
    let certificate = pki.client_certificate("apiserver-kubelet-client", NAME, &["system:masters"])?;
    let connector = |identity: Option<ClientIdentity>| {
        let mut options = ClientOptions::new(Roots::Insecure);
        options.identity = identity;
        options.protocols = vec![Protocol::Http1];
        ClientConfig::build(&options, clock).map(|config| config.connector())
    };
    let kubelets = connector(Some(ClientIdentity::build(&certificate)?))?;
    server.set_dialer(Arc::new(Direct { kubelets, anybody: connector(None)? }));
    Ok(())
}
