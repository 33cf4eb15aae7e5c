//! `exec` and `attach`, served.

use http::{HeaderMap, Response};
use runtime::Clock;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio_tungstenite::tungstenite::protocol::Role;

use super::CREATION;
use crate::negotiate::{self, Refusal};
use crate::protocol::{self, Protocol, Version, channel, stream};
use crate::session::{ExecStreams, Link, Wanted, read_sizes};
use crate::spdy::{Connection, Headers, Side};
use crate::websocket::{Channels, Codec};
use crate::{Error, Reader, Writer};

/// A request whose answer is on its way.
#[derive(Debug, Clone, Copy)]
pub struct PendingExec {
    wire: Wire,
    wanted: Wanted,
}

#[derive(Debug, Clone, Copy)]
enum Wire {
    Spdy(Version),
    WebSocket(Protocol),
}

/// Chooses the protocol for a request with these headers. Send the response, then [`PendingExec::start`] on what the connection becomes.
pub fn exec(headers: &HeaderMap, wanted: Wanted) -> Result<(Response<()>, PendingExec), Refusal> {
    let names = |all: &'static [Protocol]| all.iter().map(|known| known.name).collect::<Vec<_>>();
    let named = |all: &'static [Protocol], name: &str| {
        *all.iter().find(|known| known.name == name).expect("the name is from this table")
    };
    let (response, wire) = if negotiate::is_websocket(headers) {
        let (response, name) = negotiate::websocket(headers, &names(protocol::WEBSOCKET))?;
        (response, Wire::WebSocket(named(protocol::WEBSOCKET, name)))
    } else {
        let (response, name) = negotiate::spdy(headers, &names(protocol::SPDY))?;
        (response, Wire::Spdy(named(protocol::SPDY, name).version))
    };
    Ok((response, PendingExec { wire, wanted }))
}

impl PendingExec {
    /// Waits for the client's streams on the upgraded connection.
    pub async fn start<IO>(self, io: IO, clock: &Clock) -> Result<ExecStreams, Error>
    where
        IO: AsyncRead + AsyncWrite + Unpin + Send + 'static,
    {
        match self.wire {
            Wire::WebSocket(protocol) => Ok(over_websocket(io, &protocol, self.wanted, clock).await),
            Wire::Spdy(version) => {
                let connection = Connection::start(io, Side::Server, clock, is_known);
                tokio::select! {
                    streams = over_spdy(connection, version, self.wanted) => streams,
                    () = clock.sleep(CREATION) => Err(Error::Timeout),
                }
            }
        }
    }
}

async fn over_websocket<IO>(io: IO, protocol: &Protocol, wanted: Wanted, clock: &Clock) -> ExecStreams
where
    IO: AsyncRead + AsyncWrite + Unpin + Send + 'static,
{
    let mut readable = vec![channel::RESIZE];
    readable.extend(wanted.stdin.then_some(channel::STDIN));
    let mut channels = Channels::start(io, Role::Server, Codec::of(protocol), &readable, clock).await;
    let greeted = match wanted {
        Wanted { stdout: true, .. } => channel::STDOUT,
        Wanted { stderr: true, .. } => channel::STDERR,
        _ => channel::ERROR,
    };
    channels.greet(greeted).await;
    let resize = channels.reader(channel::RESIZE).filter(|_| wanted.tty);
    ExecStreams {
        stdin: channels.reader(channel::STDIN),
        stdout: wanted.stdout.then(|| channels.writer(channel::STDOUT)),
        stderr: wanted.stderr.then(|| channels.writer(channel::STDERR)),
        resize: resize.map(read_sizes),
        error: channels.writer(channel::ERROR),
        version: protocol.version,
        kept: Vec::new(),
        link: Link::WebSocket(channels),
    }
}

/// The streams that there are, as they arrive.
#[derive(Default)]
struct Arrived {
    stdin: Option<(Reader, Writer)>,
    stdout: Option<(Reader, Writer)>,
    stderr: Option<(Reader, Writer)>,
    error: Option<(Reader, Writer)>,
    resize: Option<(Reader, Writer)>,
}

impl Arrived {
    fn place(&mut self, kind: &str) -> Option<&mut Option<(Reader, Writer)>> {
        match kind {
            stream::STDIN => Some(&mut self.stdin),
            stream::STDOUT => Some(&mut self.stdout),
            stream::STDERR => Some(&mut self.stderr),
            stream::ERROR => Some(&mut self.error),
            stream::RESIZE => Some(&mut self.resize),
            _ => None,
        }
    }

    fn are_all(&self, wanted: Wanted, version: Version) -> bool {
        let there = |wanted: bool, stream: &Option<_>| !wanted || stream.is_some();
        there(true, &self.error)
            && there(wanted.stdin, &self.stdin)
            && there(wanted.stdout, &self.stdout)
            && there(wanted.stderr, &self.stderr)
            && there(wanted.tty && version.has_resize(), &self.resize)
    }
}

fn is_known(headers: &Headers) -> bool {
    Arrived::default().place(headers.get(stream::TYPE)).is_some()
}

async fn over_spdy(
    mut connection: Connection,
    version: Version,
    wanted: Wanted,
) -> Result<ExecStreams, Error> {
    let mut arrived = Arrived::default();
    while !arrived.are_all(wanted, version) {
        let next = connection.accept().await.ok_or(Error::Closed)?;
        let kind = next.headers.get(stream::TYPE).to_owned();
        if let Some(place) = arrived.place(&kind) {
            *place = Some(next.into_split());
        }
    }
    let mut kept: Vec<Box<dyn std::any::Any + Send>> = Vec::new();
    let mut reader = |both: Option<(Reader, Writer)>| {
        both.map(|(reader, writer)| {
            kept.push(Box::new(writer));
            reader
        })
    };
    let stdin = reader(arrived.stdin.filter(|_| wanted.stdin));
    let resize = reader(arrived.resize.filter(|_| wanted.tty)).map(read_sizes);
    let writer = |both: Option<(Reader, Writer)>| both.map(|(_, writer)| writer);
    Ok(ExecStreams {
        stdin,
        stdout: writer(arrived.stdout.filter(|_| wanted.stdout)),
        stderr: writer(arrived.stderr.filter(|_| wanted.stderr)),
        resize,
        error: writer(arrived.error).ok_or(Error::Closed)?,
        version,
        kept,
        link: Link::Spdy(connection),
    })
}
