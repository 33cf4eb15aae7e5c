//! What the tests share: a cluster's certificates at a fixed time, and a handshake through memory.

use std::time::{Duration, UNIX_EPOCH};

use runtime::{Clock, ManualTime};
use tls::{Acceptor, ClientConfig, ClientIdentity, ClientOptions, ClientStream, Connector, Peer, Pki, Roots};
use tokio::io::{AsyncReadExt, AsyncWriteExt, DuplexStream};

pub const DAY: Duration = Duration::from_secs(24 * 3600);

/// A PKI in a directory of its own, at a time that stands still.
pub struct Cluster {
    pub directory: tempfile::TempDir,
    pub clock: Clock,
    pub time: ManualTime,
    pub pki: Pki,
}

impl Cluster {
    pub fn new() -> Self {
        let directory = tempfile::tempdir().unwrap();
        let (clock, time) = Clock::manual(UNIX_EPOCH + 20_000 * DAY);
        let pki = Pki::open_or_create(&directory.path().join("pki"), &clock).unwrap();
        Self { directory, clock, time, pki }
    }

    pub fn path(&self, file: &str) -> std::path::PathBuf {
        self.directory.path().join("pki").join(file)
    }

    pub fn reopen(&self) -> Result<Pki, tls::PkiError> {
        Pki::open_or_create(&self.directory.path().join("pki"), &self.clock)
    }

    pub fn server_options(&self) -> tls::ServerOptions {
        let hosts = ["kubernetes".to_owned(), "localhost".to_owned(), "127.0.0.1".to_owned()];
        let certificate = self.pki.serving_certificate("apiserver", &hosts).unwrap();
        tls::ServerOptions::new(certificate, self.pki.client_authority().certificate())
    }

    pub fn acceptor(&self) -> Acceptor {
        Acceptor::build(&self.server_options(), &self.clock).unwrap()
    }

    pub fn client_options(&self) -> ClientOptions {
        ClientOptions::new(Roots::Bundle(self.pki.server_authority().certificate().to_owned()))
    }

    pub fn connector(&self, options: &ClientOptions) -> Connector {
        ClientConfig::build(options, &self.clock).unwrap().connector()
    }

    pub fn admin(&self) -> ClientIdentity {
        let admin = self.pki.client_certificate("admin", "kubernetes-admin", &["system:masters", "ops"]);
        ClientIdentity::build(&admin.unwrap()).unwrap()
    }
}

/// Both ends of a handshake, and a byte each way, so that session tickets have arrived when it returns.
pub async fn shake(
    acceptor: &Acceptor,
    connector: &Connector,
    name: &str,
) -> (std::io::Result<ClientStream<DuplexStream>>, std::io::Result<Peer>) {
    let (near, far) = tokio::io::duplex(64 * 1024);
    let server = async {
        let (mut stream, peer) = acceptor.accept(far).await?;
        stream.write_all(b"s").await?;
        stream.flush().await?;
        stream.read_u8().await?;
        Ok(peer)
    };
    let client = async {
        let mut stream = connector.connect(name, near).await?;
        stream.read_u8().await?;
        stream.write_all(b"c").await?;
        stream.flush().await?;
        Ok(stream)
    };
    tokio::join!(client, server)
}
