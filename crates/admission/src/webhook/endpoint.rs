//! Where a webhook is: at an address, or behind a service of the cluster. Pure.

use std::time::Duration;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde_json::Value;

/// The port of services and addresses that name none.
const PORT: u16 = 443;

/// Where.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Location {
    /// A host by its name or address, without brackets.
    Host(String),
    /// A service of the cluster.
    Service {
        /// Its namespace.
        namespace: String,
        /// Its name.
        name: String,
    },
}

/// Where a webhook is, and how it is known.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Endpoint {
    /// Where.
    pub location: Location,
    /// The port of the host or of the service.
    pub port: u16,
    /// Scheme, host and port as errors show them.
    base: String,
    /// The path, with its slash.
    path: String,
    /// Who vouches for its certificate, as PEM; empty if that is whoever this machine trusts.
    pub authorities: String,
}

impl Endpoint {
    /// Reads a `clientConfig`; the error says why it makes no sense.
    pub fn read(config: &Value) -> Result<Self, String> {
        let text = |tree: &Value, name: &str| tree[name].as_str().unwrap_or_default().to_owned();
        let bundle = STANDARD.decode(text(config, "caBundle")).unwrap_or_default();
        let authorities = String::from_utf8_lossy(&bundle).into_owned();
        let service = &config["service"];
        if service.is_object() {
            let (namespace, name) = (text(service, "namespace"), text(service, "name"));
            let port = service["port"].as_u64().and_then(|port| u16::try_from(port).ok()).unwrap_or(PORT);
            let base = format!("https://{name}.{namespace}.svc:{port}");
            let path = rooted(&text(service, "path"));
            return Ok(Self {
                location: Location::Service { namespace, name },
                port,
                base,
                path,
                authorities,
            });
        }
        let url = text(config, "url");
        let (scheme, rest) =
            url.split_once("://").ok_or("webhook configuration must have either service or URL")?;
        let (authority, path) = rest.find('/').map_or((rest, ""), |at| rest.split_at(at));
        let (host, port) = split(authority).ok_or_else(|| format!("Unparsable URL: {url}"))?;
        let location = Location::Host(host.to_owned());
        let base = format!("{scheme}://{authority}");
        Ok(Self { location, port, base, path: rooted(path), authorities })
    }

    /// The name that its certificate must be good for.
    pub fn server_name(&self) -> String {
        match &self.location {
            Location::Host(host) => host.clone(),
            Location::Service { namespace, name } => format!("{name}.{namespace}.svc"),
        }
    }

    /// The name that it is asked under.
    pub fn authority(&self) -> &str {
        self.base.split_once("://").map_or(&self.base, |(_, authority)| authority)
    }

    /// The path with the query that tells the webhook how long it has.
    pub fn path(&self, timeout: Duration) -> String {
        format!("{}?timeout={}s", self.path, timeout.as_secs())
    }

    /// The whole address, as errors show it.
    pub fn url(&self, timeout: Duration) -> String {
        format!("{}{}", self.base, self.path(timeout))
    }
}

fn rooted(path: &str) -> String {
    if path.starts_with('/') { path.to_owned() } else { format!("/{path}") }
}

/// Host and port.
fn split(authority: &str) -> Option<(&str, u16)> {
    let (host, port) = match authority.strip_prefix('[') {
        Some(rest) => {
            let (host, after) = rest.split_once(']')?;
            (host, after.strip_prefix(':'))
        }
        None => authority.rsplit_once(':').map_or((authority, None), |(host, port)| (host, Some(port))),
    };
    let port = port.map_or(Some(PORT), |port| port.parse().ok())?;
    (!host.is_empty()).then_some((host, port))
}
