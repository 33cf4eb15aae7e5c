//! Channels over a WebSocket: every message begins with the number of its channel.
//!
//! `codec` is what a message means (pure), `tunnel` a WebSocket as plain bytes (SPDY goes through it), and this file the two tasks of a
//! connection with channels.

mod codec;
mod tunnel;

pub use codec::{Codec, Event};
pub(crate) use tunnel::Tunnel;

use std::collections::HashMap;
use std::time::Duration;

use bytes::Bytes;
use futures_util::stream::{SplitSink, SplitStream};
use futures_util::{SinkExt as _, StreamExt as _};
use runtime::Clock;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::sync::mpsc;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::protocol::frame::coding::CloseCode;
use tokio_tungstenite::tungstenite::protocol::{CloseFrame, Role, WebSocketConfig};
use tokio_util::sync::CancellationToken;

use crate::pipe::{self, Out, Outbox};
use crate::{Reader, Writer};

/// After this long without a word a ping is sent: it keeps the way open, and finds out when the other side is gone.
const PING: Duration = Duration::from_secs(30);
/// How long the other side may take to leave after goodbye.
pub(crate) const LINGER: Duration = Duration::from_secs(5);
/// The longest message.
const MAX_MESSAGE: usize = 16 * 1024 * 1024;

/// The settings of every WebSocket here.
pub(crate) fn config() -> WebSocketConfig {
    WebSocketConfig::default()
        .read_buffer_size(32 * 1024)
        .max_message_size(Some(MAX_MESSAGE))
        .max_frame_size(Some(MAX_MESSAGE))
        .max_write_buffer_size(usize::MAX)
}

/// A connection with channels. Dropping it says goodbye to the other side.
pub(crate) struct Channels {
    outbox: Outbox,
    readers: HashMap<u8, Reader>,
    done: CancellationToken,
}

impl Channels {
    /// Speaks on `io`; messages on channels that are not among `readable` are passed over.
    pub(crate) async fn start<IO>(io: IO, role: Role, codec: Codec, readable: &[u8], clock: &Clock) -> Self
    where
        IO: AsyncRead + AsyncWrite + Unpin + Send + 'static,
    {
        let socket = WebSocketStream::from_raw_socket(io, role, Some(config())).await;
        let (sink, stream) = socket.split();
        let (outbox, queue) = Outbox::new();
        let (mut lanes, mut readers) = (HashMap::new(), HashMap::new());
        for channel in readable {
            let (lane, reader) = pipe::lane();
            lanes.insert(*channel, lane);
            readers.insert(*channel, reader);
        }
        let done = CancellationToken::new();
        let guard = done.clone().drop_guard();
        let reading = read(stream, codec, lanes, outbox.clone());
        let outgoing = if matches!(role, Role::Server) { codec.without_close() } else { codec };
        let writing = write(sink, outgoing, queue, outbox.clone(), clock.clone());
        tokio::spawn(async move {
            tokio::join!(reading, writing);
            drop(guard);
        });
        Self { outbox, readers, done }
    }

    /// A channel's half for reading; each can be had once.
    pub(crate) fn reader(&mut self, channel: u8) -> Option<Reader> {
        self.readers.remove(&channel)
    }

    /// A channel's half for writing.
    pub(crate) fn writer(&self, channel: u8) -> Writer {
        self.outbox.writer(u32::from(channel), CancellationToken::new())
    }

    /// An empty message, to show that the connection is there.
    pub(crate) async fn greet(&self, channel: u8) {
        self.outbox.send_empty(u32::from(channel)).await;
    }

    /// Set off when the other side has left, or everything was said.
    pub(crate) fn closed(&self) -> CancellationToken {
        self.outbox.closed().clone()
    }

    /// Sends what is left and goodbye, and waits until the other side has left, or long enough.
    pub(crate) async fn close(self) {
        let done = self.done.clone();
        drop(self);
        done.cancelled().await;
    }
}

impl Drop for Channels {
    fn drop(&mut self) {
        self.outbox.send(Out::Close);
    }
}

type Lanes = HashMap<u8, mpsc::Sender<Bytes>>;

/// The reading task: until the other side leaves, breaks the rules, or the connection is closed here.
async fn read<IO>(
    mut stream: SplitStream<WebSocketStream<IO>>,
    codec: Codec,
    mut lanes: Lanes,
    outbox: Outbox,
) where
    IO: AsyncRead + AsyncWrite + Unpin,
{
    let closed = outbox.closed().clone();
    let reading = async {
        while let Some(Ok(message)) = stream.next().await {
            let event = match message {
                Message::Binary(bytes) => codec.decode(bytes),
                Message::Text(text) => codec.decode(text.into()),
                Message::Close(_) => break,
                Message::Ping(_) | Message::Pong(_) | Message::Frame(_) => Event::Nothing,
            };
            match event {
                Event::Data(channel, data) => {
                    if let Some(lane) = lanes.get(&channel) {
                        // Whoever does not read any more does not care.
                        lane.send(data).await.ok();
                    }
                }
                Event::Closed(channel) => drop(lanes.remove(&channel)),
                Event::Nothing => {}
                Event::Broken => break,
            }
        }
    };
    tokio::select! {
        biased;
        () = closed.cancelled() => {}
        () = reading => {}
    }
    outbox.shut();
}

/// The writing task: until goodbye was said or the connection has ended.
async fn write<IO>(
    mut sink: SplitSink<WebSocketStream<IO>, Message>,
    codec: Codec,
    mut queue: mpsc::UnboundedReceiver<Out>,
    outbox: Outbox,
    clock: Clock,
) where
    IO: AsyncRead + AsyncWrite + Unpin,
{
    let closed = outbox.closed().clone();
    let writing = async {
        loop {
            let next = tokio::select! {
                biased;
                next = queue.recv() => next,
                () = clock.sleep(PING) => {
                    if sink.send(Message::Ping(Bytes::new())).await.is_err() {
                        return false;
                    }
                    continue;
                }
            };
            match put(&mut sink, codec, next.unwrap_or(Out::Close), &mut queue).await {
                Ok(false) => {}
                Ok(true) => return true,
                Err(_) => return false,
            }
        }
    };
    let said_goodbye = tokio::select! {
        biased;
        () = closed.cancelled() => false,
        said = writing => said,
    };
    if said_goodbye {
        tokio::select! {
            () = closed.cancelled() => {}
            () = clock.sleep(LINGER) => {}
        }
    }
    sink.close().await.ok();
    outbox.shut();
}

/// Sends one thing, and all that is waiting with it; whether that was the goodbye.
async fn put<IO>(
    sink: &mut SplitSink<WebSocketStream<IO>, Message>,
    codec: Codec,
    first: Out,
    queue: &mut mpsc::UnboundedReceiver<Out>,
) -> Result<bool, tokio_tungstenite::tungstenite::Error>
where
    IO: AsyncRead + AsyncWrite + Unpin,
{
    let (mut rooms, mut next) = (Vec::new(), Some(first));
    let mut over = false;
    while let Some(out) = next.take() {
        let message = match out {
            Out::Data { stream, data, _room } => {
                rooms.push(_room);
                Some(codec.data(stream as u8, &data))
            }
            Out::Fin(stream) => codec.close(stream as u8),
            Out::Control(_) => None,
            Out::Close => {
                over = true;
                Some(Message::Close(Some(CloseFrame { code: CloseCode::Normal, reason: "".into() })))
            }
        };
        if let Some(message) = message {
            sink.feed(message).await?;
        }
        next = if over || rooms.len() >= 4 { None } else { queue.try_recv().ok() };
    }
    sink.flush().await?;
    Ok(over)
}
