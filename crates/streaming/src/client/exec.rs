//! `exec` and `attach`, asked for.

use runtime::Clock;
use tokio::io::{AsyncRead, AsyncReadExt as _, AsyncWrite, AsyncWriteExt as _};
use tokio::sync::{mpsc, oneshot};
use tokio_tungstenite::tungstenite::protocol::Role;

use super::Accepted;
use crate::protocol::{Protocol, Version, channel, stream};
use crate::session::{Link, Size, Wanted};
use crate::spdy::{Connection, Headers, Opener, Side};
use crate::websocket::{Channels, Codec};
use crate::{Error, Outcome, Reader, Writer};

/// A command that runs elsewhere. Dropping `outcome` ends the session.
pub struct Session {
    /// To write to; closing it closes the command's input where the protocol can tell.
    pub stdin: Option<Writer>,
    /// To read from.
    pub stdout: Option<Reader>,
    /// To read from.
    pub stderr: Option<Reader>,
    /// New sizes of the terminal.
    pub resize: Option<mpsc::Sender<Size>>,
    /// How it ends.
    pub outcome: oneshot::Receiver<Outcome>,
}

/// Sets up the streams of a session on an upgraded connection.
pub async fn exec<IO>(io: IO, accepted: Accepted, wanted: Wanted, clock: &Clock) -> Result<Session, Error>
where
    IO: AsyncRead + AsyncWrite + Unpin + Send + 'static,
{
    let protocol = accepted.protocol()?;
    let ends = if accepted.websocket {
        over_websocket(io, &protocol, wanted, clock).await
    } else {
        let connection = Connection::start(io, Side::Client, clock, |_| false);
        over_spdy(connection, protocol.version, wanted).await?
    };
    let (sender, outcome) = oneshot::channel();
    tokio::spawn(watch(ends.error, protocol.version, ends.link, ends.idle, sender));
    let resize = ends.resize.map(write_sizes);
    Ok(Session { stdin: ends.stdin, stdout: ends.stdout, stderr: ends.stderr, resize, outcome })
}

struct Ends {
    stdin: Option<Writer>,
    stdout: Option<Reader>,
    stderr: Option<Reader>,
    resize: Option<Writer>,
    error: Reader,
    /// Halves that nobody uses; they are kept to the end.
    idle: Vec<Writer>,
    link: Link,
}

async fn over_websocket<IO>(io: IO, protocol: &Protocol, wanted: Wanted, clock: &Clock) -> Ends
where
    IO: AsyncRead + AsyncWrite + Unpin + Send + 'static,
{
    let mut readable = vec![channel::ERROR];
    readable.extend(wanted.stdout.then_some(channel::STDOUT));
    readable.extend(wanted.stderr.then_some(channel::STDERR));
    let mut channels = Channels::start(io, Role::Client, Codec::of(protocol), &readable, clock).await;
    Ends {
        stdin: wanted.stdin.then(|| channels.writer(channel::STDIN)),
        stdout: channels.reader(channel::STDOUT),
        stderr: channels.reader(channel::STDERR),
        resize: wanted.tty.then(|| channels.writer(channel::RESIZE)),
        error: channels.reader(channel::ERROR).expect("the channel is among the readable ones"),
        idle: Vec::new(),
        link: Link::WebSocket(channels),
    }
}

async fn over_spdy(connection: Connection, version: Version, wanted: Wanted) -> Result<Ends, Error> {
    let opener = connection.opener();
    // The order is the one that servers have always seen.
    let (error, error_writer) = open(&opener, stream::ERROR).await?;
    // Nothing is said on it: servers may wait for that.
    drop(error_writer);
    let mut idle = Vec::new();
    let stdin = if wanted.stdin { Some(open(&opener, stream::STDIN).await?.1) } else { None };
    let mut output = async |wanted: bool, kind| {
        if !wanted {
            return Ok(None);
        }
        let (reader, writer) = open(&opener, kind).await?;
        idle.push(writer);
        Ok::<_, Error>(Some(reader))
    };
    let stdout = output(wanted.stdout, stream::STDOUT).await?;
    let stderr = output(wanted.stderr, stream::STDERR).await?;
    let resizes = wanted.tty && version.has_resize();
    let resize = if resizes { Some(open(&opener, stream::RESIZE).await?.1) } else { None };
    Ok(Ends { stdin, stdout, stderr, resize, error, idle, link: Link::Spdy(connection) })
}

async fn open(opener: &Opener, kind: &str) -> Result<(Reader, Writer), Error> {
    Ok(opener.open(Headers::of(&[(stream::TYPE, kind)])).await?.into_split())
}

/// Reads how it ended, and leaves then, or when nobody wants to know any more.
async fn watch(
    mut error: Reader,
    version: Version,
    link: Link,
    idle: Vec<Writer>,
    mut outcome: oneshot::Sender<Outcome>,
) {
    let mut message = Vec::new();
    let read = tokio::select! {
        _ = error.read_to_end(&mut message) => true,
        () = outcome.closed() => false,
    };
    if read {
        outcome.send(Outcome::decode(&message, version)).ok();
    }
    drop(idle);
    link.close().await;
}

fn write_sizes(mut writer: Writer) -> mpsc::Sender<Size> {
    let (sender, mut sizes) = mpsc::channel::<Size>(4);
    tokio::spawn(async move {
        while let Some(size) = sizes.recv().await {
            let text = serde_json::to_vec(&size).expect("two numbers are JSON");
            if writer.write_all(&text).await.is_err() {
                return;
            }
        }
    });
    sender
}
