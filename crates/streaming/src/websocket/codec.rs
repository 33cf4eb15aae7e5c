//! What a message means: its first byte is the channel, and `255` closes one, where that is known. Pure.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use bytes::{Buf as _, BufMut as _, Bytes, BytesMut};
use tokio_tungstenite::tungstenite::Message;

use crate::protocol::{Protocol, Version, channel};

/// How messages are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Codec {
    /// As text: the channel as a digit, the rest in base64.
    pub base64: bool,
    /// Whether channels can be closed one by one.
    pub closes: bool,
}

/// What was said.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Event {
    /// Bytes on a channel.
    Data(u8, Bytes),
    /// Nothing more comes on a channel.
    Closed(u8),
    /// Nothing at all.
    Nothing,
    /// Something that can't be: the connection is given up.
    Broken,
}

impl Codec {
    pub(crate) fn of(protocol: &Protocol) -> Self {
        Self { base64: protocol.base64, closes: protocol.version == Version::V5 }
    }

    /// What a message says.
    pub fn decode(&self, mut message: Bytes) -> Event {
        let Ok(first) = message.try_get_u8() else { return Event::Nothing };
        if self.closes && first == channel::CLOSE {
            return match &message[..] {
                [which] => Event::Closed(*which),
                _ => Event::Broken,
            };
        }
        if !self.base64 {
            return Event::Data(first, message);
        }
        match STANDARD.decode(&message) {
            Ok(data) => Event::Data(first.wrapping_sub(b'0'), data.into()),
            Err(_) => Event::Nothing,
        }
    }

    /// The message that carries bytes.
    pub fn data(&self, channel: u8, data: &[u8]) -> Message {
        if self.base64 {
            let mut text = String::with_capacity(1 + data.len().div_ceil(3) * 4);
            text.push(char::from(b'0'.wrapping_add(channel)));
            STANDARD.encode_string(data, &mut text);
            return Message::text(text);
        }
        let mut message = BytesMut::with_capacity(1 + data.len());
        message.put_u8(channel);
        message.put_slice(data);
        Message::binary(message.freeze())
    }

    /// The same for a sender that never closes channels: only clients do, and kubectl complains of a server that does.
    pub fn without_close(self) -> Self {
        Self { closes: false, ..self }
    }

    /// The message that closes a channel, where there is one.
    pub fn close(&self, which: u8) -> Option<Message> {
        self.closes.then(|| Message::binary(Bytes::copy_from_slice(&[channel::CLOSE, which])))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PLAIN: Codec = Codec { base64: false, closes: false };
    const TEXT: Codec = Codec { base64: true, closes: false };
    const CLOSING: Codec = Codec { base64: false, closes: true };

    #[test]
    fn messages_mean_what_everybody_thinks() {
        let data = |channel, data: &'static [u8]| Event::Data(channel, Bytes::from_static(data));
        for (codec, message, expected) in [
            (PLAIN, &b"\0foo\n"[..], data(0, b"foo\n")),
            (PLAIN, b"\x01", data(1, b"")),
            (PLAIN, b"", Event::Nothing),
            (PLAIN, b"\xff\0", data(255, b"\0")),
            (CLOSING, b"\xff\0", Event::Closed(0)),
            (CLOSING, b"\xff", Event::Broken),
            (CLOSING, b"\xff\0\0", Event::Broken),
            (TEXT, b"0Zm9vCgo=", data(0, b"foo\n\n")),
            (TEXT, b"0Zm9v!", Event::Nothing),
        ] {
            assert_eq!(codec.decode(Bytes::from_static(message)), expected, "{codec:?} {message:?}");
        }
    }

    #[test]
    fn messages_are_written_as_everybody_reads_them() {
        assert_eq!(PLAIN.data(1, b"a").into_data(), &b"\x01a"[..]);
        assert_eq!(TEXT.data(1, b"\n").into_text().unwrap().as_str(), "1Cg==");
        assert_eq!(CLOSING.close(0).unwrap().into_data(), &b"\xff\0"[..]);
        assert_eq!(PLAIN.close(0), None);
    }
}
