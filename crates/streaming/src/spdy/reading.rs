//! The reading task of a connection: takes frames off the socket and hands them to their streams.

use std::ops::ControlFlow;
use std::sync::Arc;

use bytes::{Bytes, BytesMut};
use tokio::io::{AsyncRead, AsyncReadExt as _};
use tokio::sync::mpsc;

use super::connection::{Shared, Side, Stream};
use super::decode::Decoder;
use super::frame::{Frame, Headers, reset};
use crate::pipe::Out;

/// How much is read at once.
const CHUNK: usize = 32 * 1024;
/// The most streams at once.
const MAX_STREAMS: usize = 4096;

/// Reads until the other side leaves, breaks the rules, or the connection is closed here.
pub(super) async fn run<IO: AsyncRead + Unpin>(io: IO, shared: Arc<Shared>, accepted: mpsc::Sender<Stream>) {
    let closed = shared.outbox.closed().clone();
    let mut reading = Reading { shared: shared.clone(), accepted };
    tokio::select! {
        biased;
        () = closed.cancelled() => {}
        () = reading.read(io) => {}
    }
    shared.end();
}

struct Reading {
    shared: Arc<Shared>,
    accepted: mpsc::Sender<Stream>,
}

impl Reading {
    async fn read<IO: AsyncRead + Unpin>(&mut self, mut io: IO) {
        let (mut decoder, mut input) = (Decoder::default(), BytesMut::new());
        loop {
            match decoder.decode(&mut input) {
                Ok(Some(frame)) => {
                    if self.handle(frame).await.is_break() {
                        return;
                    }
                }
                Ok(None) => {
                    input.reserve(CHUNK);
                    match io.read_buf(&mut input).await {
                        Ok(0) => return,
                        Ok(_) => {}
                        Err(error) => {
                            tracing::debug!(%error, "a SPDY connection broke off");
                            return;
                        }
                    }
                }
                Err(error) => {
                    tracing::debug!(%error, "the other side does not speak SPDY properly");
                    return;
                }
            }
        }
    }

    async fn handle(&mut self, frame: Frame) -> ControlFlow<()> {
        match frame {
            Frame::SynStream { stream, fin, headers, .. } => self.open(stream, fin, headers).await,
            Frame::SynReply { stream, fin, .. } => {
                let mut streams = self.shared.streams.lock();
                if let Some(reply) = streams.slots.get_mut(&stream).and_then(|slot| slot.reply.take()) {
                    reply.send(()).ok();
                }
                if fin {
                    streams.finish_remote(stream);
                }
            }
            Frame::Data { stream, fin, data } => self.data(stream, fin, data).await,
            Frame::RstStream { stream, .. } => {
                if let Some(slot) = self.shared.streams.lock().slots.remove(&stream) {
                    slot.reset.cancel();
                }
            }
            Frame::Headers { stream, fin, .. } if fin => self.shared.streams.lock().finish_remote(stream),
            Frame::Ping(id) if !self.is_ours(id) => {
                self.shared.outbox.send_when_room(Out::Control(Frame::Ping(id))).await;
            }
            Frame::GoAway { .. } => return ControlFlow::Break(()),
            Frame::Headers { .. } | Frame::Ping(_) | Frame::Settings(_) | Frame::WindowUpdate { .. } => {}
        }
        ControlFlow::Continue(())
    }

    async fn open(&mut self, stream: u32, fin: bool, headers: Headers) {
        let duplex = {
            let mut streams = self.shared.streams.lock();
            let sound = !self.is_ours(stream) && stream > streams.last;
            let wanted = (self.shared.welcome)(&headers) && !self.accepted.is_closed();
            if sound && wanted && streams.slots.len() < MAX_STREAMS {
                streams.last = stream;
                let duplex = self.shared.insert(&mut streams, stream, None);
                if fin {
                    streams.finish_remote(stream);
                }
                Ok(duplex)
            } else if sound {
                streams.last = stream;
                Err(reset::REFUSED)
            } else {
                Err(reset::PROTOCOL_ERROR)
            }
        };
        match duplex {
            Ok(duplex) => {
                let reply = Frame::SynReply { stream, fin: false, headers: Headers::default() };
                self.shared.outbox.send_when_room(Out::Control(reply)).await;
                // Nobody takes it: dropping it closes it.
                self.accepted.send(Stream { id: stream, headers, duplex }).await.ok();
            }
            Err(status) => {
                let refusal = Frame::RstStream { stream, status };
                self.shared.outbox.send_when_room(Out::Control(refusal)).await;
            }
        }
    }

    /// Hands bytes to their stream; waits while it is full.
    async fn data(&mut self, stream: u32, fin: bool, data: Bytes) {
        let lane = self.shared.streams.lock().slots.get(&stream).and_then(|slot| slot.lane.clone());
        if let Some(lane) = lane
            && !data.is_empty()
        {
            // Whoever does not read any more does not care.
            lane.send(data).await.ok();
        }
        if fin {
            self.shared.streams.lock().finish_remote(stream);
        }
    }

    /// Whether a stream's or ping's number is one that this side gives.
    fn is_ours(&self, id: u32) -> bool {
        (id % 2 == 1) == (self.shared.side == Side::Client)
    }
}
