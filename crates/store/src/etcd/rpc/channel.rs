//! Connections to the cluster's members.
//!
//! Each member has two: one for calls, one for watches, so that a burst of events never delays a call. Both connect on first use
//! and again when they break; a call on a connection that can't be made fails with a cause that says so.

use std::time::Duration;

use tonic::transport::{Certificate, Channel, ClientTlsConfig, Endpoint, Identity};

use crate::etcd::config::{Config, Tls};
use crate::{Error, Result};

/// etcd drops clients that ping more often than every five seconds, or with nothing in flight.
const PING_INTERVAL: Duration = Duration::from_secs(10);
/// A member that leaves a ping unanswered for this long is taken for dead.
const PING_TIMEOUT: Duration = Duration::from_secs(5);
/// How much of one call or watch may lie unread before the server must wait.
const STREAM_WINDOW: u32 = 4 << 20;
/// The largest there is: a watch that nobody reads must use up its own window, not that of the others on the connection.
const CONNECTION_WINDOW: u32 = (1 << 31) - 1;

/// One member of the cluster.
pub(in crate::etcd) struct Member {
    /// Its address, for messages.
    pub address: String,
    /// For calls.
    pub calls: Channel,
    /// For watches and other streams.
    pub streams: Channel,
}

impl Member {
    /// Prepares the connections; nothing is sent yet.
    pub fn new(address: &str, config: &Config) -> Result<Self> {
        let invalid = |error: tonic::transport::Error| {
            let cause = std::error::Error::source(&error).map_or(String::new(), |cause| format!(": {cause}"));
            Error::Invalid(format!("{address}: {error}{cause}"))
        };
        let mut endpoint = Endpoint::from_shared(address.to_string())
            .map_err(invalid)?
            .connect_timeout(config.connect_timeout)
            .tcp_nodelay(true)
            .http2_keep_alive_interval(PING_INTERVAL)
            .keep_alive_timeout(PING_TIMEOUT)
            .keep_alive_while_idle(false)
            .initial_stream_window_size(STREAM_WINDOW)
            .initial_connection_window_size(CONNECTION_WINDOW);
        if let Some(tls) = &config.tls {
            endpoint = endpoint.tls_config(tls_config(tls, config.connect_timeout)).map_err(invalid)?;
        }
        let (calls, streams) = (endpoint.connect_lazy(), endpoint.connect_lazy());
        Ok(Self { address: address.to_string(), calls, streams })
    }
}

fn tls_config(tls: &Tls, timeout: Duration) -> ClientTlsConfig {
    let mut config = ClientTlsConfig::new().ca_certificate(Certificate::from_pem(&tls.ca)).timeout(timeout);
    if let Some(identity) = &tls.identity {
        config = config.identity(Identity::from_pem(&identity.certificate, &identity.key));
    }
    if let Some(name) = &tls.server_name {
        config = config.domain_name(name);
    }
    config
}
