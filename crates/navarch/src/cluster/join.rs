//! How a node that is not in the server's process gets to know the server, and gets its certificates: the server by the hash in the
//! token, the node by the token itself. Afterwards the certificates on disk are all it needs.

use std::net::IpAddr;
use std::time::Duration;

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
        let endpoint =
            Endpoint { server: self.server.clone(), ca_pem: self.server_ca.clone().into_bytes(), auth };
        Client::from_parts(endpoint).context("connecting to the server")
    }
}

/// How long a node waits for its certificates.
const PATIENCE: Duration = Duration::from_secs(60);

/// The node's membership: from disk if it has joined before, else by the token.
pub async fn join(
    places: &Places,
    server: &str,
    token: Option<&JoinToken>,
    name: &str,
    ip: IpAddr,
    clock: &Clock,
) -> Result<Membership> {
    if let Some(member) = read(places, server)? {
        return Ok(member);
    }
    let Some(token) = token else {
        bail!("this node has not joined yet: give it --token (navarch token create prints one)")
    };
    let server_ca = authority(server, token, clock).await?;
    let ca_pem = server_ca.clone().into_bytes();
    let auth = Auth::Token(token.token.to_string());
    let stranger = Client::from_parts(Endpoint { server: server.to_owned(), ca_pem: ca_pem.clone(), auth })?;
    let client = kubelet::bootstrap::client_certificate(&stranger, name, PATIENCE, clock).await?;
    let mut member = Membership {
        server: server.to_owned(),
        client_ca: client_authority(&stranger).await?,
        server_ca,
        serving: client.clone(),
        client,
    };
    let own = member.connect()?;
    member.serving = kubelet::bootstrap::serving_certificate(&own, name, &[ip], PATIENCE, clock).await?;
    write(places, &member)?;
    Ok(member)
}

/// The server's authority, which the server shows and the token's hash proves.
async fn authority(server: &str, token: &JoinToken, clock: &Clock) -> Result<String> {
    let Some(hash) = &token.ca_hash else {
        bail!("the token has no hash of the server's authority (K…::…): the server can't be known")
    };
    let (host, port) = host_and_port(server)?;
    let stream = tokio::net::TcpStream::connect((host.as_str(), port))
        .await
        .with_context(|| format!("connecting to {server}"))?;
    // Nothing secret is sent here: the chain is only looked at, and what is believed is what has the token's hash.
    let options = tls::ClientOptions::new(tls::Roots::Insecure);
    let connector = tls::ClientConfig::build(&options, clock)?.connector();
    let stream =
        connector.connect(&host, stream).await.with_context(|| format!("shaking hands with {server}"))?;
    let shown = tls::Connector::server_certificates(&stream);
    authority_of(&shown, hash).with_context(|| {
        format!("{server} is not the server that made the token: it shows no authority with the hash {hash}")
    })
}

/// Of several certificates the one with this hash.
fn authority_of(shown: &str, hash: &str) -> Option<String> {
    const END: &str = "-----END CERTIFICATE-----";
    shown
        .split_inclusive(END)
        .map(|one| format!("{}\n", one.trim()))
        .find(|one| tls::ca_hash(one).is_ok_and(|found| found == *hash))
}

/// Who signs clients' certificates, as the cluster tells everybody who may ask.
async fn client_authority(client: &Client) -> Result<String> {
    let map = client
        .within::<api::core::v1::ConfigMap>("kube-system")
        .get("extension-apiserver-authentication")
        .await
        .context("asking for the authority of clients")?;
    map.data
        .and_then(|mut data| data.remove("client-ca-file"))
        .context("the server does not say who signs clients' certificates")
}

fn host_and_port(server: &str) -> Result<(String, u16)> {
    let rest = server.strip_prefix("https://").context("the server's address begins with https://")?;
    let rest = rest.trim_end_matches('/');
    match rest.rsplit_once(':') {
        Some((host, port)) if !port.contains(']') => {
            let host = host.trim_start_matches('[').trim_end_matches(']');
            Ok((host.to_owned(), port.parse().context("the server's port")?))
        }
        _ => Ok((rest.to_owned(), 6443)),
    }
}

/// The files of a membership.
const FILES: [&str; 6] =
    ["server-ca.crt", "client-ca.crt", "client.crt", "client.key", "serving.crt", "serving.key"];

fn read(places: &Places, server: &str) -> Result<Option<Membership>> {
    let mut texts = Vec::new();
    for name in FILES {
        let path = places.agent_pki().join(name);
        match std::fs::read_to_string(&path) {
            Ok(text) => texts.push(text),
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(error).with_context(|| format!("reading {}", path.display())),
        }
    }
    let mut next = texts.into_iter();
    let mut take = || next.next().unwrap_or_default();
    let (server_ca, client_ca) = (take(), take());
    let client = Certified { certificate: take(), key: take() };
    let serving = Certified { certificate: take(), key: take() };
    Ok(Some(Membership { server: server.to_owned(), server_ca, client_ca, client, serving }))
}

fn write(places: &Places, member: &Membership) -> Result<()> {
    use std::os::unix::fs::{DirBuilderExt as _, OpenOptionsExt as _};
    let texts = [
        &member.server_ca,
        &member.client_ca,
        &member.client.certificate,
        &member.client.key,
        &member.serving.certificate,
        &member.serving.key,
    ];
    std::fs::DirBuilder::new().recursive(true).mode(0o700).create(places.agent_pki())?;
    for (name, text) in FILES.iter().zip(texts) {
        let path = places.agent_pki().join(name);
        let mut options = std::fs::OpenOptions::new();
        let file = options.write(true).create(true).truncate(true).mode(0o600).open(&path);
        let mut file = file.with_context(|| format!("writing {}", path.display()))?;
        std::io::Write::write_all(&mut file, text.as_bytes())?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn servers_are_read_with_and_without_a_port() {
        for (text, host, port) in [
            ("https://10.0.0.1:6443", "10.0.0.1", 6443),
            ("https://server.example/", "server.example", 6443),
            ("https://[fd00::1]:7443", "fd00::1", 7443),
        ] {
            assert_eq!(host_and_port(text).unwrap(), (host.to_owned(), port));
        }
        assert!(host_and_port("http://10.0.0.1").is_err());
    }
}
