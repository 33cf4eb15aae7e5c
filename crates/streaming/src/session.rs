//! A session as the side sees it that has the process: the streams of a command and how they are tied to it; a forwarded port.
//!
//! Made by `server`; what runs and where is the caller's business.

use std::any::Any;
use std::future::pending;

use futures_util::future::BoxFuture;
use serde::{Deserialize, Serialize};
use tokio::io::{AsyncRead, AsyncReadExt as _, AsyncWrite, AsyncWriteExt as _, BufReader};
use tokio::sync::mpsc;
use tokio_util::sync::CancellationToken;

use crate::duplex::Duplex;
use crate::pipe::{Reader, Writer};
use crate::protocol::Version;
use crate::spdy;
use crate::status::Outcome;
use crate::websocket::Channels;

/// How much is copied at once.
const CHUNK: usize = 32 * 1024;

/// Which streams a client wants.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Wanted {
    /// Input.
    pub stdin: bool,
    /// Output.
    pub stdout: bool,
    /// Errors; never with a terminal.
    pub stderr: bool,
    /// A terminal.
    pub tty: bool,
}

impl Wanted {
    /// Reads a query as kubelets spell it: `input=1&output=1&error=1&tty=1`.
    pub fn from_query(query: &str) -> Result<Self, String> {
        let on = |name: &str| {
            let mut pairs = query.split('&').filter_map(|pair| pair.split_once('='));
            pairs.any(|(key, value)| key == name && value == "1")
        };
        let tty = on("tty");
        let wanted = Self { stdin: on("input"), stdout: on("output"), stderr: on("error") && !tty, tty };
        if wanted.stdin || wanted.stdout || wanted.stderr {
            Ok(wanted)
        } else {
            Err("you must specify at least 1 of stdin, stdout, stderr".to_owned())
        }
    }
}

/// The size of a terminal.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "PascalCase", default)]
pub struct Size {
    /// Columns.
    pub width: u16,
    /// Rows.
    pub height: u16,
}

/// The streams of a client that wants a command run, or a container attached to. Dropping them ends the session without a word.
pub struct ExecStreams {
    /// What the client types.
    pub stdin: Option<Reader>,
    /// What it is shown.
    pub stdout: Option<Writer>,
    /// What it is shown as errors.
    pub stderr: Option<Writer>,
    /// New sizes of its terminal.
    pub resize: Option<mpsc::Receiver<Size>>,
    pub(crate) error: Writer,
    pub(crate) version: Version,
    /// Halves that are not used, and must not be closed before the end: clients take that for the end.
    pub(crate) kept: Vec<Box<dyn Any + Send>>,
    pub(crate) link: Link,
}

/// What carries a session.
pub(crate) enum Link {
    Spdy(spdy::Connection),
    WebSocket(Channels),
}

impl Link {
    pub(crate) fn closed(&self) -> CancellationToken {
        match self {
            Self::Spdy(connection) => connection.closed(),
            Self::WebSocket(channels) => channels.closed(),
        }
    }

    pub(crate) async fn close(self) {
        match self {
            Self::Spdy(connection) => connection.close().await,
            Self::WebSocket(channels) => channels.close().await,
        }
    }
}

impl ExecStreams {
    /// Set off when the client has left.
    pub fn gone(&self) -> CancellationToken {
        self.link.closed()
    }

    /// Tells the client how it ended, and goodbye. What was written before arrives before.
    pub async fn finish(self, outcome: Outcome) {
        let Self { stdin, stdout, stderr, resize, mut error, version, kept, link } = self;
        drop((stdout, stderr));
        // A client that has left can't be told.
        error.write_all(&outcome.encode(version)).await.ok();
        drop((error, stdin, resize, kept));
        link.close().await;
    }
}

/// A command that runs, or a container that was attached to.
pub struct Process {
    /// To be written to; closed when the client closes its input.
    pub stdin: Option<Box<dyn AsyncWrite + Send + Unpin>>,
    /// To be read to its end.
    pub stdout: Option<Box<dyn AsyncRead + Send + Unpin>>,
    /// To be read to its end.
    pub stderr: Option<Box<dyn AsyncRead + Send + Unpin>>,
    /// Told of new sizes of the terminal.
    pub resize: Option<Box<dyn Fn(Size) + Send + Sync>>,
    /// How it ends.
    pub exit: BoxFuture<'static, Outcome>,
}

