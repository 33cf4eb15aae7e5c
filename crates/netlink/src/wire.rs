//! Messages of the protocol: a header, a fixed part, then attributes that may nest. Numbers are in the machine's order unless said.

/// Bytes of a message's header.
const HEADER: usize = 16;

/// A request being written.
#[derive(Debug, Clone)]
pub(crate) struct Message {
    bytes: Vec<u8>,
    /// For errors: what this message asks.
    pub(crate) what: String,
}

impl Message {
    /// A request of a kind, with flags beside `REQUEST` and `ACK`.
    pub(crate) fn new(what: impl Into<String>, kind: u16, flags: i32, fixed: &[u8]) -> Self {
        let mut bytes = vec![0; HEADER];
        let flags = u16::try_from(flags | libc::NLM_F_REQUEST).expect("flags have 16 bits");
        bytes[4..6].copy_from_slice(&kind.to_ne_bytes());
        bytes[6..8].copy_from_slice(&flags.to_ne_bytes());
        bytes.extend_from_slice(fixed);
        let mut message = Self { bytes, what: what.into() };
        message.pad();
        message
    }

    /// Adds an attribute.
    pub(crate) fn attr(&mut self, kind: u16, value: &[u8]) -> &mut Self {
        let length = u16::try_from(4 + value.len()).expect("attributes are short");
        self.bytes.extend_from_slice(&length.to_ne_bytes());
        self.bytes.extend_from_slice(&kind.to_ne_bytes());
        self.bytes.extend_from_slice(value);
        self.pad();
        self
    }

    /// Adds an attribute that holds a number.
    pub(crate) fn number(&mut self, kind: u16, value: u32) -> &mut Self {
        self.attr(kind, &value.to_ne_bytes())
    }

    /// Adds an attribute that holds a name.
    pub(crate) fn text(&mut self, kind: u16, value: &str) -> &mut Self {
        let mut bytes = value.as_bytes().to_vec();
        bytes.push(0);
        self.attr(kind, &bytes)
    }

    /// Adds an attribute made of `fixed` and attributes.
    pub(crate) fn nested(&mut self, kind: u16, fixed: &[u8], fill: impl FnOnce(&mut Self)) -> &mut Self {
        let start = self.bytes.len();
        self.attr(kind, fixed);
        fill(self);
        let length = u16::try_from(self.bytes.len() - start).expect("attributes are short");
        self.bytes[start..start + 2].copy_from_slice(&length.to_ne_bytes());
        self
    }

    /// The bytes to send, with the length and the number of the request.
    pub(crate) fn finish(&mut self, sequence: u32, flags: i32) -> &[u8] {
        let length = u32::try_from(self.bytes.len()).expect("messages are short");
        let more = u16::from_ne_bytes([self.bytes[6], self.bytes[7]])
            | u16::try_from(flags).expect("flags have 16 bits");
        self.bytes[0..4].copy_from_slice(&length.to_ne_bytes());
        self.bytes[6..8].copy_from_slice(&more.to_ne_bytes());
        self.bytes[8..12].copy_from_slice(&sequence.to_ne_bytes());
        &self.bytes
    }

    fn pad(&mut self) {
        self.bytes.resize(self.bytes.len().next_multiple_of(4), 0);
    }
}

/// One message of an answer.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Answer<'a> {
    /// What it is.
    pub(crate) kind: u16,
    /// Flags.
    pub(crate) flags: u16,
    /// Which request it answers.
    pub(crate) sequence: u32,
    /// The fixed part and the attributes.
    pub(crate) body: &'a [u8],
}

/// The messages in a datagram; ends early where one is cut.
pub(crate) fn answers(mut bytes: &[u8]) -> impl Iterator<Item = Answer<'_>> {
    std::iter::from_fn(move || {
        let length = usize::try_from(u32_at(bytes, 0)?).ok()?;
        let body = bytes.get(HEADER..length)?;
        let answer =
            Answer { kind: u16_at(bytes, 4)?, flags: u16_at(bytes, 6)?, sequence: u32_at(bytes, 8)?, body };
        bytes = bytes.get(length.next_multiple_of(4)..).unwrap_or_default();
        Some(answer)
    })
}

/// The attributes in `bytes`: kind (without its flags) and value; ends early where one is cut.
pub(crate) fn attributes(mut bytes: &[u8]) -> impl Iterator<Item = (u16, &[u8])> {
    std::iter::from_fn(move || {
        let length = usize::from(u16_at(bytes, 0)?);
        let kind = u16_at(bytes, 2)? & 0x3fff;
        let value = bytes.get(4..length)?;
        bytes = bytes.get(length.next_multiple_of(4)..).unwrap_or_default();
        Some((kind, value))
    })
}

/// A number at an offset.
pub(crate) fn u16_at(bytes: &[u8], offset: usize) -> Option<u16> {
    Some(u16::from_ne_bytes(bytes.get(offset..offset + 2)?.try_into().ok()?))
}

/// A number at an offset.
pub(crate) fn u32_at(bytes: &[u8], offset: usize) -> Option<u32> {
    Some(u32::from_ne_bytes(bytes.get(offset..offset + 4)?.try_into().ok()?))
}

/// A name, up to its end mark.
pub(crate) fn text(bytes: &[u8]) -> String {
    let end = bytes.iter().position(|byte| *byte == 0).unwrap_or(bytes.len());
    String::from_utf8_lossy(&bytes[..end]).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read_back() {
        let mut message = Message::new("test", 16, 0, &[1, 2, 3, 4]);
        message.text(3, "eth0").nested(18, &[], |inner| {
            inner.number(1, 7).text(2, "a");
        });
        let bytes = message.finish(9, libc::NLM_F_ACK).to_vec();
        let all: Vec<_> = answers(&bytes).collect();
        assert_eq!((all.len(), all[0].kind, all[0].sequence), (1, 16, 9));
        assert_eq!(all[0].flags, u16::try_from(libc::NLM_F_ACK | libc::NLM_F_REQUEST).unwrap());
        let attrs: Vec<_> = attributes(&all[0].body[4..]).collect();
        assert_eq!((attrs[0].0, text(attrs[0].1)), (3, "eth0".to_owned()));
        let inner: Vec<_> = attributes(attrs[1].1).map(|(kind, value)| (kind, value.len())).collect();
        assert_eq!(inner, [(1, 4), (2, 2)]);
    }

    #[test]
    fn what_is_cut_ends_the_list_and_does_not_panic() {
        let mut message = Message::new("test", 16, 0, &[]);
        message.number(1, 7).text(2, "name");
        let bytes = message.finish(1, 0).to_vec();
        for end in 0..bytes.len() {
            for answer in answers(&bytes[..end]) {
                assert!(attributes(answer.body).count() <= 2);
            }
            assert!(attributes(&bytes[16.min(end)..end]).count() <= 2);
        }
    }
}
