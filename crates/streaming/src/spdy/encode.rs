//! Frames to bytes. Pure.

use bytes::{BufMut as _, BytesMut};

use super::frame::{Frame, Headers};
use super::headers::Packer;

/// The version in every control frame.
const VERSION: u16 = 0x8003;

/// Writes one side of a connection.
pub struct Encoder {
    packer: Packer,
}

impl Default for Encoder {
    fn default() -> Self {
        Self { packer: Packer::new() }
    }
}

impl Encoder {
    /// Appends a frame. Data of more than 2²⁴-1 bytes does not fit into one and must be cut before.
    pub fn encode(&mut self, frame: &Frame, out: &mut BytesMut) {
        match frame {
            Frame::SynStream { stream, associated, priority, fin, unidirectional, headers } => {
                let flags = u8::from(*fin) | (u8::from(*unidirectional) << 1);
                let mut fixed = [0; 10];
                fixed[..4].copy_from_slice(&stream.to_be_bytes());
                fixed[4..8].copy_from_slice(&associated.to_be_bytes());
                fixed[8] = priority << 5;
                self.with_headers(1, flags, &fixed, headers, out);
            }
            Frame::SynReply { stream, fin, headers } => {
                self.with_headers(2, u8::from(*fin), &stream.to_be_bytes(), headers, out);
            }
            Frame::Headers { stream, fin, headers } => {
                self.with_headers(8, u8::from(*fin), &stream.to_be_bytes(), headers, out);
            }
            Frame::RstStream { stream, status } => pair(3, *stream, *status, out),
            Frame::GoAway { last, status } => pair(7, *last, *status, out),
            Frame::WindowUpdate { stream, delta } => pair(9, *stream, *delta, out),
            Frame::Ping(id) => {
                head(6, 0, 4, out);
                out.put_u32(*id);
            }
            Frame::Settings(all) => {
                head(4, 0, 4 + 8 * all.len(), out);
                out.put_u32(all.len() as u32);
                for (flags, id, value) in all {
                    out.put_u32((u32::from(*flags) << 24) | (id & 0x00ff_ffff));
                    out.put_u32(*value);
                }
            }
            Frame::Data { stream, fin, data } => {
                out.put_u32(*stream);
                length(u8::from(*fin), data.len(), out);
                out.put_slice(data);
            }
        }
    }

    fn with_headers(&mut self, kind: u16, flags: u8, fixed: &[u8], headers: &Headers, out: &mut BytesMut) {
        let packed = self.packer.pack(headers);
        head(kind, flags, fixed.len() + packed.len(), out);
        out.put_slice(fixed);
        out.put_slice(&packed);
    }
}

fn head(kind: u16, flags: u8, bytes: usize, out: &mut BytesMut) {
    out.put_u16(VERSION);
    out.put_u16(kind);
    length(flags, bytes, out);
}

fn length(flags: u8, bytes: usize, out: &mut BytesMut) {
    debug_assert!(bytes < 1 << 24, "a frame's length has three bytes");
    out.put_u32((u32::from(flags) << 24) | (bytes as u32 & 0x00ff_ffff));
}

fn pair(kind: u16, first: u32, second: u32, out: &mut BytesMut) {
    head(kind, 0, 8, out);
    out.put_u32(first);
    out.put_u32(second);
}
