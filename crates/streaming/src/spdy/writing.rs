//! The writing task of a connection: puts frames onto the socket, and a ping when there was nothing to say for long.

use std::sync::Arc;
use std::time::Duration;

use bytes::BytesMut;
use runtime::Clock;
use tokio::io::{AsyncWrite, AsyncWriteExt as _};
use tokio::sync::mpsc;

use super::connection::{Shared, Side};
use super::encode::Encoder;
use super::frame::Frame;
use crate::pipe::Out;

/// After this long without a word a ping is sent: it keeps the way open, and finds out when the other side is gone.
pub(crate) const PING: Duration = Duration::from_secs(30);
/// How long the other side may take to leave after goodbye.
pub(crate) const LINGER: Duration = Duration::from_secs(5);
/// When this much is waiting, it is written.
const BATCH: usize = 64 * 1024;

/// Writes until goodbye was said or the connection has ended.
pub(super) async fn run<IO: AsyncWrite + Unpin>(
    mut io: IO,
    shared: Arc<Shared>,
    mut queue: mpsc::UnboundedReceiver<Out>,
    clock: Clock,
) {
    let closed = shared.outbox.closed().clone();
    let said_goodbye = tokio::select! {
        biased;
        () = closed.cancelled() => false,
        said = write(&mut io, &shared, &mut queue, &clock) => said,
    };
    io.shutdown().await.ok();
    if said_goodbye {
        tokio::select! {
            () = closed.cancelled() => {}
            () = clock.sleep(LINGER) => {}
        }
    }
    shared.end();
}

/// Whether everything was said; `false` if the socket broke.
async fn write<IO: AsyncWrite + Unpin>(
    io: &mut IO,
    shared: &Shared,
    queue: &mut mpsc::UnboundedReceiver<Out>,
    clock: &Clock,
) -> bool {
    let (mut encoder, mut output) = (Encoder::default(), BytesMut::new());
    let mut ping = if shared.side == Side::Client { 1 } else { 2 };
    loop {
        let next = tokio::select! {
            biased;
            next = queue.recv() => next,
            () = clock.sleep(PING) => {
                ping = if ping > 0x7fff_fff0 { ping % 2 + 2 } else { ping + 2 };
                Some(Out::Control(Frame::Ping(ping)))
            }
        };
        let Some(mut out) = next else { return true };
        // Room is given back only when the batch is written.
        let mut rooms = Vec::new();
        let over = loop {
            let over = matches!(out, Out::Close);
            rooms.extend(put(&mut encoder, out, shared, &mut output));
            if over || output.len() > BATCH {
                break over;
            }
            match queue.try_recv() {
                Ok(more) => out = more,
                Err(_) => break false,
            }
        };
        if io.write_all(&output).await.is_err() || io.flush().await.is_err() {
            return false;
        }
        output.clear();
        drop(rooms);
        if over {
            return true;
        }
    }
}

/// Encodes one thing; gives back what holds its room.
fn put(
    encoder: &mut Encoder,
    out: Out,
    shared: &Shared,
    output: &mut BytesMut,
) -> Option<tokio::sync::OwnedSemaphorePermit> {
    match out {
        Out::Data { stream, data, _room } => {
            encoder.encode(&Frame::Data { stream, fin: false, data }, output);
            return Some(_room);
        }
        Out::Fin(stream) => {
            shared.streams.lock().finish_local(stream);
            encoder.encode(&Frame::Data { stream, fin: true, data: bytes::Bytes::new() }, output);
        }
        Out::Control(frame) => encoder.encode(&frame, output),
        Out::Close => {
            let last = shared.streams.lock().last;
            encoder.encode(&Frame::GoAway { last, status: 0 }, output);
        }
    }
    None
}
