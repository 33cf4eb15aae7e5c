//! Streams over one socket: opened here or by the other side, each with its own two directions.
//!
//! Two tasks do the work, `reading.rs` and `writing.rs`; this is what they share and what their users hold.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use parking_lot::Mutex;
use runtime::Clock;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::sync::{mpsc, oneshot};
use tokio_util::sync::CancellationToken;

use super::frame::{Frame, Headers};
use super::{reading, writing};
use crate::duplex::Duplex;
use crate::pipe::{self, Out, Outbox};
use crate::{Error, Reader, Writer};

/// How long the other side may take to welcome a stream.
const WELCOME: Duration = Duration::from_secs(30);
/// How many new streams may wait to be taken.
const BACKLOG: usize = 16;

/// Which end of the connection this is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Side {
    /// The one that connected; its streams have odd numbers.
    Client,
    /// The one that was connected to; its streams have even numbers.
    Server,
}

/// A stream that the other side has opened, or welcomed.
#[derive(Debug)]
pub struct Stream {
    /// Its number.
    pub id: u32,
    /// What it is for.
    pub headers: Headers,
    /// Its bytes.
    pub duplex: Duplex,
}

impl Stream {
    /// Its two directions.
    pub fn into_split(self) -> (Reader, Writer) {
        self.duplex.into_split()
    }
}

/// A connection. Dropping it says goodbye to the other side.
pub struct Connection {
    opener: Opener,
    accepted: mpsc::Receiver<Stream>,
    done: CancellationToken,
}

/// Opens streams.
#[derive(Clone)]
pub struct Opener {
    shared: Arc<Shared>,
    clock: Clock,
}

/// What both tasks and the users of a connection share.
pub(super) struct Shared {
    pub outbox: Outbox,
    pub streams: Mutex<Streams>,
    /// Whether a stream with these headers is wanted.
    pub welcome: fn(&Headers) -> bool,
    pub side: Side,
}

#[derive(Default)]
pub(super) struct Streams {
    pub slots: HashMap<u32, Slot>,
    /// The number of the next stream that is opened here.
    next: u32,
    /// The highest number that the other side has used.
    pub last: u32,
    over: bool,
}

/// One stream, as the reading task sees it.
pub(super) struct Slot {
    /// Where its bytes go; `None` once the other side has closed it.
    pub lane: Option<mpsc::Sender<Bytes>>,
    /// Who waits for it to be welcomed.
    pub reply: Option<oneshot::Sender<()>>,
    /// Set off when it is over in both directions.
    pub reset: CancellationToken,
    /// Whether this side has closed it.
    pub finished: bool,
}

impl Connection {
    /// Speaks SPDY on `io`. Streams of the other side for which `welcome` has no use are reset.
    pub fn start<IO>(io: IO, side: Side, clock: &Clock, welcome: fn(&Headers) -> bool) -> Self
    where
        IO: AsyncRead + AsyncWrite + Send + 'static,
    {
        let (outbox, queue) = Outbox::new();
        let next = if side == Side::Client { 1 } else { 2 };
        let streams = Mutex::new(Streams { next, ..Streams::default() });
        let shared = Arc::new(Shared { outbox, streams, welcome, side });
        let (sender, accepted) = mpsc::channel(BACKLOG);
        let done = CancellationToken::new();
        let (reader, writer) = tokio::io::split(io);
        let reading = reading::run(reader, shared.clone(), sender);
        let writing = writing::run(writer, shared.clone(), queue, clock.clone());
        let guard = done.clone().drop_guard();
        tokio::spawn(async move {
            tokio::join!(reading, writing);
            drop(guard);
        });
        Self { opener: Opener { shared, clock: clock.clone() }, accepted, done }
    }

    /// The next stream that the other side opens; `None` when it has left.
    pub async fn accept(&mut self) -> Option<Stream> {
        self.accepted.recv().await
    }

    /// Opens streams on it.
    pub fn opener(&self) -> Opener {
        self.opener.clone()
    }

    /// Set off when the other side has left, or everything was said.
    pub fn closed(&self) -> CancellationToken {
        self.opener.shared.outbox.closed().clone()
    }

    /// Sends what is left and goodbye, and waits until the other side has left, or long enough.
    pub async fn close(self) {
        let done = self.done.clone();
        drop(self);
        done.cancelled().await;
    }
}

impl Drop for Connection {
    fn drop(&mut self) {
        self.opener.shared.outbox.send(Out::Close);
    }
}

impl Opener {
    /// Opens a stream and waits until the other side has welcomed it: bytes sent before that would be lost on it.
    pub async fn open(&self, headers: Headers) -> Result<Stream, Error> {
        let (welcomed, reply) = oneshot::channel();
        let (id, duplex) = self.shared.create(headers.clone(), welcomed).ok_or(Error::Closed)?;
        tokio::select! {
            reply = reply => reply.map_err(|_| Error::Refused)?,
            () = self.shared.outbox.closed().cancelled() => return Err(Error::Closed),
            () = self.clock.sleep(WELCOME) => return Err(Error::Timeout),
        }
        Ok(Stream { id, headers, duplex })
    }
}

impl Shared {
    /// Makes a stream and tells the other side, in the order of its numbers.
    fn create(&self, headers: Headers, welcomed: oneshot::Sender<()>) -> Option<(u32, Duplex)> {
        let mut streams = self.streams.lock();
        let stream = streams.next;
        if streams.over || stream > 0x7fff_ffff {
            return None;
        }
        streams.next += 2;
        let duplex = self.insert(&mut streams, stream, Some(welcomed));
        self.outbox.send(Out::Control(Frame::SynStream {
            stream,
            associated: 0,
            priority: 0,
            fin: false,
            unidirectional: false,
            headers,
        }));
        Some((stream, duplex))
    }

    /// Gives a stream its place.
    pub(super) fn insert(
        &self,
        streams: &mut Streams,
        stream: u32,
        reply: Option<oneshot::Sender<()>>,
    ) -> Duplex {
        let (lane, reader) = pipe::lane();
        let reset = CancellationToken::new();
        let writer = self.outbox.writer(stream, reset.clone());
        streams.slots.insert(stream, Slot { lane: Some(lane), reply, reset, finished: false });
        Duplex { reader, writer }
    }

    /// Nothing can be read or sent any more.
    pub(super) fn end(&self) {
        let mut streams = self.streams.lock();
        streams.over = true;
        streams.slots.clear();
        drop(streams);
        self.outbox.shut();
    }
}

impl Streams {
    /// The other side sends nothing more on it.
    pub(super) fn finish_remote(&mut self, stream: u32) {
        if let Some(slot) = self.slots.get_mut(&stream) {
            slot.lane = None;
            if slot.finished {
                self.slots.remove(&stream);
            }
        }
    }

    /// This side sends nothing more on it.
    pub(super) fn finish_local(&mut self, stream: u32) {
        if let Some(slot) = self.slots.get_mut(&stream) {
            slot.finished = true;
            if slot.lane.is_none() {
                self.slots.remove(&stream);
            }
        }
    }
}
