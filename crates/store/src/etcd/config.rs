//! How to reach an etcd cluster. Filled from flags by the binary, or from a URL by [`Config::from_url`].

use std::fmt;
use std::time::Duration;

use bytes::Bytes;
use runtime::Clock;

use crate::{Error, Result};

/// Where the cluster is and how this back end treats it.
#[derive(Debug, Clone)]
pub struct Config {
    /// Each member's client address, `http://host:port` or `https://host:port`.
    pub endpoints: Vec<String>,
    /// Needed for, and only for, `https`.
    pub tls: Option<Tls>,
    /// Put before every key on the server and taken off on the way out. It is used as it is, so of two clusters on one etcd neither
    /// prefix may begin with the other.
    pub prefix: Bytes,
    /// For a server that asks for a name and a password.
    pub credentials: Option<Credentials>,
    /// Tells the time for leases, backoff and compaction.
    pub clock: Clock,
    /// How often history is compacted, to what was the newest revision one interval before; `None` leaves it to others.
    pub compaction_interval: Option<Duration>,
    /// Whether the server's answers to requests for progress can be believed; `None` goes by its version. For builds that carry the
    /// fix under an older number, or are known to lack it.
    pub trust_progress: Option<bool>,
    /// How long to wait for a connection to one member.
    pub connect_timeout: Duration,
    /// How long a call may take in all, over all its attempts.
    pub request_timeout: Duration,
    /// How long a read waits for one member while there are others to ask.
    pub attempt_timeout: Duration,
}

impl Config {
    /// A cluster at `endpoints`, with the defaults for everything else.
    pub fn new(endpoints: Vec<String>, clock: Clock) -> Self {
        Self {
            endpoints,
            tls: None,
            prefix: Bytes::new(),
            credentials: None,
            clock,
            compaction_interval: Some(Duration::from_secs(300)),
            trust_progress: None,
            connect_timeout: Duration::from_secs(2),
            request_timeout: Duration::from_secs(10),
            attempt_timeout: Duration::from_secs(3),
        }
    }

    /// Refuses what could not work, with words for whoever wrote the flags.
    pub(super) fn check(&self) -> Result<()> {
        if self.endpoints.is_empty() {
            return Err(Error::Invalid("no etcd endpoint is given".into()));
        }
        for endpoint in &self.endpoints {
            match (endpoint.split_once("://").map(|(scheme, _)| scheme), &self.tls) {
                (Some("http"), None) | (Some("https"), Some(_)) => {}
                (Some("http"), Some(_)) => {
                    return Err(Error::Invalid(format!(
                        "{endpoint} is not encrypted, but certificates are given for it: use https"
                    )));
                }
                (Some("https"), None) => {
                    return Err(Error::Invalid(format!("{endpoint} needs a CA certificate to be trusted")));
                }
                _ => {
                    return Err(Error::Invalid(format!(
                        "{endpoint} does not begin with http:// or https://"
                    )));
                }
            }
        }
        Ok(())
    }
}

/// Certificates, as PEM.
#[derive(Clone, PartialEq, Eq)]
pub struct Tls {
    /// Who may sign the server's certificate.
    pub ca: Vec<u8>,
    /// This client's certificate and key, for a server that asks for them.
    pub identity: Option<Identity>,
    /// The name to expect in the server's certificate, if not the endpoint's host.
    pub server_name: Option<String>,
}

impl fmt::Debug for Tls {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Tls")
            .field("identity", &self.identity.is_some())
            .field("server_name", &self.server_name)
            .finish_non_exhaustive()
    }
}

/// A certificate with its private key, as PEM.
#[derive(Clone, PartialEq, Eq)]
pub struct Identity {
    /// The certificate, and the chain above it if there is one.
    pub certificate: Vec<u8>,
    /// The private key.
    pub key: Vec<u8>,
}

/// A user of etcd's own authentication.
#[derive(Clone, PartialEq, Eq)]
pub struct Credentials {
    /// The user's name.
    pub username: String,
    /// The user's password; never logged.
    pub password: String,
}

impl fmt::Debug for Credentials {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Credentials({})", self.username)
    }
}
