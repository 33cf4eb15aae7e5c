//! Netlink's bytes: messages and attributes, written and read. Knows no socket and no meaning of what it carries.

/// The header of every netlink message.
const HEADER: usize = 16;
/// netfilter's own header behind it: family, version, resource.
const GENERIC: usize = 4;
/// "This attribute holds attributes".
const NESTED: u16 = 0x8000;

/// Messages of one datagram, as they are written.
#[derive(Default)]
pub struct Writer(Vec<u8>);

impl Writer {
    /// One message: netlink header, netfilter header, and the attributes that `body` writes.
    pub fn message(&mut self, head: Head, body: impl FnOnce(&mut Attributes<'_>)) {
        let start = self.0.len();
        self.0.extend_from_slice(&[0; 4]);
        self.0.extend_from_slice(&head.kind.to_ne_bytes());
        self.0.extend_from_slice(&head.flags.to_ne_bytes());
        self.0.extend_from_slice(&head.sequence.to_ne_bytes());
        self.0.extend_from_slice(&[0; 4]);
        self.0.extend_from_slice(&[head.family, 0]);
        self.0.extend_from_slice(&head.resource.to_be_bytes());
        body(&mut Attributes(&mut self.0));
        let length = u32::try_from(self.0.len() - start).expect("a message is far below 4 GiB");
        self.0[start..start + 4].copy_from_slice(&length.to_ne_bytes());
    }

    /// All that was written.
    pub fn bytes(&self) -> &[u8] {
        &self.0
    }
}

/// What stands in front of a message's attributes.
#[derive(Clone, Copy)]
pub struct Head {
    pub kind: u16,
    pub flags: u16,
    pub sequence: u32,
    pub family: u8,
    pub resource: u16,
}

/// Writes attributes at the end of a message.
pub struct Attributes<'a>(&'a mut Vec<u8>);

impl Attributes<'_> {
    /// One attribute with these bytes.
    pub fn bytes(&mut self, kind: u16, value: &[u8]) {
        let length = u16::try_from(4 + value.len()).expect("values of attributes are short");
        self.0.extend_from_slice(&length.to_ne_bytes());
        self.0.extend_from_slice(&kind.to_ne_bytes());
        self.0.extend_from_slice(value);
        self.0.resize(self.0.len().next_multiple_of(4), 0);
    }

    /// A name, with the zero that the kernel wants behind it.
    pub fn string(&mut self, kind: u16, value: &str) {
        let mut bytes = Vec::with_capacity(value.len() + 1);
        bytes.extend_from_slice(value.as_bytes());
        bytes.push(0);
        self.bytes(kind, &bytes);
    }

    /// A number in network byte order, as all of nftables' own numbers are.
    pub fn u32(&mut self, kind: u16, value: u32) {
        self.bytes(kind, &value.to_be_bytes());
    }

    /// A long number in network byte order.
    pub fn u64(&mut self, kind: u16, value: u64) {
        self.bytes(kind, &value.to_be_bytes());
    }

    /// An attribute made of the attributes that `body` writes.
    pub fn nest(&mut self, kind: u16, body: impl FnOnce(&mut Attributes<'_>)) {
        let start = self.0.len();
        self.0.extend_from_slice(&[0; 2]);
        self.0.extend_from_slice(&(kind | NESTED).to_ne_bytes());
        body(&mut Attributes(self.0));
        let length = u16::try_from(self.0.len() - start).expect("writers of lists stay below 64 KiB");
        self.0[start..start + 2].copy_from_slice(&length.to_ne_bytes());
    }

    /// Bytes of the message so far; writers of long lists look at it to stop in time.
    pub fn len(&self) -> usize {
        self.0.len()
    }
}

/// One message as it was read.
#[derive(Clone, Copy)]
pub struct Message<'a> {
    pub kind: u16,
    pub sequence: u32,
    /// The socket whose request this answers or reports.
    pub port: u32,
    /// All behind the netlink header.
    pub payload: &'a [u8],
}

impl<'a> Message<'a> {
    /// The family in netfilter's header.
    pub fn family(&self) -> u8 {
        self.payload.first().copied().unwrap_or(0)
    }

    /// The attributes behind netfilter's header.
    pub fn body(&self) -> &'a [u8] {
        self.payload.get(GENERIC..).unwrap_or_default()
    }
}

/// The messages of a datagram; stops at the first that is cut off.
pub fn messages(mut bytes: &[u8]) -> impl Iterator<Item = Message<'_>> {
    std::iter::from_fn(move || {
        let length = u32_at(bytes, 0)? as usize;
        let message = bytes.get(..length).filter(|_| length >= HEADER)?;
        bytes = bytes.get(length.next_multiple_of(4)..).unwrap_or_default();
        Some(Message {
            kind: u16_at(message, 4)?,
            sequence: u32_at(message, 8)?,
            port: u32_at(message, 12)?,
            payload: &message[HEADER..],
        })
    })
}

/// The attributes in these bytes, as (kind, value); stops at the first that is cut off.
pub fn attributes(mut bytes: &[u8]) -> impl Iterator<Item = (u16, &[u8])> {
    std::iter::from_fn(move || {
        let length = usize::from(u16_at(bytes, 0)?);
        let kind = u16_at(bytes, 2)? & 0x3fff;
        let value = bytes.get(4..length)?;
        bytes = bytes.get(length.next_multiple_of(4)..).unwrap_or_default();
        Some((kind, value))
    })
}

/// The value of the first attribute of this kind.
pub fn attribute(bytes: &[u8], kind: u16) -> Option<&[u8]> {
    attributes(bytes).find(|(found, _)| *found == kind).map(|(_, value)| value)
}

/// A name without the zero behind it.
pub fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes.strip_suffix(&[0]).unwrap_or(bytes)).into_owned()
}

/// The number in native byte order that starts at `at`.
pub fn u32_at(bytes: &[u8], at: usize) -> Option<u32> {
    Some(u32::from_ne_bytes(bytes.get(at..at + 4)?.try_into().ok()?))
}

fn u16_at(bytes: &[u8], at: usize) -> Option<u16> {
    Some(u16::from_ne_bytes(bytes.get(at..at + 2)?.try_into().ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read_and_what_is_cut_off_is_left() {
        let mut writer = Writer::default();
        for sequence in [1, 2] {
            let head = Head { kind: 0xa00, flags: 5, sequence, family: 2, resource: 10 };
            writer.message(head, |attributes| {
                attributes.string(1, "abc");
                attributes.nest(2, |inner| inner.u32(7, 9));
            });
        }
        let read: Vec<_> = messages(writer.bytes()).collect();
        assert_eq!(read.len(), 2);
        assert_eq!((read[1].kind, read[1].sequence, read[1].family()), (0xa00, 2, 2));
        let all: Vec<_> = attributes(read[0].body()).collect();
        assert_eq!(text(all[0].1), "abc");
        assert_eq!(attribute(all[1].1, 7), Some(&9u32.to_be_bytes()[..]));
        for cut in 0..writer.bytes().len() {
            let whole = messages(&writer.bytes()[..cut]).count();
            assert_eq!(whole, usize::from(cut >= writer.bytes().len() / 2));
        }
    }
}
