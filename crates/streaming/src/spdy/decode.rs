//! Frames from bytes. Pure: takes what has arrived, gives the next frame if it is there, never waits and never panics.

use bytes::{Buf as _, Bytes, BytesMut};

use super::frame::Frame;
use super::headers::Unpacker;

/// The longest control frame; those of Kubernetes have some hundred bytes.
const MAX_CONTROL: usize = 256 * 1024;
const FIN: u8 = 1;
const UNIDIRECTIONAL: u8 = 2;

/// Why bytes are no frame. The connection can't go on after it.
#[derive(Debug, thiserror::Error, PartialEq, Eq)]
pub enum FrameError {
    /// A control frame that is too short, too long or has numbers it must not have.
    #[error("invalid control frame")]
    Control,
    /// Its headers can't be unpacked.
    #[error("invalid headers")]
    Headers,
    /// A stream's number is 0 or too large.
    #[error("invalid stream number")]
    Stream,
}

/// Reads one side of a connection.
pub struct Decoder {
    unpacker: Unpacker,
    partial: Option<Partial>,
}

/// The rest of a frame with data. Such frames are handed on as they come, however long they are.
struct Partial {
    stream: u32,
    fin: bool,
    left: usize,
}

impl Default for Decoder {
    fn default() -> Self {
        Self { unpacker: Unpacker::new(), partial: None }
    }
}

impl Decoder {
    /// The next frame, taken off `input`; `None` if there is not enough.
    pub fn decode(&mut self, input: &mut BytesMut) -> Result<Option<Frame>, FrameError> {
        loop {
            if let Some(partial) = &mut self.partial {
                let (frame, over) = partial.take(input);
                if over {
                    self.partial = None;
                }
                return Ok(frame);
            }
            let Some((head, _)) = input.split_first_chunk::<8>() else { return Ok(None) };
            let first = u32::from_be_bytes([head[0], head[1], head[2], head[3]]);
            let (flags, length) = (head[4], u32::from_be_bytes([0, head[5], head[6], head[7]]) as usize);
            if first >> 31 == 0 {
                if first == 0 {
                    return Err(FrameError::Stream);
                }
                input.advance(8);
                self.partial = Some(Partial { stream: first, fin: flags & FIN != 0, left: length });
                continue;
            }
            if length > MAX_CONTROL {
                return Err(FrameError::Control);
            }
            if input.len() < 8 + length {
                return Ok(None);
            }
            input.advance(8);
            let payload = input.split_to(length).freeze();
            // A kind of frame that is not known is passed over, as the specification wants it.
            if let Some(frame) = self.control((first & 0xffff) as u16, flags, payload)? {
                return Ok(Some(frame));
            }
        }
    }

    fn control(&mut self, kind: u16, flags: u8, payload: Bytes) -> Result<Option<Frame>, FrameError> {
        let mut rest = payload;
        let fin = flags & FIN != 0;
        Ok(Some(match kind {
            1 => {
                let (stream, associated) = (stream(&mut rest)?, number(&mut rest)? & 0x7fff_ffff);
                let priority = number_of_two(&mut rest)?;
                let unidirectional = flags & UNIDIRECTIONAL != 0;
                let headers = self.unpacker.unpack(&rest)?;
                Frame::SynStream { stream, associated, priority, fin, unidirectional, headers }
            }
            2 => Frame::SynReply { stream: stream(&mut rest)?, fin, headers: self.unpacker.unpack(&rest)? },
            3 => Frame::RstStream { stream: stream(&mut rest)?, status: number(&mut rest)? },
            4 => Frame::Settings(settings(&mut rest)?),
            6 => Frame::Ping(number(&mut rest)?),
            7 => Frame::GoAway { last: number(&mut rest)? & 0x7fff_ffff, status: number(&mut rest)? },
            8 => Frame::Headers { stream: stream(&mut rest)?, fin, headers: self.unpacker.unpack(&rest)? },
            9 => Frame::WindowUpdate {
                stream: number(&mut rest)? & 0x7fff_ffff,
                delta: number(&mut rest)? & 0x7fff_ffff,
            },
            _ => return Ok(None),
        }))
    }
}

impl Partial {
    /// What is there of it, and whether that is the end.
    fn take(&mut self, input: &mut BytesMut) -> (Option<Frame>, bool) {
        if input.is_empty() && self.left > 0 {
            return (None, false);
        }
        let data = input.split_to(self.left.min(input.len())).freeze();
        self.left -= data.len();
        let over = self.left == 0;
        (Some(Frame::Data { stream: self.stream, fin: self.fin && over, data }), over)
    }
}

fn number(rest: &mut Bytes) -> Result<u32, FrameError> {
    rest.try_get_u32().map_err(|_| FrameError::Control)
}

fn stream(rest: &mut Bytes) -> Result<u32, FrameError> {
    match number(rest)? & 0x7fff_ffff {
        0 => Err(FrameError::Stream),
        stream => Ok(stream),
    }
}

/// The priority, in the upper bits of the first of two bytes.
fn number_of_two(rest: &mut Bytes) -> Result<u8, FrameError> {
    rest.try_get_u16().map(|both| (both >> 13) as u8).map_err(|_| FrameError::Control)
}

fn settings(rest: &mut Bytes) -> Result<Vec<(u8, u32, u32)>, FrameError> {
    let count = number(rest)? as usize;
    if count > rest.len() / 8 {
        return Err(FrameError::Control);
    }
    let mut all = Vec::with_capacity(count);
    for _ in 0..count {
        let head = number(rest)?;
        all.push(((head >> 24) as u8, head & 0x00ff_ffff, number(rest)?));
    }
    Ok(all)
}