/// Who ended a session.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Ended {
    /// The process did, and the client was told.
    Process(Outcome),
    /// The client left first. The streams of the process are closed.
    Client,
}

/// Ties a client's streams to a process until one of them ends.
pub async fn run(mut streams: ExecStreams, process: Process) -> Ended {
    let gone = streams.gone();
    let (stdout, stderr) = (streams.stdout.take(), streams.stderr.take());
    let output = async { tokio::join!(carry(process.stdout, stdout), carry(process.stderr, stderr)) };
    let input = carry(streams.stdin.take(), process.stdin);
    let sizes = tell_sizes(streams.resize.take(), process.resize);
    let incoming = async {
        tokio::join!(input, sizes);
        pending::<()>().await;
    };
    let outcome = tokio::select! {
        biased;
        (outcome, _) = async { tokio::join!(process.exit, output) } => Some(outcome),
        () = gone.cancelled() => None,
        () = incoming => None,
    };
    match outcome {
        Some(outcome) => {
            streams.finish(outcome.clone()).await;
            Ended::Process(outcome)
        }
        None => Ended::Client,
    }
}

/// Copies to the end, and closes the other side then.
async fn carry<R, W>(from: Option<R>, to: Option<W>)
where
    R: AsyncRead + Unpin,
    W: AsyncWrite + Unpin,
{
    match (from, to) {
        (Some(from), Some(mut to)) => {
            let mut from = BufReader::with_capacity(CHUNK, from);
            // Whichever side fails, there is nothing more to carry.
            tokio::io::copy_buf(&mut from, &mut to).await.ok();
            to.shutdown().await.ok();
        }
        // A process whose output nobody wants must not wait for somebody to read it.
        (Some(mut from), None) => drop(tokio::io::copy(&mut from, &mut tokio::io::sink()).await),
        (None, Some(mut to)) => drop(to.shutdown().await),
        (None, None) => {}
    }
}

async fn tell_sizes(sizes: Option<mpsc::Receiver<Size>>, tell: Option<Box<dyn Fn(Size) + Send + Sync>>) {
    let (Some(mut sizes), Some(tell)) = (sizes, tell) else { return };
    while let Some(size) = sizes.recv().await {
        tell(size);
    }
}

/// Reads sizes off a stream until it ends or nobody wants them.
pub(crate) fn read_sizes(mut reader: Reader) -> mpsc::Receiver<Size> {
    let (sender, sizes) = mpsc::channel(4);
    tokio::spawn(async move {
        let mut waiting = Vec::new();
        while let Ok(1..) = reader.read_buf(&mut waiting).await {
            let mut found = serde_json::Deserializer::from_slice(&waiting).into_iter::<Size>();
            let mut all = Vec::new();
            while let Some(Ok(size)) = found.next() {
                all.push(size);
            }
            let read = found.byte_offset();
            waiting.drain(..read);
            for size in all {
                if sender.send(size).await.is_err() {
                    return;
                }
            }
            if waiting.len() > 1024 {
                return;
            }
        }
    });
    sizes
}

/// A client that wants to reach a port.
#[derive(Debug)]
pub struct Forward {
    /// Which.
    pub port: u16,
    /// Its bytes.
    pub data: Duplex,
    /// Where to say what went wrong.
    pub error: Writer,
}

impl Forward {
    /// Copies both ways until both are done.
    pub async fn run<IO: AsyncRead + AsyncWrite + Unpin>(mut self, mut target: IO) -> std::io::Result<()> {
        tokio::io::copy_bidirectional_with_sizes(&mut self.data, &mut target, CHUNK, CHUNK).await?;
        Ok(())
    }

    /// Tells the client why it can't be reached.
    pub async fn fail(mut self, message: &str) {
        self.error.write_all(message.as_bytes()).await.ok();
        self.error.shutdown().await.ok();
    }
}
