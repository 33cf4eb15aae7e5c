//! `port-forward`, asked for: over SPDY, plain or within a WebSocket.

use std::sync::atomic::{AtomicU64, Ordering};

use runtime::Clock;
use tokio::io::{AsyncRead, AsyncReadExt as _, AsyncWrite};
use tokio_tungstenite::tungstenite::protocol::Role;

use super::Accepted;
use crate::protocol::{PORT_FORWARD, TUNNEL, stream};
use crate::spdy::{Connection, Headers, Side};
use crate::websocket::Tunnel;
use crate::{Duplex, Error, Reader};

/// Reaches ports on the other side. Dropping it ends all that goes through it.
pub struct Forwarder {
    connection: Connection,
    requests: AtomicU64,
}

/// Forwards ports over an upgraded connection.
pub async fn port_forward<IO>(io: IO, accepted: Accepted, clock: &Clock) -> Result<Forwarder, Error>
where
    IO: AsyncRead + AsyncWrite + Unpin + Send + 'static,
{
    let connection = match accepted.name {
        PORT_FORWARD => Connection::start(io, Side::Client, clock, |_| false),
        TUNNEL => {
            let tunnel = Tunnel::start(io, Role::Client).await;
            Connection::start(tunnel, Side::Client, clock, |_| false)
        }
        other => return Err(Error::Protocol(other.to_owned())),
    };
    Ok(Forwarder { connection, requests: AtomicU64::new(0) })
}

impl Forwarder {
    /// A connection to a port, and what the other side says should it go wrong.
    pub async fn open(&self, port: u16) -> Result<(Duplex, Trouble), Error> {
        let request = self.requests.fetch_add(1, Ordering::Relaxed).to_string();
        let port = port.to_string();
        let headers = |kind: &str| {
            Headers::of(&[(stream::TYPE, kind), (stream::PORT, &port), (stream::REQUEST, &request)])
        };
        let opener = self.connection.opener();
        let (error, writer) = opener.open(headers(stream::ERROR)).await?.into_split();
        drop(writer);
        let data = opener.open(headers(stream::DATA)).await?;
        Ok((data.duplex, Trouble(error)))
    }

    /// Set off when the other side has left.
    pub fn gone(&self) -> tokio_util::sync::CancellationToken {
        self.connection.closed()
    }
}

/// What goes wrong with a forwarded connection.
#[derive(Debug)]
pub struct Trouble(Reader);

impl Trouble {
    /// What went wrong; `None` if the connection ended well.
    pub async fn message(mut self) -> Option<String> {
        let mut message = Vec::new();
        self.0.read_to_end(&mut message).await.ok();
        (!message.is_empty()).then(|| String::from_utf8_lossy(&message).into_owned())
    }
}
