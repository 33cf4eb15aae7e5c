//! Sockets to nodes, pods and services. Whatever the server has to reach it reaches through [`Dialer`], so that another way (a tunnel that
//! agents keep open) is another implementation and nothing else.

use std::io;

use async_trait::async_trait;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::TcpStream;

/// An open way to somewhere.
pub trait Socket: AsyncRead + AsyncWrite + Send + Unpin {}

impl<T: AsyncRead + AsyncWrite + Send + Unpin> Socket for T {}

/// Whom to believe.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Trust {
    /// Nobody is asked: no TLS.
    Plain,
    /// A kubelet, which also wants to know who asks.
    Kubelet,
    /// Whoever answers: TLS without a check, as clients of proxies expect it.
    Anybody,
}

/// Where to.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Place {
    /// A name or an address, without brackets.
    pub host: String,
    /// The port.
    pub port: u16,
    /// What is spoken there.
    pub trust: Trust,
}

impl Place {
    /// As a `Host` header has it.
    pub fn authority(&self) -> String {
        if self.host.contains(':') {
            format!("[{}]:{}", self.host, self.port)
        } else {
            format!("{}:{}", self.host, self.port)
        }
    }
}

/// Opens sockets.
#[async_trait]
pub trait Dialer: Send + Sync + 'static {
    /// Goes there. Errors say where and why, in words that clients see.
    async fn dial(&self, place: &Place) -> io::Result<Box<dyn Socket>>;
}

/// Goes straight over the network.
pub struct Direct {
    /// To kubelets, with the server's certificate.
    pub kubelets: tls::Connector,
    /// To anybody.
    pub anybody: tls::Connector,
}

#[async_trait]
impl Dialer for Direct {
    async fn dial(&self, place: &Place) -> io::Result<Box<dyn Socket>> {
        let failed = |error: io::Error| {
            io::Error::new(error.kind(), format!("dial tcp {}: {}", place.authority(), words(&error)))
        };
        let socket = TcpStream::connect((place.host.as_str(), place.port)).await.map_err(failed)?;
        socket.set_nodelay(true)?;
        Ok(match place.trust {
            Trust::Plain => Box::new(socket),
            Trust::Kubelet => Box::new(self.kubelets.connect(&place.host, socket).await?),
            Trust::Anybody => Box::new(self.anybody.connect(&place.host, socket).await?),
        })
    }
}

/// The words that everybody knows, where there are any.
fn words(error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::ConnectionRefused => "connect: connection refused".to_owned(),
        io::ErrorKind::HostUnreachable => "connect: no route to host".to_owned(),
        io::ErrorKind::NetworkUnreachable => "connect: network is unreachable".to_owned(),
        _ => error.to_string(),
    }
}
