//! `port-forward`, served: over SPDY, over SPDY within a WebSocket, or over channels of a WebSocket, a pair for each port.

use std::collections::HashMap;

use http::{HeaderMap, Response};
use runtime::Clock;
use tokio::io::{AsyncRead, AsyncWrite, AsyncWriteExt as _};
use tokio_tungstenite::tungstenite::protocol::Role;

use crate::duplex::Duplex;
use crate::negotiate::{self, Refusal};
use crate::protocol::{self, PORT_FORWARD, Protocol, TUNNEL, stream};
use crate::session::Forward;
use crate::spdy::{Connection, Headers, Side, Stream};
use crate::websocket::{Channels, Codec, Tunnel};

/// The most requests of which only one stream has come.
const MAX_HALVES: usize = 256;

/// A request whose answer is on its way.
#[derive(Debug, Clone)]
pub struct PendingPortForward {
    wire: Wire,
}

#[derive(Debug, Clone)]
enum Wire {
    Spdy,
    Tunnel,
    Channels(Protocol, Vec<u16>),
}

/// The ports that a query names: `port=80,81&port=82`. Only clients that use channels name them there.
pub fn ports(query: &str) -> Result<Vec<u16>, Refusal> {
    let pairs = query.split('&').filter_map(|pair| pair.split_once('='));
    let mut ports = Vec::new();
    for value in pairs.filter(|(key, _)| *key == stream::PORT).map(|(_, value)| value.replace("%2C", ",")) {
        for port in value.split(',') {
            match port.parse() {
                Ok(0) => return Err(Refusal::bad_request(format!("port {value:?} must be > 0"))),
                Ok(port) => ports.push(port),
                Err(error) => {
                    let message = format!("unable to parse {value:?} as a port: {error}");
                    return Err(Refusal::bad_request(message));
                }
            }
        }
    }
    Ok(ports)
}

/// Chooses the protocol for a request with these headers and this query. Send the response, then [`PendingPortForward::start`] on what
/// the connection becomes.
pub fn port_forward(headers: &HeaderMap, query: &str) -> Result<(Response<()>, PendingPortForward), Refusal> {
    let (response, wire) = if negotiate::is_websocket(headers) {
        let channels = protocol::PORT_CHANNELS;
        let mut names = vec![TUNNEL];
        names.extend(channels.iter().map(|known| known.name));
        let (response, name) = negotiate::websocket(headers, &names)?;
        match channels.iter().find(|known| known.name == name) {
            None => (response, Wire::Tunnel),
            Some(protocol) => {
                let ports = ports(query)?;
                if ports.is_empty() {
                    return Err(Refusal::bad_request("query parameter \"port\" is required"));
                }
                (response, Wire::Channels(*protocol, ports))
            }
        }
    } else {
        (negotiate::spdy(headers, &[PORT_FORWARD])?.0, Wire::Spdy)
    };
    Ok((response, PendingPortForward { wire }))
}

impl PendingPortForward {
    /// Serves on the upgraded connection.
    pub async fn start<IO>(self, io: IO, clock: &Clock) -> PortForwards
    where
        IO: AsyncRead + AsyncWrite + Unpin + Send + 'static,
    {
        match self.wire {
            Wire::Spdy => PortForwards::over(Connection::start(io, Side::Server, clock, is_sound)),
            Wire::Tunnel => {
                let tunnel = Tunnel::start(io, Role::Server).await;
                PortForwards::over(Connection::start(tunnel, Side::Server, clock, is_sound))
            }
            Wire::Channels(protocol, ports) => {
                PortForwards::with_channels(io, &protocol, &ports, clock).await
            }
        }
    }
}

/// What a client wants to reach, one connection after the other. Dropping it ends the session.
pub struct PortForwards(Inner);

enum Inner {
    Streams { connection: Connection, halves: HashMap<String, Stream> },
    Channels { channels: Channels, waiting: Vec<Forward> },
}

impl PortForwards {
    fn over(connection: Connection) -> Self {
        Self(Inner::Streams { connection, halves: HashMap::new() })
    }

    async fn with_channels<IO>(io: IO, protocol: &Protocol, ports: &[u16], clock: &Clock) -> Self
    where
        IO: AsyncRead + AsyncWrite + Unpin + Send + 'static,
    {
        // Two channels for each port, and 255 of them at most.
        let pairs: Vec<(u8, u16)> = (0..127).map(|pair| pair * 2).zip(ports.iter().copied()).collect();
        let readable: Vec<u8> = pairs.iter().map(|(channel, _)| *channel).collect();
        let mut channels = Channels::start(io, Role::Server, Codec::of(protocol), &readable, clock).await;
        let mut waiting = Vec::new();
        for (channel, port) in pairs {
            let Some(reader) = channels.reader(channel) else { continue };
            let mut data = Duplex { reader, writer: channels.writer(channel) };
            let mut error = channels.writer(channel + 1);
            // Both begin with the port, so that clients know which is which. One that has left already is found out later.
            data.write_all(&port.to_le_bytes()).await.ok();
            error.write_all(&port.to_le_bytes()).await.ok();
            waiting.push(Forward { port, data, error });
        }
        waiting.reverse();
        Self(Inner::Channels { channels, waiting })
    }

    /// The next connection that the client wants; `None` when it has left.
    pub async fn next(&mut self) -> Option<Forward> {
        match &mut self.0 {
            Inner::Streams { connection, halves } => loop {
                let stream = connection.accept().await?;
                if let Some(forward) = pair(halves, stream) {
                    return Some(forward);
                }
            },
            Inner::Channels { channels, waiting } => match waiting.pop() {
                Some(forward) => Some(forward),
                None => {
                    channels.closed().cancelled().await;
                    None
                }
            },
        }
    }
}

/// Whether the stream says what it is and for which port.
fn is_sound(headers: &Headers) -> bool {
    matches!(headers.get(stream::TYPE), stream::DATA | stream::ERROR)
        && headers.get(stream::PORT).parse::<u16>().is_ok_and(|port| port > 0)
}

/// Finds the other stream of the same request; if there is none yet, this one waits for it.
fn pair(halves: &mut HashMap<String, Stream>, stream: Stream) -> Option<Forward> {
    let is_data = |stream: &Stream| stream.headers.get(stream::TYPE) == stream::DATA;
    let request = match stream.headers.get(stream::REQUEST) {
        // Clients of old name no request: their two streams come one right after the other, the error stream first.
        "" if is_data(&stream) => stream.id.saturating_sub(2).to_string(),
        "" => stream.id.to_string(),
        request => request.to_owned(),
    };
    let Some(other) = halves.remove(&request) else {
        if halves.len() < MAX_HALVES {
            halves.insert(request, stream);
        }
        return None;
    };
    let (data, error) = match (is_data(&stream), is_data(&other)) {
        (true, false) => (stream, other),
        (false, true) => (other, stream),
        _ => return None,
    };
    let port = data.headers.get(stream::PORT).parse().ok()?;
    Some(Forward { port, data: data.duplex, error: error.duplex.writer })
}
