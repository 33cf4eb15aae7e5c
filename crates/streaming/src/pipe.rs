//! The two halves of a stream within a connection, and the queue that leads to its socket.
//!
//! A [`Reader`] gets pieces from the connection's reading task; when nobody reads, the queue is full and the connection stops reading: that is
//! the back pressure both wires know (neither has windows of its own that anybody uses). A [`Writer`] puts pieces into the connection's
//! outbox, which has room for so many bytes.

use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};

use bytes::{Buf as _, Bytes};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, mpsc};
use tokio_util::sync::{CancellationToken, PollSemaphore};

use crate::spdy::Frame;

/// The longest piece that is sent at once.
pub(crate) const MAX_PIECE: usize = 32 * 1024;
/// How many bytes may wait for the socket.
const OUTBOX_BYTES: usize = 256 * 1024;
/// How many pieces may wait for whoever reads a stream.
const LANE_PIECES: usize = 8;

/// Something to be sent.
#[derive(Debug)]
pub(crate) enum Out {
    /// Bytes of a stream.
    Data { stream: u32, data: Bytes, _room: OwnedSemaphorePermit },
    /// The stream has no more bytes.
    Fin(u32),
    /// A frame that only SPDY has.
    Control(Frame),
    /// The last thing: goodbye.
    Close,
}

/// The way to a connection's socket.
#[derive(Debug, Clone)]
pub(crate) struct Outbox {
    queue: mpsc::UnboundedSender<Out>,
    room: Arc<Semaphore>,
    closed: CancellationToken,
}

impl Outbox {
    /// The way in, and what the writing task reads.
    pub(crate) fn new() -> (Self, mpsc::UnboundedReceiver<Out>) {
        let (queue, receiver) = mpsc::unbounded_channel();
        let room = Arc::new(Semaphore::new(OUTBOX_BYTES));
        (Self { queue, room, closed: CancellationToken::new() }, receiver)
    }

    /// Sends what is small and rare; it does not wait for room.
    pub(crate) fn send(&self, out: Out) {
        // Nobody is there any more: what was to be said does not matter then.
        self.queue.send(out).ok();
    }

    /// The same for what the other side can ask for as often as it likes.
    pub(crate) async fn send_when_room(&self, out: Out) {
        if let Ok(room) = self.room.clone().acquire_owned().await {
            self.send(out);
            drop(room);
        }
    }

    /// An empty piece, which a writer would not send.
    pub(crate) async fn send_empty(&self, stream: u32) {
        if let Ok(room) = self.room.clone().acquire_owned().await {
            self.send(Out::Data { stream, data: Bytes::new(), _room: room });
        }
    }

    /// A stream's half for writing.
    pub(crate) fn writer(&self, stream: u32, reset: CancellationToken) -> Writer {
        Writer {
            stream,
            outbox: self.clone(),
            room: PollSemaphore::new(self.room.clone()),
            reset,
            done: false,
        }
    }

    /// Whether the connection has ended.
    pub(crate) fn closed(&self) -> &CancellationToken {
        &self.closed
    }

    /// The connection has ended: nothing can be sent any more.
    pub(crate) fn shut(&self) {
        self.room.close();
        self.closed.cancel();
    }
}

/// A queue of pieces for one stream.
pub(crate) fn lane() -> (mpsc::Sender<Bytes>, Reader) {
    let (sender, pieces) = mpsc::channel(LANE_PIECES);
    (sender, Reader { pieces, piece: Bytes::new() })
}

/// A stream's half for reading. It ends when the other side closes the stream or leaves.
#[derive(Debug)]
pub struct Reader {
    pieces: mpsc::Receiver<Bytes>,
    piece: Bytes,
}

impl AsyncRead for Reader {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buf: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        while self.piece.is_empty() {
            match ready!(self.pieces.poll_recv(cx)) {
                Some(piece) => self.piece = piece,
                None => return Poll::Ready(Ok(())),
            }
        }
        let length = self.piece.len().min(buf.remaining());
        buf.put_slice(&self.piece[..length]);
        self.piece.advance(length);
        Poll::Ready(Ok(()))
    }
}

/// A stream's half for writing. Closing (or dropping) it tells the other side that nothing more comes.
#[derive(Debug)]
pub struct Writer {
    stream: u32,
    outbox: Outbox,
    room: PollSemaphore,
    reset: CancellationToken,
    done: bool,
}

impl Writer {
    fn finish(&mut self) {
        if !std::mem::replace(&mut self.done, true) {
            self.outbox.send(Out::Fin(self.stream));
        }
    }
}

impl AsyncWrite for Writer {
    fn poll_write(mut self: Pin<&mut Self>, cx: &mut Context<'_>, buf: &[u8]) -> Poll<io::Result<usize>> {
        if buf.is_empty() {
            return Poll::Ready(Ok(0));
        }
        let this = &mut *self;
        let length = buf.len().min(MAX_PIECE);
        if this.done || this.reset.is_cancelled() {
            return Poll::Ready(Err(io::ErrorKind::BrokenPipe.into()));
        }
        let Some(room) = ready!(this.room.poll_acquire_many(cx, length as u32)) else {
            return Poll::Ready(Err(io::ErrorKind::BrokenPipe.into()));
        };
        let data = Bytes::copy_from_slice(&buf[..length]);
        let sent = this.outbox.queue.send(Out::Data { stream: this.stream, data, _room: room });
        Poll::Ready(sent.map(|()| length).map_err(|_| io::ErrorKind::BrokenPipe.into()))
    }

    /// What was written is on its way; there is nothing to push.
    fn poll_flush(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<io::Result<()>> {
        Poll::Ready(Ok(()))
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<io::Result<()>> {
        self.finish();
        Poll::Ready(Ok(()))
    }
}

impl Drop for Writer {
    fn drop(&mut self) {
        self.finish();
    }
}
